/* Shared shapes, with a reference count: scenes that share them answer as those that copy them, to the
 * bit; they hold the shapes that they use, on any number of threads, and nothing leaks where memory
 * runs out. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/parallel.h"
#include "scene/shared_shape.h"
#include "seed.h"
#include "shape_kit.h"
#include "verdicts.h"

enum { NOTICES = 4096, SEGMENTS = 4, THREADS = 4 };

/* ---- a random scene, of copies or of shared shapes ---------------------------------------------- */

typedef struct maker {
    lw_random random;
    const kit *kit;
    bool shared;
    lw_scene *scene;
} maker;

static lw_status add_to_link(maker *m, const char *link, lw_error *e)
{
    uint32_t i = lw_random_below(&m->random, m->kit->count);
    lw_pose at = random_pose(&m->random, m->kit->flat, 0.2);
    return m->shared ? lw_scene_add_shared_shape(m->scene, "r", link, m->kit->shapes[i], at, e)
                     : lw_scene_add_shape(m->scene, "r", link, &m->kit->defs[i], at, e);
}

static lw_status add_attached(maker *m, const char *link, lw_error *e)
{
    static const char *const touched[] = {"base"};
    uint32_t i = lw_random_below(&m->random, m->kit->count);
    lw_pose at = random_pose(&m->random, m->kit->flat, 0.3);
    const kit *k = m->kit;
    return m->shared
               ? lw_scene_add_shared_attached(m->scene, "r", link, "tool", k->shapes[i], at, touched, 1,
                                              e)
               : lw_scene_add_attached(m->scene, "r", link, "tool", &k->defs[i], at, touched, 1, e);
}

static lw_status add_obstacle(maker *m, int number, lw_error *e)
{
    char id[16];
    snprintf(id, sizeof id, "o%d", number);
    uint32_t i = lw_random_below(&m->random, m->kit->count);
    lw_pose at = random_pose(&m->random, m->kit->flat, 2.5);
    return m->shared ? lw_scene_add_shared_obstacle(m->scene, id, m->kit->shapes[i], at, e)
                     : lw_scene_add_obstacle(m->scene, id, &m->kit->defs[i], at, e);
}

static lw_status add_robot(maker *m, lw_error *e)
{
    lw_status status = lw_scene_add_robot(m->scene, "r", lw_pose_identity(), e);
    if (!status)
        status = lw_scene_add_link(m->scene, "r", "base", e);
    for (int i = 0; i < (m->kit->flat ? 1 : 3) && !status; i++) {
        static const char *const links[] = {"base", "a", "b", "c"};
        lw_joint_def joint = joint_of(links[i + 1], m->kit->flat ? LW_JOINT_PLANAR : LW_JOINT_REVOLUTE,
                                      links[i], links[i + 1]);
        joint.origin.position.x = 0.5;
        if (!m->kit->flat)
            joint.axis = (lw_vec3){i == 0, i == 1, i != 1};
        if (!(status = lw_scene_add_link(m->scene, "r", links[i + 1], e)) &&
            !(status = lw_scene_add_joint(m->scene, "r", &joint, e)))
            status = add_to_link(m, links[i + 1], e);
        if (!status && lw_random_below(&m->random, 3) == 0)
            status = add_to_link(m, links[i + 1], e);
        if (!status && lw_random_below(&m->random, 3) == 0)
            status = lw_scene_set_link_padding(m->scene, "r", links[i + 1], 1.3, 0.01, e);
    }
    return status;
}

/* The scene of a seed, frozen. On an error, m->scene is to be destroyed all the same. */
static lw_status make_scene(maker *m, lw_notice_fn hear, void *context, lw_error *e)
{
    lw_status status = lw_scene_create(&m->scene, e);
    if (status)
        return status;
    lw_scene_on_notice(m->scene, hear, context);
    if (m->kit->flat)
        status = lw_scene_set_dimension(m->scene, 2, e);
    if (!status && lw_random_below(&m->random, 3) == 0)
        status = lw_scene_set_mesh_mode(m->scene, LW_MESH_SURFACE, e);
    if (!status && !(status = add_robot(m, e)))
        status = add_attached(m, m->kit->flat ? "a" : "c", e);
    for (int i = 0; i < 6 && !status; i++)
        if (!(status = add_obstacle(m, i, e)) && lw_random_below(&m->random, 4) == 0)
            status = add_obstacle(m, i, e);
    return status ? status : lw_scene_freeze(m->scene, e);
}

