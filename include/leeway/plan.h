/* Planning: paths that are proven free, paths in time, roadmaps. */
#ifndef LEEWAY_PLAN_H
#define LEEWAY_PLAN_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- planning: paths that are proven free ------------------------------------------------------ */

/* Finds paths in joint space. Each segment of a path is proven free by lw_check, so that the whole path
 * is. A planner is for one scene and one choice of joints, of one robot or of several that move as one;
 * all other joints stand where the scene has them.
 *
 *     lw_plan_space space = lw_default_plan_space();
 *     lw_plan_options options = lw_default_plan_options();
 *     lw_plan plan = lw_default_plan();
 *     lw_planner_create(scene, &space, 1, &planner, &error);
 *     lw_planner_find(planner, from, to, &options, &plan, &error);
 *     if (plan.kind == LW_PLAN_FOUND)
 *         follow(plan.path, plan.point_count);
 */
typedef struct lw_planner lw_planner;

/* The joints that a planner moves, and their bounds. A configuration lists the values of all joints,
 * one robot after the other. All is read while the call runs. Start from lw_default_plan_space(). */
typedef struct lw_plan_space {
    size_t struct_size;
    const lw_joints *const *joints; /* one or more, each of another robot; NULL: the default joints of
                                       the scene's only robot */
    size_t joints_count;
    const double *lower; /* one number per value; NULL, or NaN for one value: the joint's limit */
    const double *upper;
    const lw_motion *rest; /* the other joints stand as at this motion's beginning; NULL: where the
                              scene has them */
    lw_method check;       /* the method by which states and segments are proven free (default
                              LW_METHOD_AUTO). If it does not serve clearances, LW_METHOD_AUTO finds that
                              of the path */
} lw_plan_space;
LW_STARTS(lw_plan_space, lw_default_plan_space)

/* A roadmap that is kept: see below. */
typedef struct lw_roadmap lw_roadmap;

/* Methods of planning. */
typedef enum lw_plan_method {
    LW_PLAN_RRT_CONNECT, /* two trees that grow towards each other (Kuffner and LaValle 2000) */
    LW_PLAN_PRM,         /* a roadmap of free configurations and segments (Kavraki et al. 1996) */
    LW_PLAN_LAZY_PRM,    /* prm that checks only the configurations and segments of the shortest way
                            (Bohlin and Kavraki 2000) */
    LW_PLAN_AORRTC /* RRT-Connect again and again, each time for a shorter path, until the budget is
                      used up (Wilson et al. 2025): the longer, the nearer to the shortest path */
} lw_plan_method;

/* The name of a method, as commands take it ("rrt-connect"), NULL if there is none; and the method of a
 * name, false if there is none. */
LW_API const char *lw_plan_method_name(lw_plan_method method);
LW_API bool lw_plan_method_from_name(const char *name, lw_plan_method *out);

/* Start from lw_default_plan_options(). */
typedef struct lw_plan_options {
    size_t struct_size;
    lw_plan_method method;
    uint64_t seed;         /* seed of all random choices: one seed gives one path, with any number of
                              threads, unless time runs out */
    uint64_t budget_nodes; /* at most so many configurations are kept, or tried by aorrtc in all of
                              its rounds (default 100,000). Trees also stop growing after ten times as
                              many steps that fail */
    double budget_seconds; /* for the whole call; 0: no bound */
    double range;          /* the longest segment that is tried, in the length of paths; 0: the method's
                              default */
    uint64_t shortcuts;    /* how many attempts are made to shorten a path that was found: random
                              shortcuts, then waypoints that move joint by joint (default 200). aorrtc
                              makes them after each round */
    bool clearance;        /* also bracket the smallest distances along the path */
    bool (*stop)(void *context); /* NULL, or called now and then: true ends the search */
    void *stop_context;
    lw_roadmap *roadmap; /* NULL, or a roadmap of this planner, which is searched first. If it does
                            not connect start and goal, prm and lazy-prm go on from it, and the other
                            methods begin anew; aorrtc shortens the path that the roadmap gives. The
                            call leaves the roadmap as it was */
} lw_plan_options;

