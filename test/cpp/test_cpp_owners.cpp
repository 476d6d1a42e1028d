// Tests the owners of leeway/leeway.hpp, each of them: moved, moved onto another one, swapped, released
// and taken over, asked when empty, and destroyed in the orders that C allows.
#include <type_traits>

#include "cpp_world.h"

/* What every owner does. make: returns a new one. */
template <class Make> static void owns(Make &&make)
{
    using Owner = decltype(make());
    static_assert(!std::is_copy_constructible_v<Owner> && !std::is_copy_assignable_v<Owner>);
    static_assert(std::is_nothrow_move_constructible_v<Owner> &&
                  std::is_nothrow_move_assignable_v<Owner>);
    held<Owner> first{make()};
    const auto *object = first.it.get();
    assert_non_null(object);
    assert_true(static_cast<bool>(first.it));

    held<Owner> moved{std::move(first.it)};
    assert_ptr_equal(moved.it.get(), object);
    assert_null(first.it.get());
    assert_false(static_cast<bool>(first.it));

    held<Owner> second{make()};
    const auto *other = second.it.get();
    assert_ptr_not_equal(other, object);
    swap(moved.it, second.it);
    assert_ptr_equal(moved.it.get(), other);
    assert_ptr_equal(second.it.get(), object);
    moved.it.swap(second.it);
    assert_ptr_equal(moved.it.get(), object);

    second.it = std::move(moved.it); // destroys its own
    assert_ptr_equal(second.it.get(), object);
    assert_null(moved.it.get());
    Owner &self = second.it;
    second.it = std::move(self);
    assert_ptr_equal(second.it.get(), object);

    auto *raw = second.it.release();
    assert_ptr_equal(raw, object);
    assert_null(second.it.get());
    Owner taken(raw);
    assert_ptr_equal(taken.get(), object);
    first.it = std::move(taken); // an empty one holds again
    assert_ptr_equal(first.it.get(), object);
    first.it.reset();
    assert_null(first.it.get());
    first.it.reset();
    Owner filled = make();
    auto *another = filled.release();
    first.it.reset(another);
    assert_ptr_equal(first.it.get(), another);
}

/* The same of an owner of arrays; begin: the first of its arrays. */
template <class Make, class Begin> static void owns_arrays(Make &&make, Begin &&begin)
{
    using Owner = decltype(make());
    static_assert(!std::is_copy_constructible_v<Owner> && !std::is_copy_assignable_v<Owner>);
    static_assert(std::is_nothrow_move_constructible_v<Owner> &&
                  std::is_nothrow_move_assignable_v<Owner>);
    Owner empty;
    assert_null(begin(*empty));
    assert_int_equal(empty->struct_size, sizeof *empty);
    held<Owner> first{make()};
    const void *array = begin(*first.it);
    assert_non_null(array);
    held<Owner> moved{std::move(first.it)};
    assert_ptr_equal(begin(*moved.it), array);
    assert_null(begin(*first.it));
    assert_int_equal(first.it->struct_size, sizeof *first.it);
    held<Owner> second{make()};
    const void *other = begin(*second.it);
    swap(moved.it, second.it);
    assert_ptr_equal(begin(*moved.it), other);
    second.it = std::move(moved.it);
    assert_ptr_equal(begin(*second.it), other);
    Owner &self = second.it;
    second.it = std::move(self);
    assert_ptr_equal(begin(*second.it), other);
    auto raw = second.it.release();
    assert_ptr_equal(begin(raw), other);
    assert_null(begin(*second.it));
    Owner taken(raw);
    assert_ptr_equal(begin(*taken.get()), other);
}

