// Tests functions that leeway/leeway.hpp has C call: what they get, that an exception from them ends
// the call and comes out of it, and that the object serves again afterwards.
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#include <set>
#include <thread>

#include "cpp_world.h"

static std::atomic<std::size_t> allocations{0};

/* not inlined, so that compilers do not see malloc behind new */
__attribute__((noinline)) void *operator new(std::size_t size)
{
    allocations++;
    if (void *memory = std::malloc(size ? size : 1))
        return memory;
    throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void *memory) noexcept
{
    std::free(memory);
}
__attribute__((noinline)) void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

static void test_check(void **)
{
    const leeway::scene scene = frozen_rail();
    const leeway::motion motion = segment(scene, 0, 0.5);
    leeway::checker checker(scene);
    leeway::check_options options;
    std::size_t claims = 0, samples = 0, asked = 0;
    options.method = LW_METHOD_SLAB;
    options.claim = [&](const lw_claim &claim) {
        assert_int_equal(claim.pair, 0);
        claims++;
    };
    options.sample = [&](double time) {
        assert_true(time >= 0 && time <= 1);
        samples++;
    };
    options.stop = [&] {
        asked++;
        return false;
    };
    assert_int_equal(checker.check(motion, options).kind, LW_VERDICT_FREE);
    assert_true(claims && samples);
    options.stop = [] { return true; };
    const leeway::verdict stopped = checker.check(motion, options);
    assert_int_equal(stopped.kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(stopped.reason, LW_REASON_STOPPED);

    options = {};
    options.method = LW_METHOD_EXPANDED;
    std::size_t steps = 0;
    options.step = [&](const lw_step &step) {
        assert_true(step.from < step.to);
        steps++;
    };
    assert_int_equal(checker.check(segment(scene, 0, 0.86), options).kind, LW_VERDICT_FREE);
    assert_true(steps);
}

static void test_exceptions(void **)
{
    const leeway::scene scene = frozen_rail();
    const leeway::motion motion = segment(scene, 0, 0.5);
    leeway::checker checker(scene);
    leeway::check_options claim, step, sample, stop;
    lw_error error{};
    claim.claim = [](const lw_claim &) { throw thrown_by_test{1}; };
    step.method = LW_METHOD_EXPANDED;
    step.step = [](const lw_step &) { throw thrown_by_test{2}; };
    sample.method = LW_METHOD_SLAB;
    sample.sample = [](double) { throw thrown_by_test{3}; };
    stop.stop = []() -> bool { throw thrown_by_test{4}; };
    throws_own(1, [&] { (void)checker.check(motion, claim); });
    throws_own(
        1, [&] { (void)checker.check(motion, claim, &error); }); // the caller's own are always thrown
    throws_own(2, [&] { (void)checker.check(segment(scene, 0, 0.86), step); });
    throws_own(3, [&] { (void)checker.check(motion, sample); });
    throws_own(4, [&] { (void)checker.check(motion, stop); });
    throws_own(4, [&] { (void)checker.check_traced(motion, stop); });
    throws_own(4, [&] { (void)checker.cross_check(motion, leeway::cross_options(), stop); });
    throws_own(4, [&] { (void)checker.near_misses(motion, 10, stop); });
    throws_own(4, [&] { (void)leeway::check_many(scene, {motion, motion, motion}, stop, 2); });
    throws_own(1, [&] { (void)leeway::check_many(scene, {motion, motion, motion}, claim, 2); });
    throws_own(4, [&] {
        (void)leeway::cross_check_many(scene, {motion, motion, motion}, leeway::cross_options(), stop,
                                       2);
    });
    assert_int_equal(checker.check(motion).kind, LW_VERDICT_FREE);

    // an error of Leeway's passes through as it is
    claim.claim = [](const lw_claim &) { throw leeway::error(LW_ERROR_LIMIT, "enough of it"); };
    throws_error(LW_ERROR_LIMIT, "enough of it", [&] { (void)checker.check(motion, claim, &error); });
}

/* After an exception from `sample`, whose C function cannot end the check, the check is asked to stop.
 */
static void test_ends_early(void **)
{
    const leeway::scene scene = frozen_rail();
    const leeway::motion motion = segment(scene, 0, 0.86);
    leeway::checker checker(scene);
    leeway::check_options options;
    options.method = LW_METHOD_SAMPLED;
    options.resolution = 1e-5;
    std::size_t called = 0;
    options.sample = [&](double) {
        called++;
        throw thrown_by_test{5};
    };
    const auto samples = checker
                             .check(motion,
                                    [] {
                                        leeway::check_options plain;
                                        plain.method = LW_METHOD_SAMPLED;
                                        plain.resolution = 1e-5;
                                        return plain;
                                    }())
                             .samples;
    assert_true(samples > 10000);
    throws_own(5, [&] { (void)checker.check(motion, options); });
    assert_int_equal(called, 1);
}

/* C functions in the options are called too, where a std::function of another name makes the call. */
static bool stops(void *context)
{
    ++*static_cast<int *>(context);
    return true;
}

static void test_functions_of_c(void **)
{
    const leeway::scene scene = frozen_rail();
    const leeway::motion motion = segment(scene, 0, 0.5);
    leeway::checker checker(scene);
    lw_check_options raw = lw_default_check_options();
    int asked = 0;
    raw.stop = stops;
    raw.stop_context = &asked;
    assert_int_equal(checker.check(motion, raw).reason, LW_REASON_STOPPED);
    const int alone = asked;
    assert_true(alone > 0);
    leeway::check_options both = raw;
    both.claim = [](const lw_claim &) {};
    assert_int_equal(checker.check(motion, both).reason, LW_REASON_STOPPED);
    assert_true(asked > alone);
}

static void test_notices(void **)
{
    leeway::scene scene = open_rail();
    std::vector<std::string> heard;
    scene.on_notice([&](const leeway::notice &notice) {
        assert_true(notice.file.empty());
        assert_int_equal(notice.line, 0);
        heard.emplace_back(notice.sentence);
    });
    scene.allow_pair("ball", "nobody");
    scene.freeze();
    assert_int_equal(heard.size(), 1);

    leeway::scene other = open_rail();
    other.on_notice([](const leeway::notice &) { throw thrown_by_test{6}; });
    other.allow_pair("ball", "nobody");
    throws_own(6, [&] { other.freeze(); });
    lw_error error{};
    throws_own(6, [&] { other.freeze(&error); });
    other.on_notice({});
    other.freeze();

    leeway::motion motion(scene);
    motion.on_notice([](const leeway::notice &) { throw thrown_by_test{7}; });
    throws_own(7, [&] { motion.set_segment({0.0}, {11.0}); });
    throws_own(7, [&] { motion.add_notice("a sentence of the caller"); });
    throws_own(7, [&] { (void)motion.read_json(scene, "{\"from\": [0], \"to\": [11]}"); });
    const std::vector<double> points{0, 11};
    throws_own(7, [&] { motion.set(leeway::track::path(scene.joints(), points)); });
    motion.set_segment({0.0}, {1.0});

    leeway::pool pool(scene, 2);
    std::atomic<int> notices{0};
    const std::vector<double> from{0}, to{11, 12, 13, 1};
    lw_verdict_kind kinds[4];
    leeway::answers answers;
    answers.kind = kinds;
    pool.on_notice([&](const leeway::notice &) { notices++; });
    pool.segments(leeway::rows(from, to, 1), answers);
    assert_int_equal(notices, 3);
    pool.on_notice([](const leeway::notice &) { throw thrown_by_test{8}; });
    throws_own(8, [&] { pool.segments(leeway::rows(from, to, 1), answers); });
    for (const lw_verdict_kind kind : kinds)
        assert_int_equal(kind, LW_VERDICT_UNDECIDED);
    pool.on_notice({});
    pool.segments(leeway::rows(from, to, 1), answers);
    assert_int_equal(kinds[3], LW_VERDICT_CONTACT);
}

static void test_pool_threads(void **)
{
    const leeway::scene scene = frozen_rail();
    std::vector<leeway::motion> motions;
    motions.reserve(200);
    for (int i = 0; i < 200; i++)
        motions.push_back(segment(scene, 0, 0.5 + 0.001 * i));
    leeway::pool pool(scene, 4);
    leeway::check_options options;
    std::mutex mutex;
    std::set<std::size_t> claimed;
    options.claim = [&](const lw_claim &claim) {
        const std::lock_guard<std::mutex> lock(mutex);
        claimed.insert(claim.motion);
    };
    for (const leeway::verdict &verdict : pool.check(motions, options))
        assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    assert_int_equal(claimed.size(), motions.size());
    // all threads throw; one exception comes out
    options.claim = [](const lw_claim &) { throw thrown_by_test{9}; };
    for (int i = 0; i < 20; i++)
        throws_own(9, [&] { (void)pool.check(motions, options); });
    leeway::check_options stop;
    stop.stop = []() -> bool { throw thrown_by_test{10}; };
    const std::vector<double> from{0}, to{0.1, 0.2, 0.3};
    lw_verdict_kind kinds[3];
    leeway::answers answers;
    answers.kind = kinds;
    throws_own(10, [&] { pool.segments(leeway::rows(from, to, 1), answers, stop); });
    throws_own(10, [&] { pool.states(leeway::rows(to, 1), answers, stop); });
    for (const leeway::verdict &verdict : pool.check(motions))
        assert_int_equal(verdict.kind, LW_VERDICT_FREE);
}

static void test_others(void **)
{
    const leeway::scene scene = frozen_rail();
    leeway::planner planner(scene, leeway::plan_space(), 1);
    leeway::plan_options plan;
    plan.method = LW_PLAN_PRM;
    plan.stop = []() -> bool { throw thrown_by_test{11}; };
    throws_own(11, [&] { (void)planner.find({0.0}, {2.0}, plan); });
    plan.stop = [] { return true; };
    assert_int_equal(planner.find({0.0}, {2.0}, plan).reason, LW_REASON_STOPPED);
    leeway::roadmap roadmap(planner, 1);
    leeway::roadmap_options grow;
    grow.nodes = 100;
    grow.stop = []() -> bool { throw thrown_by_test{12}; };
    throws_own(12, [&] { roadmap.grow(grow); });
    grow.stop = {};
    roadmap.grow(grow);
    assert_int_equal(roadmap.node_count(), 100);

    const leeway::scene arm = loaded("scenes/cell.json");
    leeway::meeting_options meeting;
    meeting.stop = []() -> bool { throw thrown_by_test{13}; };
    const std::size_t a = arm.find_body("upper_arm").value(), b = arm.find_body("gripper").value();
    throws_own(13, [&] { (void)arm.meeting(a, b, meeting); });
    meeting.stop = [] { return true; };
    assert_int_equal(arm.meeting(a, b, meeting).reason, LW_REASON_STOPPED);

    const std::string viewer = "<html><!--leeway--></html>";
    leeway::page_options options;
    options.viewer = viewer.c_str();
    options.viewer_size = viewer.size();
    leeway::page page(scene, options);
    const leeway::motion motion = segment(scene, 0, 0.5);
    leeway::page_motion shown;
    shown.motion = motion.get();
    leeway::check_options stop;
    stop.stop = []() -> bool { throw thrown_by_test{14}; };
    throws_own(14, [&] { page.add(shown, stop); });
    page.add(shown);
    std::size_t parts = 0;
    throws_own(15, [&] {
        page.write([&](std::string_view) {
            parts++;
            throw thrown_by_test{15};
        });
    });
    assert_int_equal(parts, 1);
    lw_error error{};
    throws_own(16, [&] { page.write([](std::string_view) { throw thrown_by_test{16}; }, &error); });
    assert_true(page.html().find("</html>") != std::string::npos);

    const auto ball = leeway::shape_def::sphere(1);
    const leeway::convex_pair pair(ball, ball);
    leeway::convex_motion moving;
    moving.states = [](double at, double, lw_body_state &, lw_body_state &second) {
        second.pose.position.x = 4 - 4 * at;
        second.linear_velocity.x = -4;
    };
    const leeway::convex_contact contact = pair.first_contact(moving);
    assert_int_equal(contact.kind, LW_VERDICT_CONTACT);
    assert_near(contact.time, 0.5, 1e-6);
    moving.states = [](double, double, lw_body_state &, lw_body_state &) { throw thrown_by_test{17}; };
    throws_own(17, [&] { (void)pair.first_contact(moving); });
    throws_own(17, [&] { (void)leeway::convex_first_contact(ball, ball, moving); });

    const leeway::scene plane = loaded("scenes/workcell.json");
    leeway::cell cell(plane);
    leeway::motion whole(plane);
    plane.motion_read(0, whole);
    cell.add("first", whole);
    std::vector<std::size_t> one{0};
    leeway::judge judge(cell, 0);
    throws_own(14, [&] { (void)judge.job({lw_sequence{0, one.data(), 1}}, stop); });
}

/* A check makes no allocation in C++, with functions or without; in C that is another test's question.
 */
static void test_allocations(void **)
{
    const leeway::scene scene = frozen_rail();
    leeway::motion motion(scene);
    leeway::checker checker(scene);
    leeway::check_options options;
    std::size_t asked = 0;
    options.stop = [&] {
        asked++;
        return false;
    };
    const leeway::joints_view joints = scene.joints();
    const std::vector<double> from{0}, to{0.5};
    lw_error error{};
    motion.set_segment(joints, from, to);
    const std::size_t before = allocations;
    for (int i = 0; i < 10; i++) {
        motion.set_segment(from, to);
        motion.set_segment(joints, from, {0.6});
        assert_int_equal(checker.check(motion).kind, LW_VERDICT_FREE);
        assert_int_equal(checker.check(motion, options).kind, LW_VERDICT_FREE);
        assert_int_equal(checker.check(motion, &error).kind, LW_VERDICT_FREE);
    }
    assert_int_equal(allocations - before, 0);
    assert_true(asked);
}

int main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_check),      cmocka_unit_test(test_exceptions),
        cmocka_unit_test(test_ends_early), cmocka_unit_test(test_functions_of_c),
        cmocka_unit_test(test_notices),    cmocka_unit_test(test_pool_threads),
        cmocka_unit_test(test_others),     cmocka_unit_test(test_allocations),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
