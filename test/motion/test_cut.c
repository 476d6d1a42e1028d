/* Tests the rest of a motion that is cut: its pieces, poses and verdicts, also where objects are
 * attached and released. */
#include "files_fixture.h"
#include "read_motion.h"

/* Two balls that slide in the plane; the one passes a can on its way, at times 0.35 to 0.65, and the
 * other takes it at time 2 from where it stands. */
static const char two_balls[] =
    "{\"robots\": ["
    "{\"name\": \"a\", \"joint\": {\"type\": \"planar\"},"
    " \"links\": [{\"name\": \"ball\", \"type\": \"sphere\", \"radius\": 0.1}]},"
    "{\"name\": \"b\", \"joint\": {\"type\": \"planar\"}, \"base\": {\"position\": [0, 1, 0]},"
    " \"links\": [{\"name\": \"ball\", \"type\": \"sphere\", \"radius\": 0.1}]}],"
    "\"obstacles\": [{\"id\": \"can\", \"type\": \"sphere\", \"radius\": 0.05, \"position\": [0.5, 0, "
    "0]}]}";
static const char passes[] = "{\"robots\": {\"a\": {\"trajectory\": {\"times\": [0, 1, 4],"
                             " \"positions\": [[0, 0, 0], [1, 0, 0], [1, -1, 0]]}}}}";
static const char takes[] =
    "{\"robots\": {\"b\": {\"trajectory\": {\"times\": [0, 1, 2, 3, 4],"
    " \"positions\": [[0, 0, 0], [0.3, -0.5, 0], [0.5, -0.84, 0], [0.3, -0.5, 0], [0, 0, 0]]},"
    " \"attach\": [{\"id\": \"can\", \"waypoint\": 2, \"link\": \"ball\"}],"
    " \"release\": [{\"id\": \"can\", \"waypoint\": 3}]}}}";

static lw_verdict verdict_of(const lw_motion *motion)
{
    lw_error error = {0};
    lw_checker *checker = NULL;
    lw_verdict verdict = lw_default_verdict();
    succeed(lw_checker_create(lw_motion_scene(motion), &checker, &error), &error);
    succeed(lw_check(checker, motion, NULL, &verdict, &error), &error);
    lw_checker_destroy(checker);
    return verdict;
}

static double begin_of(const lw_motion *motion)
{
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    return begin;
}

