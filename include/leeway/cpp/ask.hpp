/* What can be asked of a scene; joints and shared shapes: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_ASK_HPP
#define LEEWAY_CPP_ASK_HPP

#include <array>

#include <leeway/cpp/options.hpp>

namespace leeway
{

class motion;
class scene;

/* A shape that bodies and scenes share (lw_shape_create). */
class shape : public detail::owner<lw_shape, lw_shape_destroy>
{
  public:
    using owner::owner;
    shape() noexcept = default;
    explicit shape(const lw_shape_def &def, lw_error *error = nullptr)
    {
        detail::call(error, lw_shape_create, &def, &raw());
    }

    std::size_t memory() const noexcept
    {
        return lw_shape_memory(raw());
    }
};

/* ---- joints ------------------------------------------------------------------------------------ */

/* Joints in the order in which a configuration lists their values. They belong to the scene. Without
 * any: the default joints of the scene's only robot. */
class joints_view : public detail::borrowed<const lw_joints>
{
  public:
    joints_view() noexcept = default;
    joints_view(const lw_joints *raw) noexcept : borrowed(raw)
    {
    }

    const lw_joints *get() const noexcept
    {
        return raw();
    }
    std::size_t robot() const
    {
        return lw_joints_robot(object());
    }
    std::size_t count() const
    {
        return lw_joints_count(object());
    }
    std::size_t value_count() const
    {
        return lw_joints_value_count(object());
    }
    /* The name of a joint, below count(). */
    std::string_view name(std::size_t joint) const
    {
        return detail::view_of(lw_joints_name(object(), joint));
    }
};

/* ---- asking a scene ---------------------------------------------------------------------------- */

/* Default scaling factors for velocities and accelerations. */
struct rate_scales {
    double velocity, acceleration;
};

/* A scene that another object owns, and all that can be asked of a scene. */
class scene_view : public detail::borrowed<lw_scene>
{
  public:
    scene_view() noexcept = default;
    scene_view(const lw_scene *raw) noexcept : borrowed(const_cast<lw_scene *>(raw))
    {
    }

    const lw_scene *get() const noexcept
    {
        return raw();
    }

    /* ---- settings, files, robots */

    int dimension() const
    {
        return lw_scene_dimension(object());
    }
    double margin() const
    {
        return lw_scene_margin(object());
    }
    double self_margin() const
    {
        return lw_scene_self_margin(object());
    }
    lw_mesh_mode mesh_mode() const
    {
        return lw_scene_mesh_mode(object());
    }
    std::size_t object_count() const
    {
        return lw_scene_object_count(object());
    }
    std::size_t memory() const
    {
        return lw_scene_memory(object());
    }
    std::uint64_t fingerprint(lw_error *error = nullptr) const
    {
        std::uint64_t out = 0;
        detail::call(error, lw_scene_fingerprint, get(), &out);
        return out;
    }
    std::size_t file_count() const
    {
        return lw_scene_file_count(object());
    }
    std::string_view file(std::size_t index) const
    {
        return detail::view_of(lw_scene_file(object(), index));
    }
    leeway::rate_scales rate_scales() const
    {
        leeway::rate_scales out{};
        lw_scene_rate_scales(object(), &out.velocity, &out.acceleration);
        return out;
    }

    std::size_t robot_count() const
    {
        return lw_scene_robot_count(object());
    }
    std::string_view robot_name(std::size_t robot) const
    {
        return detail::view_of(lw_scene_robot_name(object(), robot));
    }
    std::optional<std::size_t> find_robot(text name) const
    {
        return found(lw_scene_find_robot, name);
    }
    leeway::robot_info robot_info(std::size_t robot, lw_error *error = nullptr) const
    {
        return info<leeway::robot_info>(error, lw_scene_robot_info, robot);
    }

    /* ---- links, joints, groups, states */

