import Glibc

/// This machine as its network sees it.
enum LocalNetwork {
  /// Its IPv4 addresses other than loopback, dotted.
  static func addresses() -> [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: [String] = []
    var next = list
    while let interface = next {
      next = interface.pointee.ifa_next
      guard let address = interface.pointee.ifa_addr, address.pointee.sa_family == AF_INET,
        interface.pointee.ifa_flags & UInt32(IFF_LOOPBACK) == 0
      else { continue }
      let number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
      }
      found.append([24, 16, 8, 0].map { String(number >> $0 & 255) }.joined(separator: "."))
    }
    return found
  }

  /// Its name, without a domain.
  static func name() -> String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, 255) == 0 else { return "localhost" }
    let name = bytes.prefix { $0 != 0 && $0 != 46 }.map { UInt8(bitPattern: $0) }
    return String(decoding: name, as: UTF8.self)
  }
}
