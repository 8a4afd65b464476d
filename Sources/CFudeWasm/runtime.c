// Memory and some functions that Embedded Swift calls by name. On other targets this file is empty.
#ifdef __wasm__
#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(name)))

// Memory grows at the top and is never given back; what is freed waits in one list for each size.
// Sizes are powers of two and the three quarter steps between them, so at most a fifth is waste.
// A block has 16 bytes in front of it: its size class, and how far an aligned block lies behind the
// start of the plain one that holds it.
enum { HEADER = 16, SMALLEST = 5, CLASSES = 4 * (32 - SMALLEST) };

struct header {
  uint32_t size_class;
  uint32_t behind;
};
struct free_block {
  struct free_block *next;
};

extern unsigned char __heap_base;
static uintptr_t top;
static struct free_block *waiting[CLASSES];

static size_t size_of(uint32_t size_class) {
  uint32_t power = SMALLEST + size_class / 4;
  return ((size_t)1 << power) + (size_class % 4) * ((size_t)1 << (power - 2));
}

static uint32_t class_of(size_t size) {
  if (size <= (1u << SMALLEST)) return 0;
  uint32_t power = 31 - (uint32_t)__builtin_clz((uint32_t)(size - 1));
  uint32_t step = (uint32_t)((size - 1 - ((size_t)1 << power)) >> (power - 2)) + 1;
  return 4 * (power - SMALLEST) + step;
}

static struct header *header_of(void *block) {
  return (struct header *)((unsigned char *)block - HEADER);
}

static void *grow(size_t size) {
  if (!top) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t end = top + size;
  size_t have = __builtin_wasm_memory_size(0) << 16;
  if (end < top) return 0;
  if (end > have) {
    size_t pages = (end - have + 65535) >> 16;
    if (pages < 16) pages = 16;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 0;
  }
  void *start = (void *)top;
  top = end;
  return start;
}

EXPORT("fude_allocate") void *malloc(size_t size) {
  if (size > 0x70000000u) return 0;
  uint32_t size_class = class_of(size);
  struct free_block *found = waiting[size_class];
  if (found) {
    waiting[size_class] = found->next;
    return found;
  }
  unsigned char *start = grow(size_of(size_class) + HEADER);
  if (!start) return 0;
  struct header *header = (struct header *)start;
  header->size_class = size_class;
  header->behind = 0;
  return start + HEADER;
}

EXPORT("fude_release") void free(void *block) {
  if (!block) return;
  block = (unsigned char *)block - header_of(block)->behind;
  struct free_block *freed = block;
  uint32_t size_class = header_of(block)->size_class;
  freed->next = waiting[size_class];
  waiting[size_class] = freed;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  int is_plain = alignment <= 16;
  unsigned char *plain = malloc(is_plain ? size : size + alignment);
  if (!plain) return 12;
  unsigned char *aligned =
      is_plain ? plain : (unsigned char *)(((uintptr_t)plain + alignment - 1) & ~(alignment - 1));
  // Both are multiples of 16, so a second header fits in between.
  if (aligned != plain) header_of(aligned)->behind = (uint32_t)(aligned - plain);
  *result = aligned;
  return 0;
}

void *memset(void *to, int value, size_t count) { return __builtin_memset(to, value, count); }
void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  return __builtin_memcpy(to, from, count);
}
void *memmove(void *to, const void *from, size_t count) {
  return __builtin_memmove(to, from, count);
}

int memcmp(const void *first, const void *second, size_t count) {
  const unsigned char *a = first, *b = second;
  for (size_t index = 0; index < count; index++)
    if (a[index] != b[index]) return a[index] - b[index];
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}

// Only the seeds of hash tables come from here, and nothing may depend on their order. A fixed
// stream keeps every run of the page the same.
void arc4random_buf(void *to, size_t count) {
  static uint32_t state = 0x9e3779b9u;
  unsigned char *bytes = to;
  for (size_t index = 0; index < count; index++) {
    state = state * 1664525u + 1013904223u;
    bytes[index] = (unsigned char)(state >> 24);
  }
}

// What the Swift library asks of Unicode's tables, 60 KB of them. Files are read and written as ASCII
// words with text in between that is passed on as it is: no letter need be composed or told apart.
uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return 0; }
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { return UINT32_MAX; }
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return UINT32_MAX; }
uint64_t _swift_stdlib_getBinaryProperties(uint32_t scalar) { return 0; }
uint8_t _swift_stdlib_getNumericType(uint32_t scalar) { return UINT8_MAX; }
uint8_t _swift_stdlib_getGraphemeBreakProperty(uint32_t scalar) { return UINT8_MAX; }
_Bool _swift_stdlib_isInCB_Consonant(uint32_t scalar) { return 0; }
_Bool _swift_stdlib_isExtendedPictographic(uint32_t scalar) { return 0; }

// Reads a decimal number: exactly up to 15 digits, to a few units of the last place beyond. Returns
// where it ends, or nothing if there is none.
const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
  const char *at = text;
  int is_negative = *at == '-';
  if (*at == '-' || *at == '+') at++;
  double mantissa = 0;
  int digits = 0, point = 0, has_point = 0;
  for (;; at++) {
    if (*at == '.' && !has_point) {
      has_point = 1;
    } else if (*at >= '0' && *at <= '9') {
      if (mantissa < 1e17) {
        mantissa = mantissa * 10 + (*at - '0');
        point += has_point;
      } else {
        point -= !has_point;
      }
      digits++;
    } else {
      break;
    }
  }
  if (!digits) return 0;
  if (*at == 'e' || *at == 'E') {
    const char *mark = at++;
    int is_small = *at == '-', power = 0;
    if (*at == '-' || *at == '+') at++;
    if (*at < '0' || *at > '9') {
      at = mark;
    } else {
      for (; *at >= '0' && *at <= '9'; at++) if (power < 1000) power = power * 10 + (*at - '0');
      point += is_small ? power : -power;
    }
  }
  double scale = 1;
  int steps = point < 0 ? -point : point;
  for (; steps > 0 && scale < 1e300; steps--) scale *= 10;
  if (steps > 0) mantissa = point < 0 && mantissa > 0 ? __builtin_inf() : 0;
  *value = point < 0 ? mantissa * scale : mantissa / scale;
  if (is_negative) *value = -*value;
  return at;
}

// The lower 128 bits of a product, which the compiler calls for.
__int128 __multi3(__int128 first, __int128 second) {
  uint64_t a = (uint64_t)first, b = (uint64_t)second;
  uint64_t low = (a & 0xffffffff) * (b & 0xffffffff);
  uint64_t middle = (a >> 32) * (b & 0xffffffff) + (low >> 32);
  uint64_t other = (a & 0xffffffff) * (b >> 32) + (middle & 0xffffffff);
  uint64_t high = (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
  high += a * (uint64_t)((unsigned __int128)second >> 64) + b * (uint64_t)((unsigned __int128)first >> 64);
  return (__int128)((unsigned __int128)high << 64 | ((other << 32) | (low & 0xffffffff)));
}

// A message of the Swift runtime before it traps; the page has nowhere to print it.
int putchar(int character) { return character; }
#endif
