/* Leeway for OMPL, the Open Motion Planning Library: states and motions that are proven free. Header
 * only, C++14 or later, OMPL 1.5 or later.
 *
 *     lw_scene *scene = NULL;              // with leeway.h: create, load, freeze
 *     const char *arm = "panda_arm";
 *     si->setStateValidityChecker(std::make_shared<leeway::StateValidityChecker>(si, scene, arm));
 *     si->setMotionValidator(std::make_shared<leeway::MotionValidator>(si, scene, arm));
 *     si->setup();
 *
 * The proof is about the very motion that the state space interpolates: lines in RealVectorStateSpace,
 * the shorter way round in SO2StateSpace, the slerp in SO3StateSpace, and all of these side by side in
 * SE2StateSpace, SE3StateSpace and CompoundStateSpace. Spaces of any other class are refused, even if
 * derived from one of these (Dubins, Reeds-Shepp), since they interpolate in another way.
 *
 * The values of the space, in order, are the values of the groups' joints, in order (lw_scene_joints):
 *
 *     space                   joints
 *     RealVector, n values    n values of joints that turn or slide, or of planar joints, or the
 *                             position of a floating one
 *     SO2                     a joint that turns and that no other joint mimics, or the angle of a
 *                             planar one
 *     SE2                     a planar joint; or two that slide and one that turns
 *     SO3                     the orientation of a floating joint; where its position is in no space,
 *                             it is where the scene has it
 *     SE3                     a floating joint
 *
 * Joints that are in no group stand where the scene has them.
 *
 * Any number of threads may ask at once. Each has a checker of its own, which is made when a thread
 * first asks, and kept. From then on a question takes no lock and no memory, except one for the last
 * valid state of a motion that is not free. */
#ifndef LEEWAY_OMPL_H
#define LEEWAY_OMPL_H

#include <atomic>
#include <cmath>
#include <utility>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>

#include <leeway/leeway.h>
#include <leeway/ompl/prover.h>
#include <leeway/ompl/space.h>

namespace leeway
{

/* Whether states are valid: within the bounds of the space, and proven free of contacts.
 *
 * scene: frozen; it must outlive the checker, or be shared with it (leeway::Scene). groups: a name, a
 * leeway::Group, or several of them, for robots that are planned for together. options: those of
 * lw_check; any, clearance and unmeasured are set as needed. Throws leeway::Error, with one sentence:
 * argument (a space of another class, of another number of values, or whose values cannot be those of
 * the joints; options that lw_check refuses), name, state (the scene is not frozen), memory. */
class StateValidityChecker : public ompl::base::StateValidityChecker
{
  public:
    StateValidityChecker(const ompl::base::SpaceInformationPtr &si, Scene scene,
                         const Groups &groups = Groups(),
                         const lw_check_options &options = lw_default_check_options())
        : ompl::base::StateValidityChecker(si),
          prover_(*si->getStateSpace(), std::move(scene), groups, options)
    {
        specs_.clearanceComputationType = ompl::base::StateValidityCheckerSpecs::BOUNDED_APPROXIMATE;
    }

    /* False also if it is neither proven free nor in contact (getUndecidedStateCount), and for NaN.
     * Throws leeway::Error if memory runs out. */
    bool isValid(const ompl::base::State *state) const override
    {
        return ask(state, nullptr);
    }

    bool isValid(const ompl::base::State *state, double &dist) const override
    {
        return ask(state, &dist);
    }

    bool isValid(const ompl::base::State *state, double &dist, ompl::base::State * /*validState*/,
                 bool &validStateAvailable) const override
    {
        validStateAvailable = false;
        return ask(state, &dist);
    }

    /* Metres. For a free state: a proven lower bound of the smallest distance of all checked pairs
     * except those inside one robot, as in MoveIt; the margin is not subtracted. Infinite if there is
     * no such pair. In contact: minus the length of a translation that separates the bodies; 0 if they
     * are apart but within their margin. 0 also if nothing is proven, and for NaN. Bounds of the space
     * do not matter. */
    double clearance(const ompl::base::State *state) const override
    {
        return clearanceOf(prover_.checkState(state, true));
    }

    double clearance(const ompl::base::State *state, ompl::base::State * /*validState*/,
                     bool &validStateAvailable) const override
    {
        validStateAvailable = false;
        return clearance(state);
    }

