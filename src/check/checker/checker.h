/* A checker: the memory of one thread, and the functions that the methods share. */
#ifndef LW_CHECK_CHECKER_CHECKER_H
#define LW_CHECK_CHECKER_CHECKER_H

#include "body/grown/grown.h"
#include "bound/pair_bound.h"
#include "check/checker/claims.h"
#include "check/checker/stepper.h"
#include "check/search/time_search.h"
#include "lanes/states.h"
#include "motion/forward_kinematics.h"
#include "plane/flat_path.h"

/* The travel of a body, computed when a pair first needs it at a sample. Pairs share travels. */
typedef struct lw_known_travel {
    uint64_t sample; /* number of the sample that it belongs to */
    lw_travel travel;
} lw_known_travel;

/* The state of a pair after its last query in a motion: a warm start for the next query. */
typedef struct lw_pair_state {
    lw_pair_id pair;
    uint64_t motion; /* number of the motion; a state starts afresh with every motion */
    lw_open_leaves bound;
    lw_grown_memory grown;    /* for tests of grown geometry */
    lw_warm_start hull_start; /* for the distance of the hulls */
    bool overlap;             /* the hulls were not apart when last queried */
    bool separated;           /* a direction is known that separated the pair */
    double time;              /* when it separated the pair */
    vec3 separating;          /* that direction, in the frame of the joint that moves both bodies or
                                 in the world */
} lw_pair_state;

/* Scratch memory of the broad phase. */
typedef struct lw_broad_phase {
    double *limits;      /* per body of a robot: obstacles farther from its centre are left out */
    lw_world_box *runs;  /* per run of bodies: contains them, grown by their limits */
    uint32_t *obstacles; /* indices of the obstacles found near */
} lw_broad_phase;

/* Some pairs, in order, and the smallest distance of each. */
enum { LW_MOST_NEAR = 512 };
typedef struct lw_near_pairs {
    lw_pair_id *pairs;
    lw_smallest *smallest;
    size_t count;
} lw_near_pairs;

/* The index of a pair in the list, or the one at which it would be inserted. */
size_t lw_near_place(const lw_near_pairs *near, lw_pair_id id);

/* Counts over all checks, to compare the method `expanded` with others. They count tests at single
 * times: of one body among all obstacles, of two bodies that move, and of all bodies at once for a
 * contact. */
typedef struct lw_body_tests {
    uint64_t among_obstacles, of_pairs, of_all;
    uint64_t steps; /* of `expanded`: steps of one body among obstacles, tested at both ends */
    double used;    /* sum of the shares of their layers' thickness that these steps need */
} lw_body_tests;

/* Two elements that touched when a pair was tested last: the report of a contact begins with them. */
typedef struct lw_touching {
    uint64_t sample; /* number of the sample */
    int32_t a, b;    /* the pair */
    lw_element_contact contact;
} lw_touching;

/* A contact of another motion within the tolerances. */
typedef struct lw_witness {
    double *deviation; /* per variable: how far its values are from the motion's */
    pose at[2];        /* the poses of the pair's bodies, if `placed` */
    bool placed;       /* the bodies are elsewhere, at the motion's values */
    uint64_t motion;   /* number of the motion; else there is none */
    lw_pair_id pair;
    double time;
} lw_witness;

struct lw_checker {
    lw_arena arena;
    const lw_scene *scene;
    const lw_frozen *frozen;
    lw_memory *world; /* the scene's, retained */
    lw_kinematics kinematics;
    lw_kinematics kept[LW_KEPT_SAMPLES]; /* other samples (check/search/time_search.h) */
    lw_queue queue;
    lw_touching touching;
    lw_tube tube; /* of the pair whose bound was filled last */
    lw_witness witness;
    const pose *placed;       /* where the bodies of a pair are measured; NULL: at the sample's poses */
    lw_kinematics trials;     /* the sample of trial deviations (check/checker/witness.h) */
    double *trial, *gradient; /* per variable */
    lw_known_travel *travels; /* as lw_pairs.travels lists them */
    lw_pair_state *states;    /* a hash table, see lw_checker_state */
    size_t state_count;       /* a power of 2 */
    lw_pair_state cold;       /* of a pair that has no place in the table */
    double target;            /* the distance that is being proven now */
    lw_smallest smallest[2];  /* [0]: of pairs with obstacles and between robots; [1]: inside
                                 robots */
    lw_near_pairs near;       /* if it lists pairs, their smallest distances replace `smallest` */
    lw_broad_phase broad_phase;  /* scratch memory */
    lw_lanes *lanes;             /* for blocks of eight poses; NULL: in the plane */
    lw_unproven *left;           /* the parts that blocks leave: room for LW_MOST_REST */
    const lw_states_left *known; /* pairs that a block has left of some states; NULL: not known */
    size_t known_state;          /* the state that is checked next: its bit in known->items[].states */
    lw_stepper *steppers;        /* of the method expanded */
    size_t stepper_count;
    lw_body_tests tests;
    lw_status step_status; /* the last result of the caller's function for steps */
    LW_SIZED_SHOWN(step) shown_step;
    lw_flat_path *paths;    /* per body; NULL: not a scene in the plane (check/method/planar.h) */
    lw_flat_path *path_of;  /* per variable; scratch memory while paths are made */
    uint64_t paths_motion;  /* number of the motion that the paths belong to */
    uint64_t samples_taken; /* number of samples so far, by which a sample is identified */
    uint64_t motions;
    lw_claims claims;

    struct lw_kept
        *kept_pairs; /* pairs that may be in contact (check/ask/kept.h); NULL: all are to be free */

