/* Queries of a scene about its robots, bodies and pairs, in random worlds: names and trees as the
 * worlds were described, poses against the oracle of forward kinematics, and the shapes of bodies by
 * the distances that they give, shape by shape, without the scene. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "furnished.h"
#include "seed.h"
#include "small_scene.h"

static lw_random random_state;

/* ---- robots ------------------------------------------------------------------------------------ */

static size_t count_of(const world *w, size_t robot, bool joints)
{
    size_t count = 0;
    for (size_t i = 0; joints && i < w->joint_count; i++)
        count += w->joints[i].robot == robot;
    for (size_t i = 0; !joints && i < w->link_count; i++)
        count += w->links[i].robot == robot;
    return count;
}

static void assert_same_place(lw_pose got, lw_pose wanted, double size)
{
    lw_quat p = got.orientation;
    lw_quat q = wanted.orientation;
    double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    assert_near(got.position.x, wanted.position.x, 1e-12 * size);
    assert_near(got.position.y, wanted.position.y, 1e-12 * size);
    assert_near(got.position.z, wanted.position.z, 1e-12 * size);
    assert_near(fabs(p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w), length, 1e-12 * length);
}

static void check_robots(const world *w)
{
    assert_int_equal(lw_scene_robot_count(w->scene), w->robot_count);
    for (size_t r = 0; r < w->robot_count; r++) {
        lw_robot_info info = lw_default_robot_info();
        assert_int_equal(lw_scene_robot_info(w->scene, r, &info, NULL), LW_OK);
        assert_string_equal(info.name, w->robot_names[r]);
        assert_int_equal(lw_scene_find_robot(w->scene, w->robot_names[r]), r);
        assert_same_place(info.base, w->base[r], 1e3);
        assert_int_equal(info.link_count, count_of(w, r, false));
        assert_int_equal(info.joint_count, count_of(w, r, true));
        assert_int_equal(w->links[info.root].robot, r);
        assert_int_equal(w->links[info.root].joint, -1);
    }
}

static void check_links(const world *w)
{
    assert_int_equal(lw_scene_link_count(w->scene), w->link_count);
    for (size_t i = 0; i < w->link_count; i++) {
        const world_link *link = &w->links[i];
        lw_link_info info = lw_default_link_info();
        assert_int_equal(lw_scene_link_info(w->scene, i, &info, NULL), LW_OK);
        assert_string_equal(info.name, link->name);
        assert_int_equal(info.robot, link->robot);
        assert_int_equal(lw_scene_find_link(w->scene, NULL, link->name), i);
        assert_int_equal(lw_scene_find_link(w->scene, w->robot_names[link->robot], link->name), i);
        assert_int_equal(info.body >= 0, link->shape_count > 0);
        if (link->joint < 0) {
            assert_int_equal(info.parent_joint, -1);
        } else {
            lw_joint_info above = lw_default_joint_info();
            assert_int_equal(lw_scene_joint_info(w->scene, (size_t)info.parent_joint, &above, NULL),
                             LW_OK);
            assert_string_equal(above.name, w->joints[link->joint].name);
            assert_int_equal(above.child, i);
        }
    }
}

/* the joint at the end of a row of mimic joints, with multiplier and offset */
static int follow(const world *w, const world_joint *joint, double *multiplier, double *offset)
{
    int last = -1;
    *multiplier = 1;
    *offset = 0;
    while (joint->mimic >= 0) {
        last = joint->mimic;
        *offset += *multiplier * joint->def.mimic_offset;
        *multiplier *= joint->def.mimic_multiplier;
        joint = &w->joints[last];
    }
    return last;
}

static void check_mimic(const world *w, const world_joint *joint, const lw_joint_info *info)
{
    double multiplier;
    double offset;
    int other = follow(w, joint, &multiplier, &offset);
    if (other < 0) {
        assert_int_equal(info->mimic, -1);
        return;
    }
    lw_joint_info free_joint = lw_default_joint_info();
    assert_int_equal(lw_scene_joint_info(w->scene, (size_t)info->mimic, &free_joint, NULL), LW_OK);
    assert_string_equal(free_joint.name, w->joints[other].name);
    assert_near(info->mimic_multiplier, multiplier, 1e-12 * fabs(multiplier));
    assert_near(info->mimic_offset, offset, 1e-12 * (1 + fabs(multiplier)));
}

static void check_rest(const world_joint *joint, const lw_joint_info *info)
{
    size_t wanted = joint->mimic >= 0 ? 0 : lw_joint_value_count(joint->def.kind);
    assert_int_equal(info->value_count, wanted);
    assert_int_equal(info->stated, wanted && joint->stated);
    const double *q = joint->rest + 3;
    double length = wanted == 7 ? sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) : 1;
    for (size_t i = 0; i < wanted; i++)
        assert_near(info->rest[i], joint->rest[i] / (i < 3 ? 1 : length), 1e-14);
}