    /* How many states isValid was asked about, by answer. Undecided ones count as invalid too. */
    unsigned long getValidStateCount() const
    {
        return valid_;
    }
    unsigned long getInvalidStateCount() const
    {
        return invalid_;
    }
    unsigned long getUndecidedStateCount() const
    {
        return undecided_;
    }
    void resetStateCounter()
    {
        valid_ = invalid_ = undecided_ = 0;
    }

  private:
    bool count(bool valid) const
    {
        (valid ? valid_ : invalid_).fetch_add(1, std::memory_order_relaxed);
        return valid;
    }

    bool ask(const ompl::base::State *state, double *dist) const
    {
        const bool inside = si_->satisfiesBounds(state);
        if (!inside && !dist)
            return count(false);
        const lw_verdict verdict = prover_.checkState(state, dist != nullptr);
        if (dist)
            *dist = clearanceOf(verdict);
        if (inside && verdict.kind == LW_VERDICT_UNDECIDED)
            undecided_.fetch_add(1, std::memory_order_relaxed);
        return count(inside && verdict.kind == LW_VERDICT_FREE);
    }

    static double clearanceOf(const lw_verdict &verdict)
    {
        if (verdict.kind == LW_VERDICT_FREE)
            return verdict.clearance.pair[0] < 0 ? HUGE_VAL : verdict.clearance.lower;
        return verdict.kind == LW_VERDICT_CONTACT ? -verdict.contact.depth : 0;
    }

    detail::Prover prover_;
    mutable std::atomic<unsigned long> valid_{0}, invalid_{0}, undecided_{0};
};

/* Whether motions are valid: between states within the bounds of the space, and proven free of contacts
 * all along. Arguments and errors as for StateValidityChecker. */
class MotionValidator : public ompl::base::MotionValidator
{
  public:
    MotionValidator(const ompl::base::SpaceInformationPtr &si, Scene scene,
                    const Groups &groups = Groups(),
                    const lw_check_options &options = lw_default_check_options())
        : ompl::base::MotionValidator(si),
          prover_(*si->getStateSpace(), std::move(scene), groups, options)
    {
    }

    /* False also if it is neither proven free nor in contact (getUndecidedMotionCount), and for NaN. s1
     * is not assumed to be valid. Throws leeway::Error if memory runs out. */
    bool checkMotion(const ompl::base::State *s1, const ompl::base::State *s2) const override
    {
        const bool inside = si_->satisfiesBounds(s1) && si_->satisfiesBounds(s2);
        return count(inside,
                     inside ? prover_.checkMotion(s1, s2, true).verdict.kind : LW_VERDICT_UNDECIDED);
    }

    /* As the function above. If the motion is not valid, it is proven free up to lastValid.second, and
     * the motion from s1 to the state there is valid by itself. Before a contact this leaves out twice
     * the time tolerance, or as much as is needed to get away from it. 0 and s1 if s1 is not valid. */
    bool checkMotion(const ompl::base::State *s1, const ompl::base::State *s2,
                     std::pair<ompl::base::State *, double> &lastValid) const override
    {
        const bool begins = si_->satisfiesBounds(s1);
        const detail::Proven proven = begins ? prover_.checkMotion(s1, s2, false) : detail::Proven();
        if (count(begins && si_->satisfiesBounds(s2), proven.verdict.kind))
            return true;
        const detail::StateOf last(*si_->getStateSpace());
        lastValid.second = prover_.lastValid(s1, s2, proven.until, last.state);
        if (lastValid.first)
            si_->copyState(lastValid.first, last.state);
        return false;
    }

    /* How many of the invalid motions were within bounds, but neither proven free nor in contact. */
    unsigned long getUndecidedMotionCount() const
    {
        return undecided_;
    }

  private:
    /* Counts atomically: several threads use the counters of the base class, which are not atomic. */
    bool count(bool inside, lw_verdict_kind kind) const
    {
        const bool valid = inside && kind == LW_VERDICT_FREE;
        if (inside && kind == LW_VERDICT_UNDECIDED)
            undecided_.fetch_add(1, std::memory_order_relaxed);
        __atomic_fetch_add(valid ? &valid_ : &invalid_, 1U, __ATOMIC_RELAXED);
        return valid;
    }

    detail::Prover prover_;
    mutable std::atomic<unsigned long> undecided_{0};
};

} // namespace leeway

#endif
