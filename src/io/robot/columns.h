/* The columns of a file of joint values: maps the values of a row to the values of joints. */
#ifndef LW_IO_ROBOT_COLUMNS_H
#define LW_IO_ROBOT_COLUMNS_H

#include "io/text/document.h"
#include "scene/frozen.h"

typedef struct lw_columns {
    lw_joints joints; /* the joints that move; the list is in the document's memory */
    size_t count;     /* how many values a row of the file has */
    size_t *sources;  /* for each value of the joints: its index in a row */
} lw_columns;

/* The columns of a group, as lw_scene_joints finds it. node: gives errors their line. */
lw_status lw_columns_of_group(const lw_scene *scene, lw_document *document, const lw_value *node,
                              const char *robot, const char *group, lw_columns *out);

/* The columns of joints by name, in any order. robot NULL: the robot that has them. Values of fixed and
 * mimic joints in the rows are ignored. A planar or floating joint may be named value by value
 * (scene/variable_name.h); then all its values must be named. */
lw_status lw_columns_of_names(const lw_scene *scene, lw_document *document, const lw_value *node,
                              const char *robot, const char *const *names, size_t count,
                              lw_columns *out);

/* The rest values of the joints, at which they are when no motion moves them. */
void lw_columns_rest(const lw_scene *scene, const lw_columns *columns, double *values);

/* Copies a row of the file (count values) to the joints' order. */
void lw_columns_apply(const lw_columns *columns, const double *row, double *values);

/* Fails because a row has a wrong number of values. The sentence lists the groups and how many values
 * each takes. name: the row, in words. */
lw_status lw_columns_fail(const lw_scene *scene, lw_document *document, const lw_value *node,
                          const lw_columns *columns, const char *name, size_t found);

/* Reads one row from a list of numbers, or from the name of a state if `states` is set. */
lw_status lw_columns_row(const lw_scene *scene, lw_document *document, const lw_value *node,
                         const lw_columns *columns, const char *name, bool states, double *values);

/* Reads a list of rows. values: out, one row after the other. */
lw_status lw_columns_rows(const lw_scene *scene, lw_document *document, const lw_value *node,
                          const lw_columns *columns, const char *name, bool states, double **values,
                          size_t *rows);

#endif