static void test_scene(void **)
{
    owns([] { return frozen_rail(); });
    assert_null(leeway::scene(nullptr).get());
    held<leeway::scene> scene;
    assert_non_null(scene.it.get());
    leeway::scene empty = std::move(scene.it);
    throws_error(LW_ERROR_STATE, "empty", [&] { (void)scene.it.dimension(); });
    throws_error(LW_ERROR_STATE, "empty", [&] { (void)scene.it.find_body("post"); });
    throws_error(LW_ERROR_ARGUMENT, "scene", [&] { scene.it.set_margin(0); });
    throws_error(LW_ERROR_ARGUMENT, "scene", [&] { scene.it.freeze(); });
    throws_error(LW_ERROR_STATE, "no scene", [&] { (void)scene.it.joints(); });
    throws_error(LW_ERROR_STATE, "empty", [&] { scene.it.on_notice([](const leeway::notice &) {}); });
    throws_error(LW_ERROR_STATE, "copied", [&] { (void)scene.it.copy(); });
    throws_error(LW_ERROR_STATE, "frozen scene", [&] { leeway::checker checker(empty); });
    scene.it = frozen_rail();
    assert_int_equal(scene.it.body_count(), 2);
}

static void test_shape(void **)
{
    owns([] { return leeway::shape(leeway::shape_def::sphere(1)); });
    leeway::scene scene = open_rail();
    leeway::shape ball(leeway::shape_def::sphere(0.1));
    assert_true(ball.memory() > 0);
    scene.add_shared_obstacle("one", ball, placed(5, 0, 0));
    scene.add_shared_obstacle("two", ball, placed(7, 0, 0));
    ball.reset(); // scenes hold it
    assert_int_equal(ball.memory(), 0);
    throws_error(LW_ERROR_ARGUMENT, "shape",
                 [&] { scene.add_shared_obstacle("three", ball, placed(9, 0, 0)); });
    scene.freeze();
    leeway::checker checker(scene);
    const leeway::motion motion = segment(scene, 4, 6);
    assert_int_equal(checker.check(motion).kind, LW_VERDICT_CONTACT);
}

static void test_joints(void **)
{
    const leeway::scene scene = frozen_rail();
    owns([&] { return leeway::joints(scene, "cart", {"rail"}); });
    held<leeway::joints> rail{leeway::joints(scene, {}, std::vector<std::string>{"rail"})};
    const leeway::joints_view view = rail.it;
    assert_int_equal(view.value_count(), 1);
    assert_text(rail.it.name(0), "rail");
    leeway::joints moved = std::move(rail.it);
    assert_int_equal(view.count(), 1); // the joints have not moved, their owner has
    throws_error(LW_ERROR_STATE, "empty", [&] { (void)rail.it.count(); });
    throws_error(LW_ERROR_STATE, "empty", [] { (void)leeway::joints_view().robot(); });
    throws_error(LW_ERROR_NAME, "\"rails\"", [&] { leeway::joints(scene, {}, {"rails"}); });
}

static void test_motion(void **)
{
    const leeway::scene scene = frozen_rail();
    owns([&] { return segment(scene, 0, 1); });
    leeway::motion motion;
    assert_false(static_cast<bool>(motion));
    throws_error(LW_ERROR_ARGUMENT, "motion", [&] { motion.set_segment({0.0}, {1.0}); });
    throws_error(LW_ERROR_ARGUMENT, "motion", [&] { motion.cut(0); });
    throws_error(LW_ERROR_STATE, "empty", [&] { (void)motion.interval(); });
    throws_error(LW_ERROR_STATE, "empty", [&] { (void)motion.notice(0); });
    leeway::checker checker(scene);
    throws_error(LW_ERROR_ARGUMENT, "", [&] { (void)checker.check(motion); });
    motion = segment(scene, 0, 2);
    assert_int_equal(checker.check(motion).kind, LW_VERDICT_CONTACT);
}

static void test_checker(void **)
{
    const leeway::scene scene = frozen_rail();
    owns([&] { return leeway::checker(scene); });
    const leeway::motion motion = segment(scene, 0, 0.5);
    held<leeway::checker> checker;
    throws_error(LW_ERROR_ARGUMENT, "checker", [&] { (void)checker.it.check(motion); });
    checker.it = leeway::checker(scene);
    leeway::checker moved = std::move(checker.it);
    assert_int_equal(moved.check(motion).kind, LW_VERDICT_FREE);
    throws_error(LW_ERROR_ARGUMENT, "checker", [&] { checker.it.set_scene(scene); });
}

