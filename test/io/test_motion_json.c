/* Tests io/motion/motion_reader.h, motions in JSON: the effect of each key, and refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/random.h"
#include "io/motion/motion_reader.h"
#include "seed.h"
#include "slider.h"

static lw_scene *one, *two;
static lw_motion *motion, *motion_of_two;

static int build(void **state)
{
    (void)state;
    one = slider_scene(false);
    two = slider_scene(true);
    return lw_motion_create(one, &motion, NULL) || lw_motion_create(two, &motion_of_two, NULL);
}

static int take_down(void **state)
{
    (void)state;
    lw_motion_destroy(motion);
    lw_motion_destroy(motion_of_two);
    lw_scene_destroy(one);
    lw_scene_destroy(two);
    return 0;
}

static void read_or_fail(bool several, const char *text)
{
    lw_error error = {0};
    lw_status status = lw_motion_read_json(several ? two : one, text, "m.json", 1, NULL,
                                           several ? motion_of_two : motion, NULL, 0, &error);
    if (status)
        fail_msg("%s\n%d:%d: %s", text, error.line, error.column, error.message);
}

static void test_segments(void **state)
{
    (void)state;
    read_or_fail(false, "{\"from\": [0, 0, 0], \"to\": [1, 2, 3]}");
    assert_at(motion, 0, 0.5, 0.5, 1, 1.5);
    assert_false(lw_motion_in_seconds(motion));
    read_or_fail(false, "{\"group\": \"zx\", \"from\": [1, 2], \"to\": [3, 4]}");
    assert_at(motion, 0, 0, 2, 0, 1);
    assert_at(motion, 0, 1, 4, 0, 3);
    read_or_fail(false,
                 "{\"joints\": [\"jy\", \"stiff\", \"echo\"], \"from\": [1, 8, 9], \"to\": [3, 8, 9]}");
    assert_at(motion, 0, 0, 0, 1, 7); /* jz has the scene's value */
    assert_at(motion, 0, 1, 0, 3, 7);
    read_or_fail(false, "{\"joints\": [\"s/jy\"], \"from\": [1], \"to\": [3]}");
    /* a state sets the joints that it names; the others have the values that they have without the
     * motion */
    read_or_fail(false, "{\"from\": \"home\", \"to\": [0, 0, 0]}");
    assert_at(motion, 0, 0, 1, 2, 7);
    read_or_fail(false, "{\"group\": \"zx\", \"from\": [0, 0], \"to\": \"home\"}");
    assert_at(motion, 0, 1, 1, 0, 7);
}

static void test_paths(void **state)
{
    (void)state;
    read_or_fail(false, "{\"path\": [[0, 0, 0], \"home\", [3, 2, 7], [3, 2, 0], [0, 0, 0]]}");
    assert_at(motion, 0, 0.25, 1, 2, 7);
    assert_at(motion, 0, 0.375, 2, 2, 7);
    assert_at(motion, 0, 0.75, 3, 2, 0);
    read_or_fail(false, "{\"path\": [[1, 2, 3]]}");
    assert_at(motion, 0, 0.5, 1, 2, 3);
}

static void test_trajectories(void **state)
{
    (void)state;
    read_or_fail(false, "{\"joints\": [\"jx\"], \"trajectory\": {\"times\": [1, 2, 4],\n"
                        "\"positions\": [[0], [1], [5]]}}");
    assert_true(lw_motion_in_seconds(motion));
    assert_int_equal(lw_motion_interpolation(motion), LW_INTERPOLATION_LINEAR);
    assert_at(motion, 0, 0.5, 0, 0, 7);
    assert_at(motion, 0, 3, 3, 0, 7);
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    assert_true(begin == 0 && end == 4);
    /* x = t^2 on [0, 2]: the cubic through its ends and slopes is the same function; at 1 it is 1 */
    static const char square[] = "{\"joints\": [\"jx\"], \"trajectory\": {\"times\": [0, 2], "
                                 "\"positions\": [[0], [4]], \"velocities\": [[0], [4]]%s}}";
    char text[300];
    snprintf(text, sizeof text, square, "");
    read_or_fail(false, text);
    assert_int_equal(lw_motion_interpolation(motion), LW_INTERPOLATION_CUBIC);
    assert_at(motion, 0, 1, 1, 0, 7);
    snprintf(text, sizeof text, square, ", \"accelerations\": [[2], [2]]");
    read_or_fail(false, text);
    assert_int_equal(lw_motion_interpolation(motion), LW_INTERPOLATION_QUINTIC);
    assert_at(motion, 0, 1, 1, 0, 7);
    snprintf(text, sizeof text, square, ", \"interpolation\": \"linear\"");
    read_or_fail(false, text);
    assert_at(motion, 0, 1, 2, 0, 7);
    lw_motion_defaults linear = {.struct_size = sizeof(lw_motion_defaults),
                                 .interpolation = LW_INTERPOLATION_LINEAR};
    snprintf(text, sizeof text, square, "");
    assert_int_equal(lw_motion_read_json(one, text, NULL, 1, &linear, motion, NULL, 0, NULL), LW_OK);
    assert_at(motion, 0, 1, 2, 0, 7);
}

