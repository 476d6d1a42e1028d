/* Hong's polytopes and motions as scenes: two flying bodies, each with constant velocities. K1 turns
 * about the world's z axis, K2 about its own. The verdicts are those of whole scenes; they are held
 * against the first contacts that the table times. */
#include "hong/hong_examples.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

static const double turn = 6.283185307179586;

static lw_status add_body(lw_scene *scene, const char *name, const lw_convex *polytope, lw_error *error)
{
    const lw_shape_def shape = lw_hong_shape(polytope);
    lw_joint_def joint = lw_default_joint();
    joint.name = "flight";
    joint.kind = LW_JOINT_FLOATING;
    joint.parent = "origin";
    joint.child = "body";
    lw_status status = lw_scene_add_robot(scene, name, lw_pose_identity(), error);
    if (!status)
        status = lw_scene_add_link(scene, name, "origin", error);
    if (!status)
        status = lw_scene_add_link(scene, name, "body", error);
    if (!status)
        status = lw_scene_add_joint(scene, name, &joint, error);
    return status ? status : lw_scene_add_shape(scene, name, "body", &shape, lw_pose_identity(), error);
}

static lw_status make_scene(const lw_hong_example *e, lw_scene **out, lw_error *error)
{
    lw_status status = lw_scene_create(out, error);
    if (!status)
        status = add_body(*out, "K1", &e->shapes[0], error);
    if (!status)
        status = add_body(*out, "K2", &e->shapes[1], error);
    return status ? status : lw_scene_freeze(*out, error);
}

static lw_status set_motion(const lw_scene *scene, const lw_hong_start *start, lw_motion *motion,
                            lw_error *error)
{
    lw_track tracks[2];
    for (int i = 0; i < 2; i++) {
        tracks[i] = lw_default_track();
        tracks[i].kind = LW_TRACK_RIGID;
        tracks[i].joints = lw_scene_movable_joints(scene, (size_t)i);
        tracks[i].duration = 1;
    }
    tracks[0].angular_velocity = (lw_vec3){0, 0, turn};
    tracks[1].angular_velocity = (lw_vec3){0, 0, turn / 2};
    tracks[1].in_body_frame = true;
    tracks[1].pose.position = start->position;
    tracks[1].pose.orientation = start->orientation;
    return lw_motion_set(motion, tracks, 2, error);
}

static void print_motion(FILE *file, const lw_hong_start *start)
{
    const lw_quat *q = &start->orientation;
    const double turns[2][3] = {{0, 0, turn}, {0, 0, turn / 2}};
    fputs(", \"robots\": {\"K1\": {\"rigid\": {\"angular_velocity\": ", file);
    lw_scene_files_row(file, turns[0], 3);
    fputs(", \"duration\": 1}}, \"K2\": {\"rigid\": {\"position\": ", file);
    lw_scene_files_row(file, &start->position.x, 3);
    fputs(", \"orientation\": ", file);
    lw_scene_files_row(file, (const double[]){q->x, q->y, q->z, q->w}, 4);
    fputs(", \"angular_velocity\": ", file);
    lw_scene_files_row(file, turns[1], 3);
    fputs(", \"frame\": \"body\", \"duration\": 1}}}", file);
}

/* Holds a verdict against the first contact of the public call for two shapes. */
static lw_status compare(const lw_hong_example *e, lw_hong_start *start, const lw_verdict *verdict,
                         lw_error *error)
{
    const lw_convex_motion motion = {lw_hong_states, start, 0, 1};
    lw_convex_contact found = lw_default_convex_contact();
    lw_status status = lw_convex_pair_first_contact(e->pair, &motion, NULL, &found, error);
    if (status || found.kind == LW_VERDICT_UNDECIDED || verdict->kind == LW_VERDICT_UNDECIDED)
        return status;
    if (found.kind == verdict->kind &&
        (found.kind == LW_VERDICT_FREE || fabs(found.time - verdict->time) <= 2e-4))
        return LW_OK;
    return lw_fail(error, LW_ERROR_STATE, "a scene's verdict is not that of its two shapes alone");
}

static lw_status write_example(const lw_hong_example *e, lw_scene_files *files, lw_error *error)
{
    char name[64];
    lw_scene *scene = NULL;
    lw_motion *motion = NULL;
    snprintf(name, sizeof name, "hong_%u_%u", e->shapes[0].polytope->vertex_count,
             e->shapes[1].polytope->vertex_count);
    lw_status status = make_scene(e, &scene, error);
    if (!status)
        status = lw_motion_create(scene, &motion, error);
    if (!status)
        status = lw_scene_files_open(files, name, scene, error);
    for (int half = 0; half < LW_HONG_HALVES; half++)
        for (int i = 0; i < e->counts[half] && !status; i++) {
            lw_hong_start *start = &e->halves[half][i];
            lw_verdict verdict = lw_default_verdict();
            status = set_motion(scene, start, motion, error);
            if (status)
                break;
            print_motion(lw_scene_files_line(files), start);
            status = lw_scene_files_judge(files, motion, &verdict, error);
            if (!status)
                status = compare(e, start, &verdict, error);
        }
    const lw_status closed = lw_scene_files_close(files, status ? NULL : error);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
    return status ? status : closed;
}

lw_status lw_hong_write_scenes(const lw_bench_options *options, lw_scene_files *files, lw_error *error)
{
    lw_hong_example *examples = NULL;
    size_t count = 0;
    lw_status status = lw_hong_examples_make(options, &examples, &count, error);
    for (size_t i = 0; i < count && !status; i++)
        status = write_example(&examples[i], files, error);
    lw_hong_examples_drop(examples, count);
    return status;
}
