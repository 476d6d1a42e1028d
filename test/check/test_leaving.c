/* Motions that begin in contact, with known answers: their depth, when they leave, and failures. */
#include "allocation.h"
#include "files_fixture.h"
#include "small_scene.h"

/* A box of 0.1 m that flies, and a table whose top is at z = 0.05, with a ball beside it. */
static const char in_space[] =
    "{\"robots\": [{\"name\": \"r\", \"joint\": {\"type\": \"floating\"}, \"links\": [{\"name\": "
    "\"tool\", \"type\": \"box\", \"size\": [0.1, 0.1, 0.1]}]}],"
    "\"obstacles\": [{\"id\": \"table\", \"type\": \"box\", \"size\": [1, 1, 0.1]},"
    "{\"id\": \"ball\", \"type\": \"sphere\", \"radius\": 0.1, \"position\": [0.6, 0, 0.3]}]}";

/* The same in the plane: a square that drives, a wall that ends at y = 0.05, and a disc. */
static const char in_plane[] =
    "{\"dimension\": 2, \"robots\": [{\"name\": \"r\", \"joint\": {\"type\": \"planar\"}, \"links\": [{"
    "\"name\": \"tool\", \"type\": \"polygon\", \"vertices\": [[-0.05, -0.05], [0.05, -0.05], [0.05, "
    "0.05], [-0.05, 0.05]]}]}],"
    "\"obstacles\": [{\"id\": \"table\", \"type\": \"polygon\", \"vertices\": [[-0.5, -0.05], [0.5, "
    "-0.05], [0.5, 0.05], [-0.5, 0.05]]},"
    "{\"id\": \"ball\", \"type\": \"disc\", \"radius\": 0.1, \"position\": [0.6, 0.3]}]}";

typedef struct scene_of_tests {
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
    lw_check_options options;
    bool flat;
    double margin;
} scene_of_tests;

static void load(scene_of_tests *t, bool flat, double margin)
{
    lw_error error = {0};
    *t = (scene_of_tests){.flat = flat, .margin = margin, .options = lw_default_check_options()};
    t->options.leaving = 1;
    t->scene = new_scene();
    succeed(
        lw_scene_load(t->scene, files_write(&here, "world.json", flat ? in_plane : in_space), &error),
        &error);
    succeed(lw_scene_set_margin(t->scene, margin, &error), &error);
    succeed(lw_scene_freeze(t->scene, &error), &error);
    succeed(lw_motion_create(t->scene, &t->motion, &error), &error);
    succeed(lw_checker_create(t->scene, &t->checker, &error), &error);
}

static void unload(scene_of_tests *t)
{
    lw_checker_destroy(t->checker);
    lw_motion_destroy(t->motion);
    lw_scene_destroy(t->scene);
}

/* Checks a path of points (x, height above the table's middle). */
static lw_verdict check_path(scene_of_tests *t, const double (*points)[2], size_t count)
{
    lw_error error = {0};
    lw_verdict verdict = lw_default_verdict();
    double rows[4][7] = {{0}};
    double *flat = &rows[0][0];
    for (size_t i = 0; i < count; i++) {
        const double all[] = {points[i][0], 0, points[i][1], 0, 0, 0, 1};
        const double plane[] = {points[i][0], points[i][1], 0};
        memcpy(flat + i * (t->flat ? 3 : 7), t->flat ? plane : all,
               t->flat ? sizeof plane : sizeof all);
    }
    lw_track track = lw_default_track();
    track.point_count = count;
    track.positions = flat;
    succeed(lw_motion_set(t->motion, &track, 1, &error), &error);
    succeed(lw_check(t->checker, t->motion, &t->options, &verdict, &error), &error);
    return verdict;
}

static const char *second(const scene_of_tests *t, const lw_verdict *verdict)
{
    return lw_scene_body_name(t->scene, (size_t)verdict->pair[1]);
}

