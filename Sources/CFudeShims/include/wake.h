#ifndef FUDE_WAKE_H
#define FUDE_WAKE_H

#ifdef __linux__
#include <sys/eventfd.h>

/* Glibc's module leaves sys/eventfd.h out. A descriptor, or -1. */
static inline int fude_wake_descriptor(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
#endif

#endif