static void test_before_at_and_after(void **state)
{
    (void)state;
    lw_scene *scene = read_scene(&here, two_balls);
    lw_error error = {0};
    char sentence[200];
    struct {
        double since, begin;
        bool contact;
        size_t pieces;
    } cases[] = {{-1, 0, true, 2}, {0, 0, true, 2},  {0.5, 0.5, true, 2}, {0.7, 0.7, false, 2},
                 {1, 1, false, 1}, {2, 2, false, 1}, {4, 4, false, 1},    {5, 4, false, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_motion *motion = read_motion(scene, passes);
        const size_t before = lw_motion_notice_count(motion);
        succeed(lw_motion_cut(motion, cases[i].since, &error), &error);
        lw_verdict verdict = verdict_of(motion);
        assert_true(begin_of(motion) == cases[i].begin);
        assert_int_equal(lw_motion_piece_count(motion), cases[i].pieces);
        assert_int_equal(verdict.kind, cases[i].contact ? LW_VERDICT_CONTACT : LW_VERDICT_FREE);
        if (cases[i].contact)
            assert_near(verdict.time, fmax(cases[i].since, 0.35), 1e-3);
        else
            assert_true(verdict.free_until == 4);
        assert_int_equal(lw_motion_notice_count(motion), before + (cases[i].since > 4));
        if (cases[i].since > 4) {
            lw_motion_notice(motion, before, sentence, sizeof sentence);
            assert_string_equal(
                sentence, "the motion ends at 4, before 5: it is judged where it stands at its end");
        }
        lw_motion_destroy(motion);
    }
    lw_scene_destroy(scene);
}

/* It can be cut again, later on only; and a new motion is whole. */
static void test_again(void **state)
{
    (void)state;
    lw_scene *scene = read_scene(&here, two_balls);
    lw_error error = {0};
    lw_motion *motion = read_motion(scene, passes);
    lw_motion *joined = read_motion(scene, takes);
    const double from[] = {0, 0, 0};
    const double to[] = {1, 0, 0};
    const lw_joints *joints = lw_scene_joints(scene, "a", NULL, &error);
    succeed(lw_motion_cut(motion, 2, &error), &error);
    succeed(lw_motion_cut(motion, 1, &error), &error);
    assert_true(begin_of(motion) == 2);
    succeed(lw_motion_cut(motion, 3, &error), &error);
    assert_true(begin_of(motion) == 3);
    /* parts that are cut are joined to a motion that is */
    lw_motion *other = read_motion(scene, takes);
    const lw_motion *const parts[] = {motion, other};
    succeed(lw_motion_join(joined, parts, 2, &error), &error);
    assert_true(begin_of(joined) == 3);
    /* segments that differ in their ends alone */
    for (int i = 0; i < 2; i++) {
        succeed(lw_motion_set_segment(motion, joints, from, to, &error), &error);
        assert_true(begin_of(motion) == 0);
        assert_near(verdict_of(motion).time, 0.35, 1e-3);
        succeed(lw_motion_cut(motion, 0.8, &error), &error);
        assert_int_equal(verdict_of(motion).kind, LW_VERDICT_FREE);
    }
    refused(lw_motion_cut(NULL, 1, &error), LW_ERROR_ARGUMENT, &error, "no motion");
    refused(lw_motion_cut(motion, (double)NAN, &error), LW_ERROR_ARGUMENT, &error, "finite");
    refused(lw_motion_cut(motion, HUGE_VAL, &error), LW_ERROR_ARGUMENT, &error, "finite");
    assert_true(begin_of(motion) == 0.8);
    lw_motion_destroy(other);
    lw_motion_destroy(joined);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

static void test_strict(void **state)
{
    (void)state;
    lw_scene *scene = new_scene();
    lw_error error = {0};
    succeed(lw_scene_load(scene, files_write(&here, "world.json", two_balls), &error), &error);
    succeed(lw_scene_set_strict(scene, true, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_motion *motion = read_motion(scene, passes);
    refused(lw_motion_cut(motion, 5, &error), LW_ERROR_NOTICE, &error,
            "the motion ends at 4, before 5");
    assert_true(begin_of(motion) == 0);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* ---- stages ------------------------------------------------------------------------------------- */

/* Each stage of the rest is the part of one of the whole, in the same scene. */
static void assert_stages(const lw_motion *whole, const lw_motion *rest)
{
    const size_t first = lw_motion_stage_count(whole) - lw_motion_stage_count(rest);
    double begins[2];
    double ends[2];
    for (size_t i = 0; i < lw_motion_stage_count(rest); i++) {
        const lw_motion *old = lw_motion_stage(whole, first + i);
        const lw_motion *stage = lw_motion_stage(rest, i);
        lw_motion_interval(old, &begins[0], &ends[0]);
        lw_motion_interval(stage, &begins[1], &ends[1]);
        assert_true(ends[0] == ends[1] && begins[1] == fmax(begins[0], begin_of(rest)));
        assert_int_equal(lw_scene_pair_count(lw_motion_scene(old)),
                         lw_scene_pair_count(lw_motion_scene(stage)));
        for (int k = 0; k <= 4; k++)
            assert_same_values(old, stage, fmin(ends[1], begins[1] + (ends[1] - begins[1]) * k / 4));
    }
}

/* A claim is of the stage that it names. */
static lw_status take_claim(void *context, const lw_claim *claim)
{
    const lw_motion *stage = lw_motion_stage(context, claim->stage);
    double begin;
    double end;
    assert_non_null(stage);
    lw_motion_interval(stage, &begin, &end);
    assert_true(begin <= claim->from && claim->from <= claim->to && claim->to <= end);
    return LW_OK;
}

static void assert_claims(lw_motion *rest)
{
    lw_error error = {0};
    lw_checker *checker = NULL;
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.claim = take_claim;
    options.claim_context = rest;
    succeed(lw_checker_create(lw_motion_scene(rest), &checker, &error), &error);
    succeed(lw_check(checker, rest, &options, &verdict, &error), &error);
    lw_checker_destroy(checker);
}

static void test_stages(void **state)
{
    (void)state;
    lw_scene *scene = read_scene(&here, two_balls);
    lw_error error = {0};
    const double stands[] = {3, 3, 0};
    static const double times[] = {0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        lw_motion *whole = read_motion(scene, takes);
        lw_motion *rest = read_motion(scene, takes);
        assert_true(lw_motion_stage_count(whole) > 2);
        succeed(lw_motion_cut(rest, times[i], &error), &error);
        assert_stages(whole, rest);
        assert_int_equal(lw_motion_payload_count(rest), 2);
        assert_claims(rest);
        assert_int_equal(verdict_of(whole).kind, LW_VERDICT_FREE);
        assert_int_equal(verdict_of(rest).kind, LW_VERDICT_FREE);
        /* made anew, they are cut again */
        succeed(lw_motion_set_joint(rest, "a", "joint", stands, 3, &error), &error);
        succeed(lw_motion_set_joint(whole, "a", "joint", stands, 3, &error), &error);
        assert_true(begin_of(rest) == times[i]);
        assert_stages(whole, rest);
        lw_motion_destroy(rest);
        lw_motion_destroy(whole);
    }
    lw_scene_destroy(scene);
}

/* A ball that the can comes near while it is carried, from 2.36 to 2.64, and nothing else does. */
static void test_what_is_carried(void **state)
{
    (void)state;
    lw_scene *scene = read_scene(&here, two_balls);
    lw_error error = {0};
    const double in_the_way[] = {0.279, 0.099, 0};
    static const struct {
        double since;
        bool contact;
    } cases[] = {{0, true},   {1.5, true},  {2, true},  {2.2, true},
                 {2.5, true}, {2.8, false}, {3, false}, {3.5, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_motion *motion = read_motion(scene, takes);
        succeed(lw_motion_set_joint(motion, "a", "joint", in_the_way, 3, &error), &error);
        succeed(lw_motion_cut(motion, cases[i].since, &error), &error);
        const lw_verdict verdict = verdict_of(motion);
        assert_int_equal(verdict.kind, cases[i].contact ? LW_VERDICT_CONTACT : LW_VERDICT_FREE);
        if (cases[i].contact) {
            assert_near(verdict.time, fmax(cases[i].since, 2.363), 0.02);
            assert_string_equal(lw_scene_body_name(scene, (size_t)verdict.pair[1]), "can");
        }
        lw_motion_destroy(motion);
    }
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_before_at_and_after),
        cmocka_unit_test(test_again),
        cmocka_unit_test(test_strict),
        cmocka_unit_test(test_stages),
        cmocka_unit_test(test_what_is_carried),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