static void check_joints(const world *w)
{
    assert_int_equal(lw_scene_joint_count(w->scene), w->joint_count);
    bool seen[WORLD_LINKS] = {false};
    for (size_t i = 0; i < w->joint_count; i++) {
        lw_joint_info info = lw_default_joint_info();
        assert_int_equal(lw_scene_joint_info(w->scene, i, &info, NULL), LW_OK);
        const world_joint *joint = w->joints;
        while (strcmp(joint->name, info.name) != 0)
            joint++;
        assert_int_equal(info.robot, joint->robot);
        assert_int_equal(info.kind, joint->def.kind);
        assert_int_equal(info.parent, joint->parent);
        assert_int_equal(info.child, joint->child);
        assert_int_equal(lw_scene_find_joint(w->scene, NULL, joint->name), i);
        assert_int_equal(lw_scene_find_joint(w->scene, w->robot_names[info.robot], joint->name), i);
        /* after the joints above it */
        assert_true(w->links[info.parent].joint < 0 || seen[info.parent]);
        seen[info.child] = true;
        assert_same_place(info.origin, joint->def.origin, 1e3);
        if (info.kind != LW_JOINT_FIXED && info.kind != LW_JOINT_FLOATING) {
            lw_vec3 a = joint->def.axis;
            double length = sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
            assert_near(info.axis.x * length, a.x, 1e-12 * length);
            assert_near(info.axis.y * length, a.y, 1e-12 * length);
            assert_near(info.axis.z * length, a.z, 1e-12 * length);
        }
        check_mimic(w, joint, &info);
        check_rest(joint, &info);
    }
}

static void robots_are_as_they_were_built(void **state)
{
    (void)state;
    for (int round = test_rounds(300, 10000); round > 0; round--) {
        world *w = world_random(&random_state, &(world_options){3, 6, 1});
        check_robots(w);
        check_links(w);
        check_joints(w);
        world_free(w);
    }
}

/* links, with and without geometry, are where the oracle of forward kinematics has them */
static void links_are_where_the_oracle_has_them(void **state)
{
    (void)state;
    size_t bare = 0;
    for (int round = test_rounds(200, 5000); round > 0; round--) {
        world *w = world_random(&random_state, &(world_options){3, 6, 1});
        world_motion *m = world_motion_create(w);
        world_motion_random(&random_state, w, WORLD_ANY, m);
        double begin;
        double end;
        lw_motion_interval(m->motion, &begin, &end);
        for (int k = 0; k < 3; k++) {
            double t = k == 0 ? begin : lw_random_between(&random_state, begin, end);
            long double values[WORLD_JOINTS][7];
            wide_pose wanted[WORLD_LINKS];
            wide_values(w, m, t, values);
            wide_links(w, values, wanted);
            for (size_t i = 0; i < w->link_count; i++) {
                lw_pose got;
                size_t before = allocation_count();
                assert_int_equal(lw_motion_link_pose(m->motion, i, t, &got, NULL), LW_OK);
                assert_int_equal(allocation_count(), before);
                wide_pose is = wide_pose_of(got);
                double size = 1;
                for (int a = 0; a < 3; a++)
                    size += fabs((double)wanted[i].p[a]);
                for (int a = 0; a < 3; a++) {
                    wide_point unit = {{a == 0, a == 1, a == 2}};
                    wide_point there = wide_apply(&is, unit);
                    wide_point here = wide_apply(&wanted[i], unit);
                    assert_near((double)wide_distance(there, here), 0, 1e-8 * size);
                }
                bare += w->links[i].shape_count == 0;
            }
        }
        world_motion_free(m);
        world_free(w);
    }
    assert_true(bare > 100);
}

/* Whether the motion moves a joint: it is in a track, or follows one that is. */
static bool in_a_track(const world *w, const world_motion *m, const world_joint *joint)
{
    double ignored[2];
    int last = follow(w, joint, &ignored[0], &ignored[1]);
    size_t index = last < 0 ? (size_t)(joint - w->joints) : (size_t)last;
    for (size_t i = 0; i < m->track_count; i++)
        for (size_t k = 0; k < m->tracks[i].joint_count; k++)
            if (m->tracks[i].joints[k] == index)
                return w->joints[index].def.kind != LW_JOINT_FIXED;
    return false;
}

static void motions_tell_what_they_move(void **state)
{
    (void)state;
    size_t moved = 0;
    size_t still = 0;
    for (int round = test_rounds(300, 5000); round > 0; round--) {
        world *w = world_random(&random_state, &(world_options){3, 6, 1});
        world_motion *m = world_motion_create(w);
        world_motion_random(&random_state, w, WORLD_ANY, m);
        for (size_t i = 0; i < w->joint_count; i++) {
            int64_t joint = lw_scene_find_joint(w->scene, NULL, w->joints[i].name);
            bool wanted = in_a_track(w, m, &w->joints[i]);
            assert_int_equal(lw_motion_moves(m->motion, (size_t)joint), wanted);
            moved += wanted;
            still += !wanted;
        }
        assert_false(lw_motion_moves(m->motion, w->joint_count));
        assert_false(lw_motion_moves(m->motion, SIZE_MAX));
        /* one path: its segments; one point stands still */
        size_t points = m->track_count == 1 ? m->tracks[0].def.point_count : 0;
        if (points && m->tracks[0].def.kind == LW_TRACK_PATH)
            assert_int_equal(lw_motion_piece_count(m->motion), points > 1 ? points - 1 : 1);
        world_motion_free(m);
        world_free(w);
    }
    assert_true(moved > 300 && still > 300);
}

/* ---- bodies and pairs -------------------------------------------------------------------------- */

