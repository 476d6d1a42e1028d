/* Work cells: which assignments of trajectories to robots are free of collision. */
#ifndef LEEWAY_CELL_H
#define LEEWAY_CELL_H

#include <leeway/check.h>
#include <leeway/plane.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The second step of the work-cell problem (Feyeux and Landry, section 1): which of many assignments
 * are free of collision between the robots, and with the obstacles. A cell holds named trajectories of
 * the robots of a frozen scene: arms, or vehicles in the plane. The scene must outlive it. Not from two
 * threads at once until all trajectories are added; then any number of judges read it. Errors: state
 * (the scene is not frozen), argument, memory. */
typedef struct lw_cell lw_cell;
LW_API lw_status lw_cell_create(const lw_scene *scene, lw_cell **out, lw_error *error);
LW_API void lw_cell_destroy(lw_cell *cell);

/* Adds the trajectories of a motion in seconds, one for each robot that it moves, under one name.
 * Errors: argument (the motion is over t from 0 to 1, nothing moves, it has tolerances, attaches
 * objects or moves a floating joint, or it sets a joint of a robot that it does not move otherwise than
 * the scene), name (a robot has a trajectory of this name), memory. */
LW_API lw_status lw_cell_add(lw_cell *cell, const char *name, const lw_motion *motion, lw_error *error);

/* The index of a robot's trajectory, for sequences; -1: there is none. */
LW_API int64_t lw_cell_find(const lw_cell *cell, size_t robot, const char *name);
LW_API size_t lw_cell_trajectory_count(const lw_cell *cell);
/* The name lives as long as the cell. */
LW_API const char *lw_cell_trajectory_name(const lw_cell *cell, size_t trajectory);

/* The trajectories of one robot, one after the other from time 0 on; each begins where the last one
 * ended. Before and after them, and without a sequence, the robot stands still. */
typedef struct lw_sequence {
    size_t robot;
    const size_t *trajectories;
    size_t count;
} lw_sequence;

/* The answer for one assignment. Indices are -1 where there is none. */
typedef struct lw_cell_verdict {
    size_t struct_size;
    lw_verdict_kind kind;
    lw_reason reason;        /* undecided: why */
    double end;              /* when the last robot is done, seconds */
    double free_until;       /* as in lw_verdict */
    double time;             /* contact */
    bool first;              /* contact: proven to be the first, within the time tolerance */
    int64_t pair[2];         /* contact: bodies */
    int64_t trajectories[2]; /* contact: the trajectory that each body follows; -1: it stands still */
    lw_separation contact;   /* contact: points, normal, depth at that time */
    uint64_t pairs;   /* number of pairs that were judged: two trajectories that overlap in time, or a
                         trajectory and the obstacles */
    uint64_t queries; /* number of distance queries that all these pairs take without the cache */
    lw_distance distance; /* contact of courses (lw_judge_courses): points, normal, depth; in the plane,
                             too, where `contact` is zero then. Else zero */
    uint64_t whole; /* 1: what is known of the pairs was not enough, and the job was checked as one
                       motion */
} lw_cell_verdict;
LW_STARTS(lw_cell_verdict, lw_default_cell_verdict)

/* A judge of assignments, one after the other. One per thread. A cache of at most `remember` bytes
 * keeps the answers about two trajectories at one offset in time, so that they are not judged again.
 * The cell must outlive it. Errors: memory. */
typedef struct lw_judge lw_judge;
LW_API lw_status lw_judge_create(const lw_cell *cell, size_t remember, lw_judge **out, lw_error *error);
LW_API void lw_judge_destroy(lw_judge *judge);

/* Judges one assignment, with at most one sequence for each robot; in space as lw_judge_courses does.
 * Of the options, the tolerances and stop matter; the time tolerance is a share of the trajectory's
 * length. The answer does not depend on the cache. Allocates memory only for sequences that are longer
 * than any before. Errors: argument (a trajectory of another robot, one that begins elsewhere than the
 * last one ended, steps too short to be told apart at the end of the sequence), memory. */
LW_API lw_status lw_judge_job(lw_judge *judge, const lw_sequence *sequences, size_t count,
                              const lw_check_options *options, lw_cell_verdict *out, lw_error *error);

/* A part of a trajectory in a course: from a waypoint to a later one. Waypoints are counted from 0,
 * without an approach. From 0 to SIZE_MAX it is the whole trajectory; only with waypoint 0 does it have
 * the time that a trajectory waits before its first waypoint. */
