"""Drives virtual controllers through the kernel's own drivers and checks what Fude says of them.

Runs inside the VM: pads.py FUDE CONTROLLER-EVENTS [PART…]
"""
import json
import os
import pty
import queue
import signal
import subprocess
import sys
import threading
import time

from oddpad import OddPad
from uhid import DualSense, DualShock4, DualShock4Bluetooth, Pad

FUDE, EVENTS, *PARTS = sys.argv[1:]
FAILURES = []


def check(condition, text, seen=""):
    print(("ok    " if condition else "FAIL  ") + text + (f": {seen}" if not condition and seen != "" else ""),
          flush=True)
    if not condition:
        FAILURES.append(text)


class Program:
    """A program whose lines are read as they come."""

    def __init__(self, *words, parse=None):
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True,
                                        stderr=subprocess.STDOUT if parse is None else subprocess.DEVNULL)
        self.lines = queue.Queue()
        self.parse = parse or str
        self.last = {}
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(self.parse(line.strip()))

    def wait(self, wanted, seconds=20):
        """The first line that is wanted, and all before it; None if it does not come."""
        seen = []
        end = time.time() + seconds
        while time.time() < end:
            try:
                line = self.lines.get(timeout=max(0.01, end - time.time()))
            except queue.Empty:
                break
            seen.append(line)
            if wanted(line):
                return line, seen
        return None, seen

    def quiet(self, seconds=0.5):
        """Takes what comes until nothing does for a while."""
        seen = []
        while True:
            try:
                seen.append(self.lines.get(timeout=seconds))
            except queue.Empty:
                return seen

    def end(self):
        self.process.terminate()
        self.process.wait()


def near(value, wanted, by=0.02):
    return abs(value - wanted) <= by


def state(watch, wanted):
    return watch.wait(lambda line: line["kind"] == "report" and wanted(line))


def all_pads():
    for kind in (DualShock4, DualShock4Bluetooth, DualSense):
        one_pad(kind())


def one_pad(pad):
    print(f"\n# {pad.name}", flush=True)
    watch = Program(FUDE, "pads", "watch", "--lines", "--sensors", parse=json.loads)
    pad.plug()
    line, seen = watch.wait(lambda line: line["kind"] == "connected", 60)
    pad.state()
    check(line is not None and line["type"] == pad.kind, "connects as one controller of its kind", seen)
    for feature in ("rumble", "lamp", "touchpad", "motion", "battery"):
        check(line is not None and feature in line["features"], f"has {feature}", line)
    pad.state(gyro=(0, 0, 0))
    seen = [entry for entry in watch.quiet(1) if entry["kind"] != "advice"]
    rest = [entry for entry in seen if entry["kind"] == "report"]
    check(not any(entry["kind"] == "connected" for entry in seen), "no second controller for its other nodes", seen)
    check(all(near(x, 0, 0.01) for entry in rest for x in entry["left"] + entry["right"] + entry["triggers"]),
          "rests until something is touched", rest)
    for name in list(Pad.BUTTONS) + list(Pad.HATS):
        pad.state(held=[name])
        line, seen = state(watch, lambda line: line["buttons"] == [name])
        pad.state()
        up, _ = state(watch, lambda line: line["buttons"] == [])
        check(line is not None and up is not None, f"{name} goes down and up", seen)
    for side in ("left", "right"):
        for place, wanted in (((0, 128), (-1, 0)), ((255, 128), (1, 0)), ((128, 0), (0, 1)), ((128, 255), (0, -1))):
            pad.state(**{side: place})
            line, seen = state(watch, lambda line: near(line[side][0], wanted[0]) and near(line[side][1], wanted[1]))
            check(line is not None, f"{side} stick reaches {wanted}", seen)
        pad.state()
        state(watch, lambda line: near(line[side][0], 0) and near(line[side][1], 0))
    for index, name in enumerate(("left", "right")):
        # Not to the middle at once: SDL takes a first value there for a trigger's rest.
        for travel in (40, 90, 128, 255):
            pad.state(triggers=[travel if index == 0 else 0, travel if index == 1 else 0])
            line, seen = state(watch, lambda line: near(line["triggers"][index], travel / 255))
            check(line is not None, f"{name} trigger gives {travel / 255:.2f}", seen)
        pad.state()
        state(watch, lambda line: near(line["triggers"][index], 0))
    pad.state(touches=[(960, 470)])
    line, seen = state(watch, lambda line: near((line.get("touches") or [[0]])[0][0], 0.5))
    check(line is not None, "a finger on the touchpad", seen[-3:])
    pad.state(touches=[(960, 470), (192, 94)])
    line, seen = state(watch, lambda line: len(line.get("touches") or []) == 2)
    check(line is not None, "two fingers on the touchpad", seen[-3:])
    pad.state()
    line, seen = state(watch, lambda line: "touches" not in line)
    check(line is not None, "no finger is left", seen[-3:])
    for _ in range(3):
        pad.state(gyro=(4000, 0, 0))
        time.sleep(0.05)
    line, seen = state(watch, lambda line: near((line.get("rotation_rad_s") or [0])[0], 4.2, 0.5))
    check(line is not None, "rotation is measured", seen[-3:])
    check(line is not None and near(line["acceleration_g"][1], 1, 0.1), "gravity is measured", line)
    pad.state()
    outputs(pad)
    flood(pad, watch)
    watch.end()
    held(pad)


