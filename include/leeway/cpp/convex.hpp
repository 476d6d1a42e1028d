/* Two convex shapes in motion: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_CONVEX_HPP
#define LEEWAY_CPP_CONVEX_HPP

#include <leeway/cpp/owner.hpp>
#include <leeway/cpp/values.hpp>

namespace leeway
{

/* The motion of two bodies (lw_convex_motion). `states` fills the states of both, a and b, at the time
 * `at`, with bounds that hold on [at, until]; an exception from it ends the search. */
struct convex_motion {
    std::function<void(double at, double until, lw_body_state &a, lw_body_state &b)> states;
    double begin = 0, end = 1;
};

namespace detail
{

struct stated {
    const convex_motion &motion;
    caught exceptions;

    lw_convex_motion raw() noexcept
    {
        return {&fill, this, motion.begin, motion.end};
    }
    static lw_status fill(void *context, double at, double until, lw_body_state states[2]) noexcept
    {
        stated &self = *static_cast<stated *>(context);
        return self.exceptions.run([&] { self.motion.states(at, until, states[0], states[1]); })
                   ? LW_OK
                   : LW_ERROR_STOPPED;
    }
};

template <class Call>
convex_contact first_contact(const convex_motion &motion, lw_error *error, const Call &run)
{
    convex_contact out;
    stated to{motion, {}};
    const lw_convex_motion raw = to.raw();
    const lw_status got = attempt(error, [&](lw_error *into) {
        const lw_status ran = run(&raw, &out, into);
        to.exceptions.rethrow();
        return ran;
    });
    if (got) {
        out = convex_contact();
        out.kind = LW_VERDICT_UNDECIDED;
    }
    return out;
}

} // namespace detail

/* Two convex shapes, prepared for any number of motions (lw_convex_pair_create). */
class convex_pair : public detail::owner<lw_convex_pair, lw_convex_pair_destroy>
{
  public:
    using owner::owner;
    convex_pair() noexcept = default;
    convex_pair(const lw_shape_def &a, const lw_shape_def &b, lw_error *error = nullptr)
    {
        detail::call(error, lw_convex_pair_create, &a, &b, &raw());
    }

    /* The first contact. Undecided where there is an error. Any number of threads at once. */
    [[nodiscard]] convex_contact first_contact(const convex_motion &motion,
                                               const lw_contact_options &options = contact_options(),
                                               lw_error *error = nullptr) const
    {
        return detail::first_contact(
            motion, error, [&](const lw_convex_motion *raw, lw_convex_contact *out, lw_error *into) {
                return lw_convex_pair_first_contact(get(), raw, &options, out, into);
            });
    }
};

/* Makes a pair for one motion and asks for its first contact. */
[[nodiscard]] inline convex_contact
convex_first_contact(const lw_shape_def &a, const lw_shape_def &b, const convex_motion &motion,
                     const lw_contact_options &options = contact_options(), lw_error *error = nullptr)
{
    return detail::first_contact(
        motion, error, [&](const lw_convex_motion *raw, lw_convex_contact *out, lw_error *into) {
            return lw_convex_first_contact(&a, &b, raw, &options, out, into);
        });
}

} // namespace leeway

#endif
