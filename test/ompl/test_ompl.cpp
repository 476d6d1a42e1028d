// Tests leeway/ompl.h: states and motions of every kind of space against the space's own interpolation,
// at two hundred states of a motion, each checked by itself.
#include <atomic>
#include <functional>
#include <thread>

#include "ompl_world.h"
#include "seed.h"

static const double pi = 3.14159265358979323846;

/* Checks single states of a space in the scene. The values of a state are those of the groups, one
 * after the other, after some fixed values before them. */
class Static
{
  public:
    Static(const lw_scene *scene, const leeway::Groups &groups, std::vector<double> before)
        : before_(std::move(before))
    {
        lw_error error{};
        good(lw_checker_create(scene, &checker_, &error), error);
        good(lw_motion_create(scene, &motion_, &error), error);
        for (const leeway::Group &group : groups) {
            joints_.push_back(
                lw_scene_joints(scene, group.robot.empty() ? nullptr : group.robot.c_str(),
                                group.name.empty() ? nullptr : group.name.c_str(), &error));
            assert_non_null(joints_.back());
        }
    }
    ~Static()
    {
        lw_motion_destroy(motion_);
        lw_checker_destroy(checker_);
    }
    Static(const Static &) = delete;
    Static &operator=(const Static &) = delete;

    lw_verdict check(const ob::StateSpace &space, const ob::State *state, bool clearance = false)
    {
        lw_error error{};
        std::vector<double> values;
        std::vector<lw_track> tracks;
        space.copyToReals(values, state);
        values.insert(values.begin(), before_.begin(), before_.end());
        std::size_t next = 0;
        for (const lw_joints *joints : joints_) {
            lw_track track = lw_default_track();
            track.joints = joints;
            track.point_count = 1;
            track.positions = &values[next];
            next += lw_joints_value_count(joints);
            tracks.push_back(track);
        }
        assert_int_equal(next, values.size());
        good(lw_motion_set(motion_, tracks.data(), tracks.size(), &error), error);
        lw_check_options options = lw_default_check_options();
        lw_verdict verdict = lw_default_verdict();
        options.clearance = clearance;
        good(lw_check(checker_, motion_, &options, &verdict, &error), error);
        return verdict;
    }

  private:
    lw_checker *checker_ = nullptr;
    lw_motion *motion_ = nullptr;
    std::vector<const lw_joints *> joints_;
    std::vector<double> before_;
};

/* A space, a scene, and the values of the joints that the space leaves alone. */
struct Case {
    const char *name;
    std::function<leeway::Scene(ompl::RNG &)> scene;
    std::function<ob::StateSpacePtr()> space;
    leeway::Groups groups;
    std::vector<double> before;
};

static leeway::Scene arm(ompl::RNG &random)
{
    Builder scene;
    addArm(scene, "arm");
    addObstacles(scene, random, 60, false);
    return scene.freeze();
}

static leeway::Scene flyer(ompl::RNG &random)
{
    Builder scene;
    addFlyer(scene, "flyer");
    addObstacles(scene, random, 25, false);
    return scene.freeze();
}

static leeway::Scene vehicle(ompl::RNG &random)
{
    Builder scene(2);
    addVehicle(scene, "vehicle");
    addObstacles(scene, random, 8, true);
    return scene.freeze();
}

static leeway::Scene both(ompl::RNG &random)
{
    Builder scene;
    addFlyer(scene, "flyer");
    addArm(scene, "arm");
    addObstacles(scene, random, 8, false);
    return scene.freeze();
}

static ob::StateSpacePtr so2()
{
    return std::make_shared<ob::SO2StateSpace>();
}

static ob::StateSpacePtr so3()
{
    return std::make_shared<ob::SO3StateSpace>();
}

static const std::vector<Case> &cases()
{
    static const std::vector<Case> all = {
        {"RealVector: an arm", arm, [] { return vectorSpace(3, 2); }, "all", {}},
        {"RealVector: beyond half a turn", arm, [] { return vectorSpace(3, 7); }, "all", {}},
        {"RealVector: a vehicle", vehicle, [] { return vectorSpace(3); }, "", {}},
        {"SO2", arm, so2, "inner", {}},
        {"SO2 and RealVector",
         arm,
         [] {
             return compound({so2(), vectorSpace(2)});
         },
         "all",
         {}},
        {"SO2 twice",
         arm,
         [] {
             return compound({so2(), compound({so2(), vectorSpace(1)})});
         },
         "all",
         {}},
        {"SE2", vehicle, se2, "", {}},
        {"SO3", flyer, so3, "", {0, 0, 0}},
        {"SE3", flyer, se3, "", {}},
        {"RealVector and SO3",
         flyer,
         [] {
             return compound({vectorSpace(3), so3()});
         },
         "",
         {}},
        {"two groups of one robot",
         arm,
         [] {
             return compound({vectorSpace(1), vectorSpace(1), so2()});
         },
         leeway::Groups{"outer", "inner"},
         {}},
        {"two robots",
         both,
         [] {
             return compound({vectorSpace(1), so2(), so2(), se3()});
         },
         leeway::Groups{{"arm", "outer"}, {"arm", "inner"}, {"flyer", ""}},
         {}},
    };
    return all;
}

