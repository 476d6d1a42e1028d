/* Schedules: which robot of a cell does which task, in which order and when, so that the last robot is
 * done as early as possible and no two robots meet. */
#ifndef LEEWAY_SCHEDULE_H
#define LEEWAY_SCHEDULE_H

#include <leeway/check.h>
#include <leeway/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the combinatorial problem, as tables ------------------------------------------------------ */

/* A robot's home, where a function takes the index of a choice. */
#define LW_HOME SIZE_MAX

enum { LW_WORK_MOST_ROBOTS = 16, LW_WORK_MOST_TASKS = 200, LW_WORK_MOST_CHOICES = 2000 };

/* One way to do a task: by one robot, at one place. */
typedef struct lw_work_choice {
    size_t task, robot;
    double duration; /* seconds, 0 or more; the robot stands still */
} lw_work_choice;

/* What a robot does for a while: it moves from one place to another, or it stands (from == to). A place
 * is the index of one of its choices, or LW_HOME. */
typedef struct lw_work_stretch {
    size_t robot, from, to;
} lw_work_stretch;

/* An open interval of seconds. */
typedef struct lw_work_span {
    double from, to;
} lw_work_span;

/* The tables of a problem. Start from lw_default_work_tables(). Each robot begins at its home at time
 * 0, goes from place to place, waits only where it stands, and returns home unless `stay` is set. All
 * is read while the call runs. */
typedef struct lw_work_tables {
    size_t struct_size;
    size_t robot_count, task_count;
    const lw_work_choice *choices;
    size_t choice_count;
    const size_t (*before)[2]; /* pairs of tasks: the second begins when the first is done, or later */
    size_t before_count;
    bool stay; /* robots stay where their last task is, and do not return home */
    double (*travel)(void *context, size_t robot, size_t from, size_t to); /* seconds of a move between
                             two different places, 0 or more; infinite: there is no such move */
    /* What two stretches of different robots exclude. Returns the number of spans, and
     * points *spans to them; they live until the next call. SIZE_MAX: memory
     * ran out. If both move: times from the beginning of the first to that of the second at which
     * they meet. If the first stands and the second moves: times since the second began to move at
     * which the first must not stand there. The first never moves while the second stands. If both
     * stand, one span at most: `to` is how many seconds must lie between one that leaves and the other
     * that arrives. NULL: nothing excludes anything. */
    size_t (*conflicts)(void *context, const lw_work_stretch *first, const lw_work_stretch *second,
                        const lw_work_span **spans);
    void *context;
    double reach; /* seconds, 0 or more: spans reach at most this far beyond the two stretches */
} lw_work_tables;
LW_STARTS(lw_work_tables, lw_default_work_tables)

struct lw_work_plan;

/* Start from lw_default_work_options(). */
typedef struct lw_work_options {
    size_t struct_size;
    uint64_t seed;         /* of all random choices */
    uint64_t budget_nodes; /* schedules and parts of schedules that are tried at most; 0: no bound */
    double budget_seconds; /* 0: no bound; the one budget that can make outputs differ */
    bool (*stop)(void *context); /* NULL, or called now and then: true ends the search */
    void *stop_context;
    const struct lw_work_plan *start; /* NULL, or a plan of the same choices: its routes are tried
                                  first. It may be of tables with other times and other conflicts */
} lw_work_options;

static inline lw_work_options lw_default_work_options(void)
{
    lw_work_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.seed = 1;
    options.budget_seconds = 60;
    return options;
}

typedef enum lw_work_kind {
    LW_WORK_OPTIMAL,   /* no schedule of these tables is shorter */
    LW_WORK_FOUND,     /* the best one that was found; none is shorter than the bound */
    LW_WORK_NONE,      /* none was found within the budget */
    LW_WORK_IMPOSSIBLE /* there is none */
} lw_work_kind;

/* A task in a robot's route; seconds from the beginning of the schedule. */
typedef struct lw_work_step {
    size_t choice;
    double depart; /* the move to the place begins */
    double arrive; /* it ends */
    double begin;  /* of the task, which lasts the choice's duration; the robot waits until then */
    double leave;  /* the robot leaves the place; without a return, the last task of the robot ends */
} lw_work_step;

