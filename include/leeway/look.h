/* Inspection of a check: the claims that prove a verdict, steps and samples, curves of distances. */
#ifndef LEEWAY_LOOK_H
#define LEEWAY_LOOK_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- claims and steps -------------------------------------------------------------------------- */

/* Claims: the proof of a verdict, pair by pair and interval by interval (docs/proofs.md).
 *
 * With the method auto, a check with claims takes several times as long as one without. In the plane,
 * and for two convex bodies, another search runs than without claims: times and counts may then differ
 * within the tolerances. If lw_check_options.blocks is set, the method auto decides as without claims,
 * to the same verdict, bit for bit, and claims blocks of eight poses. What blocks do not claim is
 * searched again after the verdict, which counts for no budget. Where that search fails, the verdict
 * becomes that of a check with claims but without blocks; where `stop` ends it, undecided. Other
 * methods make the same claims with `blocks` as without.
 *
 * A set of elements (triangles and convex parts) of a body: those below a node of the body's bounding
 * volume hierarchy, where node 0 is the whole body, or those of one of its bounding hulls. Or what the
 * triangles of a body have in a cell: in a node of the tree of planes by which the body is cut, where
 * node 0 is all space. Cells are only named if lw_check_options.blocks is set. Nodes, hulls, cells and
 * elements are numbered as `leeway check --proof` writes them. */
typedef enum lw_claim_set_kind { LW_CLAIM_NODE, LW_CLAIM_HULL, LW_CLAIM_CELL } lw_claim_set_kind;

typedef struct lw_claim_set {
    lw_claim_set_kind kind;
    uint32_t index;
} lw_claim_set;

/* The inequality by which two sets that are apart along the normal at the time `at` stay apart on
 * [from, to]. The required gap is the sum of the pair's margin and both paddings. Travels, speeds and
 * second derivatives are relative to the frame of the last elementary joint that moves both bodies, or
 * to the world. */
typedef enum lw_claim_rule {
    LW_CLAIM_SLAB,   /* the gap along the normal, which turns by `turn`, has a lower bound of second
                        order that is concave on either side of `at`; at `at` and at both ends that
                        bound is at least the required gap times the normal's length */
    LW_CLAIM_TRAVEL, /* at `at`, the gap along the normal is larger than the sum of the required gap and
                       the travels of both bodies in the interval */
    LW_CLAIM_CHORD   /* the normal stands still in the frame that the rule is relative to; along it, at
                        `from` and at `to`, the gap is larger than the required gap plus h^2 / 8 times the
                        second derivatives of both bodies, h = to - from. Only if
                        lw_check_options.blocks is set */
} lw_claim_rule;

/* A part of a claim: two sets of elements stay apart. */
typedef struct lw_claim_part {
    lw_claim_set sets[2]; /* elements of the pair's first and second body */
    lw_claim_rule rule;
    lw_vec3 normal; /* unit, from the first set to the second, in the frame of the first body's geometry
                       at the time `at` */
    lw_vec3 turn;   /* the normal's derivative by time in the frame that the rule is relative to,
                       perpendicular to the normal and given in the same axes; zero for
                       LW_CLAIM_TRAVEL */
} lw_claim_part;

typedef enum lw_claim_kind {
    LW_CLAIM_APART,   /* on all of [from, to], every point of the one body is more than the required gap
                         away from every point of the other, bodies without their paddings */
    LW_CLAIM_OUTSIDE, /* at the time `at`, no component of either body lies inside a solid of the other
                        (closed meshes); from and to are `at`, and there are no parts */
    LW_CLAIM_BLOCK,   /* eight times, equally far apart, from `from` to `to`: in the intervals between
                        them, balls that cover the bodies keep every pair of the motion or stage apart,
                        except the pairs in `intervals` on the intervals of their masks. Kinds of blocks
                        come only if lw_check_options.blocks is set; they have no parts, and `pair` is 0
                      */
    LW_CLAIM_FINER,   /* the same, but about the pairs and intervals in `intervals` alone */
    LW_CLAIM_CONTACT, /* of the verdict `contact`, at the time `at`: two elements are at most the
                         required gap apart, by a point of each. Contacts come only if
                         lw_check_options.blocks is set, one for a motion, after its other claims */
    LW_CLAIM_INSIDE   /* the same where no elements are so near: a point of one body, `inner`, is inside
                         the closed mesh of the other */
} lw_claim_kind;

/* Some of the seven intervals between a block's eight times t_0 to t_7: t_i = from + i * step, step =
 * (to - from) * (1.0 / 7), in doubles; t_7 = to. */
typedef struct lw_claim_intervals {
    size_t pair;   /* as lw_claim.pair counts */
    uint32_t mask; /* bit k: the interval from t_k to t_(k + 1) */
} lw_claim_intervals;

