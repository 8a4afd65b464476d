/// The sources that a program gets when it chooses none.
public enum PadSources {
  /// SDL's controllers.
  public static func usual() -> [any PadSource] { [] }
}
