"""Fills the outlines that `InkBenchmarks outlines DIR` wrote with Skia and Blend2D, one call a stroke.

usage: python peers.py DIR     (pip install skia-python blend2d-py numpy)
"""
import struct
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


def median(draw, passes=9):
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


for width in (4, 16):
    strokes = read(f"{sys.argv[1]}/outlines-{width}.bin")
    for name, rate in (("Skia", skia_rate), ("Blend2D", blend2d_rate)):
        try:
            print(f"{width:2} px: {name} {rate(strokes):.0f} strokes/s")
        except ImportError:
            print(f"{width:2} px: {name} absent")
