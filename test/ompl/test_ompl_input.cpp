// Tests leeway/ompl.h: spaces, groups, scenes, options and states that are refused, and motions at the
// edges of the spaces' interpolation.
#include <cmath>
#include <limits>

#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>
#include <ompl/base/spaces/TimeStateSpace.h>
#include <ompl/base/spaces/constraint/ProjectedStateSpace.h>

#include <leeway/leeway.hpp> // beside leeway/ompl.h

#include "ompl_world.h"

/* A space of a class of its own, whose interpolation is unknown. */
class Own : public ob::RealVectorStateSpace
{
  public:
    Own() : ob::RealVectorStateSpace(3)
    {
        setBounds(-1, 1);
        setName("own");
    }
};

/* The constraint that the distance from the origin is 1. */
class OnSphere : public ob::Constraint
{
  public:
    OnSphere() : ob::Constraint(3, 1)
    {
    }
    void function(const Eigen::Ref<const Eigen::VectorXd> &x,
                  Eigen::Ref<Eigen::VectorXd> out) const override
    {
        out[0] = x.norm() - 1;
    }
};

#define refuses(space, scene, groups, part) checkRefusal((space), (scene), (groups), (part), __LINE__)

static void checkRefusal(const ob::StateSpacePtr &space, const leeway::Scene &scene,
                         const leeway::Groups &groups, const std::string &part, int line)
{
    const auto si = std::make_shared<ob::SpaceInformation>(space);
    for (int which = 0; which < 2; which++)
        try {
            if (which)
                leeway::StateValidityChecker(si, scene, groups);
            else
                leeway::MotionValidator(si, scene, groups);
            fail_msg("line %d: it is not refused", line);
        } catch (const leeway::Error &error) {
            const std::string what = error.what();
            if (what.find(part) == std::string::npos || what.find('\n') != std::string::npos ||
                what.back() == '.')
                fail_msg("line %d: \"%s\" does not say \"%s\", in one sentence without a full stop",
                         line, what.c_str(), part.c_str());
        }
}

static leeway::Scene bodies()
{
    Builder scene;
    addArm(scene, "arm");
    addFlyer(scene, "flyer");
    scene.robot("cart");
    scene.joint("x", LW_JOINT_PRISMATIC, "base", {0, 0, 0}, {1, 0, 0});
    scene.joint("y", LW_JOINT_PRISMATIC, "x_link", {0, 0, 0}, {0, 1, 0});
    scene.joint("yaw", LW_JOINT_REVOLUTE, "y_link", {0, 0, 0}, {0, 0, 1});
    scene.joint("copy", LW_JOINT_REVOLUTE, "base", {0, 0, 5}, {0, 0, 1}, "yaw");
    scene.shape("yaw_link", ball(0.1), placed(0, 0, -3));
    scene.obstacle("far", ball(0.1), placed(50, 0, 0));
    return scene.freeze();
}

static void test_classes(void **)
{
    const leeway::Scene scene = bodies();
    const leeway::Groups all{{"arm", "all"}};
    auto real = std::make_shared<ob::RealVectorStateSpace>(3);
    real->setBounds(-2, 2);
    refuses(std::make_shared<ob::DubinsStateSpace>(), scene, all, "ompl::base::DubinsStateSpace");
    refuses(std::make_shared<ob::ReedsSheppStateSpace>(), scene, all,
            "ompl::base::ReedsSheppStateSpace");
    refuses(std::make_shared<ob::ProjectedStateSpace>(real, std::make_shared<OnSphere>()), scene, all,
            "ompl::base::ProjectedStateSpace");
    refuses(std::make_shared<Own>(), scene, all,
            "the space \"own\" is of the class Own, whose motions cannot be proven");
    refuses(compound({vectorSpace(2), std::make_shared<ob::TimeStateSpace>()}), scene, all,
            "ompl::base::TimeStateSpace");
    refuses(compound({vectorSpace(1), compound({std::make_shared<ob::DubinsStateSpace>()})}), scene,
            all, "ompl::base::DubinsStateSpace");
}