    /* of the check that is running */
    const lw_motion *motion;
    const lw_check_options *options;
    lw_check_options own_options; /* a copy, if the caller's options are of another version */
    lw_verdict *verdict;
    double deadline; /* seconds of the monotonic clock; INFINITY: none */
    lw_meter *work;  /* in the arena, shared with the lanes */
};

/* Distances, margins, targets and contacts are those of the padded bodies, here and in all callers of a
 * checker; pair bounds (bound/pair_bound.h) and trees know the bodies without padding. */

/* Fills a verdict as it is before a check: free, no pairs, clearances that are not known. */
void lw_verdict_empty(lw_verdict *verdict);

/* Prepares the checker for one motion, and empties the verdict. */
void lw_checker_begin(lw_checker *checker, const lw_motion *motion, const lw_check_options *options,
                      lw_verdict *verdict);

/* The units of work that the running check has taken. */
uint64_t lw_checker_work(const lw_checker *checker);

/* Forgets the motion, the options and the verdict, which are the caller's. */
void lw_checker_end(lw_checker *checker);

/* Checks the arguments of a public function (asked: its name) that queries a motion at one time. Error
 * argument: a motion of another scene or of several stages, a time outside it. */
lw_status lw_checker_refuse_time(const char *asked, const lw_checker *checker, const lw_motion *motion,
                                 double time, lw_error *error);

/* Poses everything at time t, with bounds over [t - half, t + half] within the piece. The functions
 * below speak of this sample. */
void lw_checker_sample(lw_checker *checker, size_t piece, double t, double half);

/* As lw_checker_sample, for some bodies alone. */
void lw_checker_sample_some(lw_checker *checker, size_t piece, double t, double half,
                            const lw_some_bodies *bodies);

/* As lw_checker_sample, for a pair alone, and without bounds: enough for touches and distances. */
void lw_checker_pose_pair(lw_checker *checker, size_t piece, double t, lw_pair_id pair);

/* Changes the sample for another one, which is kept in the place of this one. */
void lw_checker_swap_sample(lw_checker *checker, lw_kinematics *other);

/* Whether a check is about other motions or placements too: its motion has tolerances, or bodies of the
 * scene may be turned or move. */
static inline bool lw_checker_deviates(const lw_checker *checker)
{
    return checker->motion->tolerances || checker->frozen->doubts;
}

/* Whether the last sample of this check was at that time and posed the pair, so that its poses need no
 * other sample. */
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

/* Whether a body of a pair has an inside that its surface bounds; and whether one body is inside the
 * other when they are at given poses. */
bool lw_checker_has_inside(const lw_checker *checker, const lw_pair *pair);
bool lw_checker_inside(const lw_checker *checker, const lw_pair *pair, pose at_a, pose at_b);

/* The exact distance of a pair at the sample, in the world, with the penetration depth where they
 * overlap. A touch of 0 or more is an early exit: any elements at most this far apart will do, and no
 * depth is computed. */
void lw_checker_distance(lw_checker *checker, const lw_pair *pair, double touch, lw_distance *out);

/* True, with the verdict's reason set, when a budget is used up, the caller wants to stop, or a claim
 * could not be made. lw_checker_out_of_queries looks at the numbers of queries and of units of work
 * only. */
bool lw_checker_out_of_budget(lw_checker *checker);
bool lw_checker_out_of_queries(lw_checker *checker);
bool lw_checker_out_of_work(lw_checker *checker);
/* As lw_checker_out_of_budget, for methods that take many samples at which no two bodies are near. Such
 * a sample costs no query, but counts towards the budget of queries; otherwise small steps would end
 * only when all are made. */
bool lw_checker_out_of_samples(lw_checker *checker);

/* Fills the verdict of a contact of a pair at a time in a piece. */
void lw_checker_report(lw_checker *checker, const lw_pair *pair, size_t piece, double time);

/* As lw_checker_report, for a first contact, with the verdict's free_until set. normal: the direction
 * that separated the bodies before, which then costs no query; or NULL. False, and nothing is filled,
 * where the pair is farther apart than its margin at that time. */
bool lw_checker_report_first(lw_checker *checker, const lw_pair *pair, size_t piece, double time,
                             const vec3 *normal);

/* The first pair that touches, or of which one body is inside the other, at the motion's beginning or
 * at another sample of half width 0; LW_NO_PAIR where there is none, and where the queries are used up
 * before all pairs were queried. inside: whether solids are tested too. */
lw_pair_id lw_checker_touching(lw_checker *checker, bool inside);

/* The record of a pair's smallest distance. If there are near pairs, the pair must be one of them. */
lw_smallest *lw_checker_smallest(lw_checker *checker, lw_pair_id id);

/* The broad phase: visits pairs in order, until `visit` returns false: all that may come as near as a
 * distance in the sample's interval, and all inside robots. With claims it visits all. `visit` must not
 * take another sample. */
typedef bool (*lw_pair_visit)(void *context, lw_pair_id id);
void lw_checker_visit(lw_checker *checker, double distance, lw_pair_visit visit, void *context);

/* As lw_checker_visit, but a body that has a cover makes one item with all obstacles
 * (check/checker/crowd.h), which is always visited. */
void lw_checker_visit_crowds(lw_checker *checker, double distance, lw_pair_visit visit, void *context);

/* As lw_checker_visit, for pairs of one body with obstacles; it leaves pairs out with claims, too. */
void lw_checker_visit_obstacles(lw_checker *checker, uint32_t body, double distance,
                                lw_pair_visit visit, void *context);

/* Whether a checker can serve a scene after lw_checker_use: the scene differs from its own in
 * obstacles' poses alone. */
bool lw_checker_suits(const lw_checker *checker, const lw_scene *scene);
void lw_checker_use(lw_checker *checker, const lw_scene *scene);

#endif
