/* SIMD intrinsics for processors with wide registers (math/wide.h). Their header takes long to compile,
 * so only the files that use them include it. */
#ifndef LW_MATH_INTRINSICS_H
#define LW_MATH_INTRINSICS_H

#include "math/wide.h"

#ifdef LW_HAS_WIDE
#include <immintrin.h>
#endif

#endif