    std::size_t link_count() const
    {
        return lw_scene_link_count(object());
    }
    leeway::link_info link_info(std::size_t link, lw_error *error = nullptr) const
    {
        return info<leeway::link_info>(error, lw_scene_link_info, link);
    }
    /* robot: no text for the only one that has such a link */
    std::optional<std::size_t> find_link(text robot, text link) const
    {
        return found(lw_scene_find_link, robot, link);
    }
    std::size_t joint_count() const
    {
        return lw_scene_joint_count(object());
    }
    leeway::joint_info joint_info(std::size_t joint, lw_error *error = nullptr) const
    {
        return info<leeway::joint_info>(error, lw_scene_joint_info, joint);
    }
    std::optional<std::size_t> find_joint(text robot, text joint) const
    {
        return found(lw_scene_find_joint, robot, joint);
    }
    std::string_view group_name(std::size_t robot, std::size_t group) const
    {
        return detail::view_of(lw_scene_group_name(object(), robot, group));
    }
    leeway::state_info state_info(std::size_t robot, std::size_t state, lw_error *error = nullptr) const
    {
        return info<leeway::state_info>(error, lw_scene_state_info, robot, state);
    }
    joints_view joints(text robot = {}, text group = {}, lw_error *error = nullptr) const
    {
        const lw_joints *out = nullptr;
        detail::attempt(error, [&](lw_error *to) {
            if (!raw())
                return detail::fail(to, LW_ERROR_STATE, "there is no scene");
            if (detail::any_is_cut(robot, group))
                return detail::fail_cut(to);
            out = lw_scene_joints(raw(), robot.c_str(), group.c_str(), to);
            return out ? LW_OK : to->status;
        });
        return out;
    }
    /* Empty for an index that is too large, or an open scene. */
    joints_view movable_joints(std::size_t robot) const
    {
        return lw_scene_movable_joints(object(), robot);
    }
    /* Sets the values of the joints that a named configuration names; values: joints.value_count() of
     * them. */
    lw_status state(joints_view joints, text name, span<double> values, lw_error *error = nullptr) const
    {
        return detail::attempt(error, [&](lw_error *to) {
            if (joints && values.size() != joints.value_count())
                return detail::fail(to, LW_ERROR_ARGUMENT,
                                    "there is not one value for each value of the joints");
            if (name.cut())
                return detail::fail_cut(to);
            return lw_scene_state(raw(), joints.get(), name.c_str(), values.data(), to);
        });
    }

    /* ---- bodies and pairs */

    std::size_t body_count() const
    {
        return lw_scene_body_count(object());
    }
    leeway::body_info body_info(std::size_t body, lw_error *error = nullptr) const
    {
        return info<leeway::body_info>(error, lw_scene_body_info, body);
    }
    /* The name of a body, such as verdict.pair[0]; empty for -1 and for an index that is too large. */
    template <class Index> std::string_view body_name(Index body) const
    {
        return detail::view_of(lw_scene_body_name(object(), static_cast<std::size_t>(body)));
    }
    std::optional<std::size_t> find_body(text name) const
    {
        return found(lw_scene_find_body, name);
    }
    /* def: NULL, or room for the shape; its arrays live as long as the scene */
    leeway::body_shape body_shape(std::size_t body, std::size_t shape, lw_shape_def *def = nullptr,
                                  lw_error *error = nullptr) const
    {
        leeway::body_shape out;
        detail::call(error, lw_scene_body_shape, get(), body, shape, &out, def);
        return out;
    }
    leeway::cover_info cover_info(std::size_t body, lw_error *error = nullptr) const
    {
        return info<leeway::cover_info>(error, lw_scene_cover_info, body);
    }
    /* How exactly a body is known (leeway/uncertainty.h). */
    lw_uncertainty uncertainty(std::size_t body) const
    {
        return lw_scene_uncertainty(get(), body);
    }
    lw_cover_ball cover_ball(std::size_t body, std::size_t ball, lw_error *error = nullptr) const
    {
        lw_cover_ball out{};
        detail::call(error, lw_scene_cover_ball, get(), body, ball, &out);
        return out;
    }
    std::size_t pair_count() const
    {
        return lw_scene_pair_count(object());
    }
    leeway::pair_info pair_info(std::size_t pair, lw_error *error = nullptr) const
    {
        return info<leeway::pair_info>(error, lw_scene_pair_info, pair);
    }
    /* The two bodies of a pair, below pair_count(). */
    std::array<std::size_t, 2> pair(std::size_t index) const
    {
        std::array<std::size_t, 2> out{};
        lw_scene_pair(object(), index, out.data());
        return out;
    }
    std::optional<std::size_t> find_pair(std::size_t a, std::size_t b) const
    {
        return detail::index_of(lw_scene_find_pair(object(), a, b));
    }
    lw_pair_reason pair_reason(std::size_t a, std::size_t b, lw_error *error = nullptr) const
    {
        lw_pair_reason out = LW_PAIR_CHECKED;
        detail::call(error, lw_scene_pair_reason, get(), a, b, &out);
        return out;
    }
    /* Whether two bodies of one robot ever meet. Undecided where there is an error. */
    meeting_info meeting(std::size_t a, std::size_t b, const meeting_options &options = {},
                         lw_error *error = nullptr) const
    {
        meeting_info out;
        detail::meeting_calls calls(options);
        if (detail::call_with(calls.exceptions(), error, lw_scene_meeting, get(), a, b, calls.get(),
                              &out))
            out = meeting_info();
        return out;
    }

    /* ---- forward kinematics */

