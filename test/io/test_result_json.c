/* Tests io/result/result_json.h: the fields of a result, their order, and that numbers read back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "io/result/result_json.h"
#include "json_tree.h"
#include "seed.h"
#include "slider.h"
#include "small_scene.h"

static lw_scene *scene;
static lw_motion *motion;

static int build(void **state)
{
    (void)state;
    scene = slider_scene(true);
    return lw_motion_create(scene, &motion, NULL);
}

static int take_down(void **state)
{
    (void)state;
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
    return 0;
}

static const char *print(const lw_verdict *verdict, const char *id, double microseconds)
{
    static char text[4000];
    lw_text line;
    assert_int_equal(lw_text_begin(&line, text, sizeof text, NULL), LW_OK);
    lw_result result = {.struct_size = sizeof(lw_result),
                        .scene = scene,
                        .motion = motion,
                        .id = id,
                        .verdict = verdict,
                        .microseconds = microseconds};
    lw_result_write_json(&line, &result);
    lw_text_end(&line, NULL);
    return text;
}

static void test_contact(void **state)
{
    (void)state;
    lw_verdict verdict = {.struct_size = sizeof(lw_verdict),
                          .kind = LW_VERDICT_CONTACT,
                          .free_until = 0.1,
                          .time = 0.30000000000000004,
                          .first = true,
                          .segment = 2,
                          .pair = {0, 1},
                          .contact = {.points = {{1, 2, 3}, {4, 5, -6.5}}, .normal = {0, 0, 1}},
                          .pairs = 5,
                          .queries = 18446744073709551615u,
                          .samples = 7};
    assert_string_equal(
        print(&verdict, "\"a\"", 0),
        "{\"id\": \"a\", \"verdict\": \"contact\", \"unit\": \"1\", \"free_until\": 0.1, "
        "\"time\": 0.30000000000000004, \"segment\": 2, \"pair\": [\"s/tip\", \"f/bird\"], "
        "\"points\": [[1, 2, 3], [4, 5, -6.5]], \"normal\": [0, 0, 1], \"distance\": [0, 0], "
        "\"depth\": 0, "
        "\"pairs\": 5, \"queries\": 18446744073709551615, \"samples\": 7}");
    verdict.first = false;
    verdict.contact.depth = (double)INFINITY;
    verdict.contact.normal.x = (double)NAN;
    verdict.contact.points[1].z = -(double)INFINITY;
    assert_string_equal(
        print(&verdict, NULL, 12.34),
        "{\"id\": null, \"verdict\": \"contact\", \"unit\": \"1\", \"free_until\": 0.1, "
        "\"time\": 0.30000000000000004, \"first\": false, \"segment\": 2, "
        "\"pair\": [\"s/tip\", \"f/bird\"], \"distance\": [0, 0], "
        "\"pairs\": 5, \"queries\": 18446744073709551615, \"samples\": 7, \"microseconds\": 12.3}");
}

static void test_near_misses(void **state)
{
    (void)state;
    lw_verdict verdict = {.struct_size = sizeof(lw_verdict),
                          .kind = LW_VERDICT_UNDECIDED,
                          .reason = LW_REASON_PRECISION,
                          .free_until = 0.5};
    const lw_clearance near[] = {{{0, 1}, 0, 0, 0.5}, {{1, 0}, 0.25, 0.5, 1}};
    static const char first[] =
        "{\"pair\": [\"s/tip\", \"f/bird\"], \"distance\": [0, 0], \"at\": 0.5}";
    static const char second[] =
        "{\"pair\": [\"f/bird\", \"s/tip\"], \"distance\": [0.25, 0.5], \"at\": 1}";
    for (size_t count = 0; count <= 2; count++) {
        char text[1000];
        char line[1000];
        lw_result result = {.struct_size = sizeof(lw_result),
                            .scene = scene,
                            .motion = motion,
                            .id = "1",
                            .verdict = &verdict,
                            .near = near,
                            .near_count = count};
        assert_int_equal(lw_result_json(&result, text, sizeof text, NULL, NULL), LW_OK);
        snprintf(line, sizeof line,
                 "{\"id\": 1, \"verdict\": \"undecided\", \"unit\": \"1\", \"free_until\": 0.5, "
                 "\"near\": [%s%s%s], \"reason\": \"precision\", \"pairs\": 0, \"queries\": 0, "
                 "\"samples\": 0}",
                 count > 0 ? first : "", count > 1 ? ", " : "", count > 1 ? second : "");
        assert_string_equal(text, line);
    }
}

static void test_free_motion(void **state)
{
    (void)state;
    lw_verdict verdict = {.struct_size = sizeof(lw_verdict),
                          .kind = LW_VERDICT_FREE,
                          .free_until = 1,
                          .clearance.pair = {-1, -1},
                          .self_clearance.pair = {-1, -1},
                          .queries = 3,
                          .samples = 4};
    assert_string_equal(print(&verdict, "3", 0),
                        "{\"id\": 3, \"verdict\": \"free\", \"unit\": \"1\", \"free_until\": 1, "
                        "\"pairs\": 0, \"queries\": 3, \"samples\": 4}");
    verdict.clearance = (lw_clearance){{1, 0}, 0.1, 0.2, 0.5};
    verdict.self_clearance = (lw_clearance){{0, -1}, 0, (double)INFINITY, 0.25};
    assert_string_equal(print(&verdict, "3", 0),
                        "{\"id\": 3, \"verdict\": \"free\", \"unit\": \"1\", \"free_until\": 1, "
                        "\"clearance\": [0.1, 0.2], \"clearance_at\": 0.5, "
                        "\"clearance_pair\": [\"f/bird\", \"s/tip\"], \"self_clearance_at\": 0.25, "
                        "\"pairs\": 0, \"queries\": 3, \"samples\": 4}");
}

static void test_undecided(void **state)
{
    (void)state;
    static const char *const names[] = {NULL, "budget", "precision", "sampled", "stopped"};
    const lw_joints *joints = lw_scene_joints(scene, "s", NULL, NULL);
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = joints;
    track.point_count = 2;
    track.positions = (double[]){0, 0, 0, 1, 1, 1};
    track.times = (double[]){0, 2};
    assert_int_equal(lw_motion_set(motion, &track, 1, NULL), LW_OK);
    for (int reason = 1; reason < 5; reason++) {
        lw_verdict verdict = {.struct_size = sizeof(lw_verdict),
                              .kind = LW_VERDICT_UNDECIDED,
                              .reason = (lw_reason)reason,
                              .free_until = 0.75};
        char expected[300];
        snprintf(
            expected, sizeof expected,
            "{\"id\": 3, \"verdict\": \"undecided\", \"unit\": \"s\", \"interpolation\": \"linear\", "
            "\"free_until\": 0.75, \"reason\": \"%s\", \"pairs\": 0, \"queries\": 0, \"samples\": 0}",
            names[reason]);
        assert_string_equal(print(&verdict, "3", 0), expected);
    }
    assert_int_equal(lw_motion_set(motion, NULL, 0, NULL), LW_OK);
}

/* Names of any bytes give valid JSON. */
static void test_names(void **state)
{
    (void)state;
    static const char *const names[][2] = {{"a\"b\\c\n\x01", "a\"b\\c\n\x01"},
                                           {"bo\xc3\xaete", "bo\xc3\xaete"},
                                           {"\xf0\x9f\xa6\xbe", "\xf0\x9f\xa6\xbe"},
                                           {"x\xff\xc3", "x\xef\xbf\xbd\xef\xbf\xbd"},
                                           {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
                                           {"\xc0\x80", "\xef\xbf\xbd\xef\xbf\xbd"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lw_scene *own = NULL;
        lw_motion *still = NULL;
        lw_shape_def ball = lw_default_shape();
        ball.radius = 1;
        assert_int_equal(lw_scene_create(&own, NULL), LW_OK);
        assert_int_equal(lw_scene_add_obstacle(own, names[i][0], &ball, lw_pose_identity(), NULL),
                         LW_OK);
        assert_int_equal(lw_scene_add_obstacle(own, "other", &ball, lw_pose_identity(), NULL), LW_OK);
        assert_int_equal(lw_scene_freeze(own, NULL), LW_OK);
        assert_int_equal(lw_motion_create(own, &still, NULL), LW_OK);
        char text[1000];
        lw_verdict verdict = {
            .struct_size = sizeof(lw_verdict), .kind = LW_VERDICT_CONTACT, .pair = {0, 1}};
        lw_result result = {.struct_size = sizeof(lw_result),
                            .scene = own,
                            .motion = still,
                            .id = "1",
                            .verdict = &verdict};
        assert_int_equal(lw_result_json(&result, text, sizeof text, NULL, NULL), LW_OK);
        lw_document document;
        const lw_value *read = json_tree(&document, text);
        assert_string_equal(lw_value_as_text(lw_value_item(lw_value_find(read, "pair"), 0)),
                            names[i][1]);
        lw_document_free(&document);
        lw_motion_destroy(still);
        lw_scene_destroy(own);
    }
}

/* a number of any size, now and then not finite */
static double random_number(lw_random *random)
{
    static const double odd[] = {0, -0.0, HUGE_VAL, -HUGE_VAL, 1e-310, 1e308};
    if (lw_random_below(random, 4) == 0)
        return odd[lw_random_below(random, sizeof odd / sizeof *odd)];
    return lw_random_between(random, -1, 1) * pow(10, lw_random_between(random, -20, 20));
}

static lw_verdict random_verdict(lw_random *random)
{
    double n[12];
    for (size_t i = 0; i < 12; i++)
        n[i] = random_number(random);
    int64_t one = lw_random_below(random, 2);
    return (lw_verdict){
        .struct_size = sizeof(lw_verdict),
        .kind = (lw_verdict_kind)lw_random_below(random, 4),
        .reason = (lw_reason)lw_random_below(random, 6),
        .free_until = n[0],
        .time = n[1],
        .first = lw_random_below(random, 2),
        .segment = lw_random_below(random, 100),
        .pair = {one, 1 - one},
        .contact = {.points = {{n[2], n[3], n[4]}, {n[5], n[6], n[7]}}, .depth = n[8]},
        .clearance = {{lw_random_below(random, 2) ? 1 - one : -1, one}, n[9], n[10], n[11]},
        .self_clearance.pair = {-1, -1},
        .queries = lw_random_bits(random),
        .start_pairs = lw_random_below(random, 2),
        .kept_until = n[0],
        .start_distance = {n[1], n[2]},
        .failure = (lw_failure)lw_random_below(random, 4)};
}

/* The text is as much of the line as fits, with a zero at its end and nothing behind it; the length is
 * that of the whole line. */
static void assert_cut(const lw_result *result, const char *line, size_t size)
{
    char text[4000];
    size_t length = 0;
    size_t wanted = strlen(line);
    memset(text, '#', sizeof text);
    assert_int_equal(lw_result_json(result, size ? text : NULL, size, &length, NULL), LW_OK);
    assert_int_equal(length, wanted);
    size_t kept = wanted < size ? wanted : size ? size - 1 : 0;
    assert_memory_equal(text, line, kept);
    assert_int_equal(text[kept], size ? '\0' : '#');
    for (size_t i = size; i < sizeof text; i++)
        assert_int_equal(text[i], '#');
}

static void the_text_is_the_line(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = test_rounds(500, 20000); round > 0; round--) {
        lw_verdict verdict = random_verdict(&random);
        lw_result result = {.struct_size = sizeof(lw_result),
                            .scene = scene,
                            .motion = motion,
                            .id = "7",
                            .verdict = &verdict};
        const char *line = print(&verdict, "7", 0);
        size_t length = strlen(line);
        assert_cut(&result, line, 0);
        assert_cut(&result, line, 1);
        assert_cut(&result, line, length - 1);
        assert_cut(&result, line, length);
        assert_cut(&result, line, length + 1);
        assert_cut(&result, line, length + 1 + lw_random_below(&random, 100));
        assert_cut(&result, line, 1 + lw_random_below(&random, (uint32_t)length));
        assert_int_equal(lw_result_json(&result, NULL, 0, NULL, NULL), LW_OK);
    }
}

static void wrong_results_are_refused(void **state)
{
    (void)state;
    lw_error e = {0};
    char text[100];
    lw_scene *other = slider_scene(false);
    lw_verdict verdict = {.struct_size = sizeof(lw_verdict), .kind = LW_VERDICT_FREE};
    const lw_result sound = {
        .struct_size = sizeof(lw_result), .scene = scene, .motion = motion, .verdict = &verdict};
    lw_result result = sound;
    refused(lw_result_json(NULL, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "a result needs");
    result.scene = NULL;
    refused(lw_result_json(&result, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "a result needs");
    result.scene = other;
    refused(lw_result_json(&result, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "another scene");
    result = sound;
    result.motion = NULL;
    refused(lw_result_json(&result, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "a result needs");
    result = sound;
    result.verdict = NULL;
    refused(lw_result_json(&result, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "a result needs");
    refused(lw_result_json(&sound, NULL, 3, NULL, &e), LW_ERROR_ARGUMENT, &e, "no room of 3 bytes");
    verdict.kind = (lw_verdict_kind)4;
    refused(lw_result_json(&sound, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "kind 4");
    verdict.kind = (lw_verdict_kind)-1;
    refused(lw_result_json(&sound, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "kind -1");
    lw_scene_destroy(other);
}

static void verdicts_of_cells(void **state)
{
    (void)state;
    lw_error e = {0};
    char text[1000];
    size_t length = 0;
    lw_cell *cell = NULL;
    lw_scene *plane = disc_scene(lw_pose_identity());
    assert_int_equal(lw_cell_create(plane, &cell, NULL), LW_OK);
    lw_cell_verdict verdict = {.struct_size = sizeof(lw_cell_verdict),
                               .kind = LW_VERDICT_CONTACT,
                               .end = 4,
                               .free_until = 1.5,
                               .time = 2,
                               .first = true,
                               .pair = {0, 1},
                               .trajectories = {-1, -1},
                               .contact = {.points = {{1, 2}, {3, 4}},
                                           .normal = {1, 0},
                                           .lower = -0.5,
                                           .upper = -0.25,
                                           .depth = 0.5},
                               .pairs = 1,
                               .queries = 9};
    const char *wanted = "{\"id\": \"a\", \"verdict\": \"contact\", \"unit\": \"s\", "
                         "\"free_until\": 1.5, \"end\": 4, \"time\": 2, \"pair\": [\"cart\", "
                         "\"post\"], \"trajectories\": [null, null], \"points\": [[1, 2, 0], [3, 4, "
                         "0]], \"normal\": [1, 0, 0], \"distance\": [-0.5, -0.25], \"depth\": 0.5, "
                         "\"pairs\": 1, \"queries\": 9}";
    assert_int_equal(lw_cell_verdict_json(cell, "\"a\"", &verdict, text, sizeof text, &length, &e),
                     LW_OK);
    assert_string_equal(text, wanted);
    assert_int_equal(length, strlen(wanted));
    assert_int_equal(lw_cell_verdict_json(cell, NULL, &verdict, text, 12, &length, &e), LW_OK);
    assert_string_equal(text, "{\"id\": null");
    assert_int_equal(length, strlen(wanted) + 1);
    refused(lw_cell_verdict_json(NULL, "1", &verdict, text, 9, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "needs a cell");
    refused(lw_cell_verdict_json(cell, "1", NULL, text, 9, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "needs a cell");
    refused(lw_cell_verdict_json(cell, "1", &verdict, NULL, 9, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "no room of 9 bytes");
    verdict.kind = (lw_verdict_kind)7;
    refused(lw_cell_verdict_json(cell, "1", &verdict, text, 9, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "kind 7");
    lw_cell_destroy(cell);
    lw_scene_destroy(plane);
}

/* The answers of two methods, of which one is free and the other in contact. */
static void test_cross(void **state)
{
    (void)state;
    static char text[4000];
    lw_text line;
    lw_verdict free = lw_default_verdict();
    lw_verdict contact = lw_default_verdict();
    free.free_until = 1;
    free.clearance.pair[0] = free.self_clearance.pair[0] = -1;
    contact.kind = LW_VERDICT_CONTACT;
    contact.time = 0.5;
    contact.pair[1] = 1;
    contact.first = true;
    const lw_verdict *verdicts[] = {&free, &contact, NULL};
    const lw_conflict conflicts[] = {{.kind = LW_CONFLICT_PROOF,
                                      .methods = {LW_METHOD_AUTO, LW_METHOD_BISECTION},
                                      .time = 0.5,
                                      .pair = {0, 1},
                                      .allowed = 0.25,
                                      .distance = {.lower = -0.5, .upper = -0.125},
                                      .rounding = 1e-15},
                                     {.kind = LW_CONFLICT_ITSELF,
                                      .methods = {LW_METHOD_AUTO, LW_METHOD_AUTO},
                                      .time = 3,
                                      .pair = {-1, -1}}};
    lw_cross cross = lw_default_cross();
    lw_result result = lw_default_result();
    cross.verdicts = verdicts;
    cross.method_count = 3;
    cross.samples = 7;
    cross.distances = 8;
    cross.grazing = 9;
    result.scene = scene;
    result.motion = motion;
    result.verdict = &free;
    result.cross = &cross;
    assert_int_equal(lw_result_json(&result, text, sizeof text, NULL, NULL), LW_OK);
    assert_non_null(strstr(text, "\"free_until\": 1, \"cross\": {\"agree\": true, \"methods\": "
                                 "{\"auto\": \"free\", \"bisection\": \"contact\", \"slab\": null}, "
                                 "\"grazing\": 9, \"samples\": 7, \"distances\": 8}, \"pairs\": 0"));
    cross.conflicts = conflicts;
    cross.conflict_count = 2;
    assert_int_equal(lw_text_begin(&line, text, sizeof text, NULL), LW_OK);
    lw_result_write_json(&line, &result);
    lw_text_end(&line, NULL);
    static const char conflicts_text[] =
        "\"conflicts\": [{\"kind\": \"proof\", \"methods\": [\"auto\", \"bisection\"], \"time\": 0.5, "
        "\"pair\": [\"s/tip\", \"f/bird\"], \"allowed\": 0.25, \"distance\": [-0.5, -0.125], "
        "\"rounding\": 1e-15}, {\"kind\": \"itself\", \"methods\": [\"auto\", \"auto\"], \"time\": 3}]";
    const char *const parts[] = {
        "\"cross\": {\"agree\": false, ",
        conflicts_text,
        "\"verdicts\": {\"auto\": {\"verdict\": \"free\", \"free_until\": 1, \"pairs\": 0, ",
        "\"bisection\": {\"verdict\": \"contact\", \"free_until\": 0, \"time\": 0.5, ",
        "\"version\": \"",
        "\"fingerprint\": \"",
        "\"files\": [",
        "\"motion\": [{\"time\": 0, \"joints\": {\"",
        "\"at_conflicts\": [{\"time\": 0.5, \"joints\": {\"",
        "}, null]}, \"pairs\": 0"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(text, parts[i]))
            fail_msg("%s\nis not in\n%s", parts[i], text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contact),
        cmocka_unit_test(test_near_misses),
        cmocka_unit_test(test_free_motion),
        cmocka_unit_test(test_undecided),
        cmocka_unit_test(test_names),
        cmocka_unit_test(the_text_is_the_line),
        cmocka_unit_test(wrong_results_are_refused),
        cmocka_unit_test(verdicts_of_cells),
        cmocka_unit_test(test_cross),
    };
    return cmocka_run_group_tests(tests, build, take_down);
}
