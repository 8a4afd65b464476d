/// A page has no main loop; the entry point only keeps the compiler from taking a file of this
/// target for a script.
@main
enum Page {
  static func main() {}
}
