"""A pad that no database knows, through /dev/uinput: numbered buttons like those of a flight stick.

Written from linux/uinput.h. Its face buttons are numbered in an order of its own: left, right, lower, upper.
"""
import fcntl
import os
import struct
import time

SET_EVBIT, SET_KEYBIT, DEV_SETUP, ABS_SETUP, DEV_CREATE = 0x40045564, 0x40045565, 0x405C5503, 0x401C5504, 0x5501
KEY, ABS = 1, 3
HATS = {"dpup": (0x11, -1), "dpdown": (0x11, 1), "dpleft": (0x10, -1), "dpright": (0x10, 1)}
AXES = {"leftx": 0, "lefty": 1, "rightx": 2, "righty": 5}
NUMBERED = ["x", "b", "a", "y", "leftshoulder", "rightshoulder", "lefttrigger", "righttrigger", "back", "start",
            "leftstick", "rightstick"]


class OddPad:
    """Closing it is pulling the plug."""

    # A word of what is asked, and the control that answers it; what is not here is skipped.
    ANSWERS = [("lower face", "a"), ("right face", "b"), ("left face", "x"), ("upper face", "y"), ("up on", "dpup"),
               ("down on", "dpdown"), ("left on", "dpleft"), ("right on", "dpright"), ("left shoulder", "leftshoulder"),
               ("right shoulder", "rightshoulder"), ("left trigger", "lefttrigger"),
               ("right trigger", "righttrigger"), ("left stick to", "leftx"), ("left stick down", "lefty"),
               ("left stick, pressed", "leftstick"), ("right stick to", "rightx"), ("right stick down", "righty"),
               ("right stick, pressed", "rightstick"), ("left small", "back"), ("right small", "start")]

    def __init__(self):
        self.fd = os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK)
        fcntl.ioctl(self.fd, SET_EVBIT, KEY)
        fcntl.ioctl(self.fd, SET_EVBIT, ABS)
        for index in range(len(NUMBERED)):
            fcntl.ioctl(self.fd, SET_KEYBIT, 0x120 + index)
        for code in AXES.values():
            fcntl.ioctl(self.fd, ABS_SETUP, struct.pack("<Hxx6i", code, 128, 0, 255, 0, 15, 0))
        for code in (0x10, 0x11):
            fcntl.ioctl(self.fd, ABS_SETUP, struct.pack("<Hxx6i", code, 0, -1, 1, 0, 0, 0))
        fcntl.ioctl(self.fd, DEV_SETUP, struct.pack("<4H80sI", 3, 0x1209, 0x0DD1, 0x0100, b"Odd Pad", 0))
        fcntl.ioctl(self.fd, DEV_CREATE)

    def press(self, control, is_down):
        if control in HATS:
            code, value = HATS[control]
            self.send(ABS, code, value if is_down else 0)
        elif control in AXES:
            self.send(ABS, AXES[control], 255 if is_down else 128)
        else:
            self.send(KEY, 0x120 + NUMBERED.index(control), int(is_down))

    def answer(self, control):
        for is_down in (True, False):
            self.press(control, is_down)
            time.sleep(0.1)

    def send(self, kind, code, value):
        for event in ((kind, code, value), (0, 0, 0)):
            os.write(self.fd, struct.pack("<qqHHi", 0, 0, *event))

    def close(self):
        os.close(self.fd)
