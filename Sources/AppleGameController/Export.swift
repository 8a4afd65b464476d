// On Apple's systems the product GameController is the system's framework (Docs/decisions/0041).
#if canImport(GameController) && !os(Linux)
  @_exported public import GameController
#endif
