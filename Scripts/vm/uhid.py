"""Virtual controllers through /dev/uhid: the kernel binds its own drivers to them.

Written from linux/uhid.h and from what hid-playstation asks for while it probes. A device is a
report descriptor, answers to feature requests, and input reports.
"""
import os
import select
import struct
import threading
import zlib

CREATE2, INPUT2, OUTPUT = 11, 12, 6
GET_REPORT, GET_REPORT_REPLY, SET_REPORT, SET_REPORT_REPLY = 9, 10, 13, 14
EVENT_SIZE = 4 + 4372  # the type, and the largest member of the union
USB, BLUETOOTH = 3, 5
# As the real ones have it: SDL's database tells the kernel's layout from older ones by it.
VERSIONS = {USB: 0x111, BLUETOOTH: 0x100}


def descriptor(inputs, outputs, features):
    """Bytes of a vendor-defined game pad with reports of the given numbers and sizes."""
    text = bytes([0x05, 0x01, 0x09, 0x05, 0xA1, 0x01, 0x06, 0x00, 0xFF, 0x15, 0x00, 0x26, 0xFF, 0x00, 0x75, 0x08])
    for main, reports in ((0x81, inputs), (0x91, outputs), (0xB1, features)):
        for number, size in reports:
            text += bytes([0x85, number, 0x09, 0x20, 0x95, size, main, 0x02])
    return text + b"\xC0"


class Device:
    """One virtual HID device; closing it is pulling the plug."""

    def __init__(self, name, bus, vendor, product, text, features, address):
        self.features = features
        self.outputs = []
        self.stopping = False
        self.lock = threading.Lock()
        self.fd = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC)
        head = struct.pack("<128s64s64sHHIIII", name.encode(), b"", address.encode(), len(text), bus, vendor, product,
                           VERSIONS[bus], 0)
        self.send(CREATE2, head + text)
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def send(self, kind, body):
        with self.lock:
            os.write(self.fd, (struct.pack("<I", kind) + body).ljust(EVENT_SIZE, b"\0"))

    def serve(self):
        while not self.stopping:
            if not select.select([self.fd], [], [], 0.1)[0]:
                continue
            event = os.read(self.fd, EVENT_SIZE)
            kind, body = struct.unpack_from("<I", event)[0], event[4:]
            if kind == OUTPUT:
                self.outputs.append(bytes(body[:struct.unpack_from("<H", body, 4096)[0]]))
            elif kind == GET_REPORT:
                ident, number = struct.unpack_from("<IB", body)
                data = self.features.get(number)
                head = struct.pack("<IHH", ident, 5 if data is None else 0, len(data or b""))
                self.send(GET_REPORT_REPLY, head + (data or b""))
            elif kind == SET_REPORT:
                self.send(SET_REPORT_REPLY, struct.pack("<IH", struct.unpack_from("<I", body)[0], 0))

    def input(self, report):
        self.send(INPUT2, struct.pack("<H", len(report)) + bytes(report))

    def close(self):
        self.stopping = True
        self.thread.join()
        os.close(self.fd)


def checked(seed, body):
    """What goes over Bluetooth ends in a CRC-32 that begins with the transaction's byte."""
    return body + struct.pack("<I", zlib.crc32(bytes([seed]) + body))


def wire(address):
    """An address, lowest byte first."""
    return bytes.fromhex(address.replace(":", ""))[::-1]


class Pad:
    """A Sony pad: what a test can press, and where its bytes are."""

    BUTTONS = {"west": (0, 4), "south": (0, 5), "east": (0, 6), "north": (0, 7), "L1": (1, 0), "R1": (1, 1),
               "options": (1, 4), "menu": (1, 5), "L3": (1, 6), "R3": (1, 7), "home": (2, 0), "touchpad": (2, 1)}
    HATS = {"up": 0, "right": 2, "down": 4, "left": 6}

    def __init__(self):
        self.tick = 0
        self.device = None

    def plug(self):
        self.device = self.make()

    def unplug(self):
        self.device.close()

    def state(self, held=(), left=(128, 128), right=(128, 128), triggers=(0, 0), touches=(), gyro=(0, 0, 0)):
        hat = next((value for name, value in self.HATS.items() if name in held), 8)
        buttons = bytearray([hat, 0, 0])
        for name in held:
            if name in self.BUTTONS:
                at, bit = self.BUTTONS[name]
                buttons[at] |= 1 << bit
        points = b""
        for index in range(2):
            if index < len(touches):
                x, y = touches[index]
                points += bytes([index + 1, x & 255, x >> 8 | (y & 15) << 4, y >> 4])
            else:
                points += b"\x80\0\0\0"
        motion = struct.pack("<6h", *gyro, 0, 8192, 0)
        # Twice, as a real pad repeats itself: hid-playstation tells the touchpad's click one report late.
        for _ in range(2):
            self.tick = (self.tick + 750) & 0xFFFF
            self.device.input(self.report(bytes(left), bytes(right), bytes(triggers), bytes(buttons), motion, points))


