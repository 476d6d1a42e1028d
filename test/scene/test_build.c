/* Building a scene: each function's refusals; a failed call leaves nothing half-built, and no failure
 * of memory leaks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "math/vec.h"
#include "scene/frozen.h"
#include "small_scene.h"

static lw_error e;

/* a chain of two links, l0 and l1, and an obstacle */
static lw_scene *open_scene(void)
{
    lw_scene *scene = new_scene();
    lw_shape_def shape = sphere_of(1);
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
    succeed(lw_scene_add_obstacle(scene, "box", &shape, lw_pose_identity(), &e), &e);
    return scene;
}

/* after a refusal the scene is as before: it freezes, with its three bodies */
static void close_scene(lw_scene *scene)
{
    succeed(lw_scene_freeze(scene, &e), &e);
    assert_int_equal(lw_scene_body_count(scene), 3);
    assert_int_equal(scene->frozen->chains->joint_count, 1);
    assert_int_equal(scene->frozen->chains->group_count, 0);
    assert_int_equal(scene->model.states.count, 0);
    assert_int_equal(scene->model.values.count, 0);
    assert_int_equal(scene->model.shapes.count, 3);
    lw_scene_destroy(scene);
}

static const double BAD_LENGTHS[] = {-1, NAN, INFINITY, -INFINITY, 1e16};
enum { BAD = sizeof BAD_LENGTHS / sizeof *BAD_LENGTHS };

static lw_pose at(double x, double w)
{
    return (lw_pose){{x, 0, 0}, {0, 0, 0, w}};
}

static void settings_are_checked(void **state)
{
    (void)state;
    lw_scene *s = open_scene();
    for (int i = 0; i < BAD; i++) {
        double bad = BAD_LENGTHS[i];
        refused(lw_scene_set_margin(s, bad, &e), LW_ERROR_ARGUMENT, &e, "the margin is");
        refused(lw_scene_set_self_margin(s, bad, &e), LW_ERROR_ARGUMENT, &e, "the self margin is");
        refused(lw_scene_set_pair_margin(s, "l0", "box", bad, &e), LW_ERROR_ARGUMENT, &e,
                "a pair's margin is");
        refused(lw_scene_set_link_padding(s, "r", "l0", 1, bad, &e), LW_ERROR_ARGUMENT, &e,
                "a link's padding is");
        refused(lw_scene_set_link_padding(s, "r", "l0", bad, 0, &e), LW_ERROR_ARGUMENT, &e,
                "a link's scale is");
    }
    assert_true(s->model.margin == 0 && s->model.self_margin == 0);
    refused(lw_scene_set_link_padding(s, "r", "l0", 0, 0, &e), LW_ERROR_ARGUMENT, &e, "scale is 0");
    refused(lw_scene_set_link_padding(s, "q", "l0", 1, 0, &e), LW_ERROR_NAME, &e, "no robot \"q\"");
    refused(lw_scene_set_pair_margin(s, "", "box", 1, &e), LW_ERROR_ARGUMENT, &e, "without a name");
    refused(lw_scene_set_pair_margin(s, NULL, "box", 1, &e), LW_ERROR_ARGUMENT, &e, "without a name");
    refused(lw_scene_set_pair_margin(s, "l0", "", 1, &e), LW_ERROR_ARGUMENT, &e, "without a name");
    refused(lw_scene_set_mesh_mode(s, (lw_mesh_mode)5, &e), LW_ERROR_ARGUMENT, &e, "no mesh mode 5");
    refused(lw_scene_add_package_path(s, "", &e), LW_ERROR_ARGUMENT, &e, "package path is empty");
    refused(lw_scene_add_package_path(s, NULL, &e), LW_ERROR_ARGUMENT, &e, "package path is empty");
    refused(lw_scene_allow_pair(s, "", NULL, true, &e), LW_ERROR_ARGUMENT, &e, "without a name");
    refused(lw_scene_allow_pair(s, "l0", "", true, &e), LW_ERROR_ARGUMENT, &e, "without a name");
    refused(lw_scene_add_motion(s, "", "{}", NULL, 0, &e), LW_ERROR_ARGUMENT, &e, "without a name");
    refused(lw_scene_add_motion(s, "m", NULL, NULL, 0, &e), LW_ERROR_ARGUMENT, &e, "\"m\"");
    close_scene(s);
}