/* A schedule. Start from lw_default_work_plan(); free with lw_work_plan_free. */
typedef struct lw_work_plan {
    size_t struct_size;
    lw_work_kind kind;
    double makespan;     /* optimal, found: when the last robot is done */
    double bound;        /* no schedule of these tables is shorter */
    double greedy;       /* the makespan of a greedy schedule: again and again the task that can be done
                            first, with waits; infinite: it came to a dead end */
    double one_by_one;   /* the makespan where one robot moves and works at a time, each time for the
                            task that takes least; infinite: it came to a dead end */
    lw_work_step *steps; /* one a task; those of one robot follow each other in time */
    size_t *first;       /* robot_count + 1 indices: the steps of robot r begin at first[r] */
    double *done;        /* per robot: when it is at home again, or done with its last task; 0: it
                            does nothing */
    size_t robot_count, task_count;
    uint64_t nodes; /* schedules and parts of schedules that were tried */
    bool linear;    /* linear programs raised the bound */
} lw_work_plan;
LW_STARTS(lw_work_plan, lw_default_work_plan)

/* Finds a schedule of least makespan. Small problems, of at most 13 tasks, are solved exactly: branch
 * and bound over the routes and over the order of any two stretches that exclude each other, with
 * dynamic programming over subsets of tasks (Held and Karp 1962) as the bound. Larger ones by annealing
 * over routes, with a bound by linear programs that ignores conflicts and precedence. They are solved
 * by Clp of COIN-OR (libClp, interface 1) if that is there when the call is made; without it the bound
 * is of travel and loads alone, and `linear` is false, as it is with more than 200,000 possible moves.
 * The times of given routes are longest paths. Equal inputs give equal answers on machines that all
 * have Clp, of one version, or all lack it, except with `stop` and `budget_seconds`.
 *
 * Starts no thread. options NULL: the defaults. Errors: argument (no robots, too many, indices, a task
 * without choices, cyclic precedence, durations and times that are negative or NaN, a start
 * whose choices are not these), memory. */
LW_API lw_status lw_work_solve(const lw_work_tables *work, const lw_work_options *options,
                               lw_work_plan *out, lw_error *error);
LW_API void lw_work_plan_free(lw_work_plan *plan);

/* ---- the tasks of a cell ------------------------------------------------------------------------- */

/* The tasks of a frozen scene's robots, which must outlive them. Each robot moves on its default joints
 * (lw_scene_joints), and its home is where the scene has these joints, unless it is set. A task is done
 * at one of its choices: a robot's configuration. Filled from one thread at a time; then read-only. */
typedef struct lw_tasks lw_tasks;

/* Errors: argument (no robots, too many), name (a robot's joints), state (not frozen), memory. */
LW_API lw_status lw_tasks_create(const lw_scene *scene, lw_tasks **out, lw_error *error);
LW_API void lw_tasks_destroy(lw_tasks *tasks);
/* values: lw_joints_value_count of the robot's default joints. Errors: argument. */
LW_API lw_status lw_tasks_set_home(lw_tasks *tasks, size_t robot, const double *values,
                                   lw_error *error);
/* Adds a task; *task, which may be NULL, is its index. Errors: argument (a name twice or empty, a
 * duration that is negative or not finite, too many tasks), memory. */
LW_API lw_status lw_tasks_add(lw_tasks *tasks, const char *name, double duration, size_t *task,
                              lw_error *error);
/* Adds a choice: the configuration at which a robot can do a task. Errors: argument, memory. */
LW_API lw_status lw_tasks_add_choice(lw_tasks *tasks, size_t task, size_t robot, const double *values,
                                     lw_error *error);
/* The second task begins when the first is done, or later. Errors: argument, memory. */
LW_API lw_status lw_tasks_add_before(lw_tasks *tasks, size_t first, size_t second, lw_error *error);
/* A way that a robot has already, in place of a planned one: a trajectory from one of its places to
 * another, which its first and last positions say, to 1e-6 (a place is its home, or the configuration
 * of a choice). It is cubic: with velocities, which are 0 at both ends, and times from 0 on. track:
 * copied; joints NULL: the robot's default joints, which it must be of. The way back is the same one,
 * unless a way is given for that too. Limits of joints are not held against it; contacts are.
 *
 * Places may be added later: those that are missing, and ways in contact, are errors of
 * lw_schedule_find. Errors: argument, memory. */
LW_API lw_status lw_tasks_add_way(lw_tasks *tasks, size_t robot, const lw_track *track,
                                  lw_error *error);
/* Robots stay where their last task is, and do not return home. */
LW_API void lw_tasks_set_stay(lw_tasks *tasks, bool stay);
LW_API const lw_scene *lw_tasks_scene(const lw_tasks *tasks);
LW_API size_t lw_tasks_count(const lw_tasks *tasks);
/* NULL for an index that is too large; lives as long as the tasks. */
LW_API const char *lw_tasks_name(const lw_tasks *tasks, size_t task);
/* A choice by its index, in the order in which they were added. Errors: argument. */
LW_API lw_status lw_tasks_choice(const lw_tasks *tasks, size_t choice, lw_work_choice *out,
                                 lw_error *error);
