/* MoveIt's allowed collision matrix (ACM): the pairs that are not checked; it overrides the SRDF. An
 * entry is for a pair of names. A default is for all pairs of a name that have no entry; where two
 * defaults disagree, the pair is checked, as in MoveIt. */
#include <stdio.h>

#include "io/scene/moveit_scene.h"
#include "io/text/ros_message.h"

typedef struct matrix {
    lw_document *document;
    size_t count;
    const char **names;
    bool *allowed; /* count rows of count */
} matrix;

static lw_status read_names(lw_document *document, const lw_value *node, const char *key, size_t *count,
                            const char ***names)
{
    const lw_value *list = lw_value_find(node, key);
    *count = 0;
    return list ? lw_value_text_list(document, list, key, names, count) : LW_OK;
}

static lw_status read_rows(matrix *m, const lw_value *node)
{
    size_t rows = 0;
    lw_value *const *items = NULL;
    const lw_value *list = lw_value_find(node, "entry_values");
    lw_status status = lw_ros_list(m->document, list, "entry_values", &rows, &items);
    if (status)
        return status;
    if (rows != m->count)
        return lw_value_fail(m->document, list ? list : node, LW_ERROR_ARGUMENT,
                             "there are %zu entry_names, but %zu rows of entry_values", m->count, rows);
    /* once all rows have m->count values, m->count squared is no larger than the file */
    for (size_t i = 0; i < rows; i++) {
        const lw_value *row = items[i];
        if (lw_value_find(row, "enabled"))
            row = lw_value_find(row, "enabled");
        if ((status = lw_value_expect(m->document, row, "a row of entry_values", LW_VALUE_LIST)))
            return status;
        if (row->count != m->count)
            return lw_value_fail(m->document, row, LW_ERROR_ARGUMENT,
                                 "row %zu of entry_values has %zu values; there are %zu entry_names", i,
                                 row->count, m->count);
    }
    if (!(m->allowed = lw_document_take(m->document, m->count * m->count, sizeof *m->allowed)))
        return lw_fail_memory(m->document->error);
    for (size_t i = 0; i < rows && !status; i++) {
        const lw_value *row = items[i];
        if (lw_value_find(row, "enabled"))
            row = lw_value_find(row, "enabled");
        for (size_t j = 0; j < m->count && !status; j++)
            status = lw_value_bool(m->document, row->items[j], "a value of the matrix",
                                   &m->allowed[i * m->count + j]);
    }
    return status;
}

static lw_status add_defaults(lw_scene *scene, lw_document *document, const lw_value *node)
{
    size_t count = 0;
    size_t value_count = 0;
    const char **names = NULL;
    lw_value *const *values = NULL;
    const lw_value *list = lw_value_find(node, "default_entry_values");
    lw_status status = read_names(document, node, "default_entry_names", &count, &names);
    if (status || (status = lw_ros_list(document, list, "default_entry_values", &value_count, &values)))
        return status;
    if (count != value_count)
        return lw_value_fail(document, list ? list : node, LW_ERROR_ARGUMENT,
                             "there are %zu default_entry_names, but %zu default_entry_values", count,
                             value_count);
    /* later rules win: first those that allow pairs, then those by which pairs are checked */
    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < count && !status; i++) {
            bool allowed = false;
            status = lw_value_bool(document, values[i], "a default of the matrix", &allowed);
            if (!status && allowed == (pass == 0))
                status = lw_value_place(
                    document, values[i],
                    lw_scene_rule(scene, -1, names[i], NULL, allowed, LW_RANK_SCENE, document->error));
        }
    }
    return status;
}

lw_status lw_moveit_add_matrix(lw_scene *scene, lw_document *document, const lw_value *node)
{
    if (!node)
        return LW_OK;
    matrix m = {.document = document};
    lw_document_subject(document, "allowed_collision_matrix");
    lw_status status = lw_value_expect(document, node, "it", LW_VALUE_MAP);
    if (status || (status = read_names(document, node, "entry_names", &m.count, &m.names)) ||
        (status = read_rows(&m, node)) || (status = add_defaults(scene, document, node)))
        return status;
    for (size_t i = 0; i < m.count; i++) {
        for (size_t j = i + 1; j < m.count && !status; j++) {
            bool above = m.allowed[i * m.count + j];
            bool below = m.allowed[j * m.count + i];
            if (above != below)
                lw_scene_notice(scene, document->file, node->line,
                                "the matrix contradicts itself about \"%.60s\" and \"%.60s\"; they are "
                                "checked",
                                m.names[i], m.names[j]);
            status = lw_value_place(document, node,
                                    lw_scene_rule(scene, -1, m.names[i], m.names[j], above && below,
                                                  LW_RANK_SCENE, document->error));
        }
    }
    return status;
}
