/* Writes a verdict as one line of JSON, field by field, because their order is part of the format. */
#include "io/result/result_json.h"

#include <math.h>

#include "base/error.h"
#include "base/kinds.h"
#include "base/sized.h"
#include "cell/cell.h"
#include "io/result/cross_json.h"
#include "io/result/fields.h"
#include "io/text/json_write.h"
#include "io/text/text.h"
#include "leeway/limits.h"
#include "motion/notice.h"

const char *lw_verdict_name(lw_verdict_kind kind)
{
    static const char *const verdicts[] = {"free", "contact", "undecided", "leaves"};
    LW_ROW_FOR_EACH(LW_VERDICT, verdicts, LW_VERDICT_LEAVES);
    return verdicts[kind];
}

/* Writes the fields at the beginning of every line. id: JSON text; NULL: null. */
static void begin_line(lw_text *text, const char *id, lw_verdict_kind kind, bool seconds)
{
    lw_text_put(text, "{\"id\": ");
    lw_text_put(text, id ? id : "null");
    lw_word_field(text, "verdict", lw_verdict_name(kind));
    lw_word_field(text, "unit", seconds ? "s" : "1");
}

static void points_field(lw_text *text, const lw_vec3 points[2])
{
    const double p[6] = {points[0].x, points[0].y, points[0].z, points[1].x, points[1].y, points[1].z};
    for (size_t i = 0; i < 6; i++)
        if (!isfinite(p[i]))
            return;
    lw_text_put(text, ", \"points\": ");
    for (size_t i = 0; i < 6; i++) {
        lw_text_put(text, i == 0 ? "[[" : i == 3 ? "], [" : ", ");
        lw_json_write_number(text, p[i]);
    }
    lw_text_put(text, "]]");
}

static void distance_fields(lw_text *text, const lw_distance *contact)
{
    points_field(text, contact->points);
    lw_list_field(text, "normal", (double[]){contact->normal.x, contact->normal.y, contact->normal.z},
                  3);
    lw_list_field(text, "distance", (double[]){contact->lower, contact->upper}, 2);
    lw_number_field(text, "depth", contact->depth);
}

static void contact_fields(lw_text *text, const lw_scene *scene, const lw_verdict *verdict)
{
    const lw_distance *contact = &verdict->contact;
    lw_number_field(text, "time", verdict->time);
    if (!verdict->first)
        lw_text_put(text, ", \"first\": false");
    if (verdict->deviates)
        lw_text_put(text, ", \"deviates\": true");
    if (verdict->segment >= 0) {
        lw_json_write_key(text, "segment");
        lw_text_put_signed(text, verdict->segment);
    }
    if (verdict->reason == LW_REASON_LIMIT)
        return;
    lw_pair_field(text, "pair", scene, verdict->pair);
    distance_fields(text, contact);
}

static void bracket_field(lw_text *text, const char *name, const lw_clearance *clearance)
{
    lw_list_field(text, name, (double[]){clearance->lower, clearance->upper}, 2);
}

static void clearance_fields(lw_text *text, const lw_scene *scene, const lw_verdict *verdict)
{
    const lw_clearance *clearance = &verdict->clearance;
    if (clearance->pair[0] >= 0) {
        bracket_field(text, "clearance", clearance);
        lw_number_field(text, "clearance_at", clearance->at);
        lw_pair_field(text, "clearance_pair", scene, clearance->pair);
    }
    clearance = &verdict->self_clearance;
    if (clearance->pair[0] >= 0) {
        bracket_field(text, "self_clearance", clearance);
        lw_number_field(text, "self_clearance_at", clearance->at);
        lw_pair_field(text, "self_clearance_pair", scene, clearance->pair);
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
    case LW_REASON_DEPTH:
        return "depth";
    case LW_REASON_LIMIT:
        return "limit";
    case LW_REASON_TOLERANCE:
        return "tolerance";
    case LW_REASON_NONE:
        break;
    }
    return NULL;
}

/* Writes the fields of a motion that is allowed to begin in contact. */
static void leaving_fields(lw_text *text, const lw_scene *scene, const lw_verdict *verdict)
{
    static const char *const failures[] = {NULL, "new", "deeper", "stays"};
    LW_ROW_FOR_EACH(LW_FAILURE, failures, LW_FAILURE_STAYS);
    if (!verdict->start_pairs)
        return;
    if (verdict->kind == LW_VERDICT_LEAVES)
        lw_number_field(text, "time", verdict->time);
    if (verdict->kind != LW_VERDICT_CONTACT)
        lw_pair_field(text, "pair", scene, verdict->pair);
    else if (failures[verdict->failure])
        lw_word_field(text, "failure", failures[verdict->failure]);
    if (verdict->start_distance[0] != 0 || verdict->start_distance[1] != 0)
        lw_list_field(text, "start_distance", verdict->start_distance, 2);
    lw_count_field(text, "start_pairs", verdict->start_pairs);
    lw_number_field(text, "kept_until", verdict->kept_until);
}

