/* Tests io/motion/motion_reader.h: batches, files of waypoints, trajectories of ROS. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/error.h"
#include "base/random.h"
#include "expect.h"
#include "io/motion/motion_reader.h"
#include "seed.h"
#include "slider.h"

static lw_scene *scene;
static lw_motion *motion;

static int build(void **state)
{
    (void)state;
    scene = slider_scene(false);
    return lw_motion_create(scene, &motion, NULL);
}

static int take_down(void **state)
{
    (void)state;
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
    return 0;
}

static lw_motion_reader *open_text(const char *text, lw_motion_format format,
                                   const lw_motion_defaults *defaults, written *file)
{
    lw_motion_reader *reader = NULL;
    lw_error error = {0};
    *file = written_text(text);
    if (lw_motion_reader_open(scene, file->path, format, defaults, &reader, &error))
        fail_msg("%s", error.message);
    return reader;
}

/* The first motion of a file. */
static lw_status read_first(const char *text, lw_motion_format format,
                            const lw_motion_defaults *defaults, lw_error *error)
{
    written file;
    lw_motion_reader *reader = open_text(text, format, defaults, &file);
    const char *id = NULL;
    bool more = false;
    lw_status status = lw_motion_reader_next(reader, motion, &id, &more, error);
    assert_true(more);
    if (!status)
        assert_string_equal(id, "0");
    lw_motion_reader_close(reader);
    written_remove(&file);
    return status;
}

static void read_or_fail(const char *text, lw_motion_format format)
{
    lw_error error = {0};
    if (read_first(text, format, NULL, &error))
        fail_msg("%s\n%d:%d: %s", text, error.line, error.column, error.message);
}

static void test_batch(void **state)
{
    (void)state;
    static const char text[] = "{\"id\": \"a\", \"path\": [[1, 0, 0]]}\r\n"
                               "\n"
                               "{\"path\": [[2, 0, 0]]}\n"
                               "  \t\n"
                               "{\"id\": 7, \"path\": [[3, 0]]}\n"
                               "this is no motion\n"
                               "{\"path\": [[4, 0, 0]]}";
    static const struct {
        lw_status status;
        int line;
        const char *id;
    } expected[] = {{LW_OK, 0, "\"a\""},
                    {LW_OK, 0, "1"},
                    {LW_ERROR_ARGUMENT, 5, "7"},
                    {LW_ERROR_SYNTAX, 6, "3"},
                    {LW_OK, 0, "4"}};
    written file;
    lw_motion_reader *reader = open_text(text, LW_MOTION_FORMAT_JSON_LINES, NULL, &file);
    for (size_t i = 0; i < 5; i++) {
        lw_error error = {0};
        const char *id = NULL;
        bool more = false;
        assert_int_equal(lw_motion_reader_next(reader, motion, &id, &more, &error), expected[i].status);
        assert_true(more);
        assert_int_equal(error.line, expected[i].line);
        assert_string_equal(error.file, expected[i].status ? file.path : "");
        assert_string_equal(id, expected[i].id);
    }
    assert_at(motion, 0, 0, 4, 0, 0);
    for (int i = 0; i < 2; i++) {
        const char *id = NULL;
        bool more = true;
        assert_int_equal(lw_motion_reader_next(reader, motion, &id, &more, NULL), LW_OK);
        assert_false(more);
    }
    lw_motion_reader_close(reader);
    written_remove(&file);
}

/* A line of two megabytes: a path of 200,000 waypoints. */
static void test_long_line(void **state)
{
    (void)state;
    enum { POINTS = 200000 };
    char *text = malloc(POINTS * 12 + 100);
    char *at = text + sprintf(text, "{\"path\": [");
    for (int i = 0; i < POINTS; i++)
        at += sprintf(at, "%s[%d,0,0]", i ? "," : "", i % 10);
    sprintf(at, "]}\n");
    read_or_fail(text, LW_MOTION_FORMAT_JSON_LINES);
    assert_at(motion, 0, 1, 9, 0, 0);
    free(text);
}

static void test_csv_paths(void **state)
{
    (void)state;
    read_or_fail("0,0,0\n1, 2 ,3\n", LW_MOTION_FORMAT_PATH);
    assert_false(lw_motion_in_seconds(motion));
    assert_at(motion, 0, 1, 1, 2, 3);
    read_or_fail("\xef\xbb\xbf# waypoints\r\n\r\n0 0\t0\r\n 1 2 3 # the end\r\n",
                 LW_MOTION_FORMAT_PATH);
    assert_at(motion, 0, 0.5, 0.5, 1, 1.5);
    read_or_fail("jz,\"jx\",stiff\n1,2,9\n3,4,9", LW_MOTION_FORMAT_PATH);
    assert_at(motion, 0, 1, 4, 0, 3);
    read_or_fail("t,jx\n0,0\n2,4\n4,0\n", LW_MOTION_FORMAT_PATH);
    assert_true(lw_motion_in_seconds(motion));
    assert_int_equal(lw_motion_interpolation(motion), LW_INTERPOLATION_LINEAR);
    assert_at(motion, 0, 3, 2, 0, 7);
    lw_motion_defaults group = {.struct_size = sizeof(lw_motion_defaults), .group = "zx"};
    assert_int_equal(read_first("5 6\n", LW_MOTION_FORMAT_PATH, &group, NULL), LW_OK);
    assert_at(motion, 0, 0, 6, 0, 5);
}