/* Changes the angles and orientations of the second state: half a turn from the first, where both ways
 * round are equally long, or hardly any turn. */
static void special(const ob::StateSpace &space, ompl::RNG &random, int which, const ob::State *from,
                    ob::State *to)
{
    std::vector<double> a;
    std::vector<double> b;
    space.copyToReals(a, from);
    space.copyToReals(b, to);
    const std::string kind = space.isCompound() ? "" : space.getName();
    if (space.isCompound()) {
        const auto &whole = *space.as<ob::CompoundStateSpace>();
        for (unsigned i = 0; i < whole.getSubspaceCount(); i++)
            special(*whole.getSubspace(i), random, which, (*from->as<ob::CompoundState>())[i],
                    (*to->as<ob::CompoundState>())[i]);
        return;
    }
    if (space.getType() == ob::STATE_SPACE_SO3) {
        double axis[3] = {random.gaussian01(), random.gaussian01(), random.gaussian01()};
        const double angle = which == 0 ? pi : 5e-5;
        const double size = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
        double turn[4] = {0, 0, 0, std::cos(angle / 2)};
        for (int i = 0; i < 3; i++)
            turn[i] = axis[i] / size * std::sin(angle / 2);
        if (which == 0)
            turn[3] = 0;
        b = {a[3] * turn[0] + a[0] * turn[3] + a[1] * turn[2] - a[2] * turn[1],
             a[3] * turn[1] - a[0] * turn[2] + a[1] * turn[3] + a[2] * turn[0],
             a[3] * turn[2] + a[0] * turn[1] - a[1] * turn[0] + a[2] * turn[3],
             a[3] * turn[3] - a[0] * turn[0] - a[1] * turn[1] - a[2] * turn[2]};
        space.copyFromReals(to, b);
        space.enforceBounds(to);
    } else if (space.getType() == ob::STATE_SPACE_SO2) {
        b[0] = a[0] + (which == 0 ? (a[0] > 0 ? -pi : pi) : 1e-6);
        space.copyFromReals(to, b);
        space.enforceBounds(to);
    }
}

struct Tally {
    int valid = 0, invalid = 0;
};

/* Compares one motion with the space's interpolation. */
static void holdMotion(const leeway::MotionValidator &validator, const ob::SpaceInformation &si,
                       Static &single, const ob::State *from, const ob::State *to, Tally &tally)
{
    enum { SAMPLES = 200 };
    const ob::StateSpace &space = *si.getStateSpace();
    leeway::detail::StateOf at(space);
    leeway::detail::StateOf last(space);
    std::pair<ob::State *, double> lastValid(last.state, 1.0);
    const bool valid = validator.checkMotion(from, to, lastValid);
    assert_int_equal(validator.checkMotion(from, to), valid);
    (valid ? tally.valid : tally.invalid)++;
    for (int i = 0; i <= SAMPLES; i++) {
        const double t = lastValid.second * i / SAMPLES;
        space.interpolate(from, to, t, at.state);
        if ((valid || lastValid.second > 0) && single.check(space, at.state).kind == LW_VERDICT_CONTACT)
            fail_msg("in contact at %.17g, proven until %.17g", t, lastValid.second);
    }
    if (valid) {
        assert_int_not_equal(single.check(space, to).kind, LW_VERDICT_CONTACT);
        return;
    }
    /* the obstacle that stopped it is near: no point moves more than some metres in all */
    assert_true(lastValid.second >= 0 && lastValid.second <= 1);
    const lw_verdict stopped = single.check(space, last.state, true);
    const double nearest =
        std::fmin(stopped.clearance.pair[0] < 0 ? 1 : stopped.clearance.lower,
                  stopped.self_clearance.pair[0] < 0 ? 1 : stopped.self_clearance.lower);
    if (stopped.kind == LW_VERDICT_FREE && nearest > 5e-3)
        fail_msg("%g is free at %.17g, where the last valid state should be", nearest,
                 lastValid.second);
    assert_true(stopped.kind == LW_VERDICT_FREE || lastValid.second == 0);
    space.interpolate(from, to, lastValid.second, at.state);
    assert_true(space.equalStates(at.state, last.state) ||
                space.distance(at.state, last.state) < 1e-12);
    if (lastValid.second > 0)
        assert_true(validator.checkMotion(from, last.state));
}

