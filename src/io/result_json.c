/* A verdict as one JSON line, written by hand because the order of its fields is part of the format. */
#include "io/result_json.h"

#include <inttypes.h>
#include <math.h>

#include "base/error.h"
#include "base/sized.h"
#include "cell/cell.h"
#include "io/json_write.h"
#include "io/text_stream.h"
#include "motion/motion.h"

/* Writes a field that is a number; JSON has no number that is not finite. */
static void number_field(FILE *file, const char *name, double value)
{
    if (!isfinite(value))
        return;
    fprintf(file, ", \"%s\": ", name);
    lw_json_write_number(file, value);
}

/* Writes a field that is a list of numbers, unless one of them is not finite. */
static void list_field(FILE *file, const char *name, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return;
    fprintf(file, ", \"%s\": [", name);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", file);
        lw_json_write_number(file, values[i]);
    }
    putc(']', file);
}

static void write_pair(FILE *file, const lw_scene *scene, const int64_t pair[2])
{
    putc('[', file);
    lw_json_write_text(file, lw_scene_body_name(scene, (size_t)pair[0]));
    fputs(", ", file);
    lw_json_write_text(file, lw_scene_body_name(scene, (size_t)pair[1]));
    putc(']', file);
}

static void pair_field(FILE *file, const char *name, const lw_scene *scene, const int64_t pair[2])
{
    if (pair[0] < 0 || pair[1] < 0)
        return;
    fprintf(file, ", \"%s\": ", name);
    write_pair(file, scene, pair);
}

static void points_field(FILE *file, const lw_vec3 points[2])
{
    const double p[6] = {points[0].x, points[0].y, points[0].z, points[1].x, points[1].y, points[1].z};
    for (size_t i = 0; i < 6; i++)
        if (!isfinite(p[i]))
            return;
    fputs(", \"points\": ", file);
    for (size_t i = 0; i < 6; i++) {
        fputs(i == 0 ? "[[" : i == 3 ? "], [" : ", ", file);
        lw_json_write_number(file, p[i]);
    }
    fputs("]]", file);
}

static void contact_fields(FILE *file, const lw_scene *scene, const lw_verdict *verdict)
{
    const lw_distance *contact = &verdict->contact;
    number_field(file, "time", verdict->time);
    if (!verdict->first)
        fputs(", \"first\": false", file);
    fprintf(file, ", \"segment\": %" PRId64, verdict->segment);
    pair_field(file, "pair", scene, verdict->pair);
    points_field(file, contact->points);
    list_field(file, "normal", (double[]){contact->normal.x, contact->normal.y, contact->normal.z}, 3);
    number_field(file, "depth", contact->depth);
}

static void bracket_field(FILE *file, const char *name, const lw_clearance *clearance)
{
    list_field(file, name, (double[]){clearance->lower, clearance->upper}, 2);
}

static void clearance_fields(FILE *file, const lw_scene *scene, const lw_verdict *verdict)
{
    const lw_clearance *clearance = &verdict->clearance;
    if (clearance->pair[0] >= 0) {
        bracket_field(file, "clearance", clearance);
        number_field(file, "clearance_at", clearance->at);
        pair_field(file, "clearance_pair", scene, clearance->pair);
    }
    clearance = &verdict->self_clearance;
    if (clearance->pair[0] >= 0) {
        bracket_field(file, "self_clearance", clearance);
        number_field(file, "self_clearance_at", clearance->at);
        pair_field(file, "self_clearance_pair", scene, clearance->pair);
    }
}

static const char *reason_name(lw_reason reason)
{
    switch (reason) {
    case LW_REASON_BUDGET:
        return "budget";
    case LW_REASON_PRECISION:
        return "precision";
    case LW_REASON_SAMPLED:
        return "sampled";
    case LW_REASON_STOPPED:
        return "stopped";
    case LW_REASON_NONE:
        break;
    }
    return NULL;
}

static void near_field(FILE *file, const lw_scene *scene, const lw_clearance *near, size_t count)
{
    fputs(", \"near\": [", file);
    for (size_t i = 0; i < count; i++) {
        fprintf(file, "%s{\"pair\": ", i ? ", " : "");
        write_pair(file, scene, near[i].pair);
        bracket_field(file, "distance", &near[i]);
        number_field(file, "at", near[i].at);
        putc('}', file);
    }
    putc(']', file);
}

static const char *const verdicts[] = {"free", "contact", "undecided"};

