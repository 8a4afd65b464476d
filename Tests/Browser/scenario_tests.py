"""Public scenarios, replayed in the page: Fixtures/palms and the ink of single samples."""
import csv
import json
import math
import os

from surface_tests import settled, state, test, why

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Fixtures")
PIXEL = 96 / 25.4

PLAY = """((calls) => { const start = Clock.now() + 50; let last = 0;
  for (const call of calls) { last = call[1]; call[1] = start + call[1]; Engine.pointer(...call); }
  Engine.advance(0, start + last + 3000); Clock.goOn(start + last + 3100);
  dispatchEvent(new Event('resize')); })(%s)"""


def pointer_calls(path):
    """A surface-level recording as calls of the engine's pointer function, and the pen's strokes in it."""
    calls, strokes, down, in_range = [], 0, False, False
    degrees = lambda pair: [math.degrees(value) for value in pair]
    records = [json.loads(text) for text in open(path)]
    ahead = None
    for record in reversed(records):
        # To a browser a pen that is near hovers: where the next report has it.
        pen = record.get("pen")
        if pen and pen["state"] == "near" and ahead:
            pen.update(state="hover", x=ahead["x"], y=ahead["y"])
        if pen and "x" in pen:
            ahead = pen
    for record in records:
        time = record.get("t", 0) / 1000
        if "pen" in record:
            pen = record["pen"]
            if pen["state"] == "near":
                continue
            x, y = pen.get("x", 0) * PIXEL, pen.get("y", 0) * PIXEL
            now = pen["state"] == "touch"
            phase = 0 if now and not down else 2 if down and not now else 1
            strokes += phase == 0
            more = [x, y, pen.get("p", 0), *degrees(pen.get("tilt", [0, 0])), 0, 1, 1, int(now)]
            if pen["state"] != "out":
                calls.append([0, time, 0, phase, 1, *more])
            elif in_range:
                if down:
                    calls.append([0, time, 0, 2, 1, *more])
                calls.append([0, time, 0, 4, 1, *more])
            down, in_range = now, pen["state"] != "out"
        for contact in record.get("touch", []):
            size = [value * PIXEL for value in contact.get("size", [1, 1])[:2]]
            phase = ["began", "moved", "ended", "cancelled"].index(contact["phase"])
            calls.append([0, time, 1, phase, contact["id"], contact["x"] * PIXEL, contact["y"] * PIXEL,
                          contact.get("p", 0.5), 0, 0, 0, *size, int(phase < 2)])
    return calls, strokes


def play(page, calls):
    page.js(PLAY % json.dumps(calls))
    settled(page)


def palm_scenario(name):
    def run(page, url):
        folder = os.path.join(ROOT, "palms", name)
        expected = [text.split() for text in open(folder + "/expected.txt") if not text.startswith("#")]
        policy = next(words[1] for words in expected if words[0] == "fingers")
        page.js(f"Engine.command(0, Clock.now(), 'fingers {policy}')")
        # The recording says that the surface has a pen.
        page.js("Engine.command(0, Clock.now(), 'pen')")
        calls, pens = pointer_calls(folder + "/recording.fude")
        before = state(page)
        play(page, calls)
        verdicts = {one["contact"]: one["verdict"] for one in why(page)}
        done = []
        for words in expected:
            if words[0] in ("palm", "finger"):
                for contact in words[1:]:
                    assert verdicts[int(contact)] == words[0], (name, contact, why(page))
            if words[0] in ("done", "broken"):
                done += words[1:] if words[0] == "done" else ["draw"] if words[1:] == ["draw"] else []
        after = state(page)
        strokes = pens + done.count("draw")
        if any(words[0] == "done" for words in expected):
            assert after["strokes"] == strokes, (name, after["strokes"], strokes, why(page))
        if not {"navigate", "pan"} & set(done):
            assert after["zoom"] == before["zoom"], name
    run.__name__ = "scenario_" + name
    run.__doc__ = f"{name} by replay in the page"
    return run


# P4 is a pen on a tablet of its own: a browser cannot tell which surface a pen is on. What it reports of
# (a mouse that stays dead) is tested with a real mouse.
for each in sorted(os.listdir(os.path.join(ROOT, "palms"))):
    if each != "P4" and os.path.exists(os.path.join(ROOT, "palms", each, "recording.fude")):
        test(palm_scenario(each))


def ink_scenario(name):
    def run(page, url):
        rows = [row for row in csv.reader(open(os.path.join(ROOT, "ink", name, "samples.csv"))) if row and row[0][0] != "#"]
        calls = []
        for index, (time, x, y, *force) in enumerate(rows):
            calls.append([0, float(time) / 1000, 0, 0 if index == 0 else 1, 1, float(x) * PIXEL + 200, float(y) * PIXEL + 200,
                          float(force[0]) if force and force[0] else 0, 0, 0, 0, 1, 1, 1])
        calls.append([*calls[-1][:3], 2, *calls[-1][4:7], 0, 0, 0, 0, 1, 1, 0])
        play(page, calls)
        assert state(page)["strokes"] == 1
        dark = page.js("(() => { let n = 0; $('paper').getContext('2d').getImageData(180, 180, 300, 200).data.forEach((v, i) => { if (i % 4 === 0 && v < 160) n += 1; }); return n; })()")
        assert 0 < dark < 20000, f"the stroke cannot be seen: {dark} dark pixels"
    run.__name__ = "scenario_" + name
    run.__doc__ = f"{name} by replay in the page"
    return run