static void near_field(lw_text *text, const lw_scene *scene, const lw_clearance *near, size_t count)
{
    lw_text_put(text, ", \"near\": [");
    for (size_t i = 0; i < count; i++) {
        lw_text_put(text, i ? ", {\"pair\": " : "{\"pair\": ");
        lw_write_pair(text, scene, near[i].pair);
        bracket_field(text, "distance", &near[i]);
        lw_number_field(text, "at", near[i].at);
        lw_text_put(text, "}");
    }
    lw_text_put(text, "]");
}

/* Writes the motion's notices (repairs, ignored parts, assumptions), if there are any. */
static void notices_field(lw_text *text, const lw_motion *motion)
{
    char sentence[LW_NOTICE_SIZE];
    size_t count = lw_motion_notice_count(motion);
    for (size_t i = 0; i < count; i++) {
        lw_motion_notice(motion, i, sentence, sizeof sentence);
        lw_text_put(text, i ? ", " : ", \"notices\": [");
        lw_json_write_text(text, sentence);
    }
    lw_text_put(text, count ? "]" : "");
}

/* Writes the fields of a verdict, but for its near misses, notices and counts. */
static void verdict_fields(lw_text *text, const lw_scene *scene, const lw_verdict *verdict)
{
    lw_number_field(text, "free_until", verdict->free_until);
    if (verdict->kind == LW_VERDICT_CONTACT)
        contact_fields(text, scene, verdict);
    if (verdict->kind == LW_VERDICT_FREE)
        clearance_fields(text, scene, verdict);
    leaving_fields(text, scene, verdict);
}

static void reason_field(lw_text *text, const lw_verdict *verdict)
{
    const char *reason = reason_name(verdict->reason);
    if ((verdict->kind == LW_VERDICT_UNDECIDED || verdict->reason == LW_REASON_LIMIT) && reason)
        lw_word_field(text, "reason", reason);
}

/* Writes the violation of a limit by which a verdict is a contact. */
static void limit_fields(lw_text *text, const lw_result *result)
{
    lw_violation first;
    lw_joint_info joint = lw_default_joint_info();
    size_t count = 0;
    if (result->verdict->reason != LW_REASON_LIMIT ||
        lw_motion_limits(result->motion, LW_LIMITS_SLACK, &first, 1, &count, NULL) || !count ||
        lw_scene_joint_info(result->scene, first.joint, &joint, NULL))
        return;
    lw_word_field(text, "kind", lw_limit_name(first.kind));
    if (lw_scene_robot_count(result->scene) > 1) {
        lw_json_write_key(text, "robot");
        lw_json_write_text(text, lw_scene_robot_name(result->scene, joint.robot));
    }
    lw_json_write_key(text, "joint");
    lw_json_write_text(text, joint.name);
    if (joint.kind == LW_JOINT_PLANAR)
        lw_count_field(text, "part", first.part);
    lw_number_field(text, "until", first.end);
    lw_number_field(text, "value", first.value);
    lw_number_field(text, "value_at", first.time);
    lw_number_field(text, "limit", first.limit);
}

static void count_fields(lw_text *text, const lw_verdict *verdict)
{
    lw_count_field(text, "pairs", verdict->pairs);
    lw_count_field(text, "queries", verdict->queries);
    lw_count_field(text, "samples", verdict->samples);
}

void lw_verdict_write_json(lw_text *text, const lw_scene *scene, const lw_verdict *verdict)
{
    lw_text_put(text, "{\"verdict\": \"");
    lw_text_put(text, lw_verdict_name(verdict->kind));
    lw_text_put(text, "\"");
    verdict_fields(text, scene, verdict);
    reason_field(text, verdict);
    count_fields(text, verdict);
    lw_text_put(text, "}");
}

void lw_result_write_json(lw_text *text, const lw_result *result)
{
    static const char *const interpolations[] = {NULL, "linear", "cubic", "quintic", "spline"};
    const lw_scene *scene = result->scene;
    const lw_verdict *verdict = result->verdict;
    bool seconds = lw_motion_in_seconds(result->motion);
    lw_interpolation interpolation = lw_motion_interpolation(result->motion);
    begin_line(text, result->id, verdict->kind, seconds);
    if (seconds && interpolations[interpolation])
        lw_word_field(text, "interpolation", interpolations[interpolation]);
    if (result->motion->begin > 0)
        lw_number_field(text, "since", result->motion->begin);
    verdict_fields(text, scene, verdict);
    if (result->near)
        near_field(text, scene, result->near, result->near_count);
    reason_field(text, verdict);
    limit_fields(text, result);
    notices_field(text, result->motion);
    if (result->cross)
        lw_cross_field(text, result);
    count_fields(text, verdict);
    if (result->microseconds > 0)
        lw_number_field(text, "microseconds", floor(result->microseconds * 10 + 0.5) / 10);
    lw_text_put(text, "}");
}

