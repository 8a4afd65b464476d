import CZlib
import FudeFormats

/// Gzip, through zlib.
enum Gzip {
  /// The most that a file may unpack to: a small file must not fill the memory.
  static let largest = 1 << 29

  /// Packs bytes; the same bytes always give the same file.
  static func pack(_ bytes: [UInt8]) throws(ExportError) -> [UInt8] {
    // A window of 32 KiB, with a gzip header.
    try deflated(bytes, window: 31)
  }

  /// Packs bytes with zlib's own header (RFC 1950), as PDF wants them.
  static func deflated(
    _ bytes: [UInt8], window: Int32 = 15
  ) throws(ExportError) -> [UInt8] {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw ExportError(code: .encoderRefused, message: "zlib can't begin") }
    defer { deflateEnd(&stream) }
    var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64)
    var source = bytes
    let done = source.withUnsafeMutableBufferPointer { source in
      packed.withUnsafeMutableBufferPointer { packed in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = packed.baseAddress
        stream.avail_out = UInt32(packed.count)
        return deflate(&stream, Z_FINISH)
      }
    }
    guard done == Z_STREAM_END else {
      throw ExportError(code: .encoderRefused, message: "zlib can't finish")
    }
    packed.removeLast(packed.count - Int(stream.total_out))
    return packed
  }

  /// Unpacks a gzip file.
  static func unpack(_ bytes: [UInt8]) throws(ExportError) -> [UInt8] {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw ExportError(code: .encoderRefused, message: "zlib can't begin") }
    defer { inflateEnd(&stream) }
    var source = bytes
    var whole: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    var status = Z_OK
    source.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(clamping: source.count)
      while status == Z_OK, whole.count < largest {
        part.withUnsafeMutableBufferPointer { part in
          stream.next_out = part.baseAddress
          stream.avail_out = UInt32(part.count)
          status = inflate(&stream, Z_NO_FLUSH)
          whole.append(contentsOf: part.prefix(part.count - Int(stream.avail_out)))
        }
      }
    }
    guard whole.count < largest || status == Z_STREAM_END else {
      throw ExportError(
        code: .malformed,
        message: "it unpacks to more than \(largest >> 20) MiB: that is no drawing")
    }
    guard status == Z_STREAM_END else {
      throw ExportError(code: .malformed, message: "the gzip data are damaged or cut off")
    }
    return whole
  }
}
