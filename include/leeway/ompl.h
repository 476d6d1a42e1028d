/* Leeway for OMPL, the Open Motion Planning Library: states and motions that are proven free. Header
 * only, C++14 or later, OMPL 1.5 or later.
 *
 *     lw_scene *scene = NULL;              // with leeway.h: create, load, freeze
 *     si->setStateValidityChecker(std::make_shared<leeway::StateValidityChecker>(si, scene,
 * "panda_arm")); si->setMotionValidator(std::make_shared<leeway::MotionValidator>(si, scene,
 * "panda_arm")); si->setup();
 *
 * What is proven of a motion is what the state space interpolates, all of it: lines in
 * RealVectorStateSpace, the shorter way round in SO2StateSpace, the slerp in SO3StateSpace, and all of
 * these side by side in SE2StateSpace, SE3StateSpace and CompoundStateSpace. Spaces of any other class
 * are refused, those that are derived from these too (Dubins, Reeds-Shepp), since they interpolate in
 * another way.
 *
 * The values of the space, in its order, are those of the groups' joints, in theirs (lw_scene_joints):
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
 * first asks, and kept; from then on a question takes no lock and no memory, but for a motion that is
 * not free and whose last valid state is asked for. */
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
 * leeway::Group, or several of them, for robots that are planned for together. options: what lw_check
 * takes; any, clearance and unmeasured are set as needed. Throws leeway::Error, with one sentence:
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

    /* False where it is neither proven nor in contact (getUndecidedStateCount), and for NaN. Throws
     * leeway::Error where memory runs out. */
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

    /* Metres. Of a free state: a lower bound, proven, of the smallest distance between bodies that are
     * checked, those of one robot among themselves left out, as in MoveIt; the margin is not taken off.
     * Infinite where there is no such pair. In contact: minus the length of a way out of it; 0 where
     * bodies are apart but within their margin, where nothing is proven, and for NaN. Bounds of the
     * space do not matter. */
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

    /* How many states isValid was asked about, by its answers; undecided ones are invalid too. */
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

    bool ask(const ompl::base::State *state, double *distance) const
    {
        const bool inside = si_->satisfiesBounds(state);
        if (!inside && !distance)
            return count(false);
        const lw_verdict verdict = prover_.checkState(state, distance != nullptr);
        if (distance)
            *distance = clearanceOf(verdict);
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
 * all along. Arguments and errors as above. */
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

    /* False where it is neither proven nor in contact (getUndecidedMotionCount), and for NaN. s1 is not
     * assumed to be valid. Throws leeway::Error where memory runs out. */
    bool checkMotion(const ompl::base::State *s1, const ompl::base::State *s2) const override
    {
        const bool inside = si_->satisfiesBounds(s1) && si_->satisfiesBounds(s2);
        return count(inside,
                     inside ? prover_.checkMotion(s1, s2, true).verdict.kind : LW_VERDICT_UNDECIDED);
    }

    /* The same. Where the motion is not valid, it is proven up to lastValid.second, and the motion from
     * s1 to the state there is valid by itself. Before a contact that leaves out the tolerance of times
     * twice, or as much as it takes to come away from it; 0 and s1, where s1 is not valid. */
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

    /* How many of the invalid motions were within bounds, but neither proven nor in contact. */
    unsigned long getUndecidedMotionCount() const
    {
        return undecided_;
    }

  private:
    /* Of several threads at once, which the counters of the base class were not made for. */
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