static inline lw_plan_options lw_default_plan_options(void)
{
    lw_plan_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.seed = 1;
    options.budget_nodes = 100000;
    options.shortcuts = 200;
    return options;
}

typedef enum lw_plan_kind {
    LW_PLAN_FOUND,
    LW_PLAN_START_IN_CONTACT, /* in contact, or not proven free of it */
    LW_PLAN_GOAL_IN_CONTACT,  /* likewise; of several goals: all of them */
    LW_PLAN_NONE              /* no path found within the budget; there may be one */
} lw_plan_kind;

/* The result of a search. Start from lw_default_plan(). */
typedef struct lw_plan {
    size_t struct_size;
    lw_plan_kind kind;
    lw_reason reason;   /* none: LW_REASON_BUDGET or LW_REASON_STOPPED */
    const double *path; /* found: point_count configurations, from the start to the goal, straight from
                           one to the next. Values of continuous joints may exceed a turn: neighbours
                           differ by the angle that the joint turns. Lives until the next call, or the
                           planner's end */
    size_t point_count; /* found: at least 2 */
    size_t value_count; /* of a configuration */
    double length;      /* found: the path's length, the sum over its segments of sqrt(sum of squared
                           changes of the values), radians and metres alike; a floating joint counts
                           with the angle of its rotation */
    double closest; /* none: the length that was still missing between the parts reached from the start
                       and from the goal */
    const lw_verdict *contact; /* start or goal in contact: the verdict on that configuration; lives as
                                  long as a path; else NULL */
    lw_clearance clearance;    /* found, with clearance asked: as in lw_verdict */
    lw_clearance self_clearance;
    uint64_t nodes;     /* configurations that were kept, without those of a given roadmap */
    uint64_t edges;     /* segments that were checked */
    uint64_t shortened; /* shortcuts that were taken */
    size_t goal; /* lw_planner_find_any, found: which of the goals the path leads to, from 0; else 0 */
} lw_plan;
LW_STARTS(lw_plan, lw_default_plan)

/* threads: as for lw_pool_create, 64 at most. The scene, which must be frozen, must outlive the
 * planner. space NULL: the default. Errors: argument (joints of another scene or twice of one robot,
 * bounds that are not finite or leave no width, a method that proves nothing), limit (a joint without
 * limits and bounds: planar, floating and some sliding ones), name (no default joints), state, memory.
 */
LW_API lw_status lw_planner_create(const lw_scene *scene, const lw_plan_space *space, unsigned threads,
                                   lw_planner **out, lw_error *error);
LW_API void lw_planner_destroy(lw_planner *planner);

/* The number of values of a configuration. */
LW_API size_t lw_planner_value_count(const lw_planner *planner);

/* Searches a path from one configuration to another. aorrtc searches until its budget is used up, or no
 * path can be shorter; whatever ends it, also the caller's stop, it returns the best path so far. A
 * planner takes one call at a time; earlier calls do not change its answers. options NULL: the
 * defaults. Errors: argument (NaN, options), limit (a value outside the bounds), memory, state. */
LW_API lw_status lw_planner_find(lw_planner *planner, const double *from, const double *to,
                                 const lw_plan_options *options, lw_plan *out, lw_error *error);

/* Searches a path from one configuration to any of several, such as the solutions of inverse kinematics
 * for a pose, or all poses of a grip. goals: goal_count configurations of lw_planner_value_count
 * values, one after the other; from 1 to 1,000,000. The search ends at the first path to one of them;
 * aorrtc goes on for a shorter one, to the same goal or another. Goals that are in contact, or not
 * proven free of it, are left out; LW_PLAN_GOAL_IN_CONTACT where all are, with the contact of the
 * first. Each goal that is free counts as a configuration that is kept. Errors: as lw_planner_find;
 * argument also where there is no goal, or too many. An error about a goal says its index. */
