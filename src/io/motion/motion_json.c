/* Reads one motion in leeway's JSON: each robot's part becomes a track, and the tracks one motion. */
#include "io/motion/motion_json.h"

#include <string.h>

#include "base/sized.h"
#include "io/motion/payload_json.h"
#include "io/motion/spline_json.h"
#include "io/robot/columns.h"
#include "io/scene/pose_json.h"
#include "io/text/json.h"
#include "motion/motion.h"
#include "motion/spline.h"
#include "scene/names.h"

typedef struct builder {
    const lw_scene *scene;
    lw_document *document;
    const lw_motion_defaults *defaults;
} builder;

/* The part of one robot: a track or a spline. */
typedef struct part {
    lw_columns columns;
    bool is_spline;
    lw_track track;
    lw_spline spline;
} part;

static const char *const track_keys[] = {"from",   "to",    "path",   "trajectory", "rigid", "spline",
                                         "joints", "group", "attach", "release",    NULL};

/* Reads an interpolation by its name; without the key, the caller's default. */
static lw_status read_interpolation(builder *b, const lw_value *node, lw_interpolation *out)
{
    static const char *const names[] = {"linear", "cubic", "quintic"};
    static const lw_interpolation values[] = {LW_INTERPOLATION_LINEAR, LW_INTERPOLATION_CUBIC,
                                              LW_INTERPOLATION_QUINTIC};
    const lw_value *value = lw_value_find(node, "interpolation");
    const char *name = NULL;
    *out = b->defaults->interpolation;
    if (!value)
        return LW_OK;
    lw_status status = lw_value_text(b->document, value, "interpolation", &name);
    if (status)
        return status;
    for (size_t i = 0; i < 3; i++) {
        if (!strcmp(name, names[i])) {
            *out = values[i];
            return LW_OK;
        }
    }
    return lw_value_fail(b->document, value, LW_ERROR_SYNTAX,
                         "interpolation must be \"linear\", \"cubic\" or \"quintic\", not \"%.40s\"",
                         name);
}

static lw_status read_columns(builder *b, const lw_value *node, const char *robot, lw_columns *out)
{
    const lw_value *joints = lw_value_find(node, "joints");
    const lw_value *group_node = lw_value_find(node, "group");
    const char *group = b->defaults->group;
    lw_status status = LW_OK;
    if (joints && group_node)
        return lw_value_fail(b->document, group_node, LW_ERROR_SYNTAX,
                             "joints and group are both given; keep one");
    if (joints) {
        const char **names = NULL;
        size_t count = 0;
        if ((status = lw_value_text_list(b->document, joints, "joints", &names, &count)))
            return status;
        return lw_columns_of_names(b->scene, b->document, joints, robot, names, count, out);
    }
    if (group_node && (status = lw_value_text(b->document, group_node, "group", &group)))
        return status;
    if (!group_node && group && !lw_scene_joints(b->scene, robot, group, NULL) &&
        b->scene->model.robots.count > 1)
        group = NULL; /* the default group is another robot's */
    return lw_columns_of_group(b->scene, b->document, group_node ? group_node : node, robot, group,
                               out);
}

/* reads from and to, as a path of two waypoints */
static lw_status read_segment(builder *b, const lw_value *node, const lw_columns *columns,
                              lw_track *track)
{
    lw_value *from = NULL;
    lw_value *to = NULL;
    size_t count = columns->joints.value_count;
    lw_status status = lw_value_need(b->document, node, "from", &from);
    if (status || (status = lw_value_need(b->document, node, "to", &to)))
        return status;
    double *values = lw_document_take(b->document, 2 * count, sizeof *values);
    if (!values)
        return lw_fail_memory(b->document->error);
    track->positions = values;
    track->point_count = 2;
    if ((status = lw_columns_row(b->scene, b->document, from, columns, "from", true, values)))
        return status;
    return lw_columns_row(b->scene, b->document, to, columns, "to", true, values + count);
}

/* Reads velocities or accelerations: as many rows as there are positions, or none at all. */
static lw_status read_rates(builder *b, const lw_value *node, const char *key,
                            const lw_columns *columns, size_t wanted, const double **out)
{
    const lw_value *value = lw_value_find(node, key);
    double *values = NULL;
    size_t rows = 0;
    if (!value)
        return LW_OK;
    lw_status status =
        lw_columns_rows(b->scene, b->document, value, columns, key, false, &values, &rows);
    if (!status && rows != wanted)
        return lw_value_fail(b->document, value, LW_ERROR_ARGUMENT,
                             "there are %zu rows of %s, but %zu of positions", rows, key, wanted);
    *out = values;
    return status;
}

