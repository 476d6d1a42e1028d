/* Conversations: the answers are those of the functions that they stand for, scenes that are changed by
 * lines are the scenes that C builds, several threads share a name, and no line that is wrong, of any
 * kind, breaks a conversation or goes without its one answer. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "seed.h"
#include "small_scene.h"

enum { TEXT = 8192 };

typedef struct talk {
    lw_scene_store *store;
    lw_session *session;
    char answer[TEXT];
} talk;

static lw_scene *chain_scene(double x)
{
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE};
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *scene = new_scene();
    lw_shape_def ball = sphere_of(0.2);
    lw_pose at = lw_pose_identity();
    at.position.x = x;
    add_chain(scene, "arm", kinds, 2);
    succeed(lw_scene_add_obstacle(scene, "ball", &ball, at, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static talk begin_talk(lw_scene *scene)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    talk t = {0};
    succeed(lw_scene_store_create(&t.store, &error), &error);
    if (scene)
        succeed(lw_scene_store_set(t.store, "cell", scene, &error), &error);
    succeed(lw_session_create(t.store, NULL, &t.session, &error), &error);
    return t;
}

static void end_talk(talk *t)
{
    lw_session_destroy(t->session);
    lw_scene_store_destroy(t->store);
}

/* The answer to a line, which must be one line of the kind of the status. */
static const char *say_to(lw_session *session, char answer[TEXT], const char *line, lw_status wanted)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    const char *text = NULL;
    size_t length = 0;
    lw_status status = lw_session_answer(session, line, strlen(line), &text, &length, &error);
    if (status != wanted)
        fail_msg("%s: %s: %s", line, lw_status_name(status), error.message);
    assert_true(length > 1 && length < TEXT && text[length - 1] == '\n' && strlen(text) == length);
    assert_true(memchr(text, '\n', length) == text + length - 1);
    assert_true(!wanted == !strstr(text, "\"error\": {"));
    memcpy(answer, text, length + 1);
    return answer;
}

static const char *say(talk *t, const char *line, lw_status wanted)
{
    return say_to(t->session, t->answer, line, wanted);
}

static void expect_in(const char *answer, const char *part)
{
    if (!strstr(answer, part))
        fail_msg("%s has no %s", answer, part);
}

/* The line that C gives for a motion. */
static void result_of(const lw_scene *scene, const char *line, const char *id,
                      const lw_check_options *options, char out[TEXT])
{
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    lw_verdict verdict = lw_default_verdict();
    lw_result result = lw_default_result();
    size_t length = 0;
    succeed(lw_checker_create(scene, &checker, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_motion_read_json(scene, line, NULL, 0, NULL, motion, NULL, 0, &error), &error);
    succeed(lw_check(checker, motion, options, &verdict, &error), &error);
    result.scene = scene;
    result.motion = motion;
    result.id = id;
    result.verdict = &verdict;
    succeed(lw_result_json(&result, out, TEXT - 1, &length, &error), &error);
    memcpy(out + length, "\n", 2);
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
}

/* ---- motions ------------------------------------------------------------------------------------ */

static void test_motions(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_scene *scene = chain_scene(2.25);
    talk t = begin_talk(scene);
    char line[400];
    char wanted[TEXT];
    char id[32];
    size_t free_ones = 0;
    for (int i = 0; i < 300; i++) {
        double q[6];
        for (int k = 0; k < 6; k++)
            q[k] = lw_random_between(&random, -1.5, 1.5);
        snprintf(id, sizeof id, "%d", i);
        if (i % 3 == 0)
            snprintf(line, sizeof line, "{\"from\": [%.17g, %.17g], \"to\": [%.17g, %.17g]}\n", q[0],
                     q[1], q[2], q[3]);
        else if (i % 3 == 1)
            snprintf(line, sizeof line,
                     "{\"id\": %d, \"from\": [%.17g, %.17g], \"to\": [%.17g, %.17g]}", i, q[0], q[1],
                     q[2], q[3]);
        else
            snprintf(line, sizeof line,
                     " {\"path\": [[%.17g, %.17g], [%.17g, %.17g], [%.17g, %.17g]]}\r", q[0], q[1],
                     q[2], q[3], q[4], q[5]);
        result_of(scene, line, id, NULL, wanted);
        assert_string_equal(say(&t, line, LW_OK), wanted);
        free_ones += strstr(wanted, "\"free\"") != NULL;
    }
    assert_true(free_ones > 50 && free_ones < 250);
    end_talk(&t);
    lw_scene_destroy(scene);
}

static void test_empty_lines(void **state)
{
    (void)state;
    static const char *const lines[] = {"", "\n", "   \n", "\r\n", "\t"};
    lw_scene *scene = chain_scene(1.6);
    talk t = begin_talk(scene);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *answer = NULL;
        size_t length = 7;
        assert_int_equal(
            lw_session_answer(t.session, lines[i], strlen(lines[i]), &answer, &length, NULL), LW_OK);
        assert_true(length == 0 && !*answer);
    }
    expect_in(say(&t, "{\"from\": [0, 0], \"to\": [0, 1]}", LW_OK), "{\"id\": 0, ");
    end_talk(&t);
    lw_scene_destroy(scene);
}