def outputs(pad):
    """fude pads test rumbles heavily, then lightly, then lights the lamp red, green and blue."""
    pad.device.outputs.clear()
    test = subprocess.run([FUDE, "pads", "test", "--seconds", "1", "--json"], capture_output=True, text=True,
                          check=False)
    motors = pad.motors()
    check(any(heavy > 150 and light == 0 for heavy, light in motors), "the heavy motor turns", motors)
    check(any(light > 150 and heavy == 0 for heavy, light in motors), "the light motor turns", motors)
    check(motors[-1:] == [(0, 0)], "both motors stop", motors[-3:])
    lamps = pad.lamps()
    check(any(red > 200 and green < 50 and blue < 50 for red, green, blue in lamps), "the lamp is red", lamps)
    check(any(blue > 200 and green < 50 and red < 50 for red, green, blue in lamps), "the lamp is blue", lamps)
    if isinstance(pad, DualSense):
        effects = pad.effects()
        check(bytes([0x21, 0xF8, 0x03, 0, 0xDA, 0xB6, 0x2D, 0, 0, 0, 0]) in [left for _, left in effects],
              "the left trigger resists from a third on", effects)
        check(bytes([0x25, 0b01001000, 0, 5, 0, 0, 0, 0, 0, 0, 0]) in [right for right, _ in effects],
              "the right trigger gives way like a weapon's", effects)
        off = bytes([5] + [0] * 10)
        check(effects[-1:] == [(off, off)], "and both are let go of", effects[-1:])
    check(test.stdout.startswith("{"), "the health report is made", test.stdout + test.stderr)


def flood(pad, watch):
    """The reader sleeps while the kernel's queue overflows; what was held then is not stuck."""
    watch.quiet()
    pad.state(held=["south", "L1"])
    state(watch, lambda line: line["buttons"] == ["south", "L1"])
    os.kill(watch.process.pid, signal.SIGSTOP)
    for index in range(3000):
        pad.state(held=["east"] if index % 2 else ["south", "up"], left=(index * 7 % 256, 128))
    pad.state(held=["R1"])
    time.sleep(0.3)
    os.kill(watch.process.pid, signal.SIGCONT)
    time.sleep(0.2)
    # hidraw drops what comes when its queue is full; a real pad goes on reporting.
    pad.state(held=["R1"])
    line, seen = state(watch, lambda line: line["buttons"] == ["R1"])
    rest = watch.quiet(1)
    last = ([line] + [entry for entry in rest if entry["kind"] == "report"])[-1]
    check(last is not None and last["buttons"] == ["R1"], "after an overflow the state is the last one", seen[-3:])
    pad.state()
    line, seen = state(watch, lambda line: line["buttons"] == [])
    check(line is not None, "and nothing is stuck", seen[-3:])