static void test_several_robots(void **state)
{
    (void)state;
    read_or_fail(true, "{\"robots\": {\"s\": {\"from\": [0, 0, 0], \"to\": [1, 2, 3]}}}");
    assert_at(motion_of_two, 0, 1, 1, 2, 3);
    assert_at(motion_of_two, 1, 1, 0, 0, 0);
    read_or_fail(true, "{\"robots\": {\"s\": {\"group\": \"xy\", \"from\": [0, 0], \"to\": [1, 2]},\n"
                       "\"f\": {\"from\": [0, 0, 0, 0, 0, 0, 1], \"to\": [5, 6, 7, 0, 0, 0, 2]}}}");
    assert_at(motion_of_two, 0, 0.5, 0.5, 1, 7);
    assert_at(motion_of_two, 1, 0.5, 2.5, 3, 3.5);
    read_or_fail(true, "{\"id\": 1, \"robots\": {\"f\": {\"rigid\": {\"position\": [1, 2, 3],\n"
                       "\"linear_velocity\": [1, 0, 0], \"duration\": 4}}}}");
    assert_true(lw_motion_in_seconds(motion_of_two));
    assert_at(motion_of_two, 1, 3, 4, 2, 3);
    /* turned by a quarter about z: the body's x is the world's y */
    read_or_fail(true, "{\"robots\": {\"f\": {\"joints\": [\"fly\"], \"rigid\": {\n"
                       "\"rpy\": [0, 0, 1.5707963267948966], \"linear_velocity\": [1, 0, 0],\n"
                       "\"frame\": \"body\", \"duration\": 4}}}}");
    assert_at(motion_of_two, 1, 2, 0, 2, 0);
    lw_motion_defaults flyer = {.struct_size = sizeof(lw_motion_defaults), .robot = "f"};
    assert_int_equal(lw_motion_read_json(two, "{\"rigid\": {\"duration\": 1}}", NULL, 1, &flyer,
                                         motion_of_two, NULL, 0, NULL),
                     LW_OK);
    /* a group that only one of the robots has does no harm to the other */
    lw_motion_defaults group = {.struct_size = sizeof(lw_motion_defaults), .group = "xy"};
    assert_int_equal(lw_motion_read_json(two,
                                         "{\"robots\": {\"s\": {\"from\": [1, 2], \"to\": [1, 2]},"
                                         "\"f\": {\"from\": [0, 0, 0, 0, 0, 0, 1], "
                                         "\"to\": [0, 0, 0, 0, 0, 0, 1]}}}",
                                         NULL, 1, &group, motion_of_two, NULL, 0, NULL),
                     LW_OK);
}

static void test_ids(void **state)
{
    (void)state;
    static const char *const ids[][2] = {{"3", "3"},
                                         {"\"a\\\" b\"", "\"a\\\" b\""},
                                         {"null", "null"},
                                         {"[1, {\"a\": 2.50}]", "[1,{\"a\":2.50}]"},
                                         {"123456789012345678901", "123456789012345678901"},
                                         {"true", "true"}};
    char text[200];
    char id[40];
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        snprintf(text, sizeof text, "{\"id\": %s, \"from\": \"home\", \"to\": \"home\"}", ids[i][0]);
        assert_int_equal(lw_motion_read_json(one, text, NULL, 1, NULL, motion, id, sizeof id, NULL),
                         LW_OK);
        assert_string_equal(id, ids[i][1]);
    }
    assert_int_equal(lw_motion_read_json(one, "{\"from\": \"home\", \"to\": \"home\"}", NULL, 1, NULL,
                                         motion, id, sizeof id, NULL),
                     LW_OK);
    assert_string_equal(id, "null");
    lw_error error = {0};
    assert_int_equal(lw_motion_read_json(one, "{\"id\": \"0123456789\", \"path\": [\"home\"]}", NULL, 1,
                                         NULL, motion, id, 8, &error),
                     LW_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "longer than 7 bytes"));
}

