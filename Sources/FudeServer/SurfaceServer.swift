import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// Serves the drawing surface: to this machine, or over HTTPS to the network.
///
/// Runs on threads of its own from ``init(files:port:lan:convert:)`` until ``stop()``.
public final class SurfaceServer: Sendable {
  /// The port that it listens on.
  public let port: UInt16
  /// The six digits that a visitor types; `nil` on loopback.
  public let code: String?

  private struct State {
    var responder: Responder
    /// The address of the HTTP library's daemon.
    var daemon: OpaquePointer?
    var waiting: [ObjectIdentifier: Visit] = [:]
    var isStopping = false
    /// When a page last asked whether it is watched, in seconds of the monotonic clock.
    var lastPage: Int?
  }

  /// Turns a document into a file of some format, or a file into a document; `nil` if it
  /// can't; throws if it knows why.
  ///
  /// The format is the last part of the path `/convert/…`; `open` asks for the document of a file.
  /// Called on the server's threads.
  public typealias Converter =
    @Sendable (_ format: String, _ body: [UInt8])
    throws(ConversionError) -> [UInt8]?

  private let state: Mutex<State>
  private let convert: Converter

  /// Starts serving.
  ///
  /// - Parameters:
  ///   - files: The page.
  ///   - port: Where to listen; 0 for any free port.
  ///   - lan: The certificate with which to serve to the network; `nil` for loopback only.
  ///   - convert: What turns documents into files and back.
  /// - Throws: ``ServerError`` when the port is taken or not permitted, or the library refuses.
  public init(
    files: SurfaceFiles, port: UInt16, lan: ServerCertificate? = nil,
    convert: @escaping Converter = { _, _ in nil }
  ) throws(ServerError) {
    self.convert = convert
    let (descriptor, port) = try ListeningSocket.open(port: port, everywhere: lan != nil)
    self.port = port
    var generator = SystemRandomNumberGenerator()
    let pairing = lan.map { _ in Pairing(using: &generator) }
    code = pairing?.code
    state = Mutex(
      State(
        responder: Responder(
          files: files, port: port, pairing: pairing, authority: lan?.authority)))
    let daemon = Self.start(
      descriptor: descriptor, certificate: lan,
      context: Unmanaged.passUnretained(self).toOpaque())
    guard let daemon else {
      close(descriptor)
      throw ServerError(code: .cannotListen, message: "libmicrohttpd would not start")
    }
    let address = UInt(bitPattern: daemon)
    state.withLock { $0.daemon = OpaquePointer(bitPattern: address) }
  }

  deinit { stop() }

  /// Stops serving and closes what is open. Calling it again does nothing.
  public func stop() {
    let address = state.withLock { state in
      state.isStopping = true
      wake(&state)
      let address = state.daemon.map { UInt(bitPattern: $0) }
      state.daemon = nil
      return address
    }
    if let address, let daemon = OpaquePointer(bitPattern: address) { MHD_stop_daemon(daemon) }
  }

  /// Seconds since a page last gave a sign of life, now included if one is waiting for news;
  /// `nil` if none ever did.
  public var secondsSinceLastPage: Int? {
    state.withLock { state in
      if state.waiting.values.contains(where: { $0.request.path == "/live/watched" }) { return 0 }
      return state.lastPage.map { Self.now() - $0 }
    }
  }

  /// Answers a visit; `nil` if it is held until there is news.
  fileprivate func handle(_ visit: Visit) -> Response? {
    let (answer, format) = answer(visit)
    // Outside the lock: a large document takes a while.
    guard let format, answer?.status == 200 else { return answer }
    do throws(ConversionError) {
      guard let file = try convert(format, visit.request.body) else {
        return .text(415, "there is no ink in this that Fude can read or write\n")
      }
      return Response(
        status: 200, headers: [("Content-Type", "application/octet-stream")], body: file)
    } catch {
      return .text(415, error.message + "\n")
    }
  }