/* A proof about one pair over one interval of time. struct_size is that of the library: in a copy that
 * goes to lw_claim_json set it to the size of the copy. */
typedef struct lw_claim {
    size_t struct_size;
    lw_claim_kind kind;
    size_t motion;              /* index of the motion in lw_check_many; 0 in lw_check */
    size_t pair;                /* as lw_scene_pair counts; in stages, in the scene of the stage */
    double from, to, at;        /* from <= at <= to, within one piece of the motion; seconds, or t */
    const lw_claim_part *parts; /* together they cover all pairs of elements of the two bodies; they
                                   live until the function returns */
    size_t part_count;
    size_t stage;                        /* which stage of the motion (lw_motion_stage) */
    const lw_claim_intervals *intervals; /* of blocks, each pair once; they live as long as the parts */
    size_t interval_count;
    size_t
        elements[2];   /* of contacts: an element of each body; of LW_CLAIM_INSIDE the one of `inner` */
    lw_vec3 points[2]; /* likewise a point of each one's core (its shape without the radius), up to
                          rounding, in the frame of the body's geometry */
    size_t inner;      /* of LW_CLAIM_INSIDE: 0 or 1, the first body or the second */
} lw_claim;
LW_STARTS(lw_claim, lw_default_claim)

/* A step that the method expanded has proven, for one body among the obstacles or for two bodies that
 * move. All along it, every point of the one body is, relative to the other body, within clear[0] of
 * its place at `from` or within clear[1] of its place at `to`. Tests at these times have shown that the
 * two are farther apart than this, beyond the margins. */
typedef struct lw_step {
    size_t struct_size;
    int64_t body;    /* in the scene of the stage */
    int64_t other;   /* the other body; -1: all obstacles */
    double from, to; /* from < to, within one piece of the motion; seconds, or t */
    double clear[2]; /* metres; clear[1] is 0 if nothing was tested at `to`, which is then the end of
                        a piece or the time of a contact of other bodies */
    int32_t layer;   /* layer of the test at `to`: 0 is the thinnest, -1 half of it, -2 a quarter and so
                        on. Without a test at `to`: the layer planned for the next test */
    size_t stage;    /* which stage of the motion (lw_motion_stage) */
} lw_step;
LW_STARTS(lw_step, lw_default_step)

/* ---- claims as files --------------------------------------------------------------------------- */

/* The lines of a proof (docs/proofs.md): one for the scene, then for each motion one before its claims,
 * one for each claim, and one after them. If the motion attaches or releases objects
 * (lw_motion_stage(motion, 0) is not the motion itself), there is also one for each stage, before the
 * claims. The functions write like lw_result_json, with its errors; lw_claims_blocks_json has error
 * state too. */
typedef struct lw_claimed_motion {
    size_t struct_size;
    const lw_motion *motion;
    const char *id; /* JSON text; NULL: null */
    size_t index;   /* its index among the verdicts, from 0 */
    const lw_verdict *verdict;
    size_t claim_count; /* number of lines of claims before its last line */
} lw_claimed_motion;
LW_STARTS(lw_claimed_motion, lw_default_claimed_motion)

/* The first line: bodies, with the balls that cover them and the shapes about obstacles, and pairs. */
LW_API lw_status lw_claims_blocks_json(const lw_scene *scene, char *text, size_t size, size_t *length,
                                       lw_error *error);
/* The line before the claims, with the motion as polynomials; needs no verdict yet. */
LW_API lw_status lw_claims_blocks_begin_json(const lw_claimed_motion *of, char *text, size_t size,
                                             size_t *length, lw_error *error);
/* The line of a stage: the poses of its objects, by the indices of bodies in the motion's scene, and
 * the pairs that are checked, in the order in which lw_claim.pair counts. Error argument, also for a
 * stage that does not exist. A motion that was cut (lw_motion_cut) has lines of all its stages, because
 * an object may have been attached before: those that are past, with numbers below 0, come with stage
 * 0, each on a line of its own. */
LW_API lw_status lw_claims_blocks_stage_json(const lw_motion *motion, size_t stage, char *text,
                                             size_t size, size_t *length, lw_error *error);
LW_API lw_status lw_claim_json(const lw_claim *claim, char *text, size_t size, size_t *length,
                               lw_error *error);
LW_API lw_status lw_claims_end_json(const lw_claimed_motion *of, char *text, size_t size,
                                    size_t *length, lw_error *error);

/* The same lines as items of CBOR (RFC 8949), with the same
 * contents: they take half of the room, and less time to write. The items follow each other without a
 * separator (RFC 8742). The first one begins with the three bytes of LW_CLAIMS_CBOR, the tag 55799,
 * which tell such a file from text. The functions write like those above, with their errors; the zero
 * that they write behind the bytes is not part of the item. */
