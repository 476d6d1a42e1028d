/* Columns of a file of numbers: which value of a row belongs to which joint. */
#ifndef LW_IO_ROBOT_COLUMNS_H
#define LW_IO_ROBOT_COLUMNS_H

#include "io/text/document.h"
#include "scene/frozen.h"

typedef struct lw_columns {
    lw_joints joints; /* those that move; its list lives in the document */
    size_t count;     /* values of a row in the file */
    size_t *sources;  /* for each value of the joints, which value of a row it is */
} lw_columns;

/* The joints of a group, as lw_scene_joints finds them. node: where errors are reported. */
lw_status lw_columns_of_group(const lw_scene *scene, lw_document *document, const lw_value *node,
                              const char *robot, const char *group, lw_columns *out);

/* Joints by name, in any order; robot NULL: the only one, or the one that has them. Fixed and mimic
 * joints have a value in the rows, which is ignored. A planar or floating joint may be named value by
 * value (scene/variable_name.h), all of them. */
lw_status lw_columns_of_names(const lw_scene *scene, lw_document *document, const lw_value *node,
                              const char *robot, const char *const *names, size_t count,
                              lw_columns *out);

/* The values that the joints have where nothing moves them. */
void lw_columns_rest(const lw_scene *scene, const lw_columns *columns, double *values);

/* Puts a row of the file (count values) in the joints' order. */
void lw_columns_apply(const lw_columns *columns, const double *row, double *values);

/* The sentence for a row of a wrong number of values: which groups there are, and how many values each
 * takes. name: what has them. */
lw_status lw_columns_fail(const lw_scene *scene, lw_document *document, const lw_value *node,
                          const lw_columns *columns, const char *name, size_t found);

/* One row from a list of numbers; with states allowed, also from the name of a state. */
lw_status lw_columns_row(const lw_scene *scene, lw_document *document, const lw_value *node,
                         const lw_columns *columns, const char *name, bool states, double *values);

/* A list of rows, one after the other. */
lw_status lw_columns_rows(const lw_scene *scene, lw_document *document, const lw_value *node,
                          const lw_columns *columns, const char *name, bool states, double **values,
                          size_t *rows);

#endif
