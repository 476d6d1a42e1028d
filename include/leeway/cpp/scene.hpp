/* How a scene is built, frozen and changed: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_SCENE_HPP
#define LEEWAY_CPP_SCENE_HPP

#include <leeway/cpp/ask.hpp>

namespace leeway
{

/* A scene: built, then frozen (lw_scene_create). Its listener hears of building and freezing; a copy of
 * the scene gets a copy of it. */
class scene : public detail::listening_owner<lw_scene, lw_scene_destroy, lw_scene_on_notice, scene_view>
{
  public:
    using listening_owner::release; /* beside that of a carried object */
    /* An empty scene of dimension 3. */
    scene() : scene(static_cast<lw_error *>(nullptr))
    {
    }
    explicit scene(lw_error *error)
    {
        detail::call(error, lw_scene_create, &raw());
    }
    /* Takes over a scene of C; NULL: no scene. Its listener stays. */
    explicit scene(lw_scene *raw) noexcept : listening_owner(raw)
    {
    }
    explicit scene(std::nullptr_t) noexcept
    {
    }

    /* ---- settings */

    lw_status set_dimension(int dimension, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_dimension, dimension);
    }
    lw_status set_margin(double margin, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_margin, margin);
    }
    lw_status set_self_margin(double margin, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_self_margin, margin);
    }
    /* b: no text for every pair with a */
    lw_status set_pair_margin(text a, text b, double margin, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_pair_margin, a, b, margin);
    }
    lw_status set_mesh_mode(lw_mesh_mode mode, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_mesh_mode, mode);
    }
    lw_status set_strict_limits(bool strict, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_strict_limits, strict);
    }
    lw_status set_strict(bool strict, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_strict, strict);
    }

    /* ---- robots */

    lw_status add_robot(text name, lw_pose base = lw_pose_identity(), lw_error *error = nullptr)
    {
        return call(error, lw_scene_add_robot, name, base);
    }
    lw_status add_link(text robot, text link, lw_error *error = nullptr)
    {
        return call(error, lw_scene_add_link, robot, link);
    }
    lw_status add_joint(text robot, const lw_joint_def &joint, lw_error *error = nullptr)
    {
        return call(error, lw_scene_add_joint, robot, &joint);
    }
    lw_status add_shape(text robot, text link, const lw_shape_def &shape,
                        lw_pose at = lw_pose_identity(), lw_error *error = nullptr)
    {
        return call(error, lw_scene_add_shape, robot, link, &shape, at);
    }
    lw_status add_shared_shape(text robot, text link, const shape &shared,
                               lw_pose at = lw_pose_identity(), lw_error *error = nullptr)
    {
        return call(error, lw_scene_add_shared_shape, robot, link, shared.get(), at);
    }
    lw_status add_group(text robot, text group, const names &joints, lw_error *error = nullptr)
    {
        return call(error, lw_scene_add_group, robot, group, joints, joints.size());
    }
    /* values: one per joint */
    lw_status add_state(text robot, text group, text state, const names &joints,
                        span<const double> values, lw_error *error = nullptr)
    {
        return values.size() == joints.size()
                   ? call(error, lw_scene_add_state, robot, group, state, joints, values.data(),
                          joints.size())
                   : detail::attempt(error, [&](lw_error *to) {
                         return detail::fail(to, LW_ERROR_ARGUMENT,
                                             "there is not one value for each joint");
                     });
    }
    /* link: no text for all links of the robot */
    lw_status set_link_padding(text robot, text link, double scale, double padding,
                               lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_link_padding, robot, link, scale, padding);
    }
    lw_status set_joint(text robot, text joint, span<const double> values, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_joint, robot, joint, values.data(), values.size());
    }
    lw_status set_joint_limits(text robot, text joint, const lw_joint_limits &limits,
                               lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_joint_limits, robot, joint, &limits);
    }

    /* ---- obstacles and carried objects */

    lw_status add_obstacle(text id, const lw_shape_def &shape, lw_pose at = lw_pose_identity(),
                           lw_error *error = nullptr)
    {
        return call(error, lw_scene_add_obstacle, id, &shape, at);
    }
    lw_status add_shared_obstacle(text id, const shape &shared, lw_pose at = lw_pose_identity(),
                                  lw_error *error = nullptr)
    {
        return call(error, lw_scene_add_shared_obstacle, id, shared.get(), at);
    }
    lw_status add_attached(text robot, text link, text id, const lw_shape_def &shape, lw_pose at,
                           const names &touch_links = {}, lw_error *error = nullptr)
    {
        return call(error, lw_scene_add_attached, robot, link, id, &shape, at, touch_links,
                    touch_links.size());
    }
    lw_status add_shared_attached(text robot, text link, text id, const shape &shared, lw_pose at,
                                  const names &touch_links = {}, lw_error *error = nullptr)
    {
        return call(error, lw_scene_add_shared_attached, robot, link, id, shared.get(), at, touch_links,
                    touch_links.size());
    }
    /* b: no text for every pair with a */
    lw_status allow_pair(text a, text b, bool allowed = true, lw_error *error = nullptr)
    {
        return call(error, lw_scene_allow_pair, a, b, allowed);
    }

    /* ---- files */

    lw_status load(text path, lw_error *error = nullptr)
    {
        return call(error, lw_scene_load, path);
    }
    /* srdf: no text for none; name: no text for the file's; base: NULL for the identity */
    lw_status load_robot(text urdf, text srdf = {}, text name = {}, const lw_pose *base = nullptr,
                         lw_error *error = nullptr)
    {
        return call(error, lw_scene_load_robot, urdf, srdf, name, base);
    }
    /* id: no text for the file's name */
    lw_status load_cloud(text path, text id = {}, double radius = LW_POINT_RADIUS,
                         lw_pose at = pose_identity(), lw_error *error = nullptr)
    {
        return call(error, lw_scene_load_cloud, path, id, radius, at);
    }
    lw_status load_octree(text path, text id, lw_unknown unknown, lw_pose at = pose_identity(),
                          lw_error *error = nullptr)
    {
        return call(error, lw_scene_load_octree, path, id, unknown, at);
    }
    lw_status load_heights(text path, text id, lw_vec3 spacing, double floor,
                           lw_pose at = pose_identity(), lw_error *error = nullptr)
    {
        return call(error, lw_scene_load_heights, path, id, spacing, floor, at);
    }
    lw_status load_depth_image(text path, text id, double scale, const lw_camera &lens,
                               lw_unknown unseen, lw_pose at = pose_identity(),
                               lw_error *error = nullptr)
    {
        return call(error, lw_scene_load_depth_image, path, id, scale, &lens, unseen, at);
    }
    lw_status set_unknown(lw_unknown unknown, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_unknown, unknown);
    }
    lw_status set_occupancy_threshold(double threshold, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_occupancy_threshold, threshold);
    }
    lw_status add_package_path(text folder, lw_error *error = nullptr)
    {
        return call(error, lw_scene_add_package_path, folder);
    }
    lw_status add_package(text name, text folder, lw_error *error = nullptr)
    {
        return call(error, lw_scene_add_package, name, folder);
    }
    lw_status set_ros_paths(text package_path, text prefix_path, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_ros_paths, package_path, prefix_path);
    }
    /* folder: no text for no restriction */
    lw_status set_inside(text folder, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_inside, folder);
    }
    lw_status leave_out_mesh(text link, lw_error *error = nullptr)
    {
        return call(error, lw_scene_leave_out_mesh, link);
    }
    lw_status load_joint_limits(text path, lw_error *error = nullptr)
    {
        return call(error, lw_scene_load_joint_limits, path);
    }
    lw_status set_cover_balls(std::size_t balls, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_cover_balls, balls);
    }
    /* robot: no text for the only one */
    lw_status load_cover(text robot, text path, lw_error *error = nullptr)
    {
        return call(error, lw_scene_load_cover, robot, path);
    }

    /* ---- to freeze, to copy, to change */

    lw_status freeze(lw_error *error = nullptr)
    {
        return call(error, lw_scene_freeze);
    }
    /* An open copy of a frozen scene. */
    scene copy(lw_error *error = nullptr) const
    {
        scene out(nullptr);
        if (!detail::call(error, lw_scene_copy, get(), &out.raw()) && kept())
            out.on_notice(kept()->function());
        return out;
    }
    /* How exactly an obstacle, or a robot's base, is known (leeway/uncertainty.h). */
    lw_status set_uncertainty(text obstacle, const lw_uncertainty &given, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_uncertainty, obstacle, &given);
    }

    lw_status set_base_uncertainty(text robot, const lw_uncertainty &given, lw_error *error = nullptr)
    {
        return call(error, lw_scene_set_base_uncertainty, robot, &given);
    }

    lw_status move_obstacle(text id, lw_pose at, lw_error *error = nullptr)
    {
        return call(error, lw_scene_move_obstacle, id, at);
    }
    lw_status remove(text id, lw_error *error = nullptr)
    {
        return call(error, lw_scene_remove, id);
    }
    lw_status attach_obstacle(text robot, text link, text id, lw_pose at, const names &touch_links = {},
                              lw_error *error = nullptr)
    {
        return call(error, lw_scene_attach_obstacle, robot, link, id, at, touch_links,
                    touch_links.size());
    }
    /* Makes a carried object an obstacle (lw_scene_release). */
    lw_status release(text id, lw_pose at, lw_error *error = nullptr)
    {
        return call(error, lw_scene_release, id, at);
    }

  private:
    template <class Function, class... Given>
    lw_status call(lw_error *error, Function *function, const Given &...given)
    {
        return detail::call_with(kept(), error, function, raw(), given...);
    }
};

} // namespace leeway

#endif
