// Draws the strokes that `InkBenchmarks outlines DIR` wrote as samples with libmypaint, the dab engine
// of MyPaint, Krita and GIMP: model, spacing, dabs and compositing into its own tiles.
//   cc -O2 mypaint.c -o mypaint-peer $(pkg-config --cflags --libs libmypaint) -lm
//   ./mypaint-peer samples-4.bin 4
#include <libmypaint/mypaint-brush.h>
#include <libmypaint/mypaint-fixed-tiled-surface.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Black, hard and opaque; half as wide at no force as at full force, as ours.
static MyPaintBrush *pen(float width) {
  MyPaintBrush *brush = mypaint_brush_new();
  mypaint_brush_from_defaults(brush);
  mypaint_brush_set_base_value(brush, MYPAINT_BRUSH_SETTING_RADIUS_LOGARITHMIC, logf(width / 2));
  MyPaintBrushSetting radius = MYPAINT_BRUSH_SETTING_RADIUS_LOGARITHMIC;
  mypaint_brush_set_mapping_n(brush, radius, MYPAINT_BRUSH_INPUT_PRESSURE, 2);
  mypaint_brush_set_mapping_point(brush, radius, MYPAINT_BRUSH_INPUT_PRESSURE, 0, 0, logf(0.5f));
  mypaint_brush_set_mapping_point(brush, radius, MYPAINT_BRUSH_INPUT_PRESSURE, 1, 1, 0);
  mypaint_brush_set_base_value(brush, MYPAINT_BRUSH_SETTING_OPAQUE, 1);
  mypaint_brush_set_base_value(brush, MYPAINT_BRUSH_SETTING_OPAQUE_MULTIPLY, 1);
  mypaint_brush_set_mapping_n(
      brush, MYPAINT_BRUSH_SETTING_OPAQUE_MULTIPLY, MYPAINT_BRUSH_INPUT_PRESSURE, 0);
  mypaint_brush_set_base_value(brush, MYPAINT_BRUSH_SETTING_HARDNESS, 1);
  return brush;
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  FILE *file = fopen(arguments[1], "rb");
  if (!file) return 66;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  uint32_t *words = malloc(size);
  if (fread(words, 1, size, file) != (size_t)size) return 65;
  MyPaintFixedTiledSurface *tiles = mypaint_fixed_tiled_surface_new(2048, 2048);
  MyPaintSurface *surface = mypaint_fixed_tiled_surface_interface(tiles);
  MyPaintBrush *brush = pen(atof(arguments[2]));
  double times[5];
  for (int pass = 0; pass < 5; pass++) {
    clock_t start = clock();
    const uint32_t *at = words + 1;
    for (uint32_t stroke = 0; stroke < words[0]; stroke++) {
      uint32_t samples = *at++;
      float last = 0;
      mypaint_brush_reset(brush);
      mypaint_brush_new_stroke(brush);
      mypaint_surface_begin_atomic(surface);
      for (uint32_t i = 0; i < samples; i++, at += 4) {
        float values[4];
        memcpy(values, at, sizeof values);
        // The first only says where the pen is: a long time without force.
        if (!i) mypaint_brush_stroke_to(brush, surface, values[1], values[2], 0, 0, 0, 10);
        mypaint_brush_stroke_to(
            brush, surface, values[1], values[2], values[3], 0, 0, fmax(values[0] - last, 1e-4));
        last = values[0];
      }
      mypaint_surface_end_atomic(surface, NULL);
    }
    times[pass] = (double)(clock() - start) / CLOCKS_PER_SEC;
  }
  // A pen that drew nothing would be fast.
  float red, green, blue, alpha, inked = 0;
  for (int y = 64; y < 2048; y += 64)
    for (int x = 64; x < 2048; x += 64) {
      mypaint_surface_get_color(surface, x, y, 24, &red, &green, &blue, &alpha);
      inked += alpha > 0.01f;
    }
  if (inked < 100) return 70;
  qsort(times, 5, sizeof *times, ascending);
  printf("libmypaint %.0f strokes/s\n", words[0] / times[2]);
  return 0;
}
