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
