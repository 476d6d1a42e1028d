/* The balls of a cover in groups that lie close together, each with a bounding sphere: with the ball
 * around the body they make a bounding volume hierarchy, and most tests end at its upper levels. */
#ifndef LW_LANES_GROUPS_H
#define LW_LANES_GROUPS_H

#include "body/cover.h"
#include "math/vec.h"

/* Some balls that follow each other, and one that contains them. */
typedef struct lw_ball_group {
    lw_ball around;
    uint32_t first, end;
} lw_ball_group;

/* A cover's balls, in the order of groups. */
typedef struct lw_grouped_cover {
    lw_ball around;
    lw_ball *balls;
    uint32_t count;
    lw_ball_group *groups;
    uint32_t group_count; /* at least 1; if 1, the group's ball is that of the cover, `around` */
} lw_grouped_cover;

/* How many groups so many balls make. */
uint32_t lw_group_count(uint32_t balls);

/* A ball that contains the given ones, with its centre in the middle of the box about them. */
lw_ball lw_ball_around(const lw_ball *balls, uint32_t count);

/* Copies a cover's balls into groups, transformed by the pose of the cover's frame. out: with room for
 * its balls and groups. */
void lw_group_balls(const lw_cover *cover, const pose *at, lw_grouped_cover *out);

#endif
