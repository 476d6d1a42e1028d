/* The check: whether a motion is free, all along the way. For who begins: this header and the three
 * that it stands on (check.h, motion.h, scene.h, base.h) are all that the main job takes. */
#ifndef LEEWAY_CHECK_H
#define LEEWAY_CHECK_H

#include <leeway/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is known of the distance between two bodies, as a bracket. The distance is signed: where they
 * overlap it is minus the depth, the length of the shortest translation that parts them, whichever way
 * (in the plane: within the plane). -upper is then a depth that is shown (no shorter translation parts
 * them), and -lower the length of a translation, along the normal, that is proven to part them.
 *
 * For two convex shapes, or closed meshes that are convex, the two ends differ by rounding and by 1e-9
 * of the size at most, but for needles and plates against cylinders and cones. For a mesh that is not
 * convex, and for bodies of several shapes, the true depth lies in between: lower comes from a way past
 * what holds them or along which they were found to be apart, upper from convex pieces and from balls
 * inside both. An open mesh has no inside; its triangles alone are shown to overlap. */
typedef struct lw_distance {
    double lower;        /* never above the true distance */
    double upper;        /* never below the true distance, beyond rounding; 0 or less: they meet */
    lw_vec3 points[2];   /* one on each body, world frame. Apart: the nearest, upper apart. Where convex
                            bodies overlap: the deepest of each; points[0] - points[1] is the depth times
                            the normal. Other bodies: where they overlap the deepest that was found, or,
                            if the way out is another one, the points that are farthest along it */
    lw_vec3 normal;      /* unit, from the first to the second: separates them, or the way out of the
                            second. Where they only touch it is one along which they come apart at once.
                            Never zero, but for a contact whose depth is not looked for */
    double depth;        /* how far the second moves along the normal to come free, -lower but for
                            rounding; 0 where they are apart, and where it is not looked for: then lower
                            is that of the spheres around both */
    int32_t features[2]; /* polytopes: how many vertices carry the point; 0 for other kinds */
    uint32_t feature[2][3]; /* polytopes: their indices, as given (Hong's index sets I1, I2) */
} lw_distance;

typedef struct lw_checker lw_checker;

typedef enum lw_method {
    LW_METHOD_AUTO, /* balls that cover the bodies, at eight times side by side, prove what they can;
                       what they leave is left to slab; the plane and two convex bodies have searches of
                       their own. The fastest */
    LW_METHOD_BISECTION, /* Schwarzer's condition, halving (Feyeux and Landry; Wu et al.) */
    LW_METHOD_SLAB, /* the same with separating slabs carried along the motion (Hong): fewer distances
                     */
    LW_METHOD_SAMPLED,  /* static tests at a resolution; proves nothing */
    LW_METHOD_EXPANDED, /* static tests of geometry that is grown by layers (Baginski): proves with no
                          distance at all. Not in the plane, nor for clearances and near misses */
#ifdef LW_DUMMY_KIND
    LW_METHOD_DUMMY
#endif
} lw_method;

/* The method of a name and the name of a method; false and NULL where there is none. */
LW_API bool lw_method_from_name(const char *name, lw_method *out);
LW_API const char *lw_method_name(lw_method method);

/* What a check has proven of a pair, and what the method expanded has: leeway/look.h. */
typedef struct lw_claim lw_claim;
typedef struct lw_step lw_step;

/* Takes one claim. Any status but LW_OK ends the check, which then returns that status. */
typedef lw_status (*lw_claim_fn)(void *context, const lw_claim *claim);

/* Takes one step. Any status but LW_OK ends the check, which then returns that status. */
typedef lw_status (*lw_step_fn)(void *context, const lw_step *step);

/* Takes a time at which the robots are posed; seconds, or t. */
typedef void (*lw_sample_fn)(void *context, double time);