  /// The answer, and the format that a conversion asks for.
  private func answer(_ visit: Visit) -> (Response?, String?) {
    let path = visit.request.path
    let format = path.hasPrefix("/convert/") ? String(path.dropFirst("/convert/".count)) : nil
    let answer: Response? = state.withLock { state in
      let now = Self.now()
      let path = visit.request.path
      let wasWatched = state.responder.isWatched(now: now)
      if path == "/live/watched" { state.lastPage = now }
      let answer = state.responder.answer(
        visit.request, now: now,
        isLate: state.isStopping || visit.deadline.map { now >= $0 } == true)
      if !wasWatched && state.responder.isWatched(now: now) { wake(&state, only: "/live/watched") }
      switch answer {
      case .now(let response):
        if path == "/live" && visit.request.method == "POST" { wake(&state, only: "/live") }
        // The page that left no longer waits: all are answered, and the others ask again.
        if path == "/live/bye" {
          for visit in state.waiting.values where visit.request.path == "/live/watched" {
            visit.deadline = now
          }
          wake(&state, only: "/live/watched")
        }
        return response
      case .whenSomethingComes:
        hold(visit, &state, now: now)
        return nil
      }
    }
    return (answer, format)
  }

  private func hold(_ visit: Visit, _ state: inout State, now: Int) {
    let key = ObjectIdentifier(visit)
    MHD_suspend_connection(visit.connection)
    state.waiting[key] = visit
    guard visit.deadline == nil else { return }
    visit.deadline = now + Responder.patience
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Responder.patience)) {
      [weak self] in self?.letGo(key)
    }
  }

  private func letGo(_ key: ObjectIdentifier) {
    state.withLock { state in
      guard let visit = state.waiting.removeValue(forKey: key) else { return }
      MHD_resume_connection(visit.connection)
    }
  }

  /// Has the visits that wait asked again.
  private func wake(_ state: inout State, only path: String? = nil) {
    for (key, visit) in state.waiting where path == nil || visit.request.path == path {
      state.waiting[key] = nil
      MHD_resume_connection(visit.connection)
    }
  }

  /// A visit ended, answered or not.
  fileprivate func forget(_ visit: Visit) {
    state.withLock { state in state.waiting[ObjectIdentifier(visit)] = nil }
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}

/// One request on its way through the HTTP library.
///
/// The library calls for one connection from one thread at a time; what other threads touch, the
/// server's lock guards. Hence unchecked.
private final class Visit: @unchecked Sendable {
  /// More than this of a body is not read: a page sends what a moment of drawing makes, far less,
  /// or a whole document to be converted.
  var bodyLimit: Int { request.path.hasPrefix("/convert/") ? 256 << 20 : 1 << 20 }

  let connection: OpaquePointer
  var request: Request
  /// When it has waited long enough, in seconds of the monotonic clock; `nil` before it waits.
  var deadline: Int?

  init(connection: OpaquePointer, request: Request) {
    self.connection = connection
    self.request = request
  }
}

extension SurfaceServer {
  /// Starts the library's daemon on a listening socket.
  fileprivate static func start(
    descriptor: Int32, certificate: ServerCertificate?, context: UnsafeMutableRawPointer
  ) -> OpaquePointer? {
    // Not epoll: libmicrohttpd 0.9.75 is told of a closed connection once, with the last bytes, and
    // then keeps one whose request was not complete until it times out.
    var flags = MHD_USE_POLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    let completed: MHD_RequestCompletedCallback = { context, _, visit, _ in
      requestCompleted(context, visit)
    }
    let unescape:
      @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?
      ) -> Int = { _, _, text in unescaped(text) }
    var options = [
      item(.LISTEN_SOCKET, Int(descriptor)),
      item(.THREAD_POOL_SIZE, 4),
      item(.CONNECTION_LIMIT, 512),
      item(.CONNECTION_TIMEOUT, 30),
      item(.UNESCAPE_CALLBACK, unsafeBitCast(unescape, to: Int.self)),
      item(.NOTIFY_COMPLETED, unsafeBitCast(completed, to: Int.self), context),
    ]
    // The library copies the texts while it starts.
    let texts = certificate.map { [strdup($0.key), strdup($0.chain)] } ?? []
    defer { texts.forEach { free($0) } }
    if !texts.isEmpty {
      flags |= MHD_USE_TLS.rawValue
      options.append(item(.HTTPS_MEM_KEY, 0, texts[0]))
      options.append(item(.HTTPS_MEM_CERT, 0, texts[1]))
    }
    options.append(item(.END, 0))
    return options.withUnsafeMutableBufferPointer { array in
      let words: [any CVarArg] = [
        MHD_OPTION.ARRAY.rawValue, OpaquePointer(array.baseAddress) ?? OpaquePointer(context),
        MHD_OPTION.END.rawValue,
      ]
      return withVaList(words) { list in
        MHD_start_daemon_va(flags, 0, nil, nil, handleRequest, context, list)
      }
    }
  }

  private static func item(
    _ option: MHD_OPTION, _ value: Int, _ pointer: UnsafeMutableRawPointer? = nil
  ) -> MHD_OptionItem {
    MHD_OptionItem(option: option, value: value, ptr_value: pointer)
  }
}

