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
 * what it does not move stands where the scene has it. It stands on the public interface alone.
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

/* What a planner moves, and within which bounds. A configuration lists the values of all joints, one
 * robot after the other. All is read while the call runs. Start from lw_default_plan_space(). */
typedef struct lw_plan_space {
    size_t struct_size;
    const lw_joints *const *joints; /* one or more, each of another robot; NULL: the default joints of
                                       the scene's only robot */
    size_t joints_count;
    const double *lower; /* one number for each value, or NULL: the joints' limits. NaN: the joint's */
    const double *upper;
    const lw_motion *rest; /* what is not planned for stands as it does at this motion's beginning;
                              NULL: where the scene has it */
} lw_plan_space;
LW_STARTS(lw_plan_space, lw_default_plan_space)

/* A roadmap that is kept: see below. */
typedef struct lw_roadmap lw_roadmap;

/* How a path is searched for. */
typedef enum lw_plan_method {
    LW_PLAN_RRT_CONNECT, /* two trees that grow towards each other (Kuffner and LaValle 2000) */
    LW_PLAN_PRM,         /* a roadmap of free configurations and segments (Kavraki et al. 1996) */
    LW_PLAN_LAZY_PRM,    /* the same, but only what the shortest way leads over is checked (Bohlin and
                            Kavraki 2000) */
    LW_PLAN_AORRTC /* RRT-Connect again and again, each time for a shorter path, until the budget is
                      used up (Wilson et al. 2025): the longer, the nearer to the shortest path */
} lw_plan_method;

/* A method's name, as commands take it: "rrt-connect"; NULL for what is none. And the other way round:
 * false for a name that is none. */
LW_API const char *lw_plan_method_name(lw_plan_method method);
LW_API bool lw_plan_method_from_name(const char *name, lw_plan_method *out);

/* Start from lw_default_plan_options(). */
typedef struct lw_plan_options {
    size_t struct_size;
    lw_plan_method method;
    uint64_t seed;         /* of all random choices: one seed gives one path, with any number of
                              threads, unless time runs out */
    uint64_t budget_nodes; /* configurations that may be kept, or that aorrtc may try in all of its
                              rounds; 100,000. Trees that grow also end after ten times as many steps
                              that are not free */
    double budget_seconds; /* for the whole call; 0: no bound */
    double range;       /* the longest segment that is tried, in the length of paths; 0: as the method
                           does best */
    uint64_t shortcuts; /* how many ways to shorten a path that was found are tried: random shortcuts,
                           then waypoints that move joint by joint; 200. By aorrtc after each round */
    bool clearance;     /* also bracket the smallest distances along the path */
    bool (*stop)(void *context); /* NULL, or called now and then: true ends the search */
    void *stop_context;
    lw_roadmap *roadmap; /* NULL, or one of this planner, which is asked first; where it does not join
                            start and goal, prm and lazy-prm go on from it, and the others begin anew;
                            aorrtc shortens the path that it gives.
                            It stays as it was */
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
    LW_PLAN_START_IN_CONTACT, /* or not proven free of contacts */
    LW_PLAN_GOAL_IN_CONTACT,
    LW_PLAN_NONE /* none within the budget: it says nothing about whether there is one */
} lw_plan_kind;

/* What came of a search. Start from lw_default_plan(). */
typedef struct lw_plan {
    size_t struct_size;
    lw_plan_kind kind;
    lw_reason reason;   /* none: LW_REASON_BUDGET or LW_REASON_STOPPED */
    const double *path; /* found: point_count configurations, from the start to the goal, straight from
                           one to the next. Continuous joints may go on beyond a turn: neighbours differ
                           by the way that they turn. Lives until the next call, or the planner's end */
    size_t point_count; /* found: at least 2 */
    size_t value_count; /* of a configuration */
    double length;      /* found: of the path: the sum of its segments, each the root of the sum of
                           squares of its values' changes, radians and metres alike, and for a floating
                           joint the angle that it turns by */
    double closest;     /* none: the length that was still missing between what is reached from the
                           start and from the goal */
    const lw_verdict *contact; /* start or goal in contact: the verdict on that configuration, which
                                  lives as long as the path would; else NULL */
    lw_clearance clearance;    /* found, with clearance asked: as in lw_verdict */
    lw_clearance self_clearance;
    uint64_t nodes;     /* configurations that were kept, without those of a given roadmap */
    uint64_t edges;     /* segments that were checked */
    uint64_t shortened; /* shortcuts that were taken */
} lw_plan;
LW_STARTS(lw_plan, lw_default_plan)

/* threads: as for lw_pool_create, 64 at most. The scene, which must be frozen, must outlive the
 * planner. space NULL: the default. Errors: argument (joints of another scene or twice of one robot,
 * bounds that are not finite or leave no width), limit (a joint without limits and bounds: planar,
 * floating and some sliding ones), name (no default joints), state, memory. */
LW_API lw_status lw_planner_create(const lw_scene *scene, const lw_plan_space *space, unsigned threads,
                                   lw_planner **out, lw_error *error);
LW_API void lw_planner_destroy(lw_planner *planner);

/* The number of values of a configuration. */
LW_API size_t lw_planner_value_count(const lw_planner *planner);

/* Searches a path from one configuration to another. By aorrtc the search lasts as long as its budget,
 * unless no path can be shorter, and what ends it, also the caller's stop, leaves the best path so far.
 * A planner takes one call at a time; it is none the
 * worse for what was asked before. options NULL: the defaults. Errors: argument (NaN, options), limit
 * (a value outside the bounds), memory, state. */
LW_API lw_status lw_planner_find(lw_planner *planner, const double *from, const double *to,
                                 const lw_plan_options *options, lw_plan *out, lw_error *error);