static void holdStates(const leeway::StateValidityChecker &checker, const ob::SpaceInformation &si,
                       Static &single, const ob::State *state, Tally &tally)
{
    double distance = -1;
    const bool valid = checker.isValid(state);
    (valid ? tally.valid : tally.invalid)++;
    assert_int_equal(checker.isValid(state, distance), valid);
    const lw_verdict wanted = single.check(*si.getStateSpace(), state, true);
    assert_int_equal(valid, wanted.kind == LW_VERDICT_FREE);
    assert_true(distance == checker.clearance(state)); // NOLINT: the very same
    if (valid && wanted.clearance.pair[0] >= 0)
        assert_true(
            distance == wanted.clearance.lower &&
            (distance > 0 || wanted.clearance.upper <= lw_default_check_options().clearance_absolute));
    else if (!valid)
        assert_true(distance <= 0);
}

static void test_against_the_space(void **)
{
    ompl::RNG random;
    for (const Case &one : cases()) {
        Tally motions;
        Tally states;
        for (int world = 0; world < test_rounds(6, 200); world++) {
            const leeway::Scene scene = one.scene(random);
            const ob::SpaceInformationPtr si = informed(one.space());
            const leeway::StateValidityChecker checker(si, scene, one.groups);
            const leeway::MotionValidator validator(si, scene, one.groups);
            const ob::StateSamplerPtr sampler = si->allocStateSampler();
            Static single(scene.get(), one.groups, one.before);
            leeway::detail::StateOf from(*si->getStateSpace());
            leeway::detail::StateOf to(*si->getStateSpace());
            for (int i = 0; i < 40; i++) {
                sampler->sampleUniform(from.state);
                sampler->sampleUniform(to.state);
                if (i % 2)
                    sampler->sampleUniformNear(to.state, from.state, 0.5);
                if (i % 8 >= 6)
                    special(*si->getStateSpace(), random, i % 8 - 6, from.state, to.state);
                holdStates(checker, *si, single, from.state, states);
                holdMotion(validator, *si, single, from.state, to.state, motions);
            }
            assert_int_equal(checker.getValidStateCount() + checker.getInvalidStateCount(), 80);
            assert_int_equal(validator.getUndecidedMotionCount(), 0);
        }
        printf("%s: %d motions valid and %d not; %d states valid and %d not\n", one.name, motions.valid,
               motions.invalid, states.valid, states.invalid);
        assert_true(motions.valid > 5 && motions.invalid > 5 && states.valid > 5);
    }
}

/* Compares a space's interpolation with the segment between the same values, pose by pose. */
static void holdSweeps(const leeway::Scene &scene, const ob::StateSpacePtr &space, bool rotates)
{
    enum { PAIRS = 1000, STEPS = 8 };
    lw_error error{};
    lw_motion *segment = nullptr;
    lw_motion *state = nullptr;
    good(lw_motion_create(scene.get(), &segment, &error), error);
    good(lw_motion_create(scene.get(), &state, &error), error);
    const ob::SpaceInformationPtr si = informed(space);
    const ob::StateSamplerPtr sampler = si->allocStateSampler();
    ompl::RNG random;
    leeway::detail::StateOf from(*space);
    leeway::detail::StateOf to(*space);
    leeway::detail::StateOf at(*space);
    for (int i = 0; i < PAIRS; i++) {
        std::vector<double> values[3];
        sampler->sampleUniform(from.state);
        sampler->sampleUniform(to.state);
        if (!rotates && i % 4 == 3)
            special(*space, random, 0, from.state, to.state);
        space->copyToReals(values[0], from.state);
        space->copyToReals(values[1], to.state);
        good(lw_motion_set_segment(segment, nullptr, values[0].data(), values[1].data(), &error),
             error);
        for (int k = 0; k <= STEPS; k++) {
            const double t = double(k) / STEPS;
            space->interpolate(from.state, to.state, t, at.state);
            space->copyToReals(values[2], at.state);
            lw_track track = lw_default_track();
            track.point_count = 1;
            track.positions = values[2].data();
            good(lw_motion_set(state, &track, 1, &error), error);
            for (std::size_t body = 0; body < lw_scene_body_count(scene.get()); body++) {
                lw_pose a;
                lw_pose b;
                good(lw_motion_pose(segment, body, t, &a, &error), error);
                good(lw_motion_pose(state, body, 0, &b, &error), error);
                const double along =
                    a.orientation.x * b.orientation.x + a.orientation.y * b.orientation.y +
                    a.orientation.z * b.orientation.z + a.orientation.w * b.orientation.w;
                assert_true(std::hypot(a.position.x - b.position.x, a.position.y - b.position.y,
                                       a.position.z - b.position.z) < 1e-9);
                assert_true(std::fabs(along) > 1 - 1e-9);
            }
        }
    }
    lw_motion_destroy(segment);
    lw_motion_destroy(state);
}

