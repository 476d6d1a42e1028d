/* Motions and tracks: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_MOTION_HPP
#define LEEWAY_CPP_MOTION_HPP

#include <leeway/cpp/scene.hpp>
#include <leeway/spline.h>

namespace leeway
{

/* The values of some joints over time (lw_track). The arrays are not copied: they must live until the
 * motion is set. */
struct track : lw_track {
    track() noexcept : lw_track(lw_default_track())
    {
    }
    track(const lw_track &of) noexcept : lw_track(of)
    {
    }

    /* A path through waypoints: positions has one row of joints.value_count() values for each. Errors:
     * argument (no joints, numbers that are no whole row). */
    static track path(joints_view joints, span<const double> positions, lw_error *error = nullptr)
    {
        return made(LW_TRACK_PATH, joints, {}, positions, {}, {}, error);
    }
    /* A trajectory: waypoints at times, in seconds. Without velocities or accelerations: none. Errors:
     * argument (no joints, arrays that are not of times.size() rows). */
    static track trajectory(joints_view joints, span<const double> times, span<const double> positions,
                            span<const double> velocities = {}, span<const double> accelerations = {},
                            lw_error *error = nullptr)
    {
        return made(LW_TRACK_TRAJECTORY, joints, times, positions, velocities, accelerations, error);
    }

  private:
    static track made(lw_track_kind kind, joints_view joints, span<const double> times,
                      span<const double> positions, span<const double> velocities,
                      span<const double> accelerations, lw_error *error)
    {
        track out;
        out.kind = kind;
        detail::attempt(error, [&](lw_error *to) {
            const std::size_t width = joints ? joints.value_count() : 0;
            const bool timed = kind == LW_TRACK_TRAJECTORY;
            const std::size_t count = timed ? times.size() : width ? positions.size() / width : 0;
            if (!width)
                return detail::fail(to, LW_ERROR_ARGUMENT, "a track needs joints that have values");
            if (positions.size() != count * width ||
                (!velocities.empty() && velocities.size() != positions.size()) ||
                (!accelerations.empty() && accelerations.size() != positions.size()))
                return detail::fail(
                    to, LW_ERROR_ARGUMENT,
                    "the arrays of a track need a row of one number per value of its joints for "
                    "each waypoint");
            out.joints = joints.get();
            out.point_count = count;
            out.times = timed ? times.data() : nullptr;
            out.positions = positions.data();
            out.velocities = velocities.empty() ? nullptr : velocities.data();
            out.accelerations = accelerations.empty() ? nullptr : accelerations.data();
            return LW_OK;
        });
        return out;
    }
};

static_assert(sizeof(track) == sizeof(lw_track));

struct interval {
    double begin, end;
};

/* The bounds of a joint's values in a planning request. */
struct value_bounds {
    std::size_t count = 0; /* of values: 0, 1, 3 or 7 */
    std::array<double, 7> lower{}, upper{};
};

/* How far the values of a joint may be off: 0, 1 or 3 of them. */
struct joint_tolerance {
    std::size_t count = 0;
    std::array<double, 3> constant{}, per_speed{};
};

/* A motion that another object owns, such as a stage, and all that can be asked of a motion. */
class motion_view : public detail::borrowed<lw_motion>
{
  public:
    motion_view() noexcept = default;
    motion_view(const lw_motion *raw) noexcept : borrowed(const_cast<lw_motion *>(raw))
    {
    }

    const lw_motion *get() const noexcept
    {
        return raw();
    }