/* ---- the same answers --------------------------------------------------------------------------- */

static lw_status hear_notice(void *context, const char *file, int line, const char *sentence)
{
    (void)file, (void)line;
    char *heard = context;
    size_t length = strlen(heard);
    snprintf(heard + length, NOTICES - length, "%s\n", sentence);
    return LW_OK;
}

static void check_motion(const lw_scene *scene, lw_random random, bool clearance, lw_verdict *out)
{
    lw_error e = {0};
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    lw_check_options options = lw_default_check_options();
    options.clearance = clearance;
    double ends[2][7] = {{0}};
    for (int k = 0; k < 7; k++)
        for (int end = 0; end < 2; end++)
            ends[end][k] = lw_random_between(&random, -2, 2);
    succeed(lw_motion_create(scene, &motion, &e), &e);
    succeed(lw_motion_set_segment(motion, NULL, ends[0], ends[1], &e), &e);
    succeed(lw_checker_create(scene, &checker, &e), &e);
    *out = lw_default_verdict();
    succeed(lw_check(checker, motion, &options, out, &e), &e);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
}

/* how many bodies have the geometry of a shape that is shared */
static size_t sharing(const lw_scene *scene, const kit *k)
{
    size_t count = 0;
    for (size_t i = 0; i < lw_scene_body_count(scene); i++)
        for (uint32_t s = 0; s < k->count; s++)
            count += k->shapes[s]->geometry &&
                     lw_frozen_body(scene->frozen, i)->geometry == k->shapes[s]->geometry;
    return count;
}

static void test_same_bits(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t kinds[3] = {0};
    size_t shared_bodies = 0;
    size_t bodies = 0;
    size_t noticed = 0;
    for (int round = 0; round < test_rounds(300, 5000); round++) {
        kit k;
        lw_error e = {0};
        static char heard[2][NOTICES];
        open_kit(&random, round % 3 == 0, &k);
        maker copied = {.random = {lw_random_bits(&random)}, .kit = &k};
        maker shared = copied;
        shared.shared = true;
        heard[0][0] = heard[1][0] = 0;
        succeed(make_scene(&copied, hear_notice, heard[0], &e), &e);
        succeed(make_scene(&shared, hear_notice, heard[1], &e), &e);
        assert_string_equal(heard[0], heard[1]);
        noticed += heard[0][0] != 0;
        assert_int_equal(sharing(copied.scene, &k), 0);
        shared_bodies += sharing(shared.scene, &k);
        bodies += lw_scene_body_count(shared.scene);
        assert_int_equal(lw_scene_body_count(copied.scene), lw_scene_body_count(shared.scene));
        if (round % 2) /* the scene holds the shapes that it needs */
            close_kit(&k);
        for (int i = 0; i < SEGMENTS; i++) {
            lw_verdict verdicts[2];
            verdicts[0] = lw_default_verdict();
            lw_random motion = {lw_random_bits(&random)};
            check_motion(copied.scene, motion, i % 2, &verdicts[0]);
            check_motion(shared.scene, motion, i % 2, &verdicts[1]);
            if (!same_verdict(&verdicts[0], &verdicts[1]))
                fail_msg("round %d, segment %d: other answers of shared shapes", round, i);
            kinds[verdicts[0].kind]++;
        }
        lw_scene_destroy(copied.scene);
        lw_scene_destroy(shared.scene);
        if (round % 2 == 0)
            close_kit(&k);
    }
    assert_true(kinds[LW_VERDICT_FREE] > 100 && kinds[LW_VERDICT_CONTACT] > 100);
    assert_true(noticed > 20);
    assert_true(2 * shared_bodies > bodies && shared_bodies < bodies);
}

/* ---- users of the shape's own geometry, and references ------------------------------------------- */

