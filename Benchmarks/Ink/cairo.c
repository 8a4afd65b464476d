// Fills the outlines that `InkBenchmarks outlines DIR` wrote with Cairo, one call a stroke.
//   cc -O2 cairo.c -o cairo-peer $(pkg-config --cflags --libs cairo) && ./cairo-peer outlines-4.bin
#include <cairo.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint32_t *words;

static const uint32_t *trace(cairo_t *context, const uint32_t *at) {
  uint32_t polygons = *at++;
  while (polygons--) {
    uint32_t corners = *at++;
    for (uint32_t i = 0; i < corners; i++, at += 2) {
      float x, y;
      memcpy(&x, at, 4);
      memcpy(&y, at + 1, 4);
      if (i) cairo_line_to(context, x, y);
      else cairo_move_to(context, x, y);
    }
    cairo_close_path(context);
  }
  return at;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int count, char **arguments) {
  if (count < 2) return 64;
  FILE *file = fopen(arguments[1], "rb");
  if (!file) return 66;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  words = malloc(size);
  if (fread(words, 1, size, file) != (size_t)size) return 65;
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 2048, 2048);
  cairo_t *context = cairo_create(surface);
  double times[9];
  for (int pass = 0; pass < 9; pass++) {
    clock_t start = clock();
    const uint32_t *at = words + 1;
    for (uint32_t stroke = 0; stroke < words[0]; stroke++) {
      at = trace(context, at);
      cairo_fill(context);
    }
    times[pass] = (double)(clock() - start) / CLOCKS_PER_SEC;
  }
  qsort(times, 9, sizeof *times, ascending);
  printf("Cairo %.0f strokes/s\n", words[0] / times[4]);
  return 0;
}
