"""Takes the pictures of the surface that the README shows, and others to look at:
screenshots.py FUDE FOLDER [more]"""
import json
import math
import subprocess
import sys
import time

from devtools import FAKE_PAD, Browser

# Tool, colour, width, and lines through places.
STROKES = [
    ("marker", "a9cde8", 7.5, [[(200, 540), (380, 522), (600, 548), (850, 522), (1010, 536)], [(230, 574), (420, 556), (650, 580), (860, 560), (1000, 572)]]),
    ("marker", "ffb072", 16, [[(808, 212), (820, 206), (822, 189), (831, 198), (835, 210), (833, 223), (825, 233), (813, 239), (800, 238), (789, 231), (782, 219), (782, 206), (787, 195), (798, 187), (811, 185), (823, 190), (832, 199), (812, 218), (806, 210)]]),
    ("pencil", "46464c", 1.5, [[(180, 500), (300, 400), (420, 272), (470, 262), (540, 330), (620, 430), (690, 476)],
                               [(590, 440), (690, 366), (770, 320), (850, 352), (930, 430), (1010, 486)]]),
    ("pencil", "46464c", 0.8, [[(450 + 11 * n, 280 + 12 * n), (444 + 14 * n, 310 + 14 * n), (456 + 17 * n, 344 + 14 * n)] for n in range(8)]),
    ("pen", "1b1d26", 1.5, [[(304, 690), (309, 620), (300, 550), (310, 470), (304, 396)]]),
    ("pen", "2f7d5b", 2.2, [[(308, 480), (280, 440), (236, 430)], [(308, 480), (340, 444), (396, 436)], [(306, 420), (326, 372), (368, 362)],
                            [(304, 560), (266, 546), (222, 548)], [(306, 540), (346, 520), (404, 518)]]),
    ("pen", "1b1d26", 0.9, [[(604, 610), (640, 636), (700, 644), (750, 636), (800, 614), (770, 608), (614, 611)], [(700, 498), (697, 550), (694, 610)]]),
    ("pen", "c8452f", 1.0, [[(702, 500), (740, 544), (756, 570), (730, 588), (706, 584), (701, 560), (701, 500)]]),
    ("pen", "1b1d26", 0.7, [[(x, y), (x + 12, y - 10), (x + 20, y), (x + 31, y - 12), (x + 42, y - 4)] for x, y in ((568, 190), (604, 220), (648, 197))]),
]

DRAW = """((strokes) => { let t = Clock.now() + 10; Engine.command(0, t, 'palette off');
  const through = (places) => { const all = []; const at = (i) => places[Math.max(0, Math.min(places.length - 1, i))];
    for (let i = 0; i + 1 < places.length; i += 1) for (let k = 0; k < 14; k += 1) { const u = k / 14;
      all.push([0, 1].map((c) => { const [a, b, d, e] = [at(i - 1)[c], at(i)[c], at(i + 1)[c], at(i + 2)[c]];
        return .5 * (2 * b + (d - a) * u + (2 * a - 5 * b + 4 * d - e) * u * u + (3 * b - a - 3 * d + e) * u * u * u); })); }
    return [...all, places.at(-1)]; };
  for (const [tool, color, width, lines] of strokes) {
    for (const text of [`tool ${tool}`, `color ${color}`, `width ${width}`]) Engine.command(0, t, text);
    for (const places of lines) { const points = through(places); t += 300;
      points.forEach(([x, y], i) => { t += 6; const last = i === points.length - 1; const force = .28 + .5 * Math.sin(Math.PI * (i + 1) / (points.length + 1)) ** .7;
        Engine.pointer(0, t, 0, i ? last ? 2 : 1 : 0, 1, x, y, last ? 0 : force, 20, -12, 0, 1, 1, last ? 0 : 1); });
      Engine.pointer(0, t + 1, 0, 4, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0); } }
  for (const text of ['tool pen', 'color 33518f', 'width 0.9']) Engine.command(0, t, text);
  Clock.goOn(t + 1500); Surface.keep(); dispatchEvent(new Event('resize')); })(%s)"""


