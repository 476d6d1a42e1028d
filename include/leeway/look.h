/* A check looked at: the claims that prove a verdict, steps and samples, curves of distances. */
#ifndef LEEWAY_LOOK_H
#define LEEWAY_LOOK_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- claims and steps -------------------------------------------------------------------------- */

/* Claims: the proof of a verdict, pair by pair and interval by interval (docs/claims.md).
 *
 * Some elements (triangles and convex parts) of a body: those below a node of the body's tree, node 0
 * being the whole body, or those of one of its bounding hulls. Nodes, hulls and elements are numbered
 * as `leeway check --claims` writes them. */
typedef enum lw_claim_set_kind { LW_CLAIM_NODE, LW_CLAIM_HULL } lw_claim_set_kind;

typedef struct lw_claim_set {
    lw_claim_set_kind kind;
    uint32_t index;
} lw_claim_set;

/* Why two sets that are apart along the normal at the time `at` stay apart from `from` to `to`. The
 * required gap is the pair's margin and both paddings. Travels, speeds and second derivatives are those
 * relative to the frame of the last elementary joint that moves both bodies, or to the world. */
typedef enum lw_claim_rule {
    LW_CLAIM_SLAB,  /* the second-order bound of the gap along the normal, which turns by `turn`, is at
                       least the required gap, as long as the normal, at `at` and at both ends; it is
                       concave on either side of `at` */
    LW_CLAIM_TRAVEL /* at `at`, the gap along the normal is more than the required gap and the
                        distances that the points of both bodies get in the interval */
} lw_claim_rule;

/* That two sets of elements stay apart. */
typedef struct lw_claim_part {
    lw_claim_set sets[2]; /* of the pair's first and second body */
    lw_claim_rule rule;
    lw_vec3 normal; /* unit, from the first set to the second, in the frame of the first body's geometry
                       as it is at the time `at` */
    lw_vec3 turn;   /* the normal's derivative by time in the frame that the rule is relative to, in the
                       same axes as the normal and perpendicular to it; zero for rules other than slab */
} lw_claim_part;

typedef enum lw_claim_kind {
    LW_CLAIM_APART,  /* on all of [from, to], every point of the one body is more than the required gap
                        away from every point of the other, bodies without their paddings */
    LW_CLAIM_OUTSIDE /* at the time `at`, no component of either body lies inside a solid of the other
                        (closed meshes); from and to are `at`, and there are no parts */
} lw_claim_kind;

/* What a check has proven of one pair over one interval of time. Its size is that of the library: set
 * it to sizeof the copy in a copy that goes to lw_claim_json. */
typedef struct lw_claim {
    size_t struct_size;
    lw_claim_kind kind;
    size_t motion;              /* which of lw_check_many's motions; 0 in lw_check */
    size_t pair;                /* as lw_scene_pair counts; in stages, in the scene of the stage */
    double from, to, at;        /* from <= at <= to, within one piece of the motion; seconds, or t */
    const lw_claim_part *parts; /* together they are all pairs of elements of the two bodies; they live
                                   until the function returns */
    size_t part_count;
    size_t stage; /* which stage of the motion (lw_motion_stage) */
} lw_claim;
LW_STARTS(lw_claim, lw_default_claim)

/* A step that the method expanded has proven: of one body among the obstacles, or of two bodies that
 * move. All along it, every point of the one body that is checked against a point of the other is
 * within clear[0] of where it was at `from`, or within clear[1] of where it is at `to`, each relative
 * to the other; and by tests at these times nothing is as near, beyond the margins. */
typedef struct lw_step {
    size_t struct_size;
    int64_t body;    /* of the scene, in stages of that of the stage */
    int64_t other;   /* the other body; -1: all obstacles */
    double from, to; /* from < to, within one piece of the motion; seconds, or t */
    double clear[2]; /* metres; the second is 0 where nothing was tested at `to`, which is the end of a
                        piece, or a contact of others */
    int32_t layer;   /* of the test at `to`, 0 the thinnest; negative: halves of it. Without a test: of
                        the   last one */
    size_t stage;    /* which stage of the motion (lw_motion_stage) */
} lw_step;
LW_STARTS(lw_step, lw_default_step)

/* ---- claims as files --------------------------------------------------------------------------- */

