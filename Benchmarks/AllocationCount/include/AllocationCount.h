// How often memory was asked for since the program started. Linux with the GNU C library only.
#pragma once
#include <stdint.h>

int64_t allocation_count(void);