    scene_view scene() const
    {
        return lw_motion_scene(object());
    }
    leeway::interval interval() const
    {
        leeway::interval out{};
        lw_motion_interval(object(), &out.begin, &out.end);
        return out;
    }
    bool in_seconds() const
    {
        return lw_motion_in_seconds(object());
    }
    lw_interpolation interpolation() const
    {
        return lw_motion_interpolation(object());
    }
    std::size_t piece_count() const
    {
        return lw_motion_piece_count(object());
    }
    bool moves(std::size_t joint) const
    {
        return lw_motion_moves(object(), joint);
    }
    bool approaches(std::size_t joint) const
    {
        return lw_motion_approaches(object(), joint);
    }
    lw_pose pose(std::size_t body, double time, lw_error *error = nullptr) const
    {
        lw_pose out = lw_pose_identity();
        detail::call(error, lw_motion_pose, get(), body, time, &out);
        return out;
    }
    lw_pose link_pose(std::size_t link, double time, lw_error *error = nullptr) const
    {
        lw_pose out = lw_pose_identity();
        detail::call(error, lw_motion_link_pose, get(), link, time, &out);
        return out;
    }
    /* points: rows x y z at a pose in the world; out: room for one value a point. */
    lw_status near_robots(double time, double margin, span<const double> points, span<bool> out,
                          lw_pose at = pose_identity(), lw_error *error = nullptr) const
    {
        return detail::attempt(error, [&](lw_error *into) {
            if (points.size() != 3 * out.size())
                return detail::fail(into, LW_ERROR_ARGUMENT,
                                    "points are rows of 3 numbers, and there must be room for each");
            return lw_points_near_robots(get(), time, margin, points.data(), out.size(), at, out.data(),
                                         into);
        });
    }
    /* An open copy of the motion's scene. count: NULL, or the number of points left out. */
    leeway::scene filter_robots(double time, double margin, std::size_t *count = nullptr,
                                lw_error *error = nullptr) const
    {
        lw_scene *out = nullptr;
        detail::call(error, lw_scene_filter_robots, get(), time, margin, &out, count);
        return leeway::scene(out);
    }
    /* The values of a joint at a time: 1, 3 or 7; none for a fixed one. */
    std::vector<double> joint_values(std::size_t joint, double time, lw_error *error = nullptr) const
    {
        std::array<double, 7> values{};
        if (detail::call(error, lw_motion_joint_values, get(), joint, time, values.data()))
            return {};
        return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(bounds(joint).count)};
    }
    value_bounds bounds(std::size_t joint) const
    {
        value_bounds out;
        out.count = lw_motion_bounds(object(), joint, out.lower.data(), out.upper.data());
        return out;
    }

    /* How fast the values of a joint change at a time: 1 or 3; none for a fixed or floating one. */
    std::vector<double> joint_rates(std::size_t joint, double time, lw_error *error = nullptr) const
    {
        std::array<double, 7> rates{};
        if (detail::call(error, lw_motion_joint_rates, get(), joint, time, rates.data()))
            return {};
        const std::size_t count = bounds(joint).count;
        return {rates.begin(), rates.begin() + static_cast<std::ptrdiff_t>(count > 3 ? 0 : count)};
    }
    /* Where it violates the limits of joints. */
    std::vector<violation> limits(double slack = LW_LIMITS_SLACK, lw_error *error = nullptr) const
    {
        return detail::filled<violation>(16, [&](std::vector<violation> &out, std::size_t &count) {
            return detail::call(error, lw_motion_limits, get(), slack, out.data(), out.size(), &count);
        });
    }
    /* The tolerance of each value of a joint (leeway/tolerance.h). */
    joint_tolerance tolerance(std::size_t joint) const
    {
        joint_tolerance out;
        out.count = lw_motion_tolerance(object(), joint, out.constant.data(), out.per_speed.data());
        return out;
    }

    std::size_t notice_count() const
    {
        return lw_motion_notice_count(object());
    }
    /* Empty for an index that is too large. */
    std::string notice(std::size_t index) const
    {
        return detail::printed([&](char *text, std::size_t size) {
            return lw_motion_notice(object(), index, text, size);
        });
    }

    std::size_t stage_count() const
    {
        return lw_motion_stage_count(object());
    }
    /* Empty for an index that is too large. It lives until the motion is set again. */
    motion_view stage(std::size_t index) const
    {
        return lw_motion_stage(object(), index);
    }
    std::size_t stage_at(double time) const
    {
        return lw_motion_stage_at(object(), time);
    }
    std::optional<std::size_t> stage_body(std::size_t stage, std::size_t body) const
    {
        return detail::index_of(lw_motion_stage_body(object(), stage, body));
    }
    std::size_t payload_count() const
    {
        return lw_motion_payload_count(object());
    }
    payload_info payload(std::size_t index, lw_error *error = nullptr) const
    {
        lw_payload_info out = lw_default_payload_info();
        if (detail::call(error, lw_motion_payload, get(), index, &out))
            return {};
        return payload_info(out);
    }
    [[deprecated("it is called claims_blocks_stage_json")]] std::string
    claims_stage_json(std::size_t stage, lw_error *error = nullptr) const
    {
        return claims_blocks_stage_json(stage, error);
    }
    /* The line of a proof for one of its stages. */
    std::string claims_blocks_stage_json(std::size_t stage, lw_error *error = nullptr) const
    {
        return detail::written(
            error, [&](char *text, std::size_t size, std::size_t *length, lw_error *to) {
                return lw_claims_blocks_stage_json(raw(), stage, text, size, length, to);
            });
    }
    std::string claims_blocks_stage_cbor(std::size_t stage, lw_error *error = nullptr) const
    {
        return detail::written(
            error, [&](char *bytes, std::size_t size, std::size_t *length, lw_error *to) {
                return lw_claims_blocks_stage_cbor(raw(), stage, bytes, size, length, to);
            });
    }
};

