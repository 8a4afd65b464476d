/// Requests in, responses out; no sockets, no clock.
struct Responder: Sendable {
  /// How long a request that waits for news is held, in seconds; shorter than what proxies and
  /// browsers give up after.
  static let patience = 20

  /// What to do with a request.
  enum Answer: Sendable {
    /// Send this.
    case now(Response)
    /// Ask again when a line came or time ran out, with `isLate` then.
    case whenSomethingComes
  }

  let files: SurfaceFiles
  /// The port, for the hosts that a loopback server answers to.
  let port: UInt16
  /// Set when the surface is served to the network.
  var pairing: Pairing?
  /// The certificate of our own authority, for the page that says how to trust it.
  var authority: [UInt8]?
  private var feed = LiveFeed()
  /// When somebody last asked for lines, in seconds.
  private var lastRead: Int?

  init(files: SurfaceFiles, port: UInt16, pairing: Pairing? = nil, authority: [UInt8]? = nil) {
    self.files = files
    self.port = port
    self.pairing = pairing
    self.authority = authority
  }

  /// What every response says: nothing but our own scripts runs, nothing leaves, nobody frames us.
  static let everywhere: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' "
        + "'\(LanPages.styleHash)'; "
        + "img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; "
        + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-cache"),
  ]

  /// Answers one request.
  ///
  /// - Parameters:
  ///   - now: Seconds on any clock that only goes forward.
  ///   - isLate: Whether the request has waited as long as it may.
  mutating func answer(_ request: Request, now: Int, isLate: Bool = false) -> Answer {
    if let refusal = refusal(request) { return .now(refusal) }
    switch (request.method, request.path) {
    case ("POST", _) where request.headers["x-fude"] == nil:
      // A header that no form can send: another site's page can't write here.
      return .now(.text(403, "not for forms\n"))
    case ("POST", "/live"):
      feed.append(String(decoding: request.body, as: UTF8.self))
      return .now(Response(status: 204))
    case ("POST", "/live/bye"):
      return .now(Response(status: 204))
    case ("POST", let path) where path.hasPrefix("/convert/"):
      return .now(Response(status: 200))
    case ("GET", "/live"):
      let joins = isWatched(now: now)
      lastRead = now
      return live(request, isLate: isLate, joins: joins)
    case ("GET", "/live/watched"):
      let isWatched = isWatched(now: now)
      if (request.query["known"] == "1") == isWatched && !isLate { return .whenSomethingComes }
      return .now(.text(200, isWatched ? "1" : "0"))
    case ("GET", "/trust.pem"):
      guard let authority else { break }
      return .now(
        Response(
          status: 200, headers: [("Content-Type", "application/x-x509-ca-cert")], body: authority))
    case ("GET", "/trust"):
      guard authority != nil else { break }
      return .now(.page(200, LanPages.trust))
    case ("GET", _), ("HEAD", _):
      return .now(file(request))
    default:
      var response = Response.text(405, "only GET and HEAD\n")
      response.headers.append(("Allow", "GET, HEAD"))
      return .now(response)
    }
    return .now(.text(404, "there is nothing here\n"))
  }

  /// Whether somebody reads the feed: a reader asks again at least every ``patience`` seconds.
  func isWatched(now: Int) -> Bool {
    lastRead.map { now - $0 <= Self.patience + 5 } ?? false
  }

  /// Lines since `after`; without it, where to begin: where others began, or with what comes next.
  private func live(_ request: Request, isLate: Bool, joins: Bool) -> Answer {
    guard let after = request.query["after"].flatMap({ Int($0) }) else {
      let begin = (joins ? feed.start : nil) ?? feed.next
      return .now(Response(status: 200, headers: [("X-Fude-Next", "\(begin)")]))
    }
    let (text, missed) = feed.lines(from: after)
    if text.isEmpty && !isLate { return .whenSomethingComes }
    return .now(
      Response(
        status: 200,
        headers: [
          ("Content-Type", "application/x-ndjson"), ("X-Fude-Next", "\(feed.next)"),
          ("X-Fude-Missed", "\(missed)"),
        ], body: Array(text.utf8)))
  }

  private func file(_ request: Request) -> Response {
    guard let file = files.files[request.path == "/" ? "/index.html" : request.path] else {
      return .text(404, "there is nothing here\n")
    }
    if request.headers["if-none-match"] == file.tag {
      return Response(status: 304, headers: [("ETag", file.tag)])
    }
    return Response(
      status: 200, headers: [("Content-Type", file.type), ("ETag", file.tag)], body: file.bytes)
  }

  /// What keeps strangers out: the code on the network, the host's name on loopback.
  private mutating func refusal(_ request: Request) -> Response? {
    guard pairing != nil else {
      // A page of another site can make its own name point here; its requests still carry the name.
      let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
      return hosts.contains(request.headers["host"] ?? "")
        ? nil : .text(421, "this server answers to 127.0.0.1 only\n")
    }
    if pairing?.admits(cookie: request.headers["cookie"]) == true { return nil }
    guard request.method == "POST", request.path == "/pair" else {
      return .page(401, LanPages.pairing(note: nil))
    }
    let form = String(decoding: request.body.prefix(64), as: UTF8.self)
    let typed = form.hasPrefix("code=") ? String(form.dropFirst(5)) : ""
    guard pairing?.admits(code: typed) == true, let token = pairing?.token else {
      let shut = pairing?.isShut == true
      return .page(
        403,
        LanPages.pairing(
          note: shut
            ? "Too many wrong codes. Start fude draw again." : "That is not the code. Try again."))
    }
    return Response(
      status: 303,
      headers: [
        ("Set-Cookie", "fude=\(token); Path=/; HttpOnly; Secure; SameSite=Strict"),
        ("Location", "/trust"),
      ])
  }
}
