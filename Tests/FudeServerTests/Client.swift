import Glibc

/// A client that says exactly what it is told to say, well formed or not.
final class Client {
  private let descriptor: Int32

  init?(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard connected else { return nil }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) {
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// What comes until the other side closes, or nothing comes for ten seconds.
  func receiveAll() -> String {
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(descriptor, &part, part.count, 0)
      guard count > 0 else { break }
      all += part[..<count]
    }
    return String(decoding: all, as: UTF8.self)
  }
}

func get(_ path: String, port: UInt16) -> String {
  guard let client = Client(port: port) else { return "refused" }
  client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
  return client.receiveAll()
}