static size_t holders(const lw_shape *shape)
{
    return atomic_load(&shape->memory->references);
}

static const lw_geometry *geometry_of(const lw_scene *scene, const char *name)
{
    for (size_t i = 0; i < lw_scene_body_count(scene); i++)
        if (!strcmp(lw_scene_body_name(scene, i), name))
            return lw_frozen_body(scene->frozen, i)->geometry;
    fail_msg("no body is named %s", name);
    return NULL;
}

static void test_one_geometry(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_random random = {1};
    lw_pose here = lw_pose_identity();
    kit k;
    open_kit(&random, false, &k);
    for (uint32_t i = 0; i < SPACE; i++) {
        lw_shape *shape = k.shapes[i];
        double extent = shape->geometry->extent;
        lw_scene *scene = new_scene();
        if (k.defs[i].kind == LW_SHAPE_MESH && i < SPACE - 1)
            succeed(lw_scene_set_mesh_mode(scene, LW_MESH_SURFACE, &e), &e);
        bool serves = k.defs[i].kind != LW_SHAPE_MESH || i == SPACE - 1;
        add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
        succeed(lw_scene_add_link(scene, "r", "x", &e), &e);
        succeed(lw_scene_add_link(scene, "r", "y", &e), &e);
        lw_joint_def x = joint_of("jx", LW_JOINT_REVOLUTE, "l0", "x");
        lw_joint_def y = joint_of("jy", LW_JOINT_REVOLUTE, "l0", "y");
        succeed(lw_scene_add_joint(scene, "r", &x, &e), &e);
        succeed(lw_scene_add_joint(scene, "r", &y, &e), &e);
        succeed(lw_scene_add_shared_shape(scene, "r", "x", shape, here, &e), &e);
        succeed(lw_scene_add_shared_shape(scene, "r", "y", shape, here, &e), &e);
        succeed(lw_scene_set_link_padding(scene, "r", "y", 1.5, 0, &e), &e);
        succeed(lw_scene_add_shared_attached(scene, "r", "x", "tool", shape, here, NULL, 0, &e), &e);
        succeed(lw_scene_add_shared_obstacle(scene, "one", shape, here, &e), &e);
        succeed(lw_scene_add_shared_obstacle(scene, "two", shape, here, &e), &e);
        succeed(lw_scene_add_shared_obstacle(scene, "two", shape, here, &e), &e);
        assert_int_equal(holders(shape), 1 + 6);
        succeed(lw_scene_freeze(scene, &e), &e);
        /* one reference for "x", one for "tool" and "one", and one for the geometry of "two" unless it
         * is a mesh a cloud or an octree, which are copied */
        bool copied = k.defs[i].kind == LW_SHAPE_MESH || k.defs[i].kind == LW_SHAPE_CLOUD ||
                      k.defs[i].kind == LW_SHAPE_OCTREE;
        assert_int_equal(holders(shape), 1 + 6 + (serves ? 2 : 0) + (copied ? 0 : 1));
        assert_int_equal(geometry_of(scene, "x") == shape->geometry, serves);
        assert_int_equal(geometry_of(scene, "tool") == shape->geometry, serves);
        assert_int_equal(geometry_of(scene, "one") == shape->geometry, serves);
        assert_ptr_not_equal(geometry_of(scene, "y"), shape->geometry);
        assert_ptr_not_equal(geometry_of(scene, "two"), shape->geometry);
        if (k.defs[i].kind != LW_SHAPE_POLYTOPE && !copied)
            assert_true(geometry_of(scene, "y")->extent > 1.2 * extent);
        lw_scene_destroy(scene);
        assert_int_equal(holders(shape), 1);
    }
    close_kit(&k);
}