static void test_dimensions(void **)
{
    const leeway::Scene scene = bodies();
    const leeway::Groups arm{{"arm", "all"}};
    const leeway::Groups flyer{{"flyer", ""}};
    const auto so2 = std::make_shared<ob::SO2StateSpace>();
    const auto so3 = std::make_shared<ob::SO3StateSpace>();
    so2->setName("turn it");
    refuses(vectorSpace(2), scene, arm, "has 2 values, and the joints have 3 (turn, swing, slide)");
    refuses(vectorSpace(4), scene, arm, "has 4 values, and the joints have 3 (turn, swing, slide)");
    refuses(se3(), scene, arm, "has 7 values, and the joints have 3");
    refuses(se3(), scene, (leeway::Groups{{"arm", "all"}, {"flyer", ""}}),
            "an SO3StateSpace is the orientation of a floating joint");
    refuses(vectorSpace(3), scene, (leeway::Groups{{"arm", "all"}, {"flyer", ""}}),
            "has 3 values, and the joints have 10 (turn, swing, slide, fly)");
    refuses(so3, scene, arm, "an SO3StateSpace is the orientation of a floating joint");
    refuses(compound({vectorSpace(1), so3}), scene, flyer, "cannot be joint \"fly\"");
    refuses(vectorSpace(7), scene, flyer, "the orientation of a floating joint is an SO3StateSpace");
    refuses(compound({vectorSpace(3), so2, vectorSpace(3)}), scene, flyer,
            "the space \"turn it\" cannot be joint \"fly\": an SO2StateSpace is the angle of a joint");
    refuses(compound({vectorSpace(2), so2}), scene, arm, "cannot be joint \"slide\"");
    /* a joint mimics the cart's yaw, by half */
    refuses(se2(), scene, (leeway::Groups{{"cart", ""}}), "a joint mimics it");
    const auto si = informed(vectorSpace(3));
    assert_true(leeway::MotionValidator(si, scene, leeway::Group("cart", "")).getCheckedMotionCount() ==
                0);
}

static void test_names(void **)
{
    const leeway::Scene scene = bodies();
    refuses(vectorSpace(3), scene, (leeway::Groups{{"arm", "al"}}), "\"al\"");
    refuses(vectorSpace(3), scene, (leeway::Groups{{"hand", ""}}), "\"hand\"");
    refuses(vectorSpace(3), scene, "all", "robot"); /* there are several robots */
    refuses(vectorSpace(3), static_cast<const lw_scene *>(nullptr), "all", "there is no scene");
    Builder open;
    addArm(open, "arm");
    refuses(vectorSpace(3), open.scene, "all", "frozen");
    lw_scene_destroy(open.scene);
    /* the same group twice */
    refuses(vectorSpace(6), scene, (leeway::Groups{{"arm", "all"}, {"arm", "all"}}), "twice");
    lw_check_options options = lw_default_check_options();
    options.time_tolerance = -1;
    const auto si = informed(vectorSpace(3));
    try {
        const leeway::MotionValidator refused(si, scene, leeway::Group("arm", "all"), options);
        fail_msg("a negative tolerance is taken");
    } catch (const leeway::Error &error) {
        assert_int_equal(error.detail.status, LW_ERROR_ARGUMENT);
        assert_non_null(std::strstr(error.what(), "time tolerance"));
    }
}