static void test_leaves(void **state)
{
    static const double up[][2] = {{0, 0.09}, {0, 0.29}};
    static const double sliding[][2] = {{0, 0.09}, {0.3, 0.09}, {0.3, 0.19}};
    static const double bounces[][2] = {{0, 0.09}, {0, 0.11}, {0, 0.095}, {0, 0.115}};
    (void)state;
    for (int flat = 0; flat < 2; flat++)
        for (int i = 0; i < 2; i++) {
            const double margin = i ? 0.004 : 0;
            scene_of_tests t;
            load(&t, flat, margin);
            lw_verdict v = check_path(&t, up, 2);
            assert_int_equal(v.kind, LW_VERDICT_LEAVES);
            assert_int_equal(v.failure, LW_FAILURE_NONE);
            assert_int_equal(v.start_pairs, 1);
            assert_string_equal(second(&t, &v), "table");
            assert_near(v.start_distance[0], -0.01, 1e-9);
            assert_near(v.start_distance[1], -0.01, 1e-9);
            /* within the time tolerance after the last contact */
            const double last = (0.01 + margin) / 0.2;
            assert_true(v.time >= last && v.time <= last + 1.01e-4);
            assert_true(v.free_until == 0 && v.kept_until == 1);
            t.options.leaving = 0;
            v = check_path(&t, up, 2);
            assert_true(v.kind == LW_VERDICT_CONTACT && v.time == 0 && v.start_pairs == 0);
            t.options.leaving = 1;
            v = check_path(&t, sliding, 3);
            assert_int_equal(v.kind, LW_VERDICT_LEAVES);
            assert_near(v.time, 0.5 + 0.5 * (0.01 + margin) / 0.1, 1.01e-4);
            /* a second contact that is no deeper */
            v = check_path(&t, bounces, 4);
            assert_int_equal(v.kind, LW_VERDICT_LEAVES);
            assert_near(v.time, (2 + (0.005 + margin) / 0.02) / 3, 1.01e-4);
            unload(&t);
        }
}

static void test_fails(void **state)
{
    static const double deeper[][2] = {{0, 0.09}, {0, 0.08}, {0, 0.3}};
    static const double stays[][2] = {{0, 0.09}, {0.2, 0.095}};
    static const double again[][2] = {{0, 0.095}, {0, 0.12}, {0, 0.0951}};
    static const double meets[][2] = {{0, 0.09}, {0, 0.3}, {0.6, 0.3}};
    (void)state;
    for (int flat = 0; flat < 2; flat++) {
        scene_of_tests t;
        load(&t, flat, 0);
        lw_verdict v = check_path(&t, deeper, 3);
        assert_int_equal(v.kind, LW_VERDICT_CONTACT);
        assert_int_equal(v.failure, LW_FAILURE_DEEPER);
        assert_string_equal(second(&t, &v), "table");
        assert_true(v.first && v.time - v.kept_until <= 1e-4);
        /* by the tolerance of 1e-4, a hundredth of the first segment */
        assert_near(v.time, 0.005, 1.01e-4);
        assert_true(v.contact.depth > 0.0101 && v.start_distance[0] < 0);
        t.options.any = true;
        assert_true(check_path(&t, deeper, 3).contact.depth > 0.0101);
        t.options.any = false;
        v = check_path(&t, stays, 2);
        assert_int_equal(v.kind, LW_VERDICT_CONTACT);
        assert_int_equal(v.failure, LW_FAILURE_STAYS);
        assert_true(v.time == 1 && v.kept_until == 1 && v.first);
        assert_near(v.contact.depth, 0.005, 1e-9);
        assert_near(v.start_distance[0], -0.01, 1e-9);
        v = check_path(&t, again, 3);
        assert_int_equal(v.failure, LW_FAILURE_STAYS);
        v = check_path(&t, meets, 3);
        assert_int_equal(v.kind, LW_VERDICT_CONTACT);
        assert_int_equal(v.failure, LW_FAILURE_NEW);
        assert_string_equal(second(&t, &v), "ball");
        assert_near(v.time, 0.5 + 0.5 * 0.45 / 0.6, 1.01e-4);
        assert_true(v.start_distance[0] == 0 && v.start_distance[1] == 0 && v.start_pairs == 1);
        unload(&t);
    }
}

