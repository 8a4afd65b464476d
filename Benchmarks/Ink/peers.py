"""Fills the outlines that `InkBenchmarks outlines DIR` wrote with Skia and Blend2D, one call a stroke,
in turns with our own benchmark and with the peers written in C; prints medians and ratios.

usage: python peers.py DIR [InkBenchmarks [cairo-peer] [mypaint-peer]]
       (pip install skia-python blend2d-py numpy; FUDE_SHARED as InkBenchmarks needs it)
"""
import re
import statistics
import struct
import subprocess
import sys
import time


def read(path):
    data = open(path, "rb").read()
    position = 4
    strokes = []
    for _ in range(struct.unpack_from("<I", data, 0)[0]):
        (count,) = struct.unpack_from("<I", data, position)
        position += 4
        polygons = []
        for _ in range(count):
            (corners,) = struct.unpack_from("<I", data, position)
            position += 4
            values = struct.unpack_from(f"<{2 * corners}f", data, position)
            position += 8 * corners
            polygons.append(list(zip(values[0::2], values[1::2])))
        strokes.append(polygons)
    return strokes


def median(draw, passes=5):
    times = []
    for _ in range(passes):
        start = time.process_time()
        draw()
        times.append(time.process_time() - start)
    return sorted(times)[passes // 2]


def skia_rate(strokes):
    import skia

    paths = []
    for polygons in strokes:
        path = skia.Path()
        path.setFillType(skia.PathFillType.kWinding)
        for polygon in polygons:
            path.addPoly([skia.Point(x, y) for x, y in polygon], True)
        paths.append(path)
    surface = skia.Surface(2048, 2048)
    paint = skia.Paint(AntiAlias=True, Color=skia.ColorBLACK)
    with surface as canvas:

        def draw():
            for path in paths:
                canvas.drawPath(path, paint)

        return len(paths) / median(draw)


def blend2d_rate(strokes):
    import blend2d

    paths = []
    for polygons in strokes:
        path = blend2d.Path()
        for polygon in polygons:
            path.move_to(*polygon[0])
            for point in polygon[1:]:
                path.line_to(*point)
            path.close()
        paths.append(path)
    image = blend2d.Image(2048, 2048)
    context = blend2d.Context(image)
    context.set_fill_style_rgba(0, 0, 0, 255)

    def draw():
        for path in paths:
            context.fill_path(path)

    return len(paths) / median(draw)


def rounds(folder, ours, programs, count=7):
    """Everything in turns, so that what else the machine does falls on all alike."""
    found = {}

    def note(width, name, rate):
        found.setdefault((width, name), []).append(rate)

    strokes = {width: read(f"{folder}/outlines-{width}.bin") for width in (4, 16)}
    for _ in range(count):
        for line in run([ours, "pixels", folder]) if ours else []:
            width, name, rate = re.match(r"(\d+) px: (.*) (\d+) strokes/s", line).groups()
            note(int(width), name, float(rate))
        for width in strokes:
            for name, rate in (("Blend2D", blend2d_rate), ("Skia", skia_rate)):
                try:
                    note(width, name, rate(strokes[width]))
                except ImportError:
                    pass
            for program in programs:
                kind = "samples" if "mypaint" in program else "outlines"
                for line in run([program, f"{folder}/{kind}-{width}.bin", str(width)]):
                    name, rate, _ = line.split()
                    note(width, name, float(rate))
    return found


def run(command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


folder, programs = sys.argv[1], sys.argv[2:]
ours = programs.pop(0) if programs else None
found = rounds(folder, ours, programs)
for (width, name), rates in sorted(found.items()):
    line = f"{width:2} px: {name} {statistics.median(rates):.0f} strokes/s"
    own = "ours, from samples" if name == "libmypaint" else "ours"
    if ours and name != own and (width, own) in found and not name.startswith("ours"):
        ratio = statistics.median(a / b for a, b in zip(found[width, own], rates))
        line += f"; {own}: {ratio:.2f} times as many"
    print(line)
