/// The sources that a program gets when it chooses none.
public enum PadSources {
  /// SDL's controllers on Linux, none elsewhere.
  public static func usual() -> [any PadSource] {
    #if os(Linux)
      [SDLPads()]
    #else
      []
    #endif
  }
}