def held(pad):
    """Unplugged while held, through the GameController API; then back."""
    events = Program(EVENTS)
    _, seen = events.wait(lambda line: line.startswith("become current"), 60)
    check(any(line.startswith(f"connect {pad.kind} player 1") for line in seen), "GameController: connects", seen)
    pad.state()
    events.quiet()
    pad.state(held=["south"], triggers=(255, 0))
    _, seen = events.wait(lambda line: line == "Left Trigger down")
    check("Button A down" in seen or events.wait(lambda line: line == "Button A down")[0] is not None,
          "GameController: Cross and L2 are down", seen)
    pad.unplug()
    _, seen = events.wait(lambda line: line.startswith("disconnect"))
    ups = [line for line in seen if line.endswith(" up")]
    notes = [line.split(" " + pad.kind)[0] for line in seen if not line.endswith(" up")]
    check(sorted(ups) == ["Button A up", "Left Trigger up"], "GameController: each is released once", seen)
    check(notes == ["stop being current", "disconnect"] and seen[-2:][0].startswith("stop"),
          "GameController: then it stops being current, then disconnects", seen)
    pad.plug()
    time.sleep(1.5)
    pad.state()
    _, seen = events.wait(lambda line: line.startswith("become current"), 60)
    seen += events.quiet()
    check(any(line.startswith(f"connect {pad.kind} player 1") for line in seen),
          "GameController: it comes back as player 1", seen)
    check(not any(line.endswith("down") for line in seen), "GameController: and nothing is pressed", seen)
    events.end()
    pad.unplug()
    time.sleep(1)


def two_pads():
    print("\n# two controllers", flush=True)
    first, second = DualShock4(), DualSense()
    first.plug()
    second.plug()
    time.sleep(2)
    first.state()
    second.state()
    watch = Program(FUDE, "pads", "watch", "--lines", parse=json.loads)
    seen = []
    while sum(line["kind"] == "connected" for line in seen) < 2:
        line, more = watch.wait(lambda line: line["kind"] == "connected", 60)
        seen += more
        if line is None:
            break
    seen += watch.quiet()
    found = {line["type"]: line["pad"] for line in seen if line["kind"] == "connected"}
    check(set(found) == {"DualShock 4", "DualSense"}, "both are there", seen)
    first.state(held=["south"])
    line, seen = state(watch, lambda line: line["buttons"] == ["south"])
    check(line is not None and line["pad"] == found.get("DualShock 4"), "one press is the first one's", seen)
    second.state(held=["north"])
    line, seen = state(watch, lambda line: line["buttons"] == ["north"])
    check(line is not None and line["pad"] == found.get("DualSense"), "the other is the second one's", seen)
    first.unplug()
    line, seen = watch.wait(lambda line: line["kind"] == "disconnected")
    check(line is not None and line["pad"] == found.get("DualShock 4"), "the first goes, the second stays", seen)
    second.state()
    line, seen = state(watch, lambda line: line["buttons"] == [])
    check(line is not None and line["pad"] == found.get("DualSense"), "the second still reports", seen)
    watch.end()
    second.unplug()
    time.sleep(1)


