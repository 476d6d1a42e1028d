/* Tests io/motion/motion_kind.h: the likely kinds of files, whole and cut off anywhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "io/motion/motion_kind.h"

static const struct {
    const char *text;
    lw_motion_kind kind;
} samples[] = {
    {"", LW_MOTION_KIND_UNKNOWN},
    {"\xef\xbb\xbf", LW_MOTION_KIND_UNKNOWN},
    {" \t\r\n", LW_MOTION_KIND_UNKNOWN},
    {"# only a comment", LW_MOTION_KIND_UNKNOWN},
    {"nonsense", LW_MOTION_KIND_UNKNOWN},
    {"three words here", LW_MOTION_KIND_UNKNOWN},
    {"3", LW_MOTION_KIND_CSV},
    {"-.5 1", LW_MOTION_KIND_CSV},
    {"\xef\xbb\xbf# a path\r\n\r\nx,y\r\n0,0\r\n", LW_MOTION_KIND_CSV},
    {"\"x\";\"y\"", LW_MOTION_KIND_CSV},
    {"x\ty\n", LW_MOTION_KIND_CSV},
    {"{\"id\": \"obstacles\", \"from\" : [0], \"to\": [1]}", LW_MOTION_KIND_MOTIONS},
    {"{\"robots\": {\"a\": {\"trajectory\": {}}}}", LW_MOTION_KIND_MOTIONS},
    {"{\"id\": 1, \"spline\": {\"type\": \"bezier\", \"points\": [[0], [1]]}}", LW_MOTION_KIND_MOTIONS},
    {"{\"robots\": {\"a\": {\"spline\": {\"points\": [[0], [1]]}}}}", LW_MOTION_KIND_MOTIONS},
    {"{\"robots\": [],\n \"motions\": {\"m\": {\"spline\": {\"points\": []}}}}", LW_MOTION_KIND_SCENE},
    {"{\"robots\": {\"from\": [\"to\"]}}",
     LW_MOTION_KIND_MOTIONS}, /* a robot of that name: a wrong guess */
    {"{\"robots\": {\"a\": [\"from\"]}}", LW_MOTION_KIND_JOBS},
    {"{\"id\": 3}", LW_MOTION_KIND_UNKNOWN},
    {"[1, 2]", LW_MOTION_KIND_UNKNOWN},
    {"{", LW_MOTION_KIND_SEVERAL},
    {"[\n{\"from\": [0], \"to\": [1]}\n]", LW_MOTION_KIND_SEVERAL},
    {"{\"robots\": [{\"urdf\": \"a\"}],\n \"obstacles\": []}", LW_MOTION_KIND_SCENE},
    {"name: s\nworld:\n  collision_objects: []\n", LW_MOTION_KIND_SCENE},
    {"---\njoint_names: [a]\npoints: []\n", LW_MOTION_KIND_TRAJECTORY},
    {"header:\n  stamp: 0\njoint_names: [a]\n", LW_MOTION_KIND_TRAJECTORY},
    {"{\"joint_names\": [\"a\"], \"points\": []}", LW_MOTION_KIND_TRAJECTORY},
    {"workspace_parameters: {}\ngoal_constraints: []\n", LW_MOTION_KIND_REQUEST},
};

static void looks_like_what_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        assert_int_equal(lw_motion_kind_of(samples[i].text, strlen(samples[i].text)), samples[i].kind);
    assert_int_equal(lw_motion_kind_of("\0001,2", 4), LW_MOTION_KIND_UNKNOWN);
}

/* nothing beyond the end is read (sanitizers check it) */
static void any_part_is_looked_at(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        size_t length = strlen(samples[i].text);
        for (size_t begin = 0; begin < length; begin++) {
            char *part = malloc(length - begin);
            assert_non_null(part);
            memcpy(part, samples[i].text + begin, length - begin);
            assert_in_range(lw_motion_kind_of(part, length - begin), LW_MOTION_KIND_UNKNOWN,
                            LW_MOTION_KIND_SEVERAL);
            free(part);
        }
    }
}

static void only_the_beginning_counts(void **state)
{
    (void)state;
    enum { LONG = 10000 };
    static char text[LONG + 1];
    memset(text, '1', LONG);
    memcpy(text, "{\"from\": [", 10);
    assert_int_equal(lw_motion_kind_of(text, LONG), LW_MOTION_KIND_MOTIONS);
    memset(text, ' ', LONG);
    memcpy(text + LONG - 3, "1,2", 3);
    assert_int_equal(lw_motion_kind_of(text, LONG), LW_MOTION_KIND_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looks_like_what_it_is),
        cmocka_unit_test(any_part_is_looked_at),
        cmocka_unit_test(only_the_beginning_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