for each in ("I8-coalesced", "I9-one-sample", "I9-two-samples", "I9-three-samples", "I16-duplicates"):
    if os.path.exists(os.path.join(ROOT, "ink", each, "samples.csv")):
        test(ink_scenario(each))


PLAY_PADS = """((steps, every) => { const start = Clock.now() + 50; let time = start; window.places = [];
  const goTo = (end) => { for (; time < end; time += every) Engine.advance(0, time); time = end; };
  for (const [at, buttons, ...sticks] of steps) {
    goTo(start + at);
    if (buttons === null) Engine.padLost(0, time); else Engine.pad(0, time, buttons, ...sticks);
    places.push([at, Engine.state(0).pad.x]);
  }
  goTo(time + 500); Clock.goOn(time + 100); })(%s, 16)"""


def pad_scenario(name):
    """A controller's recording, and what its intents are expected to be."""
    folder = os.path.join(ROOT, "pads", name)
    steps = []
    for text in open(folder + "/recording.jsonl"):
        record = json.loads(text)
        pad = record.get("pad")
        if pad:
            steps.append([record["t"] / 1000, pad["buttons"], *pad.get("left", [0, 0]), *pad.get("right", [0, 0]),
                          *pad.get("triggers", [0, 0])])
        elif "lost" in record:
            steps.append([record["t"] / 1000, None])
    expected = [line.split() for line in open(folder + "/expected.txt") if line[:1].isdigit()]
    moves = [words[2] for words in expected if words[1] in ("move", "again")]
    presses = [words for words in expected if words[1] == "pressed"]
    return steps, moves, presses


def dots(page, count):
    calls = []
    for index in range(count):
        calls += [[0, 20 * index, 2, 0, 1, 300 + 20 * index, 300, 0.5, 0, 0, 0, 1, 1, 1],
                  [0, 20 * index + 10, 2, 2, 1, 300 + 20 * index, 300, 0, 0, 0, 0, 1, 1, 0]]
    play(page, calls)
    assert state(page)["strokes"] == count


@test
def pads_held(page, url):
    """C1 by replay in the page: a direction held undoes once, waits, then at a rate"""
    steps, moves, _ = pad_scenario("C1-direction-pad-held")
    assert len(moves) > 3
    dots(page, 12)
    page.js("Engine.command(0, Clock.now(), 'map 12 undo')")
    page.js(PLAY_PADS % json.dumps(steps))
    assert state(page)["strokes"] == 12 - len(moves), (state(page)["strokes"], moves)


@test
def pads_in_a_menu(page, url):
    """C2 and C7 by replay in the page: a menu's focus goes where the controller's intents say, and no further"""
    ways = {"left": [-1, 0], "right": [1, 0], "up": [0, -1], "down": [0, 1]}
    # What the engine asks of the page is heard while a controller is there.
    page.js("plug()")
    page.until("Pads.count === 1")
    page.press("#b-more")
    page.until("!$('p-more').hidden")
    page.js("{ const hop = Panels.hop; Panels.hop = (x, y) => { hops.push([x, y]); hop(x, y); }; }")
    for name in ("C2-stick-pushed-slowly", "C7-threshold-and-short-tap"):
        steps, moves, _ = pad_scenario(name)
        page.js("window.hops = []")
        page.js(PLAY_PADS % json.dumps(steps))
        page.until(f"hops.length >= {len(moves)}")
        settled(page)
        assert page.js("hops") == [ways[way] for way in moves], (name, page.js("hops"), moves)


@test
def pads_stick_held(page, url):
    """C4 by replay in the page: a stick held without events keeps the pointer moving, then it rests"""
    steps, _, _ = pad_scenario("C4-stick-held-without-events")
    at = next(index for index, step in enumerate(steps) if any(step[4:6]))
    held, end = steps[at], steps[at + 1]
    middle = [(held[0] + end[0]) / 2, *held[1:]]
    page.js(PLAY_PADS % json.dumps([*steps[:at + 1], middle, *steps[at + 1:]]))
    start, half, stop = [x for _, x in page.js("places")[at:at + 3]]
    assert start < half < stop, page.js("places")
    assert abs((stop - half) / (half - start) - 1) < 0.02, page.js("places")
    assert state(page)["pad"]["x"] == page.js("places.at(-1)[1]") == stop


@test
def pads_vanish(page, url):
    """C6 by replay in the page: a button held when the controller goes is released, and does nothing when it is back"""
    steps, _, presses = pad_scenario("C6-vanishes-while-held")
    dots(page, 12)
    page.js("Engine.command(0, Clock.now(), 'map 0 undo')")
    page.js(PLAY_PADS % json.dumps(steps))
    assert state(page)["strokes"] == 12 - len(presses), (state(page)["strokes"], presses)