/* ---- planning: a path in time ------------------------------------------------------------------ */

/* How fast a path may be followed. Start from lw_default_timing(). */
typedef struct lw_timing {
    size_t struct_size;
    const double *path;          /* point_count configurations, straight from one to the next */
    size_t point_count;          /* 1 or more */
    size_t value_count;          /* of a configuration */
    const double *velocities;    /* per value: the largest, above 0, perhaps infinite */
    const double *accelerations; /* per value: the largest, above 0, finite */
    const double *corners;       /* per configuration, 0 to 1: how fast a waypoint is passed, as a share
                                    of what there is room for; 0: at rest, on the path. NULL: all 0. The
                                    first and the last do not count */
} lw_timing;
LW_STARTS(lw_timing, lw_default_timing)

/* A path in time: rows of a trajectory, between which its positions are cubic splines with the
 * velocities given (LW_INTERPOLATION_CUBIC). */
typedef struct lw_timed_path {
    size_t struct_size;
    size_t point_count, value_count;
    double *times;      /* seconds, from 0, increasing, each a whole number of nanoseconds */
    double *positions;  /* point_count configurations */
    double *velocities; /* the same */
    double *waypoints;  /* per configuration of the path: when it is passed */
} lw_timed_path;
LW_STARTS(lw_timed_path, lw_default_timed_path)

/* Finds the times of a path within limits. Each segment is accelerated, perhaps held at its largest
 * velocity, and braked, all its values in proportion, so that it stays on the path but for rounding
 * errors. From rest to rest that is the shortest time. A waypoint that is passed is cut off by a piece
 * of constant acceleration from one segment to the next, which leaves the path, on the inside of the
 * corner, by less than an eighth of the longer one of the two segments: whether that is free is to be
 * asked (LW_TRACK_TRAJECTORY). All pieces are of constant acceleration, which a cubic spline is,
 * exactly. Velocities and accelerations are within their limits but for rounding errors. A path that
 * stays where it is takes a nanosecond. lw_timed_path_free frees the arrays. Errors: argument (no
 * points, NaN, limits that are not above 0, an acceleration without a limit, more than 290 years),
 * memory. */
LW_API lw_status lw_time_path(const lw_timing *timing, lw_timed_path *out, lw_error *error);
LW_API void lw_timed_path_free(lw_timed_path *timed);

/* ---- planning: roadmaps, built once and asked often -------------------------------------------- */

/* A roadmap that is kept: random configurations that are free, and the straight segments between
 * neighbours of them that are proven free (Kavraki et al. 1996; each configuration with as many
 * neighbours as Karaman and Frazzoli's k-PRM* of 2011 has). A search that asks it first
 * (lw_plan_options.roadmap) has to prove only how start and goal hang on it. What it finds is proven
 * once more as a whole, so that a file that somebody has tampered with leads to no wrong answer.
 *
 *     lw_roadmap_create(planner, 1, &roadmap, &error);
 *     lw_roadmap_grow(roadmap, &options, &error);
 *     lw_roadmap_save(roadmap, "cell.roadmap", &error);
 *
 * It belongs to a planner, which must outlive it, and takes one call at a time together with it. */

/* Start from lw_default_roadmap_options(). */
typedef struct lw_roadmap_options {
    size_t struct_size;
    uint64_t nodes;              /* configurations that it is to have then, in all */
    double budget_seconds;       /* for the call; 0: no bound */
    bool (*stop)(void *context); /* NULL, or called now and then: true ends the call */
    void *stop_context;
} lw_roadmap_options;
LW_STARTS(lw_roadmap_options, lw_default_roadmap_options)

/* Makes an empty roadmap. seed: of all its random choices. Errors: argument, memory. */
LW_API lw_status lw_roadmap_create(lw_planner *planner, uint64_t seed, lw_roadmap **out,
                                   lw_error *error);
LW_API void lw_roadmap_destroy(lw_roadmap *roadmap);

/* Adds configurations and segments until it has so many configurations, the budget is used up, the
 * caller wants to stop, or 100,000 random configurations in a row were in contact; see then
 * lw_roadmap_node_count. Whether it grows at once or in several calls, with how many threads, and
 * whether it was saved and loaded in between, makes no difference. A call that ends early forgets what
 * it has not finished: some dozens of configurations. Errors: argument, memory, state. */
LW_API lw_status lw_roadmap_grow(lw_roadmap *roadmap, const lw_roadmap_options *options,
                                 lw_error *error);

LW_API size_t lw_roadmap_node_count(const lw_roadmap *roadmap); /* configurations */
LW_API size_t lw_roadmap_edge_count(const lw_roadmap *roadmap); /* segments between them */
LW_API uint64_t lw_roadmap_seed(const lw_roadmap *roadmap);

/* A configuration, lw_planner_value_count values; and the two configurations that a segment joins.
 * Error argument (an index that is too large). */
LW_API lw_status lw_roadmap_configuration(const lw_roadmap *roadmap, size_t node, double *values,
                                          lw_error *error);
LW_API lw_status lw_roadmap_segment(const lw_roadmap *roadmap, size_t edge, size_t nodes[2],
                                    lw_error *error);

/* Writes it to a file: beside the old one, which it then replaces, so that the file is the old one or
 * the new one whatever happens. The file holds the fingerprint of the scene, and that of the joints,
 * their bounds, and where the others rest. Errors: file, memory. */
LW_API lw_status lw_roadmap_save(const lw_roadmap *roadmap, const char *path, lw_error *error);

/* Reads it back. Errors: file, syntax (no roadmap, not whole, or damaged), argument (a roadmap of
 * another scene, of other joints, or of other bounds), memory. */
LW_API lw_status lw_roadmap_load(lw_planner *planner, const char *path, lw_roadmap **out,
                                 lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
