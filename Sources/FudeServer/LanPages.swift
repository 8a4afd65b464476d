/// The two pages that exist only when the surface is served to the network.
///
/// They must work before anything else may be loaded, so they have no scripts and their style is
/// inside them.
enum LanPages {
  /// Asks for the code.
  static func pairing(note: String?) -> String {
    frame(
      """
      <h1>Draw on this device</h1>
      <p class="soft">Type the six digits that the terminal shows beside <b>code</b>.</p>
      \(note.map { "<p role=\"alert\">\($0)</p>" } ?? "")
      <form method="post" action="/pair">
        <input name="code" aria-label="Code" placeholder="000 000" inputmode="numeric"
          autocomplete="one-time-code" pattern="[0-9 ]*" maxlength="8" required autofocus>
        <button>Open</button>
      </form>
      """)
  }

  /// Says how to make the browser trust the certificate, and goes on.
  static var trust: String {
    frame(
      """
      <h1>You are in</h1>
      <p><a class="go" href="/">Start drawing</a></p>
      <h2>To be rid of the browser's warning</h2>
      <p class="soft">This server made its own certificate on this network; nobody vouches for it, so
      the browser warns. Drawing works all the same. To trust it on this device, install
      <a href="/trust.pem">its authority's certificate</a>:</p>
      <ul>
      <li><b>iPad, iPhone</b>Open it, then Settings › General › VPN &amp; Device Management ›
      install, then Settings › General › About › Certificate Trust Settings › switch Fude on.</li>
      <li><b>Android</b>Settings › Security › Encryption &amp; credentials › Install a
      certificate › CA certificate.</li>
      <li><b>Windows, macOS, Linux</b>Import it in the browser's certificate settings as an
      authority.</li>
      </ul>
      <p class="soft">The authority's key was thrown away when the certificate was made: it can vouch
      for this one server and for nothing else. Remove it when you are done.</p>
      """)
  }

  private static func frame(_ body: String) -> String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><title>Fude</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark"><style>\(style)</style></head>
    <body><main>
    \(body)
    </main></body></html>

    """
  }

  /// What the policy lets through: the style's SHA-256. A change of the style changes it; the
  /// browser's tests tell.
  static let styleHash = "sha256-uPwYwj5h9Zg/d5Vx8CbaAS4x6sdkLEbwoY2VOsU7ejw="

  private static let style = """

    :root {
      color-scheme: light dark; --paper: #fdfcf8; --face: #fff; --text: #1b1d26; --soft: #666873;
      --accent: #33518f; --on: #fff; --line: #1b1d261f; --seal: #c8452f;
      font: 17px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #22211d; --face: #2b2c2f; --text: #eceae4; --soft: #a9a8a4; --accent: #8fabec;
        --on: #14161c; --line: #ffffff24; --seal: #f0806b;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; min-height: 100dvh; padding: 24px 16px; display: grid; place-items: center;
      background: var(--paper); color: var(--text);
    }
    main {
      width: min(560px, 100%); padding: 28px 32px 32px; background: var(--face);
      border: 1px solid var(--line); border-radius: 24px;
    }
    h1 { font-size: 1.5rem; margin: 0 0 8px; }
    h2 { font-size: 1.05rem; margin: 28px 0 8px; }
    p { margin: 8px 0; }
    .soft, li { color: var(--soft); font-size: .95rem; }
    ul { list-style: none; margin: 12px 0; padding: 0; }
    li { padding: 10px 0; border-top: 1px solid var(--line); }
    li b { display: block; color: var(--text); }
    a { color: var(--accent); }
    form { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 20px; }
    input {
      flex: 1 1 180px; min-width: 0; min-height: 56px; text-align: center; color: inherit;
      font: 600 1.7rem ui-monospace, Menlo, Consolas, monospace; letter-spacing: .18em;
      background: transparent; border: 1.5px solid var(--line); border-radius: 14px;
    }
    input::placeholder { color: var(--soft); opacity: .4; }
    button, .go {
      flex: 0 0 auto; min-height: 56px; padding: 0 28px; border: 0; border-radius: 14px;
      background: var(--accent); color: var(--on); font: 600 1.05rem system-ui, sans-serif;
      display: inline-flex; align-items: center; text-decoration: none; cursor: pointer;
    }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    [role="alert"] { color: var(--seal); font-weight: 600; }

    """
}