typedef struct lw_check_options {
    size_t struct_size;
    lw_method method;
    bool any;                  /* any contact will do; else the first one is wanted */
    bool clearance;            /* also bracket the smallest distance of a free motion */
    double time_tolerance;     /* of a contact, as a share of the motion's length; 1e-4 */
    double distance_tolerance; /* metres; 1e-6; an interval too short to divide, with less travel than
                                  this, is undecided */
    double clearance_relative; /* the bracket's width: at most this share of it (0.01) ... */
    double clearance_absolute; /* ... or this, metres (1e-5), whichever is larger */
    uint64_t budget_queries;   /* distance queries of pairs; of sampled and expanded, samples too; 0: no
                                  bound */
    double budget_seconds;     /* 0: no bound; the one option that can make outputs differ */
    double resolution;         /* sampled: largest step of any joint value; 0.0174533 */
    double expansion;          /* expanded: the thinnest layer, metres; 0.0025 */
    uint32_t layers; /* expanded: how many layers, each twice as thick as the last; 1 to 16; 8 */
    bool (*stop)(void *context); /* NULL, or called now and then: true ends the check, undecided */
    void *stop_context;
    lw_claim_fn claim; /* NULL, or called with each claim that the check proves: of all pairs, from the
                          motion's beginning to free_until, in no order, some of them twice or beyond a
                          contact. lw_check calls it in the caller's thread, lw_check_many in several
                          threads at once, but with all claims of one motion in one thread, one after
                          the other. The method sampled makes no claims, nor does the search for a
                          clearance or for near misses. A check with claims takes memory while it runs,
                          and more time. The verdict is that of the search that makes claims: with the
                          method auto, in the plane and for two convex bodies that is another one than
                          without claims, and times and counts may differ within the tolerances */
    void *claim_context;
    lw_step_fn step; /* NULL, or called with each step of the method expanded, of each body in the order
                        of time; threads as for claims. Not called by a check that makes claims */
    void *step_context;
    lw_sample_fn sample; /* NULL, or called with each time at which the robots are posed, as often as
                            the verdict's samples say, in no order; threads as for claims */
    void *sample_context;
    bool unmeasured; /* for who only asks whether and when: a contact's points, normal and depth are not
                        measured, and zero, which saves a part of the time of a motion in contact: with
                        `any`, of a robot made of spheres, more than half of it */
    uint64_t fixed_pairs; /* not 0, in lw_near_misses and in curves of pages: also pairs that no joint
                         which the motion moves is between, as a robot's base and the table that it
                         stands on. Their distance is the same all along. Checks and clearances are
                         always of all pairs (default 0) */
    uint64_t leaving; /* not 0: a motion may begin in contact, if it leaves that, is free afterwards,
                         and if no pair that is in contact at the beginning gets deeper than it is
                         there, by more than depth_tolerance: LW_VERDICT_LEAVES. All other pairs have to
                         be free all along. One that begins free is checked as ever. Not with claims,
                         nor by the methods sampled and expanded, and lw_check_traced refuses it; `any`
                         does not count; takes memory while it runs (default 0) */
    double depth_tolerance; /* leaving: metres; 1e-4; where the depth at the beginning is not known as
                               well as that, as of meshes that are deep inside each other, the verdict
                               is undecided */
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
    LW_VERDICT_LEAVES, /* with lw_check_options.leaving alone: begins in contact, leaves it, and gets
                          nowhere deeper, proven */
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
    LW_REASON_DEPTH, /* leaving: whether a pair gets deeper could not be shown */
#ifdef LW_DUMMY_KIND
    LW_REASON_DUMMY
#endif
} lw_reason;

/* leaving: in which way a motion fails that begins in contact. */
typedef enum lw_failure {
    LW_FAILURE_NONE,
    LW_FAILURE_NEW,    /* a pair comes into contact that was free at the beginning */
    LW_FAILURE_DEEPER, /* a pair gets deeper than at the beginning */
    LW_FAILURE_STAYS,  /* a pair that is in contact at the beginning is in contact at the end */
#ifdef LW_DUMMY_KIND
    LW_FAILURE_DUMMY
#endif
} lw_failure;

