#ifndef FUDE_UINPUT_H
#define FUDE_UINPUT_H

#ifdef __linux__
#include <linux/uinput.h>
#include <string.h>
#include <sys/ioctl.h>

/* Swift imports neither uinput's macros nor the variadic ioctl. All return 0 on success, or -1. */

/* Says that the device being made has events of a type, and of a code of that type. Types without
   codes here (force feedback, lamps, sounds) are left out: nobody would answer them. */
static inline int fude_uinput_allow(int descriptor, unsigned int type, unsigned int code) {
  unsigned long request;
  switch (type) {
    case EV_KEY: request = UI_SET_KEYBIT; break;
    case EV_REL: request = UI_SET_RELBIT; break;
    case EV_MSC: request = UI_SET_MSCBIT; break;
    case EV_SW: request = UI_SET_SWBIT; break;
    default: return 0;
  }
  if (ioctl(descriptor, UI_SET_EVBIT, type) < 0) return -1;
  return ioctl(descriptor, request, code) < 0 ? -1 : 0;
}

static inline int fude_uinput_property(int descriptor, unsigned int property) {
  return ioctl(descriptor, UI_SET_PROPBIT, property) < 0 ? -1 : 0;
}

static inline int fude_uinput_axis(
    int descriptor, unsigned int code, const struct input_absinfo *axis) {
  struct uinput_abs_setup setup;
  memset(&setup, 0, sizeof setup);
  setup.code = (__u16)code;
  setup.absinfo = *axis;
  if (ioctl(descriptor, UI_SET_EVBIT, EV_ABS) < 0) return -1;
  return ioctl(descriptor, UI_ABS_SETUP, &setup) < 0 ? -1 : 0;
}

/* Makes the device. */
static inline int fude_uinput_create(
    int descriptor, const char *name, unsigned int bus, unsigned int vendor, unsigned int product,
    unsigned int version) {
  struct uinput_setup setup;
  memset(&setup, 0, sizeof setup);
  setup.id.bustype = (__u16)bus;
  setup.id.vendor = (__u16)vendor;
  setup.id.product = (__u16)product;
  setup.id.version = (__u16)version;
  strncpy(setup.name, name, sizeof setup.name - 1);
  if (ioctl(descriptor, UI_DEV_SETUP, &setup) < 0) return -1;
  return ioctl(descriptor, UI_DEV_CREATE) < 0 ? -1 : 0;
}

/* Says where it is plugged in: what nodes of one device have in common. */
static inline int fude_uinput_place(int descriptor, const char *place) {
  return ioctl(descriptor, UI_SET_PHYS, place) < 0 ? -1 : 0;
}

/* The name of its folder in /sys/devices/virtual/input. */
static inline int fude_uinput_folder(int descriptor, char *name, size_t size) {
  return ioctl(descriptor, UI_GET_SYSNAME(size), name) < 0 ? -1 : 0;
}
#endif

#endif
