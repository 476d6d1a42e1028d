/* The functions of a block, compiled for AVX2. The build sets that for files with `_wide` in their
 * names alone. */
#include "lanes/block.h"

#ifdef LW_HAS_WIDE
#define LW_KERNEL(name) name##_wide
#include "lanes/kernel/kernel.h"
#endif
