/* What a few operations can lose. */
#ifndef LW_MATH_ROUNDING_H
#define LW_MATH_ROUNDING_H

/* A bound that a few dozen operations computed is rounded up by this factor: 2^-40 is far above what
 * they can have lost and far below what anyone would notice. */
#define LW_UPWARD (1 + 0x1p-40)

#endif