static lw_status check_times(builder *b, const lw_value *node, const double *times, size_t count,
                             size_t positions)
{
    if (count != positions)
        return lw_value_fail(b->document, node, LW_ERROR_ARGUMENT,
                             "there are %zu times, but %zu rows of positions", count, positions);
    if (times[0] < 0)
        return lw_value_fail(b->document, node->items[0], LW_ERROR_ARGUMENT,
                             "the first time is %g; it must be 0 or more", times[0]);
    for (size_t i = 1; i < count; i++)
        if (!(times[i] > times[i - 1]))
            return lw_value_fail(b->document, node->items[i], LW_ERROR_ARGUMENT,
                                 "times must increase; %g comes after %g", times[i], times[i - 1]);
    return lw_check_range(b->document, node->items[count - 1], "the last time", times[count - 1]);
}

static lw_status read_trajectory(builder *b, const lw_value *node, const lw_columns *columns,
                                 lw_track *track)
{
    static const char *const keys[] = {"times",         "positions",     "velocities",
                                       "accelerations", "interpolation", NULL};
    lw_value *times_node = NULL;
    lw_value *positions_node = NULL;
    double *times = NULL;
    double *positions = NULL;
    size_t count = 0;
    lw_status status = lw_value_keys(b->document, node, "a trajectory", keys);
    if (status || (status = lw_value_need(b->document, node, "times", &times_node)) ||
        (status = lw_value_need(b->document, node, "positions", &positions_node)) ||
        (status = lw_columns_rows(b->scene, b->document, positions_node, columns, "positions", false,
                                  &positions, &track->point_count)) ||
        (status = lw_value_number_list(b->document, times_node, "times", &times, &count)) ||
        (status = check_times(b, times_node, times, count, track->point_count)) ||
        (status = read_rates(b, node, "velocities", columns, count, &track->velocities)) ||
        (status = read_rates(b, node, "accelerations", columns, count, &track->accelerations)) ||
        (status = read_interpolation(b, node, &track->interpolation)))
        return status;
    if (track->accelerations && !track->velocities)
        return lw_value_fail(b->document, node, LW_ERROR_ARGUMENT,
                             "there are accelerations, but no velocities");
    track->kind = LW_TRACK_TRAJECTORY;
    track->times = times;
    track->positions = positions;
    return LW_OK;
}

/* Finds the floating joint that a rigid motion moves: the one that is named, or the robot's only
 * one. */
static lw_status floating_column(builder *b, const lw_value *node, lw_columns *columns)
{
    const lw_frozen *frozen = b->scene->frozen;
    int64_t found = -1;
    size_t count = 0;
    for (size_t i = 0; i < columns->joints.count; i++) {
        if (frozen->chains->joints[columns->joints.joints[i]].kind == LW_JOINT_FLOATING) {
            found = columns->joints.joints[i];
            count++;
        }
    }
    if (!count)
        return lw_value_fail(b->document, node, LW_ERROR_ARGUMENT,
                             "a rigid motion moves a floating joint; there is none");
    if (count > 1)
        return lw_value_fail(b->document, node, LW_ERROR_ARGUMENT,
                             "there are several floating joints; say with \"joints\" which one a rigid "
                             "motion moves");
    int64_t *list = lw_document_take(b->document, 1, sizeof *list);
    if (!list)
        return lw_fail_memory(b->document->error);
    *list = found;
    columns->joints.joints = list;
    columns->joints.count = 1;
    columns->joints.value_count = 7;
    return LW_OK;
}

static lw_status read_velocity(builder *b, const lw_value *node, const char *key, lw_vec3 *out)
{
    const lw_value *value = lw_value_find(node, key);
    return value ? lw_value_point(b->document, value, key, out) : LW_OK;
}

static lw_status read_rigid(builder *b, const lw_value *node, lw_track *track)
{
    static const char *const keys[] = {"position",         "rpy",   "orientation", "linear_velocity",
                                       "angular_velocity", "frame", "duration",    NULL};
    const char *frame = "world";
    lw_value *duration = NULL;
    const lw_value *frame_node = lw_value_find(node, "frame");
    lw_status status = lw_value_keys(b->document, node, "a rigid motion", keys);
    if (status || (status = lw_json_pose(b->document, node, false, &track->pose)) ||
        (status = read_velocity(b, node, "linear_velocity", &track->linear_velocity)) ||
        (status = read_velocity(b, node, "angular_velocity", &track->angular_velocity)) ||
        (frame_node && (status = lw_value_text(b->document, frame_node, "frame", &frame))) ||
        (status = lw_value_need(b->document, node, "duration", &duration)) ||
        (status = lw_value_quantity(b->document, duration, "duration", &track->duration)))
        return status;
    if (!(track->duration > 0))
        return lw_value_fail(b->document, duration, LW_ERROR_ARGUMENT,
                             "duration is %g; it must be above 0", track->duration);
    if (strcmp(frame, "world") != 0 && strcmp(frame, "body") != 0)
        return lw_value_fail(b->document, frame_node, LW_ERROR_SYNTAX,
                             "frame must be \"world\" or \"body\", not \"%.40s\"", frame);
    track->in_body_frame = frame[0] == 'b';
    track->kind = LW_TRACK_RIGID;
    return LW_OK;
}

