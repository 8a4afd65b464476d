"""A genuine X11 pen and touchscreen without hardware: Debian's Xorg with its dummy video driver and its
inputtest driver, which takes events from a socket. Needs root."""
import os
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

CONFIGURATION = """
Section "ServerLayout"
  Identifier "layout"
  Screen 0 "screen"
  InputDevice "pen" "CorePointer"
  InputDevice "keyboard" "CoreKeyboard"
  InputDevice "touch" "SendCoreEvents"
EndSection
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "DontVTSwitch" "true"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 65536
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5-1000
  VertRefresh 5-200
  Modeline "1024x768" 65.00 1024 1048 1184 1344 768 771 777 806
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "1024x768"
  EndSubSection
EndSection
Section "InputDevice"
  Identifier "pen"
  Driver "inputtest"
  Option "SocketPath" "{folder}/pen"
  Option "DeviceType" "PointerAbsoluteProximity"
  Option "PointerHasPressure" "true"
EndSection
Section "InputDevice"
  Identifier "touch"
  Driver "inputtest"
  Option "SocketPath" "{folder}/touch"
  Option "DeviceType" "Touch"
  Option "TouchCount" "5"
EndSection
Section "InputDevice"
  Identifier "keyboard"
  Driver "inputtest"
  Option "SocketPath" "{folder}/keyboard"
  Option "DeviceType" "Keyboard"
EndSection
"""

# The driver's protocol (xserver, hw/xfree86/drivers/inputtest/xf86-input-inputtest-protocol.h, MIT).
VERSION, SYNC, MOTION, PROXIMITY, BUTTON, KEY, TOUCH = range(7)
BEGIN, UPDATE, END = 18, 19, 20
AXES = {"x": 0, "y": 1, "pressure": 4}


def missing():
    """Why this can't run here; None if it can."""
    if os.geteuid() != 0:
        return "an X server with a test pen needs root"
    if not shutil.which("Xorg"):
        return "Xorg is not installed (xserver-xorg-core, xserver-xorg-video-dummy)"
    for module in ("input/inputtest_drv.so", "drivers/dummy_drv.so"):
        if not os.path.exists("/usr/lib/xorg/modules/" + module):
            return f"Xorg's {module} is not installed"
    return None


class Server:
    """An X server with a pen and a touchscreen."""

    def __init__(self, display=":87"):
        self.display = display
        # The driver runs as root and wants its sockets in a folder that only root can write to.
        self.folder = tempfile.mkdtemp(prefix="fude-x-", dir="/run")
        path = self.folder + "/xorg.conf"
        with open(path, "w") as file:
            file.write(CONFIGURATION.replace("{folder}", self.folder))
        self.process = subprocess.Popen(
            ["Xorg", display, "-config", path, "-logfile", self.folder + "/log", "-noreset",
             "-nolisten", "tcp", "-ac"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.time() + 20
        while not os.path.exists(self.folder + "/touch") or not os.path.exists("/tmp/.X11-unix/X" + display[1:]):
            if time.time() > end or self.process.poll() is not None:
                raise RuntimeError("Xorg does not start: " + open(self.folder + "/log").read()[-500:])
            time.sleep(0.05)

    def device(self, name):
        return Device(self.folder + "/" + name)

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)


class Device:
    """One input device of the server."""

    # The driver's axes have 16 bits over the screen's 1024 pixels; its pressure counts to 1000.
    SCALE = 64
    FULL = 1000

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(10)
        self.socket.connect(path)
        self.socket.sendall(struct.pack("=IIHH", 12, VERSION, 1, 1))
        self.socket.recv(12)

    def _send(self, kind, head, x, y, pressure=0.0):
        mask = bytearray(8)
        values = [0.0] * 64
        for name, value in (("x", x * self.SCALE), ("y", y * self.SCALE), ("pressure", pressure * self.FULL)):
            axis = AXES[name]
            mask[axis // 8] |= 1 << (axis % 8)
            values[axis] = float(value)
        axes = struct.pack("=I8s4x64d64d", 0, bytes(mask), *values, *([0.0] * 64))
        body = head + b"\0" * (-(8 + len(head)) % 8) + axes
        self.socket.sendall(struct.pack("=II", 8 + len(body), kind) + body)
        self.socket.sendall(struct.pack("=II", 8, SYNC))
        self.socket.recv(8)

    def proximity(self, is_in, x, y):
        self._send(PROXIMITY, struct.pack("=I", is_in), x, y)

    def move(self, x, y, pressure=0.0):
        self._send(MOTION, struct.pack("=I", 1), x, y, pressure)

    def tip(self, is_down, x, y, pressure=0.0):
        self._send(BUTTON, struct.pack("=iiI", 1, 1, is_down), x, y, pressure)

    def touch(self, contact, kind, x, y):
        self._send(TOUCH, struct.pack("=II", contact, kind), x, y, 0.5)
