/* The check: whether a motion is free of collision, all along the way. To begin, read this header and
 * the three that it includes: check.h, motion.h, scene.h and base.h are enough for the main job. */
#ifndef LEEWAY_CHECK_H
#define LEEWAY_CHECK_H

#include <leeway/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The distance between two bodies as a bracket, a lower and an upper bound. It is signed: if they
 * overlap it is minus the penetration depth, the length of the shortest translation in any direction
 * that separates them (in the plane: within the plane). No translation shorter than -upper separates
 * them; the translation by -lower along the normal is proven to separate them.
 *
 * For two convex shapes, or closed meshes that are convex, the bounds differ by rounding and at most
 * 1e-9 of their size, except for needles and plates against cylinders and cones. For other meshes and
 * for bodies of several shapes the true depth lies in between: lower comes from a translation that
 * separates their hulls, or after which they were found to be apart; upper from convex pieces and from
 * balls inside both. An open mesh has no inside; only its triangles are shown to overlap. */
typedef struct lw_distance {
    double lower;      /* never above the true distance */
    double upper;      /* never below the true distance, beyond rounding; 0 or less: they meet */
    lw_vec3 points[2]; /* one on each body, world frame. Bodies apart: the nearest points, at the
                          distance upper. Convex bodies that overlap: the deepest points; points[0] -
                          points[1] is the depth times the normal. Other bodies that overlap: the
                          deepest points found, or the points farthest along the normal if it does not
                          belong to those */
    lw_vec3 normal;    /* unit, from the first body to the second. Bodies apart: it separates them;
                          overlapping: it is the second's way out; only touching: they come apart along
                          it at once. Zero only for a contact whose depth is not sought */
    double depth; /* penetration depth: how far the second body has to move along the normal to come
                     free, -lower up to rounding. 0 if they are apart. If it is not sought it is 0
                     too, and lower comes from the spheres around both */
    int32_t features[2];    /* how many vertices of a polytope carry its point; 0: other shapes */
    uint32_t feature[2][3]; /* the indices of these vertices in the polytope as given (Hong's index sets
                               I1, I2) */
} lw_distance;

typedef struct lw_checker lw_checker;

typedef enum lw_method {
    LW_METHOD_AUTO,      /* the fastest: balls that cover the bodies, tested at eight times side by side
                            (SIMD), prove most intervals; slab the rest; vehicles have their own search */
    LW_METHOD_BISECTION, /* Schwarzer's condition, halving (Feyeux and Landry; Wu et al.) */
    LW_METHOD_SLAB,      /* bisection with slabs carried along the motion (Hong): fewer queries */
    LW_METHOD_SAMPLED,   /* static tests at a resolution; proves nothing */
    LW_METHOD_EXPANDED,  /* static tests of geometry that is grown by layers (Baginski): proves without
                            any distance. Not for clearances and near misses */
#ifdef LW_DUMMY_KIND
    LW_METHOD_DUMMY
#endif
} lw_method;

/* The method of a name and the name of a method; false and NULL where there is none. */
LW_API bool lw_method_from_name(const char *name, lw_method *out);
LW_API const char *lw_method_name(lw_method method);

/* A claim is a proof about a pair, a step is a proof of the method expanded: leeway/look.h. */
typedef struct lw_claim lw_claim;
typedef struct lw_step lw_step;

/* Take one claim, one step. Any status but LW_OK ends the check, which then returns that status. */
typedef lw_status (*lw_claim_fn)(void *context, const lw_claim *claim);
typedef lw_status (*lw_step_fn)(void *context, const lw_step *step);

/* Takes a time at which the check poses the robots; seconds, or t. */
typedef void (*lw_sample_fn)(void *context, double time);

