/* The allowed collision matrix: whether two links ever meet, and the disabled pairs of an SRDF file. */
#ifndef LEEWAY_ACM_H
#define LEEWAY_ACM_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- pairs that need no checking --------------------------------------------------------------- */

/* Whether two bodies of one robot meet, over all configurations within the limits of the joints between
 * them. They meet if their distance is at most the self margin of the scene, or the margin of the pair.
 * Continuous joints turn all the way round; mimic joints follow the joint that they mimic, regardless
 * of their own limits. */
typedef enum lw_meeting {
    LW_MEETING_UNDECIDED, /* none of the answers below is known */
    LW_MEETING_NEVER,     /* proven: they meet in no configuration */
    LW_MEETING_ALWAYS,    /* proven: they meet in every configuration */
    LW_MEETING_SOMETIMES, /* one configuration shows that they meet, another that they do not */
#ifdef LW_DUMMY_KIND
    LW_MEETING_DUMMY
#endif
} lw_meeting;

/* Start from lw_default_meeting_options(). */
typedef struct lw_meeting_options {
    size_t struct_size;
    uint64_t budget_boxes;       /* at most so many boxes of joint values are examined; 0: no bound
                                    (default 500,000) */
    double budget_seconds;       /* 0: no bound; the one option that can make outputs differ */
    uint64_t samples;            /* at least so many random configurations are tried first (default
                                    256) */
    uint64_t seed;               /* of the random configurations */
    bool skip_adjacent;          /* adjacent links are undecided, without a search */
    bool (*stop)(void *context); /* NULL, or called now and then: true ends the search, undecided */
    void *stop_context;
    double *meets; /* NULL, or room for the values of lw_scene_movable_joints. Out: a configuration in
                      which the two bodies meet, if one was found; joints that are not between them
                      have their rest values */
    double *apart; /* NULL, or room as for `meets`. Out: a configuration in which they do not meet, if
                      one was found */
} lw_meeting_options;

static inline lw_meeting_options lw_default_meeting_options(void)
{
    lw_meeting_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.budget_boxes = 500000;
    options.samples = 256;
    return options;
}

typedef struct lw_meeting_info {
    size_t struct_size;
    lw_meeting meeting;
    lw_reason reason;  /* LW_MEETING_UNDECIDED: LW_REASON_BUDGET, LW_REASON_STOPPED, LW_REASON_PRECISION
                          (they only just touch, or only just do not), or LW_REASON_SAMPLED
                          (`unbounded`) */
    bool unbounded;    /* a joint between the two bodies is planar or floating, or slides without
                          limits: then only samples are tried; with planar and floating joints not even
                          samples */
    bool meets, apart; /* whether a configuration was found in which the bodies meet, and one in which
                          they do not */
    bool adjacent;     /* one body's link is above the other's in the chain of joints, with only links
                          without geometry between them */
    double nearest;    /* the least distance that was found, metres; 0 where they meet */
    uint64_t samples;  /* random configurations that were tried */
    uint64_t boxes;    /* boxes of joint values that were examined */
} lw_meeting_info;
LW_STARTS(lw_meeting_info, lw_default_meeting_info)

/* Finds whether two bodies meet. Proofs are by branch and bound over boxes of joint values, from the
 * configuration at the middle of a box. They do not meet in a box if their distance is larger than the
 * travel of their points relative to each other within the box, or if the gap of their hulls along the
 * direction that separates them is larger than the hulls can close within the box. They meet all over a
 * box if a ball inside both is larger than the travel. Else the box is split. It does not matter
 * whether the scene checks the pair. The proof does not hold outside the limits, which motions may
 * leave (lw_scene_set_strict_limits).
 *
 * a, b: two different bodies of one robot, carried objects included. options: NULL for the defaults.
 * Takes memory while it runs, and from milliseconds to seconds. Equal scenes, bodies and options give
 * equal answers, except with budget_seconds. Any thread. Errors: state (the scene is not frozen),
 * argument (no such body, bodies of two robots or none, NaN, a negative budget), memory. */
LW_API lw_status lw_scene_meeting(const lw_scene *scene, size_t a, size_t b,
                                  const lw_meeting_options *options, lw_meeting_info *out,
                                  lw_error *error);

/* ---- the pairs of an SRDF ---------------------------------------------------------------------- */

/* An SRDF file whose disabled pairs can be replaced; all else in it stays as it is. For one thread. */
typedef struct lw_srdf lw_srdf;

/* The reason for a pair that never meets according to samples alone; MoveIt's assistant writes "Never"
 * for it. */
#define LW_SRDF_SAMPLED "Never (sampled)"

/* A pair of links that the file disables (<disable_collisions>). */
typedef struct lw_srdf_pair {
    const char *links[2];
    const char *reason; /* NULL: none is given */
    int line;           /* its line in the file; 0: the pair was not in the file */
} lw_srdf_pair;

/* Opens a file ("-": standard input), or begins an empty one for a robot with path NULL. robot: the
 * name of the robot that the file has to be for; NULL: any. Errors: file, syntax, model (it is for
 * another robot), argument (neither path nor robot), memory. */
LW_API lw_status lw_srdf_open(const char *path, const char *robot, lw_srdf **out, lw_error *error);
LW_API void lw_srdf_close(lw_srdf *srdf);
/* The disabled pairs in their order; the index must be below the count. Strings live until the pairs
 * are replaced. */
LW_API size_t lw_srdf_pair_count(const lw_srdf *srdf);
LW_API lw_srdf_pair lw_srdf_pair_at(const lw_srdf *srdf, size_t index);
/* Whether the file has an <enable_collisions> for two links. It counts only where the pair is not also
 * disabled. */
LW_API bool lw_srdf_enables(const lw_srdf *srdf, const char *a, const char *b);
/* Replaces the disabled pairs, where the first of them was, or at the end. The pairs must not be those
 * of the file itself. Errors: argument (a pair without two links), memory, after which the file is only
 * good for closing. */
LW_API lw_status lw_srdf_set_pairs(lw_srdf *srdf, const lw_srdf_pair *pairs, size_t count,
                                   lw_error *error);
/* The whole file as text in UTF-8, which lives until the next call or until the file is closed. Errors:
 * memory. */
LW_API lw_status lw_srdf_text(lw_srdf *srdf, const char **text, size_t *size, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
