"""A genuine X11 pen with pressure, and a palm beside it, in Chromium on a real X server:  x11_tests.py FUDE"""
import json
import subprocess
import sys
import time

import x11
from devtools import Browser


def main():
    reason = x11.missing()
    if reason:
        print("x11: skipped: " + reason)
        return 0
    fude = subprocess.Popen([sys.argv[1], "draw", "--no-open", "--port", "0"], stderr=subprocess.PIPE, text=True)
    url = fude.stderr.readline().split()[2]
    server = browser = None
    try:
        server = x11.Server()
        browser = Browser(size=(1024, 768), display=server.display,
                          extra=["--window-position=0,0", "--touch-events=enabled", "--kiosk"])
        page = browser.page()
        page.open(url)
        page.js("window.seen = []; addEventListener('pointerdown', (e) => seen.push([e.pointerType, e.isTrusted]), true)")
        time.sleep(1)
        top = page.js("outerHeight - innerHeight")
        pen, touch = server.device("pen"), server.device("touch")
        pen.proximity(1, 300, 300 + top)
        pen.move(300, 300 + top)
        # The palm is there before the tip.
        touch.touch(1, x11.BEGIN, 430, 420 + top)
        pen.tip(1, 300, 300 + top, 0.2)
        for index in range(30):
            pen.move(300 + 6 * index, 300 + top, 0.2 + 0.02 * index)
            touch.touch(1, x11.UPDATE, 430 + 6 * index, 420 + top)
            time.sleep(0.004)
        pen.tip(0, 474, 300 + top)
        touch.touch(1, x11.END, 600, 420 + top)
        pen.proximity(0, 474, 300 + top)
        page.until("Engine.state(0).strokes > 0", 5)
        time.sleep(0.3)
        seen = page.js("seen")
        assert ["pen", True] in seen, seen
        state = page.js("Engine.state(0)")
        why = json.loads(page.js("Engine.text(0, 1)"))
        assert state["strokes"] == 1, (state["strokes"], why)
        assert all(one["verdict"] == "palm" for one in why), why
        page.until("Store.pending === 0")
        text = page.js("Store.records(Surface.drawing.id).then((bytes) => new TextDecoder().decode(bytes))")
        records = [json.loads(line) for line in text.splitlines()]
        forces = [r["pointer"]["p"] for r in records
                  if r.get("pointer", {}).get("type") == "pen" and r["pointer"].get("buttons")]
        assert len(forces) > 20 and forces[-1] > forces[0] + 0.3, forces
        print(f"ok    A genuine X11 pen draws with its pressure ({len(forces)} samples, {forces[0]:.2f} to {max(forces):.2f}), "
              f"and {len(why)} palm contact is kept out")
        return 0
    finally:
        if browser:
            browser.close()
        if server:
            server.close()
        fude.terminate()
        fude.wait(10)


sys.exit(main())
