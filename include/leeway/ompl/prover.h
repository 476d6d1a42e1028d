/* The checkers behind the classes for OMPL, one per thread: part of leeway/ompl.h. */
#ifndef LEEWAY_OMPL_PROVER_H
#define LEEWAY_OMPL_PROVER_H

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <ompl/base/StateSpace.h>

#include <leeway/leeway.h>
#include <leeway/ompl/space.h>

namespace leeway
{
namespace detail
{

/* An undecided verdict: nothing is known. */
inline lw_verdict undecided()
{
    lw_verdict verdict = lw_default_verdict();
    verdict.kind = LW_VERDICT_UNDECIDED;
    return verdict;
}

/* A checker, its motion, and the joint values that the motion is set to. For one thread at a time. */
class Asker
{
  public:
    Asker(const Map &map, const lw_scene *scene) : rows_(map.rows()), tracks_(map.groupCount())
    {
        lw_error error{};
        lw_checker *checker = nullptr;
        require(lw_checker_create(scene, &checker, &error), error);
        checker_.reset(checker);
        lw_motion *motion = nullptr;
        require(lw_motion_create(scene, &motion, &error), error);
        motion_.reset(motion);
    }

    /* Sets the motion to the rows. */
    lw_status set(const Map &map, lw_error *error)
    {
        for (std::size_t i = 0; i < tracks_.size(); i++)
            tracks_[i] = map.track(i, rows_);
        return lw_motion_set(motion_.get(), tracks_.data(), tracks_.size(), error);
    }

    /* The verdict on the rows: undecided if a number is NaN, or outside of limits that are strict. */
    lw_verdict check(const Map &map, const lw_check_options &options)
    {
        lw_error error{};
        lw_verdict verdict = lw_default_verdict();
        const lw_status status = set(map, &error);
        if (status == LW_ERROR_ARGUMENT || status == LW_ERROR_LIMIT)
            return undecided();
        require(status, error);
        require(lw_check(checker_.get(), motion_.get(), &options, &verdict, &error), error);
        return verdict;
    }

    Rows &rows()
    {
        return rows_;
    }

  private:
    struct Destroy {
        void operator()(lw_checker *checker) const
        {
            lw_checker_destroy(checker);
        }
        void operator()(lw_motion *motion) const
        {
            lw_motion_destroy(motion);
        }
    };

    std::unique_ptr<lw_checker, Destroy> checker_;
    std::unique_ptr<lw_motion, Destroy> motion_;
    Rows rows_;
    std::vector<lw_track> tracks_;
};

/* Askers that are lent to threads. Each thread has a slot, found by a hash of its id, and takes its
 * asker from there without a lock. If the slot is empty, because the thread is new or shares the slot
 * with another one, it gets an idle asker under a lock, or a new one. */
class Askers
{
  public:
    Askers(const Map &map, const lw_scene *scene) : map_(map), scene_(scene)
    {
    }
    ~Askers()
    {
        for (std::atomic<Asker *> &place : places_)
            delete place.load();
    }
    Askers(const Askers &) = delete;
    Askers &operator=(const Askers &) = delete;

    /* An asker that goes back when the loan ends. */
    class Loan
    {
      public:
        explicit Loan(Askers &askers) : askers_(askers), asker_(askers.take())
        {
        }
        ~Loan()
        {
            askers_.give(std::move(asker_));
        }
        Loan(const Loan &) = delete;
        Loan &operator=(const Loan &) = delete;
        Asker *operator->() const
        {
            return asker_.get();
        }

      private:
        Askers &askers_;
        std::unique_ptr<Asker> asker_;
    };

  private:
    std::atomic<Asker *> &place()
    {
        return places_[std::hash<std::thread::id>()(std::this_thread::get_id()) % places_.size()];
    }

    std::unique_ptr<Asker> take()
    {
        std::unique_ptr<Asker> asker(place().exchange(nullptr, std::memory_order_acquire));
        if (asker)
            return asker;
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            if (!idle_.empty()) {
                asker = std::move(idle_.back());
                idle_.pop_back();
                return asker;
            }
            idle_.reserve(++count_); /* so that give() needs no memory, and loses no asker */
        }
        return std::make_unique<Asker>(map_, scene_);
    }

    void give(std::unique_ptr<Asker> asker)
    {
        Asker *none = nullptr;
        if (place().compare_exchange_strong(none, asker.get(), std::memory_order_release,
                                            std::memory_order_relaxed)) {
            static_cast<void>(asker.release());
            return;
        }
        const std::lock_guard<std::mutex> lock(mutex_);
        idle_.push_back(std::move(asker));
    }

