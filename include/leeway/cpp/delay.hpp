/* Delays of two robots: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_DELAY_HPP
#define LEEWAY_CPP_DELAY_HPP

#include <leeway/cpp/motion.hpp>
#include <leeway/cpp/owner.hpp>
#include <leeway/cpp/values.hpp>

namespace leeway
{

/* The delays at which two robots are free of each other, in contact, or neither is known. */
class delays : public detail::struct_owner<lw_delays, lw_delays_free>
{
  public:
    using struct_owner::struct_owner;

    /* In the order of delays, without gaps. */
    span<const delay_span> spans() const noexcept
    {
        return {get()->spans, get()->count};
    }
};

/* Finds the delays of the second robot's trajectory (lw_delays_find). Robots are indices. Empty where
 * there is an error. */
[[nodiscard]] inline delays find_delays(motion_view first, std::size_t first_robot, motion_view second,
                                        std::size_t second_robot,
                                        const delay_options &options = delay_options(),
                                        lw_error *error = nullptr)
{
    delays out;
    detail::call(error, lw_delays_find, first.get(), first_robot, second.get(), second_robot, &options,
                 out.get());
    return out;
}

/* Whether a motion has a track for joints of a robot. */
inline bool moves_robot(motion_view motion, std::size_t robot)
{
    return lw_motion_moves_robot(motion.get(), robot);
}

} // namespace leeway

#endif