static void test_pool(void **)
{
    const leeway::scene scene = frozen_rail();
    owns([&] { return leeway::pool(scene, 2); });
    leeway::pool pool;
    throws_error(LW_ERROR_STATE, "empty", [&] { (void)pool.threads(); });
    throws_error(LW_ERROR_ARGUMENT, "pool", [&] { (void)pool.check({}); });
    pool = leeway::pool(scene, 2);
    assert_int_equal(pool.threads(), 2);
}

static void test_files(void **)
{
    const leeway::scene scene = loaded("scenes/cell.json");
    owns([&] {
        return leeway::motion_reader(scene, "scenes/motions.jsonl", LW_MOTION_FORMAT_JSON_LINES);
    });
    owns([] { return leeway::srdf({}, "arm"); });
    leeway::motion_reader reader;
    leeway::motion motion(scene);
    throws_error(LW_ERROR_ARGUMENT, "", [&] { (void)reader.next(motion); });
    throws_error(LW_ERROR_STATE, "empty", [&] { (void)reader.own_id(); });
    leeway::srdf srdf;
    assert_int_equal(srdf.pair_count(), 0);
    throws_error(LW_ERROR_STATE, "empty", [&] { (void)srdf.pair_at(0); });
    throws_error(LW_ERROR_ARGUMENT, "", [&] { (void)srdf.text(); });
}

static void test_planner(void **)
{
    const leeway::scene scene = frozen_rail();
    owns([&] { return leeway::planner(scene, leeway::plan_space(), 1); });
    held<leeway::planner> planner{leeway::planner(scene, leeway::plan_space(), 1)};
    owns([&] { return leeway::roadmap(planner.it, 1); });
    leeway::planner moved = std::move(planner.it);
    assert_int_equal(planner.it.value_count(), 0);
    throws_error(LW_ERROR_ARGUMENT, "", [&] { (void)planner.it.find({}, {}); });
    throws_error(LW_ERROR_ARGUMENT, "", [&] { leeway::roadmap(planner.it, 1); });
    leeway::roadmap roadmap;
    throws_error(LW_ERROR_STATE, "empty", [&] { (void)roadmap.node_count(); });
    throws_error(LW_ERROR_ARGUMENT, "", [&] { roadmap.grow({}); });
    roadmap = leeway::roadmap(moved, 5);
    leeway::planner again = std::move(moved); // the planner stays where it is
    leeway::roadmap_options options;
    options.nodes = 3;
    roadmap.grow(options);
    assert_int_equal(roadmap.node_count(), 3);
}

static void test_plane(void **)
{
    owns([] { return leeway::polygon({0, 0, 1, 0, 0, 1}); });
    leeway::polygon empty;
    const leeway::polygon full({0, 0, 1, 0, 0, 1});
    const lw_pose2 here = leeway::pose2_from_angle(0, 0, 0);
    throws_error(LW_ERROR_STATE, "empty", [&] { (void)empty.count(); });
    throws_error(LW_ERROR_STATE, "empty",
                 [&] { (void)leeway::polygon_touches(empty, here, full, here); });
    throws_error(LW_ERROR_STATE, "empty",
                 [&] { (void)leeway::polygon_distance(full, here, empty, here); });
}

static void test_cell(void **)
{
    const leeway::scene scene = loaded("scenes/workcell.json");
    owns([&] { return leeway::cell(scene); });
    const leeway::cell cell(scene);
    owns([&] { return leeway::judge(cell, 1000); });
    owns([&] { return leeway::job_reader(cell); });
    leeway::cell empty;
    throws_error(LW_ERROR_STATE, "empty", [&] { (void)empty.trajectory_count(); });
    throws_error(LW_ERROR_ARGUMENT, "", [&] { leeway::judge(empty, 0); });
    leeway::judge judge;
    throws_error(LW_ERROR_STATE, "empty", [&] { (void)judge.counts(); });
    throws_error(LW_ERROR_ARGUMENT, "", [&] { (void)judge.job({}); });
    leeway::job_reader reader;
    throws_error(LW_ERROR_ARGUMENT, "", [&] { (void)reader.read("{}"); });
}