/* headers, separators and columns as other programs write them give the same trajectory */
static void test_csv_of_other_programs(void **state)
{
    (void)state;
    static const char *const timed[] = {
        "time,jx\n0,0\n2,4\n4,0\n",
        "T,jx\n0,0\n2,4\n4,0\n",
        "t [s],jx [rad]\n0,0\n2,4\n4,0\n",
        "Time[s];jx\n0;0\n2; 4\n4;0\n",
        ",t,jx\n0,0,0\n1,2,4\n2,4,0\n",
        "index;time;jx\n0;0;0\n1;2;4\n2;4;0\n",
        "\"step\" \"TIME\" jx\n7 0 0\n8 2 4\n9 4 0\n",
    };
    for (size_t i = 0; i < sizeof timed / sizeof *timed; i++) {
        read_or_fail(timed[i], LW_MOTION_FORMAT_PATH);
        assert_true(lw_motion_in_seconds(motion));
        assert_at(motion, 0, 3, 2, 0, 7);
    }
    read_or_fail(",jx\n0,1\n1,3\n", LW_MOTION_FORMAT_PATH);
    assert_false(lw_motion_in_seconds(motion));
    assert_at(motion, 0, 0.5, 2, 0, 7);
    static const struct {
        const char *text, *part;
    } refused[] = {
        {"t;jx\n0;0,5\n", "write numbers with a decimal point"},
        {"t,jx [deg]\n0,0\n", "a unit of the header is not [s], [m] or [rad]"},
        {"t [ms],jx\n0,0\n", "a unit of the header is not"},
        {"index\n0\n", "names no joint beside the index"},
        {",t\n0,0\n", "names no joint beside the time"},
        {",t,jx\n0\n", "a waypoint has 0 values"},
        {"jx,,jz\n0,0,0\n", "a value is missing beside a comma"},
        {",t,jx\n,0,0\n", "a value is missing beside a comma"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        lw_error error = {0};
        assert_int_not_equal(read_first(refused[i].text, LW_MOTION_FORMAT_PATH, NULL, &error), LW_OK);
        if (!strstr(error.message, refused[i].part))
            fail_msg("%s", error.message);
    }
}

static const char ros2[] = "header:\n"
                           "  stamp: {sec: 0, nanosec: 0}\n"
                           "  frame_id: ''\n"
                           "joint_names:\n"
                           "- jz\n"
                           "- stiff\n"
                           "- jx\n"
                           "points:\n"
                           "- positions: [1.0, 9.0, 0.0]\n"
                           "  velocities: [0.0, 0.0, 0.0]\n"
                           "  accelerations: []\n"
                           "  effort: []\n"
                           "  time_from_start:\n"
                           "    sec: 0\n"
                           "    nanosec: 0\n"
                           "- positions: [1.0, 9.0, 4.0]\n"
                           "  velocities: [0.0, 0.0, 4.0]\n"
                           "  accelerations: []\n"
                           "  effort: []\n"
                           "  time_from_start: {sec: 1, nanosec: 1000000000}\n"
                           "---\n";

static void test_trajectories(void **state)
{
    (void)state;
    /* t^2 between 0 and 2, as in the test of JSON motions */
    read_or_fail(ros2, LW_MOTION_FORMAT_PATH);
    assert_int_equal(lw_motion_interpolation(motion), LW_INTERPOLATION_CUBIC);
    assert_at(motion, 0, 1, 1, 0, 1);
    assert_int_equal(lw_motion_notice_count(motion), 0);
    read_or_fail("joint_names: [jx]\npoints:\n- {positions: [1], effort: [3], time_from_start: 0}\n",
                 LW_MOTION_FORMAT_PATH);
    char sentence[100];
    assert_int_equal(lw_motion_notice_count(motion), 1);
    lw_motion_notice(motion, 0, sentence, sizeof sentence);
    assert_non_null(strstr(sentence, "the trajectory has efforts, which are not used"));
    lw_motion_defaults linear = {.struct_size = sizeof(lw_motion_defaults),
                                 .interpolation = LW_INTERPOLATION_LINEAR};
    assert_int_equal(read_first(ros2, LW_MOTION_FORMAT_PATH, &linear, NULL), LW_OK);
    assert_at(motion, 0, 1, 2, 0, 1);
    read_or_fail(
        "joint_names: [jx]\npoints:\n- {positions: [1], time_from_start: {secs: 1, nsecs: 500000000}}\n"
        "- {positions: [2], time_from_start: 2.5}\n",
        LW_MOTION_FORMAT_PATH);
    assert_int_equal(lw_motion_interpolation(motion), LW_INTERPOLATION_LINEAR);
    assert_at(motion, 0, 2, 1.5, 0, 7);
    read_or_fail(
        "{\"joint_names\": [\"jx\"], \"points\": [{\"positions\": [1], \"velocities\": [0],\n"
        "\"accelerations\": [0], \"time_from_start\": 0}, {\"positions\": [2], \"velocities\": [0],\n"
        "\"accelerations\": [0], \"time_from_start\": 2}]}",
        LW_MOTION_FORMAT_PATH);
    assert_int_equal(lw_motion_interpolation(motion), LW_INTERPOLATION_QUINTIC);
    assert_at(motion, 0, 1, 1.5, 0, 7);
}

/* Several trajectories in one file are read one after the other, with any wrapping. */
static void test_wrapped_trajectories(void **state)
{
    (void)state;
    static const char text[] =
        "joint_trajectory:\n  joint_names: [jx]\n  points: [{positions: [1], time_from_start: 0}]\n"
        "multi_dof_joint_trajectory: {joint_names: [], points: []}\n"
        "---\n"
        "trajectory:\n- joint_trajectory: {joint_names: [jx], points: [{positions: [2], "
        "time_from_start: 0}]}\n"
        "- joint_trajectory: {joint_names: [jx], points: [{positions: [3, 4], time_from_start: 0}]}\n"
        "- joint_trajectory: {joint_names: [jx], points: [{positions: [4], time_from_start: 0}]}\n"
        "---\n";
    written file;
    lw_motion_reader *reader = open_text(text, LW_MOTION_FORMAT_PATH, NULL, &file);
    for (int i = 0; i < 5; i++) {
        lw_error error = {0};
        const char *id = NULL;
        bool more = false;
        lw_status status = lw_motion_reader_next(reader, motion, &id, &more, &error);
        assert_int_equal(more, i < 4);
        assert_int_equal(status, i == 2 ? LW_ERROR_ARGUMENT : LW_OK);
        assert_int_equal(error.line, i == 2 ? 8 : 0);
        if (i < 4) {
            assert_int_equal(atoi(id), i);
            if (i != 2)
                assert_at(motion, 0, 0, i + 1, 0, 7);
        }
    }
    lw_motion_reader_close(reader);
    written_remove(&file);
}

static const bad_input bad_paths[] = {
    {"", LW_ERROR_SYNTAX, 0, "no waypoint"},
    {"# nothing\n", LW_ERROR_SYNTAX, 0, "no waypoint"},
    {"jx,jy\n", LW_ERROR_SYNTAX, 0, "no waypoint"},
    {"1,2\n", LW_ERROR_ARGUMENT, 1, "a waypoint has 2 values and must have 3: group \"xy\" takes 2"},
    {"1,2,3\n1,2\n", LW_ERROR_SYNTAX, 2, "the line has 2 values; those before it have 3"},
    {"1,2,3\n1,x,3\n", LW_ERROR_SYNTAX, 2, "\"x\" is not a number"},
    {"1,x,3\n", LW_ERROR_SYNTAX, 1, "\"x\" is not a number"},
    {"1,2,3\n1,nan,3\n", LW_ERROR_ARGUMENT, 2, "a value is nan"},
    {"1,2,3\n1,1e999,3\n", LW_ERROR_ARGUMENT, 2, "it must be finite, and at most 1e+09"},
    {"1,2,3\n1,,3\n", LW_ERROR_SYNTAX, 2, "missing beside a comma"},
    {"1,2,3\n1,2,3,\n", LW_ERROR_SYNTAX, 2, "missing beside a comma"},
    {",1,2,3\n", LW_ERROR_SYNTAX, 1, "missing beside a comma"},
    {"jx,elbow\n1,2\n", LW_ERROR_NAME, 1, "no joint \"elbow\""},
    {"jx,jx\n1,2\n", LW_ERROR_NAME, 1, "named twice"},
    {"jx\n1\njy\n", LW_ERROR_SYNTAX, 3, "\"jy\" is not a number"},
    {"t\n1\n", LW_ERROR_SYNTAX, 1, "no joint beside the time"},
    {"t,jx\n0,1\n0,2\n", LW_ERROR_ARGUMENT, 3, "times must increase"},
    {"t,jx\n-1,1\n0,2\n", LW_ERROR_ARGUMENT, 2, "0 or more"},
    {"joint_names: [jx]\n", LW_ERROR_SYNTAX, 1, "\"points\" is missing"},
    {"points: []\n", LW_ERROR_SYNTAX, 1, "\"joint_names\" is missing"},
    {"position: [1]\n", LW_ERROR_SYNTAX, 1, "there is no joint trajectory"},
    {"---\n- 1\n", LW_ERROR_SYNTAX, 2, "must be an object"},
    {"joint_names: [jx]\npoints: []\n", LW_ERROR_ARGUMENT, 2, "no points"},
    {"joint_names: [jx]\npoints: 3\n", LW_ERROR_SYNTAX, 2, "must be a list"},
    {"joint_names: [elbow]\npoints: [{positions: [1], time_from_start: 0}]\n", LW_ERROR_NAME, 1,
     "no joint \"elbow\""},
    {"joint_names: [jx]\npoints:\n- {positions: [1]}\n", LW_ERROR_SYNTAX, 3,
     "\"time_from_start\" is missing"},
    {"joint_names: [jx]\npoints:\n- {time_from_start: 1}\n", LW_ERROR_ARGUMENT, 3, "no positions"},
    {"joint_names: [jx]\npoints:\n- {positions: [1, 2], time_from_start: 0}\n", LW_ERROR_ARGUMENT, 3,
     "positions of point 0 has 2 values"},
    {"joint_names: [jx]\npoints:\n- {positions: [1], time_from_start: 1e300}\n", LW_ERROR_ARGUMENT, 3,
     "it must be finite, and at most 1e+09"},
    {"joint_names: [jx]\npoints:\n- {positions: [.nan], time_from_start: 0}\n", LW_ERROR_ARGUMENT, 3,
     "not a finite number"},
    {"joint_names: [jx]\npoints:\n- {positions: [1], velocites: [1], time_from_start: 0}\n",
     LW_ERROR_SYNTAX, 3, "\"velocities\" was meant"},
    {"joint_names: [jx]\npoints:\n- {positions: [1], velocities: [1], time_from_start: 0}\n"
     "- {positions: [1], time_from_start: 1}\n",
     LW_ERROR_ARGUMENT, 4, "point 1 has no velocities"},
    {"joint_names: [jx]\npoints:\n- {positions: [1], time_from_start: 0}\n"
     "- {positions: [1], time_from_start: 0}\n",
     LW_ERROR_ARGUMENT, 4, "must increase"},
    {"joint_names: [jx]\npoints:\n- {positions: [1], time_from_start: {minutes: 1}}\n", LW_ERROR_SYNTAX,
     3, "has no key \"minutes\""},
    {"joint_trajectory: {}\nmulti_dof_joint_trajectory:\n  points: [1]\n", LW_ERROR_SYNTAX, 3,
     "\"joint_names\" is missing"},
    {"{\"joint_names\": [\"jx\"],\n\"points\": [}", LW_ERROR_SYNTAX, 2, "not JSON"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_paths / sizeof *bad_paths; i++) {
        lw_error error = {0};
        lw_status status = read_first(bad_paths[i].text, LW_MOTION_FORMAT_PATH, NULL, &error);
        assert_true(expected_error(&bad_paths[i], status, &error));
        assert_true(!strncmp(error.file, "/tmp/", 5));
    }
}

static void test_files_that_cannot_be_read(void **state)
{
    (void)state;
    for (int format = LW_MOTION_FORMAT_JSON_LINES; format <= LW_MOTION_FORMAT_PATH; format++) {
        static const char *const paths[] = {"/nowhere/motions", "/tmp"};
        for (size_t i = 0; i < 2; i++) {
            lw_motion_reader *reader = NULL;
            lw_error error = {0};
            assert_int_equal(
                lw_motion_reader_open(scene, paths[i], (lw_motion_format)format, NULL, &reader, &error),
                LW_ERROR_FILE);
            assert_null(reader);
            assert_string_equal(error.file, paths[i]);
        }
    }
    lw_scene *open = NULL;
    lw_motion_reader *reader = NULL;
    assert_int_equal(lw_scene_create(&open, NULL), LW_OK);
    assert_int_equal(lw_motion_reader_open(open, "x", LW_MOTION_FORMAT_PATH, NULL, &reader, NULL),
                     LW_ERROR_STATE);
    lw_scene_destroy(open);
    lw_motion_reader_close(NULL);
}

static void test_standard_input(void **state)
{
    (void)state;
    static const char *const texts[] = {"{\"path\": [[1, 2, 3]]}\nnothing\n", "1,2,3\nx\n"};
    static const lw_motion_format formats[] = {LW_MOTION_FORMAT_JSON_LINES, LW_MOTION_FORMAT_PATH};
    for (size_t i = 0; i < 2; i++) {
        written file = written_text(texts[i]);
        assert_non_null(freopen(file.path, "r", stdin));
        lw_motion_reader *reader = NULL;
        lw_error error = {0};
        const char *id = NULL;
        bool more = false;
        assert_int_equal(lw_motion_reader_open(scene, "-", formats[i], NULL, &reader, &error), LW_OK);
        lw_status status = lw_motion_reader_next(reader, motion, &id, &more, &error);
        assert_int_equal(status, i ? LW_ERROR_SYNTAX : LW_OK);
        if (!i)
            assert_int_equal(lw_motion_reader_next(reader, motion, &id, &more, &error),
                             LW_ERROR_SYNTAX);
        assert_string_equal(error.file, "standard input");
        assert_int_equal(error.line, 2);
        lw_motion_reader_close(reader);
        written_remove(&file);
    }
}

static void test_every_allocation_failing(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        lw_motion_format format;
    } files[] = {{"{\"id\": 1, \"from\": \"home\", \"to\": [1, 2, 3]}\n", LW_MOTION_FORMAT_JSON_LINES},
                 {"t,jx\n0,1\n1,2\n", LW_MOTION_FORMAT_PATH},
                 {ros2, LW_MOTION_FORMAT_PATH}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        written file = written_text(files[i].text);
        lw_motion_defaults defaults = {.struct_size = sizeof(lw_motion_defaults), .robot = "s"};
        for (size_t n = 1;; n++) {
            lw_motion_reader *reader = NULL;
            lw_motion *own = NULL;
            assert_int_equal(lw_motion_create(scene, &own, NULL), LW_OK);
            allocation_fail(n);
            lw_status status =
                lw_motion_reader_open(scene, file.path, files[i].format, &defaults, &reader, NULL);
            const char *id = NULL;
            bool more = true;
            if (!status)
                status = lw_motion_reader_next(reader, own, &id, &more, NULL);
            bool failed = allocation_failed();
            allocation_fail(0);
            assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
            lw_motion_reader_close(reader);
            lw_motion_destroy(own);
            if (!failed)
                break;
        }
        written_remove(&file);
    }
}

