/* A proof, from one sample, that a pair of bodies stays apart over an interval about it. */
#ifndef LW_BOUND_PAIR_BOUND_H
#define LW_BOUND_PAIR_BOUND_H

#include "body/query.h"
#include "bound/claim_parts.h"
#include "bound/tube.h"
#include "math/rounding.h"

/* A warm start, which an attempt leaves for the next one. Zeroed: there was none. */
typedef struct lw_open_leaves {
    uint32_t known;
    uint32_t leaf[2]; /* the pair of leaves that it did not prove; the next attempt begins with it */
    uint32_t boxes;   /* how many pairs of boxes it visited */
} lw_open_leaves;

/* The share of the time from the middle to an end of the interval that is proven. */
typedef struct lw_share_open {
    double open;  /* the interval is proven to here */
    double close; /* at most 1; a guess: the bodies would meet here if nothing accelerated */
} lw_share_open;

/* Two bodies about a time m, in the frame of the first as it is at m. The motion of their common frame
 * is subtracted, so that motion that both share cancels. */
typedef struct lw_pair_bound {
    const lw_geometry *geometry[2];
    pose b_in_a;
    vec3 linear[2], angular[2]; /* a point p (first's frame) of body i moves at linear + angular x p */
    bool moves[2];
    double curvature;    /* bound on |second derivative|, both bodies' summed */
    double speed_error;  /* bound on the rounding error of speeds, both summed */
    double displacement; /* bound on the displacements of both in the interval, summed */
    double target; /* the distance to prove: the target plus the paddings of both, as the bodies here
                      have none; rounding errors are added to it */
    double error;  /* rounding error of the poses, both summed */
    double touch;  /* bodies at most this far apart at m touch; below 0: contact is not sought */
    double before, after;  /* the interval is [m - before, m + after] */
    const lw_tube *tube;   /* what deviations of a real motion take off gaps, beside the terms that
                              fill them into target, speed_error and displacement; NULL: nothing */
    bool shortens;         /* whether a part of the interval will do if not all of it is proven */
    lw_claim_parts *claim; /* the parts of the proof are appended to it; NULL: nowhere */
    lw_meter *work;        /* whose units it takes; where they are used up, the result is open. NULL:
                             none are counted */
    double nearest; /* out: upper bound of the least distance of elements queried; DBL_MAX: none were */
    vec3 normal;    /* out: unit, from the first to the second of these elements; zero: there is none */
    /* out: how much is proven before m and after it: all or nothing, unless the interval may be
     * shortened. Then a part may be proven although the result is open. */
    lw_share_open proven[2];
} lw_pair_bound;

/* Narrows [*from, *to], an interval about a sample at `middle`, to the part that is proven: the shares
 * `before` and `after` of its sides. Rounds inwards, except at an end that is proven. */
static inline void lw_pair_bound_part(const lw_pair_bound *bound, double middle, double before,
                                      double after, double *from, double *to)
{
    const double rounding = LW_ROUNDING(4) * (fabs(*from) + fabs(*to));
    if (before < 1)
        *from = lesser(middle, middle - before * bound->before + rounding);
    if (after < 1)
        *to = greater(middle, middle + after * bound->after - rounding);
}

/* Two elements that touch, in the first body's frame. */
typedef struct lw_element_contact {
    uint32_t element[2];
    lw_bracket bracket;
} lw_element_contact;

typedef enum lw_bound_result {
    LW_BOUND_PROVEN,  /* throughout the interval all points of the two are more than the target apart */
    LW_BOUND_CONTACT, /* at m the bodies are at most `touch` apart */
    LW_BOUND_OPEN     /* neither is known */
} lw_bound_result;

/* Tries to prove the interval. Visits a few pairs of boxes if the bodies are far apart, some dozens and
 * a few elements if they are close. leaves: never NULL. The claim is complete if the interval, or a
 * part of it, is proven; otherwise the parts appended to it mean nothing. */
lw_bound_result lw_pair_bound_prove(lw_pair_bound *bound, lw_open_leaves *leaves);

/* Whether the bodies are at most `touch` apart at m, and by which elements. False also where the units
 * of work are used up. Of the bound, only the geometry, the pose, touch and work are read; target,
 * error and displacement are overwritten. */
bool lw_pair_bound_touches(lw_pair_bound *bound, lw_element_contact *contact);

/* How much of the interval before and after m one separating axis proves for the whole bodies. normal:
 * unit, from the first to the second, in the first's frame; turn: its derivative by time (a component
 * along the normal is ignored). False, and 0: it does not separate them at m. `touch` is not read. One
 * part is appended to the claim in any case: it holds as far as the shares say. */
bool lw_pair_slab(const lw_pair_bound *bound, vec3 normal, vec3 turn, lw_share_open *before,
                  lw_share_open *after);

/* How much a normal that does not turn proves for the elements of two leaves. Nothing is claimed. */
bool lw_pair_slab_of_leaves(const lw_pair_bound *bound, const lw_node *a, const lw_node *b, vec3 normal,
                            lw_share_open *before, lw_share_open *after);

/* How much is proven by the bounding hulls of the bodies, each pair of hulls with a separating axis of
 * its own: the shares that all pairs prove. False: the direction in which two hulls are nearest does
 * not prove them apart at m, or a body has no hulls; then the parts appended to the claim mean nothing.
 * Sets the bound's normal to that of the nearest two hulls. warm: of the pair of bodies, never NULL. */
bool lw_pair_slab_of_hulls(lw_pair_bound *bound, lw_warm_start *warm, lw_share_open *before,
                           lw_share_open *after);

/* How much is proven by the slices of the bodies (body/slices.h), likewise; the hulls stand for a body
 * without slices. False also if neither has slices. Nothing is claimed. The normal is zero if all
 * slices are far apart. */
bool lw_pair_slab_of_slices(lw_pair_bound *bound, lw_share_open *before, lw_share_open *after);

#endif
