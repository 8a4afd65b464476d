import Testing

@testable import FudeServer

private let page = SurfaceFiles([
  "/index.html": .init(bytes: Array("<p>page</p>".utf8), type: "text/html; charset=utf-8"),
  "/fude.wasm": .init(bytes: [0, 0x61, 0x73, 0x6d], type: "application/wasm"),
])

private func request(
  _ method: String, _ path: String, query: [String: String] = [:],
  headers: [String: String] = ["host": "127.0.0.1:7337"], body: String = ""
) -> Request {
  Request(method: method, path: path, query: query, headers: headers, body: Array(body.utf8))
}

private func answer(
  _ responder: inout Responder, _ request: Request, now: Int = 0, isLate: Bool = false
) -> Response? {
  guard case .now(let response) = responder.answer(request, now: now, isLate: isLate) else {
    return nil
  }
  return response
}

@Suite("What the server answers")
struct ResponderTests {
  @Test("The page and its engine come with their types and a tag")
  func files() {
    var responder = Responder(files: page, port: 7337)
    let html = answer(&responder, request("GET", "/"))
    #expect(html?.status == 200)
    #expect(html?.headers.contains { $0 == ("Content-Type", "text/html; charset=utf-8") } == true)
    let wasm = answer(&responder, request("GET", "/fude.wasm"))
    #expect(wasm?.headers.contains { $0 == ("Content-Type", "application/wasm") } == true)
    #expect(wasm?.body == [0, 0x61, 0x73, 0x6d])
  }

  @Test("A browser that has the file is told so")
  func cached() {
    var responder = Responder(files: page, port: 7337)
    let tag = page.files["/index.html"]?.tag ?? ""
    let again = answer(
      &responder, request("GET", "/", headers: ["host": "localhost:7337", "if-none-match": tag]))
    #expect(again?.status == 304)
    #expect(again?.body.isEmpty == true)
  }

  @Test(
    "There is no way out of the page's folder",
    arguments: [
      "/../Package.swift", "/..%2f..%2fetc/passwd", "//etc/passwd", "/index.html/../../x",
      "/etc/passwd", "/./index.html", "\\..\\x", "", "/fude.wasm\u{0}.html",
    ])
  func escape(path: String) {
    var responder = Responder(files: page, port: 7337)
    #expect(answer(&responder, request("GET", path))?.status == 404)
  }

  @Test("Another site's name for this machine gets nothing", arguments: ["evil.example:7337", ""])
  func rebinding(host: String) {
    var responder = Responder(files: page, port: 7337)
    #expect(answer(&responder, request("GET", "/", headers: ["host": host]))?.status == 421)
  }

  @Test("Writing needs a header that no other site's form can send")
  func forms() {
    var responder = Responder(files: page, port: 7337)
    #expect(answer(&responder, request("POST", "/live", body: "{}"))?.status == 403)
    #expect(answer(&responder, request("DELETE", "/"))?.status == 405)
  }

  @Test("What a page sends reaches a reader once, in order")
  func live() {
    var responder = Responder(files: page, port: 7337)
    let start = answer(&responder, request("GET", "/live"))
    #expect(start?.headers.contains { $0 == ("X-Fude-Next", "0") } == true)
    #expect(answer(&responder, request("GET", "/live", query: ["after": "0"])) == nil)
    let headers = ["host": "127.0.0.1:7337", "x-fude": "1"]
    _ = answer(&responder, request("POST", "/live", headers: headers, body: "a\nb\n"))
    let lines = answer(&responder, request("GET", "/live", query: ["after": "0"]))
    #expect(lines.map { String(decoding: $0.body, as: UTF8.self) } == "a\nb\n")
    #expect(answer(&responder, request("GET", "/live", query: ["after": "2"])) == nil)
    let late = answer(&responder, request("GET", "/live", query: ["after": "2"]), isLate: true)
    #expect(late?.body.isEmpty == true)
  }

