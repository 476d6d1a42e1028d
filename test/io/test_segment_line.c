/* Tests io/motion/segment_line.h, the fast parser of segments: the lines that it accepts; that it reads
 * the same from them as io/text/json.h does, on random lines, whole, changed and cut; and that a reader
 * of motions gives the same results with it as without it, errors, notices and ids included. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "motion/motion.h"
#include "seed.h"
#include "segment_random.h"
#include "segment_twice.h"
#include "written.h"

static bool takes(const char *text, size_t count)
{
    double values[2 * SEGMENT_VALUES];
    lw_segment_line line = {.count = count, .values = values};
    return lw_segment_line_read(text, strlen(text), &line);
}

static void values_and_ids(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double values[4];
        const char *id;
    } good[] = {{"{\"id\": 17, \"from\": [1, -2.5], \"to\": [1e-3, 5E+2]}", {1, -2.5, 1e-3, 500}, "17"},
                {"{\"to\":[0.1,-0],\"id\":\"a b\",\"from\":[1,2]}", {1, 2, 0.1, -0.0}, "\"a b\""},
                {"{ \t\"from\" :\t[ 7 , 8] , \"to\": [8,9 ] } \r", {7, 8, 8, 9}, ""}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        double values[4];
        lw_segment_line line = {.count = 2, .values = values, .id_length = 5};
        assert_true(lw_segment_line_read(good[i].text, strlen(good[i].text), &line));
        assert_true(segment_same(values, good[i].values, 4));
        assert_int_equal(line.id_length, strlen(good[i].id));
        assert_true(line.id_length ? !memcmp(line.id, good[i].id, line.id_length) : !line.id);
    }
}

static void lines_that_are_taken(void **state)
{
    (void)state;
    static const char *const good[] = {"{\"from\":[1],\"to\":[2]}",
                                       "{\"id\":-0,\"from\":[1],\"to\":[2]}",
                                       "{\"id\":\"\",\"from\":[1],\"to\":[2]}",
                                       "{\"id\":999999999999999999,\"from\":[1],\"to\":[2]}",
                                       "{\"from\":[0.00000000012345678901234567],\"to\":[1e9]}",
                                       "{\"from\":[1234567890.123456789e-1],\"to\":[-1e9]}",
                                       "{\"from\":[0e0],\"to\":[-0.0]}"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!takes(good[i], 1))
            fail_msg("%s is left", good[i]);
}

/* Lines that the fast parser leaves to the JSON parser: erroneous ones, and good ones that it does not
 * know. */
