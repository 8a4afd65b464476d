"""The drawing surface in a real Chromium. Each function is one behaviour; its docstring is its name."""
import base64
import gzip
import json
import math
import os
import shutil
import subprocess
import tempfile
import time

import png

TESTS = []
COMMAND = ""  # the fude under test; run.py says which


def test(function):
    TESTS.append(function)
    return function


def state(page):
    return page.js("Engine.state(0)")


def settled(page):
    """Input that was sent has reached the page, and all is painted."""
    page.js("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.until("!Surface.isPainting")


def strokes(page):
    settled(page)
    return state(page)["strokes"]


def has(page, count):
    """The paper comes to hold `count` strokes and stays so."""
    settled(page)
    try:
        page.until(f"Engine.state(0).strokes === {count}", 3)
    except AssertionError:
        raise AssertionError(f"{strokes(page)} strokes, not {count}: {why(page)}") from None
    settled(page)
    assert strokes(page) == count, why(page)


def why(page):
    settled(page)
    return json.loads(page.js("Engine.text(0, 1)"))


def kept(page):
    """The recording that the browser keeps, as objects."""
    page.until("(Surface.keep(), Store.pending === 0)")
    text = page.js("Store.records(Surface.drawing.id).then((bytes) => new TextDecoder().decode(bytes))")
    return [json.loads(line) for line in text.splitlines()]


def pen_leaves(page):
    """The pen goes out of range, as browsers tell it."""
    page.js("$('paper').dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'pen', pointerId: lastPen }))")


def line(x, y, count=20, step=6):
    return [(x + step * index, y + 8 * math.sin(index / 3)) for index in range(count)]


def pixels(page):
    """How many pixels of the paper are dark."""
    settled(page)
    return page.js("(() => { const c = $('paper'); const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
                   " let n = 0; for (let i = 0; i < d.length; i += 4) if (d[i] < 128) n += 1; return n; })()")


@test
def pen_with_pressure_and_tilt(page, url):
    """A pen draws with its pressure and tilt, each sample once"""
    page.stroke(line(200, 200, 30), force=lambda s: 0.1 + 0.8 * s, tilt=(30, -12))
    has(page, 1)
    moves = [r["pointer"] for r in kept(page) if r.get("pointer", {}).get("type") == "pen"]
    moves = [m for m in moves if m["event"] in ("down", "move")]
    assert len(moves) == 30, len(moves)
    assert abs(moves[0]["p"] - 0.1) < 1e-3 and abs(moves[-1]["p"] - 0.9) < 1e-3
    assert moves[5]["tilt"] == [30, -12], moves[5]
    # The line grows with the pressure.
    thin, thick = (page.js(f"(() => {{ const d = $('paper').getContext('2d').getImageData({x}, 150, 1, 100).data;"
                           " let n = 0; for (let i = 0; i < d.length; i += 4) n += 255 - d[i]; return n; })()")
                   for x in (212, 362))
    assert thick > thin * 1.5, (thin, thick)


@test
def palm_before_pen(page, url):
    """P2: a palm that lands first leaves nothing, and the stroke begins where the pen does"""
    page.touch("touchStart", [(1, 500, 420, 38)])
    page.touch("touchMove", [(1, 503, 421, 40)])
    page.stroke(line(380, 300), force=lambda s: 0.5)
    page.touch("touchMove", [(1, 505, 424, 40)])
    page.touch("touchEnd", [])
    has(page, 1)
    assert [w["verdict"] for w in why(page)] == ["palm"], why(page)
    first = [r["pointer"] for r in kept(page) if r.get("pointer", {}).get("event") == "down" and r["pointer"]["type"] == "pen"]
    assert abs(first[0]["x"] - 380 * 25.4 / 96) < 0.01


@test
def palm_during(page, url):
    """A palm that comes down while the pen writes draws nothing and moves nothing"""
    before = state(page)["zoom"]
    points = line(300, 250, 40)
    for index, (x, y) in enumerate(points):
        page.pen("mousePressed" if index == 0 else "mouseMoved", x, y, force=0.5)
        if index == 10:
            page.touch("touchStart", [(1, x + 120, y + 110, 36)])
        if 10 < index < 30:
            page.touch("touchMove", [(1, x + 120, y + 110, 38)])
        if index == 30:
            page.touch("touchEnd", [])
    page.pen("mouseReleased", *points[-1], force=0)
    assert strokes(page) == 1 and state(page)["zoom"] == before
    assert [w["verdict"] for w in why(page)] == ["palm"], why(page)
    page.press("#b-touch")
    assert "palm" in page.until("$('why').textContent").lower()


@test
def finger_after_pen(page, url):
    """A finger draws again a second after the pen has left"""
    page.stroke(line(300, 250))
    pen_leaves(page)
    time.sleep(1.0)
    page.touch("touchStart", [(1, 200, 450)])
    for index in range(12):
        page.touch("touchMove", [(1, 200 + 9 * index, 450)])
    page.touch("touchEnd", [])
    has(page, 2)


@test
def pinch(page, url):
    """P6: two fingers 8 ms apart zoom and leave no dot"""
    page.touch("touchStart", [(1, 400, 300)])
    page.touch("touchStart", [(1, 400, 300), (2, 560, 300)])
    for index in range(1, 15):
        page.touch("touchMove", [(1, 400 - 6 * index, 300), (2, 560 + 6 * index, 300)])
    page.touch("touchEnd", [])
    seen = state(page)
    assert seen["strokes"] == 0 and seen["zoom"] > 1.4, (seen["strokes"], seen["zoom"])
    # A later finger draws no line from where the last one was.
    page.touch("touchStart", [(3, 800, 150)])
    for index in range(10):
        page.touch("touchMove", [(3, 800, 150 + 5 * index)])
    page.touch("touchEnd", [])
    has(page, 1)


@test
def two_fingers_turn(page, url):
    """Two fingers turn the paper about the place between them, and near upright it is upright"""
    page.stroke(line(300, 300))
    pen_leaves(page)
    time.sleep(1.2)

    def turn(first, last):
        for index in range(31):
            angle = first + (last - first) * index / 30
            x, y = 100 * math.cos(angle), 100 * math.sin(angle)
            points = [(1, 500 - x, 350 - y), (2, 500 + x, 350 + y)]
            page.touch("touchMove" if index else "touchStart", points)
        page.touch("touchEnd", [])
        settled(page)
        return state(page)
    seen = turn(0, 0.9)
    assert abs(seen["turn"] - math.degrees(0.75)) < 3 and abs(seen["zoom"] - 1) < 0.02, (seen["turn"], seen["zoom"])
    assert seen["strokes"] == 1
    seen = turn(0.9, 0.0)
    assert seen["turn"] == 0, seen["turn"]


@test
def tap_undo(page, url):
    """Two fingers' tap takes the last stroke back, three fingers' tap brings it again"""
    page.stroke(line(300, 250))
    pen_leaves(page)
    time.sleep(1.2)
    page.touch("touchStart", [(1, 500, 500), (2, 590, 490)])
    page.touch("touchEnd", [])
    page.until("Engine.state(0).strokes === 0", 3)
    page.touch("touchStart", [(1, 400, 500), (2, 490, 490), (3, 580, 500)])
    page.touch("touchEnd", [])
    page.until("Engine.state(0).strokes === 1", 3)


@test
def coalesced(page, url):
    """I8: samples that come while the page is busy all arrive, each once"""
    page.pen("mousePressed", 100, 300, force=0.5)
    busy = page.post("Runtime.evaluate", expression="(() => { const t = performance.now(); while (performance.now() - t < 300); })()")
    sent = [page.pen("mouseMoved", 100 + 5 * i, 300 + i, wait=False, force=0.5 + i / 50) for i in range(1, 21)]
    for number in (busy, *sent):
        page.wait(number)
    page.pen("mouseReleased", 205, 320, force=0)
    xs = [round(r["pointer"]["x"] * 96 / 25.4) for r in kept(page) if r.get("pointer", {}).get("event") in ("down", "move")]
    assert xs == [100 + 5 * i for i in range(21)], xs


@test
def cancel(page, url):
    """P16: a stroke that the system cancels stays, and the next one is drawn"""
    page.pen("mousePressed", 200, 200, force=0.5)
    for x in range(210, 300, 10):
        page.pen("mouseMoved", x, 200, force=0.5)
    page.js("$('paper').dispatchEvent(new PointerEvent('pointercancel', { pointerType: 'pen', pointerId: 1, bubbles: true }))")
    page.pen("mouseReleased", 300, 200, force=0)
    page.touch("touchStart", [(1, 200, 520)])
    page.touch("touchMove", [(1, 240, 520)])
    page.send("Input.dispatchTouchEvent", type="touchCancel", touchPoints=[])
    page.stroke(line(400, 300))
    assert strokes(page) >= 2
    assert page.js("Surface.down") == 0


@test
def eraser_end(page, url):
    """The eraser end takes ink away whatever tool is in hand"""
    page.stroke(line(300, 300, 30))
    before = pixels(page)
    page.js("""(() => { const e = (type, x, buttons) => $('paper').dispatchEvent(new PointerEvent(type, { pointerType: 'pen',
      pointerId: 7, clientX: x, clientY: 300, buttons, button: 5, pressure: buttons ? .5 : 0, bubbles: true }));
      e('pointerdown', 360, 32); for (let x = 362; x < 420; x += 4) e('onpointerrawupdate' in window ? 'pointerrawupdate' : 'pointermove', x, 32);
      e('pointerup', 420, 0); })()""")
    time.sleep(0.1)
    assert pixels(page) < before * 0.8, (before, pixels(page))
    page.key("z", 2)
    assert pixels(page) == before


@test
def repeated_numbers(page, url):
    """One pointer number, first a pen's and then a finger's, gives two strokes"""
    send = """(() => { const go = (kind, y) => { const e = (type, x, buttons) => $('paper').dispatchEvent(new PointerEvent(type,
      { pointerType: kind, pointerId: 1, clientX: x, clientY: y, buttons, pressure: .5, bubbles: true, width: 50, height: 50 }));
      e('pointerdown', 200, 1); for (let x = 205; x < 300; x += 5) e('onpointerrawupdate' in window ? 'pointerrawupdate' : 'pointermove', x, 1);
      e('pointerup', 300, 0); if (kind === 'pen') e('pointerleave', 300, 0); }; go('%s', %d); })()"""
    page.js(send % ("pen", 200))
    time.sleep(1.2)
    page.js(send % ("touch", 450))
    has(page, 2)


@test
def mouse_draws(page, url):
    """A mouse draws with its left button and gates no finger"""
    page.mouse("mousePressed", 200, 200, buttons=1)
    for x in range(210, 320, 10):
        page.mouse("mouseMoved", x, 205, buttons=1)
    page.mouse("mouseReleased", 320, 205)
    page.touch("touchStart", [(1, 500, 400)])
    for index in range(8):
        page.touch("touchMove", [(1, 500 + 8 * index, 400)])
    page.touch("touchEnd", [])
    has(page, 2)


@test
def controller_palette(page, url):
    """The palette by controller: list, scroll, pointer, Circle takes a colour, OPTIONS makes new ones"""
    page.js("plug()")
    page.until("!$('pointer').hidden || Pads.count === 1")
    press = lambda index: (page.js(f"pad.b[{index}] = 1"), time.sleep(0.08), page.js(f"pad.b[{index}] = 0"), time.sleep(0.08))
    press(3)
    page.until("!$('p-color').hidden")
    # C4: the stick is held and not moved; the pointer goes on all the same.
    start = state(page)["pad"]
    page.js("pad.axes[2] = 0.6")
    time.sleep(0.25)
    middle = state(page)["pad"]["x"]
    time.sleep(0.25)
    end = state(page)["pad"]["x"]
    page.js("pad.axes[2] = 0")
    assert start["x"] < middle < end, (start["x"], middle, end)
    assert abs((end - middle) - (middle - start["x"])) < 0.6 * (middle - start["x"])
    page.js("pad.axes[1] = 1")
    page.until("Engine.state(0).palette.scroll > 100")
    page.js("pad.axes[1] = 0")
    # The pointer onto the list.
    box = page.js("(() => { const b = $('list').getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })()")
    for axis, low, high in ((2, box[0] + 20, box[2] - 20), (3, box[1] + 20, box[3] - 20)):
        name = "x" if axis == 2 else "y"
        for _ in range(400):
            value = state(page)["pad"][name]
            push = 0.45 if value < low else -0.45 if value > high else 0
            page.js(f"pad.axes[{axis}] = {push}")
            if push == 0:
                break
            time.sleep(0.01)
    time.sleep(0.1)
    under = state(page)["palette"]["under"]
    assert under >= 0, state(page)["pad"]
    press(1)
    seen = state(page)
    assert seen["palette"]["selected"] == under
    color = seen["palette"]["colors"][under]
    assert seen["tools"]["pen"]["color"] == color
    page.until(f"$('hex').textContent === '{color.upper()}'")
    before = seen["palette"]["colors"]
    press(9)
    assert state(page)["palette"]["colors"] != before


@test
def controller_buttons(page, url):
    """C1, C6: a direction held undoes once, waits, repeats; a controller that vanishes lets go, and it is said"""
    for index in range(6):
        page.stroke(line(200, 150 + 60 * index, 8))
    page.js("plug()")
    page.until("Pads.count === 1")
    # How many strokes there are after each step, by the engine's clock: this process may see them late.
    page.js("""(() => { window.seen = []; const note = (time) => { const { strokes } = Engine.state(0);
      if (seen.at(-1)?.[1] !== strokes) seen.push([time, strokes]); };
      const { pad, advance } = Engine; Engine.pad = (index, time, ...rest) => { pad(index, time, ...rest); note(time); };
      Engine.advance = (session, time) => { const due = advance(session, time); note(time); return due; }; })()""")
    page.until("seen.length === 1")
    page.js("pad.b[14] = 1")
    page.until("Engine.state(0).strokes <= 4")
    page.js("unplug()")
    page.until("Pads.count === 0")
    (_, before), (first, once), (second, _) = page.js("seen.slice(0, 3)")
    assert (before, once) == (6, 5), page.js("seen")
    assert second - first > 399, page.js("seen")
    left = strokes(page)
    time.sleep(0.4)
    has(page, left)
    assert "nothing stays held" in page.js("$('toast').textContent")
    page.js("plug()")
    page.until("Pads.count === 1")
    time.sleep(0.15)
    has(page, left)
    page.js("pad.b[14] = 0")


@test
def controller_clicks(page, url):
    """The controller's pointer presses the page's own buttons"""
    page.stroke(line(300, 300))
    page.js("plug()")
    page.until("Pads.count === 1")
    box = page.js("(() => { const b = $('b-undo').getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })()")
    for axis, goal in ((2, box[0]), (3, box[1])):
        for _ in range(300):
            gap = goal - state(page)["pad"]["x" if axis == 2 else "y"]
            page.js(f"pad.axes[{axis}] = {0 if abs(gap) < 12 else math.copysign(0.4 if abs(gap) > 80 else 0.22, gap)}")
            if abs(gap) < 12:
                break
            time.sleep(0.008)
    page.js("pad.b[1] = 1")
    time.sleep(0.08)
    page.js("pad.b[1] = 0")
    page.until("Engine.state(0).strokes === 0")


@test
def controller_in_menu(page, url):
    """C2, C7: in a menu a stick pushed slowly goes one control on, waits, repeats; a short push of the pad is one step"""
    page.js("plug()")
    page.until("Pads.count === 1")
    page.press("#b-more")
    page.until("!$('p-more').hidden")
    page.js("window.hops = []; { const hop = Panels.hop; Panels.hop = (x, y) => { hops.push([x, y]); hop(x, y); }; }")
    start = time.time()
    for step in range(20):
        page.js(f"pad.axes[1] = {0.3 + 0.02 * step}")
        time.sleep(0.01)
    if time.time() - start < 0.35:
        assert page.js("hops") == [[0, 1]], page.js("hops")
    page.until("hops.length === 2", 2)
    page.js("pad.axes[1] = 0.45")
    # Between the two thresholds it is neither a new push nor a release.
    page.js("pad.axes[1] = 0")
    time.sleep(0.05)
    before = page.js("hops.length")
    page.js("pad.b[15] = 1")
    time.sleep(0.06)
    page.js("pad.b[15] = 0")
    time.sleep(0.06)
    assert page.js("hops.length") == before + 1 and page.js("hops.at(-1)") == [1, 0], page.js("hops")
    # The pointer is on a control of the menu, and Circle presses it.
    assert page.js("(() => { const { x, y } = Engine.state(0).pad; return !!document.elementFromPoint(x, y).closest('#p-more'); })()")


@test
def finger_at_once(page, url):
    """P7a: a finger that taps elsewhere right after a stroke draws no line from the stroke's end"""
    page.stroke(line(200, 200), force=lambda s: 0.5)
    page.touch("touchStart", [(1, 700, 520)])
    page.touch("touchMove", [(1, 701, 520)])
    page.touch("touchEnd", [])
    settled(page)
    time.sleep(0.4)
    assert state(page)["strokes"] in (1, 2)
    settled(page)
    between = page.js("$('paper').getContext('2d').getImageData(340, 240, 340, 250).data.some((v, i) => i % 4 < 3 && v < 200)")
    assert not between, why(page)


@test
def mouse_beside_pen(page, url):
    """P4: a mouse draws while a pen stays in range"""
    page.hover(300, 200)
    page.stroke(line(300, 200))
    page.hover(420, 200)
    page.mouse("mousePressed", 200, 400, buttons=1)
    for x in range(210, 320, 10):
        page.mouse("mouseMoved", x, 405, buttons=1)
    page.mouse("mouseReleased", 320, 405)
    has(page, 2)
    calls = [[0, 10 * i, 0, 1, 1, 100 + i, 100, 0, 0, 0, 0, 1, 1, 0] for i in range(5)]
    calls += [[0, 60 + 10 * i, 2, 0 if i == 0 else 2 if i == 9 else 1, 9, 500 + 5 * i, 500, 0.5, 0, 0, 0, 1, 1, int(i < 9)] for i in range(10)]
    page.js("(() => { const t = Clock.now(); for (const c of %s) { c[1] += t; Engine.pointer(...c); } Clock.goOn(t + 200); })()" % json.dumps(calls))
    has(page, 3)


@test
def same_size(page, url):
    """A window that says its size again, or takes another and the old one, shows what it showed"""
    page.stroke(line(200, 200))
    has(page, 1)
    before = pixels(page)
    page.js("dispatchEvent(new Event('resize'))")
    assert pixels(page) == before
    page.send("Emulation.setDeviceMetricsOverride", width=500, height=400, deviceScaleFactor=2, mobile=False)
    settled(page)
    page.send("Emulation.clearDeviceMetricsOverride")
    settled(page)
    assert pixels(page) == before


@test
def reload(page, url):
    """Every stroke is there after a reload, with its undo; a stroke in the middle of which it happened is not half there"""
    for index in range(3):
        page.stroke(line(200, 200 + 60 * index))
    page.until("Store.pending === 0")
    before = pixels(page)
    page.pen("mousePressed", 200, 500, force=0.5)
    for x in range(205, 260, 5):
        page.pen("mouseMoved", x, 500, force=0.5)
    page.open(url)
    page.pen("mouseReleased", 260, 500, force=0)
    has(page, 3)
    assert pixels(page) == before
    page.key("z", 2)
    has(page, 2)
    page.until("Store.pending === 0")
    page.open(url)
    has(page, 2)
    page.key("z", 3 | 8)
    page.js("Engine.command(0, Clock.now(), 'redo')")
    has(page, 3)


@test
def crash(page, url):
    """A tab that crashes loses nothing"""
    page.stroke(line(200, 200))
    page.stroke(line(200, 260))
    page.until("Store.pending === 0")
    page.post("Page.crash")
    time.sleep(0.3)
    page.revive()
    page.open(url)
    has(page, 2)


@test
def storage_full(page, url):
    """A full storage is said"""
    # Chromium does not hold IndexedDB to a quota set through DevTools, so the refusal is made here.
    page.js("""IDBObjectStore.prototype.add = function () {
      throw new DOMException('no room', 'QuotaExceededError'); }""")
    page.stroke(line(200, 200))
    page.until("!$('alert').hidden")
    assert "storage is full" in page.js("$('alert').textContent")
    has(page, 1)


@test
def drawings(page, url):
    """Several drawings, each with its own name and ink"""
    page.stroke(line(200, 200))
    page.press("#b-drawings")
    page.until("$('drawings').children.length === 1")
    page.press("#b-new")
    page.until("Engine.state(0).strokes === 0 && $('title').textContent === 'Drawing 2'")
    page.stroke(line(200, 200))
    page.stroke(line(200, 300))
    page.press("#b-drawings")
    page.until("$('drawings').children.length === 2")
    page.js("[...$('drawings').querySelectorAll('.open')].find((b) => b.textContent.includes('Drawing 1')).click()")
    page.until("Engine.state(0).strokes === 1")


@test
def deleted(page, url):
    """A drawing that was deleted while it was open is gone, and the one before is open"""
    page.stroke(line(200, 200))
    page.js("$('b-new').click()")
    page.until("$('title').textContent === 'Drawing 2'")
    page.stroke(line(200, 200))
    page.stroke(line(200, 260))
    has(page, 2)
    page.key("+")
    page.js("window.confirm = () => true; Panels.show('p-drawings')")
    page.until("$('drawings').children.length === 2")
    page.js("document.querySelector('#drawings .here [aria-label^=Delete]').click()")
    page.until("$('drawings').children.length === 1")
    has(page, 1)
    page.open(url)
    has(page, 1)
    assert page.js("Store.drawings().then((all) => all.map((one) => one.name).join())") == "Drawing 1"


@test
def select_and_move(page, url):
    """Strokes are framed, moved and deleted"""
    page.stroke(line(300, 300))
    before = pixels(page)
    page.key("s")
    page.stroke([(250, 250), (350, 300), (480, 350)])
    page.until("!$('b-delete').hidden")
    page.stroke([(360, 300), (360, 350), (360, 420)])
    settled(page)
    dark = page.js("$('paper').getContext('2d').getImageData(300, 400, 120, 40).data.some((v) => v < 128)")
    after = pixels(page)
    assert dark and strokes(page) == 1 and abs(after - before) < before * 0.05, (dark, before, after)
    page.key("Delete")
    has(page, 0)
    page.key("z", 2)
    has(page, 1)


@test
def targets_and_labels(page, url):
    """Every control has a name and is at least 44 pixels in both directions, at phone size too"""
    for width, height in ((1100, 700), (375, 700)):
        page.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        time.sleep(0.15)
        for panel in ("", "p-color", "p-size", "p-touch", "p-pad", "p-drawings", "p-more"):
            page.js(f"Panels.close(); if ('{panel}') document.querySelector('[aria-controls={panel}]').click()" if panel else "Panels.close()")
            time.sleep(0.12)
            bad = page.js("""[...document.querySelectorAll('button, select, summary, .check, .choice label, input:not([type="radio"]):not([type="checkbox"]):not([type="file"])')]
              .filter((e) => e.offsetParent !== null).map((e) => [e.id || e.className || e.textContent, e.getBoundingClientRect(), e])
              .filter(([, b]) => b.width > 0 && (b.width < 43.5 || b.height < 43.5)).map(([n, b]) => `${n} ${b.width}x${b.height}`)""")
            assert not bad, (width, panel, bad)
            nameless = page.js("""[...document.querySelectorAll('button')].filter((e) => e.offsetParent !== null
              && !(e.getAttribute('aria-label') || e.textContent.trim())).map((e) => e.outerHTML.slice(0, 80))""")
            assert not nameless, nameless
            outside = page.js("""[...document.querySelectorAll('.bar, .panel:not([hidden])')].map((e) => [e.id, e.getBoundingClientRect()])
              .filter(([, b]) => b.left < -0.5 || b.right > innerWidth + 0.5 || b.top < -0.5 || b.bottom > innerHeight + 0.5).map(([n]) => n)""")
            assert not outside, (width, panel, outside)
        page.js("Panels.close()")
    page.send("Emulation.clearDeviceMetricsOverride")


@test
def settings_are_kept(page, url):
    """Hand, fingers and palm rejection are as they were left"""
    page.press("#b-touch")
    page.js("document.querySelector('input[name=hand][value=left]').click(); document.querySelector('input[name=fingers][value=navigate]').click()")
    page.open(url)
    seen = state(page)
    assert seen["hand"] == "left" and seen["fingers"] == "navigate", seen


@test
def rejection_off(page, url):
    """With palm rejection off a palm draws, and it is said why"""
    page.js("Engine.command(0, Clock.now(), 'rejection off')")
    page.touch("touchStart", [(1, 500, 420, 38)])
    for index in range(8):
        page.touch("touchMove", [(1, 500 + 6 * index, 420, 40)])
    page.touch("touchEnd", [])
    has(page, 1)
    assert "switched off" in why(page)[0]["sentence"], why(page)


@test
def touch_moves_nothing(page, url):
    """A touch never scrolls, zooms or selects the page"""
    page.touch("touchStart", [(1, 500, 420)])
    for index in range(10):
        page.touch("touchMove", [(1, 500, 420 - 20 * index)])
    page.touch("touchEnd", [])
    assert page.js("[scrollX, scrollY, visualViewport.scale, getSelection().toString()].join()") == "0,0,1,"


def native(page, *words):
    """What the command makes of the page's recording."""
    page.until("(Surface.keep(), Store.pending === 0)")
    text = page.js("Store.records(Surface.drawing.id).then((bytes) => new TextDecoder().decode(bytes))")
    with tempfile.NamedTemporaryFile("w", suffix=".fude.jsonl", delete=False) as file:
        file.write(text)
    try:
        done = subprocess.run([COMMAND, *words, file.name], capture_output=True)
        assert done.returncode == 0, (done.stderr, text[:300])
        assert not done.stderr, done.stderr
        return done.stdout
    finally:
        os.unlink(file.name)


def same_picture(page):
    """The command's replay of the page's recording has the page's pixels."""
    settled(page)
    width, height, mine = png.pixels(native(page, "render", "--as-seen", "-o", "-"))
    size, theirs = page.js("""(() => { const c = $('paper'); const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
      let text = ''; for (let i = 0; i < d.length; i += 32768) text += String.fromCharCode(...d.subarray(i, i + 32768));
      return [[c.width, c.height], btoa(text)]; })()""")
    assert size == [width, height]
    theirs = base64.b64decode(theirs)
    different = [i // 4 for i in range(0, len(mine), 4) if mine[i:i + 4] != theirs[i:i + 4]]
    columns, rows = [i % width for i in different], [i // width for i in different]
    assert not different, (f"{len(different)} pixels differ, between {min(columns)},{min(rows)} and {max(columns)},{max(rows)}; "
                           f"the first: {list(mine[different[0] * 4:][:4])}, {list(theirs[different[0] * 4:][:4])} in the page")


@test
def native_replay(page, url):
    """The command replays the page's recording to the same pixels and the same decisions"""
    page.stroke(line(200, 150, 40), force=lambda s: 0.2 + 0.7 * s, tilt=(20, 10))
    page.key("m")
    page.stroke(line(200, 220, 40), force=lambda s: 0.8)
    page.touch("touchStart", [(1, 500, 420, 38)])
    page.touch("touchMove", [(1, 503, 421, 40)])
    page.key("p")
    page.js("Engine.command(0, Clock.now(), 'color c8452f'); Engine.command(0, Clock.now(), 'width 2.345')")
    page.stroke(line(380, 300), force=lambda s: 0.5)
    page.touch("touchEnd", [])
    page.key("e")
    page.stroke([(260, 120), (262, 180), (264, 240)])
    page.key("p")
    for index in range(3):
        page.stroke(line(300, 400 + 30 * index, 12))
    page.key("z", 2)
    page.key("s")
    page.stroke([(280, 380), (360, 400), (480, 470)])
    page.stroke([(330, 402), (350, 430), (360, 470)])
    page.key("+")
    page.key("r")
    page.key("ArrowLeft")
    page.js("plug()")
    page.until("Pads.count === 1")
    page.js("pad.b[7] = 0.6; pad.axes[0] = 0.5")
    time.sleep(0.2)
    page.js("pad.b[7] = 0; pad.axes[0] = 0")
    time.sleep(0.1)
    has(page, 7)
    same_picture(page)
    # The recording goes on after a reload.
    page.open(url)
    page.stroke(line(500, 150, 20))
    same_picture(page)
    told = [json.loads(one) for one in native(page, "explain", "--json").decode().splitlines()]
    assert [one["verdict"] for one in told] == ["palm"], told


@test
def live_view(page, url):
    """'fude watch' prints decisions as they fall; 'fude record' writes what explain and render read"""
    port = url.split(":")[-1].strip("/")
    with tempfile.TemporaryDirectory() as folder:
        log, file = folder + "/watch.txt", folder + "/session.jsonl"
        # What was there before anybody watched is in the recording, too.
        page.stroke(line(200, 150, 40), force=lambda s: 0.7)
        has(page, 1)
        with open(log, "w") as out:
            watch = subprocess.Popen([COMMAND, "watch", "--port", port], stdout=out, stderr=subprocess.DEVNULL)
            record = subprocess.Popen([COMMAND, "record", "--surface", "--port", port, "-o", file], stderr=subprocess.DEVNULL)
            try:
                end = time.time() + 10
                while not (os.path.exists(file) and "begin" in open(file).read()) and time.time() < end:
                    time.sleep(0.05)
                page.touch("touchStart", [(1, 500, 420, 38)])
                page.touch("touchMove", [(1, 503, 421, 40)])
                page.stroke(line(380, 300, 40), force=lambda s: 0.5)
                page.touch("touchEnd", [])
                while time.time() < end and "stays" not in open(log).read():
                    time.sleep(0.05)
            finally:
                watch.terminate()
                record.terminate()
                watch.wait(5)
                record.wait(5)
        told = open(log).read()
        assert "stroke" in told and "palm" in told, told
        explained = subprocess.run([COMMAND, "explain", "--json", file], capture_output=True, check=True).stdout
        assert [json.loads(one)["verdict"] for one in explained.decode().splitlines()] == ["palm"]
        shown = subprocess.run([COMMAND, "render", "--as-seen", "-o", "-", file], capture_output=True, check=True).stdout
        _, _, mine = png.pixels(shown)
        dark = sum(mine[i] < 128 for i in range(0, len(mine), 4))
        assert dark == pixels(page), (dark, pixels(page))


def exports(page):
    """The drawing as the page writes it, by format; the recording, too."""
    return {name: base64.b64decode(text) for name, text in page.js("""(async () => {
      const all = {}; const text = (bytes) => { let t = ''; for (let i = 0; i < bytes.length; i += 32768) t += String.fromCharCode(...bytes.subarray(i, i + 32768)); return btoa(t); };
      for (const format of ['svg', 'pdf', 'inkml', 'xopp']) all[format] = text(await Files.make(format));
      all.png = text(new Uint8Array(await (await Files.make('png')).arrayBuffer()));
      Surface.keep(); await new Promise((done) => { const wait = () => (Store.pending ? setTimeout(wait, 5) : done()); wait(); });
      all.fude = text(await Store.records(Surface.drawing.id)); return all; })()""").items()}


def read(page, name, data):
    """Opens a file in the page; what it says if it can't."""
    return page.js(f"Surface.read(new File([Uint8Array.from(atob('{base64.b64encode(data).decode()}'), (c) => c.charCodeAt(0))], '{name}'))"
                   ".then(() => '', (e) => e.message)")


def check_files(page):
    page.stroke(line(200, 200, 40), force=lambda s: 0.2 + 0.6 * s)
    page.key("m")
    page.stroke(line(200, 260, 40), force=lambda s: 0.5)
    page.key("p")
    page.stroke(line(200, 360, 40), force=lambda s: 0.5)
    has(page, 3)
    before = pixels(page)
    out = exports(page)
    assert out["svg"].startswith(b"<?xml") and out["svg"].count(b"<path") == 3, out["svg"][:200]
    assert out["pdf"].startswith(b"%PDF-1.4") and out["pdf"].endswith(b"%%EOF\n")
    assert b"http://www.w3.org/2003/InkML" in out["inkml"] and out["inkml"].count(b"<trace ") == 3
    assert gzip.decompress(out["xopp"]).count(b"<stroke ") == 3
    width, height, dots = png.pixels(out["png"])
    assert width > 400 and height > 100 and any(dots[i] < 100 for i in range(0, len(dots), 4))
    if shutil.which("pdftoppm"):
        with tempfile.TemporaryDirectory() as folder:
            open(folder + "/x.pdf", "wb").write(out["pdf"])
            done = subprocess.run(["pdftoppm", "-r", "96", "-png", folder + "/x.pdf", folder + "/x"], capture_output=True, text=True)
            assert done.returncode == 0 and not done.stderr, done.stderr
            _, _, shown = png.pixels(open(folder + "/x-1.png", "rb").read())
            dark = sum(shown[i] < 128 for i in range(0, len(shown), 4))
            assert abs(dark - before) < before * 0.2, (dark, before)
    for format in ("inkml", "xopp", "fude"):
        assert read(page, f"back.{format}", out[format]) == ""
        has(page, 3)
        page.until("$('title').textContent === 'back'")
        assert abs(pixels(page) - before) < before * 0.15, (format, before, pixels(page))
        if format == "fude":
            assert pixels(page) == before
        # What is drawn on goes with what was read, in the recording, too.
        page.stroke(line(200, 460, 40), force=lambda s: 0.5)
        has(page, 4)
        same_picture(page)
        # And its recording holds both.
        assert read(page, "again.fude", exports(page)["fude"]) == ""
        has(page, 4)
    for name, data in (("x.txt", b"no ink"), ("x.inkml", b"<ink><trace>1 2"), ("x.xopp", b"\x1f\x8b damaged"), ("x.fude.jsonl", out["fude"][:80])):
        refused = read(page, name, data)
        assert "ink" in refused or "damaged" in refused, (name, refused)
    has(page, 4)
    return out


@test
def files(page, url):
    """The drawing goes out as PNG, SVG, PDF, InkML, xopp and recording; what can be read comes back, and its recording has it"""
    out = check_files(page)
    # The command reads them to the same.
    with tempfile.TemporaryDirectory() as folder:
        for format in ("inkml", "xopp", "fude"):
            name = f"{folder}/x.{'fude.jsonl' if format == 'fude' else format}"
            open(name, "wb").write(out[format])
            svg = subprocess.run([COMMAND, "render", "-o", "-", "--format", "svg", name], capture_output=True, check=True).stdout
            assert svg.count(b"<path") == 3, format
        svg = subprocess.run([COMMAND, "render", "-o", "-", "--format", "inkml", f"{folder}/x.fude.jsonl"], capture_output=True, check=True).stdout
        assert svg == out["inkml"], "the command's InkML is not the page's"
    # Other programs' forms, and recordings of devices, are the command's to read.
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    for name in ("Fixtures/recordings/forms/evemu-1.3.evemu", "Fixtures/palms/P2/recording.fude"):
        path = os.path.join(root, name)
        if os.path.exists(path):
            assert read(page, os.path.basename(path), open(path, "rb").read()) == "", name
            settled(page)
            assert strokes(page) > 0, name


@test
def damaged_files(page, url):
    """What of a file can't be read is said: which line of a drawing, how many lines of a recording"""
    page.stroke(line(200, 200, 40), force=lambda s: 0.5)
    has(page, 1)
    lines = exports(page)["fude"].split(b"\n")
    bad = [b"null", b"{", b'{"t":1}', b'{"t":1,"note":"surface: nonsense"}', b'{"d":0,"pointer":{"event":"down","type":"pen"}}',
           b'{"t":1,"d":0,"pointer":{"event":"down","id":1,"type":"pen","x":1,"y":1,"tilt":5}}']
    assert read(page, "whole.fude", b"\n".join(lines)) == ""
    assert "read" not in page.js("$('toast').textContent")
    assert read(page, "holes.fude", b"\n".join(lines[:4] + bad + lines[4:])) == ""
    has(page, 1)
    assert page.js("$('toast').textContent").startswith("6 lines "), page.js("$('toast').textContent")
    said = read(page, "x.inkml", b"<ink>\n<trace>1 2</trace>\n<trace>")
    assert said.startswith("This file is damaged: line 3: "), said
    said = read(page, "x.uim", b"RIFF\x10\0\0\0UINK")
    assert said.startswith("This file is damaged: ") and said.count("damaged") == 1, said


@test
def universal_ink(page, url):
    """A Universal Ink file is opened"""
    page.stroke(line(200, 200, 40), force=lambda s: 0.5)
    page.stroke(line(200, 260, 40), force=lambda s: 0.5)
    has(page, 2)
    before = pixels(page)
    with tempfile.TemporaryDirectory() as folder:
        open(folder + "/x.fude.jsonl", "wb").write(exports(page)["fude"])
        done = subprocess.run([COMMAND, "render", "-o", folder + "/x.uim", folder + "/x.fude.jsonl"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert read(page, "x.uim", open(folder + "/x.uim", "rb").read()) == ""
    has(page, 2)
    assert abs(pixels(page) - before) < before * 0.15, (before, pixels(page))


@test
def single_file(page, url):
    """The one-file surface opens from disk and draws"""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([COMMAND, "draw", "--single", folder + "/fude.html"], check=True)
        page.open("file://" + folder + "/fude.html")
        page.stroke(line(200, 200))
        has(page, 1)
        page.until("Store.pending === 0")
        page.open("file://" + folder + "/fude.html")
        has(page, 1)
        page.js("Store.remove(Surface.drawing.id)")
        page.open("file://" + folder + "/fude.html")
        # Without a server, too, it writes and reads all formats, and says what it can't read.
        check_files(page)
        assert "fude draw" in read(page, "x.evemu", b"# EVEMU 1.3\n")
        page.js("Promise.all([1, 2, 3, 4, 5, 6].map((id) => Store.remove(id)))")
