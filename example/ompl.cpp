/* OMPL plans for an arm among obstacles, and Leeway proves each motion:  ompl scenes/cell.json */
#include <leeway/ompl.h>

#include <cstdio>
#include <ompl/base/objectives/PathLengthOptimizationObjective.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/prm/PRMstar.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>

namespace ob = ompl::base;
namespace og = ompl::geometric;

static leeway::Scene load(const char *path)
{
    lw_error error{};
    lw_scene *scene = nullptr;
    leeway::require(lw_scene_create(&scene, &error), error);
    leeway::Scene owned = leeway::Scene::own(scene);
    leeway::require(lw_scene_load(scene, path, &error), error);
    leeway::require(lw_scene_freeze(scene, &error), error);
    return owned;
}

/* The six joints of the group "arm", within their limits. */
static ob::StateSpacePtr armSpace()
{
    auto space = std::make_shared<ob::RealVectorStateSpace>();
    space->addDimension("joint_1", -2.97, 2.97);
    space->addDimension("joint_2", -1.75, 2.2);
    space->addDimension("joint_3", -2.8, 0.9);
    space->addDimension("joint_4", -3.1, 3.1);
    space->addDimension("joint_5", -2.0, 2.0);
    space->addDimension("joint_6", -6.2, 6.2);
    return space;
}

/* Until there is a way that is as short as the setup's objective wants it; a minute is more than that
 * takes. */
static bool plan(const char *name, og::SimpleSetup &setup, const ob::PlannerPtr &planner)
{
    setup.clear();
    setup.setPlanner(planner);
    if (setup.solve(60) != ob::PlannerStatus::EXACT_SOLUTION)
        return std::printf("%s finds no way\n", name), false;
    setup.simplifySolution();
    const og::PathGeometric &path = setup.getSolutionPath();
    std::printf("%s: a way of %zu waypoints, %.2f rad long, %s\n", name, path.getStateCount(),
                path.length(), path.check() ? "proven free" : "NOT PROVEN");
    return path.check();
}

int main(int count, char **words)
try {
    ompl::msg::setLogLevel(ompl::msg::LOG_WARN);
    const leeway::Scene scene = load(words[count - 1]);
    og::SimpleSetup setup(armSpace());
    const ob::SpaceInformationPtr si = setup.getSpaceInformation();
    si->setStateValidityChecker(std::make_shared<leeway::StateValidityChecker>(si, scene, "arm"));
    si->setMotionValidator(std::make_shared<leeway::MotionValidator>(si, scene, "arm"));
    ob::ScopedState<> from(setup.getStateSpace()), to(setup.getStateSpace());
    from = std::vector<double>{-0.4, 0.1, 0.3, 0, 1.17, 1.5708}; /* one side of the post */
    to = std::vector<double>{1.6, 0.1, 0.3, 0, 1.17, 1.5708};    /* the other one */
    setup.setStartAndGoalStates(from, to);
    bool good = plan("RRT-Connect", setup, std::make_shared<og::RRTConnect>(si));
    auto length = std::make_shared<ob::PathLengthOptimizationObjective>(si);
    length->setCostThreshold(ob::Cost(15)); /* rad; PRM* would go on for ever shorter ways */
    setup.setOptimizationObjective(length);
    good &= plan("PRM*", setup, std::make_shared<og::PRMstar>(si));
    return !good;
} catch (const ompl::Exception &error) { /* leeway::Error is one */
    return std::printf("%s\n", error.what()), 2;
}