static leeway::Scene oneJoint(lw_joint_kind kind, int dimension)
{
    Builder scene(dimension);
    scene.robot("r");
    scene.joint("j", kind, "base", {0, 0, 0}, {0, 0, 1});
    lw_pose ahead = lw_pose_identity();
    ahead.position.x = 0.7;
    scene.shape("j_link", dimension == 2 ? disc(0.1) : ball(0.1), ahead);
    scene.obstacle("far", dimension == 2 ? disc(0.1) : ball(0.1), [] {
        lw_pose far = lw_pose_identity();
        far.position.y = 500;
        return far;
    }());
    return scene.freeze();
}

/* Segments between two configurations follow OMPL's interpolation, for every kind of joint. */
static void test_sweeps_of_segments(void **)
{
    holdSweeps(oneJoint(LW_JOINT_REVOLUTE, 3), vectorSpace(1, 3), false);
    holdSweeps(oneJoint(LW_JOINT_PRISMATIC, 3), vectorSpace(1, 3), false);
    holdSweeps(oneJoint(LW_JOINT_CONTINUOUS, 3), so2(), false);
    holdSweeps(oneJoint(LW_JOINT_PLANAR, 3), se2(), false);
    holdSweeps(oneJoint(LW_JOINT_PLANAR, 2), se2(), false);
    holdSweeps(oneJoint(LW_JOINT_FLOATING, 3), se3(), true);
}

/* Several threads with one validator get the answers of a single thread. */
static void test_threads(void **)
{
    enum { MOTIONS = 60, THREADS = 4 };
    ompl::RNG random;
    const leeway::Scene scene = both(random);
    const ob::SpaceInformationPtr si = informed(compound({vectorSpace(1), so2(), so2(), se3()}));
    const leeway::Groups groups{{"arm", "outer"}, {"arm", "inner"}, {"flyer", ""}};
    const leeway::StateValidityChecker checker(si, scene, groups);
    const leeway::MotionValidator validator(si, scene, groups);
    const ob::StateSamplerPtr sampler = si->allocStateSampler();
    std::vector<ob::State *> states(MOTIONS + 1);
    for (ob::State *&state : states)
        sampler->sampleUniform(state = si->allocState());
    const auto answer = [&](std::size_t i, double *until) {
        leeway::detail::StateOf last(*si->getStateSpace());
        std::pair<ob::State *, double> lastValid(last.state, 1.0);
        const bool valid = validator.checkMotion(states[i], states[i + 1], lastValid);
        *until = lastValid.second;
        return 4 * validator.checkMotion(states[i], states[i + 1]) + 2 * valid +
               checker.isValid(states[i]);
    };
    int wanted[MOTIONS];
    double until[MOTIONS];
    for (std::size_t i = 0; i < MOTIONS; i++)
        wanted[i] = answer(i, &until[i]);
    std::atomic<int> wrong(0);
    std::vector<std::thread> threads;
    threads.reserve(THREADS);
    for (int thread = 0; thread < THREADS; thread++)
        threads.emplace_back([&] {
            for (std::size_t i = 0; i < MOTIONS; i++) {
                double own;
                wrong += answer(i, &own) != wanted[i] || own < until[i] || own > until[i];
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    assert_int_equal(wrong, 0);
    assert_int_equal(validator.getCheckedMotionCount(), 2 * MOTIONS * (THREADS + 1));
    assert_int_equal(checker.getValidStateCount() + checker.getInvalidStateCount(),
                     MOTIONS * (THREADS + 1));
    for (ob::State *state : states)
        si->freeState(state);
}

/* An asker is lent to one caller at a time, and kept for the next. */
static void test_loans(void **)
{
    ompl::RNG random;
    const leeway::Scene scene = arm(random);
    const ob::StateSpacePtr space = vectorSpace(3);
    const leeway::detail::Map map(*space, scene.get(), "all");
    leeway::detail::Askers askers(map, scene.get());
    std::vector<leeway::detail::Asker *> first;
    for (int round = 0; round < 3; round++) {
        const leeway::detail::Askers::Loan a(askers);
        const leeway::detail::Askers::Loan b(askers);
        const leeway::detail::Askers::Loan c(askers);
        const std::vector<leeway::detail::Asker *> all = {a.operator->(), b.operator->(),
                                                          c.operator->()};
        assert_true(all[0] != all[1] && all[1] != all[2] && all[2] != all[0]);
        for (leeway::detail::Asker *one : all)
            if (round)
                assert_true(one == first[0] || one == first[1] || one == first[2]);
        first = all;
    }
}

int main()
{
    ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
    ompl::RNG::setSeed(static_cast<std::uint_fast32_t>(test_seed()));
    const CMUnitTest tests[] = {
        cmocka_unit_test(test_against_the_space),
        cmocka_unit_test(test_sweeps_of_segments),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_loans),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
