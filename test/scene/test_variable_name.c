/* scene/variable_name.h: names of single values, written and read back, of joints whose names begin
 * alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "scene/variable_name.h"

static const char *const joints[] = {"base", "door", "ba", "base2", "base/base", ""};
static const lw_joint_kind kinds[] = {LW_JOINT_FIXED,     LW_JOINT_REVOLUTE, LW_JOINT_CONTINUOUS,
                                      LW_JOINT_PRISMATIC, LW_JOINT_PLANAR,   LW_JOINT_FLOATING};
enum { JOINTS = sizeof joints / sizeof *joints, KINDS = sizeof kinds / sizeof *kinds, MOST = 8 };

/* A name means a value of the joint whose whole name it begins with, and of no other. */
static void test_whole_names(void **state)
{
    (void)state;
    char name[64];
    size_t found = 0;
    for (size_t of = 0; of < JOINTS; of++)
        for (size_t k = 0; k < KINDS; k++)
            for (size_t i = 0; i < MOST; i++) {
                const char *value = lw_variable_name(kinds[k], i);
                if (!value)
                    continue;
                snprintf(name, sizeof name, "%s/%s", joints[of], value);
                assert_int_equal(lw_variable_joint_length(name), strlen(joints[of]));
                for (size_t j = 0; j < JOINTS; j++)
                    assert_int_equal(lw_variable_of(joints[j], kinds[k], name),
                                     j == of ? (int64_t)i : -1);
                name[strlen(joints[of])] = '.'; /* not a slash */
                assert_int_equal(lw_variable_of(joints[of], kinds[k], name), -1);
                found++;
            }
    assert_int_equal(found, JOINTS * (3 + 7)); /* of planar and floating joints alone */
}

static void test_no_names(void **state)
{
    (void)state;
    assert_int_equal(lw_variable_of("base", LW_JOINT_PLANAR, "base"), -1);
    assert_int_equal(lw_variable_of("base", LW_JOINT_PLANAR, "base/"), -1);
    assert_int_equal(lw_variable_of("base", LW_JOINT_PLANAR, "base/xx"), -1);
    assert_int_equal(lw_variable_of("base", LW_JOINT_PLANAR, "base/trans_x"), -1);
    assert_int_equal(lw_variable_of("base", LW_JOINT_PLANAR, ""), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_names),
        cmocka_unit_test(test_no_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
