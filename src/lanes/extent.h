/* How far the points of bodies are from the joints that move them, and what the tests of a block need
 * on account of that: what lanes/needs.c finds per joint, put together per body, in floats that are
 * rounded up. Where one of them overflows, what is needed is not finite, or no number, and no test
 * succeeds. */
#ifndef LW_LANES_EXTENT_H
#define LW_LANES_EXTENT_H

/* Of a body, or of some that one joint moves: bounds, in the frame of that joint. */
typedef struct lw_lane_extent {
    float reach;  /* how far the centres of balls, and hulls without their radii, are from its origin */
    float axis;   /* and from its axis */
    float length; /* of a body's pose in it, and of the body's extent */
} lw_lane_extent;

/* The rounding errors of what one joint moves: per length of the extent, and those of the joint's own
 * pose. */
typedef struct lw_lane_error {
    float per_length, own;
} lw_lane_error;

/* How far points get from the chords of their paths, in the frame of another joint that moves the two,
 * or in the world: per axis and reach of the extent, and however near they are. */
typedef struct lw_lane_bend {
    float per_axis, per_reach, own;
} lw_lane_bend;

/* More than what rounding takes off a sum of up to twelve products that are not negative. */
#define LW_REQUIRED_UPWARD (1 + 0x1p-19F)

static inline float lw_lane_error_of(const lw_lane_error *error, const lw_lane_extent *extent)
{
    return error->per_length * extent->length + error->own;
}

/* share: of intervals whose square has that share of the square of those that the bend is of. Of
 * states it is 0, whatever the bend was of an earlier motion. */
static inline float lw_lane_deviation_of(const lw_lane_bend *bend, const lw_lane_extent *extent,
                                         float share)
{
    if (!(share > 0))
        return 0;
    return share * (bend->per_axis * extent->axis + bend->per_reach * extent->reach + bend->own);
}

#endif