  @Test("A reader that joins others begins where their recording does")
  func joins() {
    var responder = Responder(files: page, port: 7337)
    let headers = ["host": "127.0.0.1:7337", "x-fude": "1"]
    func post(_ text: String, now: Int) {
      _ = answer(&responder, request("POST", "/live", headers: headers, body: text), now: now)
    }
    func start(now: Int) -> String? {
      answer(&responder, request("GET", "/live"), now: now)?.headers.first {
        $0.name == "X-Fude-Next"
      }?.value
    }
    post("old\n", now: 0)
    #expect(start(now: 1) == "1")
    post("{\"fude\":\"recording\"}\n{}\n", now: 2)
    #expect(start(now: 3) == "1")
    #expect(start(now: 100) == "3")
  }

  @Test("A page learns when somebody begins and ceases to watch")
  func watched() {
    var responder = Responder(files: page, port: 7337)
    let ask = request("GET", "/live/watched", query: ["known": "0"])
    #expect(answer(&responder, ask, now: 0) == nil)
    _ = answer(&responder, request("GET", "/live"), now: 1)
    #expect(answer(&responder, ask, now: 1).map { String(decoding: $0.body, as: UTF8.self) } == "1")
    let asks = request("GET", "/live/watched", query: ["known": "1"])
    #expect(answer(&responder, asks, now: 10) == nil)
    #expect(
      answer(&responder, asks, now: 60).map { String(decoding: $0.body, as: UTF8.self) } == "0")
  }

  @Test("A reader that is too slow is told how much it missed")
  func overflow() {
    var feed = LiveFeed()
    for _ in 0..<3 { feed.append(String(repeating: "x\n", count: LiveFeed.capacity)) }
    let (text, missed) = feed.lines(from: 0)
    #expect(missed == 3 * LiveFeed.capacity - LiveFeed.capacity)
    #expect(text.count == 2 * LiveFeed.capacity)
    #expect(feed.lines(from: .max).text.isEmpty)
  }
}

@Suite("Who may see a surface that is served to the network")
struct PairingTests {
  private var generator = SystemRandomNumberGenerator()

  private mutating func responder() -> Responder {
    Responder(
      files: page, port: 7337, pairing: Pairing(using: &generator), authority: Array("PEM".utf8))
  }

  @Test("Without the code there is nothing but the question for it")
  mutating func closed() {
    var responder = responder()
    for path in ["/", "/fude.wasm", "/trust.pem", "/trust", "/live", "/live/watched"] {
      let response = answer(&responder, request("GET", path, headers: ["host": "anything"]))
      #expect(response?.status == 401)
      #expect(
        response.map { String(decoding: $0.body, as: UTF8.self).contains("Type the six digits") }
          == true)
    }
  }

  @Test("The code opens, and the cookie it gives stays open")
  mutating func opens() throws {
    var responder = responder()
    let code = try #require(responder.pairing?.code)
    #expect(code.count == 6)
    let opened = answer(&responder, request("POST", "/pair", body: "code=\(code)"))
    #expect(opened?.status == 303)
    let cookie = try #require(opened?.headers.first { $0.name == "Set-Cookie" }?.value)
    let pair = String(cookie.prefix { $0 != ";" })
    let page = answer(&responder, request("GET", "/", headers: ["cookie": "a=b; \(pair)"]))
    #expect(page?.status == 200)
    #expect(
      answer(&responder, request("GET", "/", headers: ["cookie": "fude=guess"]))?.status == 401)
  }

  @Test("After too many wrong codes the right one is refused, too")
  mutating func shuts() throws {
    var responder = responder()
    let code = try #require(responder.pairing?.code)
    let wrong = code == "000000" ? "000001" : "000000"
    for _ in 0..<Pairing.patience {
      #expect(answer(&responder, request("POST", "/pair", body: "code=\(wrong)"))?.status == 403)
    }
    #expect(answer(&responder, request("POST", "/pair", body: "code=\(code)"))?.status == 403)
  }
}