static void test_damaged(void **state)
{
    (void)state;
    static const char lines[] = "{\"id\": 1, \"from\": \"home\", \"to\": [1, 2, 3]}\n"
                                "{\"path\": [[1, 2, 3], [4, 5, 6]]}\n";
    static const char csv[] = "t,jx,jy # header\n0,1,2\n1.5e0, 2 3\n";
    static const struct {
        const char *text;
        lw_motion_format format;
    } files[] = {{lines, LW_MOTION_FORMAT_JSON_LINES},
                 {csv, LW_MOTION_FORMAT_PATH},
                 {ros2, LW_MOTION_FORMAT_PATH}};
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(800, 40000); i++) {
        const char *good = files[i % 3].text;
        size_t length = strlen(good);
        char *text = malloc(length);
        memcpy(text, good, length);
        size_t size = i % 4 ? length : lw_random_below(&random, (uint32_t)length);
        for (int j = 0; j < i % 5; j++)
            text[lw_random_below(&random, (uint32_t)length)] ^=
                (char)(1 << lw_random_below(&random, 8));
        written file = written_bytes(text, size);
        lw_motion_reader *reader = NULL;
        lw_error error = {0};
        assert_int_equal(
            lw_motion_reader_open(scene, file.path, files[i % 3].format, NULL, &reader, &error), LW_OK);
        bool more = true;
        for (int motions = 0; more; motions++) {
            const char *id = NULL;
            lw_error_clear(&error);
            lw_status status = lw_motion_reader_next(reader, motion, &id, &more, &error);
            assert_int_equal(error.status, status);
            assert_true(status == LW_OK || error.message[0]);
            assert_non_null(id);
            assert_true(motions < 200);
        }
        lw_motion_reader_close(reader);
        written_remove(&file);
        free(text);
    }
}

