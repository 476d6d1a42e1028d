// Tests errors of leeway/leeway.hpp: as exceptions and as values, with their fields; answers after an
// error; texts and spans that C would cut or read beyond.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <unistd.h>
#if __cplusplus >= 202002L
#include <span>
#endif

#include "cpp_world.h"

static void test_exception(void **)
{
    leeway::scene scene;
    char path[] = "/tmp/leeway_cpp_XXXXXX";
    close(mkstemp(path));
    std::ofstream(path) << "{\n  \"robots\": 7\n}\n";
    try {
        scene.load(path);
        fail();
    } catch (const leeway::error &error) {
        std::remove(path);
        assert_int_equal(error.status(), error.detail.status);
        assert_true(error.status() == LW_ERROR_SYNTAX || error.status() == LW_ERROR_ARGUMENT ||
                    error.status() == LW_ERROR_MODEL);
        assert_text(error.file(), path);
        assert_int_equal(error.line(), 2);
        assert_true(error.column() > 0);
        assert_text(error.what(), std::string(path) + ":2:" + std::to_string(error.column()) + ": " +
                                      error.message());
        assert_text(leeway::error_format(error.detail), error.what());
        const leeway::error copy = error; // NOLINT: copies what it says
        assert_text(copy.what(), error.what());
    }
    const leeway::error own(LW_ERROR_LIMIT, "100% of \"reach\" is too far");
    assert_int_equal(own.status(), LW_ERROR_LIMIT);
    assert_text(own.what(), "100% of \"reach\" is too far");
    assert_text(leeway::status_name(own.status()), "limit");
    const std::runtime_error &base = own;
    assert_text(base.what(), own.message());
}

