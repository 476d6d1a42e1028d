/* Reads one job of a cell in JSON: {"id": any, "robots": {"R1": ["a", "b"], "R2": ["c"]}}. */
#include "io/motion/job_json.h"

#include "base/sized.h"
#include "cell/cell.h"
#include "io/text/json.h"
#include "scene/names.h"

#include <stdlib.h>
#include <string.h>

static lw_status find_robot(const lw_scene *scene, lw_document *document, const lw_member *member,
                            size_t *out)
{
    size_t count = lw_scene_robot_count(scene);
    for (*out = 0; *out < count; ++*out)
        if (!strcmp(lw_scene_robot_name(scene, *out), member->key))
            return LW_OK;
    lw_value at = {.line = member->line, .column = member->column};
    return lw_value_fail(document, &at, LW_ERROR_NAME, "there is no robot \"%.100s\"%s", member->key,
                         lw_hint_robot(&scene->model, member->key).text);
}

static lw_hint trajectory_hint(const lw_cell *cell, size_t robot, const char *name)
{
    lw_nearest nearest = lw_nearest_begin(name);
    for (size_t i = 0; i < lw_cell_trajectory_count(cell); i++) {
        const char *other = lw_cell_trajectory_name(cell, i);
        if (lw_cell_find(cell, robot, other) >= 0)
            lw_nearest_offer(&nearest, other);
    }
    return lw_nearest_hint(&nearest);
}

static lw_status read_sequence(const lw_scene *scene, const lw_cell *cell, lw_document *document,
                               const lw_member *member, lw_sequence *out)
{
    lw_status status = find_robot(scene, document, member, &out->robot);
    if (!status)
        status = lw_value_expect(document, member->value, "a robot's sequence", LW_VALUE_LIST);
    if (status)
        return status;
    size_t count = member->value->count;
    size_t *trajectories = lw_document_take(document, count + 1, sizeof *trajectories);
    if (!trajectories)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < count; i++) {
        const lw_value *node = member->value->items[i];
        const char *name;
        if ((status = lw_value_text(document, node, "a trajectory's name", &name)))
            return status;
        int64_t found = lw_cell_find(cell, out->robot, name);
        if (found < 0)
            return lw_value_fail(document, node, LW_ERROR_NAME,
                                 "robot \"%.60s\" has no trajectory \"%.100s\"%s", member->key, name,
                                 trajectory_hint(cell, out->robot, name).text);
        trajectories[i] = (size_t)found;
    }
    out->trajectories = trajectories;
    out->count = count;
    return LW_OK;
}

lw_status lw_job_read_json(const lw_scene *scene, const lw_cell *cell, lw_document *document,
                           const char *text, size_t length, int line, lw_job *out)
{
    static const char *const keys[] = {"id", "robots", NULL};
    lw_value *root = NULL;
    lw_value *robots = NULL;
    lw_status status = lw_json_parse(document, text, length, line, &root);
    if (!status)
        status = lw_value_expect(document, root, "a job", LW_VALUE_MAP);
    if (!status)
        status = lw_value_keys(document, root, "a job", keys);
    if (!status)
        status = lw_value_need(document, root, "robots", &robots);
    if (!status)
        status = lw_value_expect(document, robots, "robots", LW_VALUE_MAP);
    if (status)
        return status;
    const lw_value *id = lw_value_find(root, "id");
    out->id = id ? lw_json_source(document, id) : lw_document_text(document, "null", strlen("null"));
    lw_sequence *sequences = lw_document_take(document, robots->count + 1, sizeof *sequences);
    out->sequences = sequences;
    out->count = robots->count;
    if (!out->id || !sequences)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < robots->count && !status; i++)
        status = read_sequence(scene, cell, document, &robots->members[i], &sequences[i]);
    return status;
}

/* ---- the public reader ------------------------------------------------------------------------- */

struct lw_job_reader {
    const lw_cell *cell;
    lw_document document; /* of the last job */
};

lw_status lw_job_reader_create(const lw_cell *cell, lw_job_reader **out, lw_error *error)
{
    if (!cell || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_job_reader_create needs a cell and a reader");
    if (!(*out = calloc(1, sizeof **out)))
        return lw_fail_memory(error);
    (*out)->cell = cell;
    return LW_OK;
}

void lw_job_reader_destroy(lw_job_reader *reader)
{
    if (!reader)
        return;
    lw_document_free(&reader->document);
    free(reader);
}

lw_status lw_job_read(lw_job_reader *reader, const char *text, size_t length, const char *file,
                      int line, lw_job *out, lw_error *error)
{
    if (!reader || !text || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_job_read needs a reader, a text and a job");
    const lw_sized *type = LW_SIZED(job);
    lw_job job = lw_default_job();
    lw_status status = lw_sized_check(type, out, error);
    if (status)
        return status;
    lw_document *document = &reader->document;
    document->file = file;
    document->error = error;
    lw_arena_empty(&document->arena);
    status = lw_job_read_json(reader->cell->scene, reader->cell, document, text, length,
                              line > 0 ? line : 1, &job);
    lw_sized_write(type, &job, out);
    return status;
}