static void test_wrong_arguments(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_motion_reader *reader = NULL;
    lw_scene *other = slider_scene(false);
    lw_motion *foreign = NULL;
    const char *id = NULL;
    bool more = true;
    assert_int_equal(lw_motion_create(other, &foreign, NULL), LW_OK);
    refused(lw_motion_reader_open(NULL, "-", LW_MOTION_FORMAT_PATH, NULL, &reader, &e),
            LW_ERROR_ARGUMENT, &e, "needs a scene");
    refused(lw_motion_reader_open(scene, NULL, LW_MOTION_FORMAT_PATH, NULL, &reader, &e),
            LW_ERROR_ARGUMENT, &e, "needs a scene");
    refused(lw_motion_reader_open(scene, "-", LW_MOTION_FORMAT_PATH, NULL, NULL, &e), LW_ERROR_ARGUMENT,
            &e, "needs a scene");
    refused(lw_motion_reader_open(scene, "-", (lw_motion_format)3, NULL, &reader, &e),
            LW_ERROR_ARGUMENT, &e, "no format 3");
    refused(lw_motion_reader_open(scene, "-", (lw_motion_format)-1, NULL, &reader, &e),
            LW_ERROR_ARGUMENT, &e, "no format -1");
    assert_null(reader);
    written file = written_text("{\"from\": [0, 0, 0], \"to\": [1, 1, 1]}\n");
    assert_int_equal(
        lw_motion_reader_open(scene, file.path, LW_MOTION_FORMAT_JSON_LINES, NULL, &reader, &e), LW_OK);
    refused(lw_motion_reader_next(NULL, motion, &id, &more, &e), LW_ERROR_ARGUMENT, &e,
            "needs a reader");
    refused(lw_motion_reader_next(reader, NULL, &id, &more, &e), LW_ERROR_ARGUMENT, &e,
            "needs a reader");
    refused(lw_motion_reader_next(reader, motion, NULL, &more, &e), LW_ERROR_ARGUMENT, &e,
            "needs a reader");
    refused(lw_motion_reader_next(reader, motion, &id, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "needs a reader");
    refused(lw_motion_reader_next(reader, foreign, &id, &more, &e), LW_ERROR_ARGUMENT, &e,
            "another scene");
    lw_motion_reader_close(reader);
    lw_motion_reader_close(NULL);
    written_remove(&file);
    lw_motion_destroy(foreign);
    lw_scene_destroy(other);
}

/* One of our motions in JSON is accepted as a path, with its id, on any number of lines. */
static void test_one_motion(void **state)
{
    (void)state;
    static const struct {
        const char *text, *id;
        bool own;
    } files[] = {
        {"{\"path\": [[0, 0, 0], [2, 0, 0]]}\n", "0", false},
        {"{\"id\": 0, \"path\": [[0, 0, 0], [2, 0, 0]]}\n", "0", true},
        {"{\"id\": null, \"path\": [[0, 0, 0], [2, 0, 0]]}", "null", true},
        {"\n{\n\"id\": \"a b\",\n\"joints\": [\"jx\"],\n\"path\": [[0],\n[2]],\n\"clearance\": [0.1, "
         "0.2]\n}\n",
         "\"a b\"", true},
        {"{\"robots\": {\"s\": {\"joints\": [\"jx\"], \"path\": [[0], [2]]}}, \"clearance\": [1, 2]}\n",
         "0", false},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        written file;
        const char *id;
        bool more;
        lw_motion_reader *reader = open_text(files[i].text, LW_MOTION_FORMAT_PATH, NULL, &file);
        assert_int_equal(lw_motion_reader_next(reader, motion, &id, &more, NULL), LW_OK);
        assert_true(more);
        assert_string_equal(id, files[i].id);
        assert_true(lw_motion_reader_own_id(reader) == files[i].own);
        assert_int_equal(lw_motion_piece_count(motion), 1);
        assert_int_equal(lw_motion_reader_next(reader, motion, &id, &more, NULL), LW_OK);
        assert_false(more);
        lw_motion_reader_close(reader);
        written_remove(&file);
    }
}

/* the likely kind of a file that could not be read as the kind that the caller assumed */
static void test_kinds(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        lw_motion_format format;
        lw_motion_kind kind;
    } files[] = {
        {"jx,jy\n0,zero\n", LW_MOTION_FORMAT_PATH, LW_MOTION_KIND_CSV},
        {"jx,jy\n0,0\n", LW_MOTION_FORMAT_JSON_LINES, LW_MOTION_KIND_CSV},
        {"{\"from\": [0], \"to\": [1]}\n{}\n", LW_MOTION_FORMAT_PATH, LW_MOTION_KIND_MOTIONS},
        {"{\"robots\": {\"a\": [\"b\"]}}\n", LW_MOTION_FORMAT_PATH, LW_MOTION_KIND_JOBS},
        /* a single motion with an error is still of the expected kind */
        {"{\"from\": [0], \"to\": [1]}\n", LW_MOTION_FORMAT_PATH, LW_MOTION_KIND_UNKNOWN},
        {"{\n\"from\": [0], \"to\": [1]}\n", LW_MOTION_FORMAT_PATH, LW_MOTION_KIND_UNKNOWN},
        {"{\n\"from\": [0], \"to\": [1}\n", LW_MOTION_FORMAT_PATH, LW_MOTION_KIND_UNKNOWN},
        {"{\"from\": [0], \"to\": [1]}\n", LW_MOTION_FORMAT_REQUEST, LW_MOTION_KIND_MOTIONS},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        written file;
        const char *id;
        bool more;
        lw_motion_reader *reader = open_text(files[i].text, files[i].format, NULL, &file);
        assert_false(lw_motion_reader_waits(reader)); /* a file never blocks */
        assert_int_not_equal(lw_motion_reader_next(reader, motion, &id, &more, NULL), LW_OK);
        assert_int_equal(lw_motion_reader_kind(reader), files[i].kind);
        lw_motion_reader_close(reader);
        written_remove(&file);
    }
}