static const bad_input bad_of_one[] = {
    {"", LW_ERROR_SYNTAX, 1, "not JSON"},
    {"{\n\"from\": [0, 0", LW_ERROR_SYNTAX, 2, "not JSON"},
    {"[1, 2]", LW_ERROR_SYNTAX, 1, "a motion must be an object"},
    {"{}", LW_ERROR_SYNTAX, 1, "a motion needs one of"},
    {"{\"frm\": [1]}", LW_ERROR_SYNTAX, 1, "\"from\" was meant perhaps"},
    {"{\"from\": \"home\"}", LW_ERROR_SYNTAX, 1, "\"to\" is missing"},
    {"{\"to\": \"home\"}", LW_ERROR_SYNTAX, 1, "\"from\" is missing"},
    {"{\"spline\": 3}", LW_ERROR_SYNTAX, 1, "spline must be"},
    {"{\"spline\": {\"degree\": 3}}", LW_ERROR_SYNTAX, 1, "\"type\" is missing"},
    {"{\"spline\": {\"type\":\n\"nurbs\"}}", LW_ERROR_SYNTAX, 2,
     "type must be \"bezier\", \"bspline\" or \"polynomial\", not \"nurbs\""},
    {"{\"spline\": {\"type\": \"bspline\",\n\"degree\": 10, \"points\": []}}", LW_ERROR_ARGUMENT, 2,
     "degree is 10; it must be a whole number from 1 to 9"},
    {"{\"spline\": {\"type\": \"bspline\",\n\"degree\": 1.5, \"points\": []}}", LW_ERROR_ARGUMENT, 2,
     "degree is 1.5"},
    {"{\"spline\": {\"type\": \"bspline\", \"degree\": 1,\n\"points\": [[0, 0, 0], [1, 1]]}}",
     LW_ERROR_ARGUMENT, 2, "must have 3"},
    {"{\"spline\": {\"type\": \"bspline\", \"degree\": 1, \"points\": [[0, 0, 0], [1, 1, 1]],\n"
     "\"duration\": 0}}",
     LW_ERROR_ARGUMENT, 2, "duration is 0; it must be above 0"},
    {"{\"spline\": {\"type\": \"bspline\", \"degree\": 1, \"points\": [[0, 0, 0], [1, 1, 1]], "
     "\"knots\": "
     "[0, 0, 1]}}",
     LW_ERROR_ARGUMENT, 1, "the spline has 3 knots; with 2 rows of degree 1 it needs 4"},
    {"{\"spline\": {\"type\": \"polynomial\", \"duration\": 1}}", LW_ERROR_SYNTAX, 1, "duration"},
    {"{\"joints\": [\"jx\"], \"spline\": {\"type\": \"polynomial\", \"coefficients\": [[[0]],\n"
     "[[0],[0],[0],[0],[0],[0],[0],[0],[0],[0],[1]]]}}",
     LW_ERROR_ARGUMENT, 2, "polynomial 1 has 11 coefficients; the degree is at most 9"},
    {"{\"spline\": {\"type\": \"bezier\", \"degree\": 1, \"points\": [[0, 0, 0], [1, 1, 1]], "
     "\"duration\": "
     "1},\n\"attach\": []}",
     LW_ERROR_ARGUMENT, 2, "attach is of waypoints; a spline has none"},
    {"{\"from\": [1, 2, 3], \"to\": [1, 2, 3], \"path\": [[1, 2, 3]]}", LW_ERROR_SYNTAX, 1,
     "from and path are both given"},
    {"{\"from\": [0, 0, 0],\n\"to\": [1, 2]}", LW_ERROR_ARGUMENT, 2,
     "to has 2 values and must have 3: group \"xy\" takes 2, group \"zx\" takes 2, all moving joints "
     "of \"s\" take 3"},
    {"{\"from\": [0, 0, 0],\n\"to\": [1, 2, \"3\"]}", LW_ERROR_SYNTAX, 2, "to must be a number"},
    {"{\"from\": [0, 0, 0],\n\"to\": [1, 2, 1e999]}", LW_ERROR_SYNTAX, 2, "overflow"},
    {"{\"from\": [0, 0, 0],\n\"to\": [1, 2, NaN]}", LW_ERROR_SYNTAX, 2, "not JSON"},
    {"{\"from\": [0, 0, 0],\n\"to\": [1, 2, 1e308]}", LW_ERROR_ARGUMENT, 2,
     "it must be finite, and at most 1e+09"},
    {"{\"trajectory\": {\"times\": [0,\n1e10], \"positions\": [[1, 2, 3], [1, 2, 3]]}}",
     LW_ERROR_ARGUMENT, 2, "it must be finite, and at most 1e+09"},
    {"{\"from\": [0, 0, 0],\n\"to\": null}", LW_ERROR_SYNTAX, 2, "null is no value"},
    {"{\"from\": 3,\n\"to\": [1, 2, 3]}", LW_ERROR_SYNTAX, 1, "from must be a list"},
    {"{\"from\": [0, 0, 0],\n\"to\": \"nowhere\"}", LW_ERROR_NAME, 2, "no state named \"nowhere\""},
    {"{\"group\":\n\"legs\", \"from\": [1], \"to\": [2]}", LW_ERROR_NAME, 2, "no group \"legs\""},
    {"{\"group\": \"xy\",\n\"joints\": [\"jx\"], \"from\": [1], \"to\": [2]}", LW_ERROR_SYNTAX, 1,
     "both given"},
    {"{\"joints\":\n[\"elbow\"], \"from\": [1], \"to\": [2]}", LW_ERROR_NAME, 2, "no joint \"elbow\""},
    {"{\"joints\":\n[\"jx\", \"jx\"], \"from\": [1, 1], \"to\": [2, 2]}", LW_ERROR_NAME, 2,
     "named twice"},
    {"{\"joints\":\n[\"stiff\"], \"from\": [1], \"to\": [2]}", LW_ERROR_ARGUMENT, 2,
     "none of the joints named can move"},
    {"{\"joints\":\n[], \"from\": [], \"to\": []}", LW_ERROR_ARGUMENT, 2, "can move"},
    {"{\"path\":\n[]}", LW_ERROR_ARGUMENT, 2, "path holds no waypoint"},
    {"{\"path\": [\n[1, 2, 3],\n[1, 2]]}", LW_ERROR_ARGUMENT, 3, "row 1 of path has 2 values"},
    {"{\"trajectory\":\n{\"positions\": [[1, 2, 3]]}}", LW_ERROR_SYNTAX, 2, "\"times\" is missing"},
    {"{\"trajectory\": {\"times\":\n[0], \"positions\": [[1, 2, 3], [1, 2, 3]]}}", LW_ERROR_ARGUMENT, 2,
     "1 times, but 2 rows of positions"},
    {"{\"trajectory\": {\"times\": [0,\n0], \"positions\": [[1, 2, 3], [1, 2, 3]]}}", LW_ERROR_ARGUMENT,
     2, "times must increase; 0 comes after 0"},
    {"{\"trajectory\": {\"times\": [\n-1, 0], \"positions\": [[1, 2, 3], [1, 2, 3]]}}",
     LW_ERROR_ARGUMENT, 2, "0 or more"},
    {"{\"trajectory\": {\"times\": [0], \"positions\": [[1, 2, 3]],\n\"velocities\": []}}",
     LW_ERROR_ARGUMENT, 2, "velocities holds no waypoint"},
    {"{\"trajectory\": {\"times\": [0], \"positions\": [[1, 2, 3]],\n\"velocities\": [[1, 2]]}}",
     LW_ERROR_ARGUMENT, 2, "row 0 of velocities has 2"},
    {"{\"trajectory\": {\"times\": [0], \"positions\": [[1, 2, 3]], \"accelerations\": [[1, 2, 3]]}}",
     LW_ERROR_ARGUMENT, 1, "accelerations, but no velocities"},
    {"{\"trajectory\": {\"times\": [0, 1], \"positions\": [[1, 2, 3], [1, 2, 3]],\n"
     "\"interpolation\": \"cubic\"}}",
     LW_ERROR_ARGUMENT, 1, "cubic interpolation needs velocities"},
    {"{\"trajectory\": {\"times\": [0, 1], \"positions\": [[1, 2, 3], [1, 2, 3]],\n"
     "\"interpolation\": \"spline\"}}",
     LW_ERROR_SYNTAX, 2, "not \"spline\""},
    {"{\"trajectory\": {\"times\": [0], \"positions\": [\n\"home\"]}}", LW_ERROR_SYNTAX, 2,
     "must be a list"},
    {"{\"rigid\": {\"duration\": 1}}", LW_ERROR_ARGUMENT, 1, "there is none"},
    {"{\"robots\": {\n\"ghost\": {\"path\": [[1]]}}}", LW_ERROR_NAME, 2, "no robot \"ghost\""},
    {"{\"robots\":\n{}}", LW_ERROR_ARGUMENT, 2, "names no robot"},
    {"{\"robots\":\n[]}", LW_ERROR_SYNTAX, 2, "must be an object"},
    {"{\"robots\": {\"s\": {\"from\": \"home\", \"to\": \"home\"}},\n\"joints\": []}", LW_ERROR_SYNTAX,
     2, "has no key \"joints\""},
    {"{\"robots\": {\"s\": {\"from\": \"home\",\n\"id\": 3}}}", LW_ERROR_SYNTAX, 2,
     "has no key \"id\""},
};

