import CGnuTLS
import Foundation
import Glibc

/// What HTTPS needs: a key and a certificate chain, made on this machine.
///
/// The chain is a certificate for this machine's names and addresses, signed by an authority that
/// was made for it alone. The authority's key is thrown away at once: who trusts the authority
/// trusts this one server, and nobody can ever sign another site with it.
public struct ServerCertificate: Sendable {
  /// The server's private key, PEM.
  public var key: String
  /// The server's certificate and then the authority's, PEM.
  public var chain: String
  /// The authority's certificate alone, PEM; what a device installs to trust the server.
  public var authority: [UInt8]

  /// How long it is valid: as long as Apple's devices accept, less a margin.
  static let days = 800

  /// Reads the certificate kept in a folder, or makes one there on first use.
  ///
  /// A new one is made, too, when the machine has an address which the old one does not name, or
  /// within a week of its end.
  ///
  /// - Parameters:
  ///   - folder: Where it is kept; made if missing, readable by this user only.
  ///   - names: The machine's DNS names.
  ///   - addresses: Its IPv4 addresses, dotted.
  /// - Throws: ``ServerError`` when it can neither be read nor made and written.
  public static func kept(
    in folder: String, names: [String], addresses: [String]
  ) throws(ServerError) -> (certificate: ServerCertificate, isNew: Bool) {
    let about = (names + addresses).joined(separator: " ")
    func path(_ name: String) -> String { "\(folder)/\(name)" }
    func text(_ name: String) -> String? {
      FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
    }
    if let key = text("key.pem"), let chain = text("chain.pem"), let authority = text("trust.pem"),
      let note = text("about.txt")?.split(separator: "\n"), note.count == 2, note[0] == about,
      let end = Double(note[1]), end - Date().timeIntervalSince1970 > 7 * 86400
    {
      return (
        ServerCertificate(key: key, chain: chain, authority: Array(authority.utf8)), false
      )
    }
    let now = Int(Date().timeIntervalSince1970)
    let made = try make(names: names, addresses: addresses, now: now)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ServerError(code: .noCertificate, message: "\(folder) can't be made: \(error)")
    }
    let parts = [
      ("key.pem", made.key), ("chain.pem", made.chain),
      ("trust.pem", String(decoding: made.authority, as: UTF8.self)),
      ("about.txt", "\(about)\n\(now + days * 86400)\n"),
    ]
    for (name, text) in parts {
      let written = FileManager.default.createFile(
        atPath: path(name), contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
      guard written else {
        throw ServerError(code: .noCertificate, message: "\(path(name)) can't be written")
      }
    }
    return (made, true)
  }

  /// Makes an authority and a certificate signed by it.
  static func make(
    names: [String], addresses: [String], now: Int
  ) throws(ServerError) -> ServerCertificate {
    let authority = try Signed(name: "Fude on \(names.first ?? "this machine")", now: now)
    let server = try Signed(name: names.first ?? addresses.first ?? "fude", now: now)
    defer {
      authority.free()
      server.free()
    }
    try check(gnutls_x509_crt_set_basic_constraints(authority.certificate, 1, 0))
    try check(
      gnutls_x509_crt_set_key_usage(
        authority.certificate, UInt32(GNUTLS_KEY_KEY_CERT_SIGN | GNUTLS_KEY_CRL_SIGN)))
    try authority.sign(by: authority)
    for name in names {
      try check(
        gnutls_x509_crt_set_subject_alt_name(
          server.certificate, GNUTLS_SAN_DNSNAME, name, UInt32(name.utf8.count),
          UInt32(GNUTLS_FSAN_APPEND)))
    }
    for address in addresses {
      let bytes = address.split(separator: ".").compactMap { UInt8($0) }
      guard bytes.count == 4 else { continue }
      try check(
        gnutls_x509_crt_set_subject_alt_name(
          server.certificate, GNUTLS_SAN_IPADDRESS, bytes, 4, UInt32(GNUTLS_FSAN_APPEND)))
    }
    try check(gnutls_x509_crt_set_basic_constraints(server.certificate, 0, -1))
    try check(
      gnutls_x509_crt_set_key_usage(server.certificate, UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE)))
    try check(gnutls_x509_crt_set_key_purpose_oid(server.certificate, GNUTLS_KP_TLS_WWW_SERVER, 0))
    try server.sign(by: authority)
    let root = try authority.pem()
    return ServerCertificate(
      key: try server.keyPEM(), chain: try server.pem() + root, authority: Array(root.utf8))
  }

  fileprivate static func check(_ status: Int32) throws(ServerError) {
    guard status >= 0 else {
      throw ServerError(
        code: .noCertificate,
        message: "GnuTLS can't make a certificate: \(String(cString: gnutls_strerror(status)))")
    }
  }
}

/// A key and the certificate that is being made for it.
private struct Signed {
  var certificate: gnutls_x509_crt_t?
  var key: gnutls_x509_privkey_t?

  init(name: String, now: Int) throws(ServerError) {
    try ServerCertificate.check(gnutls_x509_privkey_init(&key))
    try ServerCertificate.check(
      gnutls_x509_privkey_generate(
        key, GNUTLS_PK_ECDSA, gnutls_sec_param_to_pk_bits(GNUTLS_PK_ECDSA, GNUTLS_SEC_PARAM_HIGH),
        0))
    try ServerCertificate.check(gnutls_x509_crt_init(&certificate))
    try ServerCertificate.check(gnutls_x509_crt_set_version(certificate, 3))
    try ServerCertificate.check(
      gnutls_x509_crt_set_dn_by_oid(
        certificate, GNUTLS_OID_X520_COMMON_NAME, 0, name, UInt32(name.utf8.count)))
    // An hour back: clocks of tablets run behind.
    try ServerCertificate.check(
      gnutls_x509_crt_set_activation_time(certificate, time_t(now - 3600)))
    try ServerCertificate.check(
      gnutls_x509_crt_set_expiration_time(
        certificate, time_t(now + ServerCertificate.days * 86400)))
    var serial = [UInt8](repeating: 0, count: 16)
    var generator = SystemRandomNumberGenerator()
    for index in serial.indices { serial[index] = UInt8.random(in: 1...127, using: &generator) }
    try ServerCertificate.check(gnutls_x509_crt_set_serial(certificate, serial, serial.count))
    try ServerCertificate.check(gnutls_x509_crt_set_key(certificate, key))
  }

  func sign(by issuer: Signed) throws(ServerError) {
    try ServerCertificate.check(
      gnutls_x509_crt_sign2(certificate, issuer.certificate, issuer.key, GNUTLS_DIG_SHA256, 0))
  }

  func pem() throws(ServerError) -> String {
    var data = gnutls_datum_t()
    try ServerCertificate.check(
      gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, &data))
    return Signed.text(data)
  }

  func keyPEM() throws(ServerError) -> String {
    var data = gnutls_datum_t()
    try ServerCertificate.check(gnutls_x509_privkey_export2(key, GNUTLS_X509_FMT_PEM, &data))
    return Signed.text(data)
  }

  func free() {
    gnutls_x509_crt_deinit(certificate)
    gnutls_x509_privkey_deinit(key)
  }

  /// Takes over memory of the library's.
  private static func text(_ data: gnutls_datum_t) -> String {
    defer { Glibc.free(data.data) }
    return String(
      decoding: UnsafeBufferPointer(start: data.data, count: Int(data.size)), as: UTF8.self)
  }
}