/* The distance of two bodies from their shapes alone, by the poses of the bodies. */
static lw_distance shapes_apart(const bench *b, double time, const lw_pair_info *pair)
{
    lw_distance least = {.lower = HUGE_VAL, .upper = HUGE_VAL};
    lw_body_info info[2];
    lw_pose at[2];
    for (int k = 0; k < 2; k++) {
        info[k] = lw_default_body_info();
        assert_int_equal(lw_scene_body_info(b->world->scene, pair->bodies[k], &info[k], NULL), LW_OK);
        assert_int_equal(lw_motion_pose(b->motion->motion, pair->bodies[k], time, &at[k], NULL), LW_OK);
    }
    for (size_t i = 0; i < info[0].shape_count; i++)
        for (size_t k = 0; k < info[1].shape_count; k++) {
            lw_body_shape one = lw_default_body_shape();
            lw_body_shape other = lw_default_body_shape();
            lw_shape_def shapes[2] = {lw_default_shape(), lw_default_shape()};
            lw_distance d;
            succeed(lw_scene_body_shape(b->world->scene, pair->bodies[0], i, &one, &shapes[0], NULL),
                    NULL);
            succeed(lw_scene_body_shape(b->world->scene, pair->bodies[1], k, &other, &shapes[1], NULL),
                    NULL);
            assert_null(one.file);
            assert_int_equal(lw_shape_distance(&shapes[0], pose_multiply(at[0], one.pose), &shapes[1],
                                               pose_multiply(at[1], other.pose), &d, NULL),
                             LW_OK);
            least.lower = fmin(least.lower, d.lower);
            least.upper = fmin(least.upper, d.upper);
        }
    return least;
}

static void check_shapes(bench *b, size_t *apart)
{
    const lw_scene *scene = b->world->scene;
    double begin;
    double end;
    lw_motion_interval(b->motion->motion, &begin, &end);
    double time = lw_random_between(&b->random, begin, end);
    for (size_t i = 0; i < lw_scene_pair_count(scene); i++) {
        lw_pair_info pair = lw_default_pair_info();
        lw_distance whole;
        assert_int_equal(lw_scene_pair_info(scene, i, &pair, NULL), LW_OK);
        assert_int_equal(lw_pair_distance(b->checker, b->motion->motion, time, i, &whole, NULL), LW_OK);
        lw_distance parts = shapes_apart(b, time, &pair);
        /* the brackets of one distance hold a common number; poses are rounded on either way */
        lw_pose at;
        assert_int_equal(lw_motion_pose(b->motion->motion, pair.bodies[0], time, &at, NULL), LW_OK);
        double far = fabs(at.position.x) + fabs(at.position.y) + fabs(at.position.z);
        double slack = 1e-9 * (far + b->options.size + fabs(whole.upper));
        /* depths of pairs of shapes are no brackets of the bodies' */
        whole.upper = fmax(0, whole.upper);
        whole.lower = fmax(0, whole.lower);
        double upper = fmax(0, parts.upper - pair.padding);
        double lower = fmax(0, parts.lower - pair.padding);
        if (!(lower <= whole.upper + slack && whole.lower <= upper + slack))
            fail_msg("pair %zu: [%.17g, %.17g] is not [%.17g, %.17g]", i, whole.lower, whole.upper,
                     lower, upper);
        *apart += lower > slack && whole.lower > slack;
    }
}

/* The sphere of a link's body holds its points, and is no larger than the smallest sphere about the
 * frame's origin that holds them. */
static void check_sphere(bench *b, const lw_body_info *body)
{
    wide_point in_link[WIDE_POINTS];
    wide_point in_body[WIDE_POINTS];
    const world_link *link = &b->world->links[body->link];
    size_t count = wide_points(&b->random, link, in_link, in_body);
    wide_point center = {{body->center.x, body->center.y, body->center.z}};
    for (size_t i = 0; i < count; i++)
        assert_true((double)wide_distance(in_body[i], center) <= body->radius * (1 + 1e-9));
    assert_true(count > 0 && body->radius < 20 * b->options.size);
}

static void check_bodies(bench *b)
{
    const world *w = b->world;
    size_t count = lw_scene_body_count(w->scene);
    size_t attached = 0;
    size_t obstacles = 0;
    for (size_t i = 0; i < count; i++) {
        lw_body_info info = lw_default_body_info();
        assert_int_equal(lw_scene_body_info(w->scene, i, &info, NULL), LW_OK);
        assert_string_equal(info.name, lw_scene_body_name(w->scene, i));
        assert_int_equal(lw_scene_find_body(w->scene, info.name), i);
        attached += info.attached;
        obstacles += info.robot < 0;
        if (info.robot < 0) {
            assert_int_equal(info.link, -1);
            assert_false(info.moves || info.attached);
            assert_near(info.padding, 0, 0);
            continue;
        }
        lw_link_info link = lw_default_link_info();
        assert_int_equal(lw_scene_link_info(w->scene, (size_t)info.link, &link, NULL), LW_OK);
        assert_int_equal(link.robot, info.robot);
        assert_near(info.padding, b->furniture.padding[info.robot], 0);
        if (info.attached) {
            size_t cargo = (size_t)(info.name[strlen("cargo")] - '0');
            assert_int_equal(info.link, b->furniture.carriers[cargo]);
        } else {
            assert_int_equal(link.body, i);
            check_sphere(b, &info);
            assert_int_equal(info.shape_count, w->links[info.link].shape_count);
        }
        bool moves = false;
        for (int j = w->links[info.link].joint; j >= 0; j = w->links[w->joints[j].parent].joint)
            moves = moves || w->joints[j].def.kind != LW_JOINT_FIXED;
        assert_int_equal(info.moves, moves);
    }
    assert_int_equal(attached, b->furniture.attached_count);
    assert_int_equal(obstacles, b->furniture.count);
}

