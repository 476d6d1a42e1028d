/* Boxes that contain a motion: for each body of a robot and each of many short intervals of time, a box
 * along the world's axes in which the body stays, with all motions within the tolerances. Each body has
 * a binary tree of them. */
#ifndef LW_GATE_WAY_BOXES_H
#define LW_GATE_WAY_BOXES_H

#include "body/box_tree.h"
#include "motion/motion.h"

/* A tree is a heap: node i has the children 2 i and 2 i + 1, the root is node 1, and interval k is the
 * node leaf_count + k. Nodes behind the last interval are empty. */
typedef struct lw_way_boxes {
    size_t body_count;
    size_t leaf_count;     /* a power of two */
    size_t interval_count; /* of which so many are in use */
    double *times;         /* interval_count + 1 */
    lw_world_box *boxes;   /* per body 2 * leaf_count nodes */
} lw_way_boxes;

/* Makes the boxes of a motion, from its beginning; those that were there are dropped. Error memory;
 * then there are none. */
lw_status lw_way_boxes_make(const lw_motion *motion, lw_way_boxes *out, lw_error *error);
void lw_way_boxes_free(lw_way_boxes *boxes);

typedef struct lw_way_part {
    double from, to;
} lw_way_part;

/* Lists the intervals from the time `now` on in which a body may come within a distance of what a box
 * contains, in the order of time; the first is cut at `now`. Returns their number; above `room` it says
 * that they are more. */
size_t lw_way_boxes_meet(const lw_way_boxes *boxes, uint32_t body, const lw_world_box *box,
                         double distance, double now, lw_way_part *out, size_t room);

#endif