static void lines_that_are_left(void **state)
{
    (void)state;
    static const char *const left[] = {"",
                                       "{}",
                                       "[1]",
                                       " {\"from\":[1],\"to\":[2]}",
                                       "\xef\xbb\xbf{\"from\":[1],\"to\":[2]}",
                                       "{\"from\":[1]}",
                                       "{\"to\":[1]}",
                                       "{\"id\":1}",
                                       "{\"id\":1,\"to\":[2]}",
                                       "{\"from\":[1],\"to\":[2]",
                                       "{\"from\":[1],\"to\":[2]}}",
                                       "{\"from\":[1],\"to\":[2]} x",
                                       "{\"from\":[1],\"to\":[2],}",
                                       "{\"from\":[1],,\"to\":[2]}",
                                       "{\"from\":[1] \"to\":[2]}",
                                       "{\"from\":[1],\"to\":[2],\"from\":[3]}",
                                       "{\"from\":[1],\"to\":[2],\"to\":[3]}",
                                       "{\"id\":1,\"from\":[1],\"to\":[2],\"id\":2}",
                                       "{\"from\":[1],\"to\":[2],\"group\":\"g\"}",
                                       "{\"from\":[1],\"to\":[2],\"i\\u0064\":3}",
                                       "{\"from\":\"home\",\"to\":[2]}",
                                       "{\"from\":null,\"to\":[2]}",
                                       "{\"from\":[],\"to\":[2]}",
                                       "{\"from\":[1,2],\"to\":[2]}",
                                       "{\"from\":[1,],\"to\":[2]}",
                                       "{\"from\":[[1]],\"to\":[2]}",
                                       "{\"from\":[null],\"to\":[2]}",
                                       "{\"from\":[NaN],\"to\":[2]}",
                                       "{\"from\":[Infinity],\"to\":[2]}",
                                       "{\"from\":[+1],\"to\":[2]}",
                                       "{\"from\":[.5],\"to\":[2]}",
                                       "{\"from\":[5.],\"to\":[2]}",
                                       "{\"from\":[01],\"to\":[2]}",
                                       "{\"from\":[00],\"to\":[2]}",
                                       "{\"from\":[-],\"to\":[2]}",
                                       "{\"from\":[1e],\"to\":[2]}",
                                       "{\"from\":[1e+],\"to\":[2]}",
                                       "{\"from\":[1.e2],\"to\":[2]}",
                                       "{\"from\":[1 2],\"to\":[2]}",
                                       "{\"from\":[1],\"to\":[1000000000.1]}",
                                       "{\"from\":[1],\"to\":[-1e10]}",
                                       "{\"from\":[1],\"to\":[1e300]}",
                                       "{\"from\":[1],\"to\":[1e-300]}",
                                       "{\"from\":[1],\"to\":[1e0001]}",
                                       "{\"from\":[1],\"to\":[0.12345678901234567890]}",
                                       "{\"from\":[1],\"to\":[18446744073709551617e-19]}",
                                       "{\"from\":[1],\"to\":[184467440737095516170e-20]}",
                                       "{\"id\":1.5,\"from\":[1],\"to\":[2]}",
                                       "{\"id\":1e3,\"from\":[1],\"to\":[2]}",
                                       "{\"id\":01,\"from\":[1],\"to\":[2]}",
                                       "{\"id\":1000000000000000000,\"from\":[1],\"to\":[2]}",
                                       "{\"id\":-,\"from\":[1],\"to\":[2]}",
                                       "{\"id\":null,\"from\":[1],\"to\":[2]}",
                                       "{\"id\":true,\"from\":[1],\"to\":[2]}",
                                       "{\"id\":[1],\"from\":[1],\"to\":[2]}",
                                       "{\"id\":{\"a\": 1},\"from\":[1],\"to\":[2]}",
                                       "{\"id\":\"a\\\"\",\"from\":[1],\"to\":[2]}",
                                       "{\"id\":\"\xc3\xa9\",\"from\":[1],\"to\":[2]}",
                                       "{\"id\":\"\x7f\",\"from\":[1],\"to\":[2]}",
                                       "{\"id\":\"\t\",\"from\":[1],\"to\":[2]}",
                                       "{\"id\":\"a,\"from\":[1],\"to\":[2]}"};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        if (takes(left[i], 1))
            fail_msg("%s is taken", left[i]);
    double values[2];
    lw_segment_line line = {.count = 1, .values = values};
    assert_false(lw_segment_line_read("{\"from\":[1],\"to\":[2]}\0", 22, &line));
    assert_true(lw_segment_line_read("{\"from\":[1],\"to\":[2]}\0", 21, &line));
}

/* ---- random lines ------------------------------------------------------------------------------ */

static void lines_are_read_the_same(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(300000, 20000000);
    int taken = 0;
    for (int i = 0; i < rounds; i++) {
        char text[LINE];
        double values[2 * COUNT];
        lw_segment_line line = {.count = COUNT, .values = values};
        size_t length = spoil(&random, text, random_line(&random, text), true);
        /* a block of its own, so that sanitizers see a read behind the line */
        char *copy = malloc(length + 1);
        assert_non_null(copy);
        memcpy(copy, text, length);
        char *own = realloc(copy, length ? length : 1);
        assert_non_null(own);
        if (lw_segment_line_read(own, length, &line)) {
            taken++;
            if (!segment_agrees(own, length, &line))
                fail_msg("%.*s", (int)length, text);
        }
        free(own);
    }
    /* neither all nor few: both parsers were at work */
    assert_in_range(taken, rounds / 4, rounds * 3 / 4);
}

