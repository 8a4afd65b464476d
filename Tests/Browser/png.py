"""Reads the 8-bit RGBA and RGB pictures that Fude and Chromium write."""
import struct
import zlib


def pixels(data):
    """Width, height and RGBA bytes of a PNG."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n", data[:40]
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        at += 12 + length
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and color in (2, 6), (depth, color)
        if kind == b"IDAT":
            packed += body
    raw, size = zlib.decompress(packed), 4 if color == 6 else 3
    stride = width * size
    before, rows = bytearray(stride), bytearray()
    for row in range(height):
        kind = raw[row * (stride + 1)]
        line = bytearray(raw[row * (stride + 1) + 1:(row + 1) * (stride + 1)])
        for i in range(stride if kind else 0):
            a = line[i - size] if i >= size else 0
            b = before[i]
            c = before[i - size] if i >= size else 0
            if kind == 1:
                guess = a
            elif kind == 2:
                guess = b
            elif kind == 3:
                guess = (a + b) // 2
            else:
                p = a + b - c
                guess = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            line[i] = (line[i] + guess) & 255
        rows += line
        before = line
    if size == 3:
        wide = bytearray(b"\xff" * (width * height * 4))
        for channel in range(3):
            wide[channel::4] = rows[channel::3]
        rows = wide
    return width, height, bytes(rows)