static void test_not_a_number(void **)
{
    const double none = std::numeric_limits<double>::quiet_NaN();
    const leeway::Scene scene = bodies();
    const auto si = informed(compound({vectorSpace(2), vectorSpace(1)}));
    const leeway::Group group("arm", "all");
    const leeway::StateValidityChecker checker(si, scene, group);
    const leeway::MotionValidator validator(si, scene, group);
    leeway::detail::StateOf a(*si->getStateSpace());
    leeway::detail::StateOf b(*si->getStateSpace());
    leeway::detail::StateOf last(*si->getStateSpace());
    const std::vector<double> still(3, 0.0);
    for (const double wrong : {none, HUGE_VAL, 1e10, 0.0}) {
        std::pair<ob::State *, double> lastValid(last.state, 7);
        std::vector<double> values = still;
        values[2] = wrong;
        si->getStateSpace()->copyFromReals(a.state, still);
        si->getStateSpace()->copyFromReals(b.state, values);
        const bool good = !(wrong > 0) && !std::isnan(wrong);
        double distance = 7;
        assert_int_equal(checker.isValid(b.state), good);
        assert_int_equal(checker.isValid(b.state, distance), good);
        assert_int_equal(distance > 0, good);
        assert_int_equal(validator.checkMotion(a.state, b.state), good);
        assert_int_equal(validator.checkMotion(b.state, a.state), good);
        assert_int_equal(validator.checkMotion(a.state, b.state, lastValid), good);
        assert_true(lastValid.second == (good ? 7 : 0)); // NOLINT: set, or left as it was
        if (!good)
            assert_true(si->equalStates(last.state, a.state));
    }
    assert_int_equal(validator.getValidMotionCount(), 3);
    assert_int_equal(validator.getInvalidMotionCount(), 9);
    assert_int_equal(checker.getValidStateCount(), 2);
    assert_int_equal(checker.getInvalidStateCount(), 6);
    assert_int_equal(checker.getUndecidedStateCount(), 2); /* NaN, within bounds for the space */
}

/* Valid states and motions end at the bounds of the space. */
static void test_bounds(void **)
{
    Builder world;
    addArm(world, "arm");
    world.obstacle("far", ball(0.1), placed(50, 0, 0));
    const leeway::Scene scene = world.freeze();
    const auto si = informed(vectorSpace(3));
    const leeway::Group group("arm", "all");
    leeway::StateValidityChecker checker(si, scene, group);
    const leeway::MotionValidator validator(si, scene, group);
    leeway::detail::StateOf in(*si->getStateSpace());
    leeway::detail::StateOf out(*si->getStateSpace());
    leeway::detail::StateOf last(*si->getStateSpace());
    si->getStateSpace()->copyFromReals(in.state, {0, 0, 0});
    si->getStateSpace()->copyFromReals(out.state, {0.5, 2, -0.5});
    assert_true(checker.isValid(in.state) && !checker.isValid(out.state));
    double distance = 0;
    bool available = true;
    assert_false(checker.isValid(out.state, distance, last.state, available));
    assert_true(distance > 40 && distance < 50 && !available);
    assert_true(checker.clearance(in.state, last.state, available) > 40 && !available);
    std::pair<ob::State *, double> lastValid(last.state, 7);
    assert_false(validator.checkMotion(in.state, out.state));
    assert_false(validator.checkMotion(in.state, out.state, lastValid));
    assert_true(lastValid.second > 0.499 && lastValid.second <= 0.5); /* the bound is halfway */
    assert_true(si->satisfiesBounds(last.state) && validator.checkMotion(in.state, last.state));
    assert_false(validator.checkMotion(out.state, in.state));
    assert_false(validator.checkMotion(out.state, in.state, lastValid));
    assert_true(lastValid.second == 0 && si->equalStates(last.state, out.state)); // NOLINT: set to it
    lastValid.first = nullptr;
    assert_false(validator.checkMotion(in.state, out.state, lastValid));
    assert_true(lastValid.second > 0.499);
    lastValid.first = in.state; /* it may be one of the motion's ends */
    assert_false(validator.checkMotion(in.state, out.state, lastValid));
    assert_true(si->equalStates(in.state, last.state) == false && si->satisfiesBounds(in.state));
    checker.resetStateCounter();
    assert_int_equal(checker.getValidStateCount() + checker.getInvalidStateCount(), 0);
    assert_int_equal(checker.getSpecs().clearanceComputationType,
                     ob::StateValidityCheckerSpecs::BOUNDED_APPROXIMATE);
}

/* A rod of 2 m rises by 1 m beside a box at the distance `gap`, and turns by an angle so small that
 * SO3StateSpace ignores it: it rises without turning, and turns at the end. Returns whether that is
 * valid. */
