/* A checker: the memory of one thread, and the functions that the methods share. */
#ifndef LW_CHECK_CHECKER_CHECKER_H
#define LW_CHECK_CHECKER_CHECKER_H

#include "body/grown.h"
#include "bound/pair_bound.h"
#include "check/checker/claims.h"
#include "check/checker/stepper.h"
#include "check/search/time_search.h"
#include "lanes/states.h"
#include "motion/forward_kinematics.h"
#include "plane/flat_path.h"

/* A travel, computed when a sample first needs it. Pairs share them. */
typedef struct lw_known_travel {
    uint64_t sample; /* of which sample, counted, the travel is */
    lw_travel travel;
} lw_known_travel;

typedef struct lw_pair_state {
    lw_pair_id pair;
    uint64_t motion; /* counted; a state starts afresh with every motion */
    lw_open_leaves bound;
    lw_grown_memory grown;    /* for tests of grown geometry */
    lw_warm_start hull_start; /* for the distance of the hulls */
    bool overlap;             /* the hulls were not apart when last queried */
    bool separated;           /* a direction is known that separated the pair */
    double time;              /* at which time it did */
    vec3 separating;          /* in the frame of the joint that moves both, or the world's */
} lw_pair_state;

/* Scratch memory of the broad phase. */
typedef struct lw_broad_phase {
    double *limits;      /* per body of a robot: how near its centre an obstacle may be */
    lw_world_box *runs;  /* per run of bodies: about these, grown by their limits */
    uint32_t *obstacles; /* those that are near */
} lw_broad_phase;

/* Some pairs, in order, and the smallest distance of each. */
enum { LW_MOST_NEAR = 512 };
typedef struct lw_near_pairs {
    lw_pair_id *pairs;
    lw_smallest *smallest;
    size_t count;
} lw_near_pairs;

/* Where a pair is in the list, or where it would be. */
size_t lw_near_place(const lw_near_pairs *near, lw_pair_id id);

/* Tests at one time each, counted over checks, for who compares the method `expanded` with others: of
 * one body among all obstacles, of two bodies that move, and of all bodies at once for a contact. */
typedef struct lw_body_tests {
    uint64_t among_obstacles, of_pairs, of_all;
    uint64_t steps; /* of the method `expanded`, of one body, with a test at either end */
    double used;    /* what they need of what their layers cover, as a share, summed */
} lw_body_tests;

/* Two elements that touched when a pair was tested last: the report of a contact begins with them. */
typedef struct lw_touching {
    uint64_t sample; /* of which sample, counted */
    int32_t a, b;    /* the pair */
    lw_element_contact contact;
} lw_touching;

struct lw_checker {
    lw_arena arena;
    const lw_scene *scene;
    const lw_frozen *frozen;
    lw_memory *world; /* the scene's, retained */
    lw_kinematics kinematics;
    lw_kinematics kept[LW_KEPT_SAMPLES]; /* other samples (check/search/time_search.h) */
    lw_queue queue;
    lw_touching touching;
    lw_known_travel *travels; /* as lw_pairs.travels lists them */
    lw_pair_state *states;    /* a hash table, see lw_checker_state */
    size_t state_count;       /* a power of 2 */
    lw_pair_state cold;       /* of a pair that has no place there */
    double target;            /* the gap that is being proven now */
    lw_smallest smallest[2];  /* of the pairs that are not inside a robot, and of those that are ... */
    lw_near_pairs near;       /* ... or, where there are some, of each of these */
    lw_broad_phase broad_phase;  /* scratch memory */
    lw_lanes *lanes;             /* of the fast road; NULL: in the plane */
    lw_unproven *left;           /* what it leaves: room for LW_MOST_REST */
    const lw_states_left *known; /* what a block left of some states already; NULL: of none */
    size_t known_state;          /* which of them the next motion is */
    lw_stepper *steppers;        /* of the method expanded */
    size_t stepper_count;
    lw_body_tests tests;
    lw_status step_status; /* what the caller's function for steps returned last */
    LW_SIZED_SHOWN(step) shown_step;
    lw_flat_path *paths;    /* per body; NULL: not a scene in the plane (check/method/planar.h) */
    lw_flat_path *path_of;  /* per variable; scratch memory while paths are made */
    uint64_t paths_motion;  /* of which motion, counted, the paths are */
    uint64_t samples_taken; /* counted, to tell which travels are of this sample */
    uint64_t motions;
    lw_claims claims;

    struct lw_kept
        *kept_pairs; /* pairs that may be in contact (check/ask/kept.h); NULL: all are to be free */

    /* of the check that is running */
    const lw_motion *motion;
    const lw_check_options *options;
    lw_check_options own_options; /* where the caller's are not as this library has them */
    lw_verdict *verdict;
    double deadline; /* seconds of the monotonic clock; INFINITY: none */
};

/* Distances, margins, targets and contacts are those of the padded bodies, here and in all callers of a
 * checker; pair bounds (bound/pair_bound.h) and trees know the bodies without padding. */

/* What is said of a motion before it is looked at: no pairs, clearances that are not known. */
void lw_verdict_empty(lw_verdict *verdict);