/* Finds the key that decides the kind of track; there must be exactly one. */
static lw_status find_kind(builder *b, const lw_value *node, const char **kind)
{
    static const char *const kinds[] = {"path", "trajectory", "rigid", "spline"};
    *kind = lw_value_find(node, "from") || lw_value_find(node, "to") ? "from" : NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!lw_value_find(node, kinds[i]))
            continue;
        if (*kind)
            return lw_value_fail(b->document, node, LW_ERROR_SYNTAX,
                                 "%s and %s are both given; a motion is one of from and to, path, "
                                 "trajectory, rigid, spline and robots",
                                 *kind, kinds[i]);
        *kind = kinds[i];
    }
    return *kind
               ? LW_OK
               : lw_value_fail(b->document, node, LW_ERROR_SYNTAX,
                               "a motion needs one of from and to, path, trajectory, rigid, spline and "
                               "robots");
}

static lw_status read_track(builder *b, const lw_value *node, const char *kind, lw_columns *columns,
                            lw_track *track)
{
    const lw_value *value = lw_value_find(node, kind);
    lw_status status = LW_OK;
    *track = lw_default_track();
    track->no_wrap = b->defaults->no_wrap;
    track->no_approach = b->defaults->no_approach;
    if (!strcmp(kind, "from")) {
        status = read_segment(b, node, columns, track);
    } else if (!strcmp(kind, "path")) {
        double *values = NULL;
        status = lw_columns_rows(b->scene, b->document, value, columns, "path", true, &values,
                                 &track->point_count);
        track->positions = values;
    } else if (!strcmp(kind, "trajectory")) {
        status = read_trajectory(b, value, columns, track);
    } else if (!(status = floating_column(b, node, columns))) {
        status = read_rigid(b, value, track);
    }
    track->joints = &columns->joints;
    return status ? status : lw_json_payloads(b->document, node, track);
}

/* Splines have no waypoints at which objects could be attached or released. */
static lw_status read_spline(builder *b, const lw_value *node, lw_columns *columns, lw_spline *out)
{
    static const char *const payloads[] = {"attach", "release"};
    for (size_t i = 0; i < 2; i++)
        if (lw_value_find(node, payloads[i]))
            return lw_value_fail(b->document, lw_value_find(node, payloads[i]), LW_ERROR_ARGUMENT,
                                 "%s is of waypoints; a spline has none", payloads[i]);
    return lw_spline_json_read(b->scene, b->document, lw_value_find(node, "spline"), columns, out);
}

static lw_status read_part(builder *b, const lw_value *node, const char *robot, part *out)
{
    const char *kind = NULL;
    lw_status status = find_kind(b, node, &kind);
    if (status || (status = read_columns(b, node, robot, &out->columns)))
        return status;
    out->is_spline = !strcmp(kind, "spline");
    return out->is_spline ? read_spline(b, node, &out->columns, &out->spline)
                          : read_track(b, node, kind, &out->columns, &out->track);
}

/* Sets a motion to the parts of its robots. */
static lw_status set_parts(builder *b, const part *parts, size_t count, const lw_value *place,
                           lw_motion *motion)
{
    lw_track *tracks = lw_document_take(b->document, count, sizeof *tracks);
    lw_spline *splines = lw_document_take(b->document, count, sizeof *splines);
    size_t track_count = 0;
    size_t spline_count = 0;
    if (!tracks || !splines)
        return lw_fail_memory(b->document->error);
    for (size_t i = 0; i < count; i++) {
        if (parts[i].is_spline)
            splines[spline_count++] = parts[i].spline;
        else
            tracks[track_count++] = parts[i].track;
    }
    return lw_value_place(
        b->document, place,
        lw_motion_set_parts(motion, tracks, track_count, splines, spline_count, b->document->error));
}

