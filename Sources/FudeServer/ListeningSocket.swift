import Glibc

/// A TCP socket that listens.
///
/// The HTTP library could open it, but can't say which port it got or why it got none.
enum ListeningSocket {
  /// Opens one.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any free one.
  ///   - everywhere: Whether other machines may connect; otherwise only 127.0.0.1 listens.
  /// - Returns: The descriptor, which the caller closes, and the port.
  static func open(
    port: UInt16, everywhere: Bool
  ) throws(ServerError) -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw refused("a socket", errno) }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (everywhere ? INADDR_ANY : INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && listen(descriptor, 256) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard bound else {
      let error = errno
      close(descriptor)
      throw refused("port \(port)", error)
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  private static func refused(_ what: String, _ error: Int32) -> ServerError {
    switch error {
    case EADDRINUSE:
      ServerError(
        code: .portInUse,
        message: "\(what) is in use, perhaps by another 'fude draw'; choose one with --port")
    case EACCES:
      ServerError(
        code: .notPermitted, message: "\(what) is not for this user; ports from 1024 on are")
    default:
      ServerError(
        code: .cannotListen, message: "\(what) is refused: \(String(cString: strerror(error)))")
    }
  }
}
