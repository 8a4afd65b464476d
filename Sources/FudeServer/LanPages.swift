/// The two pages that exist only when the surface is served to the network.
///
/// They must work before anything else may be loaded, so they have no scripts and no style sheet.
enum LanPages {
  /// Asks for the code.
  static func pairing(note: String?) -> String {
    frame(
      """
      <h1>Fude</h1>
      \(note.map { "<p role=\"alert\"><strong>\($0)</strong></p>" } ?? "")
      <p>Type the code that the terminal shows.</p>
      <form method="post" action="/pair">
        <p><label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code"
          pattern="[0-9 ]*" maxlength="8" size="8" required autofocus></label>
        <button>Open</button></p>
      </form>
      """)
  }

  /// Says how to make the browser trust the certificate, and goes on.
  static var trust: String {
    frame(
      """
      <h1>You are in</h1>
      <p><a href="/"><strong>Start drawing</strong></a></p>
      <h2>To be rid of the warning</h2>
      <p>This server made its own certificate on this network; nobody vouches for it, so the browser
      warns. Drawing works all the same. To trust it on this device, install
      <a href="/trust.pem">its authority's certificate</a>:</p>
      <ul>
      <li><b>iPad, iPhone:</b> open it, then Settings › General › VPN &amp; Device Management ›
      install, then Settings › General › About › Certificate Trust Settings › switch Fude on.</li>
      <li><b>Android:</b> Settings › Security › Encryption &amp; credentials › Install a
      certificate › CA certificate.</li>
      <li><b>Windows, macOS, Linux:</b> import it in the browser's certificate settings as an
      authority.</li>
      </ul>
      <p>The authority's key was thrown away when the certificate was made: it can vouch for this one
      server and for nothing else. Remove it when you are done.</p>
      """)
  }

  private static func frame(_ body: String) -> String {
    """
    <!doctype html>
    <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark"><title>Fude</title>
    \(body)
    </html>

    """
  }
}