static void robots_and_links_are_checked(void **state)
{
    (void)state;
    char name[300];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = 0;
    lw_scene *s = open_scene();
    lw_pose here = lw_pose_identity();
    refused(lw_scene_add_robot(s, NULL, here, &e), LW_ERROR_ARGUMENT, &e, "robot without a name");
    refused(lw_scene_add_robot(s, "", here, &e), LW_ERROR_ARGUMENT, &e, "robot without a name");
    refused(lw_scene_add_robot(s, name, here, &e), LW_ERROR_ARGUMENT, &e, "longer than 200 bytes");
    refused(lw_scene_add_robot(s, "a/b", here, &e), LW_ERROR_ARGUMENT, &e, "\"a/b\" holds a slash");
    refused(lw_scene_add_robot(s, "r", here, &e), LW_ERROR_NAME, &e, "two robots named \"r\"");
    refused(lw_scene_add_robot(s, "q", at(NAN, 1), &e), LW_ERROR_ARGUMENT, &e, "position is (nan");
    refused(lw_scene_add_robot(s, "q", at(-1e16, 1), &e), LW_ERROR_ARGUMENT, &e, "position is (-1e+16");
    refused(lw_scene_add_robot(s, "q", at(0, 0), &e), LW_ERROR_ARGUMENT, &e, "orientation");
    refused(lw_scene_add_robot(s, "q", at(0, NAN), &e), LW_ERROR_ARGUMENT, &e, "orientation");
    refused(lw_scene_add_robot(s, "q", at(0, INFINITY), &e), LW_ERROR_ARGUMENT, &e, "orientation");
    refused(lw_scene_add_link(s, "q", "l9", &e), LW_ERROR_NAME, &e, "no robot \"q\"");
    refused(lw_scene_add_link(s, "r", "", &e), LW_ERROR_ARGUMENT, &e, "link without a name");
    refused(lw_scene_add_link(s, "r", "l1", &e), LW_ERROR_NAME, &e, "two links named \"l1\"");
    refused(lw_scene_add_link(NULL, "r", "l1", &e), LW_ERROR_ARGUMENT, &e, "no scene");
    close_scene(s);

    s = new_scene();
    refused(lw_scene_add_link(s, NULL, "l1", &e), LW_ERROR_NAME, &e, "the scene has no robot yet");
    assert_int_equal(lw_scene_add_robot(s, "a", lw_pose_identity(), &e), LW_OK);
    assert_int_equal(lw_scene_add_robot(s, "b", lw_pose_identity(), &e), LW_OK);
    refused(lw_scene_add_link(s, NULL, "l1", &e), LW_ERROR_NAME, &e,
            "no robot was named; name one of the scene's 2");
    lw_scene_destroy(s);
    lw_scene_destroy(NULL);
}

static void refuse_joint(lw_scene *s, const lw_joint_def *joint, lw_status status, const char *part)
{
    refused(lw_scene_add_joint(s, "r", joint, &e), status, &e, part);
}