LW_API lw_status lw_planner_find_any(lw_planner *planner, const double *from, const double *goals,
                                     size_t goal_count, const lw_plan_options *options, lw_plan *out,
                                     lw_error *error);

/* ---- planning: a path in time ------------------------------------------------------------------ */

/* A path, and the limits within which it is followed. Start from lw_default_timing(). */
typedef struct lw_timing {
    size_t struct_size;
    const double *path;          /* point_count configurations, straight from one to the next */
    size_t point_count;          /* 1 or more */
    size_t value_count;          /* of a configuration */
    const double *velocities;    /* largest velocity of each value, above 0, perhaps infinite */
    const double *accelerations; /* largest acceleration of each value, above 0, finite */
    const double *corners; /* per configuration, 0 to 1: the speed at a waypoint, as a share of the
                              largest one possible; 0: at rest, on the path. NULL: all 0. The first and
                              the last are ignored */
} lw_timing;
LW_STARTS(lw_timing, lw_default_timing)

/* A path in time: rows of a trajectory, between which its positions are cubic splines with the
 * velocities given (LW_INTERPOLATION_CUBIC). */
typedef struct lw_timed_path {
    size_t struct_size;
    size_t point_count, value_count;
    double *times;          /* seconds, from 0, increasing, each a whole number of nanoseconds */
    double *positions;      /* point_count configurations */
    double *velocities;     /* likewise */
    double *waypoints;      /* per configuration of the path: the time at which it is passed */
    lw_clearance clearance; /* lw_plan_timed: of the trajectory, as in lw_verdict; else zeros */
    lw_clearance self_clearance;
    size_t unlimited_count; /* lw_plan_timed: values whose joints have no largest acceleration */
} lw_timed_path;
LW_STARTS(lw_timed_path, lw_default_timed_path)

/* Finds the times of a path within limits. Each segment is accelerated, perhaps held at its largest
 * velocity, and braked, all its values in proportion, so that it stays on the path up to rounding
 * errors. From rest to rest that is the shortest time. At a waypoint that is passed without rest the
 * corner is cut by a piece of constant acceleration from one segment to the next. It leaves the path,
 * on the inside of the corner, by less than an eighth of the longer one of the two segments: check
 * whether it is free (LW_TRACK_TRAJECTORY). A cubic spline represents pieces of constant acceleration
 * exactly. Velocities and accelerations are within their limits up to rounding errors. A path that
 * does not move takes a nanosecond. lw_timed_path_free frees the arrays. Errors: argument (no points,
 * NaN, limits that are not above 0, an acceleration without a limit, more than 290 years), memory. */
LW_API lw_status lw_time_path(const lw_timing *timing, lw_timed_path *out, lw_error *error);
LW_API void lw_timed_path_free(lw_timed_path *timed);

/* How fast a plan is followed. Start from lw_default_timed_options(). */
typedef struct lw_timed_options {
    size_t struct_size;
    bool stops;                /* at rest at each waypoint, on the path */
    double velocity_scale;     /* multiplies the largest velocities of the joints; 0: the scene's scale
                                  (lw_scene_rate_scales) */
    double acceleration_scale; /* likewise the largest accelerations */
    double acceleration;       /* the largest acceleration of joints that have none, radians or metres
                                  per second^2 (default 1, as in MoveIt) */
} lw_timed_options;

static inline lw_timed_options lw_default_timed_options(void)
{
    lw_timed_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.acceleration = 1;
    return options;
}

/* Finds a trajectory along the path of a plan, as fast as the limits of the planner's joints allow
 * (lw_joint_info), and proves all of it free by LW_METHOD_AUTO, with its clearances. It passes
 * waypoints without a stop. Where the trajectory is not free, the nearest waypoint is passed at half
 * the speed, and then at rest. lw_timed_path_free frees the arrays. options NULL: the defaults. Errors:
 * argument (the plan was not found or has another number of values, a floating joint, options), limit
 * (a joint without a largest velocity), memory; state (not free even at rest at each waypoint: the path
 * is closer to a contact than rounding errors). */
