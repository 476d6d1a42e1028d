/* Checkers behind the classes of OMPL, one a thread: part of leeway/ompl.h. */
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

/* A verdict that says nothing. */
inline lw_verdict undecided()
{
    lw_verdict verdict = lw_default_verdict();
    verdict.kind = LW_VERDICT_UNDECIDED;
    return verdict;
}

/* A checker, its motion, and the values that it is set to: of one thread at a time. */
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

    /* The verdict on the rows: one that says nothing where a number is none, or outside of limits that
     * the scene is strict about. */
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

/* Askers that are lent to threads: a thread gets the one back that it had, from a place of its own,
 * without a lock; where that is empty, because the thread is new or shares its place with another one,
 * it gets one of those that nobody has, or a new one. */
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

    /* One that goes back where the loan ends. */
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
            idle_.reserve(++count_); /* so that none is lost when it comes back */
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
    std::size_t count_ = 0; /* how many there are */
};

/* A state of its own, for what is interpolated. */
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

/* What is known of a motion: until is the time, in OMPL's, up to which it is proven free. */
struct Proven {
    lw_verdict verdict = undecided();
    double until = 0;
};

/* Answers for states and motions of a space, and counts its answers. */
class Prover
{
  public:
    Prover(const ompl::base::StateSpace &space, Scene scene, const Groups &groups,
           const lw_check_options &options)
        : space_(space), scene_(std::move(scene)), map_(space, scene_.get(), groups), options_(options),
          askers_(map_, scene_.get())
    {
        /* what would be refused at each question is refused here, but for where the scene has joints */
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
        /* a method that proves would refuse; one that does not leaves the clearance out */
        if (clearance && lw_method_serves(options.method, LW_SERVICE_FREE) &&
            !lw_method_serves(options.method, LW_SERVICE_CLEARANCE))
            options.method = LW_METHOD_AUTO;
        const Askers::Loan asker(askers_);
        map_.setState(state, asker->rows());
        return asker->check(map_, options);
    }

    /* any: until may be anything that happens to be proven, where the motion is not free. Most motions
     * that a planner tries and that are not valid end in contact: the end alone shows it in a part of
     * the time of the motion. */
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

    /* Sets a state to the last one on a motion, up to a time until which it is proven, to which the
     * motion is valid by itself, and returns its time; 0 and the first one where there is none. */
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
    /* The last time within bounds, up to a time: of a motion that is within them at its beginning. */
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
