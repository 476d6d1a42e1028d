/* Splines: Bézier curves, B-splines and polynomials as motions; and trajectories with rounded corners.
 */
#ifndef LEEWAY_SPLINE_H
#define LEEWAY_SPLINE_H

#include <leeway/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- splines ------------------------------------------------------------------------------------- */

/* The highest degree of a spline's polynomials. */
#define LW_SPLINE_DEGREE 9

typedef enum lw_spline_kind {
    LW_SPLINE_BEZIER,     /* Bézier curves, one after the other: the last control point of one is the
                             first of the next */
    LW_SPLINE_BSPLINE,    /* a B-spline: control points and knots */
    LW_SPLINE_POLYNOMIAL, /* polynomials of time, one after the other, by their coefficients */
#ifdef LW_DUMMY_KIND
    LW_SPLINE_DUMMY
#endif
} lw_spline_kind;

/* "bezier", "bspline", "polynomial"; NULL: there is no such kind. */
LW_API const char *lw_spline_name(lw_spline_kind kind);

/* The values of some joints of one robot over time, in seconds from 0. Start from lw_default_spline().
 * Arrays are read while the call runs. Rows of `points` have a column per value of the joints, radians
 * or metres. Angles are taken literally.
 *
 * Bézier: n curves of degree d have n d + 1 rows, and n + 1 knots: the times at which they meet,
 * increasing. Without knots, each curve takes an equal share of `duration`.
 *
 * B-spline: m rows, m at least d + 1, and m + d + 1 knots, not decreasing; as in de Boor, A Practical
 * Guide to Splines, chapter IX. The motion is the part from knot d to knot m, counted from 0. A knot
 * between these may be repeated d times at most, others d + 1 times. Without knots the first and the
 * last knot are repeated d + 1 times, the others divide `duration` into equal parts.
 *
 * Polynomials: n (d + 1) rows of coefficients, d + 1 for each polynomial, the constant one first, of
 * powers of the seconds since it begins; and n + 1 knots as above. Where two meet, no value may jump by
 * more than rounding, 2^-44 of the sum of the terms.
 *
 * The motion begins at 0. Knots without a duration are seconds, and the first time is 0. With a
 * duration, the knots k of Bézier curves and B-splines stand for the times (k - a) * duration / (b -
 * a), computed in binary64 in this order; a, b: the motion's first and last knot. */
typedef struct lw_spline {
    size_t struct_size;
    lw_spline_kind kind;
    const lw_joints *joints; /* NULL: the default joints of the scene's only robot */
    size_t degree;           /* 1 to LW_SPLINE_DEGREE */
    size_t point_count;      /* rows */
    const double *points;
    size_t knot_count;
    const double *knots; /* NULL: none */
    double duration;     /* seconds; 0: not given */
} lw_spline;
LW_STARTS(lw_spline, lw_default_spline)

/* Sets a motion to splines, of several robots or of groups of one robot, as lw_motion_set does to
 * tracks. After its last time a spline stands still. Each spline is converted into polynomials on the
 * intervals between its knots; proofs count the rounding of that. To join a spline with a track of
 * another robot, set two motions and use lw_motion_join. Values outside their limits are a notice, or
 * error limit, as in a track.
 *
 * Errors: argument (a degree, a count or a number that is wrong, NaN, knots that decrease, are repeated
 * too often or are so uneven that a piece cannot be told from rounding, a jump between polynomials, a
 * floating joint), limit, notice (where notices are errors), memory. Then everything stands still. */
LW_API lw_status lw_motion_set_splines(lw_motion *motion, const lw_spline *splines, size_t count,
                                       lw_error *error);

/* ---- corners ------------------------------------------------------------------------------------- */

/* Rounds the corners of a linear trajectory, as controllers do (linear segments with parabolic blends:
 * Craig, Introduction to Robotics, 7.3). The velocity is then continuous, and 0 at both ends; the
 * acceleration is constant in each blend. Waypoints keep their times, the motion its duration.
 *
 * radius, > 0, radians or metres: a blend begins where the joint that moves farthest is this far before
 * the waypoint, or ends where it is this far behind it, whichever takes less time. Let the straight
 * lines before and after waypoint q have the velocities v and w, and s be the largest magnitude of a
 * component of either. With h = radius / s, the blend goes from time t - h to t + h along the parabola
 * that touches both lines at its ends, the Bézier curve of the control points q - h v, q and q + h w;
 * at t it misses q by h (w - v) / 4. At a waypoint where the velocity stays the same, up to rounding,
 * there is no blend.
 *
 * The first blend starts from rest at the first waypoint, the last one comes to rest at the last
 * waypoint, and each takes 2 h, too: their lines are passed at a higher velocity, for h seconds are
 * lost. Each track has its own blends. An approach (lw_track) is a part of the trajectory like any
 * other. In verdicts, segments are then the blends and the lines in turn.
 *
 * Call it before lw_motion_cut. Errors: argument (a radius that is not above 0, or so large that two
 * blends overlap; a motion that is no linear trajectory, moves a floating joint, attaches or releases
 * objects, or was cut), memory. If the argument is wrong the motion stays as it was; without memory
 * everything stands still. */
LW_API lw_status lw_motion_blend(lw_motion *motion, double radius, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