/* A tolerance allows a pair to get deeper. */
static void test_tolerance(void **state)
{
    static const double deeper[][2] = {{0, 0.09}, {0, 0.0895}, {0, 0.3}};
    (void)state;
    scene_of_tests t;
    load(&t, false, 0);
    assert_int_equal(check_path(&t, deeper, 3).failure, LW_FAILURE_DEEPER);
    t.options.depth_tolerance = 0.00049;
    assert_int_equal(check_path(&t, deeper, 3).failure, LW_FAILURE_DEEPER);
    t.options.depth_tolerance = 0.00051;
    assert_int_equal(check_path(&t, deeper, 3).kind, LW_VERDICT_LEAVES);
    unload(&t);
}

/* A pair gets too deep so shortly before a waypoint, where the motion ends or rises again, that no
 * other time shows it: the waypoint itself does. */
static void test_ends_of_pieces(void **state)
{
    (void)state;
    size_t shown = 0;
    enum { STEPS = 57 }; /* from 1e-17 to 1e-7, each half as much more */
    for (int step = 0; step < STEPS; step++)
        for (int i = 0; i < 2; i++) {
            const double over = 1e-17 * pow(1.5, step);
            const double points[][2] = {{0, 0.09}, {0.01, 0.09 - 1e-4 - over}, {0, 0.3}};
            scene_of_tests t;
            lw_error error = {0};
            lw_distance begin;
            lw_distance end;
            load(&t, false, 0);
            const lw_verdict v = check_path(&t, points, i ? 3 : 2);
            succeed(lw_pair_distance(t.checker, t.motion, 0, 0, &begin, &error), &error);
            succeed(lw_pair_distance(t.checker, t.motion, i ? 0.5 : 1, 0, &end, &error), &error);
            if (end.upper < begin.lower - 1e-4) {
                shown++;
                assert_true(v.kind == LW_VERDICT_CONTACT && v.failure == LW_FAILURE_DEEPER);
                assert_near(v.time / (i ? 0.5 : 1), 1e-4 / (1e-4 + over), 2.02e-4);
            }
            unload(&t);
        }
    assert_true(shown > 20);
}

/* Motions that begin free have the ordinary answer; and motions that are in contact by the margin
 * alone, or that stand still. */
static void test_beginnings(void **state)
{
    static const double free[][2] = {{0, 0.2}, {0, 0.3}};
    static const double into[][2] = {{0, 0.2}, {0, 0.09}};
    static const double near[][2] = {{0, 0.103}, {0, 0.2}};
    static const double nearer[][2] = {{0, 0.103}, {0, 0.102}};
    static const double still[][2] = {{0, 0.09}, {0, 0.09}};
    (void)state;
    for (int flat = 0; flat < 2; flat++) {
        scene_of_tests t;
        load(&t, flat, 0.01);
        t.options.clearance = true;
        lw_verdict v = check_path(&t, free, 2);
        assert_true(v.kind == LW_VERDICT_FREE && v.start_pairs == 0 && v.free_until == 1);
        assert_near(v.clearance.upper, 0.1, 1e-3);
        v = check_path(&t, into, 2);
        assert_true(v.kind == LW_VERDICT_CONTACT && v.failure == LW_FAILURE_NONE && v.start_pairs == 0);
        assert_near(v.free_until, 0.09 / 0.11, 1e-3);
        v = check_path(&t, near, 2);
        assert_int_equal(v.kind, LW_VERDICT_LEAVES);
        assert_near(v.start_distance[1], 0.003, 1e-9);
        assert_near(v.time, 0.007 / 0.097, 1.01e-4);
        assert_int_equal(check_path(&t, nearer, 2).failure, LW_FAILURE_DEEPER);
        v = check_path(&t, still, 2);
        assert_true(v.failure == LW_FAILURE_STAYS && v.time == 1);
        t.options.budget_queries = 1;
        v = check_path(&t, still, 2);
        assert_true(v.kind == LW_VERDICT_UNDECIDED && v.reason == LW_REASON_BUDGET);
        unload(&t);
    }
}

/* If a budget ends the search, the answer says nothing that a larger budget would contradict. */
static void test_budgets(void **state)
{
    static const double up[][2] = {{0, 0.09}, {0, 0.29}};
    (void)state;
    scene_of_tests t;
    int kinds[4] = {0};
    load(&t, false, 0);
    for (uint64_t budget = 1; budget < 60; budget++) {
        t.options.budget_queries = budget;
        const lw_verdict v = check_path(&t, up, 2);
        kinds[v.kind]++;
        if (v.kind == LW_VERDICT_LEAVES)
            assert_near(v.time, 0.05, 1.01e-4);
        else
            assert_true(v.kind == LW_VERDICT_UNDECIDED && v.reason == LW_REASON_BUDGET);
    }
    assert_true(kinds[LW_VERDICT_LEAVES] > 10 && kinds[LW_VERDICT_UNDECIDED] > 10);
    unload(&t);
}

