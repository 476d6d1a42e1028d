/* The tests of a block of states, compiled for AVX2, as lanes/kernel/block_wide.c. */
#include "lanes/block.h"

#ifdef LW_HAS_WIDE
#define LW_KERNEL_STATES
#define LW_KERNEL(name) name##_states_wide
#include "lanes/kernel/kernel.h"
#endif