def draw(page, scale=1.0, dx=0.0, dy=0.0):
    page.js(DRAW % json.dumps([[tool, color, width * max(scale, 0.55), [[(x * scale + dx, y * scale + dy) for x, y in line] for line in lines]]
                               for tool, color, width, lines in STROKES]))


def settle(page):
    page.js("new Promise((done) => setTimeout(done, 250))")
    page.until("!Surface.isPainting")


def main():
    command, folder, more = sys.argv[1], sys.argv[2], len(sys.argv) > 3
    server = subprocess.Popen([command, "draw", "--no-open", "--port", "0"], stderr=subprocess.PIPE, text=True)
    url = server.stderr.readline().split()[2]
    browser = Browser(size=(1280, 887))

    def page():
        one = browser.page()
        one.before(FAKE_PAD)
        one.send("Storage.clearDataForOrigin", origin=url.rstrip("/"), storageTypes="all")
        one.send("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=10)
        one.open(url)
        return one

    def shot(one, name, extra=False):
        if extra and not more:
            return
        settle(one)
        one.screenshot(f"{folder}/surface-{name}.png")

    try:
        one = page()
        shot(one, "empty", extra=True)
        draw(one)
        shot(one, "light")
        one.key("d")
        shot(one, "dark")
        one.key("d")
        for panel in ("size", "more", "drawings", "pad"):
            one.js(f"Panels.show('p-{panel}')")
            shot(one, panel, extra=True)
            if panel == "size":
                one.stroke([(float(x), float(y)) for x, y in one.js("(() => { const b = $('trial').getBoundingClientRect(); return Array.from({ length: 20 }, (_, i) => [b.left + 14 + i * 6, b.top + 74 + 28 * Math.sin(i / 2.5)]); })()")],
                           force=lambda s: s)
                shot(one, "curve", extra=True)
            one.js("Panels.close()")
        one.touch("touchStart", [(1, 600, 690, 38)])
        one.touch("touchMove", [(1, 602, 691, 42)])
        one.stroke([(430 + 5 * i, 640 + 3 * math.sin(i / 3)) for i in range(24)], force=lambda s: 0.5)
        one.touch("touchEnd", [])
        time.sleep(1.3)
        one.touch("touchStart", [(2, 300, 250)])
        for i in range(8):
            one.touch("touchMove", [(2, 300 + 9 * i, 250)])
        one.touch("touchEnd", [])
        time.sleep(0.6)
        one.js("Panels.show('p-touch')")
        shot(one, "why")
        one.js("Panels.close(); plug()")
        one.until("Pads.count === 1")
        one.js("Panels.show('p-pad'); pad.b[1] = 1; pad.b[5] = 1")
        shot(one, "controller")
        one.js("pad.b[1] = 0; pad.b[5] = 0; Panels.close()")
        one.js("pad.b[3] = 1")
        one.until("!$('p-color').hidden")
        one.js("pad.b[3] = 0")
        x, y = one.js("(() => { const b = $('list').getBoundingClientRect(); return [b.left + b.width * .4, b.top + 84]; })()")
        one.js(f"Engine.command(0, Clock.now(), 'point {x} {y}')")
        time.sleep(0.2)
        one.js("pad.b[1] = 1")
        time.sleep(0.1)
        one.js("pad.b[1] = 0")
        shot(one, "palette")
        one.js("Panels.close(); $('alert').hidden = true; IDBObjectStore.prototype.add = function () { throw new DOMException('no room', 'QuotaExceededError'); }")
        one.stroke([(200 + 5 * i, 640) for i in range(10)])
        shot(one, "full", extra=True)
        one.close()
        one = page()
        one.send("Emulation.setDeviceMetricsOverride", width=390, height=760, deviceScaleFactor=2, mobile=True)
        settle(one)
        draw(one, scale=0.44, dx=-72, dy=150)
        shot(one, "phone")
        one.js("Panels.show('p-more')")
        shot(one, "phone-more", extra=True)
    finally:
        browser.close()
        server.terminate()


main()