    const Map &map_;
    const lw_scene *scene_;
    std::array<std::atomic<Asker *>, 64> places_{};
    std::mutex mutex_;
    std::vector<std::unique_ptr<Asker>> idle_;
    std::size_t count_ = 0; /* how many askers there are */
};

/* A state that owns its memory, for interpolation. */
struct StateOf {
    explicit StateOf(const ompl::base::StateSpace &of) : space(of), state(of.allocState())
    {
    }
    ~StateOf()
    {
        space.freeState(state);
    }
    StateOf(const StateOf &) = delete;
    StateOf &operator=(const StateOf &) = delete;

    const ompl::base::StateSpace &space;
    ompl::base::State *state;
};

/* A verdict on a motion; until: the time, in OMPL's unit, up to which it is proven free. */
struct Proven {
    lw_verdict verdict = undecided();
    double until = 0;
};

/* Checks states and motions of a space. */
class Prover
{
  public:
    Prover(const ompl::base::StateSpace &space, Scene scene, const Groups &groups,
           const lw_check_options &options)
        : space_(space), scene_(std::move(scene)), map_(space, scene_.get(), groups), options_(options),
          askers_(map_, scene_.get())
    {
        /* options and groups that every question would refuse are refused here; rest values of the
           scene outside strict limits are not */
        lw_error error{};
        lw_check_options trial = options;
        trial.claim = nullptr;
        trial.step = nullptr;
        const Askers::Loan asker(askers_);
        asker->rows().points = 1;
        const lw_status status = asker->set(map_, &error);
        require(status == LW_ERROR_LIMIT ? LW_OK : status, error);
        asker->check(map_, trial);
    }

    lw_verdict checkState(const ompl::base::State *state, bool clearance) const
    {
        lw_check_options options = options_;
        options.any = options.unmeasured = !clearance; /* only the first contact has a depth */
        options.clearance = clearance;
        /* with a method that proves motions free but has no clearance, lw_check would fail; with one
           that does not prove, it leaves the clearance out */
        if (clearance && lw_method_serves(options.method, LW_SERVICE_FREE) &&
            !lw_method_serves(options.method, LW_SERVICE_CLEARANCE))
            options.method = LW_METHOD_AUTO;
        const Askers::Loan asker(askers_);
        map_.setState(state, asker->rows());
        return asker->check(map_, options);
    }

    /* any: if the motion is not free, until need not be as late as possible. Most invalid motions that
     * a planner tries end in contact: a check of the end alone shows it in a part of the time. */
    Proven checkMotion(const ompl::base::State *from, const ompl::base::State *to, bool any) const
    {
        lw_check_options options = options_;
        Proven proven;
        options.any = any;
        options.clearance = false;
        options.unmeasured = true;
        const Askers::Loan asker(askers_);
        if (any) {
            lw_check_options at_end = options;
            at_end.claim = nullptr;
            at_end.step = nullptr;
            at_end.sample = nullptr;
            map_.setState(to, asker->rows());
            proven.verdict = asker->check(map_, at_end);
            if (proven.verdict.kind == LW_VERDICT_CONTACT)
                return proven;
        }
        map_.setMotion(from, to, asker->rows());
        proven.verdict = asker->check(map_, options);
        proven.until = Map::time(asker->rows(), proven.verdict.free_until);
        return proven;
    }

    /* Finds a late state on a motion, before the time up to which it is proven, such that the motion to
     * that state is valid by itself. Returns its time; 0 and the first state if there is none. */
    double lastValid(const ompl::base::State *from, const ompl::base::State *to, double until,
                     ompl::base::State *out) const
    {
        until = lastInside(from, to, until, out);
        /* just before a contact there is no room for a proof */
        double back = options_.time_tolerance;
        while (until > back) {
            space_.interpolate(from, to, until - back, out);
            if (space_.satisfiesBounds(out) &&
                checkMotion(from, out, true).verdict.kind == LW_VERDICT_FREE)
                return until - back;
            back *= 10;
        }
        space_.copyState(out, from);
        return 0;
    }

  private:
    /* The last time up to `until` at which a motion is within bounds, by bisection; it begins within
     * them. */
    double lastInside(const ompl::base::State *from, const ompl::base::State *to, double until,
                      ompl::base::State *out) const
    {
        space_.interpolate(from, to, until, out);
        if (space_.satisfiesBounds(out))
            return until;
        double inside = 0;
        for (int i = 0; i < 50; i++) {
            const double middle = inside + 0.5 * (until - inside);
            space_.interpolate(from, to, middle, out);
            (space_.satisfiesBounds(out) ? inside : until) = middle;
        }
        return inside;
    }

    const ompl::base::StateSpace &space_;
    const Scene scene_;
    const Map map_;
    const lw_check_options options_;
    mutable Askers askers_;
};

} // namespace detail
} // namespace leeway

#endif
