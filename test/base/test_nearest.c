/* Tests base/nearest.h: the distance agrees with its definition; distant names are not suggested. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/nearest.h"
#include "base/random.h"
#include "leeway/leeway.h"
#include "seed.h"

/* the edit distance by recursion, as it is defined: letters inserted, left out, changed, or swapped
 * with the next */
static size_t slips(const char *a, size_t m, const char *b, size_t n)
{
    if (!m || !n)
        return m + n;
    size_t least = slips(a, m - 1, b, n - 1) + (a[m - 1] != b[n - 1]);
    size_t shorter = slips(a, m - 1, b, n) + 1;
    size_t longer = slips(a, m, b, n - 1) + 1;
    least = shorter < least ? shorter : least;
    least = longer < least ? longer : least;
    if (m > 1 && n > 1 && a[m - 1] == b[n - 2] && a[m - 2] == b[n - 1]) {
        size_t swapped = slips(a, m - 2, b, n - 2) + 1;
        least = swapped < least ? swapped : least;
    }
    return least;
}

static void is_as_defined(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t near = 0;
    for (int round = 0; round < 4000; round++) {
        char words[2][8] = {"", ""};
        size_t lengths[2];
        for (int w = 0; w < 2; w++) {
            lengths[w] = lw_random_below(&random, 7);
            for (size_t i = 0; i < lengths[w]; i++)
                words[w][i] = (char)('a' + lw_random_below(&random, 3));
        }
        size_t wanted = slips(words[0], lengths[0], words[1], lengths[1]);
        size_t longer = lengths[0] > lengths[1] ? lengths[0] : lengths[1];
        lw_nearest nearest = lw_nearest_begin(words[0]);
        bool offered = lw_nearest_offer(&nearest, words[1]);
        assert_int_equal(offered, longer < 2 ? wanted == 0 : wanted <= (longer < 6 ? 1 : longer / 3));
        assert_true(!offered || (nearest.name == words[1] && nearest.distance == wanted));
        assert_true(offered || !nearest.name);
        near += offered;
    }
    assert_in_range(near, 400, 3600);
}

static const char *hint_of(const char *wanted, const char *const *names)
{
    static lw_hint hint;
    lw_nearest nearest = lw_nearest_begin(wanted);
    for (size_t i = 0; names[i]; i++)
        lw_nearest_offer(&nearest, names[i]);
    hint = lw_nearest_hint(&nearest);
    return hint.text;
}

static void tells_the_nearest(void **state)
{
    (void)state;
    static const char *const joints[] = {"shoulder", "elbow", "wrist_1", "wrist_2", "j", NULL};
    static const char *const none[] = {NULL};
    assert_string_equal(hint_of("elbwo", joints), "; the nearest name is \"elbow\"");
    assert_string_equal(hint_of("Elbow", joints), "; the nearest name is \"elbow\"");
    assert_string_equal(hint_of("sholder", joints), "; the nearest name is \"shoulder\"");
    assert_string_equal(hint_of("wrist_3", joints),
                        "; the nearest name is \"wrist_1\""); /* the first */
    assert_string_equal(hint_of("gripper", joints), "");
    assert_string_equal(hint_of("k", joints), "");
    assert_string_equal(hint_of("", joints), "");
    assert_string_equal(hint_of(NULL, joints), "");
    assert_string_equal(hint_of("elbow", none), "");
}

static void long_names_are_cut(void **state)
{
    (void)state;
    char name[300];
    char other[300];
    memset(name, 'x', sizeof name - 1);
    memset(other, 'x', sizeof other - 1);
    name[sizeof name - 1] = other[sizeof other - 1] = '\0';
    other[3] = 'y';
    const char *const names[] = {name, NULL};
    const char *hint = hint_of(other, names);
    assert_int_equal(strlen(hint), strlen("; the nearest name is \"\"") + 64);
    assert_non_null(strstr(hint, "xxx\""));
}

static void the_public_one_says_which(void **state)
{
    (void)state;
    static const char *const joints[] = {"shoulder", NULL, "elbow", "wrist_1", "wrist_2", "j"};
    assert_int_equal(lw_text_nearest("elbwo", joints, 6), 2);
    assert_int_equal(lw_text_nearest("wrist_3", joints, 6), 3);
    assert_int_equal(lw_text_nearest("gripper", joints, 6), -1);
    assert_int_equal(lw_text_nearest(NULL, joints, 6), -1);
    assert_int_equal(lw_text_nearest("elbow", joints, 2), -1);
    assert_int_equal(lw_text_nearest("elbow", NULL, 0), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_as_defined),
        cmocka_unit_test(tells_the_nearest),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(the_public_one_says_which),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
