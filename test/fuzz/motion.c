/* Fuzzes readers of motions and jobs from files, for scenes that are made here once. */
#include <string.h>

#include "cell/cell.h"
#include "fuzz.h"
#include "io/motion/job_json.h"
#include "io/motion/motion_reader.h"
#include "io/segment_twice.h"
#include "io/text/document.h"

typedef struct world {
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
    lw_cell *cell;
    lw_judge *judge;
} world;

static world space; /* an arm */
static world plane; /* two discs on planar joints, and a cell of their trajectories */

static void destroy(world *w)
{
    lw_judge_destroy(w->judge);
    lw_cell_destroy(w->cell);
    lw_checker_destroy(w->checker);
    lw_motion_destroy(w->motion);
    lw_scene_destroy(w->scene);
}

static void destroy_worlds(void)
{
    destroy(&space);
    destroy(&plane);
}

static void must(lw_status status)
{
    fuzz_require(status == LW_OK);
}

/* adds a robot of two links at a place along x */
static void add_robot(world *w, const char *name, lw_joint_kind kind, const lw_shape_def *shape,
                      double x)
{
    lw_joint_def joint = lw_default_joint();
    joint.name = "j";
    joint.kind = kind;
    joint.parent = "base";
    joint.child = "body";
    joint.axis = (lw_vec3){0, 0, 1};
    joint.lower = -3;
    joint.upper = 3;
    lw_pose place = lw_pose_identity();
    place.position.x = x;
    must(lw_scene_add_robot(w->scene, name, place, NULL));
    must(lw_scene_add_link(w->scene, name, "base", NULL));
    must(lw_scene_add_link(w->scene, name, "body", NULL));
    must(lw_scene_add_joint(w->scene, name, &joint, NULL));
    must(lw_scene_add_shape(w->scene, name, "body", shape, lw_pose_identity(), NULL));
}

static void finish(world *w, const lw_shape_def *shape)
{
    lw_pose place = lw_pose_identity();
    place.position.y = 0.7;
    must(lw_scene_add_obstacle(w->scene, "box", shape, place, NULL));
    must(lw_scene_freeze(w->scene, NULL));
    must(lw_motion_create(w->scene, &w->motion, NULL));
    must(lw_checker_create(w->scene, &w->checker, NULL));
}

static void add_way(const char *name, size_t robot, double from, double to)
{
    const double times[2] = {0, 1};
    const double positions[6] = {from, 0, 0, to, 0, 0};
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = lw_scene_joints(plane.scene, lw_scene_robot_name(plane.scene, robot), NULL, NULL);
    track.point_count = 2;
    track.times = times;
    track.positions = positions;
    must(lw_motion_set(plane.motion, &track, 1, NULL));
    must(lw_cell_add(plane.cell, name, plane.motion, NULL));
}

static void make_worlds(void)
{
    if (space.scene)
        return;
    lw_shape_def ball = lw_default_shape();
    ball.radius = 0.3;
    must(lw_scene_create(&space.scene, NULL));
    add_robot(&space, "a", LW_JOINT_REVOLUTE, &ball, 0);
    add_robot(&space, "b", LW_JOINT_FLOATING, &ball, 1);
    finish(&space, &ball);

    lw_shape_def disc = lw_default_shape();
    disc.kind = LW_SHAPE_DISC;
    disc.radius = 0.3;
    must(lw_scene_create(&plane.scene, NULL));
    must(lw_scene_set_dimension(plane.scene, 2, NULL));
    add_robot(&plane, "a", LW_JOINT_PLANAR, &disc, 0);
    add_robot(&plane, "b", LW_JOINT_PLANAR, &disc, 2);
    finish(&plane, &disc);
    must(lw_cell_create(plane.scene, &plane.cell, NULL));
    add_way("go", 0, 0, 1);
    add_way("back", 0, 1, 0);
    add_way("go", 1, 0, -1);
    add_way("stay", 1, 0, 0);
    must(lw_judge_create(plane.cell, 1 << 16, &plane.judge, NULL));
    atexit(destroy_worlds);
}

