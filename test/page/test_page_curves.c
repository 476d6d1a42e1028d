/* Tests verdicts of a page, which are as `check` prints them, distances over time with their witness
 * points, bounds below all samples, and carried bodies. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "math/pose.h"
#include "page_frames.h"
#include "plan_world.h"
#include "random_robot.h"
#include "seed.h"

/* The page contains the text of lw_result_json, byte for byte. */
static void check_verdict(const page_text *page, const lw_scene *scene, const lw_motion *motion,
                          const char *id)
{
    static char line[8192];
    lw_error error = {0};
    lw_checker *checker = NULL;
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    options.clearance = true;
    succeed(lw_checker_create(scene, &checker, &error), &error);
    succeed(lw_check(checker, motion, &options, &verdict, &error), &error);
    lw_result result = lw_default_result();
    result.scene = scene;
    result.motion = motion;
    result.id = id;
    result.verdict = &verdict;
    size_t length = 0;
    succeed(lw_result_json(&result, line, sizeof line, &length, &error), &error);
    assert_true(length < sizeof line);
    assert_non_null(strstr(page->text, line));
    lw_checker_destroy(checker);
}

/* The distance of the two witness points of a row of a curve, at some time. size: grows by the sizes of
 * their coordinates, which the page rounds to float. */
static double witness_distance(const page_text *page, const lw_value *curve, const lw_motion *motion,
                               size_t row, double time, double *size)
{
    lw_error error = {0};
    vec3 points[2];
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    for (size_t k = 0; k < 2; k++) {
        const size_t body = (size_t)page_number(page, member(curve, "pair"), 2 * row + k);
        lw_pose at;
        vec3 own;
        double *coordinates[] = {&own.x, &own.y, &own.z};
        for (size_t c = 0; c < 3; c++)
            *coordinates[c] = page_number(page, member(curve, "points"), 6 * row + 3 * k + c);
        succeed(lw_motion_pose(motion, body, fmax(begin, fmin(time, end)), &at, &error), &error);
        points[k] = lw_pose_point(at, own);
        *size += norm(own);
    }
    return norm(sub(points[0], points[1]));
}

/* Checks a curve of the page: witness points are on the bodies and as far apart as it says, and no
 * distance is below a bound that is proven for its time. */
static void check_curve(const page_text *page, const lw_value *shown, const lw_motion *motion,
                        const char *key)
{
    const lw_value *curve = lw_value_find(shown, key);
    if (!curve)
        return;
    for (size_t i = 0; i < page_count(member(curve, "times")); i++) {
        const double time = page_number(page, member(curve, "times"), i);
        const double distance = page_number(page, member(curve, "distance"), i);
        if (distance > 0) {
            /* times are floats: the motion goes on between two of them */
            double size = distance;
            double found = witness_distance(page, curve, motion, i, time, &size);
            double before = witness_distance(page, curve, motion, i,
                                             (double)nextafterf((float)time, -HUGE_VALF), &size);
            double after = witness_distance(page, curve, motion, i,
                                            (double)nextafterf((float)time, HUGE_VALF), &size);
            assert_near(found, distance,
                        2e-5 + (double)FLT_EPSILON * size + fabs(before - found) + fabs(after - found));
        }
        /* a motion that ends where it begins has no bounds */
        const lw_value *rows = lw_value_find(shown, "lower");
        if (strcmp(key, "curve") != 0 || !rows)
            continue;
        for (size_t k = 0; k < lw_value_item_count(rows); k++) {
            const lw_value *row = lw_value_item(rows, k);
            assert_int_equal(lw_value_item_count(row), 3);
            if (lw_value_as_number(lw_value_item(row, 0)) <= time &&
                time <= lw_value_as_number(lw_value_item(row, 1)))
                assert_true(lw_value_as_number(lw_value_item(row, 2)) <= distance + 1e-6);
        }
    }
}

/* Checks the distance of each link to everything outside its robot, against all pairs. fixed_pairs: the
 * curve includes pairs that the motion does not move, as the distances of links always do. */
static void check_links(const page_text *page, const lw_value *shown, const lw_scene *scene,
                        const lw_motion *motion, bool fixed_pairs)
{
    lw_error error = {0};
    lw_checker *checker = NULL;
    const lw_value *curve = lw_value_find(shown, "curve");
    const lw_value *links = lw_value_find(shown, "links");
    bool moves = false;
    for (size_t i = 0; i < lw_scene_body_count(scene); i++) {
        lw_body_info body = lw_default_body_info();
        succeed(lw_scene_body_info(scene, i, &body, &error), &error);
        moves = moves || body.moves;
    }
    assert_int_equal(links != NULL, curve && moves);
    if (!links)
        return;
    const size_t count = page_count(member(links, "bodies"));
    const size_t rows = page_count(member(curve, "times"));
    assert_int_equal(page_count(member(links, "distance")), rows * count);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    for (size_t row = 0; row < rows; row += 1 + rows / 7) {
        double least = HUGE_VAL;
        double end;
        double begin;
        lw_motion_interval(motion, &begin, &end);
        const double time = fmin(end, page_number(page, member(curve, "times"), row));
        for (size_t i = 0; i < count; i++) {
            const size_t body = (size_t)page_number(page, member(links, "bodies"), i);
            const double found = page_number(page, member(links, "distance"), row * count + i);
            double wanted = HUGE_VAL;
            for (size_t k = 0; k < lw_scene_pair_count(scene); k++) {
                lw_pair_info pair = lw_default_pair_info();
                lw_distance distance;
                succeed(lw_scene_pair_info(scene, k, &pair, &error), &error);
                if (pair.self || (pair.bodies[0] != body && pair.bodies[1] != body))
                    continue;
                succeed(lw_pair_distance(checker, motion, time, k, &distance, &error), &error);
                wanted = fmin(wanted, fmax(0, distance.upper));
            }
            assert_int_equal(isfinite(wanted), isfinite(found));
            if (isfinite(wanted))
                assert_near(found, wanted, 1e-4 * (1 + wanted));
            least = fmin(least, found);
        }
        /* links that never move count in the curve alone */
        if (fixed_pairs)
            assert_true(least >= page_number(page, member(curve, "distance"), row) - 1e-6);
    }
    lw_checker_destroy(checker);
}