static const bad_input bad_of_two[] = {
    {"{\"from\": [1], \"to\": [2]}", LW_ERROR_NAME, 1, "the scene has 2 robots"},
    {"{\"robots\": {\"f\": {\"rigid\":\n{}}}}", LW_ERROR_SYNTAX, 2, "\"duration\" is missing"},
    {"{\"robots\": {\"f\": {\"rigid\": {\n\"duration\": 0}}}}", LW_ERROR_ARGUMENT, 2, "above 0"},
    {"{\"robots\": {\"f\": {\"rigid\": {\"duration\": 1,\n\"frame\": \"moon\"}}}}", LW_ERROR_SYNTAX, 2,
     "not \"moon\""},
    {"{\"robots\": {\"f\": {\"rigid\": {\"duration\": 1,\n\"velocity\": [1, 0, 0]}}}}", LW_ERROR_SYNTAX,
     2, "has no key \"velocity\""},
    {"{\"robots\": {\"f\": {\"from\":\n[1], \"to\": [2]}}}", LW_ERROR_ARGUMENT, 2,
     "from has 1 value and must have 7"},
    {"{\"robots\": {\"f\": {\"from\": [0, 0, 0, 0, 0, 0, 0], \"to\": [0, 0, 0, 0, 0, 0, 1]}}}",
     LW_ERROR_ARGUMENT, 1, "length zero"},
    {"{\"robots\":\n{\"f\": {\"rigid\": {\"duration\": 1}}, \"s\": {\"path\": [\"home\"]}}}",
     LW_ERROR_ARGUMENT, 2, "mixes"},
};

