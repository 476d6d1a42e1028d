/* The obstacles of a frozen scene, in pages that scenes share copy-on-write: a scene that differs from
 * another one in few obstacles copies few pages. */
#ifndef LW_SCENE_OBSTACLES_H
#define LW_SCENE_OBSTACLES_H

#include "scene/frozen.h"

/* Appends a body, in a page that is not shared. False when memory ran out. */
bool lw_obstacles_append(lw_obstacles *obstacles, const lw_body *body);

/* Appends an obstacle of another scene as it is. False when memory ran out. */
bool lw_obstacles_keep(lw_obstacles *obstacles, const lw_obstacles *from, size_t index);

/* An obstacle to write to: copies its page if that is shared. NULL when memory ran out. */
lw_obstacle *lw_obstacles_own(lw_obstacles *obstacles, size_t index);

/* Copies obstacles and tree by sharing them, with reference counts; false when memory ran out. */
bool lw_obstacles_share(const lw_obstacles *from, lw_obstacles *out);
void lw_obstacles_free(lw_obstacles *obstacles);

/* Computes the centre, error and box of an obstacle from its body, and raises the largest error,
 * padding and size of all obstacles to its own. */
void lw_obstacles_place(lw_obstacles *obstacles, lw_obstacle *obstacle);

/* Makes a new tree over all boxes. Errors: memory. */
lw_status lw_obstacles_plant(lw_obstacles *obstacles, lw_error *error);

/* Makes a tree from the tree of another scene, for the obstacles that were kept from that; the others
 * are listed as moved. If these are too many, or the old tree is too large for the obstacles that are
 * left, makes a new one. Errors: memory. */
lw_status lw_obstacles_graft(lw_obstacles *obstacles, const lw_obstacles *from, lw_error *error);

/* Whether the box of an obstacle differs from the tree's. */
static inline bool lw_obstacles_has_moved(const lw_obstacles *obstacles, uint32_t index)
{
    bool moved = false;
    for (size_t i = 0; i < obstacles->moved_count; i++)
        moved |= obstacles->moved[i] == index;
    return moved;
}

/* As lw_box_tree_near and lw_box_tree_meeting, corrected for obstacles that were moved since the tree
 * was made. */
size_t lw_obstacles_near(const lw_obstacles *obstacles, vec3 point, double distance, uint32_t *out);
size_t lw_obstacles_meeting(const lw_obstacles *obstacles, const lw_world_box *box, size_t most,
                            uint32_t *out);

#endif
