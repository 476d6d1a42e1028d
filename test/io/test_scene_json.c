/* Tests io/scene/scene_json.h and lw_scene_load: the effect of each key of a JSON scene; refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "allocation.h"
#include "base/random.h"
#include "scene/frozen.h"
#include "seed.h"
#include "written.h"

static char last_notice[480];
static int notice_count;

static lw_status on_notice(void *context, const char *file, int line, const char *sentence)
{
    (void)context;
    (void)file;
    (void)line;
    notice_count++;
    snprintf(last_notice, sizeof last_notice, "%s", sentence);
    return LW_OK;
}

static lw_scene *empty_scene(void)
{
    lw_scene *scene = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    lw_scene_on_notice(scene, on_notice, NULL);
    notice_count = 0;
    return scene;
}

static const char whole[] =
    "{\"$schema\": \"x\", \"description\": \"all keys\", \"dimension\": 3,\n"
    " \"margin\": 0.01, \"self_margin\": 0.002, \"mesh\": \"surface\",\n"
    " \"robots\": [\n"
    "  {\"name\": \"bar\", \"joint\": {\"type\": \"floating\"}, \"base\": {\"position\": [0, 0, 1]},\n"
    "   \"links\": [\n"
    "    {\"name\": \"body\", \"type\": \"sphere\", \"radius\": 0.1},\n"
    "    {\"name\": \"nose\", \"position\": [0.5, 0, 0],\n"
    "     \"shapes\": [{\"type\": \"sphere\", \"radius\": 0.05, \"position\": [0.1, 0, 0]}]}]},\n"
    "  {\"name\": \"cart\", \"joint\": {\"type\": \"planar\", \"name\": \"drive\"},\n"
    "   \"links\": [{\"name\": \"hull\", \"type\": \"box\", \"size\": [1, 1, 1]}]},\n"
    "  {\"name\": \"post\", \"links\": [{\"name\": \"frame\", \"type\": \"box\", \"size\": [1, 1, "
    "1]}]}],\n"
    " \"obstacles\": [{\"id\": \"wall\", \"type\": \"box\", \"size\": [1, 1, 1], \"position\": [9, 0, "
    "0]}],\n"
    " \"attached\": [{\"id\": \"flag\", \"robot\": \"bar\", \"link\": \"nose\", \"type\": \"sphere\",\n"
    "   \"radius\": 0.01, \"position\": [0.2, 0, 0], \"touch_links\": [\"body\"]}],\n"
    " \"allowed_pairs\": [[\"hull\", \"wall\"], [\"*\", \"flag\"]],\n"
    " \"checked_pairs\": [[\"flag\", \"wall\"]],\n"
    " \"pair_margins\": [{\"pair\": [\"bar/nose\", \"wall\"], \"margin\": 0.5}],\n"
    " \"link_padding\": {\"hull\": 0.1, \"bar/nose\": 0.2}, \"link_scale\": 1.5,\n"
    " \"robot_state\": {\"drive\": [1, 2, 3], \"bar/joint\": [1, 2, 3, 0, 0, 0, 1]},\n"
    " \"motions\": {\"go\":\n"
    "   {\"id\": null, \"from\": [1], \"to\": [2]}, \"come\": {}}\n"
    "}\n";

static void test_every_key(void **state)
{
    (void)state;
    lw_scene *scene = empty_scene();
    lw_error error = {0};
    if (written_load(scene, whole, &error))
        fail_msg("%d: %s", error.line, error.message);
    const lw_model *model = &scene->model;
    assert_true(model->margin == 0.01 && model->self_margin == 0.002);
    assert_int_equal(model->mesh_mode, LW_MESH_SURFACE);
    assert_int_equal(model->robots.count, 3);
    assert_true(model->robots.items[0].base.position.z == 1);
    int64_t joint = lw_model_find_joint(model, 0, "joint");
    assert_true(joint >= 0);
    assert_int_equal(model->joints.items[joint].def.kind, LW_JOINT_FLOATING);
    joint = lw_model_find_joint(model, 1, "drive");
    assert_int_equal(model->joints.items[joint].def.kind, LW_JOINT_PLANAR);
    assert_true(model->joints.items[joint].def.axis.z == 1);
    assert_int_equal(model->objects.count, 2);
    assert_string_equal(model->objects.items[1].link, "nose");
    assert_int_equal(model->objects.items[1].touch_link_count, 1);

    assert_int_equal(model->rules.count, 3);
    assert_string_equal(model->rules.items[1].a, "flag");
    assert_null(model->rules.items[1].b);
    assert_true(model->rules.items[1].allowed && !model->rules.items[2].allowed);
    assert_int_equal(model->rules.items[2].rank, LW_RANK_SCENE);
    assert_int_equal(model->margins.count, 1);
    assert_true(model->margins.items[0].margin == 0.5);

    /* an entry for each link that is named, and one for the scale of all links, which does not change
     * their padding */
    assert_int_equal(model->paddings.count, 3);
    assert_int_equal(model->paddings.items[0].robot, -1);
    assert_true(model->paddings.items[0].has_padding && model->paddings.items[0].padding == 0.1);
    assert_false(model->paddings.items[0].has_scale);
    assert_int_equal(model->paddings.items[1].robot, 0);
    assert_string_equal(model->paddings.items[1].link, "nose");
    assert_null(model->paddings.items[2].link);
    assert_true(model->paddings.items[2].has_scale && model->paddings.items[2].scale == 1.5);
    assert_false(model->paddings.items[2].has_padding);

    assert_int_equal(model->values.count, 2);
    assert_string_equal(model->values.items[0].robot, "cart");
    assert_true(model->values.items[0].values[2] == 3);
    assert_string_equal(model->values.items[1].joint, "joint");

    assert_int_equal(model->motions.count, 2);
    assert_string_equal(model->motions.items[0].name, "go");
    assert_string_equal(model->motions.items[0].json, "{\"id\": null, \"from\": [1], \"to\": [2]}");
    assert_int_equal(model->motions.items[0].line, 21);
    assert_int_equal(notice_count, 0);
    lw_scene_destroy(scene);
}

