/* Blocks with wide registers: this file alone is compiled for processors that have them. */
#include "lanes/block.h"

#ifdef LW_HAS_WIDE
#define LW_KERNEL(name) name##_wide
#include "lanes/kernel/kernel.h"
#endif