/* The rest of a motion begins where it is cut. */
static void test_rest(void **state)
{
    static const double through[][2] = {{0, 0.2}, {0, 0.09}, {0, 0.2}};
    (void)state;
    scene_of_tests t;
    lw_error error = {0};
    load(&t, false, 0);
    assert_int_equal(check_path(&t, through, 3).failure, LW_FAILURE_NONE);
    succeed(lw_motion_cut(t.motion, 0.5, &error), &error);
    lw_verdict v = lw_default_verdict();
    succeed(lw_check(t.checker, t.motion, &t.options, &v, &error), &error);
    assert_int_equal(v.kind, LW_VERDICT_LEAVES);
    assert_true(v.free_until == 0.5 && v.kept_until == 1);
    assert_near(v.time, 0.5 + 0.5 / 11, 1.01e-4);
    unload(&t);
}

static lw_status take_claim(void *context, const lw_claim *claim)
{
    (void)context;
    (void)claim;
    return LW_OK;
}

static void test_refusals(void **state)
{
    (void)state;
    scene_of_tests t;
    lw_error error = {0};
    lw_verdict v = lw_default_verdict();
    lw_trace trace = lw_default_trace();
    load(&t, false, 0);
    t.options.method = LW_METHOD_SAMPLED;
    refused(lw_check(t.checker, t.motion, &t.options, &v, &error), LW_ERROR_ARGUMENT, &error,
            "the method sampled does not serve motions that leave contacts; these do: auto, bisection, "
            "slab");
    t.options.method = LW_METHOD_EXPANDED;
    refused(lw_check(t.checker, t.motion, &t.options, &v, &error), LW_ERROR_ARGUMENT, &error,
            "the method expanded does not serve");
    t.options.method = LW_METHOD_AUTO;
    refused(lw_check_traced(t.checker, t.motion, &t.options, &v, &trace, &error), LW_ERROR_ARGUMENT,
            &error, "lw_check_traced keeps proofs");
    t.options.claim = take_claim;
    refused(lw_check(t.checker, t.motion, &t.options, &v, &error), LW_ERROR_ARGUMENT, &error,
            "claims are of pairs that stay apart");
    t.options.claim = NULL;
    t.options.depth_tolerance = 0;
    refused(lw_check(t.checker, t.motion, &t.options, &v, &error), LW_ERROR_ARGUMENT, &error,
            "the depth tolerance is 0");
    unload(&t);
}

/* ---- payloads ----------------------------------------------------------------------------------- */

/* A ball that carries a can, above a table, with a post beside its way. */
static const char carries[] =
    "{\"robots\": [{\"name\": \"r\", \"joint\": {\"type\": \"planar\"}, \"links\": [{\"name\": "
    "\"ball\", \"type\": \"sphere\", \"radius\": 0.05}]}],"
    "\"obstacles\": [{\"id\": \"table\", \"type\": \"box\", \"size\": [1, 0.1, 1], \"position\": [0, "
    "-0.05, 0]}%s, {\"id\": \"can\", \"type\": \"box\", \"size\": [0.05, 0.05, 0.05], \"position\": "
    "[0, 0.123, 0]}]}";
static const char post[] =
    ", {\"id\": \"post\", \"type\": \"sphere\", \"radius\": 0.1, \"position\": [0.145, 0.3, 0]}";
static const char begins_at_post[] =
    "{\"path\": [[0, 0.3, 0], [0, 0.2, 0], [0, 0.3, 0], [-0.3, 0.4, 0]],"
    " \"attach\": [{\"id\": \"can\", \"waypoint\": 1, \"link\": \"ball\"}]}";
static const char deeper_at_post[] =
    "{\"path\": [[0, 0.3, 0], [0.01, 0.3, 0], [0, 0.2, 0], [-0.3, 0.4, 0]],"
    " \"attach\": [{\"id\": \"can\", \"waypoint\": 2, \"link\": \"ball\"}]}";