static void job_contact_fields(lw_text *text, const lw_cell *cell, const lw_cell_verdict *verdict)
{
    const lw_separation *contact = &verdict->contact;
    lw_number_field(text, "time", verdict->time);
    if (!verdict->first)
        lw_text_put(text, ", \"first\": false");
    lw_pair_field(text, "pair", cell->scene, verdict->pair);
    for (int i = 0; i < 2; i++) {
        lw_text_put(text, i ? ", " : ", \"trajectories\": [");
        if (verdict->trajectories[i] < 0)
            lw_text_put(text, "null");
        else
            lw_json_write_text(text, lw_cell_trajectory_name(cell, (size_t)verdict->trajectories[i]));
    }
    lw_text_put(text, "]");
    if (verdict->whole) {
        distance_fields(text, &verdict->distance);
        return;
    }
    points_field(text, (const lw_vec3[]){{contact->points[0].x, contact->points[0].y, 0},
                                         {contact->points[1].x, contact->points[1].y, 0}});
    lw_list_field(text, "normal", (double[]){contact->normal.x, contact->normal.y, 0}, 3);
    lw_list_field(text, "distance", (double[]){contact->lower, contact->upper}, 2);
    lw_number_field(text, "depth", contact->depth);
}

void lw_cell_write_json(lw_text *text, const lw_cell *cell, const char *id,
                        const lw_cell_verdict *verdict)
{
    const char *reason = reason_name(verdict->reason);
    begin_line(text, id, verdict->kind, true);
    lw_number_field(text, "free_until", verdict->free_until);
    lw_number_field(text, "end", verdict->end);
    if (verdict->kind == LW_VERDICT_CONTACT)
        job_contact_fields(text, cell, verdict);
    if (verdict->kind == LW_VERDICT_UNDECIDED && reason)
        lw_word_field(text, "reason", reason);
    lw_count_field(text, "pairs", verdict->pairs);
    lw_count_field(text, "queries", verdict->queries);
    lw_text_put(text, "}");
}

/* ---- public functions -------------------------------------------------------------------------- */

static lw_status check_kind(lw_verdict_kind kind, lw_error *error)
{
    return (int)kind >= LW_VERDICT_FREE && (int)kind <= LW_VERDICT_LEAVES
               ? LW_OK
               : lw_fail(error, LW_ERROR_ARGUMENT, "there is no verdict of kind %d", (int)kind);
}

static lw_status check_failure(lw_failure failure, lw_error *error)
{
    return (int)failure >= LW_FAILURE_NONE && (int)failure <= LW_FAILURE_STAYS
               ? LW_OK
               : lw_fail(error, LW_ERROR_ARGUMENT, "there is no failure %d", (int)failure);
}

lw_status lw_result_json(const lw_result *result, char *text, size_t size, size_t *length,
                         lw_error *error)
{
    lw_text line;
    lw_result own = lw_default_result();
    lw_verdict room;
    lw_cross cross_room;
    lw_status status = LW_OK;
    if (result)
        status = lw_sized_read(LW_SIZED(result), result, &own, error);
    if (!status)
        LW_SIZED_TAKE(verdict, own.verdict, &room, status, error);
    if (!status)
        LW_SIZED_TAKE(cross, own.cross, &cross_room, status, error);
    if (status)
        return status;
    result = &own;
    if (!result->scene || !result->motion || !result->verdict)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a result needs a scene, a motion and a verdict");
    if (result->motion->scene != result->scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion is of another scene");
    if ((status = check_kind(result->verdict->kind, error)) ||
        (status = check_failure(result->verdict->failure, error)) ||
        (status = lw_text_begin(&line, text, size, error)))
        return status;
    lw_result_write_json(&line, result);
    lw_text_end(&line, length);
    return LW_OK;
}

lw_status lw_cell_verdict_json(const lw_cell *cell, const char *id, const lw_cell_verdict *verdict,
                               char *text, size_t size, size_t *length, lw_error *error)
{
    lw_text line;
    lw_cell_verdict room;
    lw_status status = LW_OK;
    LW_SIZED_TAKE(cell_verdict, verdict, &room, status, error);
    if (status)
        return status;
    if (!cell || !verdict)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a result needs a cell and a verdict");
    if ((status = check_kind(verdict->kind, error)) ||
        (status = lw_text_begin(&line, text, size, error)))
        return status;
    lw_cell_write_json(&line, cell, id, verdict);
    lw_text_end(&line, length);
    return LW_OK;
}