static void test_page(void **)
{
    const leeway::scene scene = frozen_rail();
    const std::string viewer = "<html><!--leeway--></html>";
    leeway::page_options options;
    options.viewer = viewer.c_str();
    options.viewer_size = viewer.size();
    owns([&] { return leeway::page(scene, options); });
    leeway::page empty;
    throws_error(LW_ERROR_STATE, "empty", [&] { (void)empty.motion_count(); });
    throws_error(LW_ERROR_ARGUMENT, "", [&] { (void)empty.html(); });
}

static void test_convex_pair(void **)
{
    const auto ball = leeway::shape_def::sphere(1);
    owns([&] { return leeway::convex_pair(ball, ball); });
    const leeway::convex_pair empty;
    leeway::convex_motion motion;
    motion.states = [](double, double, lw_body_state &, lw_body_state &) {};
    throws_error(LW_ERROR_ARGUMENT, "pair", [&] { (void)empty.first_contact(motion); });
}

static void test_arrays(void **)
{
    const leeway::scene scene = frozen_rail();
    const leeway::motion motion = segment(scene, 0, 0.5);
    leeway::checker checker(scene);
    leeway::check_options slab;
    slab.method = LW_METHOD_SLAB;
    owns_arrays([&] { return leeway::curve(motion, 10); },
                [](const lw_curve &curve) { return curve.times; });
    owns_arrays([&] { return checker.check_traced(motion, slab).trace; },
                [](const lw_trace &trace) { return trace.samples; });
    owns_arrays([&] { return checker.cross_check(motion); },
                [](const lw_cross &cross) { return static_cast<const void *>(cross.verdicts); });
    owns_arrays(
        [] {
            return leeway::time_path(std::vector<double>{0, 1}, {1.0}, {1.0});
        },
        [](const lw_timed_path &timed) { return timed.times; });
    const leeway::timed_path none;
    assert_true(none.times().empty() && none.positions().empty() && none.velocities().empty());
    const leeway::cross no_answers;
    assert_null(no_answers.verdict(LW_METHOD_AUTO));
}

/* An object that keeps a scene, and all that asks about it, in the order in which they are declared. */
struct station {
    leeway::scene scene;
    leeway::motion motion;
    leeway::checker checker;
    leeway::pool pool;
};

static station made()
{
    station out{frozen_rail(), {}, {}, {}};
    out.motion = segment(out.scene, 0, 2);
    out.checker = leeway::checker(out.scene);
    out.pool = leeway::pool(out.scene, 2);
    return out;
}

static void test_moved_together(void **)
{
    station first = made(); // C's objects do not move with their owners
    station second = std::move(first);
    assert_int_equal(second.checker.check(second.motion).kind, LW_VERDICT_CONTACT);
    assert_int_equal(second.pool.check({second.motion, second.motion}).at(1).kind, LW_VERDICT_CONTACT);
    std::vector<station> all;
    all.push_back(std::move(second));
    all.push_back(made());
    all.push_back(made());
    all.erase(all.begin());
    assert_int_equal(all[0].checker.check(all[0].motion).kind, LW_VERDICT_CONTACT);
}

/* A changed copy takes the place of a scene, which is destroyed first; motions, checkers and pools
 * follow. */
static void test_destroyed_before(void **)
{
    station all = made();
    leeway::scene next = all.scene.copy();
    next.move_obstacle("post", placed(1, 5, 0));
    next.freeze();
    all.scene = std::move(next); // the old scene is gone
    all.motion.set_scene(all.scene);
    all.checker.set_scene(all.scene);
    all.pool.set_scene(all.scene);
    assert_int_equal(all.checker.check(all.motion).kind, LW_VERDICT_FREE);
    assert_int_equal(all.pool.check({all.motion}).at(0).kind, LW_VERDICT_FREE);
    all.scene.reset(); // what asks about it may be destroyed later
}

