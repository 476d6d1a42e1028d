/* Rounding budgets: bounds on rounding errors, named and derived, all in one place.
 *
 * u = 2^-53 is the largest relative error of one operation on doubles. A sum of products that takes n
 * operations, on numbers whose sizes add up to s, errs by at most n u s, up to terms in u^2. A budget
 * is a share of a size, in units of u. Where the operations were counted, the count is given; otherwise
 * the budget is called an estimate with room. A budget that is derived together with a bound stands in
 * the file of that bound: lw_distance_rounding (distance/distance.c), the boxes' (body/box.h), the
 * coarse test's (distance/plane/coarse_axes.c). */
#ifndef LW_MATH_ROUNDING_H
#define LW_MATH_ROUNDING_H

/* The largest rounding error of so many operations, as a share of the sizes that they work on. */
#define LW_ROUNDING(operations) ((operations)*0x1p-53)

/* ---- a bound is rounded up, or down ----------------------------------------------------------- */

/* The factor that makes up for the rounding of so many operations without cancellation. `operations` is
 * a power of two, at least two. */
#define LW_UP_BY(operations) (1 + LW_ROUNDING(operations))

/* The factor for a bound that a few dozen operations computed, some of them from bounds that were
 * rounded up before: 8192 u is far above their rounding error and far below anything that anyone would
 * notice. */
#define LW_UPWARD LW_UP_BY(8192)

/* The factor that rounds down the quotient of two bounds, such as a share of an interval; as generous
 * as LW_UPWARD. */
#define LW_SHARE_DOWN (1 - LW_ROUNDING(8192))

/* ---- poses ------------------------------------------------------------------------------------- */

/* Error of each pose of a chain, relative to the length of the chain stretched out. A pose is composed
 * of others, each of which turns a little wrongly, by at most 64 u in matrix norm: a given quaternion
 * to a matrix 36 (5 in each component by normalising it, 12 by the products), an axis to a matrix and
 * back 40, sine and cosine with their products 12, a product of two matrices 9 on top of any of these;
 * an angle errs by as many u of its magnitude (lw_coordinates). The sums that make a point's position
 * add less than the rest of the 64 u. */
#define LW_POSE_ROUNDING LW_ROUNDING(64)

/* Error of the position of a point, for each further pose of a chain, relative to the length of the
 * chain: three products and three sums a coordinate for the pose, and a product and a sum for a slide,
 * less than 8 u each as a vector. */
#define LW_PLACE_ROUNDING LW_ROUNDING(16)

/* Error of the sum of two velocities, relative to their sizes: an operation a coordinate, with room. */
#define LW_SUM_ROUNDING LW_ROUNDING(4)

/* Error of a point that a pose transforms, relative to the point's distance from its origin and the
 * pose's position: three products and three sums a coordinate, 12 u and 7 u as a vector. */
#define LW_TRANSFORM_ROUNDING LW_ROUNDING(16)

/* Error of a point that two composed poses transform and one of their inverses brings back, relative to
 * the sum of the point's distance from its origin, the poses' positions and both extents. The transpose
 * is the inverse only as nearly as its axes are perpendicular. An estimate: a few dozen u of
 * everything, with room. */
#define LW_COMPOSED_ROUNDING LW_ROUNDING(128)

/* Error of the velocity field of a body in another body's frame, relative to the angular velocity times
 * the distances of both origins from the world's: less than 40 u. */
#define LW_FIELD_ROUNDING LW_ROUNDING(64)

/* Error of a point of a flat body, relative to the length of its chain: a dozen operations, and the
 * points that the hull of its outline leaves out, with room. */
#define LW_FLAT_BODY_ROUNDING LW_ROUNDING(128)

/* ---- shapes ------------------------------------------------------------------------------------ */

/* How far inside the hull a vertex of a convex outline may lie, relative to its size: a tolerance for
 * coordinates that were rounded in files, not a bound. */
#define LW_OUTLINE_ROUNDING LW_ROUNDING(128)

/* Error of a bounding hull's radius, relative to the extent: a dozen operations behind each of the
 * distances that it covers, and the 32 u by which a polytope may leave out a point. */
#define LW_HULL_ROUNDING LW_ROUNDING(128)

/* Error of the sphere around a body, relative to the extent: a distance errs by the rounding errors of
 * the coordinates that it comes from. An estimate, with room. */
#define LW_SPHERE_ROUNDING LW_ROUNDING(32)

/* ---- the distance in the plane ----------------------------------------------------------------- */

/* Error of a corner of the Minkowski difference of two polygons and its product with a unit vector,
 * relative to the size of both and their distance: a dozen operations. */
#define LW_PLANE_ROUNDING LW_ROUNDING(16)

/* ---- bounds over an interval of time ----------------------------------------------------------- */

/* Error of the left side of a pair bound, relative to the sizes of its terms: a few dozen operations,
 * with room. */
#define LW_PAIR_BOUND_ROUNDING LW_ROUNDING(512)

/* Error of a sum of products in the plane, relative to the sizes of its terms: a dozen operations, with
 * room. */
#define LW_FLAT_BOUND_ROUNDING LW_ROUNDING(256)

/* Error of a slab's thickness between two convex bodies, relative to the sizes of its terms: fewer than
 * a hundred operations, with terms 2.5 times as large where a derivative is multiplied by a third of
 * the time. */
#define LW_SLAB_ROUNDING LW_ROUNDING(256)

/* Error of the poses and velocities that a caller's callback gives of a motion, relative to the start,
 * the travel since then and the bodies' size: how much rounding is allowed an honest callback. */
#define LW_CALLBACK_ROUNDING LW_ROUNDING(512)

/* Error of a time that three differences and a product gave, relative to the times. */
#define LW_TIME_ROUNDING LW_ROUNDING(8)

/* An interval this short, as a share of the motion, is not divided any more. */
#define LW_SHORTEST_INTERVAL 0x1p-44

/* ---- polynomials of a motion ------------------------------------------------------------------- */

/* Rounding errors of the polynomials of a track and of their derivatives.
 *
 * A derivative can be far smaller than the terms of its sum, so its rounding error is relative to S,
 * the sum of |c_i|, i > 0, and added to the bounds. The data of Hermite's formulas are sums of the c_i:
 * |d| <= S, |v0| <= S, |v1| <= 5 S, |a0| <= 2 S, |a1| <= 20 S; at nine half-units for each of their
 * terms, c_3, c_4, c_5 together are off by at most 1300 half-units of S, the first derivative by 5000,
 * the second by 16000; Horner's rule and Taylor's add less than 300, 400 and 1300. Written as powers of
 * two, with more than that to spare. The error of a straight piece's rate is relative to |c_0| + |c_1|:
 * an angle that was wrapped is rounded like its ends. */
#define LW_CURVE_VALUE        LW_ROUNDING(2048) /* of S + |c_0| */
#define LW_CURVE_RATE         LW_ROUNDING(8192)
#define LW_CURVE_ACCELERATION LW_ROUNDING(32768)
#define LW_STRAIGHT_VALUE     LW_ROUNDING(64)
#define LW_STRAIGHT_RATE      LW_ROUNDING(16) /* 0 where c_1 is 0: a joint at rest has no error */

#endif