def record():
    print("\n# recording", flush=True)
    pad = DualShock4()
    pad.plug()
    time.sleep(2)
    pad.state()
    file = "/tmp/pads.jsonl"
    recorder = Program(FUDE, "pads", "record", "-o", file)
    recorder.wait(lambda line: line.startswith("Recording"), 60)
    for held_buttons in (["south"], [], ["up"], []):
        pad.state(held=held_buttons, touches=[(960, 470)] if held_buttons else [])
        time.sleep(0.05)
    pad.unplug()
    recorder.process.wait(timeout=60)
    lines = subprocess.run([FUDE, "pads", "watch", "--lines", "--speed", "100", file], capture_output=True, text=True,
                           check=False)
    reports = [json.loads(line) for line in lines.stdout.splitlines()]
    check(sum(line["kind"] == "connected" for line in reports) == 1, "it plays as one controller", lines.stderr)
    seen = [line["buttons"] for line in reports if line["kind"] == "report"]
    check(["south"] in seen and ["up"] in seen, "with its buttons", seen)
    check(any("touches" in line for line in reports), "and its touchpad", reports[:4])


def emulate():
    """A recording is played to other programs through uinput."""
    print("\n# virtual controllers", flush=True)
    watch = Program(FUDE, "pads", "watch", "--lines", parse=json.loads)
    time.sleep(1)
    play = subprocess.Popen([FUDE, "pads", "emulate", "--wait", "2", "/tmp/pads.jsonl"], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)
    line, seen = watch.wait(lambda line: line["kind"] == "disconnected", 60)
    out, err = play.communicate(timeout=60)
    check(play.returncode == 0 and len(out.splitlines()) == 3, "the recorded pad's three nodes are made", out + err)
    there = [entry for entry in seen if entry["kind"] == "connected"]
    check(len(there) == 1 and there[0]["type"] == "DualShock 4", "they are one controller of its kind", there)
    buttons = [entry["buttons"] for entry in seen if entry["kind"] == "report"]
    check(["south"] in buttons and ["up"] in buttons and buttons[-1:] == [[]], "with its buttons", buttons)
    check(any("touches" in entry for entry in seen), "and its touchpad", seen[:5])
    check(line is not None, "and it goes when the recording ends", seen[-2:])

    # Recorded without the kernel's events: it goes while held, comes back, and is let go.
    with open("/tmp/states.jsonl", "w", encoding="utf-8") as file:
        file.write('{"fude":"recording","version":1}\n{"device":0,"name":"Pad","level":"surface","role":"pad"}\n'
                   '{"t":0,"d":0,"pad":{"buttons":0}}\n{"t":200000,"d":0,"pad":{"buttons":12,"left":[0,-1]}}\n'
                   '{"t":500000,"d":0,"lost":"removed"}\n{"t":4000000,"d":0,"pad":{"buttons":8}}\n'
                   '{"t":4300000,"d":0,"pad":{"buttons":0}}\n')
    play = subprocess.run([FUDE, "pads", "emulate", "--wait", "3", "/tmp/states.jsonl"], capture_output=True, text=True,
                          check=False)
    seen = watch.quiet(1)
    kinds = [entry["kind"] for entry in seen if entry["kind"] != "report"]
    check(play.returncode == 0 and "Xbox 360" in play.stdout, "any other recording is an Xbox 360 pad", play.stderr)
    check(kinds == ["connected", "disconnected", "connected", "disconnected"], "it goes and comes as recorded", kinds)
    held = [entry["buttons"] for entry in seen if entry["kind"] == "report"]
    check(["west", "north"] in held and held[-1:] == [[]], "buttons are where they were", held)
    check(any(near(entry["left"][1], -1) for entry in seen if entry["kind"] == "report"), "sticks too", seen)
    watch.end()

    stopped = subprocess.Popen([FUDE, "pads", "emulate", "--wait", "60", "/tmp/states.jsonl"], stdout=subprocess.PIPE,
                               text=True)
    node = stopped.stdout.readline().split()[0]
    check(os.path.exists(node), "the node that is named is there", node)
    stopped.send_signal(signal.SIGINT)
    check(stopped.wait(timeout=30) == 0, "Ctrl-C ends it in order", stopped.returncode)
    time.sleep(0.5)
    check(not os.path.exists(node), "and takes the device away", node)

    os.chmod("/dev/uinput", 0o600)
    run = subprocess.run([FUDE, "pads", "emulate", "/tmp/states.jsonl"], capture_output=True, text=True, check=False,
                         user=65534)
    check(run.returncode == 77, "without permission on uinput the exit status is 77", run.returncode)
    check('KERNEL=="uinput"' in run.stderr and "/etc/udev/rules.d/" in run.stderr, "and the udev rule is named",
          run.stderr)
    # As that rule does it for whoever sits at the machine.
    os.chmod("/dev/uinput", 0o666)
    run = subprocess.run([FUDE, "pads", "emulate", "--speed", "100", "/tmp/states.jsonl"], capture_output=True, text=True,
                         check=False, user=65534)
    check(run.returncode == 0, "with it an ordinary user may", run.stderr)