/* Bodies that are described in place are where their base, joint and links put them. */
static void test_bodies_stand_where_they_should(void **state)
{
    (void)state;
    lw_scene *scene = empty_scene();
    lw_error error = {0};
    assert_int_equal(written_load(scene, whole, &error), LW_OK);
    if (lw_scene_freeze(scene, &error))
        fail_msg("%s", error.message);
    lw_motion *motion = NULL;
    assert_int_equal(lw_motion_create(scene, &motion, &error), LW_OK);
    /* base (0, 0, 1), joint value (1, 2, 3), the link at (0.5, 0, 0), the attached object at (0.2, 0,
     * 0) */
    static const struct {
        const char *name;
        double x, y, z;
    } bodies[] = {{"bar/body", 1, 2, 4}, {"bar/nose", 1.5, 2, 4}, {"flag", 1.7, 2, 4}};
    size_t found = 0;
    for (size_t body = 0; body < lw_scene_body_count(scene); body++) {
        for (size_t i = 0; i < 3; i++) {
            lw_pose at;
            if (strcmp(bodies[i].name, lw_scene_body_name(scene, body)) != 0)
                continue;
            found++;
            assert_int_equal(lw_motion_pose(motion, body, 0, &at, &error), LW_OK);
            /* the frame of a body is its link's, or that of its only shape */
            double off = i == 1 ? 0.1 : i == 2 ? 0.2 : 0;
            assert_true(fabs(at.position.x - bodies[i].x) <= off + 1e-12);
            assert_true(fabs(at.position.y - bodies[i].y) < 1e-12);
            assert_true(fabs(at.position.z - bodies[i].z) < 1e-12);
        }
    }
    assert_int_equal(found, 3);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

static void test_empty_and_defaults(void **state)
{
    (void)state;
    lw_scene *scene = empty_scene();
    lw_error error = {0};
    assert_int_equal(lw_scene_set_margin(scene, 0.5, NULL), LW_OK);
    assert_int_equal(written_load(scene, "{}", &error), LW_OK);
    assert_true(scene->model.margin == 0.5); /* keys that are missing change nothing */
    assert_int_equal(written_load(scene, "{\"robot_state\": {\"later\": 1}}", &error), LW_OK);
    assert_int_equal(scene->model.values.count, 1);
    lw_scene_destroy(scene);
}

static void test_names_that_are_nobodys(void **state)
{
    (void)state;
    lw_scene *scene = empty_scene();
    lw_error error = {0};
    const char *text =
        "{\"robots\": [{\"name\": \"r\", \"links\": [{\"name\": \"l\", \"type\": \"sphere\", "
        "\"radius\": 1}]}],\n"
        "\"link_padding\": {\"ghost\": 0.1, \"x/l\": 1}, \"link_scale\": {\"r/ghost\": 2},\n"
        "\"robot_state\": {\"joint\": 1, \"r/ghost\": 1, \"x/joint\": 1, \"ghost\": 1}}";
    assert_int_equal(written_load(scene, text, &error), LW_OK);
    assert_int_equal(notice_count, 5);
    assert_non_null(strstr(last_notice, "\"x/joint\""));
    assert_int_equal(scene->model.paddings.count, 0);
    /* the fixed joint's value is ignored; freezing gives a notice that the last joint is unknown */
    assert_int_equal(scene->model.values.count, 1);
    assert_int_equal(lw_scene_freeze(scene, &error), LW_OK);
    assert_int_equal(notice_count, 6);
    assert_non_null(strstr(last_notice, "\"ghost\""));
    lw_scene_destroy(scene);
}

#define ROBOT                                                                                          \
    "{\"name\": \"r\", \"joint\": {\"type\": \"floating\"}, \"links\": [{\"name\": \"l\", "            \
    "\"type\": \"sphere\", \"radius\": 1}]}"
#define ROBOTS "{\"robots\": [" ROBOT "],\n"
#define TWINS                                                                                          \
    "{\"robots\": [" ROBOT ", {\"name\": \"s\", \"joint\": {\"type\": \"floating\"}, \"links\": "      \
    "[{\"name\": \"l\", \"type\": \"sphere\", \"radius\": 1}]}],\n"

static void test_refused(void **state)
{
    (void)state;
    static const bad_input bad[] = {
        {"", LW_ERROR_SYNTAX, 0, "no scene in the file"},
        {"{", LW_ERROR_SYNTAX, 1, "not JSON"},
        {"{\n\"margin\": 1,\n}", LW_ERROR_SYNTAX, 3, "not JSON"},
        {"[1]", LW_ERROR_SYNTAX, 1, "must be an object"},
        {"margin: 3\n", LW_ERROR_SYNTAX, 1, "neither a scene in JSON nor a MoveIt"},
        {"just words\n", LW_ERROR_SYNTAX, 1, "must be an object"},
        {"{\n\"margn\": 1}", LW_ERROR_SYNTAX, 2, "no key \"margn\"; \"margin\" was meant perhaps"},
        {"{\n\"xyzzy\": 1}", LW_ERROR_SYNTAX, 2, "it has margin, self_margin"},
        {"{\"margin\": 1,\n\"margin\": 1}", LW_ERROR_SYNTAX, 2, "duplicate"},
        {"{\"margin\":\n\"1\"}", LW_ERROR_SYNTAX, 2, "margin must be a number, not the text \"1\""},
        {"{\"margin\":\n-1}", LW_ERROR_ARGUMENT, 2, "margin is -1; it must be 0 or more"},
        {"{\"margin\":\n1e999}", LW_ERROR_SYNTAX, 2, "overflow"},
        {"{\"margin\":\nnull}", LW_ERROR_SYNTAX, 2, "null is no value"},
        {"{\"self_margin\":\n[]}", LW_ERROR_SYNTAX, 2, "must be a number, not a list"},
        {"{\"dimension\":\n4}", LW_ERROR_ARGUMENT, 2, "dimension must be 2 or 3"},
        {"{\"mesh\":\n\"hollow\"}", LW_ERROR_SYNTAX, 2, "\"solid\" or \"surface\""},
        {"{\"robots\":\n3}", LW_ERROR_SYNTAX, 2, "robots must be a list"},
        {"{\"robots\": [\n3]}", LW_ERROR_SYNTAX, 2, "must be an object"},
        {"{\"robots\": [\n{}]}", LW_ERROR_SYNTAX, 2, "needs a urdf, or a name and links"},
        {"{\"robots\": [\n{\"urdf\": \"a\", \"links\": []}]}", LW_ERROR_SYNTAX, 2, "both given"},
        {"{\"robots\": [\n{\"urdf\": \"nowhere.urdf\"}]}", LW_ERROR_FILE, 2, "nowhere.urdf"},
        {"{\"robots\": [\n{\"urdf\": 3}]}", LW_ERROR_SYNTAX, 2, "urdf must be a text"},
        {"{\"robots\": [\n{\"links\": []}]}", LW_ERROR_SYNTAX, 2, "\"name\" is missing"},
        {"{\"robots\": [\n{\"name\": \"a\", \"links\": []}]}", LW_ERROR_ARGUMENT, 2,
         "one link or more"},
        {"{\"robots\": [\n{\"name\": \"a/b\", \"links\": [{\"name\": \"l\"}]}]}", LW_ERROR_ARGUMENT, 2,
         "slash"},
        {"{\"robots\": [{\"name\": \"a\", \"links\": [\n{\"name\": \"l\"}]}]}", LW_ERROR_SYNTAX, 2,
         "link \"l\": a link needs a shape"},
        {"{\"robots\": [{\"name\": \"a\", \"links\": [\n3]}]}", LW_ERROR_SYNTAX, 2,
         "must be an object"},
        {"{\"robots\": [{\"name\": \"a\", \"links\": [],\n\"joint\": {\"type\": \"ball\"}}]}",
         LW_ERROR_SYNTAX, 2, "no joint type \"ball\""},
        {"{\"robots\": [{\"name\": \"a\", \"links\": [],\n\"base\": {\"x\": 1}}]}", LW_ERROR_SYNTAX, 2,
         "base has no key \"x\""},
        {"{\"robots\": [" ROBOT ",\n" ROBOT "]}", LW_ERROR_NAME, 2, "two robots named \"r\""},
        {"{\"obstacles\": [\n{\"type\": \"sphere\", \"radius\": 1}]}", LW_ERROR_SYNTAX, 2,
         "\"id\" is missing"},
        {"{\"obstacles\": [{\"id\": \"a\", \"type\": \"sphere\", \"radius\": 1},\n"
         "{\"id\": \"a\", \"type\": \"sphere\", \"radius\": 1}]}",
         LW_ERROR_NAME, 2, "obstacle \"a\": there is an object of this id already"},
        {"{\"obstacles\": [\n{\"id\": \"\", \"type\": \"sphere\", \"radius\": 1}]}", LW_ERROR_ARGUMENT,
         2, "without a name"},
        {ROBOTS "\"attached\": [\n{\"id\": \"a\", \"type\": \"sphere\", \"radius\": 1}]}",
         LW_ERROR_SYNTAX, 3, "\"link\" is missing"},
        {ROBOTS
         "\"attached\": [\n{\"id\": \"a\", \"link\": \"x\", \"type\": \"sphere\", \"radius\": 1}]}",
         LW_ERROR_NAME, 3, "no link \"x\""},
        {"{\"attached\": [\n{\"id\": \"a\", \"link\": \"x\", \"type\": \"sphere\", \"radius\": 1}]}",
         LW_ERROR_NAME, 2,
         "attached object \"a\": there is no robot whose link could carry it; give one in \"robots\""},
        {TWINS
         "\"attached\": [\n{\"id\": \"a\", \"link\": \"l\", \"type\": \"sphere\", \"radius\": 1}]}",
         LW_ERROR_NAME, 3, "several robots"},
        {"{\"allowed_pairs\": [\n[\"a\"]]}", LW_ERROR_ARGUMENT, 2, "a pair must be 2 names, not 1"},
        {"{\"allowed_pairs\": [\n\"a\"]}", LW_ERROR_SYNTAX, 2, "a pair must be a list"},
        {"{\"allowed_pairs\": [\n[\"*\", \"*\"]]}", LW_ERROR_SYNTAX, 2, "one name of a pair"},
        {"{\"checked_pairs\": [\n[\"a\", 3]]}", LW_ERROR_SYNTAX, 2, "must be a text"},
        {"{\"pair_margins\": [\n{\"pair\": [\"a\", \"b\"]}]}", LW_ERROR_SYNTAX, 2,
         "\"margin\" is missing"},
        {"{\"pair_margins\": [\n{\"pair\": [\"a\", \"*\"], \"margin\": 1}]}", LW_ERROR_SYNTAX, 2,
         "without *"},
        {"{\"pair_margins\": [\n{\"pair\": [\"a\", \"b\"], \"margin\": -1}]}", LW_ERROR_ARGUMENT, 2,
         "0 or more"},
        {"{\"link_padding\":\n-1}", LW_ERROR_ARGUMENT, 2, "link_padding is -1"},
        {"{\"link_padding\":\n\"1\"}", LW_ERROR_SYNTAX, 2, "must be an object"},
        {"{\"link_scale\": {\n\"a\": 0}}", LW_ERROR_ARGUMENT, 2, "link_scale is 0; it must be above 0"},
        {TWINS "\"robot_state\": {\n\"joint\": 1}}", LW_ERROR_NAME, 3, "several robots have"},
        {ROBOTS "\"robot_state\": {\n\"joint\": 1}}", LW_ERROR_ARGUMENT, 3, "must be 7 numbers, not 1"},
        {ROBOTS "\"robot_state\": {\n\"joint\": [1, 2]}}", LW_ERROR_ARGUMENT, 3, "7 numbers, not 2"},
        {ROBOTS "\"robot_state\": {\n\"joint\": \"up\"}}", LW_ERROR_SYNTAX, 3, "must be a list"},
        {TWINS "\"robot_state\": {\n\"joint/trans_x\": 1}}", LW_ERROR_NAME, 3,
         "several robots have a joint of \"joint/trans_x\"; name it as ROBOT/joint/trans_x"},
        {ROBOTS "\"robot_state\": {\n\"joint/rot_x\": [1]}}", LW_ERROR_SYNTAX, 3,
         "the value \"joint/rot_x\""},
        {"{\"motions\":\n[]}", LW_ERROR_SYNTAX, 2, "motions must be an object"},
        {"{\"motions\": {\n\"a\": 3}}", LW_ERROR_SYNTAX, 2, "a motion must be an object"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lw_scene *scene = empty_scene();
        lw_error error = {0};
        lw_status status = written_load(scene, bad[i].text, &error);
        assert_true(expected_error(&bad[i], status, &error));
        assert_true(!strncmp(error.file, "/tmp/", 5));
        assert_int_equal(scene->model.robots.count + scene->model.objects.count, 0);
        assert_int_equal(scene->model.joints.count + scene->model.rules.count, 0);
        assert_int_equal(scene->model.values.count + scene->model.paddings.count, 0);
        assert_true(scene->model.margin == 0);
        lw_scene_destroy(scene);
    }
}

static void test_out_of_order(void **state)
{
    (void)state;
    lw_scene *scene = empty_scene();
    lw_error error = {0};
    assert_int_equal(lw_scene_load(scene, NULL, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_load(NULL, "x", &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_load(scene, "/nowhere/cell.json", &error), LW_ERROR_FILE);
    assert_int_equal(lw_scene_freeze(scene, &error), LW_OK);
    assert_int_equal(written_load(scene, "{}", &error), LW_ERROR_STATE);
    lw_scene_destroy(scene);
}

static void test_every_allocation_failing(void **state)
{
    (void)state;
    written file = written_text(whole);
    for (size_t n = 1;; n++) {
        lw_scene *scene = empty_scene();
        lw_error error = {0};
        allocation_fail(n);
        lw_status status = lw_scene_load(scene, file.path, &error);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        assert_int_equal(scene->model.robots.count, failed ? 0 : 3);
        lw_scene_destroy(scene);
        if (!failed)
            break;
    }
    written_remove(&file);
}

static void test_damaged(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t length = strlen(whole);
    for (int i = 0; i < test_rounds(400, 20000); i++) {
        char *text = malloc(length);
        memcpy(text, whole, length);
        size_t size = i % 4 ? length : lw_random_below(&random, (uint32_t)length);
        for (int j = 0; j < i % 3 + 1; j++)
            text[lw_random_below(&random, (uint32_t)length)] ^=
                (char)(1 << lw_random_below(&random, 8));
        written file = written_bytes(text, size);
        lw_scene *scene = empty_scene();
        lw_error error = {0};
        lw_status status = lw_scene_load(scene, file.path, &error);
        assert_int_equal(error.status, status);
        assert_true(status == LW_OK || error.message[0]);
        assert_true(status == LW_OK || scene->model.robots.count == 0);
        lw_scene_destroy(scene);
        written_remove(&file);
        free(text);
    }
}

/* The scenes in the project's folder scenes/. */
static void test_own_scenes(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        size_t robots, obstacles, motions;
    } scenes[] = {{"scenes/cell.json", 1, 5, 3}, {"scenes/bodies.json", 2, 3, 5}};
    for (size_t i = 0; i < 2; i++) {
        lw_scene *scene = empty_scene();
        lw_error error = {0};
        if (lw_scene_load(scene, scenes[i].path, &error) || lw_scene_freeze(scene, &error))
            fail_msg("%s:%d: %s", error.file, error.line, error.message);
        assert_int_equal(lw_scene_robot_count(scene), scenes[i].robots);
        assert_int_equal(scene->model.objects.count, scenes[i].obstacles);
        assert_int_equal(scene->model.motions.count, scenes[i].motions);
        lw_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_key),
        cmocka_unit_test(test_bodies_stand_where_they_should),
        cmocka_unit_test(test_empty_and_defaults),
        cmocka_unit_test(test_names_that_are_nobodys),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_out_of_order),
        cmocka_unit_test(test_every_allocation_failing),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_own_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