bool lw_result_write_json(FILE *file, const lw_result *result)
{
    static const char *const interpolations[] = {NULL, "linear", "cubic", "quintic"};
    const lw_scene *scene = result->scene;
    const lw_verdict *verdict = result->verdict;
    bool seconds = lw_motion_in_seconds(result->motion);
    lw_interpolation interpolation = lw_motion_interpolation(result->motion);
    const char *reason = reason_name(verdict->reason);
    fprintf(file, "{\"id\": %s, \"verdict\": \"%s\", \"unit\": \"%s\"",
            result->id ? result->id : "null", verdicts[verdict->kind], seconds ? "s" : "1");
    if (seconds && interpolations[interpolation])
        fprintf(file, ", \"interpolation\": \"%s\"", interpolations[interpolation]);
    number_field(file, "free_until", verdict->free_until);
    if (verdict->kind == LW_VERDICT_CONTACT)
        contact_fields(file, scene, verdict);
    if (verdict->kind == LW_VERDICT_FREE)
        clearance_fields(file, scene, verdict);
    if (result->near)
        near_field(file, scene, result->near, result->near_count);
    if (verdict->kind == LW_VERDICT_UNDECIDED && reason)
        fprintf(file, ", \"reason\": \"%s\"", reason);
    fprintf(file, ", \"pairs\": %" PRIu64 ", \"queries\": %" PRIu64 ", \"samples\": %" PRIu64,
            verdict->pairs, verdict->queries, verdict->samples);
    if (result->microseconds > 0)
        number_field(file, "microseconds", floor(result->microseconds * 10 + 0.5) / 10);
    fputs("}\n", file);
    return !ferror(file);
}

static void job_contact_fields(FILE *file, const lw_cell *cell, const lw_cell_verdict *verdict)
{
    const lw_separation *contact = &verdict->contact;
    number_field(file, "time", verdict->time);
    if (!verdict->first)
        fputs(", \"first\": false", file);
    pair_field(file, "pair", cell->scene, verdict->pair);
    for (int i = 0; i < 2; i++) {
        fputs(i ? ", " : ", \"trajectories\": [", file);
        if (verdict->trajectories[i] < 0)
            fputs("null", file);
        else
            lw_json_write_text(file, lw_cell_trajectory_name(cell, (size_t)verdict->trajectories[i]));
    }
    putc(']', file);
    points_field(file, (const lw_vec3[]){{contact->points[0].x, contact->points[0].y, 0},
                                         {contact->points[1].x, contact->points[1].y, 0}});
    list_field(file, "normal", (double[]){contact->normal.x, contact->normal.y, 0}, 3);
    number_field(file, "depth", contact->depth);
}

bool lw_cell_write_json(FILE *file, const lw_cell *cell, const char *id, const lw_cell_verdict *verdict)
{
    const char *reason = reason_name(verdict->reason);
    fprintf(file, "{\"id\": %s, \"verdict\": \"%s\", \"unit\": \"s\"", id ? id : "null",
            verdicts[verdict->kind]);
    number_field(file, "free_until", verdict->free_until);
    number_field(file, "end", verdict->end);
    if (verdict->kind == LW_VERDICT_CONTACT)
        job_contact_fields(file, cell, verdict);
    if (verdict->kind == LW_VERDICT_UNDECIDED && reason)
        fprintf(file, ", \"reason\": \"%s\"", reason);
    fprintf(file, ", \"pairs\": %" PRIu64 ", \"queries\": %" PRIu64 "}\n", verdict->pairs,
            verdict->queries);
    return !ferror(file);
}

/* ---- into the caller's memory ------------------------------------------------------------------ */

static lw_status check_kind(lw_verdict_kind kind, lw_error *error)
{
    return (int)kind >= LW_VERDICT_FREE && (int)kind <= LW_VERDICT_UNDECIDED
               ? LW_OK
               : lw_fail(error, LW_ERROR_ARGUMENT, "there is no verdict of kind %d", (int)kind);
}

lw_status lw_result_json(const lw_result *result, char *text, size_t size, size_t *length,
                         lw_error *error)
{
    lw_text_stream stream;
    lw_result own = lw_default_result();
    lw_verdict room;
    lw_status status = LW_OK;
    if (result)
        status = lw_sized_read(LW_SIZED(result, default_result), result, &own, error);
    if (!status)
        LW_SIZED_TAKE(verdict, default_verdict, own.verdict, &room, status, error);
    if (status)
        return status;
    result = &own;
    if (!result->scene || !result->motion || !result->verdict)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a result needs a scene, a motion and a verdict");
    if (result->motion->scene != result->scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion is of another scene");
    if ((status = check_kind(result->verdict->kind, error)) ||
        (status = lw_text_begin(&stream, text, size, error)))
        return status;
    bool written = lw_result_write_json(stream.file, result);
    return lw_text_end(&stream, written, length, error);
}

lw_status lw_cell_verdict_json(const lw_cell *cell, const char *id, const lw_cell_verdict *verdict,
                               char *text, size_t size, size_t *length, lw_error *error)
{
    lw_text_stream stream;
    lw_cell_verdict room;
    lw_status status = LW_OK;
    LW_SIZED_TAKE(cell_verdict, default_cell_verdict, verdict, &room, status, error);
    if (status)
        return status;
    if (!cell || !verdict)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a result needs a cell and a verdict");
    if ((status = check_kind(verdict->kind, error)) ||
        (status = lw_text_begin(&stream, text, size, error)))
        return status;
    bool written = lw_cell_write_json(stream.file, cell, id, verdict);
    return lw_text_end(&stream, written, length, error);
}
