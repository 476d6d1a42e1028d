/* The answers of all methods in words, and the exit status after a disagreement. */
#include "part/cross_text.h"

#include "small_scene.h"
#include "text/counts.h"
#include "text/exit_status.h"

#include <stdlib.h>

typedef struct question {
    lw_scene *scene;
    lw_motion *motion;
    lw_verdict verdicts[2];
    const lw_verdict *both[2];
    lw_cross cross;
} question;

static void begin(question *q)
{
    lw_error e = {0};
    *q = (question){.scene = disc_scene((lw_pose){{1, 0, 0}, {0, 0, 0, 1}}),
                    .cross = lw_default_cross()};
    succeed(lw_motion_create(q->scene, &q->motion, &e), &e);
    for (int i = 0; i < 2; i++) {
        q->verdicts[i] = lw_default_verdict();
        q->verdicts[i].free_until = 1;
        q->both[i] = &q->verdicts[i];
    }
    q->cross.verdicts = q->both;
    q->cross.method_count = q->cross.served = 2;
    q->cross.samples = 5;
}

static void end(question *q)
{
    lw_motion_destroy(q->motion);
    lw_scene_destroy(q->scene);
}

static char *printed(question *q)
{
    char *shown = NULL;
    size_t size = 0;
    lw_error e = {0};
    lw_output output = {.file = open_memstream(&shown, &size)};
    assert_non_null(output.file);
    lw_result result = lw_default_result();
    result.scene = q->scene;
    result.motion = q->motion;
    result.verdict = &q->verdicts[0];
    result.cross = &q->cross;
    succeed(lw_cross_print(&output, &result, &e), &e);
    assert_int_equal(fclose(output.file), 0);
    return shown;
}

static void expect_printed(question *q, const char *wanted)
{
    char *shown = printed(q);
    assert_string_equal(shown, wanted);
    free(shown);
}

static void test_agreement(void **state)
{
    (void)state;
    question q;
    begin(&q);
    expect_printed(&q, "    methods agree; free by auto, bisection; 5 samples\n");
    q.verdicts[1].kind = LW_VERDICT_UNDECIDED;
    q.cross.grazing = 3;
    q.cross.samples = 1;
    expect_printed(
        &q, "    methods agree; free by auto; undecided by bisection; 1 sample; 3 distances that "
            "rounding decides\n");
    q.both[1] = NULL;
    q.cross.served = 1;
    q.cross.grazing = 0;
    expect_printed(&q,
                   "    no second opinion but samples; free by auto; not asked: bisection; 1 sample\n");
    end(&q);
}

static void test_disagreement(void **state)
{
    (void)state;
    question q;
    begin(&q);
    const lw_conflict conflicts[] = {{.kind = LW_CONFLICT_PROOF,
                                      .methods = {LW_METHOD_AUTO, LW_METHOD_BISECTION},
                                      .time = 0.5,
                                      .pair = {0, 1},
                                      .allowed = 0.25,
                                      .distance = {.lower = -0.5, .upper = -0.125},
                                      .rounding = 1e-15},
                                     {.kind = LW_CONFLICT_ITSELF,
                                      .methods = {LW_METHOD_AUTO, LW_METHOD_AUTO},
                                      .time = 1,
                                      .pair = {-1, -1}}};
    q.cross.conflicts = conflicts;
    q.cross.conflict_count = 2;
    char *shown = printed(&q);
    const char *const wanted = "    METHODS DISAGREE; free by auto, bisection; 5 samples\n"
                               "    auto has proven a pair farther apart than it is, at 0.5 (found by "
                               "bisection): cart and post "
                               "are -0.5 to -0.125 m apart, said is 0.25 m, rounding is 1e-15 m\n"
                               "    auto gives a verdict that contradicts itself, at 1\n"
                               "{\"id\": null, \"verdict\": \"free\"";
    assert_memory_equal(shown, wanted, strlen(wanted));
    free(shown);
    end(&q);
}

/* A disagreement comes before everything. */
static void test_exit_status(void **state)
{
    (void)state;
    lw_counts counts = {.verdicts = {1, 1, 1, 0}};
    assert_int_equal(lw_counts_exit(&counts, NULL, ""), LW_EXIT_CONTACT);
    counts.disagreed = 1;
    assert_int_equal(lw_counts_exit(&counts, NULL, ""), 4);
    counts.unreadable = 1;
    counts.failed = counts.stopped = true;
    assert_int_equal(lw_counts_exit(&counts, NULL, ""), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agreement),
        cmocka_unit_test(test_disagreement),
        cmocka_unit_test(test_exit_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
