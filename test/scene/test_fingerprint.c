/* Fingerprints of scenes: everything that verdicts depend on changes the fingerprint, and nothing else
 * does. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash.h"
#include "small_scene.h"

/* The difference of a scene. */
typedef enum what {
    NOTHING,
    GROUPS, /* and a named configuration */
    FIRST_THAT_COUNTS,
    BASE = FIRST_THAT_COUNTS,
    KIND,
    AXIS,
    ORIGIN,
    JOINT_NAME,
    LIMIT,
    MIMIC,
    MULTIPLIER,
    OFFSET,
    REST,
    FLYING_REST,
    RADIUS,
    SHAPE_KIND,
    SHAPE_POSE,
    HALF,
    HULL_VERTEX,
    MESH_VERTEX,
    SURFACE_VERTEX,
    MESH_MODE,
    WHICH_IS_SOLID,
    OBSTACLE_NAME,
    OBSTACLE_POSE,
    OBSTACLES,
    CARRIED,
    MARGIN,
    SELF_MARGIN,
    PAIR_MARGIN,
    PAIR_OF_MARGIN,
    ALLOWED,
    PADDING,
    SCALE,
    WHATS
} what;

static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const uint32_t faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

/* The corners with a dent in the last face, so that the shape is not convex. */
static const double dented[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.1, 0.1, 0.1};
static const uint32_t dented_faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 4, 2, 3, 4, 3, 1, 4};

static lw_shape_def points_of(lw_shape_kind kind, const double *vertices)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = kind;
    shape.vertices = vertices;
    shape.vertex_count = 4;
    shape.triangles = kind == LW_SHAPE_MESH ? faces : NULL;
    shape.triangle_count = kind == LW_SHAPE_MESH ? 4 : 0;
    return shape;
}

static lw_pose at(double x)
{
    lw_pose pose = lw_pose_identity();
    pose.position = (lw_vec3){x, 0, 2};
    return pose;
}

static void add_joint(lw_scene *scene, const char *name, int index, what w)
{
    lw_error e = {0};
    static const char *const links[] = {"base", "a", "b", "c", "d"};
    lw_joint_def joint = joint_of(name, LW_JOINT_REVOLUTE, links[index], links[index + 1]);
    joint.lower = -1;
    joint.upper = w == LIMIT && index == 1 ? 2 : 1;
    if (index == 1) {
        joint.kind = w == KIND ? LW_JOINT_PRISMATIC : LW_JOINT_REVOLUTE;
        joint.axis.x = w == AXIS;
        joint.origin.position.x = w == ORIGIN ? 1.5 : 1;
    }
    if (index == 2 && w != MIMIC) {
        joint.mimic = "j0";
        joint.mimic_multiplier = w == MULTIPLIER ? 2 : 1;
        joint.mimic_offset = w == OFFSET ? 0.1 : 0;
    }
    if (index == 3)
        joint.kind = LW_JOINT_FLOATING;
    succeed(lw_scene_add_link(scene, "r", links[index + 1], &e), &e);
    succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
}