/* Prepares the checker for one motion, and empties the verdict. */
void lw_checker_begin(lw_checker *checker, const lw_motion *motion, const lw_check_options *options,
                      lw_verdict *verdict);

/* Forgets the motion, the options and the verdict, which are the caller's. */
void lw_checker_end(lw_checker *checker);

/* Whether one time of a motion can be looked at, by the public function that is named. Error argument:
 * a motion of another scene or of several stages, a time outside it. */
lw_status lw_checker_refuse_time(const char *asked, const lw_checker *checker, const lw_motion *motion,
                                 double time, lw_error *error);

/* Poses everything at time t, with bounds over [t - half, t + half] within the piece. The functions
 * below speak of this sample. */
void lw_checker_sample(lw_checker *checker, size_t piece, double t, double half);

/* The same of some bodies alone. */
void lw_checker_sample_some(lw_checker *checker, size_t piece, double t, double half,
                            const lw_some_bodies *bodies);

/* The same of a pair alone: its poses, and what touches and distances of it ask of a sample. */
void lw_checker_pose_pair(lw_checker *checker, size_t piece, double t, lw_pair_id pair);

/* Whether the last sample of this check was at that time, of a pair at least: then its poses need no
 * other. */
static inline bool lw_checker_is_at(const lw_checker *checker, size_t piece, double t, lw_pair_id pair)
{
    const lw_kinematics *kinematics = &checker->kinematics;
    return kinematics->motion == checker->motions && kinematics->piece == piece &&
           kinematics->time == t && lw_is_posed(kinematics, lw_pair_first(pair)) &&
           lw_is_posed(kinematics, lw_pair_second(pair));
}

/* Counts samples at a time, and tells the caller of each. */
void lw_checker_count(lw_checker *checker, double t, uint64_t samples);

/* Whether a part of one body lies wholly inside a solid of the other at the sample; claims that it does
 * not. Meant for bodies whose surfaces do not touch. */
bool lw_checker_contained(lw_checker *checker, const lw_pair *pair);

/* Whether a body of a pair has an inside that its surface bounds, and whether the other is there when
 * the two are at these poses. */
bool lw_checker_has_inside(const lw_checker *checker, const lw_pair *pair);
bool lw_checker_inside(const lw_checker *checker, const lw_pair *pair, pose at_a, pose at_b);

/* The exact distance of a pair at the sample, in the world, with the depth where they overlap. A touch
 * of 0 or more: any elements at most this far apart will do, and no depth is computed. */
void lw_checker_distance(lw_checker *checker, const lw_pair *pair, double touch, lw_distance *out);

/* True, with the verdict's reason set, when a budget is used up, the caller wants to stop, or a claim
 * could not be made; the second looks at the number of queries only. */
bool lw_checker_out_of_budget(lw_checker *checker);
bool lw_checker_out_of_queries(lw_checker *checker);
/* The first, for methods that take many samples at which no two bodies are near: a sample costs no
 * query there, and counts towards the budget of queries all the same, or small steps would end only
 * when all are made. */
bool lw_checker_out_of_samples(lw_checker *checker);

/* Fills the verdict of a contact of a pair at a time in a piece. */
void lw_checker_report(lw_checker *checker, const lw_pair *pair, size_t piece, double time);

/* The same for a first contact, with the verdict's free_until set. normal: the direction that separated
 * the bodies before, which then costs no query; or NULL. False, and nothing is filled, where the pair
 * is farther apart than its margin at that time. */
bool lw_checker_report_first(lw_checker *checker, const lw_pair *pair, size_t piece, double time,
                             const vec3 *normal);

/* The first pair that touches, or of which one body is inside the other, at the motion's beginning or
 * at another sample of half width 0; LW_NO_PAIR where there is none, and where the queries are used up
 * before all pairs were queried. inside: whether solids are tested too. */
lw_pair_id lw_checker_touching(lw_checker *checker, bool inside);

/* Where the smallest distance of a pair is kept, which is among the near pairs if there are any. */
lw_smallest *lw_checker_smallest(lw_checker *checker, lw_pair_id id);

/* Visits pairs in order, until `visit` returns false: all that may come as near as a distance in the
 * sample's interval, and all inside robots. Those that it leaves out do not; with claims it leaves out
 * none. The context of the visits must not take another sample. */
typedef bool (*lw_pair_visit)(void *context, lw_pair_id id);
void lw_checker_visit(lw_checker *checker, double distance, lw_pair_visit visit, void *context);

/* The same, with the pairs of a body that has a cover with obstacles as one item, which is visited in
 * any case (check/checker/crowd.h). */
void lw_checker_visit_crowds(lw_checker *checker, double distance, lw_pair_visit visit, void *context);

/* The same of the pairs of one body with obstacles, also with claims. */
void lw_checker_visit_obstacles(lw_checker *checker, uint32_t body, double distance,
                                lw_pair_visit visit, void *context);

/* Whether a checker is good for a scene as it is, but for lw_checker_use. */
bool lw_checker_suits(const lw_checker *checker, const lw_scene *scene);
void lw_checker_use(lw_checker *checker, const lw_scene *scene);

#endif