static void test_values(void **)
{
    lw_error error{};
    leeway::scene scene(&error);
    assert_int_equal(error.status, LW_OK);
    assert_int_equal(scene.set_margin(-1, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    assert_true(std::string(error.message).find("margin") != std::string::npos);
    assert_int_equal(scene.set_margin(0.5, &error), LW_OK); // what was there is gone
    assert_int_equal(error.status, LW_OK);
    assert_text(error.message, "");
    assert_near(scene.margin(), 0.5, 0);

    leeway::checker checker(scene, &error);
    assert_int_equal(error.status, LW_ERROR_STATE);
    assert_null(checker.get());
    assert_null(scene.joints("nobody", {}, &error).get());
    assert_int_equal(error.status, LW_ERROR_STATE);
    assert_null(scene.copy(&error).get());
    assert_int_equal(error.status, LW_ERROR_STATE);
    assert_null(leeway::shape(leeway::shape_def::sphere(-1), &error).get());
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    assert_text(scene.json(&error), "");
    assert_int_equal(error.status, LW_ERROR_STATE);
    assert_int_equal(scene.fingerprint(&error), 0);
    assert_int_equal(error.status, LW_ERROR_STATE);
    assert_null(leeway::planner(scene, leeway::plan_space(), 1, &error).get());
    assert_int_equal(error.status, LW_ERROR_STATE);
    assert_null(leeway::srdf("no/such/file.srdf", {}, &error).get());
    assert_int_equal(error.status, LW_ERROR_FILE);
    leeway::polygon dent({0, 0, 4, 0, 1, 1, 0, 4}, 0, &error);
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    assert_null(dent.get());
}

/* The verdict of a call that fails must not read as free, which is the constant 0. */
static void test_verdicts_after_errors(void **)
{
    lw_error error{};
    const leeway::scene scene = frozen_rail();
    const leeway::scene other = frozen_rail();
    const leeway::motion foreign = segment(other, 0, 2);
    const leeway::motion motion = segment(scene, 0, 0.5);
    leeway::checker checker(scene);
    leeway::check_options bad;
    bad.time_tolerance = -1;
    assert_int_equal(checker.check(foreign, &error).kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    assert_int_equal(checker.check(motion, bad, &error).kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    assert_int_equal(checker.check_traced(motion, bad, &error).verdict.kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(checker.check(motion, &error).kind, LW_VERDICT_FREE);
    assert_int_equal(error.status, LW_OK);
    assert_true(leeway::check_many(scene, {motion, foreign}, {}, 1, &error).empty());
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    assert_true(
        leeway::cross_check_many(scene, {motion, foreign}, leeway::cross_options(), {}, 1, &error)
            .empty());
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    assert_true(checker.near_misses(motion, -1, {}, &error).empty());
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    assert_true(checker.pair_gradient(motion, 0, 99, {}, {}, &error).empty());
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    assert_int_equal(checker.pair_distance(motion, 0, 99, &error).upper, 0);
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);

    leeway::pool pool(scene, 1);
    assert_true(pool.check({foreign}, {}, &error).empty());
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    lw_verdict_kind kinds[2] = {LW_VERDICT_FREE, LW_VERDICT_FREE};
    leeway::answers answers;
    answers.kind = kinds;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::array<double, 2> from{0, 0}, to{0.1, nan};
    assert_int_equal(pool.segments(leeway::rows(from, to, 1), answers, {}, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(kinds[0], LW_VERDICT_UNDECIDED);
    assert_int_equal(kinds[1], LW_VERDICT_UNDECIDED);

    leeway::planner planner(scene, leeway::plan_space(), 1);
    assert_int_equal(planner.find({0.0}, {nan}, {}, &error).kind, LW_PLAN_NONE);
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    const auto ball = leeway::shape_def::sphere(1);
    leeway::convex_motion moving;
    moving.states = [](double, double, lw_body_state &, lw_body_state &) {};
    moving.begin = 1;
    moving.end = 0;
    assert_int_equal(
        leeway::convex_first_contact(ball, ball, moving, leeway::contact_options(), &error).kind,
        LW_VERDICT_UNDECIDED);
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    const leeway::scene plane = loaded("scenes/workcell.json");
    const leeway::cell cell(plane);
    leeway::judge judge(cell, 0);
    const std::size_t none = 99;
    assert_int_equal(judge.job({lw_sequence{0, &none, 1}}, {}, &error).kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    const leeway::polygon corner({0, 0, 1, 0, 0, 1});
    const lw_pose2 here = leeway::pose2_from_angle(0, 0, 0), far = leeway::pose2_from_angle(9, 0, 0);
    assert_true(leeway::polygon_touches_by(static_cast<lw_planar_algorithm>(15),
                                           corner.with(here, corner, far), nullptr, &error));
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    assert_int_equal(scene.meeting(0, 99, {}, &error).meeting, LW_MEETING_UNDECIDED);
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
}

static void test_texts(void **)
{
    leeway::scene scene = open_rail();
    using namespace std::string_literals;
    using namespace std::string_view_literals;
    const std::string whole = "cart\0x"s; // C would read "cart"
    throws_error(LW_ERROR_ARGUMENT, "NUL", [&] { scene.add_link(whole, "one"); });
    throws_error(LW_ERROR_ARGUMENT, "NUL", [&] { scene.allow_pair("ball\0y"sv, "post"); });
    throws_error(LW_ERROR_ARGUMENT, "NUL", [&] { scene.add_group("cart", "all", {"rail\0z"sv}); });
    throws_error(LW_ERROR_ARGUMENT, "NUL", [&] { scene.load(std::filesystem::path(whole)); });
    throws_error(LW_ERROR_ARGUMENT, "NUL", [&] { (void)leeway::text_read_json("\"a\"\0"s + "b"); });
    lw_error error{};
    assert_int_equal(scene.add_link(whole, "one", &error), LW_ERROR_ARGUMENT);
    assert_int_equal(scene.link_count(), 2);
    scene.add_link("cart_of_a_longer_text"sv.substr(0, 4), "part of a text"sv.substr(0, 4));
    scene.add_link(std::string("cart"), "other");
    assert_text(scene.link_info(2).name, "part");
    scene.add_group("cart", "all", std::vector<std::string>{"rail"});
    const char *array[] = {"rail"};
    scene.add_group("cart", "again", leeway::span<const char *>(array));
    throws_error(LW_ERROR_FILE, "no_such",
                 [&] { scene.load(std::filesystem::path("no_such") / "file"); });
    assert_false(scene.find_robot(whole).has_value());
    assert_int_equal(scene.find_robot("cart"sv).value(), 0);
    throws_error(LW_ERROR_ARGUMENT, "NUL", [&] { (void)scene.joints(whole); });
    assert_false(leeway::method_from_name("auto\0x"s).has_value());
    assert_int_equal(leeway::method_from_name("slab"sv).value(), LW_METHOD_SLAB);
}

static double sum(leeway::span<const double> values)
{
    double out = 0;
    for (double value : values)
        out += value;
    return out;
}

static void test_spans(void **)
{
    const double array[] = {1, 2, 3};
    std::vector<double> vector{1, 2, 3};
    const std::array<double, 3> fixed{1, 2, 3};
    assert_near(sum(array), 6, 0);
    assert_near(sum(vector), 6, 0);
    assert_near(sum(fixed), 6, 0);
    assert_near(sum({1.0, 2.0, 3.0}), 6, 0);
    assert_near(sum({array, 2}), 3, 0);
    assert_near(sum({}), 0, 0);
    const leeway::span<double> written = vector;
    written[0] = 4;
    assert_near(sum(written), 9, 0);
    assert_near(sum(written.subspan(1, 2)), 5, 0);
    assert_true(leeway::span<double>().empty());
#if __cplusplus >= 202002L
    assert_near(sum(std::span(vector).subspan(1)), 5, 0);
    static_assert(std::is_convertible_v<std::span<const double>, leeway::span<const double>>);
#endif
    static_assert(std::is_convertible_v<std::vector<double> &, leeway::span<double>>);
    static_assert(!std::is_convertible_v<const std::vector<double> &, leeway::span<double>>);
    static_assert(!std::is_convertible_v<std::vector<float> &, leeway::span<const double>>);
    // an array of a longer struct is not one of a shorter struct
    static_assert(
        !std::is_convertible_v<std::vector<leeway::verdict> &, leeway::span<const lw_verdict>>);
}

/* Spans of a length that C would read beyond. */
static void test_lengths(void **)
{
    const leeway::scene scene = loaded("scenes/cell.json");
    const std::vector<double> five(5), six(6), seven(7);
    leeway::motion motion(scene);
    const leeway::joints_view arm = scene.joints("arm", "arm");
    throws_error(LW_ERROR_ARGUMENT, "6 values; the segment goes from 5 to 6",
                 [&] { motion.set_segment(five, six); });
    throws_error(LW_ERROR_ARGUMENT, "from 6 to 7", [&] { motion.set_segment(arm, six, seven); });
    motion.set_segment(arm, six, six);
    throws_error(LW_ERROR_ARGUMENT, "row", [&] { (void)leeway::track::path(arm, seven); });
    throws_error(LW_ERROR_ARGUMENT, "row", [&] {
        (void)leeway::track::trajectory(arm, {0.0, 1.0}, six);
    });
    throws_error(LW_ERROR_ARGUMENT, "row",
                 [&] { (void)leeway::track::trajectory(arm, {0.0}, six, five); });
    throws_error(LW_ERROR_ARGUMENT, "row",
                 [&] { (void)leeway::track::trajectory(arm, {0.0}, six, six, five); });
    throws_error(LW_ERROR_ARGUMENT, "joints", [&] { (void)leeway::track::path({}, six); });
    std::vector<double> values(5);
    throws_error(LW_ERROR_ARGUMENT, "one value", [&] { scene.state(arm, "ready", values); });
    leeway::planner planner(scene, leeway::plan_space(), 1);
    throws_error(LW_ERROR_ARGUMENT, "from 5 to 6", [&] { (void)planner.find(five, six); });
    throws_error(LW_ERROR_ARGUMENT, "from 6 to 7", [&] { (void)planner.find(six, seven); });
    throws_error(LW_ERROR_ARGUMENT, "from 6 to 7", [&] { (void)planner.find_any(six, seven); });
    throws_error(LW_ERROR_ARGUMENT, "from 5 to 6", [&] { (void)planner.find_any(five, six); });
    throws_error(LW_ERROR_ARGUMENT, "no goal", [&] { (void)planner.find_any(six, {}); });
    throws_error(LW_ERROR_ARGUMENT, "rows", [&] {
        (void)leeway::time_path(five, {1.0, 1.0}, {1.0, 1.0});
    });
    throws_error(LW_ERROR_ARGUMENT, "rows", [&] { (void)leeway::time_path(six, {1.0, 1.0}, {1.0}); });
    throws_error(LW_ERROR_ARGUMENT, "whole rows", [&] { leeway::rows(five, 6); });
    throws_error(LW_ERROR_ARGUMENT, "whole rows", [&] { leeway::rows(six, 0); });
    throws_error(LW_ERROR_ARGUMENT, "as many rows",
                 [&] { leeway::rows(std::vector<double>(12), std::vector<double>(18), 6); });
    const std::vector<std::uint32_t> two(2);
    throws_error(LW_ERROR_ARGUMENT, "three", [&] { (void)leeway::shape_def::polytope(five); });
    throws_error(LW_ERROR_ARGUMENT, "three", [&] { (void)leeway::shape_def::polygon(five); });
    throws_error(LW_ERROR_ARGUMENT, "three", [&] { (void)leeway::shape_def::mesh(six, two); });
    throws_error(LW_ERROR_ARGUMENT, "two", [&] { leeway::polygon{leeway::span<const double>(five)}; });
    leeway::scene open = open_rail();
    throws_error(LW_ERROR_ARGUMENT, "one value",
                 [&] { open.add_state("cart", "all", "home", {"rail"}, five); });
    const leeway::polygon corner({0, 0, 1, 0, 0, 1});
    const lw_pose2 here = leeway::pose2_from_angle(0, 0, 0);
    const std::vector<lw_polygon_pair> pairs(2, corner.with(here, corner, here));
    std::vector<lw_separation> out(1);
    throws_error(LW_ERROR_ARGUMENT, "each pair", [&] { leeway::polygon_separations(pairs, out); });
    out.resize(2);
    std::vector<lw_polygon_memory> memories(1);
    throws_error(LW_ERROR_ARGUMENT, "each pair",
                 [&] { leeway::polygon_separations(pairs, out, memories); });
}

int main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exception),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_verdicts_after_errors),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_lengths),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