static void add_robot(lw_scene *scene, what w)
{
    lw_error e = {0};
    static const char *const joints[] = {"j0", "j1", "j2", "j3"};
    succeed(lw_scene_add_robot(scene, "r", w == BASE ? at(1) : at(0), &e), &e);
    succeed(lw_scene_add_link(scene, "r", "base", &e), &e);
    for (int i = 0; i < 4; i++)
        add_joint(scene, i == 1 && w == JOINT_NAME ? "joint" : joints[i], i, w);
    lw_shape_def box = lw_default_shape();
    box.kind = LW_SHAPE_BOX;
    box.size = (lw_vec3){0.2, 0.3, w == HALF ? 0.5 : 0.4};
    lw_shape_def ball = sphere_of(w == RADIUS ? 0.2 : 0.1);
    lw_shape_def rod = ball;
    rod.kind = w == SHAPE_KIND ? LW_SHAPE_CAPSULE : LW_SHAPE_CYLINDER;
    rod.length = 0.1;
    succeed(lw_scene_add_shape(scene, "r", "a", &box, lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_shape(scene, "r", "b", &ball, w == SHAPE_POSE ? at(1) : at(0), &e), &e);
    succeed(lw_scene_add_shape(scene, "r", "c", &rod, lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_shape(scene, "r", "d", &box, lw_pose_identity(), &e), &e);
}

static void add_obstacles(lw_scene *scene, what w)
{
    lw_error e = {0};
    double moved[12];
    memcpy(moved, corners, sizeof moved);
    moved[11] = 1.5;
    lw_shape_def hull = points_of(LW_SHAPE_POLYTOPE, w == HULL_VERTEX ? moved : corners);
    lw_shape_def mesh = points_of(LW_SHAPE_MESH, w == MESH_VERTEX ? moved : corners);
    lw_shape_def ball = sphere_of(0.1);
    succeed(lw_scene_add_obstacle(scene, w == OBSTACLE_NAME ? "other" : "hull", &hull, at(5), &e), &e);
    succeed(lw_scene_add_obstacle(scene, "mesh", &mesh, w == OBSTACLE_POSE ? at(8) : at(7), &e), &e);
    /* two meshes in one body, of which one is solid */
    lw_shape_def solid = points_of(LW_SHAPE_MESH, dented);
    solid.vertex_count = 5;
    solid.triangles = dented_faces;
    solid.triangle_count = 6;
    lw_shape_def hollow = solid;
    solid.mesh_mode = w == WHICH_IS_SOLID ? LW_MESH_SURFACE : LW_MESH_SOLID;
    hollow.mesh_mode = w == WHICH_IS_SOLID ? LW_MESH_SOLID : LW_MESH_SURFACE;
    succeed(lw_scene_add_obstacle(scene, "two", &solid, at(10), &e), &e);
    succeed(lw_scene_add_obstacle(scene, "two", &hollow, at(12), &e), &e);
    lw_shape_def surface = points_of(LW_SHAPE_MESH, w == SURFACE_VERTEX ? moved : corners);
    surface.mesh_mode = LW_MESH_SURFACE;
    succeed(lw_scene_add_obstacle(scene, "surface", &surface, at(16), &e), &e);
    if (w == OBSTACLES)
        succeed(lw_scene_add_obstacle(scene, "more", &ball, at(20), &e), &e);
    succeed(lw_scene_add_obstacle(scene, "ball", &ball, at(14), &e), &e);
    if (w == CARRIED)
        succeed(lw_scene_attach_obstacle(scene, "r", "d", "ball", at(1), NULL, 0, &e), &e);
}

static void set_up(lw_scene *scene, what w)
{
    lw_error e = {0};
    const double values[] = {0.5, 0, 0, 0, 0, 0, 1};
    if (w == REST)
        succeed(lw_scene_set_joint(scene, "r", "j1", values, 1, &e), &e);
    if (w == FLYING_REST)
        succeed(lw_scene_set_joint(scene, "r", "j3", values, 7, &e), &e);
    if (w == MESH_MODE)
        succeed(lw_scene_set_mesh_mode(scene, LW_MESH_SURFACE, &e), &e);
    succeed(lw_scene_set_margin(scene, w == MARGIN ? 0.01 : 0, &e), &e);
    succeed(lw_scene_set_self_margin(scene, w == SELF_MARGIN ? 0.01 : 0, &e), &e);
    succeed(lw_scene_set_pair_margin(scene, w == PAIR_OF_MARGIN ? "c" : "b", "mesh",
                                     w == PAIR_MARGIN ? 0.03 : 0.02, &e),
            &e);
    if (w == ALLOWED)
        succeed(lw_scene_allow_pair(scene, "b", "ball", true, &e), &e);
    succeed(lw_scene_set_link_padding(scene, "r", "b", w == SCALE ? 1.1 : 1, w == PADDING ? 0.02 : 0.01,
                                      &e),
            &e);
}

static uint64_t fingerprint_with(what w)
{
    lw_error e = {0};
    uint64_t out;
    lw_scene *scene = new_scene();
    add_robot(scene, w);
    add_obstacles(scene, w);
    set_up(scene, w);
    static const char *const group[] = {"j0"};
    if (w == GROUPS)
        succeed(lw_scene_add_group(scene, "r", "g", group, 1, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    succeed(lw_scene_fingerprint(scene, &out, &e), &e);
    lw_scene_destroy(scene);
    return out;
}

static void test_differences(void **state)
{
    (void)state;
    uint64_t all[WHATS];
    for (int w = 0; w < WHATS; w++) {
        all[w] = fingerprint_with((what)w);
        assert_true(all[w] == fingerprint_with((what)w));
    }
    assert_true(all[GROUPS] == all[NOTHING]);
    for (int w = FIRST_THAT_COUNTS; w < WHATS; w++)
        for (int other = 0; other < w; other++)
            if (all[w] == all[other])
                fail_msg("%d and %d have the same fingerprint", w, other);
}

static lw_scene *flat_scene(bool flat)
{
    lw_error e = {0};
    lw_scene *scene = new_scene();
    if (flat)
        succeed(lw_scene_set_dimension(scene, 2, &e), &e);
    lw_joint_def joint = joint_of("j", LW_JOINT_PLANAR, "base", "a");
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(scene, "r", "base", &e), &e);
    succeed(lw_scene_add_link(scene, "r", "a", &e), &e);
    succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
    return scene;
}

static void test_plane(void **state)
{
    (void)state;
    lw_error e = {0};
    uint64_t out[2];
    for (int flat = 0; flat < 2; flat++) {
        lw_scene *scene = flat_scene(flat);
        refused(lw_scene_fingerprint(scene, &out[flat], &e), LW_ERROR_STATE, &e, "not frozen");
        succeed(lw_scene_freeze(scene, &e), &e);
        refused(lw_scene_fingerprint(scene, NULL, &e), LW_ERROR_ARGUMENT, &e, "room");
        succeed(lw_scene_fingerprint(scene, &out[flat], &e), &e);
        lw_scene_destroy(scene);
    }
    assert_true(out[0] != out[1]);
    refused(lw_scene_fingerprint(NULL, &out[0], &e), LW_ERROR_ARGUMENT, &e, "scene");
}

static void test_hash(void **state)
{
    (void)state;
    uint64_t hashes[4] = {1, 1, 1, 1};
    lw_hash_add_double(&hashes[0], 0.0);
    lw_hash_add_double(&hashes[1], -0.0);
    assert_true(hashes[0] == hashes[1]);
    lw_hash_add(&hashes[2], 1);
    lw_hash_add(&hashes[2], 2);
    lw_hash_add(&hashes[3], 2);
    lw_hash_add(&hashes[3], 1);
    assert_true(hashes[2] != hashes[3]);
    uint64_t texts[4] = {1, 1, 1, 1};
    lw_hash_add_text(&texts[0], "ab");
    lw_hash_add_text(&texts[0], "c");
    lw_hash_add_text(&texts[1], "a");
    lw_hash_add_text(&texts[1], "bc");
    assert_true(texts[0] != texts[1]);
    lw_hash_add_text(&texts[2], NULL);
    lw_hash_add_text(&texts[3], "");
    assert_true(texts[2] == texts[3] && texts[2] != 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_plane),
        cmocka_unit_test(test_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
