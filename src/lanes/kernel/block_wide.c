/* The functions of a block, compiled for AVX2. The build compiles only files with `_wide` in their
 * names for AVX2. */
#include "lanes/block.h"

#ifdef LW_HAS_WIDE
#define LW_KERNEL(name) name##_wide
#include "lanes/kernel/kernel.h"
#endif