/* ---- options ------------------------------------------------------------------------------------ */

static void test_options(void **state)
{
    (void)state;
    static const char motion[] = "{\"id\": \"m\", \"from\": [1.5, 0.5], \"to\": [0.8, 0.2]}";
    lw_scene *scene = chain_scene(1.6);
    talk t = begin_talk(scene);
    lw_check_options options = lw_default_check_options();
    char wanted[TEXT];
    options.method = LW_METHOD_SLAB;
    options.clearance = true;
    options.time_tolerance = 1e-6;
    options.clearance_relative = 0.5;
    options.budget_queries = 1000;
    const char *answer = say(&t,
                             "{\"id\": 1, \"options\": {\"method\": \"slab\", \"clearance\": true, "
                             "\"time_tolerance\": 1e-6, \"clearance_relative\": 0.5, "
                             "\"budget_queries\": 1000}}",
                             LW_OK);
    expect_in(answer,
              "{\"id\": 1, \"options\": {\"method\": \"slab\", \"any\": false, \"clearance\": true");
    expect_in(answer, "\"time_tolerance\": 1e-06");
    expect_in(answer, "\"budget_queries\": 1000");
    expect_in(answer, "\"layers\": 8}}");
    result_of(scene, motion, "\"m\"", &options, wanted);
    assert_string_equal(say(&t, motion, LW_OK), wanted);
    expect_in(wanted, "clearance");
    expect_in(say(&t, "{\"options\": {\"near\": 5}}", LW_OK), "\"near\": 5");
    expect_in(say(&t, motion, LW_OK), "\"near\": [{");
    /* all as before after an error */
    expect_in(say(&t, "{\"options\": {\"near\": 0, \"layers\": 2.5}}", LW_ERROR_ARGUMENT),
              "layers is 2.5; it must be a whole number from 0 to 4294967295");
    expect_in(say(&t, "{\"options\": {\"near\": 0, \"time_tolerance\": 0}}", LW_ERROR_ARGUMENT),
              "the time tolerance is 0");
    expect_in(say(&t, "{\"options\": {}}", LW_OK),
              "\"near\": 5, \"fixed_pairs\": false, \"leaving\": false");
    expect_in(
        say(&t,
            "{\"options\": {\"any\": true, \"fixed_pairs\": true, \"leaving\": true, "
            "\"unmeasured\": true, \"method\": \"auto\"}}",
            LW_OK),
        "\"any\": true, \"clearance\": true, \"near\": 5, \"fixed_pairs\": true, \"leaving\": true");
    expect_in(say(&t, "{\"options\": {\"near\": -1}}", LW_ERROR_ARGUMENT), "it must be 0 or more");
    expect_in(say(&t, "{\"options\": {\"method\": \"best\"}}", LW_ERROR_NAME), "no method");
    expect_in(say(&t, "{\"options\": {\"any\": 1}}", LW_ERROR_SYNTAX), "any");
    expect_in(say(&t, "{\"options\": {\"budget_queries\": -1}}", LW_ERROR_ARGUMENT), "budget_queries");
    expect_in(say(&t, "{\"options\": {\"claims\": true}}", LW_ERROR_SYNTAX), "claims");
    expect_in(say(&t, "{\"options\": [], \"from\": [0]}", LW_ERROR_SYNTAX), "from");
    end_talk(&t);
    lw_scene_destroy(scene);
}