typedef struct lw_leg {
    size_t trajectory;
    size_t first, last; /* waypoints; SIZE_MAX: the last one */
    double start;       /* when it begins, seconds; 0 or more, and not before the end of the last leg */
} lw_leg;

/* The legs of one robot, in the order of time. Each begins where the last one ended. In between, before
 * and after them, the robot stands still. */
typedef struct lw_course {
    size_t robot;
    const lw_leg *legs;
    size_t count;
} lw_course;

/* Judges one assignment whose legs have start times, for arms and vehicles. What two legs do at all
 * delays is found once (lw_delays_find), kept in the cell, and looked up for each job of each judge;
 * also what a leg and a robot that stands do, and whether a leg is free of the obstacles and of its own
 * robot. If that does not prove the job to be free, it is checked as one motion
 * (lw_motion_set_courses), and the answer is that of lw_check. A judge keeps as much as its `remember`;
 * what is beyond is checked as one motion.
 *
 * shift: each leg may begin up to so many seconds earlier or later than it is to, independently of the
 * others, but not before the end of the robot's last leg. Free then means free for all such starts. If
 * that is not proven and the job as it stands is free, the answer is undecided (LW_REASON_TOLERANCE).
 *
 * Of the options, the tolerances and stop matter. Errors: argument (as lw_judge_job; a leg without
 * waypoints, that begins before the last one has ended, or at no time; a shift below 0), memory. */
LW_API lw_status lw_judge_courses(lw_judge *judge, const lw_course *courses, size_t count, double shift,
                                  const lw_check_options *options, lw_cell_verdict *out,
                                  lw_error *error);

/* As lw_motion_set_job, for courses. */
LW_API lw_status lw_motion_set_courses(lw_motion *motion, const lw_cell *cell, const lw_course *courses,
                                       size_t count, lw_error *error);

/* Sets a motion to an assignment, over [0, end] in seconds: for pages, curves and checks of the whole.
 * If a trajectory begins up to 1e-9, or whole turns, away from the end of the last one, it is moved
 * there. Errors: those of lw_judge_job about the sequences, argument (a motion of another scene); the
 * motion then stands still. */
LW_API lw_status lw_motion_set_job(lw_motion *motion, const lw_cell *cell, const lw_sequence *sequences,
                                   size_t count, lw_error *error);

/* A job as a file names it: an assignment and its id. */
typedef struct lw_job {
    size_t struct_size;
    const char *id; /* JSON text; "null" where the job has none */
    const lw_sequence *sequences;
    size_t count;
    const lw_course *courses; /* count: the same with start times. Where trajectories are divided by
                                 waits, a trajectory is in its sequence once */
    uint64_t timed;           /* 1: the job has start times or waits, which its sequences leave out */
} lw_job;
LW_STARTS(lw_job, lw_default_job)

/* Reads jobs from JSON (docs/interfaces.md, The jobs of a cell), one after the other. One per thread.
 * The cell must outlive it. Errors: argument, memory. */
typedef struct lw_job_reader lw_job_reader;
LW_API lw_status lw_job_reader_create(const lw_cell *cell, lw_job_reader **out, lw_error *error);
LW_API void lw_job_reader_destroy(lw_job_reader *reader);

/* Reads a job from length bytes of text, such as a line of JSON Lines. file and line: where the text
 * is, for errors; NULL and 0: nowhere. The data that out points to live until the reader's next call.
 * Errors: argument, syntax, name (no such robot or trajectory), memory, with line and column. */
LW_API lw_status lw_job_read(lw_job_reader *reader, const char *text, size_t length, const char *file,
                             int line, lw_job *out, lw_error *error);

/* Writes a verdict as JSON, as `leeway cell --json` does; in all else like lw_result_json. id: JSON
 * text; NULL: null. Error argument. */
LW_API lw_status lw_cell_verdict_json(const lw_cell *cell, const char *id,
                                      const lw_cell_verdict *verdict, char *text, size_t size,
                                      size_t *length, lw_error *error);
/* How many pairs a judge has judged, and how many it found in its cache. */
LW_API void lw_judge_counts(const lw_judge *judge, uint64_t *judged, uint64_t *remembered);

#ifdef __cplusplus
}
#endif

#endif
