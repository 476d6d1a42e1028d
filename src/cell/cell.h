/* The robots of a scene in the plane and their named trajectories, as judges read them. */
#ifndef LW_CELL_CELL_H
#define LW_CELL_CELL_H

#include "plane/flat_path.h"

/* What one robot may do. Paths: one for each of the robot's bodies, from time 0 on. */
typedef struct lw_trajectory {
    const char *name;
    size_t robot;
    lw_motion_track track;
    double duration; /* until its last time */
    double shortest; /* of its steps */
    const lw_flat_path *paths;
    const lw_flat_path *ends;   /* at rest where it ends */
    const lw_flat_path *begins; /* at rest where it begins */
} lw_trajectory;

typedef struct lw_cell_robot {
    const uint32_t *bodies; /* of the frozen scene */
    uint32_t body_count;
    const lw_flat_path *home; /* at rest where the scene has it */
} lw_cell_robot;

struct lw_cell {
    const lw_scene *scene;
    const lw_frozen *frozen;
    lw_arena arena;
    lw_cell_robot *robots;
    size_t robot_count;
    uint32_t
        *slot_of_body; /* which of its robot's bodies a body is; of obstacles, which of all paths */
    lw_flat_path *obstacles; /* per obstacle body */
    uint32_t *pairs;         /* of the frozen scene, those of two robots together */
    uint32_t *first_pair; /* into pairs, for robots r <= s: r * (robots + 1) + s; s may be obstacles */
    LW_LIST(lw_trajectory *) trajectories;
    uint32_t *names; /* hash table: index + 1 of a trajectory; 0: empty */
    size_t name_room;
};

/* The pairs of bodies of two robots, one <= other; other = robot_count: obstacles. */
static inline const uint32_t *lw_cell_pairs(const lw_cell *cell, size_t one, size_t other,
                                            uint32_t *count)
{
    const uint32_t *first = &cell->first_pair[one * (cell->robot_count + 1) + other];
    *count = first[1] - first[0];
    return cell->pairs + first[0];
}

/* Whether two poses of a planar joint are the same but for what files round: 1e-9 metres or radians,
 * whole turns aside. */
bool lw_cell_same_place(const lw_flat_path *a, const lw_flat_path *b);

#endif
