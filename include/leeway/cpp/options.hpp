/* Options that hold functions of the caller: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_OPTIONS_HPP
#define LEEWAY_CPP_OPTIONS_HPP

#include <leeway/cpp/owner.hpp>
#include <leeway/cpp/values.hpp>

namespace leeway
{

/* Options of a check: lw_check_options, whose functions are std::function here, under the same names.
 * They hide those of the C struct, so that they are called by functions of leeway.hpp only. */
struct check_options : lw_check_options {
    check_options() noexcept : lw_check_options(lw_default_check_options())
    {
    }
    check_options(const lw_check_options &of) noexcept : lw_check_options(of)
    {
    }

    std::function<bool()> stop;                  /* true ends the check, undecided */
    std::function<void(const lw_claim &)> claim; /* the claim lives until the function returns */
    std::function<void(const lw_step &)> step;
    std::function<void(double)> sample;
};

struct plan_options : lw_plan_options {
    plan_options() noexcept : lw_plan_options(lw_default_plan_options())
    {
    }
    plan_options(const lw_plan_options &of) noexcept : lw_plan_options(of)
    {
    }

    std::function<bool()> stop; /* true ends the search */
};

struct roadmap_options : lw_roadmap_options {
    roadmap_options() noexcept : lw_roadmap_options(lw_default_roadmap_options())
    {
    }
    roadmap_options(const lw_roadmap_options &of) noexcept : lw_roadmap_options(of)
    {
    }

    std::function<bool()> stop; /* true ends the call */
};

struct meeting_options : lw_meeting_options {
    meeting_options() noexcept : lw_meeting_options(lw_default_meeting_options())
    {
    }
    meeting_options(const lw_meeting_options &of) noexcept : lw_meeting_options(of)
    {
    }

    std::function<bool()> stop; /* true ends the search, undecided */
};

namespace detail
{

/* Options as C takes them, for one call: with functions that call those of the caller, and keep what
 * these throw. After an exception the call is asked to stop. Without functions they are the caller's
 * own options. */
template <class Options, class Raw> class calls
{
  public:
    explicit calls(const Options &given) : given_(given), passed_(&given)
    {
        if (!needed())
            return;
        raw_ = given;
        raw_.stop = &stop;
        raw_.stop_context = this;
        if constexpr (checks)
            set_claims();
        passed_ = &raw_;
    }
    calls(const calls &) = delete;
    calls &operator=(const calls &) = delete;

    const Raw *get() const noexcept
    {
        return passed_;
    }
    caught &exceptions() noexcept
    {
        return caught_;
    }

  private:
    static constexpr bool checks = std::is_same_v<Raw, lw_check_options>;

    bool needed() const noexcept
    {
        if constexpr (checks)
            if (given_.claim || given_.step || given_.sample)
                return true;
        return static_cast<bool>(given_.stop);
    }

    void set_claims() noexcept
    {
        if (given_.claim) {
            raw_.claim = &claim;
            raw_.claim_context = this;
        }
        if (given_.step) {
            raw_.step = &step;
            raw_.step_context = this;
        }
        if (given_.sample) {
            raw_.sample = &sample;
            raw_.sample_context = this;
        }
    }

    static calls &of(void *context) noexcept
    {
        return *static_cast<calls *>(context);
    }
    static bool stop(void *context) noexcept
    {
        calls &self = of(context);
        const Raw &raw = self.given_;
        bool stops = false;
        const bool ran = self.caught_.run([&] {
            stops = self.given_.stop ? self.given_.stop() : raw.stop && raw.stop(raw.stop_context);
        });
        return stops || !ran;
    }
    static lw_status claim(void *context, const lw_claim *made) noexcept
    {
        calls &self = of(context);
        return self.caught_.run([&] { self.given_.claim(*made); }) ? LW_OK : LW_ERROR_STOPPED;
    }
    static lw_status step(void *context, const lw_step *made) noexcept
    {
        calls &self = of(context);
        return self.caught_.run([&] { self.given_.step(*made); }) ? LW_OK : LW_ERROR_STOPPED;
    }
    static void sample(void *context, double time) noexcept
    {
        calls &self = of(context);
        self.caught_.run([&] { self.given_.sample(time); });
    }

    const Options &given_;
    const Raw *passed_;
    Raw raw_{};
    caught caught_;
};

using check_calls = calls<check_options, lw_check_options>;
using plan_calls = calls<plan_options, lw_plan_options>;
using roadmap_calls = calls<roadmap_options, lw_roadmap_options>;
using meeting_calls = calls<meeting_options, lw_meeting_options>;

} // namespace detail
} // namespace leeway

#endif