/* The lines of a file of claims (docs/claims.md): one for the scene, then for each motion one before
 * its claims, one for each of them, and one after them; where objects are attached or released on the
 * way (lw_motion_stage(motion, 0) is not the motion itself), also one for each stage before the claims.
 * All are written as lw_result_json writes, and have its errors; that of the scene has error state too.
 */
typedef struct lw_claimed_motion {
    size_t struct_size;
    const lw_motion *motion;
    const char *id; /* JSON text; NULL: null */
    size_t index;   /* its place among the verdicts, from 0 */
    const lw_verdict *verdict;
    size_t claim_count; /* how many lines of claims stand before its last one */
} lw_claimed_motion;
LW_STARTS(lw_claimed_motion, lw_default_claimed_motion)

LW_API lw_status lw_claims_scene_json(const lw_scene *scene, char *text, size_t size, size_t *length,
                                      lw_error *error);
/* Needs no verdict yet. */
LW_API lw_status lw_claims_begin_json(const lw_claimed_motion *of, char *text, size_t size,
                                      size_t *length, lw_error *error);
/* The line of a stage: where the objects are in it, with the numbers of bodies that they have in the
 * motion's scene, and which pairs are checked, in the order in which lw_claim.pair counts. Error
 * argument, also for a stage that is not there. */
LW_API lw_status lw_claims_stage_json(const lw_motion *motion, size_t stage, char *text, size_t size,
                                      size_t *length, lw_error *error);
LW_API lw_status lw_claim_json(const lw_claim *claim, char *text, size_t size, size_t *length,
                               lw_error *error);
LW_API lw_status lw_claims_end_json(const lw_claimed_motion *of, char *text, size_t size,
                                    size_t *length, lw_error *error);

/* ---- curves and traces ------------------------------------------------------------------------- */

/* The smallest distances along a motion at sampled times: for plots. Start from lw_default_curve().
 * Index 0 of the arrays of two: of all pairs between robots and obstacles, and between robots; index 1:
 * of those inside robots. */
typedef struct lw_curve {
    size_t struct_size;
    size_t count;
    double *times;           /* none before the one before it; where two stages meet, both have it */
    size_t *stages;          /* of each time (lw_motion_stage) */
    double *distances[2];    /* of padded bodies, metres; infinite: there is no pair */
    size_t *pairs[2];        /* whose distances these are, in the scene of the stage */
    lw_vec3 (*points[2])[2]; /* where: a point of each body, in the world */
    bool fixed_pairs; /* given to lw_curve_sample: also of pairs that no joint which the motion moves is
                         between, whose distance is the same all along (lw_check_options.fixed_pairs) */
} lw_curve;
LW_STARTS(lw_curve, lw_default_curve)

/* Samples a motion at `samples` times, at least 2, evenly and with both ends, and at the ends of its
 * stages; at one where it takes no time. Nothing is proven between them. out: started; of it
 * fixed_pairs is read. lw_curve_free frees it. Errors: argument, memory; then there is nothing to free.
 */
LW_API lw_status lw_curve_sample(const lw_motion *motion, size_t samples, lw_curve *out,
                                 lw_error *error);
LW_API void lw_curve_free(lw_curve *curve);

/* An interval of time that a method has proven of some pairs by one sample. */
typedef struct lw_proof {
    double from, at, to; /* at: the time of the sample */
    size_t stage;
    int64_t bodies[2]; /* of one of the pairs, in the scene of the stage; -1: all obstacles */
    size_t pairs;      /* how many */
} lw_proof;

/* What a method asks and proves of a motion. Start from lw_default_trace(). */
typedef struct lw_trace {
    size_t struct_size;
    double *samples; /* the times at which the robots were posed, in their order */
    size_t sample_count;
    lw_proof *proofs; /* by their beginning, the longer ones first */
    size_t proof_count;
} lw_trace;
LW_STARTS(lw_trace, lw_default_trace)

/* Checks a motion, as lw_check does, and keeps what the check asks and proves. Of the options all count
 * but the functions for claims, steps and samples. Of the methods sampled, which proves nothing, and
 * auto, which proves pairs by the thousand side by side, there are samples and no proofs. lw_trace_free
 * frees it. Errors: those of lw_check, memory; then there is nothing to free. */
LW_API lw_status lw_check_traced(lw_checker *checker, const lw_motion *motion,
                                 const lw_check_options *options, lw_verdict *verdict, lw_trace *trace,
                                 lw_error *error);
LW_API void lw_trace_free(lw_trace *trace);

#ifdef __cplusplus
}
#endif

#endif