/* Whether a notice of the motion contains a text. */
static bool says(const char *part)
{
    char text[600];
    for (size_t i = 0; i < lw_motion_notice_count(motion); i++) {
        lw_motion_notice(motion, i, text, sizeof text);
        if (strstr(text, part))
            return true;
    }
    return false;
}

#define POINT "joint_names: [jx, jz], points: [{positions: [4, 3], time_from_start: {sec: 2}}]"
#define START                                                                                          \
    "trajectory_start: {joint_state: {name: [jx, jy, jz], position: [1, 2, 5]}, "                      \
    "multi_dof_joint_state: {joint_names: [world_joint], transforms: [{}]}}"

/* Every container of a trajectory whose first point is at 2 s: the approach begins at the state that
 * --set or the message gives. */
static void test_approaches(void **state)
{
    (void)state;
    static const char *const without[] = {
        "{" POINT "}",
        "{joint_trajectory: {" POINT "}}",
        "{trajectory: [{joint_trajectory: {" POINT "}}]}",
        "{goal: {trajectory: {" POINT "}}}",
        "t, jx, jz\n2, 4, 3\n",
        "{\"joints\": [\"jx\", \"jz\"], \"trajectory\": {\"times\": [2], \"positions\": [[4, 3]]}}"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        read_or_fail(without[i], LW_MOTION_FORMAT_PATH);
        assert_at(motion, 0, 0, 0, 0, 7); /* the caller has set jz to 7; nothing sets jx */
        assert_at(motion, 0, 1, 2, 0, 5);
        assert_at(motion, 0, 2, 4, 0, 3);
        assert_true(says("taken to be at 0: \"jx\""));
        lw_motion_defaults waits = lw_default_motion_defaults();
        waits.no_approach = 1;
        assert_int_equal(read_first(without[i], LW_MOTION_FORMAT_PATH, &waits, NULL), LW_OK);
        assert_at(motion, 0, 1, 4, 0, 3);
        assert_int_equal(lw_motion_notice_count(motion), 0);
    }
    static const char *const with[] = {
        "{" START ", trajectory: [{joint_trajectory: {" POINT "}}]}",
        "{result: {" START ", planned_trajectory: {joint_trajectory: {" POINT "}}}}",
        "{motion_plan_response: {" START ", trajectory: {joint_trajectory: {" POINT "}}}}"};
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        read_or_fail(with[i], LW_MOTION_FORMAT_PATH);
        assert_at(motion, 0, 0, 1, 2, 7); /* the caller's value takes precedence over the message's */
        assert_at(motion, 0, 1, 2.5, 2, 5);
        assert_int_equal(lw_motion_notice_count(motion), 0);
    }
    /* a later trajectory of a message begins at the end of the ones before it */
    written file;
    const char *id = NULL;
    bool more = false;
    lw_motion_reader *reader = open_text(
        "{" START ", trajectory: [{joint_trajectory: {joint_names: [jx, jy], points: "
        "[{positions: [3, 9], time_from_start: 0}, {positions: [6, 8], time_from_start: 1}]}}, "
        "{joint_trajectory: {" POINT "}}]}",
        LW_MOTION_FORMAT_PATH, NULL, &file);
    for (int i = 0; i < 2; i++)
        assert_int_equal(lw_motion_reader_next(reader, motion, &id, &more, NULL), LW_OK);
    assert_at(motion, 0, 0, 6, 8, 7);
    assert_at(motion, 0, 1, 5, 8, 5);
    assert_at(motion, 0, 2, 4, 8, 3);
    lw_motion_reader_close(reader);
    written_remove(&file);
    /* if a point is at time 0, the start state only sets the other joints */
    read_or_fail("{" START
                 ", trajectory: [{joint_trajectory: {joint_names: [jx], points: [{positions: [4], "
                 "time_from_start: 0}, {positions: [6], time_from_start: 1}]}}]}",
                 LW_MOTION_FORMAT_PATH);
    assert_at(motion, 0, 0, 4, 2, 7);
}

