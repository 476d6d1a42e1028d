/* The obstacles of a frozen scene, in pages that scenes share: a scene that differs from another one in
 * few obstacles copies few pages. */
#ifndef LW_SCENE_OBSTACLES_H
#define LW_SCENE_OBSTACLES_H

#include "scene/frozen.h"

/* Appends a body, in a page that is not shared. False when memory ran out. */
bool lw_obstacles_append(lw_obstacles *obstacles, const lw_body *body);

/* Appends an obstacle of another scene as it is. False when memory ran out. */
bool lw_obstacles_keep(lw_obstacles *obstacles, const lw_obstacles *from, size_t index);

/* An obstacle to write to, in a page that is not shared any more; NULL when memory ran out. */
lw_obstacle *lw_obstacles_own(lw_obstacles *obstacles, size_t index);

/* The same obstacles with the same tree; false when memory ran out. */
bool lw_obstacles_share(const lw_obstacles *from, lw_obstacles *out);
void lw_obstacles_free(lw_obstacles *obstacles);

/* Computes where an obstacle is from its body. */
void lw_obstacles_place(lw_obstacles *obstacles, lw_obstacle *obstacle);

/* Makes a tree over all boxes, in place of the one that was. Errors: memory. */
lw_status lw_obstacles_plant(lw_obstacles *obstacles, lw_error *error);

/* The tree of another scene for the obstacles that were kept from it; the others are listed as moved.
 * Where these are too many, or the tree has become too large for what is left, the tree is a new one.
 * Errors: memory. */
lw_status lw_obstacles_graft(lw_obstacles *obstacles, const lw_obstacles *from, lw_error *error);

/* Whether an obstacle has another box than in the tree. */
static inline bool lw_obstacles_has_moved(const lw_obstacles *obstacles, uint32_t index)
{
    bool moved = false;
    for (size_t i = 0; i < obstacles->moved_count; i++)
        moved |= obstacles->moved[i] == index;
    return moved;
}

/* As lw_box_tree_near and lw_box_tree_meeting, also where obstacles have been moved since the tree was
 * made. */
size_t lw_obstacles_near(const lw_obstacles *obstacles, vec3 point, double distance, uint32_t *out);
size_t lw_obstacles_meeting(const lw_obstacles *obstacles, const lw_world_box *box, size_t most,
                            uint32_t *out);

#endif