LW_API lw_status lw_plan_timed(const lw_planner *planner, const lw_plan *plan,
                               const lw_timed_options *options, lw_timed_path *out, lw_error *error);

/* Sets a motion to the path of a plan or, where timed is not NULL, to the trajectory. The planner's
 * other joints stand as it has them. Headings turn the shorter way on a path. Errors: argument (as
 * lw_plan_timed, a motion of another scene), those of lw_motion_set, memory. */
LW_API lw_status lw_motion_set_plan(lw_motion *motion, const lw_planner *planner, const lw_plan *plan,
                                    const lw_timed_path *timed, lw_error *error);

/* ---- planning: roadmaps, built once and asked often -------------------------------------------- */

/* A roadmap that is kept (a PRM): random configurations that are free, and the straight segments
 * between neighbours that are proven free (Kavraki et al. 1996; each configuration has as many
 * neighbours as in k-PRM*, Karaman and Frazzoli 2011). A search that asks it first
 * (lw_plan_options.roadmap) has to prove only the connections of start and goal to it. The whole path
 * is then proven once more, so that a file that somebody has tampered with leads to no wrong answer.
 *
 *     lw_roadmap_create(planner, 1, &roadmap, &error);
 *     lw_roadmap_grow(roadmap, &options, &error);
 *     lw_roadmap_save(roadmap, "cell.roadmap", &error);
 *
 * It belongs to a planner, which must outlive it. The two together take one call at a time. */

/* Start from lw_default_roadmap_options(). */
typedef struct lw_roadmap_options {
    size_t struct_size;
    uint64_t nodes;              /* configurations that the roadmap shall have after the call */
    double budget_seconds;       /* for the call; 0: no bound */
    bool (*stop)(void *context); /* NULL, or called now and then: true ends the call */
    void *stop_context;
} lw_roadmap_options;
LW_STARTS(lw_roadmap_options, lw_default_roadmap_options)

/* Makes an empty roadmap. seed: of all its random choices. Errors: argument, memory. */
LW_API lw_status lw_roadmap_create(lw_planner *planner, uint64_t seed, lw_roadmap **out,
                                   lw_error *error);
LW_API void lw_roadmap_destroy(lw_roadmap *roadmap);

/* Adds configurations and segments until the roadmap has so many configurations
 * (lw_roadmap_node_count), the budget is used up, the caller wants to stop, or 100,000 random
 * configurations in a row were in contact. The result does not depend on the number of calls and
 * threads, nor on saving and loading in between. A call that ends early drops its unfinished part: some
 * dozens of configurations. Errors: argument, memory, state. */
LW_API lw_status lw_roadmap_grow(lw_roadmap *roadmap, const lw_roadmap_options *options,
                                 lw_error *error);

LW_API size_t lw_roadmap_node_count(const lw_roadmap *roadmap); /* configurations */
LW_API size_t lw_roadmap_edge_count(const lw_roadmap *roadmap); /* segments between them */
LW_API uint64_t lw_roadmap_seed(const lw_roadmap *roadmap);

/* The lw_planner_value_count values of a configuration; and the two configurations that a segment
 * joins. Error argument (an index that is too large). */
LW_API lw_status lw_roadmap_configuration(const lw_roadmap *roadmap, size_t node, double *values,
                                          lw_error *error);
LW_API lw_status lw_roadmap_segment(const lw_roadmap *roadmap, size_t edge, size_t nodes[2],
                                    lw_error *error);

/* Writes the roadmap to a file atomically: to a new file that then replaces the old one, so that a
 * failure leaves the old one. The file holds a fingerprint of the scene, and one of the joints, their
 * bounds, and the values of the others. Errors: file, memory. */
LW_API lw_status lw_roadmap_save(const lw_roadmap *roadmap, const char *path, lw_error *error);

/* Reads a roadmap back. Errors: file, syntax (no roadmap, not whole, or damaged), argument (a roadmap
 * of another scene, of other joints, or of other bounds), memory. */
LW_API lw_status lw_roadmap_load(lw_planner *planner, const char *path, lw_roadmap **out,
                                 lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