static void check_bad(const bad_input *bad, const lw_scene *scene, lw_motion *of_it)
{
    /* the text is at line 11 of its file, which adds 10 to all lines */
    lw_error error = {0};
    lw_status status =
        lw_motion_read_json(scene, bad->text, "m.json", 11, NULL, of_it, NULL, 0, &error);
    assert_string_equal(error.file, "m.json");
    error.line -= 10;
    assert_true(expected_error(bad, status, &error));
}

static void test_splines(void **state)
{
    (void)state;
    /* control points 0, 0, 4: x = 4 u^2; jz = 7 - 6 u (1 - u) */
    read_or_fail(false,
                 "{\"joints\": [\"jz\", \"jx\"], \"spline\": {\"type\": \"bezier\", \"degree\": 2,"
                 " \"points\": [[7, 0], [4, 0], [7, 4]], \"knots\": [0, 2]}}");
    assert_true(lw_motion_in_seconds(motion));
    assert_int_equal(lw_motion_interpolation(motion), LW_INTERPOLATION_SPLINE);
    assert_at(motion, 0, 0.5, 0.25, 0, 5.875);
    assert_at(motion, 0, 2, 4, 0, 7);
    /* even knots, scaled to 3 s: x = 1/6 of the first control point at the beginning, 4/6 of the second
     */
    read_or_fail(
        false, "{\"joints\": [\"jx\"], \"spline\": {\"type\": \"bspline\", \"degree\": 3, \"points\": "
               "[[6], [12], [0], [0], [6]], \"knots\": [0, 1, 2, 3, 4, 5, 6, 7, 8], "
               "\"duration\": 3}}");
    assert_int_equal(lw_motion_piece_count(motion), 2);
    assert_at(motion, 0, 0, 9, 0, 7);
    assert_at(motion, 0, 1.5, 2, 0, 7);
    assert_at(motion, 0, 3, 1, 0, 7);
    /* 1 + 2 t, then 5 + t^2, of which the first has a degree less */
    read_or_fail(
        false,
        "{\"joints\": [\"jx\", \"jy\"], \"spline\": {\"type\": \"polynomial\", \"coefficients\": "
        "[[[1, 0], [2, 0]], [[5, 0], [0, 0], [1, 1]]], \"knots\": [0, 2, 5]}}");
    assert_at(motion, 0, 1, 3, 0, 7);
    assert_at(motion, 0, 4, 9, 4, 7);
    /* two robots: a spline with a trajectory */
    read_or_fail(
        true,
        "{\"robots\": {\"s\": {\"group\": \"xy\", \"spline\": {\"type\": \"bezier\", \"degree\": 1,"
        " \"points\": [[0, 0], [2, 4]], \"duration\": 2}},"
        " \"f\": {\"trajectory\": {\"times\": [0, 4], \"positions\": [[0, 0, 0, 0, 0, 0, 1], "
        "[1, 0, 0, 0, 0, 0, 1]]}}}}");
    assert_at(motion_of_two, 0, 1, 1, 2, 7);
    double begin;
    double end;
    lw_motion_interval(motion_of_two, &begin, &end);
    assert_true(begin == 0 && end == 4);
}

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_of_one / sizeof *bad_of_one; i++)
        check_bad(&bad_of_one[i], one, motion);
    for (size_t i = 0; i < sizeof bad_of_two / sizeof *bad_of_two; i++)
        check_bad(&bad_of_two[i], two, motion_of_two);
}