static bool rises(double gap, double side)
{
    Builder scene;
    scene.robot("flyer");
    scene.joint("fly", LW_JOINT_FLOATING, "base", {0, 0, 0}, {0, 0, 1});
    scene.shape("fly_link", rod(0.05, 2), lw_pose_from_rpy({0, 0, 0}, 0, 1.57079632679489661923, 0));
    scene.obstacle("box", box(0.1, 1, 0.1), placed(1, side * (0.55 + gap), 1));
    const auto si = informed(compound({vectorSpace(3, 2), std::make_shared<ob::SO3StateSpace>()}));
    const leeway::MotionValidator validator(si, scene.freeze());
    leeway::detail::StateOf from(*si->getStateSpace());
    leeway::detail::StateOf to(*si->getStateSpace());
    const double half = 4e-5;
    si->getStateSpace()->copyFromReals(from.state, {0, 0, 0, 0, 0, 0, 1});
    si->getStateSpace()->copyFromReals(to.state, {0, 0, 1, 0, 0, std::sin(half), std::cos(half)});
    return validator.checkMotion(from.state, to.state);
}

static void test_turns_that_are_none(void **)
{
    assert_true(rises(1e-3, 1));
    assert_true(rises(1e-3, -1));
    assert_false(rises(-3e-5, -1)); /* with a steady turn it would have turned away on the way */
    assert_false(rises(3e-5, 1));   /* at the end it turns into the box */
    assert_true(rises(3e-5, -1));
}

/* A rod of 1 m turns by more than half a turn, as numbers: SO2StateSpace goes the shorter way round,
 * RealVectorStateSpace does not. */
static void test_shorter_way(void **)
{
    for (const double angle : {0.0, 3.0}) {
        Builder scene;
        addArm(scene, "arm");
        scene.obstacle("post", ball(0.1), placed(0.7 * std::cos(angle), 0.7 * std::sin(angle), 0.3));
        const leeway::Scene frozen = scene.freeze();
        const auto round = informed(compound({std::make_shared<ob::SO2StateSpace>(), vectorSpace(2)}));
        const auto straight = informed(vectorSpace(3, 4));
        leeway::detail::StateOf from(*round->getStateSpace());
        leeway::detail::StateOf to(*round->getStateSpace());
        leeway::detail::StateOf low(*straight->getStateSpace());
        leeway::detail::StateOf high(*straight->getStateSpace());
        for (const double sign : {1.0, -1.0}) {
            round->getStateSpace()->copyFromReals(from.state, {sign * 2.5, 0, 0});
            round->getStateSpace()->copyFromReals(to.state, {sign * -2.5, 0, 0});
            straight->getStateSpace()->copyFromReals(low.state, {sign * 2.5, 0, 0});
            straight->getStateSpace()->copyFromReals(high.state, {sign * -2.5, 0, 0});
            const bool behind = angle > 1;
            assert_int_equal(
                leeway::MotionValidator(round, frozen, "all").checkMotion(from.state, to.state),
                !behind);
            assert_int_equal(
                leeway::MotionValidator(straight, frozen, "all").checkMotion(low.state, high.state),
                behind);
        }
    }
}

/* The functions of the options are called for the motion alone, and not for its end, which is checked
 * first. */
static void test_functions_of_options(void **)
{
    Builder builder;
    addArm(builder, "arm");
    builder.obstacle("ball", ball(0.1), placed(-0.5, 0, 0.3));
    const leeway::Scene scene = builder.freeze();
    struct Seen {
        std::size_t claims = 0, samples = 0;
        double from = 1, to = 0;
    } seen, known;
    lw_check_options options = lw_default_check_options();
    options.claim = [](void *context, const lw_claim *claim) {
        auto *of = static_cast<Seen *>(context);
        of->claims++;
        of->from = std::fmin(of->from, claim->from);
        of->to = std::fmax(of->to, claim->to);
        return LW_OK;
    };
    options.sample = [](void *context, double) { static_cast<Seen *>(context)->samples++; };
    const auto space = compound({std::make_shared<ob::SO2StateSpace>(), vectorSpace(2)});
    const auto si = std::make_shared<ob::SpaceInformation>(space);
    options.claim_context = options.sample_context = &seen;
    const leeway::MotionValidator validator(si, scene, leeway::Groups{{"arm", "all"}}, options);
    seen = Seen(); // the constructor tries the options

    ob::ScopedState<> from(space), to(space);
    from = std::vector<double>{0.2, 0, 0};
    to = std::vector<double>{1, 0.1, 0.1};
    assert_true(validator.checkMotion(from.get(), to.get()));

    lw_error error{};
    lw_checker *checker = nullptr;
    lw_motion *motion = nullptr;
    lw_verdict verdict = lw_default_verdict();
    good(lw_checker_create(scene.get(), &checker, &error), error);
    good(lw_motion_create(scene.get(), &motion, &error), error);
    const double ends[2][3] = {{0.2, 0, 0}, {1, 0.1, 0.1}};
    good(lw_motion_set_segment(motion, nullptr, ends[0], ends[1], &error), error);
    options.claim_context = options.sample_context = &known;
    options.any = options.unmeasured = true;
    good(lw_check(checker, motion, &options, &verdict, &error), error);
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
    assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    assert_true(known.claims > 0 && known.samples > 0);
    assert_int_equal(seen.claims, known.claims);
    assert_int_equal(seen.samples, known.samples);
    assert_true(seen.from == known.from && seen.to == known.to);

    to = std::vector<double>{3.1, 0, 0};
    seen = Seen();
    assert_false(validator.checkMotion(from.get(), to.get()));
    assert_int_equal(seen.samples, 0); // the end is in contact, which decides the motion
}