/* Reads tasks in JSON (docs/schedule.md): a whole file of `length` bytes. file: its name for errors, or
 * NULL. Errors: syntax, name, argument, memory, with file, line and column. */
LW_API lw_status lw_tasks_read_json(const lw_scene *scene, const char *text, size_t length,
                                    const char *file, lw_tasks **out, lw_error *error);

/* Start from lw_default_schedule_options(). */
typedef struct lw_schedule_options {
    size_t struct_size;
    double slack;          /* seconds, 0 or more: how far each robot may be from the schedule */
    unsigned threads;      /* of the planner; 0: all processors. The answer is the same */
    double acceleration;   /* of joints without a largest acceleration: as in lw_timed_options */
    uint64_t plan_nodes;   /* of the search of each way: as lw_plan_options.budget_nodes */
    uint64_t seed;         /* of the ways and of the search for the schedule */
    uint64_t budget_nodes; /* of the search, as in lw_work_options; the planning of ways before it and
                              the proof after it come on top */
    double budget_seconds; /* likewise */
    bool (*stop)(void *context); /* NULL, or called now and then: true ends the planning of ways with
                                    an error, or the search with the best schedule so far */
    void *stop_context;
} lw_schedule_options;

static inline lw_schedule_options lw_default_schedule_options(void)
{
    lw_schedule_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.slack = 0.02;
    options.acceleration = 1;
    options.plan_nodes = 10000;
    options.seed = 1;
    options.budget_seconds = 60;
    return options;
}

/* A schedule that is proven. */
typedef struct lw_schedule lw_schedule;

/* Plans the ways between homes and choices (lw_planner_find, lw_plan_timed; back the same way), finds
 * a schedule (lw_work_solve) whose conflicts are sampled, and proves it: lw_check proves the motion of
 * all robots free, and lw_delays_find proves each two robots free of each other at all delays of up to
 * twice the slack. So nothing meets as long as each robot, at each time, is on its trajectory where the
 * schedule has it at some time within the slack. A schedule that cannot be proven is sought anew, with
 * the conflict that was found; after some rounds the call fails.
 *
 * The plan's bound and LW_WORK_OPTIMAL are about the ways that were planned and the conflicts that were
 * sampled. The homes of two robots must keep their margin. Errors: argument (no tasks; tasks that no
 * robot reaches, named; homes in contact; ways between no places, or in contact; options), state (no
 * schedule was found, or none was proven), stopped, those of planning, memory. */
LW_API lw_status lw_schedule_find(const lw_tasks *tasks, const lw_schedule_options *options,
                                  lw_schedule **out, lw_error *error);
LW_API void lw_schedule_destroy(lw_schedule *schedule);

/* Its plan, whose choices are those of the tasks; lives as long as the schedule. */
LW_API const lw_work_plan *lw_schedule_plan(const lw_schedule *schedule);
/* The scene of its tasks, and the slack, seconds, with which it is proven. */
LW_API const lw_scene *lw_schedule_scene(const lw_schedule *schedule);
LW_API double lw_schedule_slack(const lw_schedule *schedule);
/* How many schedules were sought until one was proven, and for how many pairs of ways conflicts were
 * sampled. */
LW_API void lw_schedule_counts(const lw_schedule *schedule, size_t *rounds, size_t *sampled);
/* The trajectory of a robot, from its home at time 0 on; its arrays live as long as the schedule.
 * Errors: argument. */
LW_API lw_status lw_schedule_track(const lw_schedule *schedule, size_t robot, lw_track *out,
                                   lw_error *error);
/* Sets a motion of the tasks' scene to the schedule. Errors: those of lw_motion_set. */
LW_API lw_status lw_schedule_motion(const lw_schedule *schedule, lw_motion *motion, lw_error *error);
/* Writes the schedule as JSON (docs/schedule.md); text, size and length as in lw_result_json. The
 * tasks must be those that it was found for. Errors: argument, memory. */
LW_API lw_status lw_schedule_json(const lw_schedule *schedule, const lw_tasks *tasks, char *text,
                                  size_t size, size_t *length, lw_error *error);
/* Likewise the trajectory of one robot as a motion in JSON: {"robots": {"left": {"trajectory": ...}}}.
 * SIZE_MAX: of all robots. */
LW_API lw_status lw_schedule_motion_json(const lw_schedule *schedule, size_t robot, char *text,
                                         size_t size, size_t *length, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
