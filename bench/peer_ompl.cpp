// OMPL's planners behind a header in C.
#include "peer_ompl.h"

#include <cstdlib>
#include <ctime>
#include <memory>

#include <ompl/base/ScopedState.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/objectives/PathLengthOptimizationObjective.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/planners/informedtrees/BITstar.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/geometric/planners/rrt/RRTstar.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include "leeway/ompl.h"

namespace base = ompl::base;
namespace geometric = ompl::geometric;
using space_type = base::RealVectorStateSpace;

static double work()
{
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

static double *copy(const geometric::PathGeometric &path, size_t count, size_t *points)
{
    *points = path.getStateCount();
    auto *out = static_cast<double *>(std::calloc(*points * count, sizeof(double)));
    for (size_t i = 0; out && i < *points; i++)
        for (size_t k = 0; k < count; k++)
            out[i * count + k] =
                path.getState(static_cast<unsigned>(i))->as<space_type::StateType>()->values[k];
    return out;
}

double *peer_ompl_solve(const peer_ompl_problem *problem, peer_ompl_planner planner, size_t *points,
                        double *seconds)
{
    // sets the seed of the generators of this planner and its samplers; OMPL would log that others
    // exist already
    ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
    ompl::RNG::setSeed(problem->seed);
    auto space = std::make_shared<space_type>(static_cast<unsigned>(problem->count));
    base::RealVectorBounds bounds(static_cast<unsigned>(problem->count));
    bounds.low.assign(problem->lower, problem->lower + problem->count);
    bounds.high.assign(problem->upper, problem->upper + problem->count);
    space->setBounds(bounds);
    space->setLongestValidSegmentFraction(0.005); // MoveIt's default
    auto information = std::make_shared<base::SpaceInformation>(space);
    if (problem->scene) {
        information->setStateValidityChecker(std::make_shared<leeway::StateValidityChecker>(
            information, problem->scene, problem->group));
        information->setMotionValidator(
            std::make_shared<leeway::MotionValidator>(information, problem->scene, problem->group));
    } else {
        information->setStateValidityChecker([problem](const base::State *state) {
            return problem->is_free(problem->context, state->as<space_type::StateType>()->values);
        });
    }
    information->setup();
    base::ScopedState<space_type> from(space);
    base::ScopedState<space_type> to(space);
    for (size_t i = 0; i < problem->count; i++) {
        from->values[i] = problem->from[i];
        to->values[i] = problem->to[i];
    }
    auto definition = std::make_shared<base::ProblemDefinition>(information);
    definition->setStartAndGoalStates(from, to, 1e-9);
    base::PlannerPtr search;
    if (planner == PEER_OMPL_RRT_CONNECT) {
        search = std::make_shared<geometric::RRTConnect>(information);
    } else {
        definition->setOptimizationObjective(
            std::make_shared<base::PathLengthOptimizationObjective>(information));
        if (planner == PEER_OMPL_RRT_STAR)
            search = std::make_shared<geometric::RRTstar>(information);
        else
            search = std::make_shared<geometric::BITstar>(information);
    }
    search->setProblemDefinition(definition);
    search->setup();
    double begin = work();
    bool solved = search->solve(problem->seconds) == base::PlannerStatus::EXACT_SOLUTION;
    *seconds = work() - begin;
    if (!solved)
        return nullptr;
    return copy(*definition->getSolutionPath()->as<geometric::PathGeometric>(), problem->count, points);
}