static lw_status set_several(builder *b, const lw_value *node, lw_motion *motion)
{
    static const char *const keys[] = {"id", "robots", "clearance", NULL};
    const lw_value *robots = lw_value_find(node, "robots");
    lw_status status = lw_value_keys(b->document, node, "a motion of several robots", keys);
    if (status || (status = lw_value_expect(b->document, robots, "robots", LW_VALUE_MAP)))
        return status;
    if (!robots->count)
        return lw_value_fail(b->document, robots, LW_ERROR_ARGUMENT, "robots names no robot");
    part *parts = lw_document_take(b->document, robots->count, sizeof *parts);
    if (!parts)
        return lw_fail_memory(b->document->error);
    for (size_t i = 0; i < robots->count; i++) {
        const lw_member *member = &robots->members[i];
        const lw_value location = {.line = member->line, .column = member->column};
        if (lw_model_find_robot(&b->scene->model, member->key) < 0)
            return lw_value_fail(b->document, &location, LW_ERROR_NAME, "there is no robot \"%.60s\"%s",
                                 member->key, lw_hint_robot(&b->scene->model, member->key).text);
        if ((status =
                 lw_value_keys(b->document, member->value, "the motion of one robot", track_keys)) ||
            (status = read_part(b, member->value, member->key, &parts[i])))
            return status;
    }
    return set_parts(b, parts, robots->count, robots, motion);
}

lw_status lw_motion_json_set(const lw_scene *scene, lw_document *document, const lw_value *node,
                             const lw_motion_defaults *defaults, lw_motion *motion)
{
    /* clearance is a key of results; it is accepted and ignored */
    static const char *const keys[] = {"id",     "from",    "to",        "path",  "trajectory",
                                       "rigid",  "spline",  "joints",    "group", "robots",
                                       "attach", "release", "clearance", NULL};
    builder b = {scene, document, defaults};
    lw_status status = lw_motion_set(motion, NULL, 0, document->error);
    if (status || (status = lw_value_keys(document, node, "a motion", keys)))
        return status;
    /* an id may be null, nothing else */
    for (size_t i = 0; i < node->count && !status; i++)
        if (strcmp(node->members[i].key, "id") != 0)
            status = lw_value_refuse_null(document, node->members[i].value);
    if (status)
        return status;
    if (lw_value_find(node, "robots"))
        return set_several(&b, node, motion);
    if (!defaults->robot && scene->model.robots.count > 1)
        return lw_value_fail(document, node, LW_ERROR_NAME,
                             "the scene has %zu robots; say with \"robots\" which of them move how",
                             scene->model.robots.count);
    part only;
    if ((status = read_part(&b, node, defaults->robot, &only)))
        return status;
    return set_parts(&b, &only, 1, node, motion);
}

lw_status lw_motion_read_json(const lw_scene *scene, const char *text, const char *file, int line,
                              const lw_motion_defaults *defaults, lw_motion *motion, char *id,
                              size_t id_size, lw_error *error)
{
    lw_motion_defaults own = lw_default_motion_defaults();
    if (!scene || !text || !motion)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a scene, a text or a motion is missing");
    if (motion->scene != scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion is of another scene");
    lw_status status = LW_OK;
    if (defaults)
        status = lw_sized_read(LW_SIZED(motion_defaults), defaults, &own, error);
    if (status)
        return status;
    lw_document document = {.file = file, .error = error};
    lw_value *root = NULL;
    status = lw_json_parse(&document, text, strlen(text), line > 0 ? line : 1, &root);
    if (!status)
        status = lw_motion_json_set(scene, &document, root, &own, motion);
    if (id && id_size) {
        const lw_value *found = lw_value_find(root, "id");
        const char *json = found ? lw_json_source(&document, found) : "null";
        if (!json) {
            status = lw_fail_memory(error);
            json = "null";
        } else if (strlen(json) >= id_size) {
            if (!status)
                status = lw_value_fail(&document, found, LW_ERROR_ARGUMENT,
                                       "the id is longer than %zu bytes", id_size - 1);
            json = "null";
        }
        memcpy(id, json, strlen(json) < id_size ? strlen(json) + 1 : 1);
        id[id_size - 1] = '\0';
    }
    lw_document_free(&document);
    return status;
}

size_t lw_scene_motion_count(const lw_scene *scene)
{
    return scene->model.motions.count;
}

const char *lw_scene_motion_name(const lw_scene *scene, size_t index)
{
    return index < scene->model.motions.count ? scene->model.motions.items[index].name : NULL;
}

lw_status lw_scene_motion_read(const lw_scene *scene, size_t index, const lw_motion_defaults *defaults,
                               lw_motion *motion, char *id, size_t id_size, lw_error *error)
{
    if (!scene || index >= scene->model.motions.count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no motion %zu; the scene names %zu", index,
                       scene ? scene->model.motions.count : 0);
    const lw_model_motion *named = &scene->model.motions.items[index];
    return lw_motion_read_json(scene, named->json, named->file, named->line, defaults, motion, id,
                               id_size, error);
}