/* the margin that was set for two bodies last, or that of the scene */
static double margin_of(const bench *b, const lw_pair_info *pair)
{
    double margin = pair->self ? b->furniture.self_margin : b->furniture.margin;
    const char *one = lw_scene_body_name(b->world->scene, pair->bodies[0]);
    const char *other = lw_scene_body_name(b->world->scene, pair->bodies[1]);
    for (size_t i = 0; i < b->furniture.margin_count; i++) {
        const pair_margin *entry = &b->furniture.margins[i];
        if ((!strcmp(entry->names[0], one) && !strcmp(entry->names[1], other)) ||
            (!strcmp(entry->names[0], other) && !strcmp(entry->names[1], one)))
            margin = entry->margin;
    }
    return margin;
}

static void check_pairs(const bench *b)
{
    const lw_scene *scene = b->world->scene;
    size_t count = lw_scene_body_count(scene);
    size_t checked = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) {
            lw_pair_reason reason = LW_PAIR_CHECKED;
            lw_body_info one = lw_default_body_info();
            lw_body_info other = lw_default_body_info();
            lw_status status = lw_scene_pair_reason(scene, i, k, &reason, NULL);
            assert_int_equal(status, i == k ? LW_ERROR_ARGUMENT : LW_OK);
            int64_t pair = lw_scene_find_pair(scene, i, k);
            assert_int_equal(pair >= 0, i != k && reason == LW_PAIR_CHECKED);
            assert_int_equal(lw_scene_body_info(scene, i, &one, NULL), LW_OK);
            assert_int_equal(lw_scene_body_info(scene, k, &other, NULL), LW_OK);
            if (i != k)
                assert_int_equal(reason == LW_PAIR_OBSTACLES, one.robot < 0 && other.robot < 0);
            if (pair < 0)
                continue;
            lw_pair_info info = lw_default_pair_info();
            size_t bodies[2];
            assert_int_equal(lw_scene_pair_info(scene, (size_t)pair, &info, NULL), LW_OK);
            lw_scene_pair(scene, (size_t)pair, bodies);
            assert_int_equal(bodies[0], i < k ? i : k);
            assert_int_equal(bodies[1], i < k ? k : i);
            assert_memory_equal(bodies, info.bodies, sizeof bodies);
            assert_int_equal(info.self, one.robot == other.robot);
            assert_near(info.margin, margin_of(b, &info), 0);
            assert_near(info.padding, info.self ? 0 : one.padding + other.padding, 0);
            checked++;
        }
    /* each of them in both orders */
    assert_int_equal(checked, 2 * lw_scene_pair_count(scene));
}

static void bodies_and_pairs_are_as_they_were_built(void **state)
{
    (void)state;
    size_t apart = 0;
    bench b = {.random = random_state};
    for (int round = test_rounds(150, 5000); round > 0; round--) {
        uint64_t motions[MOTIONS];
        furnished_world(&b, motions);
        furnished_motion(b.world, motions[0], b.motion);
        assert_near(lw_scene_margin(b.world->scene), b.furniture.margin, 0);
        assert_near(lw_scene_self_margin(b.world->scene), b.furniture.self_margin, 0);
        check_bodies(&b);
        check_pairs(&b);
        check_shapes(&b, &apart);
        furnished_drop(&b);
    }
    assert_true(apart > 200);
}

/* ---- a scene of files ----------------------------------------------------------------------- */

static bool is_read_from(const lw_scene *scene, const char *file)
{
    for (size_t i = 0; i < lw_scene_file_count(scene); i++)
        if (!strcmp(lw_scene_file(scene, i), file))
            return true;
    return false;
}

