/* Zhang's pairs as scenes in the plane: one scene for each number of vertices and each class, with all
 * its pairs. The first polygon of pair i is the robot "a<i>", the second the obstacle "b<i>", and no
 * other two are checked: `leeway distance SCENE --pairs --algorithm barycode` asks all pairs. The
 * motion turns nothing: it stands still. The verdict on it is that of whole scenes; each distance is
 * held against that of the two polygons alone. */
#include "barycode/barycode_measure.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_VERTICES = 64, PAIRS = LW_PAIRS };

static lw_shape_def shape_of(const lw_polygon *polygon, double *corners)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_POLYGON;
    shape.vertices = corners;
    shape.vertex_count = lw_polygon_count(polygon);
    for (size_t i = 0; i < shape.vertex_count; i++) {
        const lw_vec2 v = lw_polygon_vertex(polygon, i);
        corners[3 * i] = v.x;
        corners[3 * i + 1] = v.y;
        corners[3 * i + 2] = 0;
    }
    return shape;
}

static lw_pose in_space(lw_pose2 at)
{
    return lw_pose_from_rpy((lw_vec3){at.x, at.y, 0}, 0, 0, atan2(at.sine, at.cosine));
}

static lw_status add_pair(lw_scene *scene, size_t index, const lw_polygon_pair *pair, lw_error *error)
{
    char names[2][32];
    char link[40];
    double corners[3 * MOST_VERTICES];
    snprintf(names[0], sizeof names[0], "a%zu", index);
    snprintf(names[1], sizeof names[1], "b%zu", index);
    snprintf(link, sizeof link, "%s/body", names[0]);
    lw_shape_def shape = shape_of(pair->a, corners);
    lw_joint_def joint = lw_default_joint();
    joint.name = "at";
    joint.kind = LW_JOINT_PLANAR;
    joint.axis = (lw_vec3){0, 0, 1};
    joint.parent = "ground";
    joint.child = "body";
    lw_status status = lw_scene_add_robot(scene, names[0], in_space(pair->pose_a), error);
    if (!status)
        status = lw_scene_add_link(scene, names[0], "ground", error);
    if (!status)
        status = lw_scene_add_link(scene, names[0], "body", error);
    if (!status)
        status = lw_scene_add_joint(scene, names[0], &joint, error);
    if (!status)
        status = lw_scene_add_shape(scene, names[0], "body", &shape, lw_pose_identity(), error);
    shape = shape_of(pair->b, corners);
    if (!status)
        status = lw_scene_add_obstacle(scene, names[1], &shape, in_space(pair->pose_b), error);
    return status;
}

/* Lets each robot meet everything but its partner. */
static lw_status add_rules(lw_scene *scene, lw_error *error)
{
    lw_status status = LW_OK;
    for (int check = 0; check < 2; check++)
        for (size_t i = 0; i < PAIRS && !status; i++) {
            char names[2][40];
            snprintf(names[0], sizeof names[0], "a%zu/body", i);
            snprintf(names[1], sizeof names[1], "b%zu", i);
            status = lw_scene_allow_pair(scene, names[0], check ? names[1] : NULL, !check, error);
        }
    return status;
}

static lw_status make_scene(const lw_polygon_pair *pairs, lw_scene **out, lw_error *error)
{
    lw_status status = lw_scene_create(out, error);
    if (!status)
        status = lw_scene_set_dimension(*out, 2, error);
    for (size_t i = 0; i < PAIRS && !status; i++)
        status = add_pair(*out, i, &pairs[i], error);
    if (!status)
        status = add_rules(*out, error);
    return status ? status : lw_scene_freeze(*out, error);
}

/* Holds the distances of the scene's pairs against those of the polygons, both by barycode GJK. */
static lw_status compare(lw_checker *checker, const lw_motion *motion, const lw_scene *scene,
                         const lw_polygon_pair *pairs, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < lw_scene_pair_count(scene) && !status; i++) {
        size_t bodies[2];
        unsigned long which = PAIRS;
        lw_distance distance;
        lw_separation alone;
        lw_scene_pair(scene, i, bodies);
        const char *name = lw_scene_body_name(scene, bodies[1]);
        if (name && name[0] == 'b')
            which = strtoul(name + 1, NULL, 10);
        if (which >= PAIRS)
            return lw_fail(error, LW_ERROR_STATE, "a pair of the scene is none of the paper's");
        status = lw_pair_distance_by(checker, motion, 0, i, LW_PLANAR_BARYCODE, &distance, error);
        if (!status)
            status = lw_polygon_separation_by(LW_PLANAR_BARYCODE, &pairs[which], &alone, NULL, error);
        /* a scene allows for the rounding of its poses */
        if (!status && !(fabs(distance.upper - alone.upper) <= 1e-11))
            status =
                lw_fail(error, LW_ERROR_STATE,
                        "pair %lu of a scene has the distance %.17g, and its polygons alone have %.17g",
                        which, distance.upper, alone.upper);
    }
    return status;
}

static lw_status write_class(const lw_barycode_table *table, lw_pair_class which, uint64_t seed,
                             lw_scene_files *files, lw_error *error)
{
    char name[64];
    lw_scene *scene = NULL;
    lw_motion *motion = NULL;
    lw_polygon_pair pairs[PAIRS];
    snprintf(name, sizeof name, "barycode_%u_%s", table->vertices, lw_pair_class_name(which));
    /* the pairs of the table */
    lw_status status =
        lw_polygon_pairs_make(seed + table->vertices, table->vertices, which, PAIRS, pairs, error);
    if (status)
        return status;
    status = make_scene(pairs, &scene, error);
    if (!status)
        status = lw_motion_create(scene, &motion, error);
    if (!status)
        status = lw_scene_files_open(files, name, scene, error);
    if (!status) {
        const double still[3] = {0, 0, 0};
        lw_track track = lw_default_track();
        track.joints = lw_scene_movable_joints(scene, 0);
        track.point_count = 1;
        track.positions = still;
        status = lw_motion_set(motion, &track, 1, error);
    }
    if (!status) {
        fputs(", \"robots\": {\"a0\": {\"path\": [[0, 0, 0]]}}", lw_scene_files_line(files));
        status = lw_scene_files_judge(files, motion, NULL, error);
    }
    if (!status)
        status = compare(files->checker, motion, scene, pairs, error);
    const lw_status closed = lw_scene_files_close(files, status ? NULL : error);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
    lw_polygon_pairs_free(pairs, PAIRS);
    return status ? status : closed;
}

lw_status lw_barycode_write_scenes(const lw_bench_options *options, lw_scene_files *files,
                                   lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < LW_BARYCODE_TABLES; i++)
        for (int which = 0; which < LW_PAIR_CLASSES && !status; which++)
            status =
                write_class(&lw_barycode_tables[i], (lw_pair_class)which, options->seed, files, error);
    return status;
}