/* Several motions, as an argument: a braced list, or a container of motions. */
class motions
{
  public:
    motions() = default;
    motions(std::initializer_list<motion_view> list)
    {
        take(list);
    }
    template <class Container, class = std::enable_if_t<std::is_convertible_v<
                                   decltype(*std::declval<const Container &>().begin()), motion_view>>>
    motions(const Container &container)
    {
        take(container);
    }

    const lw_motion *const *data() const noexcept
    {
        return pointers_.data();
    }
    std::size_t size() const noexcept
    {
        return pointers_.size();
    }

  private:
    template <class List> void take(const List &list)
    {
        for (const motion_view &motion : list)
            pointers_.push_back(motion.get());
    }

    std::vector<const lw_motion *> pointers_;
};

/* A motion (lw_motion_create), in which everything stands still until it is set. Its scene must outlive
 * its use. Its listener hears of calls that set the motion. */
class motion
    : public detail::listening_owner<lw_motion, lw_motion_destroy, lw_motion_on_notice, motion_view>
{
  public:
    motion() noexcept = default;
    explicit motion(scene_view scene, lw_error *error = nullptr)
    {
        detail::call(error, lw_motion_create, scene.get(), &raw());
    }
    explicit motion(leeway::scene &&, lw_error * = nullptr) = delete; /* would outlive its scene */
    /* Takes over a motion of C; NULL: no motion. Its listener stays. */
    explicit motion(lw_motion *raw) noexcept : listening_owner(raw)
    {
    }

    lw_status add_notice(text sentence, lw_error *error = nullptr)
    {
        return call(error, lw_motion_add_notice, sentence);
    }

    lw_status set_scene(scene_view scene, lw_error *error = nullptr)
    {
        return call(error, lw_motion_set_scene, scene.get());
    }
    lw_status set_scene(leeway::scene &&, lw_error * = nullptr) = delete; /* would outlive its scene */
    /* A straight segment of the default joints, or of those given: joints.value_count() values each. */
    lw_status set_segment(span<const double> from, span<const double> to, lw_error *error = nullptr)
    {
        return set_segment(joints_view(), from, to, error);
    }
    lw_status set_segment(joints_view joints, span<const double> from, span<const double> to,
                          lw_error *error = nullptr)
    {
        return detail::attempt(error, [&](lw_error *into) {
            const lw_joints *used = joints.get();
            if (!raw())
                return detail::fail(into, LW_ERROR_ARGUMENT, "there is no motion");
            if (!used)
                used = lw_scene_joints(lw_motion_scene(raw()), nullptr, nullptr, into);
            if (!used)
                return into->status;
            const std::size_t width = lw_joints_value_count(used);
            if (from.size() != width || to.size() != width) {
                lw_error_set(into, LW_ERROR_ARGUMENT, nullptr, 0, 0,
                             "the joints have %zu values; the segment goes from %zu to %zu values",
                             width, from.size(), to.size());
                return LW_ERROR_ARGUMENT;
            }
            const lw_status got = lw_motion_set_segment(raw(), used, from.data(), to.data(), into);
            detail::rethrow(kept());
            return got;
        });
    }
    lw_status set(span<const track> tracks, lw_error *error = nullptr)
    {
        return call(error, lw_motion_set, static_cast<const lw_track *>(tracks.data()), tracks.size());
    }
    lw_status set(const lw_track &track, lw_error *error = nullptr)
    {
        return call(error, lw_motion_set, &track, std::size_t{1});
    }
    /* Bézier curves, B-splines and polynomials (leeway/spline.h). */
    lw_status set_splines(span<const spline> splines, lw_error *error = nullptr)
    {
        return call(error, lw_motion_set_splines, static_cast<const lw_spline *>(splines.data()),
                    splines.size());
    }
    /* Rounds the corners of a linear trajectory (lw_motion_blend). */
    lw_status blend(double radius, lw_error *error = nullptr)
    {
        return call(error, lw_motion_blend, radius);
    }
    lw_status join(const motions &parts, lw_error *error = nullptr)
    {
        return call(error, lw_motion_join, parts.data(), parts.size());
    }
    lw_status set_joint(text robot, text joint, span<const double> values, lw_error *error = nullptr)
    {
        return call(error, lw_motion_set_joint, robot, joint, values.data(), values.size());
    }
    /* How far the real motion may be from this one (lw_motion_set_tolerances). */
    lw_status set_tolerances(double constant, double per_speed = 0, lw_error *error = nullptr)
    {
        return call(error, lw_motion_set_tolerances, constant, per_speed);
    }
    /* Likewise for some joints: joints.value_count() values each; per_speed may be empty. */
    lw_status set_tolerance(joints_view joints, span<const double> constant,
                            span<const double> per_speed = {}, lw_error *error = nullptr)
    {
        return detail::attempt(error, [&](lw_error *into) {
            const lw_joints *used = joints.get();
            const std::size_t width = used ? lw_joints_value_count(used) : 0;
            if (!raw() || constant.size() != width || (!per_speed.empty() && per_speed.size() != width))
                return detail::fail(into, LW_ERROR_ARGUMENT,
                                    "a tolerance needs a motion, and a number per value of its joints");
            return lw_motion_set_tolerance(raw(), used, constant.data(),
                                           per_speed.empty() ? nullptr : per_speed.data(), into);
        });
    }
    /* The tolerances of a file (lw_motion_load_tolerance). */
    lw_status load_tolerance(text path, lw_error *error = nullptr)
    {
        return call(error, lw_motion_load_tolerance, path);
    }
    /* The stop from a state of joints: joints.value_count() values, rates and, if any, accelerations
     * (lw_motion_set_stop). */
    lw_status set_stop(joints_view joints, span<const double> values, span<const double> rates,
                       span<const double> accelerations = {}, lw_error *error = nullptr)
    {
        return detail::attempt(error, [&](lw_error *into) {
            const lw_joints *used = joints.get();
            if (raw() && !used)
                used = lw_scene_joints(lw_motion_scene(raw()), nullptr, nullptr, into);
            const std::size_t width = used ? lw_joints_value_count(used) : 0;
            if (!used || values.size() != width || rates.size() != width ||
                (!accelerations.empty() && accelerations.size() != width))
                return detail::fail(into, LW_ERROR_ARGUMENT,
                                    "a stop needs a motion, and a number per value of its joints");
            return lw_motion_set_stop(raw(), used, values.data(), rates.data(),
                                      accelerations.empty() ? nullptr : accelerations.data(), into);
        });
    }
    /* The stop from a time of another motion of the scene (lw_motion_set_stop_at). */
    lw_status set_stop_at(motion_view of, double time, lw_error *error = nullptr)
    {
        return call(error, lw_motion_set_stop_at, of.get(), time);
    }
    void clear_tolerance() const
    {
        lw_motion_clear_tolerance(raw());
    }
    lw_status cut(double time, lw_error *error = nullptr)
    {
        return call(error, lw_motion_cut, time);
    }
    /* Sets the motion from JSON text. The result is the JSON text of its id, "null" where it has none.
     */
    std::string read_json(scene_view scene, text json,
                          const lw_motion_defaults &defaults = motion_defaults(), text file = {},
                          int line = 0, lw_error *error = nullptr)
    {
        std::string id(json.c_str() ? std::strlen(json.c_str()) + 5 : 5, '\0');
        return detail::call_with(kept(), error, lw_motion_read_json, scene.get(), json, file, line,
                                 &defaults, raw(), id.data(), id.size())
                   ? std::string()
                   : std::string(id.c_str());
    }

  private:
    friend class scene_view;
    friend class motion_reader;
    friend class cell;

    template <class Function, class... Given>
    lw_status call(lw_error *error, Function *function, const Given &...given)
    {
        return detail::call_with(kept(), error, function, raw(), given...);
    }
};

inline std::string scene_view::motion_read(std::size_t index, leeway::motion &motion,
                                           const lw_motion_defaults &defaults, lw_error *error) const
{
    std::string id(4096, '\0'); /* a longer one is error argument */
    return detail::call_with(motion.kept(), error, lw_scene_motion_read, get(), index, &defaults,
                             motion.raw(), id.data(), id.size())
               ? std::string()
               : std::string(id.c_str());
}

} // namespace leeway

#endif