static void joints_are_checked(void **state)
{
    (void)state;
    lw_scene *s = open_scene();
    const lw_joint_def good = joint_of("j", LW_JOINT_REVOLUTE, "l0", "l1");
    lw_joint_def j = good;
    refuse_joint(s, NULL, LW_ERROR_ARGUMENT, "no joint was given");
    j.name = "";
    refuse_joint(s, &j, LW_ERROR_ARGUMENT, "joint without a name");
    j.name = "j1";
    refuse_joint(s, &j, LW_ERROR_NAME, "two joints named \"j1\"");
    j = good;
    j.parent = NULL;
    refuse_joint(s, &j, LW_ERROR_ARGUMENT, "parent link without a name");
    j = good;
    j.child = "";
    refuse_joint(s, &j, LW_ERROR_ARGUMENT, "child link without a name");
    j = good;
    j.kind = (lw_joint_kind)17;
    refuse_joint(s, &j, LW_ERROR_ARGUMENT, "joint \"j\": there is no joint kind 17");
    j = good;
    j.origin = at(INFINITY, 1);
    refuse_joint(s, &j, LW_ERROR_ARGUMENT, "position is (inf");
    j.origin = at(0, 0);
    refuse_joint(s, &j, LW_ERROR_ARGUMENT, "orientation");
    for (lw_joint_kind kind = LW_JOINT_REVOLUTE; kind <= LW_JOINT_PLANAR; kind++) {
        j = good;
        j.kind = kind;
        j.axis = v3(0, 0, 0);
        refuse_joint(s, &j, LW_ERROR_MODEL, "joint \"j\": axis has zero length");
        j.axis = v3(0, NAN, 1);
        refuse_joint(s, &j, LW_ERROR_MODEL, "axis (0, nan, 1) is not finite");
        j.axis = v3(0, 0, -INFINITY);
        refuse_joint(s, &j, LW_ERROR_MODEL, "is not finite");
    }
    j = good;
    j.lower = 1;
    j.upper = -1;
    refuse_joint(s, &j, LW_ERROR_MODEL, "lower limit 1 and upper limit -1");
    j.upper = NAN;
    refuse_joint(s, &j, LW_ERROR_MODEL, "upper limit nan");
    j = good;
    j.mimic = "j1";
    j.mimic_multiplier = NAN;
    refuse_joint(s, &j, LW_ERROR_ARGUMENT, "mimic multiplier nan");
    j.mimic_multiplier = 1;
    j.mimic_offset = -1e16;
    refuse_joint(s, &j, LW_ERROR_ARGUMENT, "offset -1e+16");
    refused(lw_scene_add_joint(s, "q", &good, &e), LW_ERROR_NAME, &e, "no robot \"q\"");
    close_scene(s);

    /* an axis may be of any length and matters not at all for fixed and floating joints */
    s = new_scene();
    succeed(lw_scene_add_robot(s, "r", lw_pose_identity(), &e), &e);
    const vec3 axes[] = {{5e-324, 0, 0}, {1e308, -1e308, 1e308}, {0, 0, 0}, {NAN, 0, 0}};
    const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_PRISMATIC, LW_JOINT_FIXED,
                                   LW_JOINT_FLOATING};
    for (size_t i = 0; i < 4; i++) {
        char joint[8];
        snprintf(joint, sizeof joint, "%zu", i);
        j = joint_of(joint, kinds[i], "a", "b");
        j.axis = axes[i];
        succeed(lw_scene_add_joint(s, "r", &j, &e), &e);
        assert_near(norm(s->model.joints.items[i].def.axis), 1, 1e-15);
    }
    /* equal infinities: no limits */
    j = joint_of("free", LW_JOINT_REVOLUTE, "a", "b");
    j.lower = j.upper = INFINITY;
    succeed(lw_scene_add_joint(s, "r", &j, &e), &e);
    assert_true(isinf(s->model.joints.items[4].def.lower) && s->model.joints.items[4].def.lower < 0);
    lw_scene_destroy(s);
}

/* the same shape is refused on a link, as an obstacle and as an attached object, which is not made */
static void refuse_shape(lw_scene *s, const lw_shape_def *shape, const char *part)
{
    lw_pose here = lw_pose_identity();
    const char *touch[] = {"l0"};
    size_t objects = s->model.objects.count;
    refused(lw_scene_add_shape(s, "r", "l0", shape, here, &e), LW_ERROR_ARGUMENT, &e, part);
    refused(lw_scene_add_obstacle(s, "box", shape, here, &e), LW_ERROR_ARGUMENT, &e, part);
    refused(lw_scene_add_obstacle(s, "new", shape, here, &e), LW_ERROR_ARGUMENT, &e, part);
    refused(lw_scene_add_attached(s, "r", "l1", "cup", shape, here, touch, 1, &e), LW_ERROR_ARGUMENT,
            &e, part);
    assert_int_equal(s->model.objects.count, objects);
}