/* ---- readers of motions ------------------------------------------------------------------------ */

static const char *const joints[] = {"a", "b", "c"};

/* A robot of three joints, one of them continuous, the others limited. */
static void add_robot(lw_scene *scene, const char *name)
{
    static const char *const links[] = {"l0", "l1", "l2", "l3"};
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_CONTINUOUS, LW_JOINT_PRISMATIC};
    lw_shape_def ball = lw_default_shape();
    ball.radius = 0.1;
    assert_int_equal(lw_scene_add_robot(scene, name, lw_pose_identity(), NULL), LW_OK);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(lw_scene_add_link(scene, name, links[i], NULL), LW_OK);
    for (size_t i = 0; i < 3; i++) {
        lw_joint_def joint = lw_default_joint();
        joint.name = joints[i];
        joint.kind = kinds[i];
        joint.parent = links[i];
        joint.child = links[i + 1];
        joint.axis = (lw_vec3){0, 0, 1};
        joint.lower = -3;
        joint.upper = 3;
        assert_int_equal(lw_scene_add_joint(scene, name, &joint, NULL), LW_OK);
    }
    assert_int_equal(lw_scene_add_shape(scene, name, "l3", &ball, lw_pose_identity(), NULL), LW_OK);
}

/* A scene of one robot or two; the first one has two groups of two joints and a state. */
static lw_scene *build(bool strict, bool two)
{
    lw_scene *scene = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    add_robot(scene, "r");
    if (two)
        add_robot(scene, "q");
    assert_int_equal(lw_scene_add_group(scene, "r", "g", joints + 1, 2, NULL), LW_OK);
    assert_int_equal(lw_scene_add_group(scene, "r", "h", joints, 2, NULL), LW_OK);
    assert_int_equal(lw_scene_add_state(scene, "r", NULL, "home", joints, (double[]){1, 2, 1}, 3, NULL),
                     LW_OK);
    assert_int_equal(lw_scene_set_strict_limits(scene, strict, NULL), LW_OK);
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    return scene;
}

/* The notices of a motion while it was set. */
typedef struct told {
    char text[2000];
} told;

static lw_status listen(void *context, const char *file, int line, const char *sentence)
{
    told *t = context;
    size_t used = strlen(t->text);
    snprintf(t->text + used, sizeof t->text - used, "%s:%d: %s;", file ? file : "", line, sentence);
    return LW_OK;
}

static void same_motion(const lw_motion *a, const lw_motion *b, const char *line)
{
    bool same = a->tracks.count == b->tracks.count && a->begin == b->begin && a->end == b->end &&
                a->pieces.count == b->pieces.count && a->seconds == b->seconds;
    for (size_t i = 0; same && i < a->tracks.count; i++) {
        const lw_motion_track *x = &a->tracks.items[i];
        const lw_motion_track *y = &b->tracks.items[i];
        same =
            x->column_count == y->column_count && x->degree == y->degree &&
            x->memory.numbers.count == y->memory.numbers.count &&
            segment_same(x->memory.numbers.items, y->memory.numbers.items, x->memory.numbers.count) &&
            !memcmp(x->variables, y->variables, x->column_count * sizeof *x->variables);
    }
    if (!same)
        fail_msg("another motion: %s", line);
}

static void same_error(const lw_error *a, const lw_error *b, const char *line)
{
    if (a->status != b->status || a->line != b->line || a->column != b->column ||
        strcmp(a->message, b->message) != 0 || strcmp(a->file, b->file) != 0)
        fail_msg("%s: %s:%d:%d %s, but %s:%d:%d %s", line, a->file, a->line, a->column, a->message,
                 b->file, b->line, b->column, b->message);
}

static bool is_blank(const char *line)
{
    return strspn(line, " \t\r") == strlen(line);
}

enum { LINES = 2000 };