static void verdicts_and_distances_are_those_of_checks(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int bounded = 0;
    int rounds = test_rounds(40, 1000);
    for (int round = 0; round < rounds; round++) {
        world_options options = {2, 3, 0.3};
        world *w = world_random(&random, &options);
        world_motion *m = world_motion_create(w);
        world_motion_random(&random, w, WORLD_ANY, m);
        lw_check_options check = lw_default_check_options();
        check.fixed_pairs = round % 2;
        page_text read = page_text_with(w->scene, m->motion, "{\"of\":[1,\"two\"]}", &check);
        const lw_value *shown = lw_value_item(member(read.index, "motions"), 0);
        check_arrays(&read, read.index, 0);
        check_verdict(&read, w->scene, m->motion, "{\"of\":[1,\"two\"]}");
        check_curve(&read, shown, m->motion, "curve");
        check_curve(&read, shown, m->motion, "self");
        check_links(&read, shown, w->scene, m->motion, check.fixed_pairs);
        bounded += lw_value_item_count(lw_value_find(shown, "lower")) > 0;
        page_text_free(&read);
        world_motion_free(m);
        world_free(w);
    }
    assert_true(8 * bounded > rounds);
}

/* A puck that takes a box and puts it down: its carrier, and its places. */
static void carried_bodies_are_where_they_are(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_motion *motion = motion_with_thing(&scene);
    page_text read = page_text_of_motion(scene, motion, NULL);
    const lw_value *shown = lw_value_item(member(read.index, "motions"), 0);
    const lw_value *carried = member(shown, "carried");
    assert_int_equal(lw_value_item_count(carried), 2);
    const int64_t body = lw_scene_find_body(scene, "thing");
    for (int i = 0; i <= 300; i++) {
        static double values[WORLD_VALUES];
        const double time = i / 300.0;
        lw_pose frames[MOST_FRAMES];
        lw_pose wanted;
        const lw_value *of = lw_value_item(member(read.index, "bodies"), (size_t)body);
        for (size_t k = 0; k < 2; k++)
            if (number_of(lw_value_item(carried, k), "time") <= time) {
                of = lw_value_item(carried, k);
                assert_int_equal(whole_of(of, "body"), body);
            }
        values_at(&read, shown, time, values);
        pose_frames(&read, values, frames);
        const int64_t frame = whole_of(of, "frame");
        lw_pose found = pose_of(member(of, "pose"));
        assert_int_equal(frame >= 0, time >= 1.0 / 3 && time < 2.0 / 3);
        if (frame >= 0)
            found = lw_pose_compose(frames[frame], found);
        succeed(lw_motion_pose(motion, (size_t)body, time, &wanted, &error), &error);
        assert_near(between_poses(found, wanted), 0, 1e-6);
    }
    check_curve(&read, shown, motion, "none");
    page_text_free(&read);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* A puck that passes a wall just outside the margin: no bound of its page is below the margin, which
 * has more digits than the page's other numbers. */
static void bounds_reach_margins(void **state)
{
    (void)state;
    static const double margins[] = {0.002, 0.0123456789123};
    for (int i = 0; i < 2; i++) {
        lw_error error = {0};
        lw_scene *scene = NULL;
        lw_motion *motion = NULL;
        const double ends[2][2] = {{-1, 0}, {1, 0}};
        size_t near = 0;
        succeed(lw_scene_create(&scene, &error), &error);
        add_puck(scene, "puck", LW_JOINT_PRISMATIC);
        add_wall(scene, "wall", 0, 0.2 + 1.0001 * margins[i], 0.2, 0.2);
        succeed(lw_scene_set_margin(scene, margins[i], &error), &error);
        succeed(lw_scene_freeze(scene, &error), &error);
        succeed(lw_motion_create(scene, &motion, &error), &error);
        succeed(lw_motion_set_segment(motion, NULL, ends[0], ends[1], &error), &error);
        page_text read = page_text_of_motion(scene, motion, NULL);
        assert_true(number_of(read.index, "margin") == margins[i]);
        const lw_value *rows = member(lw_value_item(member(read.index, "motions"), 0), "lower");
        for (size_t k = 0; k < lw_value_item_count(rows); k++) {
            double lower = lw_value_as_number(lw_value_item(lw_value_item(rows, k), 2));
            assert_true(lower >= margins[i]);
            near += lower < 1.001 * margins[i];
        }
        assert_true(near > 0);
        page_text_free(&read);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_and_distances_are_those_of_checks),
        cmocka_unit_test(carried_bodies_are_where_they_are),
        cmocka_unit_test(bounds_reach_margins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
