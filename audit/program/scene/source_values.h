/* Values of joints by name: groups of joints, named states, and where joints are that a motion does not
 * move. */
#ifndef LW_AUDIT_SOURCE_VALUES_H
#define LW_AUDIT_SOURCE_VALUES_H

#include "source_bodies.h"

enum { MOST_VALUES = 7 };

/* How many values a joint of a kind has. */
int values_of_kind(joint_kind kind);

/* The values of a joint at rest, from the scene's robot_state; *stated: it has them. They are those of
 * an identity where it has none. */
bool rest_values(const source_scene *scene, int robot, int joint, double values[MOST_VALUES],
                 bool *stated, refusal *why);

/* Which component of which joint a number of a row is. */
typedef struct row_column {
    int joint, component;
} row_column;

/* The joints that a motion's rows have values of, each once, and the columns of the rows. */
typedef struct row_layout {
    int *joints;
    size_t joint_count;
    row_column *columns;
    size_t column_count;
} row_layout;

/* The layout of a motion's rows, by its keys `joints` and `group`; memory is kept in the store. */
bool layout_of_motion(const source_scene *scene, int robot, json_t *node, source_store *store,
                      row_layout *out, refusal *why);

/* Reads a row of values, or the name of a state: seven numbers per joint of the robot. */
bool row_of(const source_scene *scene, int robot, const row_layout *layout, json_t *node,
            double (*row)[MOST_VALUES], refusal *why);

#endif
