"""Measures the surface in Chromium:  measure.py FUDE [strokes]
Event to painted pixels at 240 samples a second and frames, on an empty and on a full document."""
import statistics
import subprocess
import sys
import time

from devtools import Browser

SAMPLE = """(() => {
  window.work = []; window.frames = []; let last = 0;
  const paper = document.getElementById('paper');
  // After the page's own listener on the same element: pixels are on the canvas by then.
  paper.addEventListener('onpointerrawupdate' in window ? 'pointerrawupdate' : 'pointermove',
    (e) => { if (e.buttons) work.push(performance.now() - e.timeStamp); });
  (function frame(t) { if (last) frames.push(t - last); last = t; requestAnimationFrame(frame); })(0);
})()"""

FILL = """((count) => { let t = Clock.now(); const w = innerWidth, h = innerHeight;
  for (let s = 0; s < count; s += 1) {
    const x = (s * 37) %% (w - 60), y = ((s * 7919) %% (h - 40)) + 10;
    for (let i = 0; i < 24; i += 1) { t += 4;
      Engine.pointer(0, t, 0, i === 0 ? 0 : i === 23 ? 2 : 1, 1, x + i * 2, y + 8 * Math.sin(i / 2 + s), .3 + .02 * i, 0, 0, 0, 1, 1, i === 23 ? 0 : 1); }
  }
  Clock.goOn(t + 100); return Engine.state(0).strokes; })(%d)"""


def draw(page, seconds, y):
    """Circles at 240 samples a second for some seconds."""
    import math
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


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    server = subprocess.Popen([sys.argv[1], "draw", "--no-open", "--port", "0"], stderr=subprocess.PIPE, text=True)
    url = server.stderr.readline().split()[2]
    browser = Browser()
    try:
        page = browser.page()
        began = time.time()
        page.open(url)
        print(f"page usable after {time.time() - began:.2f} s; engine {page.js('performance.getEntriesByName(location.origin + %s)[0].decodedBodySize' % repr('/fude.wasm'))} bytes")
        for strokes in (0, count):
            if strokes:
                began = time.time()
                filled = page.js(FILL % strokes)
                print(f"{filled} strokes made in {time.time() - began:.2f} s")
                page.js("Engine.command(0, Clock.now(), 'pan 0 0')")
                print("whole repaint ms:", page.js("(() => { Engine.command(0, Clock.now(), 'pan 0 0'); const t = performance.now(); Engine.paint(0, $('paper'), $('paper').getContext('2d')); return +(performance.now() - t).toFixed(1); })()"))
                time.sleep(1)
            page.js(SAMPLE)
            rate = draw(page, 5, 320)
            work = sorted(page.js("work"))
            frames = sorted(page.js("frames"))
            print(f"{strokes} strokes, {rate:.0f} samples a second: event to pixels median {statistics.median(work):.2f} ms, "
                  f"p99 {work[int(len(work) * .99)]:.2f} ms, most {work[-1]:.2f} ms; frames over 17 ms: "
                  f"{sum(f > 17.5 for f in frames)} of {len(frames)}, longest {frames[-1]:.1f} ms")
        page.js("Store.pending === 0 || new Promise((d) => setTimeout(d, 1500))")
        began = time.time()
        page.open(url)
        print(f"reload with {page.js('Engine.state(0).strokes')} strokes: usable after {time.time() - began:.2f} s")
    finally:
        browser.close()
        server.terminate()


main()
