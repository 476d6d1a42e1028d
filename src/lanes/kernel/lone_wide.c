/* One state by itself with wide registers, as lanes/kernel/block_wide.c. */
#include "lanes/lone.h"

#ifdef LW_HAS_WIDE
#define LW_KERNEL(name) name##_wide
#include "lanes/kernel/lone_kernel.h"
#endif