/* ---- scenes ------------------------------------------------------------------------------------- */

static void expect_scene(const char *answer, const lw_scene *scene)
{
    char part[60];
    uint64_t fingerprint = 0;
    assert_int_equal(lw_scene_fingerprint(scene, &fingerprint, NULL), LW_OK);
    snprintf(part, sizeof part, "\"fingerprint\": \"%016llx\"", (unsigned long long)fingerprint);
    expect_in(answer, part);
}

static void test_changes(void **state)
{
    (void)state;
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *scene = chain_scene(1.6);
    lw_shape_def ball = sphere_of(0.1);
    lw_shape_def box = lw_default_shape();
    lw_pose at = lw_pose_from_rpy((lw_vec3){0.5, -1, 2}, 0.1, 0.2, 0.3);
    const char *touch = "l1";
    double value = 0.5;
    talk t = begin_talk(scene);
    expect_scene(say(&t, "{\"scene\": \"cell\"}", LW_OK), scene);
    box.kind = LW_SHAPE_BOX;
    box.size = (lw_vec3){0.1, 0.2, 0.3};
    /* each step in C, and as a line */
    static const char *const lines[] = {
        "{\"change\": {\"move\": [{\"id\": \"ball\", \"position\": [0.5, -1, 2], \"rpy\": [0.1, 0.2, "
        "0.3]}]}}",
        "{\"change\": {\"obstacles\": [{\"id\": \"box\", \"type\": \"box\", \"size\": [0.1, 0.2, "
        "0.3]}], "
        "\"robot_state\": {\"j1\": 0.5}}}",
        "{\"change\": {\"attach\": [{\"id\": \"box\", \"link\": \"l2\", \"touch_links\": [\"l1\"], "
        "\"position\": [0.5, -1, 2], \"rpy\": [0.1, 0.2, 0.3]}]}}",
        "{\"change\": {\"release\": [{\"id\": \"box\"}], \"remove\": [\"ball\"]}}",
        "{\"change\": {\"remove\": [\"box\"], \"obstacles\": [{\"id\": \"box\", \"type\": \"sphere\", "
        "\"radius\": 0.1}], \"margin\": 0.05, \"allowed_pairs\": [[\"box\", \"l0\"]]}}",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        lw_scene *next = NULL;
        succeed(lw_scene_copy(scene, &next, &error), &error);
        switch (i) {
        case 0:
            succeed(lw_scene_move_obstacle(next, "ball", at, &error), &error);
            break;
        case 1:
            succeed(lw_scene_add_obstacle(next, "box", &box, lw_pose_identity(), &error), &error);
            succeed(lw_scene_set_joint(next, "arm", "j1", &value, 1, &error), &error);
            break;
        case 2:
            succeed(lw_scene_attach_obstacle(next, "arm", "l2", "box", at, &touch, 1, &error), &error);
            break;
        case 3:
            succeed(lw_scene_release(next, "box", lw_pose_identity(), &error), &error);
            succeed(lw_scene_remove(next, "ball", &error), &error);
            break;
        default:
            succeed(lw_scene_remove(next, "box", &error), &error);
            succeed(lw_scene_add_obstacle(next, "box", &ball, lw_pose_identity(), &error), &error);
            succeed(lw_scene_set_margin(next, 0.05, &error), &error);
            succeed(lw_scene_allow_pair(next, "box", "l0", true, &error), &error);
        }
        succeed(lw_scene_freeze(next, &error), &error);
        lw_scene_destroy(scene);
        scene = next;
        const char *answer = say(&t, lines[i], LW_OK);
        expect_scene(answer, scene);
        expect_in(answer, "\"scene\": null");
    }
    end_talk(&t);
    lw_scene_destroy(scene);
}