static void files_are_told(void **state)
{
    (void)state;
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_scene *scene = new_scene();
    assert_int_equal(lw_scene_file_count(scene), 0);
    succeed(lw_scene_load(scene, "scenes/cell.json", &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    assert_true(is_read_from(scene, "scenes/cell.json"));
    assert_true(is_read_from(scene, "scenes/arm/arm.urdf"));
    assert_true(is_read_from(scene, "scenes/arm/arm.srdf"));
    assert_null(lw_scene_file(scene, lw_scene_file_count(scene)));
    size_t meshes = 0;
    for (size_t i = 0; i < lw_scene_body_count(scene); i++) {
        lw_body_shape shape = lw_default_body_shape();
        lw_shape_def def = lw_default_shape();
        succeed(lw_scene_body_shape(scene, i, 0, &shape, &def, &e), &e);
        assert_int_equal(shape.file != NULL, def.kind == LW_SHAPE_MESH);
        if (shape.file)
            assert_true(is_read_from(scene, shape.file));
        meshes += shape.file != NULL;
    }
    assert_true(meshes > 5);
    lw_scene_destroy(scene);
}

static void motions_of_the_scene_are_read(void **state)
{
    (void)state;
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_scene *scene = new_scene();
    lw_scene *other = new_scene();
    lw_motion *motion = NULL;
    lw_motion *foreign = NULL;
    char id[16];
    succeed(lw_scene_load(scene, "scenes/cell.json", &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    succeed(lw_scene_freeze(other, &e), &e);
    succeed(lw_motion_create(scene, &motion, &e), &e);
    succeed(lw_motion_create(other, &foreign, &e), &e);
    assert_int_equal(lw_scene_motion_count(scene), 3);
    assert_int_equal(lw_scene_motion_count(other), 0);
    assert_string_equal(lw_scene_motion_name(scene, 0), "under the lamp");
    assert_string_equal(lw_scene_motion_name(scene, 2), "over the post");
    assert_null(lw_scene_motion_name(scene, 3));
    succeed(lw_scene_motion_read(scene, 2, NULL, motion, id, sizeof id, &e), &e);
    assert_string_equal(id, "null");
    assert_int_equal(lw_motion_piece_count(motion), 3);
    succeed(lw_scene_motion_read(scene, 0, NULL, motion, NULL, 0, &e), &e);
    assert_int_equal(lw_motion_piece_count(motion), 1);
    refused(lw_scene_motion_read(scene, 3, NULL, motion, NULL, 0, &e), LW_ERROR_ARGUMENT, &e,
            "no motion 3; the scene names 3");
    refused(lw_scene_motion_read(NULL, 0, NULL, motion, NULL, 0, &e), LW_ERROR_ARGUMENT, &e,
            "no motion");
    refused(lw_scene_motion_read(scene, 0, NULL, NULL, NULL, 0, &e), LW_ERROR_ARGUMENT, &e, "missing");
    refused(lw_scene_motion_read(scene, 0, NULL, foreign, NULL, 0, &e), LW_ERROR_ARGUMENT, &e,
            "another scene");
    refused(lw_motion_read_json(scene, NULL, NULL, 0, NULL, motion, NULL, 0, &e), LW_ERROR_ARGUMENT, &e,
            "missing");
    refused(lw_motion_read_json(NULL, "{}", NULL, 0, NULL, motion, NULL, 0, &e), LW_ERROR_ARGUMENT, &e,
            "missing");
    lw_motion_destroy(foreign);
    lw_motion_destroy(motion);
    lw_scene_destroy(other);
    lw_scene_destroy(scene);
}

/* ---- one scene in full ------------------------------------------------------------------------- */

/* arm: l0 - j1 - l1 - j2 - l2 and a tip without geometry; leg: l0 - j1 - l1; cup on the arm's l2; two
 * posts, one of two shapes */
static lw_scene *open_scene(void)
{
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_scene *scene = new_scene();
    lw_shape_def sphere = sphere_of(0.1);
    lw_joint_def tip = joint_of("mount", LW_JOINT_FIXED, "l2", "tip");
    add_chain(scene, "arm", (lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_PRISMATIC}, 2);
    succeed(lw_scene_add_link(scene, "arm", "tip", &e), &e);
    succeed(lw_scene_add_joint(scene, "arm", &tip, &e), &e);
    add_chain(scene, "leg", (lw_joint_kind[]){LW_JOINT_PLANAR}, 1);
    const char *const touch[] = {"l1"};
    succeed(lw_scene_add_attached(scene, "arm", "l2", "cup", &sphere, lw_pose_identity(), touch, 1, &e),
            &e);
    succeed(lw_scene_add_obstacle(scene, "post", &sphere, lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_obstacle(scene, "wall", &sphere, lw_pose_identity(), &e), &e);
    lw_pose up = {{0, 0, 2}, {0, 0, 0, 1}};
    sphere.radius = 0.2;
    succeed(lw_scene_add_obstacle(scene, "wall", &sphere, up, &e), &e);
    return scene;
}

static size_t body_of(const lw_scene *scene, const char *name)
{
    int64_t body = lw_scene_find_body(scene, name);
    assert_true(body >= 0);
    return (size_t)body;
}

static lw_pair_reason reason_of(const lw_scene *scene, const char *a, const char *b)
{
    lw_pair_reason reason;
    lw_pair_reason back;
    size_t one = body_of(scene, a);
    size_t other = body_of(scene, b);
    assert_int_equal(lw_scene_pair_reason(scene, one, other, &reason, NULL), LW_OK);
    assert_int_equal(lw_scene_pair_reason(scene, other, one, &back, NULL), LW_OK);
    assert_int_equal(reason, back);
    return reason;
}

static void every_reason_is_told(void **state)
{
    (void)state;
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_scene *scene = open_scene();
    succeed(lw_scene_allow_pair(scene, "arm/l0", "post", true, &e), &e);
    succeed(lw_scene_rule(scene, 0, "l0", "l2", true, LW_RANK_ROBOT, &e), &e);
    succeed(lw_scene_rule(scene, -1, "leg/l0", "post", true, LW_RANK_SCENE, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    assert_int_equal(reason_of(scene, "arm/l0", "wall"), LW_PAIR_CHECKED);
    assert_int_equal(reason_of(scene, "arm/l2", "cup"), LW_PAIR_RIGID);
    assert_int_equal(reason_of(scene, "arm/l0", "arm/l1"), LW_PAIR_ADJACENT);
    assert_int_equal(reason_of(scene, "arm/l1", "cup"), LW_PAIR_TOUCH);
    assert_int_equal(reason_of(scene, "arm/l0", "arm/l2"), LW_PAIR_ROBOT);
    assert_int_equal(reason_of(scene, "leg/l0", "post"), LW_PAIR_SCENE);
    assert_int_equal(reason_of(scene, "arm/l0", "post"), LW_PAIR_CALLER);
    assert_int_equal(reason_of(scene, "post", "wall"), LW_PAIR_OBSTACLES);
    lw_scene_destroy(scene);
}

static void groups_and_states_are_told(void **state)
{
    (void)state;
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_scene *scene = open_scene();
    static const char *const joints[] = {"j2", "j1"};
    static const char *const base[] = {"j1"};
    succeed(lw_scene_add_group(scene, "leg", "walk", base, 1, &e), &e);
    succeed(lw_scene_add_group(scene, "arm", "all", joints, 2, &e), &e);
    succeed(lw_scene_add_group(scene, "arm", "turn", base, 1, &e), &e);
    succeed(lw_scene_add_state(scene, "leg", "walk", "stand", base, (double[]){7}, 1, &e), &e);
    succeed(lw_scene_add_state(scene, "arm", "all", "ready", joints, (double[]){3, 4}, 2, &e), &e);
    succeed(lw_scene_add_state(scene, "arm", "turn", "home", base, (double[]){5}, 1, &e), &e);
    assert_null(lw_scene_group_name(scene, 0, 0)); /* not frozen yet */
    assert_null(lw_scene_movable_joints(scene, 0));
    succeed(lw_scene_freeze(scene, &e), &e);
    lw_robot_info arm = lw_default_robot_info();
    lw_robot_info leg = lw_default_robot_info();
    succeed(lw_scene_robot_info(scene, 0, &arm, &e), &e);
    succeed(lw_scene_robot_info(scene, 1, &leg, &e), &e);
    assert_int_equal(arm.group_count, 2);
    assert_int_equal(leg.group_count, 1);
    assert_int_equal(arm.state_count, 2);
    assert_int_equal(leg.state_count, 1);
    const lw_joints *all = lw_scene_movable_joints(scene, 1);
    assert_int_equal(lw_joints_count(all), 1);
    all = lw_scene_movable_joints(scene, 0);
    assert_int_equal(lw_joints_count(all), 2);
    assert_string_equal(lw_joints_name(all, 0), "j1");
    assert_string_equal(lw_joints_name(all, 1), "j2");
    assert_null(lw_scene_movable_joints(scene, 2));
    assert_string_equal(lw_scene_group_name(scene, 0, 0), "all");
    assert_string_equal(lw_scene_group_name(scene, 0, 1), "turn");
    assert_string_equal(lw_scene_group_name(scene, 1, 0), "walk");
    assert_null(lw_scene_group_name(scene, 0, 2));
    assert_null(lw_scene_group_name(scene, 2, 0));
    lw_state_info ready = lw_default_state_info();
    lw_state_info home = lw_default_state_info();
    succeed(lw_scene_state_info(scene, 0, 0, &ready, &e), &e);
    succeed(lw_scene_state_info(scene, 0, 1, &home, &e), &e);
    assert_string_equal(ready.name, "ready");
    assert_string_equal(ready.group, "all");
    assert_int_equal(ready.count, 2);
    assert_string_equal(ready.joints[0], "j2");
    assert_near(ready.values[0], 3, 0);
    assert_near(ready.values[1], 4, 0);
    assert_string_equal(home.name, "home");
    assert_string_equal(home.joints[0], "j1");
    assert_near(home.values[0], 5, 0);
    refused(lw_scene_state_info(scene, 0, 2, &home, &e), LW_ERROR_ARGUMENT, &e,
            "robot \"arm\" has no named configuration 2; it has 2");
    refused(lw_scene_state_info(scene, 2, 0, &home, &e), LW_ERROR_ARGUMENT, &e, "no robot 2");
    refused(lw_scene_state_info(scene, 0, 0, NULL, &e), LW_ERROR_ARGUMENT, &e, "room");
    lw_scene_destroy(scene);
}

static void limits_and_settings_are_told(void **state)
{
    (void)state;
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_scene *scene = open_scene();
    succeed(lw_scene_add_link(scene, "leg", "foot", &e), &e);
    lw_joint_def ankle = joint_of("ankle", LW_JOINT_REVOLUTE, "l1", "foot");
    ankle.lower = -0.5;
    ankle.upper = 0.25;
    succeed(lw_scene_add_joint(scene, "leg", &ankle, &e), &e);
    static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = corners;
    mesh.vertex_count = mesh.triangle_count = 4;
    mesh.triangles = triangles;
    succeed(lw_scene_add_obstacle(scene, "mesh", &mesh, lw_pose_identity(), &e), &e);
    succeed(lw_scene_set_mesh_mode(scene, LW_MESH_SURFACE, &e), &e);
    /* of an open scene */
    lw_link_info link = lw_default_link_info();
    assert_int_equal(lw_scene_link_count(scene), 7);
    succeed(lw_scene_link_info(scene, 1, &link, &e), &e);
    assert_string_equal(link.name, "l1");
    assert_true(link.body == -1 && link.parent_joint == -1);
    assert_int_equal(lw_scene_find_link(scene, "leg", "foot"), 6);
    assert_int_equal(lw_scene_find_robot(scene, "leg"), 1);
    assert_int_equal(lw_scene_mesh_mode(scene), LW_MESH_SURFACE);
    succeed(lw_scene_freeze(scene, &e), &e);
    lw_body_shape shape = lw_default_body_shape();
    lw_shape_def def = lw_default_shape();
    succeed(lw_scene_body_shape(scene, body_of(scene, "mesh"), 0, &shape, &def, &e), &e);
    assert_int_equal(def.mesh_mode, LW_MESH_SURFACE);
    assert_memory_equal(def.vertices, corners, sizeof corners);
    assert_memory_equal(def.triangles, triangles, sizeof triangles);
    lw_joint_info joint = lw_default_joint_info();
    int64_t index = lw_scene_find_joint(scene, "leg", "ankle");
    succeed(lw_scene_joint_info(scene, (size_t)index, &joint, &e), &e);
    assert_true(joint.lower == -0.5 && joint.upper == 0.25);
    index = lw_scene_find_joint(scene, "leg", "j1");
    succeed(lw_scene_joint_info(scene, (size_t)index, &joint, &e), &e);
    assert_true(isinf(joint.lower) && joint.lower < 0 && isinf(joint.upper) && joint.upper > 0);
    /* both robots have an l1 and a j1 */
    assert_int_equal(lw_scene_find_link(scene, NULL, "l1"), -1);
    assert_int_equal(lw_scene_find_joint(scene, NULL, "j1"), -1);
    assert_int_equal(lw_scene_find_link(scene, NULL, "tip"), 3);
    assert_true(lw_scene_find_joint(scene, NULL, "ankle") >= 0);
    lw_scene_destroy(scene);
}

static void what_there_is_not_is_minus_one(void **state)
{
    (void)state;
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_scene *open = open_scene();
    lw_scene *scene = open_scene();
    succeed(lw_scene_freeze(scene, &e), &e);
    assert_int_equal(lw_scene_find_robot(scene, "l1"), -1);
    assert_int_equal(lw_scene_find_robot(scene, NULL), -1);
    assert_int_equal(lw_scene_find_link(scene, "arm", "l9"), -1);
    assert_int_equal(lw_scene_find_link(scene, "tail", "l1"), -1);
    assert_int_equal(lw_scene_find_link(scene, "leg", "tip"), -1);
    assert_int_equal(lw_scene_find_link(scene, "arm", NULL), -1);
    assert_int_equal(lw_scene_find_joint(scene, "leg", "mount"), -1);
    assert_int_equal(lw_scene_find_joint(scene, NULL, NULL), -1);
    assert_int_equal(lw_scene_find_joint(open, "arm", "j1"), -1);
    assert_int_equal(lw_scene_find_body(scene, "l1"), -1);      /* robot/link where there are several */
    assert_int_equal(lw_scene_find_body(scene, "arm/tip"), -1); /* no geometry */
    assert_int_equal(lw_scene_find_body(scene, NULL), -1);
    assert_int_equal(lw_scene_find_body(open, "post"), -1);
    size_t post = body_of(scene, "post");
    assert_int_equal(lw_scene_find_pair(scene, post, body_of(scene, "wall")), -1);
    assert_int_equal(lw_scene_find_pair(scene, post, post), -1);
    assert_int_equal(lw_scene_find_pair(scene, post, SIZE_MAX), -1);
    assert_int_equal(lw_scene_find_pair(open, 0, 1), -1);
    assert_int_equal(lw_scene_joint_count(open), 0);
    lw_scene_destroy(scene);
    lw_scene_destroy(open);
}

static void shapes_of_several_stand_in_their_frame(void **state)
{
    (void)state;
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_scene *scene = open_scene();
    succeed(lw_scene_freeze(scene, &e), &e);
    lw_body_shape shape = lw_default_body_shape();
    lw_shape_def def = lw_default_shape();
    succeed(lw_scene_body_shape(scene, body_of(scene, "wall"), 1, &shape, &def, &e), &e);
    assert_near(def.radius, 0.2, 0);
    assert_near(shape.pose.position.z, 2, 0);
    refused(lw_scene_body_shape(scene, body_of(scene, "wall"), 2, &shape, NULL, &e), LW_ERROR_ARGUMENT,
            &e, "body \"wall\" has no shape 2; it has 2");
    refused(lw_scene_body_shape(scene, 99, 0, &shape, NULL, &e), LW_ERROR_ARGUMENT, &e, "no body 99");
    refused(lw_scene_body_shape(scene, 0, 0, NULL, NULL, &e), LW_ERROR_ARGUMENT, &e, "room");
    lw_scene_destroy(scene);
}

/* freezing succeeds, with scaled vertices to return, or the scene stays open */
static void every_allocation_of_freezing_failing(void **state)
{
    (void)state;
    static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    lw_shape_def hull = lw_default_shape();
    hull.kind = LW_SHAPE_POLYTOPE;
    hull.vertices = corners;
    hull.vertex_count = 4;
    for (size_t n = 1;; n++) {
        lw_error e = {LW_OK, "", "", 0, 0};
        lw_scene *scene = open_scene();
        succeed(lw_scene_add_shape(scene, "arm", "tip", &hull, lw_pose_identity(), &e), &e);
        succeed(lw_scene_set_link_padding(scene, "arm", "tip", 3, 0, &e), &e);
        allocation_fail(n);
        lw_status status = lw_scene_freeze(scene, &e);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        if (failed) {
            assert_int_equal(lw_scene_body_count(scene), 0);
            lw_scene_destroy(scene);
            continue;
        }
        lw_body_shape shape = lw_default_body_shape();
        lw_shape_def def = lw_default_shape();
        succeed(lw_scene_body_shape(scene, body_of(scene, "arm/tip"), 0, &shape, &def, &e), &e);
        /* three times as far from their mean */
        assert_near(def.vertices[3], 0.25 + 3 * 0.75, 1e-15);
        lw_scene_destroy(scene);
        assert_true(n > 10);
        return;
    }
}

static void wrong_questions_are_refused(void **state)
{
    (void)state;
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_scene *open = open_scene();
    lw_scene *scene = open_scene();
    succeed(lw_scene_freeze(scene, &e), &e);
    lw_robot_info robot = lw_default_robot_info();
    lw_link_info link = lw_default_link_info();
    lw_joint_info joint = lw_default_joint_info();
    lw_state_info named = lw_default_state_info();
    lw_body_info body = lw_default_body_info();
    lw_body_shape shape = lw_default_body_shape();
    lw_pair_info pair = lw_default_pair_info();
    lw_pair_reason reason;
    refused(lw_scene_robot_info(NULL, 0, &robot, &e), LW_ERROR_ARGUMENT, &e, "needs a scene");
    refused(lw_scene_robot_info(scene, 0, NULL, &e), LW_ERROR_ARGUMENT, &e, "room");
    refused(lw_scene_robot_info(open, 0, &robot, &e), LW_ERROR_STATE, &e, "not frozen");
    refused(lw_scene_robot_info(scene, 2, &robot, &e), LW_ERROR_ARGUMENT, &e,
            "there is no robot 2; the scene has 2");
    refused(lw_scene_link_info(NULL, 0, &link, &e), LW_ERROR_ARGUMENT, &e, "needs a scene");
    refused(lw_scene_link_info(open, 0, NULL, &e), LW_ERROR_ARGUMENT, &e, "room");
    refused(lw_scene_link_info(open, 6, &link, &e), LW_ERROR_ARGUMENT, &e, "no link 6");
    refused(lw_scene_link_info(scene, 6, &link, &e), LW_ERROR_ARGUMENT, &e, "no link 6");
    refused(lw_scene_joint_info(open, 0, &joint, &e), LW_ERROR_STATE, &e, "not frozen");
    refused(lw_scene_joint_info(scene, 4, &joint, &e), LW_ERROR_ARGUMENT, &e, "no joint 4");
    refused(lw_scene_joint_info(scene, 0, NULL, &e), LW_ERROR_ARGUMENT, &e, "room");
    refused(lw_scene_state_info(open, 0, 0, &named, &e), LW_ERROR_STATE, &e, "not frozen");
    refused(lw_scene_body_info(open, 0, &body, &e), LW_ERROR_STATE, &e, "not frozen");
    refused(lw_scene_body_info(scene, 8, &body, &e), LW_ERROR_ARGUMENT, &e, "no body 8");
    refused(lw_scene_body_info(scene, 0, NULL, &e), LW_ERROR_ARGUMENT, &e, "room");
    refused(lw_scene_body_shape(open, 0, 0, &shape, NULL, &e), LW_ERROR_STATE, &e, "not frozen");
    refused(lw_scene_pair_info(open, 0, &pair, &e), LW_ERROR_STATE, &e, "not frozen");
    refused(lw_scene_pair_info(scene, lw_scene_pair_count(scene), &pair, &e), LW_ERROR_ARGUMENT, &e,
            "no pair");
    refused(lw_scene_pair_info(scene, 0, NULL, &e), LW_ERROR_ARGUMENT, &e, "room");
    refused(lw_scene_pair_reason(open, 0, 1, &reason, &e), LW_ERROR_STATE, &e, "not frozen");
    refused(lw_scene_pair_reason(scene, 0, 8, &reason, &e), LW_ERROR_ARGUMENT, &e, "no body 8");
    refused(lw_scene_pair_reason(scene, 8, 0, &reason, &e), LW_ERROR_ARGUMENT, &e, "no body 8");
    refused(lw_scene_pair_reason(scene, 1, 1, &reason, &e), LW_ERROR_ARGUMENT, &e,
            "no pair with itself");
    refused(lw_scene_pair_reason(scene, 0, 1, NULL, &e), LW_ERROR_ARGUMENT, &e, "room");
    lw_motion *motion = NULL;
    lw_pose at;
    succeed(lw_motion_create(scene, &motion, &e), &e);
    refused(lw_motion_link_pose(NULL, 0, 0, &at, &e), LW_ERROR_ARGUMENT, &e, "lw_motion_link_pose");
    refused(lw_motion_link_pose(motion, 0, 0, NULL, &e), LW_ERROR_ARGUMENT, &e, "lw_motion_link_pose");
    refused(lw_motion_link_pose(motion, 6, 0, &at, &e), LW_ERROR_ARGUMENT, &e, "no link 6");
    refused(lw_motion_link_pose(motion, 0, 1.5, &at, &e), LW_ERROR_ARGUMENT, &e, "time 1.5 is outside");
    refused(lw_motion_link_pose(motion, 0, (double)NAN, &at, &e), LW_ERROR_ARGUMENT, &e, "outside");
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
    lw_scene_destroy(open);
}

int main(void)
{
    random_state = (lw_random){test_seed()};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(robots_are_as_they_were_built),
        cmocka_unit_test(links_are_where_the_oracle_has_them),
        cmocka_unit_test(bodies_and_pairs_are_as_they_were_built),
        cmocka_unit_test(motions_tell_what_they_move),
        cmocka_unit_test(files_are_told),
        cmocka_unit_test(motions_of_the_scene_are_read),
        cmocka_unit_test(every_reason_is_told),
        cmocka_unit_test(groups_and_states_are_told),
        cmocka_unit_test(limits_and_settings_are_told),
        cmocka_unit_test(what_there_is_not_is_minus_one),
        cmocka_unit_test(shapes_of_several_stand_in_their_frame),
        cmocka_unit_test(every_allocation_of_freezing_failing),
        cmocka_unit_test(wrong_questions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