static void test_every_allocation_failing(void **state)
{
    (void)state;
    const char *text = "{\"id\": [1], \"joints\": [\"jx\"], \"trajectory\": {\"times\": [0, 1],"
                       "\"positions\": [[1], [2]]}}";
    for (size_t n = 1;; n++) {
        char id[20];
        lw_motion *own = NULL;
        assert_int_equal(lw_motion_create(one, &own, NULL), LW_OK);
        allocation_fail(n);
        lw_status status = lw_motion_read_json(one, text, NULL, 1, NULL, own, id, sizeof id, NULL);
        bool failed = allocation_failed();
        allocation_fail(0);
        lw_motion_destroy(own);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        if (!failed)
            break;
    }
}

static void test_damaged(void **state)
{
    (void)state;
    static const char *const good[] = {
        "{\"id\": \"a\", \"from\": [0, 0, 0], \"to\": \"home\"}",
        "{\"joints\": [\"jx\"], \"trajectory\": {\"times\": [0, 2], \"positions\": [[0], [4]], "
        "\"velocities\": [[0], [4]], \"accelerations\": [[2], [2]]}}",
        "{\"joints\": [\"jx\"], \"spline\": {\"type\": \"bspline\", \"degree\": 2, \"points\": [[0], "
        "[4], "
        "[1]], \"knots\": [0, 0, 0, 2, 2, 2]}}"};
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(1000, 50000); i++) {
        char text[300];
        snprintf(text, sizeof text, "%s", good[i % 3]);
        size_t length = strlen(text);
        if (i % 3 == 0)
            text[lw_random_below(&random, (uint32_t)length)] = '\0';
        for (int j = 0; j < i % 4; j++)
            text[lw_random_below(&random, (uint32_t)length)] ^=
                (char)(1 << lw_random_below(&random, 8));
        lw_error error = {0};
        char id[20];
        lw_status status =
            lw_motion_read_json(one, text, "m.json", 1, NULL, motion, id, sizeof id, &error);
        assert_int_equal(error.status, status);
        assert_true(status == LW_OK || error.message[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_segments),     cmocka_unit_test(test_paths),
        cmocka_unit_test(test_trajectories), cmocka_unit_test(test_several_robots),
        cmocka_unit_test(test_ids),          cmocka_unit_test(test_splines),
        cmocka_unit_test(test_refused),      cmocka_unit_test(test_every_allocation_failing),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, build, take_down);
}
