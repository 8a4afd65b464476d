"""Drives virtual controllers through the kernel's own drivers and checks what Fude says of them.

Runs inside the VM: pads.py FUDE CONTROLLER-EVENTS
"""
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time

from uhid import DualSense, DualShock4, DualShock4Bluetooth, Pad

FUDE, EVENTS = sys.argv[1:3]
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
    for kind in (DualShock4, DualShock4Bluetooth, DualSense):
        one_pad(kind())
    two_pads()
    record()
    permission()
    print(f"\n{len(FAILURES)} failures" if FAILURES else "\nall checks passed")
    sys.exit(1 if FAILURES else 0)
