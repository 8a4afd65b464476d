#ifndef FUDE_EVDEV_AXIS_H
#define FUDE_EVDEV_AXIS_H

#ifdef __linux__
#include <linux/input.h>
#include <sys/ioctl.h>

/* Swift imports neither the EVIOCGABS macro nor the variadic ioctl. 0 on success, or -1. */
static inline int fude_evdev_axis(int descriptor, unsigned int code, struct input_absinfo *axis) {
  return ioctl(descriptor, EVIOCGABS(code), axis) < 0 ? -1 : 0;
}

/* Stamps events with the monotonic clock instead of the wall clock. 0 on success. */
static inline int fude_evdev_monotonic(int descriptor) {
  int clock = 1;
  return ioctl(descriptor, EVIOCSCLOCKID, &clock) < 0 ? -1 : 0;
}
#endif

#endif