/* In contact it is minus the depth, and infinite without any obstacles. */
static void test_clearance(void **)
{
    for (int which = 0; which < 2; which++) {
        Builder scene;
        addFlyer(scene, "flyer");
        scene.robot("ball");
        scene.joint("x", LW_JOINT_PRISMATIC, "base", {0, 0, 10}, {1, 0, 0});
        scene.shape("x_link", ball(0.5));
        if (which)
            scene.obstacle("other", ball(0.5), placed(3, 0, 10));
        else
            good(lw_scene_allow_pair(scene.scene, "fly_link", nullptr, true, &scene.error),
                 scene.error);
        const auto si = informed(vectorSpace(1, 5));
        const leeway::StateValidityChecker checker(si, scene.freeze(), leeway::Group("ball", ""));
        leeway::detail::StateOf at(*si->getStateSpace());
        const auto clearance = [&](double x) {
            si->getStateSpace()->copyFromReals(at.state, {x});
            return checker.clearance(at.state);
        };
        if (!which) {
            assert_true(std::isinf(clearance(0)));
            continue;
        }
        assert_true(std::fabs(clearance(0) - 2) < 0.021 && clearance(0) <= 2);
        assert_true(std::fabs(clearance(2.75) + 0.75) < 1e-3);
    }
}

/* A method that proves motions but has no clearance leaves the clearance to auto; a method that proves
 * nothing has none, and is not replaced. */
static void test_clearance_by_methods(void **)
{
    Builder builder;
    builder.robot("ball");
    builder.joint("x", LW_JOINT_PRISMATIC, "base", {0, 0, 10}, {1, 0, 0});
    builder.shape("x_link", ball(0.5));
    builder.obstacle("other", ball(0.5), placed(3, 0, 10));
    const leeway::Scene scene = builder.freeze();
    const auto si = informed(vectorSpace(1, 5));
    leeway::detail::StateOf at(*si->getStateSpace());
    for (int i = 0; lw_method_name(static_cast<lw_method>(i)); i++) {
        lw_check_options options = lw_default_check_options();
        options.method = static_cast<lw_method>(i);
        const leeway::StateValidityChecker checker(si, scene, leeway::Group("ball", ""), options);
        si->getStateSpace()->copyFromReals(at.state, {0});
        const double clearance = checker.clearance(at.state);
        if (lw_method_serves(options.method, LW_SERVICE_FREE))
            assert_true(clearance > 0 && !std::isinf(clearance));
        else
            assert_true(clearance == 0);
    }
}

int main()
{
    ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
    const CMUnitTest tests[] = {
        cmocka_unit_test(test_classes),
        cmocka_unit_test(test_dimensions),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_not_a_number),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_turns_that_are_none),
        cmocka_unit_test(test_shorter_way),
        cmocka_unit_test(test_clearance),
        cmocka_unit_test(test_clearance_by_methods),
        cmocka_unit_test(test_functions_of_options),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
