#ifndef FUDE_MONOTONIC_H
#define FUDE_MONOTONIC_H

#include <stdint.h>
#include <time.h>

/* The monotonic clock in microseconds. */
static inline int64_t fude_monotonic(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

#endif