static void test_shared(void **state)
{
    (void)state;
    static const char motion[] = "{\"from\": [0, 0], \"to\": [0.1, 0]}";
    lw_scene *scene = chain_scene(9);
    talk t = begin_talk(scene);
    lw_session *other = NULL;
    char answer[TEXT];
    assert_int_equal(lw_session_create(t.store, NULL, &other, NULL), LW_OK);
    expect_in(say_to(other, answer, motion, LW_OK), "\"free\"");
    expect_in(
        say(&t,
            "{\"change\": {\"move\": [{\"id\": \"ball\", \"position\": [2, 0, 0]}]}, \"shared\": true}",
            LW_OK),
        "\"scene\": \"cell\"");
    lw_scene *near = chain_scene(2);
    expect_scene(t.answer, near);
    lw_scene_destroy(near);
    expect_in(say(&t, motion, LW_OK), "\"contact\"");
    /* the other one follows the name, until its scene is its own */
    expect_in(say_to(other, answer, motion, LW_OK), "\"contact\"");
    expect_in(say_to(other, answer, "{\"change\": {\"remove\": [\"ball\"]}}", LW_OK),
              "\"scene\": null");
    expect_in(say_to(other, answer, motion, LW_OK), "\"free\"");
    expect_in(say(&t, motion, LW_OK), "\"contact\"");
    expect_in(say_to(other, answer, "{\"change\": {\"remove\": []}, \"shared\": true}", LW_ERROR_STATE),
              "this conversation's own");
    expect_in(say_to(other, answer, "{\"scene\": \"cell\"}", LW_OK), "\"scene\": \"cell\"");
    expect_in(say_to(other, answer, motion, LW_OK), "\"contact\"");
    /* so does a scene that is sent */
    expect_in(say_to(other, answer, "{\"scene\": {\"obstacles\": []}}", LW_OK), "\"scene\": null");
    say(&t, "{\"change\": {\"margin\": 0.01}, \"shared\": true}", LW_OK);
    expect_in(say_to(other, answer, "{\"change\": {}}", LW_OK), "\"scene\": null, ");
    expect_in(answer, "\"bodies\": 0");
    /* a scene that is replaced as a whole, with another robot */
    lw_scene *flat = disc_scene(lw_pose_identity());
    assert_int_equal(lw_scene_store_set(t.store, "cell", flat, NULL), LW_OK);
    expect_in(say(&t, "{\"from\": [3, 0, 0], \"to\": [3, 1, 0]}", LW_OK), "\"free\"");
    say(&t,
        "{\"change\": {\"obstacles\": [{\"id\": \"d\", \"type\": \"disc\", \"radius\": 0.1, "
        "\"position\": [3, 0.5]}]}}",
        LW_OK);
    expect_in(say(&t, "{\"from\": [3, 0, 0], \"to\": [3, 1, 0]}", LW_OK), "\"contact\"");
    lw_session_destroy(other);
    end_talk(&t);
    lw_scene_destroy(flat);
    lw_scene_destroy(scene);
}

static void test_own_scene(void **state)
{
    (void)state;
    static const char motion[] = "{\"from\": [0], \"to\": [1]}";
    talk t = begin_talk(NULL);
    expect_in(say(&t, motion, LW_ERROR_STATE), "there is no scene yet");
    expect_in(say(&t, "{\"change\": {}}", LW_ERROR_STATE), "there is no scene yet");
    expect_in(say(&t, "{\"scene\": \"cell\"}", LW_ERROR_NAME), "there is no scene \\\"cell\\\"");
    static const char scene[] =
        "{\"id\": [1], \"scene\": {\"robots\": [{\"name\": \"r\", \"links\": [{\"name\": \"a\"}, "
        "{\"name\": \"b\", \"shapes\": [{\"type\": \"sphere\", \"radius\": 0.1, \"position\": [1, 0, "
        "0]}]}], "
        "\"joints\": [{\"name\": \"j\", \"type\": \"revolute\", \"parent\": \"a\", \"child\": \"b\", "
        "\"axis\": [0, 0, 1], \"limits\": [-3, 3]}]}], \"obstacles\": [{\"id\": \"o\", \"type\": "
        "\"sphere\", \"radius\": 0.1, \"position\": [0, 1, 0]}], \"robot_state\": {\"r/none\": 1}}}";
    const char *answer = say(&t, scene, LW_OK);
    expect_in(answer, "{\"id\": [1], \"scene\": null, \"fingerprint\": \"");
    expect_in(answer, "\"bodies\": 2, \"pairs\": 1");
    expect_in(answer, "\"notices\": [\"there is no joint ");
    assert_null(strstr(say(&t, "{\"change\": {}}", LW_OK), "notices"));
    expect_in(say(&t, motion, LW_OK), "\"free\"");
    expect_in(say(&t, "{\"from\": [0], \"to\": [2]}", LW_OK), "\"contact\"");
    /* the scene stays as it is after an error */
    expect_in(say(&t, "{\"scene\": {\"obstacles\": [{}]}}", LW_ERROR_SYNTAX), "id");
    expect_in(say(&t, "{\"scene\": 7}", LW_ERROR_SYNTAX), "scene");
    expect_in(say(&t, "{\"change\": {\"remove\": [\"o\", \"p\"]}}", LW_ERROR_NAME), "\\\"p\\\"");
    expect_in(say(&t, "{\"change\": {\"robots\": []}}", LW_OK), "\"bodies\": 2");
    expect_in(say(&t, "{\"change\": {\"dimension\": 2}}", LW_ERROR_STATE), "dimension");
    expect_in(say(&t, "{\"change\": {\"move\": [{\"id\": \"o\", \"at\": 1}]}}", LW_ERROR_SYNTAX), "at");
    expect_in(say(&t, "{\"from\": [0], \"to\": [2]}", LW_OK), "\"contact\"");
    expect_in(say(&t, "{\"change\": {\"remove\": [\"o\"]}}", LW_OK), "\"bodies\": 1, \"pairs\": 0");
    expect_in(say(&t, "{\"from\": [0], \"to\": [2]}", LW_OK), "\"free\"");
    end_talk(&t);
}