    /* The poses of links at rows of joint values, row by row; no links: of all, in order. Empty where
     * there is an error. */
    std::vector<lw_pose> link_poses(span<const double> rows, span<const std::size_t> links = {},
                                    joints_view joints = {}, lw_error *error = nullptr) const
    {
        std::vector<lw_pose> out;
        const lw_status got =
            at_rows(rows, joints, error, [&](const lw_joints *used, std::size_t width, lw_error *to) {
                const bool all = links.empty();
                out.resize(rows.size() / width * (all ? lw_scene_link_count(raw()) : links.size()));
                return lw_scene_link_poses(raw(), used, rows.data(), rows.size() / width, width,
                                           all ? nullptr : links.data(), links.size(), out.data(), to);
            });
        out.resize(got ? 0 : out.size());
        return out;
    }
    /* The geometric Jacobians of a link's frame at rows of joint values: six rows of one column per
     * joint value, for each. Empty where there is an error. */
    std::vector<double> link_jacobians(span<const double> rows, std::size_t link,
                                       joints_view joints = {}, lw_error *error = nullptr) const
    {
        std::vector<double> out(6 * rows.size());
        const lw_status got =
            at_rows(rows, joints, error, [&](const lw_joints *used, std::size_t width, lw_error *to) {
                return lw_scene_link_jacobians(raw(), used, rows.data(), rows.size() / width, width,
                                               link, out.data(), to);
            });
        out.resize(got ? 0 : out.size());
        return out;
    }

    /* ---- as files, and the motions that files name */

    std::string json(lw_error *error = nullptr) const
    {
        return detail::written(error,
                               [&](char *text, std::size_t size, std::size_t *length, lw_error *to) {
                                   return lw_scene_json(raw(), text, size, length, to);
                               });
    }
    std::string cover_json(std::size_t robot, lw_error *error = nullptr) const
    {
        return detail::written(error,
                               [&](char *text, std::size_t size, std::size_t *length, lw_error *to) {
                                   return lw_scene_cover_json(raw(), robot, text, size, length, to);
                               });
    }
    [[deprecated("it is called claims_blocks_json")]] std::string
    claims_json(lw_error *error = nullptr) const
    {
        return claims_blocks_json(error);
    }
    std::string claims_blocks_json(lw_error *error = nullptr) const
    {
        return detail::written(error,
                               [&](char *text, std::size_t size, std::size_t *length, lw_error *to) {
                                   return lw_claims_blocks_json(raw(), text, size, length, to);
                               });
    }
    std::string claims_blocks_cbor(lw_error *error = nullptr) const
    {
        return detail::written(error,
                               [&](char *bytes, std::size_t size, std::size_t *length, lw_error *to) {
                                   return lw_claims_blocks_cbor(raw(), bytes, size, length, to);
                               });
    }
    std::size_t motion_count() const
    {
        return lw_scene_motion_count(object());
    }
    std::string_view motion_name(std::size_t index) const
    {
        return detail::view_of(lw_scene_motion_name(object(), index));
    }
    /* Sets a motion to the named motion at an index. The result is the JSON text of its id, "null"
     * where it has none. */
    inline std::string motion_read(std::size_t index, leeway::motion &motion,
                                   const lw_motion_defaults &defaults = motion_defaults(),
                                   lw_error *error = nullptr) const;

  private:
    /* Calls a function with the joints of rows, the default ones without any, and their width. */
    template <class Function>
    lw_status at_rows(span<const double> rows, joints_view joints, lw_error *error,
                      Function &&function) const
    {
        return detail::attempt(error, [&](lw_error *to) -> lw_status {
            if (!raw())
                return detail::fail(to, LW_ERROR_STATE, "the scene is empty");
            const lw_joints *used =
                joints ? joints.get() : lw_scene_joints(raw(), nullptr, nullptr, to);
            if (!used)
                return to->status;
            const std::size_t width = lw_joints_value_count(used);
            if (width == 0 || rows.size() % width != 0)
                return detail::fail(to, LW_ERROR_ARGUMENT,
                                    "the numbers are no whole rows of joint values");
            return function(used, width, to);
        });
    }

    template <class Info, class Function, class... Given>
    Info info(lw_error *error, Function *function, const Given &...given) const
    {
        Info out;
        detail::call(error, function, get(), given..., &out);
        return out;
    }
    template <class Function, class... Texts>
    std::optional<std::size_t> found(Function *function, const Texts &...names) const
    {
        if (detail::any_is_cut(names...))
            return std::nullopt;
        return detail::index_of(function(object(), names.c_str()...));
    }
};

/* Joints of a robot by name (lw_joints_create). Destroy them before the scene. */
class joints : public detail::owner<lw_joints, lw_joints_destroy>
{
  public:
    using owner::owner;
    joints() noexcept = default;
    joints(scene_view scene, text robot, const names &list, lw_error *error = nullptr)
    {
        detail::call(error, lw_joints_create, scene.get(), robot, list, list.size(), &raw());
    }

    joints(leeway::scene &&, text, const names &,
           lw_error * = nullptr) = delete; /* would outlive its scene */

    operator joints_view() const noexcept
    {
        return raw();
    }
    joints_view view() const noexcept
    {
        return raw();
    }
    std::size_t robot() const
    {
        return view().robot();
    }
    std::size_t count() const
    {
        return view().count();
    }
    std::size_t value_count() const
    {
        return view().value_count();
    }
    std::string_view name(std::size_t joint) const
    {
        return view().name(joint);
    }
};

} // namespace leeway

#endif