/* many obstacles cost the scene little, and a small shape is small */
static void test_memory(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_random random = {2};
    kit k;
    open_kit(&random, false, &k);
    assert_int_equal(lw_shape_memory(NULL), 0);
    for (uint32_t i = 0; i < SPACE; i++) {
        size_t sizes[2];
        for (int shared = 0; shared < 2; shared++) {
            maker m = {.kit = &k, .shared = shared};
            m.scene = new_scene();
            add_chain(m.scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
            for (int n = 0; n < 400; n++) {
                char id[16];
                snprintf(id, sizeof id, "o%d", n);
                succeed(shared ? lw_scene_add_shared_obstacle(m.scene, id, k.shapes[i],
                                                              lw_pose_identity(), &e)
                               : lw_scene_add_obstacle(m.scene, id, &k.defs[i], lw_pose_identity(), &e),
                        &e);
            }
            succeed(lw_scene_freeze(m.scene, &e), &e);
            sizes[shared] = lw_scene_memory(m.scene);
            lw_scene_destroy(m.scene);
        }
        assert_true(sizes[1] + 400 * sizeof(lw_geometry) < sizes[0]);
        size_t least = sizeof(lw_shape) + sizeof(lw_geometry);
        /* a cloud has a part for each of its points, an octree for each of its cells */
        size_t parts = k.defs[i].kind == LW_SHAPE_CLOUD    ? CORNERS
                       : k.defs[i].kind == LW_SHAPE_OCTREE ? k.defs[i].cell_count
                                                           : 1;
        assert_in_range(lw_shape_memory(k.shapes[i]), least, 18432 * parts);
    }
    assert_true(lw_shape_memory(k.shapes[0]) < 4000);
    close_kit(&k);
}

/* ---- errors ------------------------------------------------------------------------------------- */

static void test_refused(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_pose here = lw_pose_identity();
    lw_shape *shape = (lw_shape *)&e;
    lw_shape_def def = sphere_of(0.1);
    refused(lw_shape_create(&def, NULL, &e), LW_ERROR_ARGUMENT, &e, "place for the shape");
    refused(lw_shape_create(NULL, &shape, &e), LW_ERROR_ARGUMENT, &e, "no shape was given");
    assert_null(shape);
    def.radius = -1;
    refused(lw_shape_create(&def, &shape, &e), LW_ERROR_ARGUMENT, &e, "radius is -1");
    assert_null(shape);
    lw_shape_destroy(NULL);

    def.radius = 1;
    succeed(lw_shape_create(&def, &shape, &e), &e);
    lw_scene *scene = new_scene();
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
    refused(lw_scene_add_shared_obstacle(scene, "o", NULL, here, &e), LW_ERROR_ARGUMENT, &e,
            "no shape was given");
    refused(lw_scene_add_shared_attached(scene, "r", "l1", "o", NULL, here, NULL, 0, &e),
            LW_ERROR_ARGUMENT, &e, "no shape was given");
    refused(lw_scene_add_shared_shape(scene, "r", "l1", NULL, here, &e), LW_ERROR_ARGUMENT, &e,
            "no shape was given");
    refused(lw_scene_add_shared_shape(scene, "r", "l9", shape, here, &e), LW_ERROR_NAME, &e, "l9");
    refused(lw_scene_add_shared_attached(scene, "r", "l9", "o", shape, here, NULL, 0, &e),
            LW_ERROR_NAME, &e, "l9");
    lw_pose nowhere = here;
    nowhere.position.x = NAN;
    refused(lw_scene_add_shared_obstacle(scene, "o", shape, nowhere, &e), LW_ERROR_ARGUMENT, &e,
            "position");
    assert_int_equal(holders(shape), 1);
    assert_int_equal(lw_model_find_object(&scene->model, "o"), -1);

    /* a loader that rolls back releases the shape */
    lw_model_mark mark = lw_model_take_mark(&scene->model);
    succeed(lw_scene_add_shared_obstacle(scene, "o", shape, here, &e), &e);
    assert_int_equal(holders(shape), 2);
    lw_model_roll_back(&scene->model, &mark);
    assert_int_equal(holders(shape), 1);

    /* freezing that fails half way */
    succeed(lw_scene_add_shared_obstacle(scene, "o", shape, here, &e), &e);
    succeed(lw_scene_add_shared_obstacle(scene, "l1", shape, here, &e), &e);
    refused(lw_scene_freeze(scene, &e), LW_ERROR_NAME, &e, "two bodies are named \"l1\"");
    assert_int_equal(holders(shape), 3);
    lw_scene_destroy(scene);
    assert_int_equal(holders(shape), 1);

    scene = new_scene();
    succeed(lw_scene_set_dimension(scene, 2, &e), &e);
    refused(lw_scene_add_shared_obstacle(scene, "o", shape, here, &e), LW_ERROR_ARGUMENT, &e,
            "dimension 2");
    succeed(lw_scene_freeze(scene, &e), &e);
    refused(lw_scene_add_shared_obstacle(scene, "o", shape, here, &e), LW_ERROR_STATE, &e, "frozen");
    lw_scene_destroy(scene);
    assert_int_equal(holders(shape), 1);
    lw_shape_destroy(shape);
}

static void test_failing_allocations(void **state)
{
    (void)state;
    lw_random random = {3};
    for (int flat = 0; flat < 2; flat++) {
        kit k;
        open_kit(&random, flat, &k);
        for (uint32_t i = 0; i < k.count; i++)
            for (size_t n = 1;; n++) {
                lw_error e = {0};
                lw_shape *shape = (lw_shape *)&e;
                allocation_fail(n);
                lw_status status = lw_shape_create(&k.defs[i], &shape, &e);
                bool failed = allocation_failed();
                allocation_fail(0);
                lw_shape_destroy(failed ? NULL : shape);
                if (!failed)
                    break;
                assert_int_equal(status, LW_ERROR_MEMORY);
                assert_null(shape);
            }
        uint64_t seed = lw_random_bits(&random);
        for (size_t n = 1;; n++) {
            lw_error e = {0};
            maker m = {.random = {seed}, .kit = &k, .shared = true};
            allocation_fail(n);
            lw_status status = make_scene(&m, NULL, NULL, &e);
            bool failed = allocation_failed();
            allocation_fail(0);
            lw_scene_destroy(m.scene);
            for (uint32_t i = 0; i < k.count; i++)
                assert_int_equal(holders(k.shapes[i]), 1);
            if (!failed)
                break;
            assert_int_equal(status, LW_ERROR_MEMORY);
        }
        close_kit(&k);
    }
}

/* ---- threads ------------------------------------------------------------------------------------ */

typedef struct crowd {
    const kit *kit;
    uint64_t seed;
    lw_random motion;
    lw_verdict wanted;
    lw_scene *held[THREADS]; /* each destroyed by one thread, when nobody else holds the shapes */
    atomic_size_t wrong;
} crowd;

static bool make_and_check(void *context, unsigned worker, size_t item)
{
    (void)worker, (void)item;
    crowd *c = context;
    lw_error e = {0};
    lw_verdict verdict = lw_default_verdict();
    maker m = {.random = {c->seed}, .kit = c->kit, .shared = true};
    if (make_scene(&m, NULL, NULL, &e)) {
        atomic_fetch_add(&c->wrong, 1);
    } else {
        check_motion(m.scene, c->motion, false, &verdict);
        atomic_fetch_add(&c->wrong, !same_verdict(&verdict, &c->wanted));
    }
    lw_scene_destroy(m.scene);
    return true;
}

static bool give_up(void *context, unsigned worker, size_t item)
{
    (void)worker;
    crowd *c = context;
    lw_scene_destroy(c->held[item]);
    return true;
}

static void test_threads(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(8, 100); round++) {
        kit k;
        lw_error e = {0};
        open_kit(&random, round % 2, &k);
        crowd c = {.kit = &k, .seed = lw_random_bits(&random), .motion = {lw_random_bits(&random)}};
        for (int i = 0; i < THREADS; i++) {
            maker m = {.random = {c.seed}, .kit = &k, .shared = i > 0};
            succeed(make_scene(&m, NULL, NULL, &e), &e);
            if (i == 0)
                check_motion(m.scene, c.motion, false, &c.wanted);
            c.held[i] = m.scene;
        }
        lw_parallel_run(THREADS, 8 * THREADS, make_and_check, &c);
        assert_int_equal(atomic_load(&c.wrong), 0);
        close_kit(&k);
        lw_parallel_run(THREADS, THREADS, give_up, &c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_one_geometry),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_failing_allocations),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
