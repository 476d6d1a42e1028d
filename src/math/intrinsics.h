/* The instructions of wide registers by name (math/wide.h): long to read for a compiler, so for the
 * files that use them. */
#ifndef LW_MATH_INTRINSICS_H
#define LW_MATH_INTRINSICS_H

#include "math/wide.h"

#ifdef LW_HAS_WIDE
#include <immintrin.h>
#endif

#endif