/* How near bodies come to each other over a motion: the smallest distance of a pair, or of all pairs of
 * a kind, in a bracket whose lower end is proven. Distances are those of padded bodies, and margins are
 * not taken off. Both ends 0: they meet. Of a motion that is free a pair's lower end is no less than
 * the pair's margin, exactly. The lower end of all pairs of a kind is no less than the least of their
 * margins, nor than that of the pair that is named, unless a budget ran out or rounding left it open.
 */
typedef struct lw_clearance {
    int64_t pair[2]; /* the bodies whose distance the upper end is; -1: not known, and not asked for */
    double lower, upper; /* metres; 0 and infinity where it is not known */
    double at;           /* the time at which the upper end was found */
} lw_clearance;

/* The answer for one motion. Bodies are indices for lw_scene_body_name; -1 where there is none. */
typedef struct lw_verdict {
    size_t struct_size;
    lw_verdict_kind kind;
    lw_reason reason;       /* undecided: why */
    double free_until;      /* no pair is within its margin on [begin, free_until): proven */
    double time;            /* contact: then the pair is at most the margin apart. Leaves: all pairs are
                               farther than their margins apart from then on, proven, and not much earlier
                               (the time tolerance), as far as could be shown */
    bool first;             /* contact: proven to be the first, within the time tolerance */
    int64_t segment;        /* contact: which segment of a path or trajectory, from 0; an approach
                               is one (lw_track) */
    int64_t pair[2];        /* contact. Leaves: which is the last to leave, of two at once one of them.
                               Undecided for LW_REASON_DEPTH: whose depth that is */
    lw_distance contact;    /* contact: points, normal, depth at that time */
    lw_clearance clearance; /* free with clearance asked: of all pairs between robots and obstacles, and
                               between robots */
    lw_clearance self_clearance; /* the same of all pairs inside robots */
    uint64_t pairs;       /* the scene's pairs that were checked; 0: free says nothing; of stages,
                             the most that one has */
    uint64_t queries;     /* distance queries of pairs */
    uint64_t samples;     /* times at which the robots were posed */
    uint64_t start_pairs; /* leaving: how many pairs are in contact at the beginning; 0: the verdict is
                             the ordinary one, and what follows is 0 */
    double kept_until; /* leaving: until then no pair gets deeper than it is at the beginning, by more
                          than the tolerance, and no other pair is within its margin: proven.
                          free_until is the beginning */
    double start_distance[2]; /* leaving: brackets the distance of `pair` at the beginning, minus its
                                 depth, where it was in contact then; else 0 */
    lw_failure failure;       /* leaving, contact: in which way */
} lw_verdict;
LW_STARTS(lw_verdict, lw_default_verdict)

/* Takes all the memory that checks of this scene need. One per thread; the scene must outlive it. */
LW_API lw_status lw_checker_create(const lw_scene *scene, lw_checker **out, lw_error *error);
LW_API void lw_checker_destroy(lw_checker *checker);

/* Makes a checker one of another frozen scene. Where only obstacles have been moved since the one was
 * copied from the other this takes no time, else it takes what lw_checker_create does. The scene that
 * it was of is not looked at, and may have been destroyed. On error the checker is of its scene as
 * before. Errors: state, memory, argument (no checker). */
LW_API lw_status lw_checker_set_scene(lw_checker *checker, const lw_scene *scene, lw_error *error);

/* Answers for one motion of the checker's scene. options NULL: the defaults. Allocates nothing, unless
 * claims are made, the options ask for `leaving`, or the motion has several stages. The same scene,
 * motion and options give the same bits on any machine, except with budget_seconds and stop. Errors:
 * argument; with claims, leaving or stages memory, and what the function that takes claims returns;
 * then the verdict says nothing. */
LW_API lw_status lw_check(lw_checker *checker, const lw_motion *motion, const lw_check_options *options,
                          lw_verdict *out, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