def mapping():
    """A pad that SDL does not know: its mapping is made by pressing what is asked, and then holds."""
    print("\n# a mapping by pressing", flush=True)
    pad = OddPad()
    time.sleep(1)
    master, slave = pty.openpty()
    config = dict(os.environ, XDG_CONFIG_HOME="/tmp/config")
    dialogue = subprocess.Popen([FUDE, "pads", "map", "--save"], stdin=slave, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, env=config)
    asked = []
    for line in dialogue.stderr:
        if not line.startswith("Press "):
            continue
        asked.append(line.strip())
        time.sleep(0.1)
        control = next((name for text, name in OddPad.ANSWERS if text in line), None)
        if control is None:
            os.write(master, b" ")
        else:
            pad.answer(control)
    out = dialogue.stdout.read()
    check(dialogue.wait() == 0 and len(asked) == 21, "it asks for 21 controls", asked)
    check("a:b2" in out and "x:b0" in out and "dpup:h0.1" in out and "lefttrigger:b6" in out
          and "lefty:a1" in out and "guide" not in out, "the mapping is what was pressed", out)
    saved = open("/tmp/config/fude/gamecontrollerdb.txt", encoding="utf-8").read()
    check(saved == out, "it is kept for the next time", saved)
    os.environ["XDG_CONFIG_HOME"] = "/tmp/config"
    watch = Program(FUDE, "pads", "watch", "--lines", parse=json.loads)
    line, seen = watch.wait(lambda line: line["kind"] == "connected", 60)
    check(line is not None and line["name"] == "Odd Pad", "now it is a controller", seen)
    time.sleep(0.5)
    for control, name in (("a", "south"), ("y", "north"), ("dpleft", "left"), ("start", "menu")):
        pad.press(control, True)
        line, seen = state(watch, lambda line: line["buttons"] == [name])
        pad.press(control, False)
        up, _ = state(watch, lambda line: line["buttons"] == [])
        check(line is not None and up is not None, f"{control} is {name}", seen)
    pad.press("lefty", True)
    line, seen = state(watch, lambda line: near(line["left"][1], -1))
    check(line is not None, "the left stick goes down", seen)
    watch.end()
    pad.close()
    os.environ.pop("XDG_CONFIG_HOME")


def permission():
    print("\n# permission", flush=True)
    pad = DualShock4()
    pad.plug()
    time.sleep(2)
    run = subprocess.run([FUDE, "pads", "list"], capture_output=True, text=True, check=False, user=65534)
    check(run.returncode == 77, "without permission the exit status is 77", run.returncode)
    check("TAG+=\"uaccess\"" in run.stderr and "/etc/udev/rules.d/" in run.stderr, "and the udev rule is named",
          run.stderr)
    pad.unplug()


if __name__ == "__main__":
    os.environ.setdefault("XDG_STATE_HOME", "/tmp/state")
    for part in PARTS or ["pads", "two", "record", "emulate", "mapping", "permission"]:
        {"pads": all_pads, "two": two_pads, "record": record, "emulate": emulate, "mapping": mapping,
         "permission": permission}[part]()
    print(f"\n{len(FAILURES)} failures" if FAILURES else "\nall checks passed")
    sys.exit(1 if FAILURES else 0)
