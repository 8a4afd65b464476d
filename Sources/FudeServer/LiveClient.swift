import Glibc

/// Reads what open pages send to a server on this machine.
public struct LiveClient: Sendable {
  private let port: UInt16
  private var after: Int?

  /// A reader of the server at a port of this machine.
  public init(port: UInt16) {
    self.port = port
  }

  /// Waits for lines from pages, up to some twenty seconds.
  ///
  /// - Returns: Whole lines, perhaps none, and how many were lost because this reader was too slow.
  /// - Throws: ``ServerError`` when nothing answers, or something that is no surface.
  public mutating func next() throws(ServerError) -> (lines: String, missed: Int) {
    let answer = try get(after.map { "/live?after=\($0)" } ?? "/live")
    guard let end = answer.firstRange(of: "\r\n\r\n"), answer.hasPrefix("HTTP/1.1 200") else {
      throw ServerError(code: .cannotListen, message: "port \(port) answers, but is no 'fude draw'")
    }
    var missed = 0
    for line in answer[..<end.lowerBound].split(separator: "\r\n" as Character) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[1].drop { $0 == " " }) else { continue }
      switch parts[0].lowercased() {
      case "x-fude-next": after = number
      case "x-fude-missed": missed = number
      default: break
      }
    }
    return (String(answer[end.upperBound...]), missed)
  }

  private func get(_ path: String) throws(ServerError) -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard connected else {
      throw ServerError(code: .notThere, message: "nothing listens on port \(port)")
    }
    let request = Array(
      "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n".utf8)
    guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      throw ServerError(code: .notThere, message: "port \(port) hung up")
    }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(descriptor, &part, part.count, 0)
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
