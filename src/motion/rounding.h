/* Rounding errors of the polynomials of a track and of their derivatives.
 *
 * A derivative can be far smaller than the terms of its sum, so its rounding error is relative to S,
 * the sum of |c_i|, i > 0, and added to the bounds. The data of Hermite's formulas are sums of the c_i:
 * |d| <= S, |v0| <= S, |v1| <= 5 S, |a0| <= 2 S, |a1| <= 20 S; at nine half-units for each of their
 * terms, c_3, c_4, c_5 together are off by at most 1300 half-units of S, the first derivative by 5000,
 * the second by 16000; Horner's rule and Taylor's add less than 300, 400 and 1300. Written as powers of
 * two, with more than that to spare. The error of a straight piece's rate is relative to |c_0| + |c_1|:
 * an angle that was wrapped is rounded like its ends. */
#ifndef LW_MOTION_ROUNDING_H
#define LW_MOTION_ROUNDING_H

#define LW_CURVE_VALUE        0x1p-42 /* of S + |c_0| */
#define LW_CURVE_RATE         0x1p-40
#define LW_CURVE_ACCELERATION 0x1p-38
#define LW_STRAIGHT_VALUE     0x1p-47
#define LW_STRAIGHT_RATE      0x1p-49 /* 0 where c_1 is 0: what does not move does so exactly */

#endif
