/* Reads one job of a cell in JSON: {"id": any, "robots": {"R1": ["a", "b"], "R2": [{"wait": 2}, "c"]}}.
 */
#include "io/motion/job_json.h"

#include "base/sized.h"
#include "cell/job.h"
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

/* What a robot does, while it is read. */
typedef struct reading {
    const lw_cell *cell;
    lw_document *document;
    const lw_member *member; /* the robot, and its list */
    size_t robot;
    size_t *trajectories;
    lw_leg *legs;
    size_t count, leg_count;
    double time; /* when the last leg is over, with the waits behind it */
    bool timed;
} reading;

/* Reads a number of seconds, 0 or more. */
static lw_status read_seconds(reading *r, const lw_value *node, const char *what, double *out)
{
    lw_status status = lw_value_number(r->document, node, what, out);
    if (!status && !(*out >= 0))
        status = lw_value_fail(r->document, node, LW_ERROR_ARGUMENT, "%s is %g; it must be 0 or more",
                               what, *out);
    return status;
}

static lw_status find_trajectory(reading *r, const lw_value *node, size_t *out)
{
    const char *name;
    lw_status status = lw_value_text(r->document, node, "a trajectory's name", &name);
    if (status)
        return status;
    int64_t found = lw_cell_find(r->cell, r->robot, name);
    if (found < 0)
        return lw_value_fail(r->document, node, LW_ERROR_NAME,
                             "robot \"%.60s\" has no trajectory \"%.100s\"%s", r->member->key, name,
                             trajectory_hint(r->cell, r->robot, name).text);
    *out = (size_t)found;
    return LW_OK;
}

static void add_leg(reading *r, size_t trajectory, size_t first, size_t last)
{
    const lw_leg leg = {trajectory, first, last, r->time};
    r->legs[r->leg_count++] = leg;
    r->time += lw_leg_length(r->cell, &leg);
}

/* Reads the waits of a trajectory, [[waypoint, seconds], ...], and adds the legs between them. */
static lw_status read_waits(reading *r, const lw_value *node, size_t trajectory)
{
    const lw_leg whole = {trajectory, 0, SIZE_MAX, 0};
    const size_t last = lw_leg_last(r->cell, &whole);
    size_t first = 0;
    lw_status status = lw_value_expect(r->document, node, "waits", LW_VALUE_LIST);
    for (size_t i = 0; !status && i < node->count; i++) {
        const lw_value *wait = node->items[i];
        double waypoint = 0;
        double seconds = 0;
        if (wait->kind != LW_VALUE_LIST || wait->count != 2)
            return lw_value_fail(r->document, wait, LW_ERROR_ARGUMENT, "a wait is [waypoint, seconds]");
        status = lw_value_number(r->document, wait->items[0], "a waypoint", &waypoint);
        if (!status)
            status = read_seconds(r, wait->items[1], "a wait", &seconds);
        if (!status &&
            !(waypoint > (double)first && waypoint < (double)last && waypoint == floor(waypoint)))
            status = lw_value_fail(r->document, wait->items[0], LW_ERROR_ARGUMENT,
                                   "waits are at whole waypoints between %zu and %zu, in ascending "
                                   "order; this is %g",
                                   first, last, waypoint);
        if (status)
            break;
        add_leg(r, trajectory, first, (size_t)waypoint);
        first = (size_t)waypoint;
        r->time += seconds;
    }
    if (!status)
        add_leg(r, trajectory, first, SIZE_MAX);
    return status;
}

/* Reads {"wait": seconds}, or {"trajectory": name, "start": seconds, "waits": [[waypoint, seconds]]}.
 */
static lw_status read_step(reading *r, const lw_value *node)
{
    static const char *const keys[] = {"wait", "trajectory", "start", "waits", NULL};
    const lw_value *wait = lw_value_find(node, "wait");
    const lw_value *start = lw_value_find(node, "start");
    const lw_value *waits = lw_value_find(node, "waits");
    lw_value *name;
    double seconds = 0;
    r->timed = true;
    lw_status status = lw_value_keys(r->document, node, "a step", keys);
    if (!status && wait && node->count > 1)
        status = lw_value_fail(r->document, node, LW_ERROR_ARGUMENT,
                               "a step with \"wait\" has nothing else");
    if (!status && wait) {
        status = read_seconds(r, wait, "a wait", &seconds);
        r->time += seconds;
        return status;
    }
    if (!status)
        status = lw_value_need(r->document, node, "trajectory", &name);
    if (!status)
        status = find_trajectory(r, name, &r->trajectories[r->count]);
    if (!status && start)
        status = read_seconds(r, start, "a start", &r->time);
    if (status)
        return status;
    const size_t trajectory = r->trajectories[r->count++];
    if (waits)
        return read_waits(r, waits, trajectory);
    add_leg(r, trajectory, 0, SIZE_MAX);
    return LW_OK;
}

/* How many legs a robot's list has at most. */
static size_t most_legs(const lw_value *list)
{
    size_t count = list->count;
    for (size_t i = 0; i < list->count; i++) {
        const lw_value *waits =
            list->items[i]->kind == LW_VALUE_MAP ? lw_value_find(list->items[i], "waits") : NULL;
        count += waits && waits->kind == LW_VALUE_LIST ? waits->count : 0;
    }
    return count;
}

static lw_status read_sequence(const lw_cell *cell, lw_document *document, const lw_member *member,
                               lw_sequence *sequence, lw_course *course, bool *timed)
{
    reading r = {.cell = cell, .document = document, .member = member};
    lw_status status = find_robot(cell->scene, document, member, &r.robot);
    if (!status)
        status = lw_value_expect(document, member->value, "a robot's sequence", LW_VALUE_LIST);
    if (status)
        return status;
    const size_t count = member->value->count;
    r.trajectories = lw_document_take(document, count + 1, sizeof *r.trajectories);
    r.legs = lw_document_take(document, most_legs(member->value) + 1, sizeof *r.legs);
    if (!r.trajectories || !r.legs)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < count && !status; i++) {
        const lw_value *node = member->value->items[i];
        if (node->kind == LW_VALUE_MAP) {
            status = read_step(&r, node);
            continue;
        }
        status = find_trajectory(&r, node, &r.trajectories[r.count]);
        if (!status)
            add_leg(&r, r.trajectories[r.count++], 0, SIZE_MAX);
    }
    *sequence = (lw_sequence){r.robot, r.trajectories, r.count};
    *course = (lw_course){r.robot, r.legs, r.leg_count};
    *timed |= r.timed;
    return status;
}

lw_status lw_job_read_json(const lw_cell *cell, lw_document *document, const char *text, size_t length,
                           int line, lw_job *out)
{
    static const char *const keys[] = {"id", "robots", NULL};
    lw_value *root = NULL;
    lw_value *robots = NULL;
    bool timed = false;
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
    lw_course *courses = lw_document_take(document, robots->count + 1, sizeof *courses);
    out->sequences = sequences;
    out->courses = courses;
    out->count = robots->count;
    if (!out->id || !sequences || !courses)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < robots->count && !status; i++)
        status = read_sequence(cell, document, &robots->members[i], &sequences[i], &courses[i], &timed);
    out->timed = timed;
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
    status = lw_job_read_json(reader->cell, document, text, length, line > 0 ? line : 1, &job);
    lw_sized_write(type, &job, out);
    return status;
}
