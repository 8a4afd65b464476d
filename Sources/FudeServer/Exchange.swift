/// What a browser asks.
struct Request: Sendable {
  var method: String
  var path: String
  var query: [String: String] = [:]
  /// Header values by lower-case name.
  var headers: [String: String] = [:]
  var body: [UInt8] = []
}

/// What it gets.
struct Response: Sendable {
  var status: Int
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  static func text(_ status: Int, _ text: String) -> Response {
    Response(
      status: status, headers: [("Content-Type", "text/plain; charset=utf-8")],
      body: Array(text.utf8))
  }

  static func page(_ status: Int, _ html: String) -> Response {
    Response(
      status: status, headers: [("Content-Type", "text/html; charset=utf-8")],
      body: Array(html.utf8))
  }
}
