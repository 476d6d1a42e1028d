/* Gates for commands, and motions that run: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_GATE_HPP
#define LEEWAY_CPP_GATE_HPP

#include <leeway/cpp/motion.hpp>

namespace leeway
{

/* Lets pass what is proven to be safe of the chunks of waypoints that it is asked about
 * (lw_gate_create). The scene must live until the gate is given another one, or is destroyed. */
class gate : public detail::owner<lw_gate, lw_gate_destroy>
{
  public:
    using owner::owner;
    gate() noexcept = default;
    explicit gate(scene_view scene, const lw_gate_options &options = gate_options(),
                  lw_error *error = nullptr)
    {
        detail::call(error, lw_gate_create, scene.get(), &options, &raw());
    }
    explicit gate(leeway::scene &&, const lw_gate_options & = gate_options(),
                  lw_error * = nullptr) = delete; /* would outlive its scene */

    /* Asks about a chunk. Where there is an error, and it is not thrown, the answer is a stop. */
    [[nodiscard]] gate_answer check(const lw_gate_request &request, lw_error *error = nullptr)
    {
        gate_answer out;
        detail::call(error, lw_gate_check, raw(), &request, &out);
        return out;
    }
    /* The scene that the gate is of. */
    scene_view scene() const
    {
        return scene_view(lw_gate_scene(object()));
    }
    /* The motion that the last answer speaks of, until the next one; empty: there is none. */
    motion_view motion() const
    {
        return motion_view(lw_gate_motion(object()));
    }
};

/* A motion that runs while the world changes (lw_running_create). The scene must live until the first
 * update has been given another one. options: its functions are C's. */
class running : public detail::owner<lw_running, lw_running_destroy>
{
  public:
    using owner::owner;
    running() noexcept = default;
    explicit running(motion_view motion, const lw_check_options &options = lw_default_check_options(),
                     lw_error *error = nullptr)
    {
        detail::call(error, lw_running_create, motion.get(), &options, &raw());
    }

    /* Whether the rest of the motion, from `now` on, is free in a scene, which must live until the next
     * call with another one. Undecided where there is an error. */
    [[nodiscard]] verdict update(scene_view scene, double now, lw_error *error = nullptr)
    {
        verdict out;
        if (detail::call(error, lw_running_update, raw(), scene.get(), now, &out)) {
            out = verdict();
            out.kind = LW_VERDICT_UNDECIDED;
        }
        return out;
    }
    verdict update(leeway::scene &&, double, lw_error * = nullptr) = delete; /* would outlive it */
};

} // namespace leeway

#endif
