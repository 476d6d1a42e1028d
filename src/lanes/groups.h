/* The balls of a cover in groups that lie close together, each with a ball around it: most tests end at
 * those. */
#ifndef LW_LANES_GROUPS_H
#define LW_LANES_GROUPS_H

#include "tree/cover.h"

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
    uint32_t group_count; /* at least 1; the ball around a single one is that around all */
} lw_grouped_cover;

/* How many groups so many balls make. */
uint32_t lw_group_count(uint32_t balls);

/* Copies a cover's balls into groups. out: room for its balls and groups. */
void lw_group_balls(const lw_cover *cover, lw_grouped_cover *out);

#endif