typedef struct lw_check_options {
    size_t struct_size;
    lw_method method;
    bool any;                  /* any contact will do; else the first one is sought */
    bool clearance;            /* also bracket the smallest distance of a free motion */
    double time_tolerance;     /* time of impact: as a share of the motion's length (default 1e-4) */
    double distance_tolerance; /* metres (default 1e-6): an interval too short to divide, with less
                                  travel than this, is undecided */
    double clearance_relative; /* widest bracket of the clearance, as a share of it (default 0.01) */
    double clearance_absolute; /* the same in metres (default 1e-5); the larger width counts */
    uint64_t budget_queries;   /* at most so many distance queries of pairs, beside those that measure
                                  a contact; sampled and expanded count samples too; 0: no bound */
    double budget_seconds;     /* 0: no bound; the one option that can make outputs differ */
    double resolution;         /* sampled: largest step of any joint value (default 0.0174533) */
    double expansion;          /* expanded: the thinnest layer, metres (default 0.0025) */
    uint32_t layers; /* expanded: 1 to 16 layers, each twice as thick as the last (default 8) */
    bool (*stop)(void *context); /* NULL, or called now and then: true ends the check, undecided */
    void *stop_context;
    lw_claim_fn claim; /* NULL, or called with each claim that the check proves: about all pairs, from
                          the motion's beginning to free_until, in no order, some of them twice or
                          beyond a contact. lw_check calls it in the caller's thread, lw_check_many in
                          several at once, but with all claims of one motion in one thread. The method
                          sampled makes no claims, nor do searches for clearances and near misses. A
                          check with claims allocates memory. `blocks` tells how long it takes, and how
                          its verdict may differ */
    void *claim_context;
    lw_step_fn step; /* NULL, or called with each step of the method expanded, for each body in the
                        order of time; threads as for claims. Not called by a check that makes claims */
    void *step_context;
    lw_sample_fn sample; /* NULL, or called with each time at which the robots are posed, as often as
                            the verdict's samples say, in no order; threads as for claims */
    void *sample_context;
    bool unmeasured; /* for callers who ask only whether and when: a contact's points, normal and depth
                        are zero, not measured. That saves a part of the time of a motion in contact:
                        with `any` and a robot of spheres, more than half */
    uint64_t fixed_pairs; /* not 0: lw_near_misses and the curves of pages include pairs that the motion
                             does not move against each other, such as a robot's base and its table.
                             Checks and clearances always include all pairs (default 0) */
    uint64_t leaving;     /* not 0: a motion may begin in contact, if it leaves that contact, is free
                             afterwards, and if no pair that is in contact at the beginning gets deeper than
                             there by more than depth_tolerance: LW_VERDICT_LEAVES. All other pairs have to
                             be free all along. A motion that begins free is checked as usual. Not with
                             claims, nor with the methods sampled and expanded; lw_check_traced refuses it;
                             `any` is ignored; allocates memory (default 0) */
    double depth_tolerance; /* leaving: metres (default 1e-4); a wider bracket of the depth at the
                               beginning, as deep inside a mesh, leaves the verdict undecided */
    uint64_t blocks; /* not 0: claims may be of blocks of eight poses (LW_CLAIM_BLOCK); lw_check_many
                        and lw_check then take little more time than without claims (default 0) */
    uint64_t
        limits; /* not 0: limits of joints count (leeway/limits.h). A motion that violates one before
                   any contact is then a contact by LW_REASON_LIMIT, without a pair. Not with claims,
                   nor for segments and states of a pool; lw_cross_check and cells leave it out */
    uint64_t budget_work; /* at most so many units of work (docs/performance.md); 0: no bound */
} lw_check_options;

static inline lw_check_options lw_default_check_options(void)
{
    lw_check_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.time_tolerance = 1e-4;
    options.distance_tolerance = 1e-6;
    options.clearance_relative = 0.01;
    options.clearance_absolute = 1e-5;
    options.resolution = 0.0174533;
    options.expansion = 0.0025;
    options.layers = 8;
    options.depth_tolerance = 1e-4;
    return options;
}

typedef enum lw_verdict_kind {
    LW_VERDICT_FREE,
    LW_VERDICT_CONTACT,
    LW_VERDICT_UNDECIDED,
    LW_VERDICT_LEAVES, /* only with `leaving`: begins in contact, leaves it, no pair gets deeper */
#ifdef LW_DUMMY_KIND
    LW_VERDICT_DUMMY
#endif
} lw_verdict_kind;

typedef enum lw_reason {
    LW_REASON_NONE,
    LW_REASON_BUDGET,
    LW_REASON_PRECISION,
    LW_REASON_SAMPLED,
    LW_REASON_STOPPED,
    LW_REASON_DEPTH,     /* leaving: it is not known whether a pair gets deeper */
    LW_REASON_LIMIT,     /* contact: with lw_check_options.limits, a limit of a joint is violated */
    LW_REASON_TOLERANCE, /* of a motion with a tolerance (leeway/tolerance.h) */
#ifdef LW_DUMMY_KIND
    LW_REASON_DUMMY
#endif
} lw_reason;

