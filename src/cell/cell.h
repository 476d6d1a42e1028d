/* A work cell: the robots of a scene and their named trajectories. Judges (cell/judge.c,
 * cell/course_judge.c) only read it, except for what is known of its ways (cell/ways.h). */
#ifndef LW_CELL_CELL_H
#define LW_CELL_CELL_H

#include "plane/flat_path.h"

/* One trajectory of one robot, with a path for each of the robot's bodies. Its time begins at 0. */
typedef struct lw_trajectory {
    const char *name;
    size_t robot;
    lw_motion_track track;
    lw_interpolation interpolation; /* of the motion that the trajectory was taken from */
    double duration;                /* seconds, from 0 to its last time */
    double shortest;                /* its shortest step between two knots, seconds */
    const bool *turns;          /* per column of the track: an angle that counts modulo whole turns */
    const lw_flat_path *paths;  /* in the plane; else NULL, like the next two */
    const lw_flat_path *ends;   /* the bodies at rest where the trajectory ends */
    const lw_flat_path *begins; /* the bodies at rest where it begins */
} lw_trajectory;

typedef struct lw_cell_robot {
    const uint32_t *bodies; /* indices of the robot's bodies in the frozen scene */
    uint32_t body_count;
    const lw_flat_path *home; /* one path for each body: at rest in the scene's configuration */
} lw_cell_robot;

typedef struct lw_ways lw_ways;

/* How far a trajectory may begin from the end of the one before it, metres and radians: files round
 * their numbers. */
#define LW_CELL_SAME 1e-9

struct lw_cell {
    const lw_scene *scene;
    const lw_frozen *frozen;
    lw_arena arena;
    lw_ways *ways;         /* what is known of parts of trajectories (cell/ways.h) */
    lw_cell_robot *robots; /* in the plane; else NULL, like the tables of bodies and pairs below */
    size_t robot_count;
    uint32_t *slot_of_body;  /* the index of a body among its robot's bodies, or among the obstacles */
    lw_flat_path *obstacles; /* per obstacle body */
    lw_pair_id *pairs;       /* all pairs to check, sorted by their two robots */
    uint32_t *first_pair; /* start of each list in pairs: list r * (robots + 1) + s is of robots r <= s;
                             s = robots: the obstacles */
    LW_LIST(lw_trajectory *) trajectories;
    uint32_t *names; /* hash table: index + 1 of a trajectory; 0: empty */
    size_t name_room;
};

/* The pairs of a body of robot `one` and a body of robot `other`, one <= other; other = robot_count:
 * the obstacles. */
static inline const lw_pair_id *lw_cell_pairs(const lw_cell *cell, size_t one, size_t other,
                                              uint32_t *count)
{
    const uint32_t *first = &cell->first_pair[one * (cell->robot_count + 1) + other];
    *count = first[1] - first[0];
    return cell->pairs + first[0];
}

/* Whether two poses of a planar joint are equal within 1e-9 metres and radians, modulo whole turns:
 * files round their numbers. */
bool lw_cell_same_pose(const lw_flat_path *a, const lw_flat_path *b);

#endif