// Plain functions: a closure in the wrong place would belong to an actor and trap on the library's
// threads.

/// Undoes percent signs in place. A text with an escaped zero stays as it is: a C string would end
/// there, and name another file than it seems to.
private func unescaped(_ text: UnsafeMutablePointer<CChar>?) -> Int {
  guard let text else { return 0 }
  return strstr(text, "%00") == nil ? MHD_http_unescape(text) : strlen(text)
}

private func requestCompleted(
  _ context: UnsafeMutableRawPointer?, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) {
  guard let context, let pointer = slot?.pointee else { return }
  let visit = Unmanaged<Visit>.fromOpaque(pointer).takeRetainedValue()
  Unmanaged<SurfaceServer>.fromOpaque(context).takeUnretainedValue().forget(visit)
  slot?.pointee = nil
}

private func handleRequest(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ url: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
  _ upload: UnsafePointer<CChar>?, _ uploadSize: UnsafeMutablePointer<Int>?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let connection, let url, let method, let uploadSize, let slot else {
    return .NO
  }
  guard let pointer = slot.pointee else {
    var request = Request(method: String(cString: method), path: String(cString: url))
    request.headers = values(connection, .HEADER_KIND, lowercase: true)
    request.query = values(connection, .GET_ARGUMENT_KIND, lowercase: false)
    let visit = Visit(connection: connection, request: request)
    slot.pointee = Unmanaged.passRetained(visit).toOpaque()
    return .YES
  }
  let visit = Unmanaged<Visit>.fromOpaque(pointer).takeUnretainedValue()
  if uploadSize.pointee > 0 {
    if let upload, visit.request.body.count <= visit.bodyLimit {
      let bytes = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
      visit.request.body.append(contentsOf: bytes)
    }
    uploadSize.pointee = 0
    return .YES
  }
  let server = Unmanaged<SurfaceServer>.fromOpaque(context).takeUnretainedValue()
  if visit.request.body.count > visit.bodyLimit {
    return send(.text(413, "that is too much at once\n"), to: connection)
  }
  guard let response = server.handle(visit) else { return .YES }
  return send(response, to: connection)
}

private func send(_ response: Response, to connection: OpaquePointer) -> MHD_Result {
  var body = response.body
  let message = body.withUnsafeMutableBytes { bytes in
    MHD_create_response_from_buffer(bytes.count, bytes.baseAddress, .RESPMEM_MUST_COPY)
  }
  guard let message else { return .NO }
  defer { MHD_destroy_response(message) }
  for header in Responder.everywhere + response.headers {
    MHD_add_response_header(message, header.name, header.value)
  }
  return MHD_queue_response(connection, UInt32(response.status), message)
}

/// The headers or query words of a request; of a word given twice, the last. Headers have no case,
/// and one that comes twice counts as one with both values, so that two hosts are none of ours.
private func values(
  _ connection: OpaquePointer, _ kind: MHD_ValueKind, lowercase: Bool
) -> [String: String] {
  var found: [(name: String, value: String)] = []
  withUnsafeMutablePointer(to: &found) { pointer in
    _ = MHD_get_connection_values(
      connection, kind,
      { target, _, key, value in
        guard let target, let key else { return .YES }
        target.assumingMemoryBound(to: [(name: String, value: String)].self)
          .pointee.append((String(cString: key), value.map { String(cString: $0) } ?? ""))
        return .YES
      }, pointer)
  }
  return Dictionary(
    found.map { (lowercase ? $0.name.lowercased() : $0.name, $0.value) },
    uniquingKeysWith: { lowercase ? "\($0), \($1)" : $1 })
}
