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
/* Whether each name of robot_state is one of a joint. */
bool rest_is_known(const source_scene *scene, refusal *why);

/* The joints that the values of a motion's rows belong to, by its keys `joints` and `group`: room for
 * all joints.
 */
bool joints_of_motion(const source_scene *scene, int robot, json_t *node, int *joints, size_t *count,
                      refusal *why);

/* Reads a row of values of some joints, or the name of a state: seven numbers per joint of the robot.
 */
bool row_of(const source_scene *scene, int robot, const int *joints, size_t count, json_t *node,
            double (*row)[MOST_VALUES], refusal *why);

#endif