static void test_starts_that_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *start;
        lw_status status;
        const char *part;
    } bad[] = {
        {"joint_state: {name: [jx], position: []}", LW_ERROR_ARGUMENT, "names 1 joints, but gives 0"},
        {"multi_dof_joint_state: {joint_names: [a], transforms: []}", LW_ERROR_ARGUMENT,
         "has 1 joint_names, but 0 transforms"},
        {"multi_dof_joint_state: {joint_names: [world_joint], transforms: [{translation: [1, 0, 0]}]}",
         LW_ERROR_STATE, "puts robot \"s\" elsewhere than the scene has it"},
        {"multi_dof_joint_state: {joint_names: [jx], transforms: [{}]}", LW_ERROR_ARGUMENT,
         "gives joint \"jx\" a pose"},
        {"attached_collision_objects: [{link_name: tip, object: {id: cup}}]", LW_ERROR_NAME,
         "trajectory_start attaches object \"cup\", which no robot carries in the scene"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[500];
        lw_error error = {0};
        snprintf(text, sizeof text,
                 "{trajectory_start: {%s}, trajectory: [{joint_trajectory: {" POINT "}}]}",
                 bad[i].start);
        assert_int_equal(read_first(text, LW_MOTION_FORMAT_PATH, NULL, &error), bad[i].status);
        if (!strstr(error.message, bad[i].part))
            fail_msg("%s", error.message);
    }
    read_or_fail("{trajectory_start: {joint_state: {name: [ghost], position: [1]}}, trajectory: "
                 "[{joint_trajectory: {" POINT "}}]}",
                 LW_MOTION_FORMAT_PATH);
    assert_true(says("trajectory_start names joint \"ghost\", which the robot does not have"));
}

