/* Planners, roadmaps, paths in time: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_PLAN_HPP
#define LEEWAY_CPP_PLAN_HPP

#include <leeway/cpp/motion.hpp>

namespace leeway
{

/* Finds paths that are proven free (lw_planner_create). The scene must outlive it. Takes one call at a
 * time. */
class planner : public detail::owner<lw_planner, lw_planner_destroy>
{
  public:
    using owner::owner;
    planner() noexcept = default;
    /* threads: 0: all processors */
    explicit planner(scene_view scene, const lw_plan_space &space = plan_space(), unsigned threads = 0,
                     lw_error *error = nullptr)
    {
        detail::call(error, lw_planner_create, scene.get(), &space, threads, &raw());
    }
    explicit planner(leeway::scene &&, const lw_plan_space & = plan_space(), unsigned = 0,
                     lw_error * = nullptr) = delete; /* would outlive its scene */

    std::size_t value_count() const noexcept
    {
        return lw_planner_value_count(raw());
    }
    /* from, to: value_count() values each. LW_PLAN_NONE where there is an error. */
    [[nodiscard]] plan find(span<const double> from, span<const double> to,
                            const plan_options &options = {}, lw_error *error = nullptr)
    {
        return search(from, to, to.size() == value_count(), 1, options, error);
    }
    /* goals: value_count() values each, one after the other (lw_planner_find_any). */
    [[nodiscard]] plan find_any(span<const double> from, span<const double> goals,
                                const plan_options &options = {}, lw_error *error = nullptr)
    {
        const std::size_t width = value_count();
        const bool whole = width > 0 && goals.size() % width == 0;
        return search(from, goals, whole, whole ? goals.size() / width : 0, options, error);
    }

  private:
    plan search(span<const double> from, span<const double> goals, bool whole, std::size_t count,
                const plan_options &options, lw_error *error)
    {
        lw_plan out = lw_default_plan();
        detail::plan_calls calls(options);
        const lw_status got = detail::attempt(error, [&](lw_error *into) {
            if (from.size() != value_count() || !whole) {
                lw_error_set(into, LW_ERROR_ARGUMENT, nullptr, 0, 0,
                             "a configuration of the planner has %zu values; the search is from %zu to "
                             "%zu values",
                             value_count(), from.size(), goals.size());
                return LW_ERROR_ARGUMENT;
            }
            const lw_status found =
                lw_planner_find_any(raw(), from.data(), goals.data(), count, calls.get(), &out, into);
            calls.exceptions().rethrow();
            return found;
        });
        if (got) {
            out = lw_default_plan();
            out.kind = LW_PLAN_NONE;
        }
        return plan(out);
    }
};

/* A roadmap that is kept (lw_roadmap_create). Its planner must outlive it, and both together take one
 * call at a time. */
class roadmap : public detail::owner<lw_roadmap, lw_roadmap_destroy>
{
  public:
    using owner::owner;
    roadmap() noexcept = default;
    /* An empty roadmap. */
    roadmap(planner &of, std::uint64_t seed, lw_error *error = nullptr)
    {
        detail::call(error, lw_roadmap_create, of.get(), seed, &raw());
    }
    /* Reads a roadmap back (lw_roadmap_load). */
    static roadmap load(planner &of, text path, lw_error *error = nullptr)
    {
        roadmap out;
        detail::call(error, lw_roadmap_load, of.get(), path, &out.raw());
        return out;
    }

    lw_status save(text path, lw_error *error = nullptr) const
    {
        return detail::call(error, lw_roadmap_save, get(), path);
    }
    lw_status grow(const roadmap_options &options, lw_error *error = nullptr)
    {
        detail::roadmap_calls calls(options);
        return detail::call_with(calls.exceptions(), error, lw_roadmap_grow, raw(), calls.get());
    }
    std::size_t node_count() const
    {
        return lw_roadmap_node_count(object());
    }
    std::size_t edge_count() const
    {
        return lw_roadmap_edge_count(object());
    }
    std::uint64_t seed() const
    {
        return lw_roadmap_seed(object());
    }
    /* The values of a configuration; of: the roadmap's planner. Empty where there is an error. */
    std::vector<double> configuration(const planner &of, std::size_t node,
                                      lw_error *error = nullptr) const
    {
        std::vector<double> out(of.value_count());
        if (detail::call(error, lw_roadmap_configuration, get(), node, out.data()))
            out.clear();
        return out;
    }
    std::array<std::size_t, 2> segment(std::size_t edge, lw_error *error = nullptr) const
    {
        std::array<std::size_t, 2> out{};
        detail::call(error, lw_roadmap_segment, get(), edge, out.data());
        return out;
    }
};

/* A path in time (lw_time_path): rows of a trajectory. */
class timed_path : public detail::struct_owner<lw_timed_path, lw_timed_path_free>
{
  public:
    using struct_owner::struct_owner;

    span<const double> times() const noexcept
    {
        return {get()->times, get()->point_count};
    }
    span<const double> positions() const noexcept
    {
        return {get()->positions, get()->point_count * get()->value_count};
    }
    span<const double> velocities() const noexcept
    {
        return {get()->velocities, get()->point_count * get()->value_count};
    }
};

/* Finds the times of a path within limits; waypoints is as long as the path. */
[[nodiscard]] inline timed_path time_path(const lw_timing &timing, lw_error *error = nullptr)
{
    timed_path out;
    detail::call(error, lw_time_path, &timing, out.get());
    return out;
}
/* path: rows of velocities.size() values; one limit per value. */
[[nodiscard]] inline timed_path time_path(span<const double> path, span<const double> velocities,
                                          span<const double> accelerations, lw_error *error = nullptr)
{
    timed_path out;
    timing used;
    used.path = path.data();
    used.value_count = velocities.size();
    used.point_count = velocities.empty() ? 0 : path.size() / velocities.size();
    used.velocities = velocities.data();
    used.accelerations = accelerations.data();
    detail::attempt(error, [&](lw_error *to) {
        return path.size() != used.point_count * used.value_count ||
                       accelerations.size() != velocities.size()
                   ? detail::fail(
                         to, LW_ERROR_ARGUMENT,
                         "a path has rows of as many values as there are velocities and accelerations")
                   : lw_time_path(&used, out.get(), to);
    });
    return out;
}

/* A trajectory along a plan of this planner, proven free (lw_plan_timed). */
[[nodiscard]] inline timed_path plan_timed(const planner &of, const lw_plan &plan,
                                           const lw_timed_options &options = timed_options(),
                                           lw_error *error = nullptr)
{
    timed_path out;
    detail::call(error, lw_plan_timed, of.get(), &plan, &options, out.get());
    return out;
}
/* Sets a motion to the path of a plan, or to its trajectory (lw_motion_set_plan). */
inline lw_status set_plan(motion &out, const planner &of, const lw_plan &plan,
                          lw_error *error = nullptr)
{
    return detail::call(error, lw_motion_set_plan, out.get(), of.get(), &plan, nullptr);
}
inline lw_status set_plan(motion &out, const planner &of, const lw_plan &plan, const timed_path &timed,
                          lw_error *error = nullptr)
{
    return detail::call(error, lw_motion_set_plan, out.get(), of.get(), &plan, timed.get());
}

} // namespace leeway

#endif
