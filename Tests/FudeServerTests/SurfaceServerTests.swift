import FudeServer
import FudeModel
import Glibc
import Testing

private let page = SurfaceFiles([
  "/index.html": .init(bytes: Array("<p>page</p>".utf8), type: "text/html; charset=utf-8")
])

@Suite("The server on its socket")
struct SurfaceServerTests {
  @Test("It answers on loopback with the page and its policy")
  func answers() throws {
    let server = try SurfaceServer(files: page, port: 0)
    defer { server.stop() }
    let text = get("/", port: server.port)
    #expect(text.hasPrefix("HTTP/1.1 200"))
    #expect(text.contains("Content-Security-Policy: default-src 'none'"))
    #expect(text.hasSuffix("<p>page</p>"))
  }

  @Test("Nothing but loopback listens")
  func loopback() throws {
    let server = try SurfaceServer(files: page, port: 0)
    defer { server.stop() }
    // Linux lists listening sockets in hexadecimal: address:port, state 0A.
    let port = String(server.port, radix: 16, uppercase: true)
    let table = try #require(read("/proc/net/tcp")) + (read("/proc/net/tcp6") ?? "")
    var mine: [String] = []
    for line in table.split(separator: "\n") {
      let columns = line.split(separator: " ").map(String.init)
      guard columns.count > 3, columns[3] == "0A", columns[1].hasSuffix(":" + padded(port))
      else { continue }
      mine.append(columns[1])
    }
    #expect(mine == ["0100007F:" + padded(port)])
  }

  @Test("A port that is taken is named")
  func taken() throws {
    let server = try SurfaceServer(files: page, port: 0)
    defer { server.stop() }
    #expect(throws: ServerError.self) { try SurfaceServer(files: page, port: server.port) }
  }

  @Test("It survives ten thousand malformed requests")
  func malformed() throws {
    let server = try SurfaceServer(files: page, port: 0)
    defer { server.stop() }
    var random = SeededGenerator(seed: 7)
    let words = [
      "GET / HTTP/1.1\r\n", "Host: 127.0.0.1\r\n", "Content-Length: -5\r\n", "\r\n\r\n", "\u{0}",
      "POST /live HTTP/1.1\r\n", "Transfer-Encoding: chunked\r\n\r\nzz\r\n", "GET /%zz%00 HTTP/9.9",
      "Cookie: ", String(repeating: "a", count: 9000), "GET \(String(repeating: "../", count: 50))",
      "Content-Length: 99999999999999999999\r\n\r\n", " ", "\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ]
    for _ in 0..<10_000 {
      guard let client = Client(port: server.port) else {
        Issue.record("the server refuses connections")
        return
      }
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let word = Array(words[Int.random(in: 0..<words.count, using: &random)].utf8)
        bytes += word.prefix(Int.random(in: 1...word.count, using: &random))
      }
      if Bool.random(using: &random) { bytes.append(UInt8.random(in: 0...255, using: &random)) }
      client.send(bytes)
    }
    #expect(get("/", port: server.port).hasPrefix("HTTP/1.1 200"))
  }

  @Test("It serves two hundred connections at once")
  func many() throws {
    let server = try SurfaceServer(files: page, port: 0)
    defer { server.stop() }
    let port = server.port
    nonisolated(unsafe) var served = 0
    func visit(_ left: Int) {
      guard left > 0, let client = Client(port: port) else { return }
      client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n")
      visit(left - 1)
      client.send("\r\n")
      if client.receiveAll().hasPrefix("HTTP/1.1 200") { served += 1 }
    }
    visit(200)
    #expect(served == 200)
  }

  @Test(
    "Two hosts are none of ours, in whichever order and case",
    arguments: [("Host", "hOST"), ("Host", "Host")], [true, false])
  func twoHosts(_ names: (String, String), _ oursComesFirst: Bool) throws {
    let server = try SurfaceServer(files: page, port: 0)
    defer { server.stop() }
    let ours = "127.0.0.1:\(server.port)"
    let hosts = oursComesFirst ? [ours, "elsewhere.example"] : ["elsewhere.example", ours]
    let client = try #require(Client(port: server.port))
    client.send(
      "GET / HTTP/1.1\r\n\(names.0): \(hosts[0])\r\n\(names.1): \(hosts[1])\r\n"
        + "Connection: close\r\n\r\n")
    let answer = client.receiveAll()
    #expect(answer.hasPrefix("HTTP/1.1 4"), "\(answer.prefix(40))")
  }

  @Test(
    "A reader that waits gets the lines when they come, and does not keep the server from stopping")
  func feed() throws {
    let server = try SurfaceServer(files: page, port: 0)
    let port = server.port
    let host = "Host: 127.0.0.1:\(port)\r\nConnection: close\r\n"
    let reader = try #require(Client(port: port))
    reader.send("GET /live?after=0 HTTP/1.1\r\n\(host)\r\n")
    let writer = try #require(Client(port: port))
    writer.send("POST /live HTTP/1.1\r\n\(host)X-Fude: 1\r\nContent-Length: 6\r\n\r\nhello\n")
    #expect(writer.receiveAll().hasPrefix("HTTP/1.1 204"))
    #expect(reader.receiveAll().hasSuffix("hello\n"))
    let last = try #require(Client(port: port))
    last.send("GET /live?after=1 HTTP/1.1\r\n\(host)\r\n")
    #expect(get("/live/watched?known=0", port: port).hasSuffix("1"))
    server.stop()
    #expect(Client(port: port) == nil)
  }

  private func padded(_ port: String) -> String {
    String(repeating: "0", count: 4 - port.count) + port
  }

  private func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(descriptor, &part, part.count)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += part[..<count]
    }
  }
}