static void sizes_are_checked(void **state)
{
    (void)state;
    lw_scene *s = open_scene();
    lw_shape_def shape = sphere_of(1);
    refuse_shape(s, NULL, "no shape was given");
    shape.kind = (lw_shape_kind)77;
    refuse_shape(s, &shape, "no shape kind 77");
    static const struct {
        lw_shape_kind kind;
        const char *radius, *length;
    } named[] = {{LW_SHAPE_SPHERE, "a sphere's radius is", NULL},
                 {LW_SHAPE_CAPSULE, "a capsule's radius is", "a capsule's length is"},
                 {LW_SHAPE_CYLINDER, "a cylinder's radius is", "a cylinder's length is"},
                 {LW_SHAPE_CONE, "a cone's radius is", "a cone's length is"}};
    for (int i = 0; i < BAD; i++) {
        for (size_t k = 0; k < sizeof named / sizeof *named; k++) {
            shape = sphere_of(BAD_LENGTHS[i]);
            shape.kind = named[k].kind;
            refuse_shape(s, &shape, named[k].radius);
            shape.radius = 1;
            shape.length = BAD_LENGTHS[i];
            if (named[k].length)
                refuse_shape(s, &shape, named[k].length);
            shape.length = 1;
            shape.rounding = BAD_LENGTHS[i];
            refuse_shape(s, &shape, "a rounding is");
        }
        double *const sizes[] = {&shape.size.x, &shape.size.y, &shape.size.z};
        const char *const parts[] = {"size x is", "size y is", "size z is"};
        for (int k = 0; k < 3; k++) {
            shape = lw_default_shape();
            shape.kind = LW_SHAPE_BOX;
            *sizes[k] = BAD_LENGTHS[i];
            refuse_shape(s, &shape, parts[k]);
            shape.kind = LW_SHAPE_ELLIPSOID;
            shape.size = (lw_vec3){1, 1, 1};
            *sizes[k] = BAD_LENGTHS[i];
            refuse_shape(s, &shape, parts[k]);
            *sizes[k] = 0;
            refuse_shape(s, &shape, "is 0; it must be a number above 0");
        }
    }
    refused(lw_scene_add_shape(s, "r", "l0", &shape, at(NAN, 1), &e), LW_ERROR_ARGUMENT, &e,
            "position");
    shape = sphere_of(1);
    refused(lw_scene_add_obstacle(s, "o", &shape, at(0, 0), &e), LW_ERROR_ARGUMENT, &e, "orientation");
    refused(lw_scene_add_shape(s, "r", "l9", &shape, at(0, 1), &e), LW_ERROR_NAME, &e,
            "no link \"l9\"");
    refused(lw_scene_add_shape(s, "r", NULL, &shape, at(0, 1), &e), LW_ERROR_NAME, &e, "no link");
    close_scene(s);
}