#define LW_CLAIMS_CBOR "\xD9\xD9\xF7"
LW_API lw_status lw_claims_blocks_cbor(const lw_scene *scene, char *bytes, size_t size, size_t *length,
                                       lw_error *error);
LW_API lw_status lw_claims_blocks_begin_cbor(const lw_claimed_motion *of, char *bytes, size_t size,
                                             size_t *length, lw_error *error);
LW_API lw_status lw_claims_blocks_stage_cbor(const lw_motion *motion, size_t stage, char *bytes,
                                             size_t size, size_t *length, lw_error *error);
LW_API lw_status lw_claim_cbor(const lw_claim *claim, char *bytes, size_t size, size_t *length,
                               lw_error *error);
LW_API lw_status lw_claims_end_cbor(const lw_claimed_motion *of, char *bytes, size_t size,
                                    size_t *length, lw_error *error);

/* ---- curves and traces ------------------------------------------------------------------------- */

/* The smallest distances along a motion at sampled times: for plots. Start from lw_default_curve().
 * Index 0 of the arrays of two: of all pairs between robots and obstacles, and between robots; index 1:
 * of those inside robots. */
typedef struct lw_curve {
    size_t struct_size;
    size_t count;
    double *times;           /* not decreasing; where two stages meet, the time stands twice */
    size_t *stages;          /* the stage of each time (lw_motion_stage) */
    double *distances[2];    /* of padded bodies, metres; infinite: there is no pair */
    size_t *pairs[2];        /* the pairs with these distances, in the scene of the stage */
    lw_vec3 (*points[2])[2]; /* the nearest point of each body, in the world */
    bool fixed_pairs;        /* in: include pairs that the motion does not move against each other
                                (lw_check_options.fixed_pairs) */
} lw_curve;
LW_STARTS(lw_curve, lw_default_curve)

/* Samples a motion at `samples` times, at least 2, evenly and with both ends, and at the ends of its
 * stages; a motion that takes no time at one. Nothing is proven between them. out:
 * initialised (lw_default_curve()); its fixed_pairs is read; free it with lw_curve_free. Errors:
 * argument, memory; then there is nothing to free. */
LW_API lw_status lw_curve_sample(const lw_motion *motion, size_t samples, lw_curve *out,
                                 lw_error *error);
LW_API void lw_curve_free(lw_curve *curve);

/* An interval of time on which a method has proven by one sample that some pairs stay apart. */
typedef struct lw_proof {
    double from, at, to; /* at: the time of the sample */
    size_t stage;
    int64_t bodies[2]; /* one of the pairs, in the scene of the stage; -1: all obstacles */
    size_t pairs;      /* number of pairs */
} lw_proof;

/* The samples and proofs of a method on a motion. Start from lw_default_trace(). */
typedef struct lw_trace {
    size_t struct_size;
    double *samples; /* the times at which the robots were posed, in ascending order */
    size_t sample_count;
    lw_proof *proofs; /* sorted by their beginning, longer ones first */
    size_t proof_count;
} lw_trace;
LW_STARTS(lw_trace, lw_default_trace)

/* Checks a motion like lw_check, and keeps the samples and proofs. All options count except the
 * functions for claims, steps and samples. The methods sampled, which proves nothing, and auto, which
 * proves pairs by the thousand side by side, give samples and no proofs. Free the trace with
 * lw_trace_free. Errors: those of lw_check, memory; then there is nothing to free. */
LW_API lw_status lw_check_traced(lw_checker *checker, const lw_motion *motion,
                                 const lw_check_options *options, lw_verdict *verdict, lw_trace *trace,
                                 lw_error *error);
LW_API void lw_trace_free(lw_trace *trace);

/* Reads what a proof file (lw_claims_blocks_json and the functions with it, JSON or CBOR) states of a
 * motion, which nothing verifies here. samples: the times at which the proof has the robots posed,
 * those of blocks and of claims. proofs: the intervals; a block is one proof of all pairs that it keeps
 * apart from its begin to its end, and one for each run of intervals of another pair, all `at` their
 * begin. path "-": standard input, in JSON. id: the motion's id, a text as it is and another value as
 * JSON; NULL: the file is about one motion. verdict: initialised; takes the kind, free_until, and of a
 * contact the time (free_until if the file has no point of it) and the bodies. Errors: file, syntax,
 * argument (another motion, stage or scene; several motions; none), memory; then there is nothing to
 * free. Free the trace with lw_trace_free. */
LW_API lw_status lw_trace_read(const char *path, const lw_motion *motion, const char *id,
                               lw_verdict *verdict, lw_trace *trace, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
