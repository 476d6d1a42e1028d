/* Second opinions: all methods answer for one motion, and their verdicts are held against each other
 * and against measured distances. */
#ifndef LEEWAY_CROSS_H
#define LEEWAY_CROSS_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lw_cross_options {
    size_t struct_size;
    const lw_check_options *check; /* NULL: the defaults. Each method is asked with them. Not read: its
                                      method, claim, step and sample. Of methods without clearances the
                                      verdict alone is asked */
    uint64_t samples; /* at how many times, spread evenly over the motion, distances of pairs are held
                         against the verdicts; 100; 0: none */
} lw_cross_options;

static inline lw_cross_options lw_default_cross_options(void)
{
    lw_cross_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.samples = 100;
    return options;
}

/* The statement of a verdict that is contradicted. */
typedef enum lw_conflict_kind {
    LW_CONFLICT_PROOF,   /* that the pair is more than `allowed` apart at `time` */
    LW_CONFLICT_CONTACT, /* that the pair is in contact at `time`: it is more than `allowed` apart */
    LW_CONFLICT_FIRST,   /* that its contact is the first: another method has one earlier, at `time` */
    LW_CONFLICT_CLEARANCE, /* one end of the bracket of a clearance */
    LW_CONFLICT_ITSELF,    /* members of one verdict that exclude each other, such as a free motion that
                              is free until a time before its end */
#ifdef LW_DUMMY_KIND
    LW_CONFLICT_DUMMY
#endif
} lw_conflict_kind;

/* A contradiction. */
typedef struct lw_conflict {
    lw_conflict_kind kind;
    lw_method methods[2]; /* the method that made the statement, and the one whose verdict contradicts
                             it; twice the same: a sample, or a distance that was measured where the
                             verdict names it, contradicts it */
    double time;          /* seconds, or t */
    int64_t pair[2];      /* bodies of the motion's scene; -1: no distance was measured */
    double allowed; /* metres, from the contradicted statement: the margin, the least distance of a pair
                       that begins in contact and gets no deeper, or the lower or upper bound of a
                       clearance */
    lw_distance distance; /* of the pair at this time, measured; zero where none was */
    double rounding;      /* metres: by how much rounding can have changed the distance */
} lw_conflict;

/* The name of a kind: "proof", "contact", "first", "clearance" or "itself"; NULL: there is none. */
LW_API const char *lw_conflict_name(lw_conflict_kind kind);

/* The answers of all methods. Start from lw_default_cross(); free with lw_cross_free. */
typedef struct lw_cross {
    size_t struct_size;
    const lw_verdict *const *verdicts; /* by lw_method; NULL: the method does not serve the question */
    size_t method_count;
    size_t served;      /* how many methods serve; fewer than two are no second opinion */
    size_t undecided;   /* how many of them are undecided */
    size_t grazing;     /* measured distances on whose side of a proven bound rounding decides: they
                           contradict nothing */
    uint64_t samples;   /* times at which distances were measured; fewer than asked for where nothing is
                           proven, or after a stop */
    uint64_t distances; /* how many were measured */
    const lw_conflict *conflicts; /* the first one of each kind for each two methods */
    size_t conflict_count;        /* 0: the verdicts agree */
} lw_cross;
LW_STARTS(lw_cross, lw_default_cross)

/* Asks each method that serves the motion's scene and the options, and compares. A verdict v makes
 * these statements; m is the margin of a pair, d its true distance at the time t.
 *
 *     v is free                                          d > m for all pairs and all t
 *     v.free_until = u                                   d > m for all pairs and all t < u
 *     v is free, with a clearance [l, h] at s            d >= l for all pairs and all t; d <= h for one
 *                                                        pair at t = s
 *     v is a contact of a pair at c                      d <= m for this pair at t = c
 *     v.first                                            d > m for all pairs and all t < c - e, where e
 *                                                        is the time tolerance
 *     leaving: v.kept_until = u, depth tolerance e       d > m or d >= d(begin) - e for all t < u
 *     leaving: v leaves at c                             d > m for all t > c
 *
 * Where a verdict names a pair and a time, and at the samples, the distance is measured as
 * lw_pair_distance does: d lies in [lower, upper] but for r, the rounding errors of the poses and of
 * the distance. A statement d > b is contradicted if upper < b - r, a statement d <= b if lower > b +
 * r. Anything between is `grazing`, which is no contradiction, as both statements can then be true of
 * numbers that differ by rounding; so is an overlap of which no depth is shown (lw_distance), where the
 * margin is 0. An undecided verdict states its free_until alone. Two verdicts contradict each other if
 * the distance that one of them names shows that a statement of the other is wrong. So do brackets of a
 * clearance that do not meet: the distance at which the lower bracket ends is measured, and lies
 * outside one of the two.
 *
 * For vehicles in the plane `auto` and `bisection` share a search of their own: bisection is asked to
 * make claims, which are dropped, so that it uses the search over time. A motion that begins in contact
 * (leaving) is judged by one search, whatever the method: it is asked once, and samples are the second
 * opinion. `sampled` and `expanded`, which go forward in steps, end after 20,000 samples unless the
 * options set a budget.
 *
 * Costs the checks, and a distance for each pair whose spheres are near at each sample. Allocates
 * memory. Errors: those of lw_check, memory; then there is nothing to free. */
LW_API lw_status lw_cross_check(lw_checker *checker, const lw_motion *motion,
                                const lw_cross_options *options, lw_cross *out, lw_error *error);

/* Likewise for many motions on several threads (0: lw_processor_count). out: an array of `count`, in
 * the order of the motions; start the first one, and free each. The options' stop is called in several
 * threads at once. On an error there is nothing to free. Errors: those of lw_check_many. */
LW_API lw_status lw_cross_check_many(const lw_scene *scene, const lw_motion *const *motions,
                                     size_t count, const lw_cross_options *options, unsigned threads,
                                     lw_cross *out, lw_error *error);

/* Frees the verdicts and conflicts; NULL does nothing. */
LW_API void lw_cross_free(lw_cross *cross);

#ifdef __cplusplus
}
#endif

#endif
