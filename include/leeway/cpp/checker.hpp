/* Checks, second opinions, traces and curves: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_CHECKER_HPP
#define LEEWAY_CPP_CHECKER_HPP

#include <leeway/cpp/motion.hpp>

namespace leeway
{

/* The samples and proofs of a check. */
class trace : public detail::struct_owner<lw_trace, lw_trace_free>
{
  public:
    using struct_owner::struct_owner;

    span<const double> samples() const noexcept
    {
        return {get()->samples, get()->sample_count};
    }
    span<const lw_proof> proofs() const noexcept
    {
        return {get()->proofs, get()->proof_count};
    }
};

struct traced {
    leeway::verdict verdict;
    leeway::trace trace;
};

/* What a proof file states of a motion (lw_trace_read). id: NULL, or the motion's. */
[[nodiscard]] inline traced read_trace(const char *path, motion_view motion, const char *id = nullptr,
                                       lw_error *error = nullptr)
{
    traced out;
    detail::call(error, lw_trace_read, path, motion.get(), id, &out.verdict, out.trace.get());
    return out;
}

/* The smallest distances along a motion at sampled times (lw_curve_sample). kind 0: of pairs between
 * robots and obstacles, and between robots; 1: of pairs inside robots. */
class curve : public detail::struct_owner<lw_curve, lw_curve_free>
{
  public:
    using struct_owner::struct_owner;
    curve() noexcept = default;
    /* fixed_pairs: include pairs that the motion does not move against each other */
    curve(motion_view motion, std::size_t samples, bool fixed_pairs = false, lw_error *error = nullptr)
    {
        get()->fixed_pairs = fixed_pairs;
        detail::call(error, lw_curve_sample, motion.get(), samples, get());
    }

    span<const double> times() const noexcept
    {
        return {get()->times, get()->count};
    }
    span<const std::size_t> stages() const noexcept
    {
        return {get()->stages, get()->count};
    }
    span<const double> distances(std::size_t kind) const
    {
        return {get()->distances[kind], get()->count};
    }
    span<const std::size_t> pairs(std::size_t kind) const
    {
        return {get()->pairs[kind], get()->count};
    }
    /* The nearest points at a time, below times().size(): one on each body, in the world. */
    std::array<lw_vec3, 2> points(std::size_t kind, std::size_t time) const
    {
        return {get()->points[kind][time][0], get()->points[kind][time][1]};
    }
};

/* The answers of all methods for one motion. */
class cross : public detail::struct_owner<lw_cross, lw_cross_free>
{
  public:
    using struct_owner::struct_owner;

    /* The verdict of a method; NULL: it does not serve the question. */
    const lw_verdict *verdict(lw_method of) const noexcept
    {
        const auto index = static_cast<std::size_t>(of);
        return index < get()->method_count ? get()->verdicts[index] : nullptr;
    }
    span<const lw_conflict> conflicts() const noexcept
    {
        return {get()->conflicts, get()->conflict_count};
    }
};

/* Checks motions of a scene (lw_checker_create). One per thread; the scene must outlive it. */
class checker : public detail::owner<lw_checker, lw_checker_destroy>
{
  public:
    using owner::owner;
    checker() noexcept = default;
    explicit checker(scene_view scene, lw_error *error = nullptr)
    {
        detail::call(error, lw_checker_create, scene.get(), &raw());
    }
    explicit checker(leeway::scene &&, lw_error * = nullptr) = delete; /* would outlive its scene */

    lw_status set_scene(scene_view scene, lw_error *error = nullptr)
    {
        return detail::call(error, lw_checker_set_scene, raw(), scene.get());
    }
    lw_status set_scene(leeway::scene &&, lw_error * = nullptr) = delete; /* would outlive its scene */

    /* Checks one motion. Allocates as lw_check does. Undecided where there is an error. */
    [[nodiscard]] verdict check(motion_view motion, lw_error *error = nullptr)
    {
        verdict out;
        if (detail::call(error, lw_check, raw(), motion.get(), nullptr, &out))
            forget(out);
        return out;
    }
    [[nodiscard]] verdict check(motion_view motion, const check_options &options,
                                lw_error *error = nullptr)
    {
        verdict out;
        detail::check_calls calls(options);
        if (detail::call_with(calls.exceptions(), error, lw_check, raw(), motion.get(), calls.get(),
                              &out))
            forget(out);
        return out;
    }
    /* A check with its samples and proofs. */
    [[nodiscard]] traced check_traced(motion_view motion, const check_options &options = {},
                                      lw_error *error = nullptr)
    {
        traced out;
        detail::check_calls calls(options);
        if (detail::call_with(calls.exceptions(), error, lw_check_traced, raw(), motion.get(),
                              calls.get(), &out.verdict, out.trace.get()))
            forget(out.verdict);
        return out;
    }
    /* Whether a robot may run a motion. options.check is not used; its options are `check`. verdict:
     * NULL, or takes the verdict on the motion. */
    [[nodiscard]] safety verify(motion_view motion, const lw_verify_options &options = verify_options(),
                                const check_options &check = {}, lw_verdict *verdict = nullptr,
                                lw_error *error = nullptr)
    {
        safety out;
        detail::check_calls calls(check);
        lw_verify_options used = options;
        used.check = calls.get();
        if (detail::call_with(calls.exceptions(), error, lw_verify, raw(), motion.get(), &used, verdict,
                              &out)) {
            out = safety();
            out.kind = LW_SAFETY_UNDECIDED;
        }
        return out;
    }
    /* The answers of all methods. options.check is not used; its options are `check`. */
    [[nodiscard]] cross cross_check(motion_view motion,
                                    const lw_cross_options &options = cross_options(),
                                    const check_options &check = {}, lw_error *error = nullptr)
    {
        cross out;
        detail::check_calls calls(check);
        lw_cross_options used = options;
        used.check = calls.get();
        detail::call_with(calls.exceptions(), error, lw_cross_check, raw(), motion.get(), &used,
                          out.get());
        return out;
    }