static void meshes_and_polytopes_are_checked(void **state)
{
    (void)state;
    lw_scene *s = open_scene();
    double vertices[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    uint32_t triangles[3] = {0, 1, 2};
    lw_shape_def good = lw_default_shape();
    good.vertices = vertices;
    good.vertex_count = 3;
    good.triangles = triangles;
    good.triangle_count = 1;
    for (int i = 0; i < 2; i++) {
        good.kind = i ? LW_SHAPE_MESH : LW_SHAPE_POLYTOPE;
        lw_shape_def shape = good;
        shape.vertex_count = 0;
        refuse_shape(s, &shape, i ? "a mesh has no vertices" : "a polytope has no vertices");
        shape = good;
        shape.vertices = NULL;
        refuse_shape(s, &shape, "has no vertices");
        shape = good;
        shape.vertex_count = SIZE_MAX / 2;
        refuse_shape(s, &shape, "more than a billion");
        shape = good;
        for (int k = 1; k < BAD; k++) {
            vertices[4] = BAD_LENGTHS[k];
            refuse_shape(s, &shape, "vertex 1 of a shape holds");
            vertices[4] = 0;
        }
    }
    lw_shape_def shape = good;
    shape.triangle_count = 0;
    refuse_shape(s, &shape, "a mesh has no triangles");
    shape = good;
    shape.triangles = NULL;
    refuse_shape(s, &shape, "a mesh has no triangles");
    shape = good;
    triangles[2] = 3;
    refuse_shape(s, &shape, "triangle 0 of a mesh uses vertex 3; there are 3");
    triangles[2] = 2;
    shape.mesh_mode = (lw_mesh_mode)3;
    refuse_shape(s, &shape, "no mesh mode 3");
    close_scene(s);

    /* no triangle has an area: found when the mesh is made, with the name of the body */
    s = open_scene();
    vertices[7] = 0;
    succeed(lw_scene_add_shape(s, "r", "l1", &good, lw_pose_identity(), &e), &e);
    refused(lw_scene_freeze(s, &e), LW_ERROR_ARGUMENT, &e, "link \"l1\": ");
    lw_scene_destroy(s);
    s = open_scene();
    succeed(lw_scene_add_obstacle(s, "flat", &good, lw_pose_identity(), &e), &e);
    refused(lw_scene_freeze(s, &e), LW_ERROR_ARGUMENT, &e, "\"flat\": ");
    lw_scene_destroy(s);
}

static void objects_groups_and_values_are_checked(void **state)
{
    (void)state;
    lw_scene *s = open_scene();
    lw_shape_def shape = sphere_of(1);
    lw_pose here = lw_pose_identity();
    const char *const holes[] = {"l0", ""};
    refused(lw_scene_add_obstacle(s, "", &shape, here, &e), LW_ERROR_ARGUMENT, &e, "obstacle without");
    refused(lw_scene_add_attached(s, "r", "l1", "", &shape, here, NULL, 0, &e), LW_ERROR_ARGUMENT, &e,
            "attached object without a name");
    refused(lw_scene_add_attached(s, "r", "l9", "cup", &shape, here, NULL, 0, &e), LW_ERROR_NAME, &e,
            "\"l9\"");
    refused(lw_scene_add_attached(s, "q", "l1", "cup", &shape, here, NULL, 0, &e), LW_ERROR_NAME, &e,
            "\"q\"");
    refused(lw_scene_add_attached(s, "r", "l1", "cup", &shape, here, NULL, 2, &e), LW_ERROR_ARGUMENT,
            &e, "2 names for the touch links");
    refused(lw_scene_add_attached(s, "r", "l1", "cup", &shape, here, holes, 2, &e), LW_ERROR_ARGUMENT,
            &e, "name 1 of the list for the touch links is empty");
    refused(lw_scene_add_attached(s, "r", "l1", "box", &shape, here, NULL, 0, &e), LW_ERROR_NAME, &e,
            "\"box\" is an obstacle");
    refused(lw_scene_add_group(s, "r", "", NULL, 0, &e), LW_ERROR_ARGUMENT, &e, "group without a name");
    refused(lw_scene_add_group(s, "q", "g", NULL, 0, &e), LW_ERROR_NAME, &e, "no robot \"q\"");
    refused(lw_scene_add_group(s, "r", "g", NULL, 1, &e), LW_ERROR_ARGUMENT, &e, "1 names for a group");
    refused(lw_scene_add_group(s, "r", "g", holes, 2, &e), LW_ERROR_ARGUMENT, &e, "name 1 of the list");
    refused(lw_scene_add_state(s, "r", "g", "", NULL, NULL, 0, &e), LW_ERROR_ARGUMENT, &e,
            "state without a name");
    refused(lw_scene_add_state(s, "r", "g", "up", holes, NULL, 1, &e), LW_ERROR_ARGUMENT, &e,
            "state \"up\" without joints or values");
    refused(lw_scene_add_state(s, "r", "g", "up", holes, (double[]){1, NAN}, 2, &e), LW_ERROR_ARGUMENT,
            &e, "state \"up\": the value of joint");
    refused(lw_scene_add_state(s, "r", "g", "up", holes, (double[]){1, 2}, 2, &e), LW_ERROR_ARGUMENT,
            &e, "name 1 of the list");
    double values[8] = {0};
    refused(lw_scene_set_joint(s, "r", "", values, 1, &e), LW_ERROR_ARGUMENT, &e,
            "joint without a name");
    refused(lw_scene_set_joint(s, "r", "j1", values, 0, &e), LW_ERROR_ARGUMENT, &e, "given 0 values");
    refused(lw_scene_set_joint(s, "r", "j1", values, 8, &e), LW_ERROR_ARGUMENT, &e, "given 8 values");
    refused(lw_scene_set_joint(s, "r", "j1", NULL, 1, &e), LW_ERROR_ARGUMENT, &e, "given 0 values");
    for (int i = 1; i < BAD; i++)
        refused(lw_scene_set_joint(s, "r", "j1", &BAD_LENGTHS[i], 1, &e), LW_ERROR_ARGUMENT, &e,
                "its value is");
    close_scene(s);

    s = open_scene();
    succeed(lw_scene_add_attached(s, "r", "l1", "cup", &shape, here, NULL, 0, &e), &e);
    succeed(lw_scene_add_attached(s, "r", "l1", "cup", &shape, here, NULL, 0, &e),
            &e); /* a second shape */
    refused(lw_scene_add_attached(s, "r", "l0", "cup", &shape, here, NULL, 0, &e), LW_ERROR_NAME, &e,
            "attached elsewhere");
    refused(lw_scene_add_obstacle(s, "cup", &shape, here, &e), LW_ERROR_NAME, &e,
            "attached object already");
    lw_scene_destroy(s);
}

static void a_frozen_scene_does_not_change(void **state)
{
    (void)state;
    lw_scene *s = open_scene();
    lw_shape_def shape = sphere_of(1);
    lw_pose here = lw_pose_identity();
    lw_joint_def joint = joint_of("j", LW_JOINT_FIXED, "l0", "l1");
    double zero = 0;
    succeed(lw_scene_freeze(s, &e), &e);
    lw_model before = s->model;
    const char *part = "the scene is frozen";
    lw_status wanted = LW_ERROR_STATE;
    refused(lw_scene_freeze(s, &e), wanted, &e, part);
    refused(lw_scene_set_margin(s, 1, &e), wanted, &e, part);
    refused(lw_scene_set_self_margin(s, 1, &e), wanted, &e, part);
    refused(lw_scene_set_pair_margin(s, "l0", "box", 1, &e), wanted, &e, part);
    refused(lw_scene_set_mesh_mode(s, LW_MESH_SURFACE, &e), wanted, &e, part);
    refused(lw_scene_set_strict_limits(s, true, &e), wanted, &e, part);
    refused(lw_scene_add_package_path(s, "folder", &e), wanted, &e, part);
    refused(lw_scene_add_robot(s, "q", here, &e), wanted, &e, part);
    refused(lw_scene_add_link(s, "r", "l9", &e), wanted, &e, part);
    refused(lw_scene_add_joint(s, "r", &joint, &e), wanted, &e, part);
    refused(lw_scene_add_shape(s, "r", "l0", &shape, here, &e), wanted, &e, part);
    refused(lw_scene_add_group(s, "r", "g", NULL, 0, &e), wanted, &e, part);
    refused(lw_scene_add_state(s, "r", "g", "s", NULL, NULL, 0, &e), wanted, &e, part);
    refused(lw_scene_set_link_padding(s, "r", "l0", 1, 1, &e), wanted, &e, part);
    refused(lw_scene_set_joint(s, "r", "j1", &zero, 1, &e), wanted, &e, part);
    refused(lw_scene_add_obstacle(s, "o", &shape, here, &e), wanted, &e, part);
    refused(lw_scene_add_attached(s, "r", "l0", "o", &shape, here, NULL, 0, &e), wanted, &e, part);
    refused(lw_scene_allow_pair(s, "l0", "box", true, &e), wanted, &e, part);
    refused(lw_scene_add_motion(s, "m", "{}", NULL, 0, &e), wanted, &e, part);
    assert_memory_equal(&before, &s->model, sizeof before);
    refused(lw_scene_freeze(NULL, &e), LW_ERROR_ARGUMENT, &e, "no scene");
    lw_scene_destroy(s);
}

/* the caller's strings and arrays may change afterwards */
static void strings_and_arrays_are_copied(void **state)
{
    (void)state;
    lw_scene *s = new_scene();
    char name[8] = "r";
    double vertices[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    uint32_t triangles[3] = {0, 1, 2};
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_MESH;
    shape.vertices = vertices;
    shape.vertex_count = 4;
    shape.triangles = triangles;
    shape.triangle_count = 1;
    succeed(lw_scene_add_robot(s, name, lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(s, name, name, &e), &e);
    succeed(lw_scene_add_shape(s, name, name, &shape, lw_pose_identity(), &e), &e);
    memset(name, 'x', sizeof name);
    memset(vertices, 255, sizeof vertices);
    memset(triangles, 255, sizeof triangles);
    succeed(lw_scene_freeze(s, &e), &e);
    assert_string_equal(lw_scene_body_name(s, 0), "r");
    assert_int_equal(lw_frozen_body(s->frozen, 0)->geometry->triangle_count, 1);
    lw_scene_destroy(s);
}

/* everything that takes memory, once; the first failure ends it */
static lw_status build_all(lw_scene **out)
{
    static const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    static const char *const joints[] = {"j"};
    static const char *const touch[] = {"a"};
    lw_pose here = lw_pose_identity();
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = vertices;
    mesh.vertex_count = 4;
    mesh.triangles = triangles;
    mesh.triangle_count = 4;
    lw_shape_def hull = mesh;
    hull.kind = LW_SHAPE_POLYTOPE;
    lw_shape_def ball = sphere_of(0.1);
    lw_joint_def joint = joint_of("j", LW_JOINT_PLANAR, "a", "b");
    lw_joint_def follower = joint_of("k", LW_JOINT_REVOLUTE, "b", "c");
    double values[3] = {1, 2, 3};
    lw_scene *s = NULL;
    lw_status status = lw_scene_create(&s, &e);
    *out = s;
    if (status || (status = lw_scene_add_robot(s, "r", here, &e)) ||
        (status = lw_scene_add_link(s, "r", "a", &e)) ||
        (status = lw_scene_add_link(s, "r", "b", &e)) ||
        (status = lw_scene_add_link(s, "r", "c", &e)) ||
        (status = lw_scene_add_joint(s, "r", &joint, &e)) ||
        (status = lw_scene_add_joint(s, "r", &follower, &e)) ||
        (status = lw_scene_add_shape(s, "r", "a", &mesh, here, &e)) ||
        (status = lw_scene_add_shape(s, "r", "b", &hull, here, &e)) ||
        (status = lw_scene_add_shape(s, "r", "b", &ball, here, &e)) ||
        (status = lw_scene_add_group(s, "r", "g", joints, 1, &e)) ||
        (status = lw_scene_add_state(s, "r", "g", "up", joints, values, 1, &e)) ||
        (status = lw_scene_set_link_padding(s, "r", "a", 2, 0.1, &e)) ||
        (status = lw_scene_set_joint(s, "r", "j", values, 3, &e)) ||
        (status = lw_scene_add_obstacle(s, "box", &mesh, here, &e)) ||
        (status = lw_scene_add_attached(s, "r", "c", "cup", &ball, here, touch, 1, &e)) ||
        (status = lw_scene_allow_pair(s, "a", "box", true, &e)) ||
        (status = lw_scene_set_pair_margin(s, "b", "box", 0.1, &e)) ||
        (status = lw_scene_add_package_path(s, "folder", &e)) ||
        (status = lw_scene_add_motion(s, "m", "{}", "file", 1, &e)))
        return status;
    return lw_scene_freeze(s, &e);
}

static void failures_of_memory_leave_nothing_behind(void **state)
{
    (void)state;
    size_t n = 1;
    for (;; n++) {
        lw_scene *scene = NULL;
        allocation_fail(n);
        lw_status status = build_all(&scene);
        bool failed = allocation_failed();
        allocation_fail(0);
        if (failed) {
            refused(status, LW_ERROR_MEMORY, &e, "out of memory");
            /* a call that failed for want of memory can be tried again */
            if (scene && scene->model.motions.count) {
                succeed(lw_scene_freeze(scene, &e), &e);
                assert_int_equal(lw_scene_body_count(scene), 4);
            }
        } else {
            succeed(status, &e);
            assert_int_equal(lw_scene_body_count(scene), 4);
            assert_true(lw_scene_memory(scene) > sizeof *scene + scene->model.arena.total);
        }
        lw_scene_destroy(scene);
        if (!failed)
            break;
    }
    assert_true(n > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_are_checked),
        cmocka_unit_test(robots_and_links_are_checked),
        cmocka_unit_test(joints_are_checked),
        cmocka_unit_test(sizes_are_checked),
        cmocka_unit_test(meshes_and_polytopes_are_checked),
        cmocka_unit_test(objects_groups_and_values_are_checked),
        cmocka_unit_test(a_frozen_scene_does_not_change),
        cmocka_unit_test(strings_and_arrays_are_copied),
        cmocka_unit_test(failures_of_memory_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
