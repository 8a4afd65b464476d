#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a recording is written to.
public final class RecordingOutput {
  /// The name for messages.
  public let name: String
  /// What was written, if it is kept in memory.
  public private(set) var bytes: [UInt8] = []
  private var descriptor: Int32
  private let closes: Bool
  private let isMemory: Bool
  /// The name until everything is there.
  private var partial: String?
  /// What is replaced then: the file itself where the name is a link.
  private var target = ""
  private var buffer: [UInt8] = []
  /// Whether the file still has what was in it before.
  private var keepsOld = false
  private static let chunk = 64 << 10

  /// Keeps everything in ``bytes``.
  public init() {
    name = "memory"
    descriptor = -1
    closes = false
    isMemory = true
  }

  /// Writes to a file, replacing it; `-` is standard output.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isWhole: Whether the file appears only when all of it is there, and the old one stays until
  ///     then. Off, what was written so far is there at any time, as a live recording wants it; the
  ///     first bytes take the place of an old file.
  public init(path: String, isWhole: Bool = false) throws(RecordingError) {
    isMemory = false
    buffer.reserveCapacity(Self.chunk + 4096)
    if path == "-" {
      name = "standard output"
      descriptor = 1
      closes = false
      return
    }
    name = path
    closes = true
    // A device or a pipe can't be replaced.
    let isFile = ByteStream.isRegularFile(path)
    if isWhole, isFile || access(path, F_OK) != 0 {
      target = Self.resolved(path)
      partial = target + ".part"
    }
    // A live recording takes the old one's place with its first bytes, not before: whoever ends it
    // with nothing captured has lost nothing.
    keepsOld = partial == nil && isFile
    let truncates = keepsOld ? 0 : O_TRUNC
    descriptor = open(partial ?? path, O_WRONLY | O_CREAT | truncates | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let code = errno
      let text = String(cString: strerror(code))
      let isDenied = code == EACCES || code == EPERM || code == EROFS
      throw RecordingError(
        isDenied ? .noPermission : .failed, file: path, "cannot be written: \(text)", errno: code)
    }
    var old = stat()
    if partial != nil, isFile, stat(target, &old) == 0 { fchmod(descriptor, old.st_mode & 0o7777) }
  }

  /// The file that a name leads to, links followed; the name itself if there is none yet.
  private static func resolved(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  deinit {
    if closes, descriptor >= 0 { close(descriptor) }
    if let partial { unlink(partial) }
  }

  /// Appends bytes.
  package func write(_ more: some Sequence<UInt8>) throws(RecordingError) {
    if isMemory {
      bytes.append(contentsOf: more)
      return
    }
    buffer.append(contentsOf: more)
    if buffer.count >= Self.chunk { try flush() }
  }

  /// Hands everything to the system and gives the file its name.
  public func finish() throws(RecordingError) {
    try flush()
    guard let path = partial else { return }
    guard rename(path, target) == 0 else {
      let code = errno
      throw RecordingError(
        .failed, file: name, "cannot be replaced: \(String(cString: strerror(code)))", errno: code)
    }
    partial = nil
  }

  /// Hands everything to the system; an error of the last bytes shows only here.
  public func flush() throws(RecordingError) {
    guard !isMemory else { return }
    if keepsOld, !buffer.isEmpty {
      keepsOld = false
      ftruncate(descriptor, 0)
    }
    var start = 0
    while start < buffer.count {
      let written = buffer.withUnsafeBytes { raw in
        #if canImport(Glibc)
          Glibc.write(descriptor, raw.baseAddress.map { $0 + start }, raw.count - start)
        #else
          Darwin.write(descriptor, raw.baseAddress.map { $0 + start }, raw.count - start)
        #endif
      }
      if written < 0 {
        let code = errno
        if code == EINTR { continue }
        buffer.removeAll(keepingCapacity: true)
        throw RecordingError(
          .failed, file: name, "writing failed: \(String(cString: strerror(code)))", errno: code)
      }
      start += written
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