    /* The clearances of all pairs that come nearer than a threshold. */
    [[nodiscard]] std::vector<lw_clearance> near_misses(motion_view motion, double threshold,
                                                        const check_options &options = {},
                                                        lw_error *error = nullptr)
    {
        detail::check_calls calls(options);
        return detail::filled<lw_clearance>(
            64, [&](std::vector<lw_clearance> &out, std::size_t &count) {
                return detail::call_with(calls.exceptions(), error, lw_near_misses, raw(), motion.get(),
                                         threshold, calls.get(), out.data(), out.size(), &count);
            });
    }
    lw_distance pair_distance(motion_view motion, double time, std::size_t pair,
                              lw_error *error = nullptr)
    {
        lw_distance out{};
        detail::call(error, lw_pair_distance, raw(), motion.get(), time, pair, &out);
        return out;
    }
    lw_distance pair_distance_by(motion_view motion, double time, std::size_t pair,
                                 lw_planar_algorithm algorithm, lw_error *error = nullptr)
    {
        lw_distance out{};
        detail::call(error, lw_pair_distance_by, raw(), motion.get(), time, pair, algorithm, &out);
        return out;
    }
    /* Three rows of one column per joint value; empty where there is an error. */
    std::vector<double> body_jacobian(motion_view motion, double time, std::size_t body, lw_vec3 point,
                                      joints_view joints = {}, lw_error *error = nullptr)
    {
        return columns(motion, joints, 3, error, [&](const lw_joints *used, double *out, lw_error *to) {
            return lw_body_jacobian(raw(), motion.get(), time, body, point, used, out, to);
        });
    }
    /* How far the values of a joint are from those of the motion in the contact that the last check
     * found (lw_checker_deviation): 0, 1, 3 or 7 numbers. */
    std::vector<double> deviation(std::size_t joint) const
    {
        std::array<double, 7> values{};
        const std::size_t count = lw_checker_deviation(raw(), joint, values.data());
        return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count)};
    }
    /* One number per joint value; empty where there is an error. */
    std::vector<double> pair_gradient(motion_view motion, double time, std::size_t pair,
                                      const lw_distance &measured, joints_view joints = {},
                                      lw_error *error = nullptr)
    {
        return columns(motion, joints, 1, error, [&](const lw_joints *used, double *out, lw_error *to) {
            return lw_pair_gradient(raw(), motion.get(), time, pair, &measured, used, out, to);
        });
    }

  private:
    /* what a failed check has written says nothing, and would read as free */
    static void forget(verdict &out) noexcept
    {
        out = verdict();
        out.kind = LW_VERDICT_UNDECIDED;
    }

    template <class Call>
    static std::vector<double> columns(motion_view motion, joints_view joints, std::size_t rows,
                                       lw_error *error, const Call &run)
    {
        std::vector<double> out;
        if (detail::attempt(error, [&](lw_error *to) {
                const lw_joints *used = joints.get();
                if (!motion)
                    return detail::fail(to, LW_ERROR_ARGUMENT, "there is no motion");
                if (!used)
                    used = lw_scene_joints(motion.scene().get(), nullptr, nullptr, to);
                if (!used)
                    return to->status;
                out.resize(rows * lw_joints_value_count(used));
                return run(used, out.data(), to);
            }))
            out.clear();
        return out;
    }
};

/* Checks many motions on several threads; 0: all processors. Empty where there is an error. */
[[nodiscard]] inline std::vector<verdict> check_many(scene_view scene, const motions &list,
                                                     const check_options &options = {},
                                                     unsigned threads = 0, lw_error *error = nullptr)
{
    std::vector<verdict> out(list.size());
    detail::check_calls calls(options);
    if (detail::call_with(calls.exceptions(), error, lw_check_many, scene.get(), list.data(),
                          list.size(), calls.get(), threads, static_cast<lw_verdict *>(out.data())))
        out.clear();
    return out;
}

/* Second opinions on many motions; options as for cross_check. Empty where there is an error. */
[[nodiscard]] inline std::vector<cross>
cross_check_many(scene_view scene, const motions &list,
                 const lw_cross_options &options = cross_options(), const check_options &check = {},
                 unsigned threads = 0, lw_error *error = nullptr)
{
    std::vector<lw_cross> raw(list.size(), lw_default_cross());
    std::vector<cross> out;
    out.reserve(list.size());
    detail::check_calls calls(check);
    lw_cross_options used = options;
    used.check = calls.get();
    detail::attempt(error, [&](lw_error *to) {
        const lw_status got =
            lw_cross_check_many(scene.get(), list.data(), list.size(), &used, threads, raw.data(), to);
        for (std::size_t i = 0; !got && i < raw.size(); i++)
            out.emplace_back(raw[i]);
        calls.exceptions().rethrow();
        return got;
    });
    return out;
}

} // namespace leeway

#endif
