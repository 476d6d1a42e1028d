/* The functions of one state by itself, compiled for AVX2, as lanes/kernel/block_wide.c. */
#include "lanes/lone.h"

#ifdef LW_HAS_WIDE
#define LW_KERNEL(name) name##_wide
#include "lanes/kernel/lone_kernel.h"
#endif