static void check_motion(world *w)
{
    lw_verdict verdict = lw_default_verdict();
    lw_error error = {0};
    lw_check_options options = lw_default_check_options();
    options.budget_queries = 100;
    if (fuzz_answer(lw_check(w->checker, w->motion, &options, &verdict, &error), &error))
        fuzz_verdict(w->scene, w->motion, &verdict);
}

/* An error ends the reading of a file, unless its format has a motion on each line. */
static void read_motions(world *w, const char *path, lw_motion_format format)
{
    lw_error error = {0};
    lw_motion_reader *reader = NULL;
    const lw_motion_defaults defaults = {.struct_size = sizeof(lw_motion_defaults), .robot = "a"};
    if (!fuzz_answer(lw_motion_reader_open(w->scene, path, format, &defaults, &reader, &error), &error))
        return;
    bool more = true;
    for (int i = 0; i < 100 && more; i++) {
        const char *id = NULL;
        error = (lw_error){0};
        lw_status status = lw_motion_reader_next(reader, w->motion, &id, &more, &error);
        if (fuzz_answer(status, &error) && more) {
            fuzz_require(id);
            check_motion(w);
        } else if (status && format != LW_MOTION_FORMAT_JSON_LINES) {
            break;
        }
    }
    lw_motion_reader_close(reader);
}

static void read_in_both(const uint8_t *bytes, size_t size, lw_motion_format format)
{
    make_worlds();
    const char *path = fuzz_file(bytes, size, "motions");
    read_motions(&space, path, format);
    read_motions(&plane, path, format);
}

/* If the reader of segments takes a line, it holds the values that it read. */
static void read_segments(const char *text, size_t size)
{
    for (size_t count = 1; count <= 3; count += 2) {
        size_t length = 0;
        for (size_t at = 0; at < size; at += length + 1) {
            double values[2 * SEGMENT_VALUES];
            lw_segment_line line = {.count = count, .values = values};
            const char *end = memchr(text + at, '\n', size - at);
            length = end ? (size_t)(end - text) - at : size - at;
            if (lw_segment_line_read(text + at, length, &line))
                fuzz_require(segment_agrees(text + at, length, &line));
        }
    }
}

void fuzz_motion_json(const uint8_t *bytes, size_t size)
{
    read_segments((const char *)bytes, size);
    read_in_both(bytes, size, LW_MOTION_FORMAT_JSON_LINES);
}

void fuzz_csv(const uint8_t *bytes, size_t size)
{
    read_in_both(bytes, size, LW_MOTION_FORMAT_PATH);
}

void fuzz_joint_trajectory(const uint8_t *bytes, size_t size)
{
    read_in_both(bytes, size, LW_MOTION_FORMAT_PATH);
}

void fuzz_request(const uint8_t *bytes, size_t size)
{
    read_in_both(bytes, size, LW_MOTION_FORMAT_REQUEST);
}

void fuzz_job_json(const uint8_t *bytes, size_t size)
{
    make_worlds();
    lw_error error = {0};
    lw_job job = lw_default_job();
    lw_document document = {.error = &error};
    char *text = calloc(size + 1, 1);
    fuzz_require(text);
    if (size)
        memcpy(text, bytes, size);
    lw_status status = lw_job_read_json(plane.cell, &document, text, size, 1, &job);
    if (fuzz_answer(status, &error)) {
        lw_cell_verdict verdict = lw_default_cell_verdict();
        status = lw_judge_job(plane.judge, job.sequences, job.count, NULL, &verdict, &error);
        if (fuzz_answer(status, &error))
            fuzz_require(verdict.free_until >= 0 && verdict.free_until <= verdict.end);
    }
    lw_document_free(&document);
    free(text);
}
