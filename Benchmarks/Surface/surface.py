"""Measures the drawing surface in Chromium:  python Benchmarks/Surface/surface.py FUDE [strokes]

FUDE is a built `fude` (release) with its engine (`Scripts/wasm`); python needs websocket-client, as
`Scripts/browser-tests` installs it in .build/venv. For an empty and for a full document it says how long
an event takes to painted pixels at 240 samples a second, and how long the page works in each frame while
somebody draws, moves, zooms and turns the paper. Before it counts, it checks that what was asked for
happened; after it, that the pixels are those of a page painted at once."""
import math
import os
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Tests", "Browser"))
from devtools import Browser  # noqa: E402

# How long the page's own script runs between two frames, and how far apart frames are.
METER = """(() => {
  let busy = 0, last = 0, on = false;
  window.meter = { work: [], frames: [], busy: [] };
  window.measure = (yes) => { on = yes; last = 0; busy = 0; if (yes) window.meter = { work: [], frames: [], busy: [] }; };
  const timed = (body) => function (...words) {
    const start = performance.now();
    try { return body.apply(this, words); } finally { busy += performance.now() - start; }
  };
  const frame = requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (body) => frame(timed(body));
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (name, body, ...more) {
    const isInput = /^(pointer|wheel|key)/.test(name) && typeof body === 'function';
    const isDrawn = name === (('onpointerrawupdate' in window) ? 'pointerrawupdate' : 'pointermove') && this.id === 'paper';
    const run = isInput ? timed(body) : body;
    return listen.call(this, name, isDrawn ? (event) => {
      run(event);
      if (on && event.buttons) meter.work.push(performance.now() - event.timeStamp);
    } : run, ...more);
  };
  const tick = (now) => {
    if (on && last) { meter.frames.push(now - last); meter.busy.push(busy); }
    last = now; busy = 0;
    frame(tick);
  };
  frame(tick);
})();"""

FILL = """((count) => { let t = Clock.now(); const w = innerWidth, h = innerHeight;
  for (let s = 0; s < count; s += 1) {
    const x = (s * 37) %% (w - 60), y = ((s * 7919) %% (h - 40)) + 10;
    for (let i = 0; i < 24; i += 1) { t += 4;
      Engine.pointer(0, t, 0, i === 0 ? 0 : i === 23 ? 2 : 1, 1, x + i * 2, y + 8 * Math.sin(i / 2 + s), .3 + .02 * i, 0, 0, 0, 1, 1, i === 23 ? 0 : 1); }
  }
  Clock.goOn(t + 100); Surface.keep(); dispatchEvent(new Event('resize')); return Engine.state(0).strokes; })(%d)"""

# Two seconds of a movement, an event each 8 ms, as a touchpad gives them.
MOVE = """new Promise((done) => { let n = 0; const paper = $('paper');
  const timer = setInterval(() => { n += 1;
    const way = n % 120 < 60 ? 1 : -1;
    WHAT;
    if (n === 250) { clearInterval(timer); done(); } }, 8); })"""
MOVEMENTS = {
    "moving": "paper.dispatchEvent(new WheelEvent('wheel', { deltaX: 3 * way, deltaY: 7 * way, clientX: 500, clientY: 300, cancelable: true }))",
    "zooming": "paper.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, deltaY: 6 * way, clientX: 500, clientY: 300, cancelable: true }))",
    "turning": "if (n % 2) paper.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true, cancelable: true }))",
}
# Each movement raises it.
VIEWED = "Engine.revision(0)"
SETTLED = "new Promise((done) => { const wait = () => !Surface.isPainting ? done(true) : setTimeout(wait, 10); wait(); })"
SAME = """(() => { const c = $('paper'), x = c.getContext('2d');
  const before = x.getImageData(0, 0, c.width, c.height).data;
  const size = `${innerWidth} ${innerHeight} ${(devicePixelRatio || 1).toFixed(6)}`;
  const { width, height } = c;
  c.width = c.height = 1;
  Engine.command(0, Clock.now(), 'resize 1 1 1'); while (Engine.paintOn(0, c, x, 1000));
  c.width = width; c.height = height;
  Engine.command(0, Clock.now(), 'resize ' + size); while (Engine.paintOn(0, c, x, 1000));
  const after = x.getImageData(0, 0, c.width, c.height).data;
  let different = 0; for (let i = 0; i < after.length; i += 4) if (after[i] !== before[i]) different += 1;
  return different; })()"""


def draw(page, seconds, y):
    """Circles at 240 samples a second for some seconds."""
    start = time.time()
    sent = []
    index = 0
    while time.time() - start < seconds:
        x = 400 + 250 * math.cos(index / 60)
        at = y + 180 * math.sin(index / 60)
        sent.append(page.pen("mousePressed" if index == 0 else "mouseMoved", x, at, wait=False, force=0.5))
        index += 1
        pause = start + index / 240 - time.time()
        if pause > 0:
            time.sleep(pause)
    sent.append(page.pen("mouseReleased", x, at, wait=False, force=0))
    for number in sent:
        page.wait(number)
    return index / (time.time() - start)


def said(name, meter):
    busy = sorted(meter["busy"])
    frames = sorted(meter["frames"])
    print(f"  {name:8} work a frame: median {statistics.median(busy):4.1f} ms, p99 {busy[int(len(busy) * .99)]:4.1f}, "
          f"most {busy[-1]:4.1f}; frames: median {statistics.median(frames):.1f} ms apart, "
          f"{sum(f > 25 for f in frames)} of {len(frames)} late, longest {frames[-1]:.0f} ms")


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    server = subprocess.Popen([sys.argv[1], "draw", "--no-open", "--port", "0"], stderr=subprocess.PIPE, text=True)
    url = server.stderr.readline().split()[2]
    browser = Browser()
    try:
        page = browser.page()
        page.before(METER)
        began = time.time()
        page.open(url)
        print(f"page usable after {time.time() - began:.2f} s")
        for strokes in (0, count):
            if strokes:
                filled = page.js(FILL % strokes)
                assert filled >= strokes, filled
                time.sleep(1)
            print(f"{strokes} strokes:")
            page.js(SETTLED)
            page.js("measure(true)")
            rate = draw(page, 5, 320)
            meter = page.js("(measure(false), meter)")
            assert rate > 230, rate
            work = sorted(meter["work"])
            print(f"  drawing  {rate:.0f} samples a second, event to pixels: median {statistics.median(work):.2f} ms, "
                  f"p99 {work[int(len(work) * .99)]:.2f}, most {work[-1]:.2f}")
            said("drawing", meter)
            for name, what in MOVEMENTS.items():
                before = page.js(VIEWED)
                page.js("measure(true)")
                page.js(MOVE.replace("WHAT", what))
                meter = page.js("(measure(false), meter)")
                assert page.js(VIEWED) != before, name
                said(name, meter)
                page.js(SETTLED)
                assert page.js(SAME) == 0, name
                page.js("Engine.command(0, Clock.now(), 'home')")
        page.until("(Surface.keep(), Store.pending === 0)")
        began = time.time()
        page.open(url)
        print(f"reload with {page.js('Engine.state(0).strokes')} strokes: usable after {time.time() - began:.2f} s")
    finally:
        browser.close()
        server.terminate()


main()