static const char puts_it_down[] =
    "{\"path\": [[0, 0.3, 0], [0, 0.2, 0], [0, 0.077, 0], [-0.3, 0.4, 0]],"
    " \"attach\": [{\"id\": \"can\", \"waypoint\": 1, \"link\": \"ball\"}]}";
static const char begins_at_can[] =
    "{\"path\": [[0, 0.19, 0], [0, 0.191, 0], [0, 0.3, 0], [-0.3, 0.4, 0]],"
    " \"attach\": [{\"id\": \"can\", \"waypoint\": 1, \"link\": \"ball\"}]}";
static const char lets_go[] = "{\"path\": [[0, 0.19, 0], [0, 0.191, 0], [0, 0.3, 0], [-0.3, 0.4, 0]],"
                              " \"attach\": [{\"id\": \"can\", \"waypoint\": 1, \"link\": \"ball\"}],"
                              " \"release\": [{\"id\": \"can\", \"waypoint\": 2}]}";

/* Pairs are identified across stages, and skipped in stages that do not check them. */
static void test_stages(void **state)
{
    static const struct {
        const char *post, *motion;
        lw_verdict_kind kind;
        lw_failure failure;
        double time;
        const char *bodies[2];
    } cases[] = {
        {post, begins_at_post, LW_VERDICT_LEAVES, LW_FAILURE_NONE, 0.6723, {"ball", "post"}},
        {post, deeper_at_post, LW_VERDICT_CONTACT, LW_FAILURE_DEEPER, 0.0033, {"ball", "post"}},
        {post, puts_it_down, LW_VERDICT_CONTACT, LW_FAILURE_NEW, 0.599, {"can", "table"}},
        {"", begins_at_can, LW_VERDICT_LEAVES, LW_FAILURE_NONE, 1.0 / 3, {"ball", "can"}},
        {"", lets_go, LW_VERDICT_LEAVES, LW_FAILURE_NONE, 0.69, {"ball", "can"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_error error = {0};
        lw_checker *checker = NULL;
        lw_motion *motion = NULL;
        lw_verdict v = lw_default_verdict();
        lw_check_options options = lw_default_check_options();
        char text[1000];
        lw_scene *scene = new_scene();
        snprintf(text, sizeof text, carries, cases[i].post);
        succeed(lw_scene_load(scene, files_write(&here, "world.json", text), &error), &error);
        succeed(lw_scene_freeze(scene, &error), &error);
        succeed(lw_motion_create(scene, &motion, &error), &error);
        succeed(lw_checker_create(scene, &checker, &error), &error);
        succeed(lw_motion_read_json(scene, cases[i].motion, NULL, 0, NULL, motion, NULL, 0, &error),
                &error);
        assert_true(lw_motion_stage_count(motion) > 1);
        options.leaving = 1;
        succeed(lw_check(checker, motion, &options, &v, &error), &error);
        assert_int_equal(v.kind, cases[i].kind);
        assert_int_equal(v.failure, cases[i].failure);
        assert_near(v.time, cases[i].time, 2e-4);
        for (int k = 0; k < 2; k++)
            assert_string_equal(lw_scene_body_name(scene, (size_t)v.pair[k]), cases[i].bodies[k]);
        assert_int_equal(v.start_pairs, 1);
        assert_true(v.kind == LW_VERDICT_CONTACT || v.kept_until == 1);
        assert_int_equal(v.pairs, v.failure == LW_FAILURE_DEEPER ? 3 : *cases[i].post ? 4 : 2);
        lw_checker_destroy(checker);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

/* ---- meshes ------------------------------------------------------------------------------------- */

/* Adds the triangles of a box to a mesh of so many boxes. */
static void add_box(double *vertices, uint32_t *triangles, size_t box, const double low[3],
                    const double high[3])
{
    static const uint32_t rows[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                    2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    for (size_t i = 0; i < 8; i++)
        for (size_t k = 0; k < 3; k++)
            vertices[24 * box + 3 * i + k] = i >> k & 1 ? high[k] : low[k];
    for (size_t i = 0; i < 36; i++)
        triangles[36 * box + i] = (uint32_t)(8 * box) + rows[i];
}

static lw_shape_def cubes(double half, double *vertices, uint32_t *triangles)
{
    const double low[] = {-half, -half, -half};
    const double high[] = {half, half, half};
    lw_shape_def mesh = lw_default_shape();
    add_box(vertices, triangles, 0, low, high);
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = vertices;
    mesh.vertex_count = 8;
    mesh.triangles = triangles;
    mesh.triangle_count = 12;
    return mesh;
}

/* A small cube that slides along x inside one of two blocks, which are one mesh with a gap between
 * them. */
static void load_blocks(scene_of_tests *t)
{
    static const double low[] = {-0.4, -1, -1};
    static const double high[] = {0, 1, 1};
    static const double second_low[] = {0.05, -1, -1};
    static const double second_high[] = {0.45, 1, 1};
    double vertices[2][48];
    uint32_t triangles[2][72];
    lw_error error = {0};
    *t = (scene_of_tests){.options = lw_default_check_options()};
    t->options.leaving = 1;
    lw_shape_def cube = cubes(0.01, vertices[0], triangles[0]);
    lw_shape_def blocks = cubes(1, vertices[1], triangles[1]);
    add_box(vertices[1], triangles[1], 0, low, high);
    add_box(vertices[1], triangles[1], 1, second_low, second_high);
    blocks.vertex_count = 16;
    blocks.triangle_count = 24;
    lw_joint_def joint = joint_of("j", LW_JOINT_FLOATING, "floor", "cube");
    joint.origin = lw_pose_identity();
    t->scene = new_scene();
    succeed(lw_scene_add_robot(t->scene, "r", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(t->scene, "r", "floor", &error), &error);
    succeed(lw_scene_add_link(t->scene, "r", "cube", &error), &error);
    succeed(lw_scene_add_joint(t->scene, "r", &joint, &error), &error);
    succeed(lw_scene_add_shape(t->scene, "r", "cube", &cube, lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_obstacle(t->scene, "blocks", &blocks, lw_pose_identity(), &error), &error);
    succeed(lw_scene_freeze(t->scene, &error), &error);
    succeed(lw_motion_create(t->scene, &t->motion, &error), &error);
    succeed(lw_checker_create(t->scene, &t->checker, &error), &error);
}

/* Inside without touching is contact too, with a wide bracket of the depth. With a large tolerance, the
 * translation would put the cube inside the second block, which separates nothing. */
static void test_inside(void **state)
{
    static const double inside[][2] = {{-0.03, 0}, {0.025, 0}};
    static const double out[][2] = {{0.003, 0}, {0.025, 0}};
    static const double through[][2] = {{-0.03, 0}, {-0.45, 0}};
    static const double deeper[][2] = {{0.003, 0}, {-0.05, 0}};
    (void)state;
    scene_of_tests t;
    load_blocks(&t);
    lw_verdict v = check_path(&t, out, 2);
    assert_int_equal(v.kind, LW_VERDICT_LEAVES);
    assert_near(v.time, 0.007 / 0.022, 2e-4);
    assert_near(v.start_distance[0], -0.007, 1e-8);
    assert_int_equal(check_path(&t, deeper, 2).failure, LW_FAILURE_DEEPER);
    v = check_path(&t, inside, 2);
    assert_true(v.kind == LW_VERDICT_UNDECIDED && v.reason == LW_REASON_DEPTH && v.start_pairs == 1);
    assert_true(v.start_distance[0] < -0.1 && v.start_distance[1] < 0);
    /* the other way, which is long, it does get deeper */
    assert_true(check_path(&t, through, 2).kind != LW_VERDICT_LEAVES);
    t.options.depth_tolerance = 0.2;
    v = check_path(&t, out, 2);
    assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(v.reason, LW_REASON_DEPTH);
    assert_string_equal(second(&t, &v), "blocks");
    assert_true(v.start_distance[0] < 0 && v.start_pairs == 1 && v.kept_until < 1);
    unload(&t);
}

/* An object that is attached inside a closed mesh is in contact from then on. */
static void test_attached_inside(void **state)
{
    (void)state;
    double vertices[2][48];
    uint32_t triangles[2][72];
    lw_error error = {0};
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    lw_verdict v = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    const lw_shape_def can = cubes(0.02, vertices[0], triangles[0]);
    const lw_shape_def crate = cubes(0.1, vertices[1], triangles[1]);
    lw_pose at = lw_pose_identity();
    lw_scene *scene = new_scene();
    at.position.x = 0.8;
    succeed(
        lw_scene_load(scene,
                      files_write(&here, "world.json",
                                  "{\"robots\": [{\"name\": \"r\", \"joint\": {\"type\": \"planar\"}, "
                                  "\"links\": [{\"name\": \"ball\", \"type\": \"sphere\", \"radius\": "
                                  "0.05}]}], \"obstacles\": [{\"id\": \"post\", \"type\": \"sphere\", "
                                  "\"radius\": 0.1, \"position\": [0.145, 0.3, 0]}]}"),
                      &error),
        &error);
    succeed(lw_scene_add_obstacle(scene, "can", &can, at, &error), &error);
    succeed(lw_scene_add_obstacle(scene, "crate", &crate, at, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    succeed(lw_motion_read_json(scene, begins_at_post, NULL, 0, NULL, motion, NULL, 0, &error), &error);
    options.leaving = 1;
    succeed(lw_check(checker, motion, &options, &v, &error), &error);
    assert_int_equal(v.failure, LW_FAILURE_NEW);
    assert_near(v.time, 1.0 / 3, 1e-12);
    assert_near(v.kept_until, 1.0 / 3, 1e-12);
    assert_string_equal(lw_scene_body_name(scene, (size_t)v.pair[0]), "can");
    assert_string_equal(lw_scene_body_name(scene, (size_t)v.pair[1]), "crate");
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* ---- beside the check --------------------------------------------------------------------------- */

/* Results name the kinds of failures; pages show free parts for any options. */
static void test_results_and_pages(void **state)
{
    static const double up[][2] = {{0, 0.09}, {0, 0.29}};
    static const lw_method methods[] = {LW_METHOD_SLAB};
    (void)state;
    scene_of_tests t;
    lw_error error = {0};
    load(&t, false, 0);
    lw_verdict v = check_path(&t, up, 2);
    lw_result result = lw_default_result();
    result.scene = t.scene;
    result.motion = t.motion;
    result.verdict = &v;
    succeed(lw_result_json(&result, NULL, 0, NULL, &error), &error);
    v.failure = (lw_failure)9;
    refused(lw_result_json(&result, NULL, 0, NULL, &error), LW_ERROR_ARGUMENT, &error,
            "there is no failure 9");
    lw_page *page = NULL;
    lw_page_motion shown = lw_default_page_motion();
    shown.motion = t.motion;
    shown.options = &t.options;
    shown.methods = methods;
    shown.method_count = 1;
    succeed(lw_page_create(t.scene, NULL, &page, &error), &error);
    succeed(lw_page_add(page, &shown, &error), &error);
    lw_page_destroy(page);
    unload(&t);
}

/* Running out of memory is an error, and leaks nothing. */
static void test_every_allocation_failing(void **state)
{
    (void)state;
    lw_error error = {0};
    char text[1000];
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    lw_check_options options = lw_default_check_options();
    lw_scene *scene = new_scene();
    options.leaving = 1;
    snprintf(text, sizeof text, carries, "");
    succeed(lw_scene_load(scene, files_write(&here, "world.json", text), &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    succeed(lw_motion_read_json(scene, lets_go, NULL, 0, NULL, motion, NULL, 0, &error), &error);
    for (size_t n = 1;; n++) {
        lw_verdict v = lw_default_verdict();
        allocation_fail(n);
        lw_status status = lw_check(checker, motion, &options, &v, &error);
        const bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        if (failed)
            continue;
        assert_int_equal(v.kind, LW_VERDICT_LEAVES);
        assert_true(n > 2);
        break;
    }
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaves),
        cmocka_unit_test(test_fails),
        cmocka_unit_test(test_tolerance),
        cmocka_unit_test(test_ends_of_pieces),
        cmocka_unit_test(test_beginnings),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_rest),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_stages),
        cmocka_unit_test(test_inside),
        cmocka_unit_test(test_attached_inside),
        cmocka_unit_test(test_results_and_pages),
        cmocka_unit_test(test_every_allocation_failing),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