/* The text of a motion makes the same motion again. */
static void test_text(void **state)
{
    (void)state;
    static const char lines[] = "{\"path\": [[2, 0, 0]]}\n\n{\"path\": [[3, 0, 0]], \"id\": 4}\n";
    static const char *const expected[] = {"{\"path\": [[2, 0, 0]]}",
                                           "{\"path\": [[3, 0, 0]], \"id\": 4}"};
    written file;
    const char *id = NULL;
    bool more = false;
    size_t length = 7;
    lw_error error = {0};
    lw_motion_reader *reader = open_text(lines, LW_MOTION_FORMAT_JSON_LINES, NULL, &file);
    assert_null(lw_motion_reader_text(reader, &length));
    assert_int_equal(length, 0);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(lw_motion_reader_next(reader, motion, &id, &more, &error), LW_OK);
        const char *text = lw_motion_reader_text(reader, &length);
        assert_int_equal(length, strlen(expected[i]));
        assert_memory_equal(text, expected[i], length);
        assert_int_equal(
            lw_motion_read_json(scene, expected[i], NULL, 0, NULL, motion, NULL, 0, &error), LW_OK);
        assert_at(motion, 0, 0, i ? 3 : 2, 0, 0);
    }
    lw_motion_reader_close(reader);
    written_remove(&file);
    /* a file that is one motion in JSON, and one that is not */
    static const char one[] = "{\"path\":\n [[2, 0, 0]]}\n";
    reader = open_text(one, LW_MOTION_FORMAT_PATH, NULL, &file);
    assert_null(lw_motion_reader_text(reader, &length));
    assert_int_equal(lw_motion_reader_next(reader, motion, &id, &more, &error), LW_OK);
    const char *text = lw_motion_reader_text(reader, &length);
    assert_int_equal(length, strlen(one));
    assert_memory_equal(text, one, length);
    lw_motion_reader_close(reader);
    written_remove(&file);
    reader = open_text("1,0,0\n2,0,0\n", LW_MOTION_FORMAT_PATH, NULL, &file);
    assert_int_equal(lw_motion_reader_next(reader, motion, &id, &more, &error), LW_OK);
    assert_null(lw_motion_reader_text(reader, &length));
    lw_motion_reader_close(reader);
    written_remove(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_batch),          cmocka_unit_test(test_text),
        cmocka_unit_test(test_approaches),     cmocka_unit_test(test_starts_that_are_refused),
        cmocka_unit_test(test_long_line),      cmocka_unit_test(test_one_motion),
        cmocka_unit_test(test_csv_paths),      cmocka_unit_test(test_csv_of_other_programs),
        cmocka_unit_test(test_trajectories),   cmocka_unit_test(test_wrapped_trajectories),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_files_that_cannot_be_read),
        cmocka_unit_test(test_standard_input), cmocka_unit_test(test_every_allocation_failing),
        cmocka_unit_test(test_damaged),        cmocka_unit_test(test_wrong_arguments),
        cmocka_unit_test(test_kinds),
    };
    return cmocka_run_group_tests(tests, build, take_down);
}