/* leaving: how a motion that begins in contact fails. */
typedef enum lw_failure {
    LW_FAILURE_NONE,
    LW_FAILURE_NEW,    /* a pair comes into contact that was free at the beginning */
    LW_FAILURE_DEEPER, /* a pair gets deeper than at the beginning */
    LW_FAILURE_STAYS,  /* a pair that is in contact at the beginning is in contact at the end */
#ifdef LW_DUMMY_KIND
    LW_FAILURE_DUMMY
#endif
} lw_failure;

/* The smallest distance over a motion, of a pair or of all pairs of a kind, as a bracket whose lower
 * bound is proven. Distances are those of padded bodies; margins are not subtracted. Both bounds 0:
 * they meet. If the motion is free, the lower bound of a pair is at least the pair's margin, exactly.
 * The lower bound of all pairs of a kind is at least the least of their margins, and at least the
 * margin of the pair that is named unless a budget ran out or rounding left that pair undecided. */
typedef struct lw_clearance {
    int64_t pair[2];     /* the bodies that are `upper` apart; -1: not known, or not asked for */
    double lower, upper; /* metres; 0 and infinity: not known */
    double at;           /* the time at which upper was found */
} lw_clearance;

/* The answer for one motion. Bodies are indices for lw_scene_body_name; -1 where there is none. */
typedef struct lw_verdict {
    size_t struct_size;
    lw_verdict_kind kind;
    lw_reason reason;  /* undecided: why; LW_REASON_LIMIT: a contact */
    double free_until; /* on [begin, free_until) no pair is within its margin: proven */
    double time; /* contact: the pair is then at most its margin apart; the time of impact if `first`.
                    Leaves: from then on all pairs are proven farther apart than their margins; within
                    the time tolerance before it that could not be proven */
    bool first;  /* contact: proven to be the first, within the time tolerance */
    int64_t segment;     /* contact: the segment of the path or trajectory, from 0; an approach is one
                            (lw_track) */
    int64_t pair[2];     /* contact: the bodies. Leaves: the last pair to leave, or one of several.
                            LW_REASON_DEPTH: the pair whose depth is not known */
    lw_distance contact; /* contact: points, normal, depth at that time */
    lw_clearance clearance;      /* free with clearance asked: the smallest distance between robots and
                                    obstacles, and between robots */
    lw_clearance self_clearance; /* likewise the smallest distance inside robots */
    uint64_t pairs;       /* number of pairs checked (of stages, the largest); 0: free says nothing */
    uint64_t queries;     /* distance queries of pairs */
    uint64_t samples;     /* times at which the robots were posed */
    uint64_t start_pairs; /* leaving: how many pairs are in contact at the beginning; 0: as without */
    double kept_until; /* leaving: until then no pair gets deeper than at the beginning by more than the
                          tolerance, and no other pair is within its margin: proven. free_until is the
                          beginning */
    double start_distance[2]; /* leaving: bracket of the (negative) distance of `pair` at the beginning,
                                 if it was in contact then; else 0 */
    lw_failure failure;       /* leaving, contact: how the motion fails */
    uint64_t deviates;        /* contact: 1: of a motion within the tolerance, not of this one */
    uint64_t work;            /* units of work that the check took: at most budget_work */
} lw_verdict;
LW_STARTS(lw_verdict, lw_default_verdict)

/* Creates a checker: all the memory that checks of this scene need. One per thread; the scene must
 * outlive it. */
LW_API lw_status lw_checker_create(const lw_scene *scene, lw_checker **out, lw_error *error);
LW_API void lw_checker_destroy(lw_checker *checker);

/* Moves a checker to another frozen scene. If only obstacles have been moved since one scene was copied
 * from the other this takes no time, else as long as lw_checker_create. The old scene is not read, and
 * may have been destroyed. On error the checker stays with its scene. Errors: state, memory, argument
 * (no checker). */
LW_API lw_status lw_checker_set_scene(lw_checker *checker, const lw_scene *scene, lw_error *error);

/* Checks one motion of the checker's scene. options NULL: the defaults. Allocates nothing, unless
 * claims are made, the options ask for `leaving`, or the motion has several stages. Equal scenes,
 * motions and options give the same bits on any machine, except with budget_seconds and stop. Errors:
 * argument; with claims, leaving or stages memory; the status that the function for claims or steps
 * returns. On error the verdict says nothing. */
LW_API lw_status lw_check(lw_checker *checker, const lw_motion *motion, const lw_check_options *options,
                          lw_verdict *out, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