/* ---- bad lines ---------------------------------------------------------------------------------- */

static void test_bad_lines(void **state)
{
    (void)state;
    static const struct {
        const char *line, *part;
        lw_status status;
    } bad[] = {
        {"{", "column\": 2", LW_ERROR_SYNTAX},
        {"[]", "a line must be an object", LW_ERROR_SYNTAX},
        {"null", "a line must be an object", LW_ERROR_SYNTAX},
        {"{\"id\": 5, \"from\": [0, 0]}", "{\"id\": 5, \"error\"", LW_ERROR_SYNTAX},
        {"{\"id\": 5, \"from\": [0, 0, 0], \"to\": [0, 0, 0]}", "3 values", LW_ERROR_ARGUMENT},
        {"{\"id\": \"\\u00e9\", \"x\": 1}", "{\"id\": \"\\u00e9\", ", LW_ERROR_SYNTAX},
        {"{\"from\": [0, 0], \"to\": [1e999, 0]}", "1e999", LW_ERROR_SYNTAX},
        {"{\"from\": [0, 0], \"to\": [1, 0]} {}", "column", LW_ERROR_SYNTAX},
        {"\xff\xfe", "the byte 0xff", LW_ERROR_SYNTAX},
        {"{\"scene\": null}", "scene", LW_ERROR_SYNTAX},
        {"{\"change\": {\"move\": null}}", "null", LW_ERROR_SYNTAX},
        {"{\"change\": []}", "change", LW_ERROR_SYNTAX},
        {"{\"change\": {}, \"scene\": {}}", "change", LW_ERROR_SYNTAX},
    };
    lw_scene *scene = chain_scene(1.6);
    talk t = begin_talk(scene);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_in(say(&t, bad[i].line, bad[i].status), bad[i].part);
    expect_in(say(&t, "{\"from\": [0, 0], \"to\": [0, 0.1]}", LW_OK), "\"verdict\"");
    end_talk(&t);
    lw_scene_destroy(scene);
}

static lw_status refuse_claim(void *context, const lw_claim *claim)
{
    (void)context;
    (void)claim;
    return LW_ERROR_STOPPED;
}

