/* How far the points of bodies are from the joints that move them, and the two parts of a required
 * distance that grow with that: rounding errors, and deviations from chords. lanes/required.c and
 * lanes/bends.c find both per joint; here they are put together per body, in floats that are rounded
 * up. Where one of them overflows, the required distance is infinite or NaN, and no test succeeds. */
#ifndef LW_LANES_EXTENT_H
#define LW_LANES_EXTENT_H

/* The extent of a body or of a compound: upper bounds, in the frame of the joint that moves it. */
typedef struct lw_lane_extent {
    float reach;  /* distance of balls' centres, and of hulls without their radii, from the origin */
    float axis;   /* distance of the same points from the joint's axis */
    float length; /* distance of the body's own frame from the joint's, plus the body's extent and
                     radius; at least `reach` */
} lw_lane_extent;

/* The rounding errors of bodies that one joint moves: per length of the extent, and those of the
 * joint's own pose. */
typedef struct lw_lane_error {
    float per_length, own;
} lw_lane_error;

/* How far points get from the chords of their paths, seen from a joint above theirs or from the world:
 * a share per `axis` and a share per `reach` of the extent, and a constant. */
typedef struct lw_lane_bend {
    float per_axis, per_reach, own;
} lw_lane_bend;

/* Rounds up a sum of up to twelve products that are not negative: by more than rounding takes off it.
 */
#define LW_REQUIRED_UPWARD (1 + 0x1p-19F)

static inline float lw_lane_error_of(const lw_lane_error *error, const lw_lane_extent *extent)
{
    return error->per_length * extent->length + error->own;
}

/* The bend is computed for intervals of some length. share: the square of the block's intervals,
 * divided by the square of that length; 0 for states, whatever bend an earlier motion has left. */
static inline float lw_lane_deviation_of(const lw_lane_bend *bend, const lw_lane_extent *extent,
                                         float share)
{
    if (!(share > 0))
        return 0;
    return share * (bend->per_axis * extent->axis + bend->per_reach * extent->reach + bend->own);
}

#endif