class DualShock4(Pad):
    """On USB."""
    name, kind = "DualShock 4 USB", "DualShock 4"

    def __init__(self, address="d0:bc:01:02:03:04"):
        super().__init__()
        self.address = address

    CALIBRATION = struct.pack("<17h", 0, 0, 0, 8704, -8704, 8704, -8704, 8704, -8704, 540, 540, 8192, -8192, 8192,
                              -8192, 8192, -8192)

    @property
    def firmware(self):
        data = bytearray(49)
        data[0] = 0xA3
        struct.pack_into("<H", data, 35, 0x0100)
        struct.pack_into("<H", data, 41, 0xA00B)
        return bytes(data)

    def make(self):
        text = descriptor([(1, 63)], [(5, 31)], [(0x02, 36), (0x12, 15), (0x81, 6), (0xA3, 48)])
        features = {0x02: (b"\x02" + self.CALIBRATION).ljust(37, b"\0"),
                    0x12: (b"\x12" + wire(self.address)).ljust(16, b"\0"), 0x81: b"\x81" + wire(self.address),
                    0xA3: self.firmware}
        return Device("Sony Interactive Entertainment Wireless Controller", USB, 0x054C, 0x09CC, text, features, "")

    def body(self, left, right, triggers, buttons, motion, points):
        return (left + right + buttons + triggers + struct.pack("<H", self.tick) + b"\x14" + motion + bytes(5)
                + b"\x1b\0\0\1\0" + points)

    def report(self, *parts):
        return (b"\x01" + self.body(*parts)).ljust(64, b"\0")

    def motors(self):
        """(heavy, light) of each output report."""
        return [(data[5], data[4]) for data in self.device.outputs if data[:1] == b"\x05" and data[1] & 1]

    def lamps(self):
        return [tuple(data[6:9]) for data in self.device.outputs if data[:1] == b"\x05" and data[1] & 2]


class DualShock4Bluetooth(DualShock4):
    """On Bluetooth."""
    name = "DualShock 4 Bluetooth"

    def make(self):
        # No report 0x12: by its answer SDL tells a pad on the cable.
        text = descriptor([(0x01, 9), (0x11, 77)], [(0x11, 77)], [(0x02, 36), (0x05, 40), (0xA3, 48)])
        order = struct.pack("<17h", 0, 0, 0, 8704, 8704, 8704, -8704, -8704, -8704, 540, 540, 8192, -8192, 8192,
                            -8192, 8192, -8192)
        calibration = checked(0xA3, (b"\x05" + order).ljust(37, b"\0"))
        features = {0x05: calibration, 0x02: (b"\x02" + self.CALIBRATION).ljust(37, b"\0"), 0xA3: self.firmware}
        return Device("Wireless Controller", BLUETOOTH, 0x054C, 0x09CC, text, features, self.address)

    def report(self, *parts):
        return checked(0xA1, (b"\x11\xC0\0" + self.body(*parts)).ljust(74, b"\0"))

    def motors(self):
        return [(data[7], data[6]) for data in self.device.outputs if data[:1] == b"\x11" and data[3] & 1]

    def lamps(self):
        return [tuple(data[8:11]) for data in self.device.outputs if data[:1] == b"\x11" and data[3] & 2]


class DualSense(Pad):
    """On USB."""
    name, kind = "DualSense USB", "DualSense"

    def __init__(self, address="a0:ab:51:01:02:03"):
        super().__init__()
        self.address = address

    def make(self):
        text = descriptor([(1, 63)], [(2, 47)], [(0x05, 40), (0x09, 19), (0x20, 63)])
        calibration = struct.pack("<17h", 0, 0, 0, 8704, -8704, 8704, -8704, 8704, -8704, 540, 540, 8192, -8192, 8192,
                                  -8192, 8192, -8192)
        firmware = bytearray(64)
        firmware[0] = 0x20
        struct.pack_into("<IIH", firmware, 24, 0x0001_0616, 0x0001_000A, 0x0154)
        features = {0x05: (b"\x05" + calibration).ljust(41, b"\0"),
                    0x09: (b"\x09" + wire(self.address)).ljust(20, b"\0"), 0x20: bytes(firmware)}
        return Device("Sony Interactive Entertainment DualSense Wireless Controller", USB, 0x054C, 0x0CE6, text,
                      features, "")

    def report(self, left, right, triggers, buttons, motion, points):
        body = left + right + triggers + b"\1" + buttons + bytes(5) + motion + struct.pack("<I", self.tick) + b"\0"
        return (b"\x01" + body + points).ljust(53, b"\0") + b"\x29" + bytes(10)

    def motors(self):
        return [(data[4], data[3]) for data in self.device.outputs if data[:1] == b"\x02" and data[1] & 1]

    def lamps(self):
        return [tuple(data[45:48]) for data in self.device.outputs if data[:1] == b"\x02" and data[2] & 4]

    def effects(self):
        """(right, left) trigger effect of each output report that sets both."""
        return [(data[11:22], data[22:33]) for data in self.device.outputs if data[:1] == b"\x02" and data[1] & 12 == 12]