typedef struct pair_of_readers {
    lw_motion *motions[2];
    told tellings[2];
    lw_motion_defaults defaults;
    char lines[LINES][LINE];
} pair_of_readers;

/* checks that the next motion of a reader is the same as the line read by itself */
static void read_both(pair_of_readers *p, lw_motion_reader *reader, const char *path, int index,
                      uint64_t number)
{
    const char *line = p->lines[index];
    lw_error errors[2] = {{0}};
    const char *id = NULL;
    char own_id[LINE] = "";
    char count[32];
    bool more = false;
    p->tellings[0].text[0] = p->tellings[1].text[0] = '\0';
    lw_status status = lw_motion_reader_next(reader, p->motions[0], &id, &more, &errors[0]);
    assert_true(more);
    assert_int_equal(status, lw_motion_read_json(lw_motion_scene(p->motions[1]), line, path, index + 1,
                                                 &p->defaults, p->motions[1], own_id, sizeof own_id,
                                                 &errors[1]));
    same_error(&errors[0], &errors[1], line);
    assert_string_equal(p->tellings[0].text, p->tellings[1].text);
    if (!status)
        same_motion(p->motions[0], p->motions[1], line);
    snprintf(count, sizeof count, "%" PRIu64, number);
    if (strcmp(own_id, "null") != 0)
        assert_string_equal(id, own_id);
    else if (strcmp(id, "null") != 0)
        assert_string_equal(id, count);
}

/* writes random lines to a new file, and chooses random options for reading them */
static written write_lines(pair_of_readers *p, lw_random *random)
{
    written file = {"/tmp/leeway-test-XXXXXX"};
    int descriptor = mkstemp(file.path);
    FILE *out = fdopen(descriptor, "w");
    assert_non_null(out);
    for (int i = 0; i < LINES; i++) {
        size_t length = spoil(random, p->lines[i], random_line(random, p->lines[i]), false);
        p->lines[i][length] = '\0';
        fprintf(out, "%s\n", p->lines[i]);
    }
    assert_int_equal(fclose(out), 0);
    static const char *const robots[] = {NULL, "r", "r", "q", "none"};
    static const char *const groups[] = {NULL, NULL, NULL, "g", "none"};
    p->defaults = lw_default_motion_defaults();
    p->defaults.no_wrap = lw_random_below(random, 2);
    p->defaults.robot = robots[lw_random_below(random, 5)];
    p->defaults.group = groups[lw_random_below(random, 5)];
    return file;
}

static void compare_readers(lw_scene *scene, lw_random *random, int rounds)
{
    pair_of_readers *p = calloc(1, sizeof *p);
    assert_non_null(p);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(lw_motion_create(scene, &p->motions[i], NULL), LW_OK);
        lw_motion_on_notice(p->motions[i], listen, &p->tellings[i]);
    }
    for (; rounds > 0; rounds--) {
        written file = write_lines(p, random);
        lw_motion_reader *reader = NULL;
        lw_error error = {0};
        if (lw_motion_reader_open(scene, file.path, LW_MOTION_FORMAT_JSON_LINES, &p->defaults, &reader,
                                  &error))
            fail_msg("%s", error.message);
        uint64_t number = 0;
        for (int i = 0; i < LINES; i++)
            if (!is_blank(p->lines[i]))
                read_both(p, reader, file.path, i, number++);
        lw_motion_reader_close(reader);
        written_remove(&file);
    }
    lw_motion_destroy(p->motions[0]);
    lw_motion_destroy(p->motions[1]);
    free(p);
}

static void readers_answer_the_same(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int kind = 0; kind < 4; kind++) {
        lw_scene *scene = build(kind & 1, kind & 2);
        compare_readers(scene, &random, test_rounds(15, 500));
        lw_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_and_ids),          cmocka_unit_test(lines_that_are_taken),
        cmocka_unit_test(lines_that_are_left),     cmocka_unit_test(lines_are_read_the_same),
        cmocka_unit_test(readers_answer_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