static void test_listeners_move(void **)
{
    std::string heard;
    const auto hear = [&](const leeway::notice &notice) { heard = std::string(notice.sentence); };
    leeway::scene scene = open_rail();
    scene.on_notice(hear);
    leeway::scene moved = std::move(scene);
    moved.allow_pair("ball", "nobody");
    moved.freeze();
    assert_true(heard.find("nobody") != std::string::npos);

    heard.clear();
    leeway::scene copy = moved.copy(); // has the listener too, of its own
    moved.reset();
    copy.allow_pair("ball", "no one");
    copy.freeze();
    assert_true(heard.find("no one") != std::string::npos);

    leeway::motion motion(copy);
    motion.on_notice(hear);
    leeway::motion other = std::move(motion);
    heard.clear();
    other.set_segment({0.0}, {11.0});
    assert_true(heard.find("rail") != std::string::npos);
    heard.clear();
    leeway::motion released(other.release()); // without the listener, which is gone
    released.set_segment({0.0}, {11.0});
    assert_true(heard.empty());

    leeway::scene next = copy.copy();
    leeway::scene alone(next.release());
    alone.allow_pair("ball", "another");
    alone.freeze();
    assert_true(heard.empty());

    leeway::pool pool(alone, 1);
    std::size_t count = 0;
    pool.on_notice([&](const leeway::notice &) { count++; });
    leeway::pool kept = std::move(pool);
    const std::vector<double> from{0}, to{12};
    lw_verdict_kind kind{};
    leeway::answers answers;
    answers.kind = &kind;
    kept.segments(leeway::rows(from, to, 1), answers);
    assert_int_equal(count, 1);
    leeway::pool silent(kept.release());
    silent.segments(leeway::rows(from, to, 1), answers);
    assert_int_equal(count, 1);
    silent.on_notice({});
    swap(silent, kept);
    kept.reset();
}

/* Constructors that would keep a scene that is gone do not compile. */
template <class Owner, class... Given> constexpr bool takes = std::is_constructible_v<Owner, Given...>;
static_assert(takes<leeway::motion, leeway::scene &> && takes<leeway::motion, const leeway::scene &> &&
              takes<leeway::motion, const lw_scene *> && !takes<leeway::motion, leeway::scene>);
static_assert(takes<leeway::joints, leeway::scene &, const char *, leeway::names> &&
              !takes<leeway::joints, leeway::scene, const char *, leeway::names>);
static_assert(takes<leeway::checker, leeway::scene &> && !takes<leeway::checker, leeway::scene>);
static_assert(takes<leeway::pool, leeway::scene &> && !takes<leeway::pool, leeway::scene>);
static_assert(takes<leeway::planner, leeway::scene &> && !takes<leeway::planner, leeway::scene>);
static_assert(takes<leeway::cell, leeway::scene &> && !takes<leeway::cell, leeway::scene>);
static_assert(takes<leeway::page, leeway::scene &> && !takes<leeway::page, leeway::scene>);
static_assert(takes<leeway::judge, leeway::cell &, int> && !takes<leeway::judge, leeway::cell, int>);
static_assert(takes<leeway::job_reader, leeway::cell &> && !takes<leeway::job_reader, leeway::cell>);

int main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scene),
        cmocka_unit_test(test_shape),
        cmocka_unit_test(test_joints),
        cmocka_unit_test(test_motion),
        cmocka_unit_test(test_checker),
        cmocka_unit_test(test_pool),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_planner),
        cmocka_unit_test(test_plane),
        cmocka_unit_test(test_cell),
        cmocka_unit_test(test_page),
        cmocka_unit_test(test_convex_pair),
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_moved_together),
        cmocka_unit_test(test_destroyed_before),
        cmocka_unit_test(test_listeners_move),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
