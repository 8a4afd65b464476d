#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes of a source, a line at a time.
///
/// One growing window over the source: a line is handed out as a view into it, valid until the next
/// call. Memory is the longest line plus one chunk, whatever the source's size.
final class ByteStream {
  /// The longest line that is read; longer ones are skipped.
  static let longestLine = 64 << 20
  /// How much is read at once.
  private static let chunk = 256 << 10

  let name: String
  /// The number of the line handed out last, from 1.
  private(set) var line = 0
  /// Lines that were too long.
  private(set) var overlong = 0

  private var descriptor: Int32
  private let closes: Bool
  private var window: UnsafeMutableBufferPointer<UInt8>
  /// Where the window starts in the source.
  private var windowStart = 0
  private var low = 0
  private var high = 0
  private var isAtEnd: Bool
  /// Whether the source can be read again from its start.
  private(set) var isRewindable: Bool
  private let isMemory: Bool

  /// Opens a source.
  init(_ source: RecordingSource) throws(RecordingError) {
    name = source.name
    switch source {
    case .bytes(let bytes, _):
      window = .allocate(capacity: max(1, bytes.count))
      _ = window.update(fromContentsOf: bytes)
      high = bytes.count
      isAtEnd = true
      isMemory = true
      isRewindable = true
      descriptor = -1
      closes = false
    case .standardInput, .path("-"):
      descriptor = 0
      closes = false
      isAtEnd = false
      isMemory = false
      isRewindable = false
      window = .allocate(capacity: Self.chunk)
    case .path(let path):
      let opened = open(path, O_RDONLY | O_CLOEXEC)
      guard opened >= 0 else { throw Self.failure(path, errno) }
      var status = stat()
      if fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        close(opened)
        throw RecordingError(.noInput, file: path, "is a directory; name the recording inside it")
      }
      descriptor = opened
      closes = true
      isAtEnd = false
      isMemory = false
      isRewindable = lseek(opened, 0, SEEK_CUR) >= 0
      window = .allocate(capacity: Self.chunk)
    }
  }

  deinit {
    if closes, descriptor >= 0 { close(descriptor) }
    window.deallocate()
  }

  private static func failure(_ path: String, _ code: Int32) -> RecordingError {
    let text = String(cString: strerror(code))
    switch code {
    case ENOENT, ENOTDIR:
      return RecordingError(.noInput, file: path, "there is no such file", errno: code)
    case EACCES, EPERM:
      return RecordingError(
        .noPermission, file: path, "may not be read; check its owner and mode", errno: code)
    default:
      return RecordingError(.failed, file: path, "cannot be opened: \(text)", errno: code)
    }
  }

  /// The first bytes, without consuming them.
  func peek(_ count: Int) throws(RecordingError) -> [UInt8] {
    while high - low < count, !isAtEnd { try fill() }
    return Array(UnsafeBufferPointer(rebasing: window[low..<min(high, low + count)]))
  }

  /// Reads a source that cannot be rewound to its end, so that it can.
  func makeRewindable(limit: Int = 256 << 20) throws(RecordingError) {
    guard !isRewindable else { return }
    precondition(line == 0, "must be called before the first line")
    while !isAtEnd {
      guard high - low <= limit else {
        throw RecordingError(
          .failed, file: name, "is too long to be read from a pipe in this form; give it as a file")
      }
      try fill()
    }
    isRewindable = true
  }

  /// Whether a path names a file that can be opened again for the same bytes.
  static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// All bytes of a source that was made rewindable by reading it to its end.
  func everything() throws(RecordingError) -> [UInt8] {
    precondition(line == 0, "must be called before the first line")
    while !isAtEnd { try fill() }
    return Array(UnsafeBufferPointer(rebasing: window[low..<high]))
  }

  /// Starts again.
  func rewind() throws(RecordingError) {
    precondition(isRewindable, "a pipe can't be rewound")
    line = 0
    overlong = 0
    low = 0
    if isMemory || descriptor < 0 || lseek(descriptor, 0, SEEK_SET) < 0 { return }
    windowStart = 0
    high = 0
    isAtEnd = false
  }

  /// Goes on at a byte of the source, as line `line + 1`.
  func seek(to offset: Int, line: Int) throws(RecordingError) {
    try rewind()
    self.line = line
    if isMemory || descriptor < 0 || lseek(descriptor, off_t(offset), SEEK_SET) < 0 {
      low = min(offset, high)
    } else {
      windowStart = offset
    }
  }

  /// Where the next line starts, in bytes from the source's start.
  var offset: Int { windowStart + low }

  /// The next line without its end; `nil` at the source's end. The view is valid until the next
  /// call.
  func next() throws(RecordingError) -> UnsafeBufferPointer<UInt8>? {
    var searched = 0
    while true {
      if let end = newline(from: low + searched) {
        let start = low
        low = end + 1
        line += 1
        return view(start, end)
      }
      searched = high - low
      if isAtEnd {
        guard searched > 0 else { return nil }
        let start = low
        low = high
        line += 1
        return view(start, high)
      }
      if searched > Self.longestLine {
        try skipLine()
        searched = 0
        continue
      }
      try fill()
    }
  }

  private func newline(from start: Int) -> Int? {
    guard start < high, let base = window.baseAddress else { return nil }
    guard let found = memchr(base + start, 10, high - start) else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
  }

  private func view(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
    var start = start
    var end = end
    if end > start, window[end - 1] == 13 { end -= 1 }
    // A byte order mark, as some editors put at the start.
    if line == 1, end - start >= 3, window[start] == 0xef, window[start + 1] == 0xbb,
      window[start + 2] == 0xbf
    {
      start += 3
    }
    return UnsafeBufferPointer(rebasing: window[start..<end])
  }

  private func skipLine() throws(RecordingError) {
    overlong += 1
    line += 1
    while true {
      if let end = newline(from: low) {
        low = end + 1
        return
      }
      low = high
      if isAtEnd { return }
      try fill()
    }
  }

  private func fill() throws(RecordingError) {
    if low > 0, low == high || high == window.count {
      let count = high - low
      windowStart += low
      if count > 0, let base = window.baseAddress { memmove(base, base + low, count) }
      low = 0
      high = count
    }
    if high == window.count { grow() }
    guard let base = window.baseAddress else { return }
    while true {
      let count = read(descriptor, base + high, window.count - high)
      if count > 0 {
        high += count
        return
      }
      if count == 0 {
        isAtEnd = true
        return
      }
      let code = errno
      if code == EINTR { continue }
      if code == EACCES || code == EPERM { throw Self.failure(name, code) }
      throw RecordingError(
        .failed, file: name, line: line, "reading failed: \(String(cString: strerror(code)))",
        errno: code)
    }
  }

  private func grow() {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: window.count * 2)
    if let from = window.baseAddress, let to = larger.baseAddress { memcpy(to, from, high) }
    window.deallocate()
    window = larger
  }
}