/* With several robots, the one that carries an object has to be named. */
static void test_several_robots(void **state)
{
    (void)state;
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE};
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_shape_def ball = sphere_of(0.2);
    lw_scene *scene = new_scene();
    add_chain(scene, "one", kinds, 1);
    add_chain(scene, "other", kinds, 1);
    succeed(lw_scene_add_obstacle(scene, "ball", &ball, lw_pose_identity(), &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    talk t = begin_talk(scene);
    expect_in(
        say(&t, "{\"change\": {\"attach\": [{\"id\": \"ball\", \"link\": \"l1\"}]}}", LW_ERROR_NAME),
        "say with \\\"robot\\\" whose link carries it");
    say(&t, "{\"change\": {\"attach\": [{\"id\": \"ball\", \"link\": \"l1\", \"robot\": \"other\"}]}}",
        LW_OK);
    end_talk(&t);
    lw_scene_destroy(scene);
}

static void test_arguments(void **state)
{
    (void)state;
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *open = new_scene();
    lw_scene *scene = chain_scene(1.6);
    lw_session *session = NULL;
    lw_session_options options = lw_default_session_options();
    const char *answer = NULL;
    size_t length = 0;
    talk t = begin_talk(scene);
    assert_int_equal(lw_scene_store_create(NULL, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_store_set(t.store, "a", open, &error), LW_ERROR_STATE);
    assert_int_equal(lw_scene_store_set(t.store, NULL, scene, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_store_set(NULL, "a", scene, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_store_set(t.store, "a", NULL, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_session_create(NULL, NULL, &session, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_session_create(t.store, NULL, NULL, &error), LW_ERROR_ARGUMENT);
    options.scene = "cel";
    assert_int_equal(lw_session_create(t.store, &options, &session, &error), LW_ERROR_NAME);
    assert_string_equal(error.message, "there is no scene \"cel\"; the nearest name is \"cell\"");
    assert_int_equal(lw_session_answer(NULL, "", 0, &answer, &length, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_session_answer(t.session, NULL, 1, &answer, &length, &error),
                     LW_ERROR_ARGUMENT);
    assert_int_equal(lw_session_answer(t.session, "", 0, NULL, &length, &error), LW_ERROR_ARGUMENT);
    assert_null(session);
    lw_session_destroy(NULL);
    lw_scene_store_destroy(NULL);
    /* defaults are copied */
    char robot[] = "arm";
    lw_motion_defaults defaults = lw_default_motion_defaults();
    defaults.robot = robot;
    options.scene = NULL;
    options.defaults = &defaults;
    lw_check_options check = lw_default_check_options();
    check.claim = refuse_claim; /* which is left out */
    options.check = &check;
    succeed(lw_session_create(t.store, &options, &session, &error), &error);
    robot[0] = 'x';
    expect_in(say_to(session, t.answer, "{\"path\": [[0, 0], [0, 0.1]]}", LW_OK), "verdict");
    lw_session_destroy(session);
    end_talk(&t);
    lw_scene_destroy(open);
    lw_scene_destroy(scene);
}

/* Lines that are wrong at some byte: each gets one answer, and the conversation goes on. */
static void test_mangled(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "{\"id\": 3, \"from\": [0.5, -1], \"to\": [1.25, 0]}",
        "{\"path\": [[0, 0], [1, 1], [0.5, 2]], \"id\": \"a\"}",
        "{\"options\": {\"clearance\": true, \"near\": 0.5, \"method\": \"slab\", \"layers\": 3}}",
        "{\"shared\": true, \"change\": {\"move\": [{\"id\": \"ball\", \"position\": [1, 2, 3]}]}}",
        "{\"change\": {\"remove\": []}, \"shared\": true}",
        "{\"change\": {\"obstacles\": [{\"id\": \"b\", \"type\": \"box\", \"size\": [1, 1, 1]}]}}",
        "{\"scene\": \"cell\"}",
        "{\"scene\": {\"obstacles\": [{\"id\": \"b\", \"type\": \"sphere\", \"radius\": 1}]}}"};
    lw_random random = {test_seed()};
    lw_scene *scene = chain_scene(1.6);
    talk t = begin_talk(scene);
    size_t refused = 0;
    int rounds = test_rounds(5000, 200000);
    for (int i = 0; i < rounds; i++) {
        char line[400];
        const char *from = lines[lw_random_below(&random, sizeof lines / sizeof *lines)];
        size_t length = strlen(from);
        memcpy(line, from, length + 1);
        for (uint32_t k = lw_random_below(&random, 4); k-- > 0;) {
            size_t at = lw_random_below(&random, (uint32_t)length);
            if (lw_random_below(&random, 2))
                line[at] = "{}[]\",:0123456789eE-. \\nulltrfas\x80\x01"[lw_random_below(&random, 34)];
            else
                line[at] = line[lw_random_below(&random, (uint32_t)length)];
        }
        if (lw_random_below(&random, 8) == 0)
            length = lw_random_below(&random, (uint32_t)length);
        const char *answer = NULL;
        size_t answer_length = 0;
        lw_status status = lw_session_answer(t.session, line, length, &answer, &answer_length, NULL);
        assert_true(answer_length == 0 ? !status : answer[answer_length - 1] == '\n');
        assert_true(!status == !strstr(answer, "\"error\": {"));
        refused += status != LW_OK;
        if (i % 100 == 99)
            say(&t, "{\"scene\": \"cell\"}", LW_OK);
    }
    assert_true(refused > (size_t)rounds / 4 && refused < (size_t)rounds);
    end_talk(&t);
    lw_scene_destroy(scene);
}

/* ---- several threads ----------------------------------------------------------------------------- */

typedef struct worker {
    talk *t;
    unsigned seed;
    size_t free_ones, contacts;
} worker;

static void *work(void *context)
{
    worker *w = context;
    char answer[TEXT];
    lw_session *session = NULL;
    assert_int_equal(lw_session_create(w->t->store, NULL, &session, NULL), LW_OK);
    for (int i = 0; i < 200; i++) {
        say_to(session, answer, "{\"from\": [0, 0], \"to\": [0.1, 0]}", LW_OK);
        w->free_ones += strstr(answer, "\"free\"") != NULL;
        w->contacts += strstr(answer, "\"contact\"") != NULL;
        if (i % 10 == (int)w->seed)
            say_to(session, answer,
                   i % 20 < 10
                       ? "{\"change\": {\"move\": [{\"id\": \"ball\", \"position\": [2, 0, 0]}]}, "
                         "\"shared\": true}"
                       : "{\"change\": {\"move\": [{\"id\": \"ball\", \"position\": [9, 0, 0]}]}, "
                         "\"shared\": true}",
                   LW_OK);
    }
    lw_session_destroy(session);
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    lw_scene *scene = chain_scene(9);
    talk t = begin_talk(scene);
    pthread_t threads[THREADS];
    worker workers[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (worker){.t = &t, .seed = i};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(workers[i].free_ones + workers[i].contacts == 200 && workers[i].contacts > 0);
    }
    end_talk(&t);
    lw_scene_destroy(scene);
}

/* Threads that add obstacles to one shared scene at once: none is lost. */
static void *add_balls(void *context)
{
    worker *w = context;
    char answer[TEXT];
    char line[200];
    lw_session *session = NULL;
    assert_int_equal(lw_session_create(w->t->store, NULL, &session, NULL), LW_OK);
    for (int i = 0; i < 50; i++) {
        snprintf(line, sizeof line,
                 "{\"change\": {\"obstacles\": [{\"id\": \"%u %d\", \"type\": \"sphere\", \"radius\": "
                 "0.1, \"position\": [9, 0, 0]}]}, \"shared\": true}",
                 w->seed, i);
        say_to(session, answer, line, LW_OK);
    }
    lw_session_destroy(session);
    return NULL;
}

static void test_changes_at_once(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    lw_scene *scene = chain_scene(9);
    talk t = begin_talk(scene);
    pthread_t threads[THREADS];
    worker workers[THREADS];
    char part[40];
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (worker){.t = &t, .seed = i};
        assert_int_equal(pthread_create(&threads[i], NULL, add_balls, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    snprintf(part, sizeof part, "\"bodies\": %zu, ", lw_scene_body_count(scene) + 4 * 50);
    expect_in(say(&t, "{\"scene\": \"cell\"}", LW_OK), part);
    end_talk(&t);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_motions),   cmocka_unit_test(test_empty_lines),
        cmocka_unit_test(test_options),   cmocka_unit_test(test_changes),
        cmocka_unit_test(test_shared),    cmocka_unit_test(test_own_scene),
        cmocka_unit_test(test_bad_lines), cmocka_unit_test(test_several_robots),
        cmocka_unit_test(test_arguments), cmocka_unit_test(test_mangled),
        cmocka_unit_test(test_threads),   cmocka_unit_test(test_changes_at_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
