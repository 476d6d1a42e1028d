/* The structs and enumerations of C, each struct with its defaults: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_VALUES_HPP
#define LEEWAY_CPP_VALUES_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <leeway/cpp/base.hpp>

namespace leeway
{

/* ---- enumerations ------------------------------------------------------------------------------ */

using claim_kind = lw_claim_kind;
using claim_rule = lw_claim_rule;
using claim_set_kind = lw_claim_set_kind;
using conflict_kind = lw_conflict_kind;
using failure = lw_failure;
using gate_kind = lw_gate_kind;
using gate_reason = lw_gate_reason;
using interpolation = lw_interpolation;
using joint_kind = lw_joint_kind;
using limit_kind = lw_limit_kind;
using meeting = lw_meeting;
using mesh_mode = lw_mesh_mode;
using method = lw_method;
using motion_format = lw_motion_format;
using motion_kind = lw_motion_kind;
using pair_reason = lw_pair_reason;
using payload_kind = lw_payload_kind;
using plan_kind = lw_plan_kind;
using plan_method = lw_plan_method;
using planar_algorithm = lw_planar_algorithm;
using reason = lw_reason;
using service = lw_service;
using shape_kind = lw_shape_kind;
using spline_kind = lw_spline_kind;
using track_kind = lw_track_kind;
using verdict_kind = lw_verdict_kind;

/* ---- structs that never grow ------------------------------------------------------------------- */

/* They are left uninitialised unless braces follow, as in C: polygon_memory memory{}. */
using body_state = lw_body_state;
using claim_intervals = lw_claim_intervals;
using claim_part = lw_claim_part;
using claim_set = lw_claim_set;
using clearance = lw_clearance;
using conflict = lw_conflict;
using course = lw_course;
using cover_ball = lw_cover_ball;
using delay_span = lw_delay_span;
using distance = lw_distance;
using leg = lw_leg;
using page_delays = lw_page_delays;
using page_step = lw_page_step;
using polygon_features = lw_polygon_features;
using polygon_memory = lw_polygon_memory;
using polygon_pair = lw_polygon_pair;
using pose = lw_pose;
using pose2 = lw_pose2;
using proof = lw_proof;
using quat = lw_quat;
using safety_kind = lw_safety_kind;
using safety_reason = lw_safety_reason;
using separation = lw_separation;
using sequence = lw_sequence;
using uncertainty = lw_uncertainty;
using vec2 = lw_vec2;
using vec3 = lw_vec3;
using view = lw_view;
using violation = lw_violation;

/* ---- structs with defaults --------------------------------------------------------------------- */

/* A struct that begins with C's defaults. It has no further members, so that an array of it is one of
 * the C struct. */
#define LEEWAY_STARTED(name, function)                                                                 \
    struct name : lw_##name {                                                                          \
        name() noexcept : lw_##name(function())                                                        \
        {                                                                                              \
        }                                                                                              \
        name(const lw_##name &of) noexcept : lw_##name(of)                                             \
        {                                                                                              \
        }                                                                                              \
    };                                                                                                 \
    static_assert(sizeof(name) == sizeof(lw_##name))

LEEWAY_STARTED(answers, lw_default_answers);
LEEWAY_STARTED(body_info, lw_default_body_info);
LEEWAY_STARTED(body_shape, lw_default_body_shape);
LEEWAY_STARTED(cell_verdict, lw_default_cell_verdict);
LEEWAY_STARTED(claim, lw_default_claim);
LEEWAY_STARTED(claimed_motion, lw_default_claimed_motion);
LEEWAY_STARTED(component_info, lw_default_component_info);
LEEWAY_STARTED(contact_options, lw_default_contact_options);
LEEWAY_STARTED(convex_contact, lw_default_convex_contact);
LEEWAY_STARTED(cover_info, lw_default_cover_info);
LEEWAY_STARTED(cross_options, lw_default_cross_options);
LEEWAY_STARTED(delay_options, lw_default_delay_options);
LEEWAY_STARTED(gate_answer, lw_default_gate_answer);
LEEWAY_STARTED(gate_options, lw_default_gate_options);
LEEWAY_STARTED(gate_request, lw_default_gate_request);
LEEWAY_STARTED(job, lw_default_job);
LEEWAY_STARTED(joint_def, lw_default_joint);
LEEWAY_STARTED(joint_info, lw_default_joint_info);
LEEWAY_STARTED(joint_limits, lw_default_joint_limits);
LEEWAY_STARTED(link_info, lw_default_link_info);
LEEWAY_STARTED(meeting_info, lw_default_meeting_info);
LEEWAY_STARTED(motion_defaults, lw_default_motion_defaults);
LEEWAY_STARTED(page_motion, lw_default_page_motion);
LEEWAY_STARTED(page_options, lw_default_page_options);
LEEWAY_STARTED(pair_info, lw_default_pair_info);
LEEWAY_STARTED(payload, lw_default_payload);
LEEWAY_STARTED(plan_space, lw_default_plan_space);
LEEWAY_STARTED(result, lw_default_result);
LEEWAY_STARTED(robot_info, lw_default_robot_info);
LEEWAY_STARTED(safety, lw_default_safety);
LEEWAY_STARTED(session_options, lw_default_session_options);
LEEWAY_STARTED(spline, lw_default_spline);
LEEWAY_STARTED(state_info, lw_default_state_info);
LEEWAY_STARTED(step, lw_default_step);
LEEWAY_STARTED(timed_options, lw_default_timed_options);
LEEWAY_STARTED(timing, lw_default_timing);
LEEWAY_STARTED(verdict, lw_default_verdict);
LEEWAY_STARTED(verify_options, lw_default_verify_options);
#undef LEEWAY_STARTED

/* A mesh as the library understands it, and its components. */
struct mesh_info : lw_mesh_info {
    mesh_info() noexcept : lw_mesh_info(lw_default_mesh_info())
    {
    }
    std::vector<component_info> components;
};

/* An object that is attached or released on the way. Its texts live as long as a copy of it. */
struct payload_info : lw_payload_info {
    payload_info() noexcept : lw_payload_info(lw_default_payload_info())
    {
    }
    explicit payload_info(const lw_payload_info &of) : lw_payload_info(of)
    {
        texts_ = std::make_shared<const std::pair<std::string, std::string>>(object ? object : "",
                                                                             link ? link : "");
        object = object ? texts_->first.c_str() : nullptr;
        link = link ? texts_->second.c_str() : nullptr;
    }

  private:
    std::shared_ptr<const std::pair<std::string, std::string>> texts_;
};

/* The result of a search for a path. The path and the verdict `contact` live as long as a copy of it.
 */
struct plan : lw_plan {
    plan() noexcept : lw_plan(lw_default_plan())
    {
    }
    explicit plan(const lw_plan &of) : lw_plan(of)
    {
        if (path)
            path_ = std::make_shared<const std::vector<double>>(path, path + point_count * value_count);
        if (contact)
            contact_ = std::make_shared<const lw_verdict>(*contact);
        path = path_ ? path_->data() : nullptr;
        contact = contact_.get();
    }
    /* All values of the path, and those of one of its configurations. */
    span<const double> values() const noexcept
    {
        return {path, path ? point_count * value_count : 0};
    }
    span<const double> configuration(std::size_t point) const
    {
        return values().subspan(point * value_count, value_count);
    }

  private:
    std::shared_ptr<const std::vector<double>> path_;
    std::shared_ptr<const lw_verdict> contact_;
};

/* ---- shapes ------------------------------------------------------------------------------------ */

/* Describes a shape. The functions make each kind; `rounding` grows it. Arrays are not copied. */
struct shape_def : lw_shape_def {
    shape_def() noexcept : lw_shape_def(lw_default_shape())
    {
    }
    shape_def(const lw_shape_def &of) noexcept : lw_shape_def(of)
    {
    }

    static shape_def sphere(double radius) noexcept
    {
        return made(LW_SHAPE_SPHERE, {}, radius, 0);
    }
    static shape_def capsule(double radius, double length) noexcept
    {
        return made(LW_SHAPE_CAPSULE, {}, radius, length);
    }
    static shape_def box(lw_vec3 size) noexcept
    {
        return made(LW_SHAPE_BOX, size, 0, 0);
    }
    static shape_def cylinder(double radius, double length) noexcept
    {
        return made(LW_SHAPE_CYLINDER, {}, radius, length);
    }
    static shape_def cone(double radius, double length) noexcept
    {
        return made(LW_SHAPE_CONE, {}, radius, length);
    }
    static shape_def ellipsoid(lw_vec3 size) noexcept
    {
        return made(LW_SHAPE_ELLIPSOID, size, 0, 0);
    }
    static shape_def disc(double radius) noexcept
    {
        return made(LW_SHAPE_DISC, {}, radius, 0);
    }
    /* vertices: rows x y z; triangles: rows of three indices. Errors: argument (numbers that are no
     * whole row). */
    static shape_def polytope(span<const double> vertices, lw_error *error = nullptr)
    {
        return made(LW_SHAPE_POLYTOPE, vertices, {}, error);
    }
    static shape_def polygon(span<const double> vertices, lw_error *error = nullptr)
    {
        return made(LW_SHAPE_POLYGON, vertices, {}, error);
    }
    static shape_def mesh(span<const double> vertices, span<const std::uint32_t> triangles,
                          lw_error *error = nullptr)
    {
        return made(LW_SHAPE_MESH, vertices, triangles, error);
    }
    /* points: rows x y z; radius: of the ball about each, metres, > 0. */
    static shape_def cloud(span<const double> points, double radius, lw_error *error = nullptr)
    {
        shape_def shape = made(LW_SHAPE_CLOUD, points, {}, error);
        shape.radius = radius;
        return shape;
    }
    /* cells: rows x y z width state (files.h, Octrees); resolution: edges of the smallest cells,
     * metres. */
    static shape_def octree(span<const std::int32_t> cells, double resolution, lw_unknown unknown,
                            lw_error *error = nullptr)
    {
        shape_def shape;
        shape.kind = LW_SHAPE_OCTREE;
        if (detail::attempt(error, [&](lw_error *to) {
                return cells.size() % 5
                           ? detail::fail(to, LW_ERROR_ARGUMENT,
                                          "the cells of an octree are rows of five numbers")
                           : LW_OK;
            }))
            return shape;
        shape.length = resolution;
        shape.cells = cells.data();
        shape.cell_count = cells.size() / 5;
        shape.unknown = unknown;
        return shape;
    }
    /* heights: row by row (files.h, Height fields); metres. */
    static shape_def height_field(span<const double> heights, std::size_t columns, double spacing_x,
                                  double spacing_y, double floor, lw_error *error = nullptr)
    {
        shape_def shape;
        shape.kind = LW_SHAPE_HEIGHTS;
        if (detail::attempt(error, [&](lw_error *to) {
                return !columns || heights.size() % columns
                           ? detail::fail(to, LW_ERROR_ARGUMENT,
                                          "the heights of a height field are rows of all its columns")
                           : LW_OK;
            }))
            return shape;
        shape.heights = heights.data();
        shape.rows = heights.size() / columns;
        shape.columns = columns;
        shape.spacing_x = spacing_x;
        shape.spacing_y = spacing_y;
        shape.floor = floor;
        return shape;
    }
    /* depths: row by row (files.h, Depth images); metres. */
    static shape_def depth_image(span<const float> depths, std::size_t columns, const lw_camera &lens,
                                 lw_unknown unseen, lw_error *error = nullptr)
    {
        shape_def shape;
        shape.kind = LW_SHAPE_DEPTH_IMAGE;
        if (detail::attempt(error, [&](lw_error *to) {
                return !columns || depths.size() % columns
                           ? detail::fail(to, LW_ERROR_ARGUMENT,
                                          "the depths of a depth image are rows of all its columns")
                           : LW_OK;
            }))
            return shape;
        shape.depths = depths.data();
        shape.rows = depths.size() / columns;
        shape.columns = columns;
        shape.camera = lens;
        shape.unknown = unseen;
        return shape;
    }

  private:
    static shape_def made(lw_shape_kind kind, lw_vec3 size, double radius, double length) noexcept
    {
        shape_def shape;
        shape.kind = kind;
        shape.size = size;
        shape.radius = radius;
        shape.length = length;
        return shape;
    }
    static shape_def made(lw_shape_kind kind, span<const double> vertices,
                          span<const std::uint32_t> triangles, lw_error *error)
    {
        shape_def shape;
        shape.kind = kind;
        if (detail::attempt(error, [&](lw_error *to) {
                return vertices.size() % 3 || triangles.size() % 3
                           ? detail::fail(
                                 to, LW_ERROR_ARGUMENT,
                                 "the vertices and triangles of a shape are rows of three numbers")
                           : LW_OK;
            }))
            return shape;
        shape.vertices = vertices.data();
        shape.vertex_count = vertices.size() / 3;
        shape.triangles = triangles.data();
        shape.triangle_count = triangles.size() / 3;
        return shape;
    }
};

/* ---- names of constants, poses ----------------------------------------------------------------- */

/* The version of the library, as "major.minor.patch". */
inline const char *version() noexcept
{
    return lw_version();
}
inline std::string_view limit_name(lw_limit_kind of) noexcept
{
    return detail::view_of(lw_limit_name(of));
}
inline std::string_view gate_name(lw_gate_kind of) noexcept
{
    return detail::view_of(lw_gate_name(of));
}
inline std::string_view gate_reason_name(lw_gate_reason of) noexcept
{
    return detail::view_of(lw_gate_reason_name(of));
}
inline std::string_view spline_name(lw_spline_kind of) noexcept
{
    return detail::view_of(lw_spline_name(of));
}
inline std::string_view safety_name(lw_safety_kind of) noexcept
{
    return detail::view_of(lw_safety_name(of));
}
inline std::string_view safety_reason_name(lw_safety_reason of) noexcept
{
    return detail::view_of(lw_safety_reason_name(of));
}

inline std::string_view method_name(lw_method of) noexcept
{
    return detail::view_of(lw_method_name(of));
}
inline std::string_view service_name(lw_service of) noexcept
{
    return detail::view_of(lw_service_name(of));
}
inline std::string_view conflict_name(lw_conflict_kind of) noexcept
{
    return detail::view_of(lw_conflict_name(of));
}
inline std::string_view plan_method_name(lw_plan_method of) noexcept
{
    return detail::view_of(lw_plan_method_name(of));
}
inline std::string_view planar_algorithm_name(lw_planar_algorithm of) noexcept
{
    return detail::view_of(lw_planar_algorithm_name(of));
}

namespace detail
{

template <class Kind>
std::optional<Kind> kind_of(bool (*from_name)(const char *, Kind *), const text &name)
{
    Kind kind{};
    if (!name.c_str() || name.cut() || !from_name(name.c_str(), &kind))
        return std::nullopt;
    return kind;
}

inline std::optional<std::size_t> index_of(std::int64_t index) noexcept
{
    if (index < 0)
        return std::nullopt;
    return static_cast<std::size_t>(index);
}

} // namespace detail

inline std::optional<lw_method> method_from_name(text name)
{
    return detail::kind_of(lw_method_from_name, name);
}
inline std::optional<lw_plan_method> plan_method_from_name(text name)
{
    return detail::kind_of(lw_plan_method_from_name, name);
}
inline std::optional<lw_planar_algorithm> planar_algorithm_from_name(text name)
{
    return detail::kind_of(lw_planar_algorithm_from_name, name);
}
inline bool method_serves(lw_method of, lw_service with) noexcept
{
    return lw_method_serves(of, with);
}

inline lw_pose pose_identity() noexcept
{
    return lw_pose_identity();
}
inline lw_pose pose_from_rpy(lw_vec3 position, double roll, double pitch, double yaw) noexcept
{
    return lw_pose_from_rpy(position, roll, pitch, yaw);
}
inline lw_pose pose_compose(lw_pose a, lw_pose b) noexcept
{
    return lw_pose_compose(a, b);
}
inline lw_vec3 pose_point(lw_pose a, lw_vec3 point) noexcept
{
    return lw_pose_point(a, point);
}
inline lw_pose pose_inverse(lw_pose a) noexcept
{
    return lw_pose_inverse(a);
}
inline double shorter_turn(double a, double b) noexcept
{
    return lw_shorter_turn(a, b);
}
inline unsigned processor_count() noexcept
{
    return lw_processor_count();
}

/* ---- shapes without a scene -------------------------------------------------------------------- */

inline lw_distance shape_distance(const lw_shape_def &a, lw_pose pose_a, const lw_shape_def &b,
                                  lw_pose pose_b, lw_error *error = nullptr)
{
    lw_distance out{};
    detail::call(error, lw_shape_distance, &a, pose_a, &b, pose_b, &out);
    return out;
}

inline mesh_info shape_mesh_info(const lw_shape_def &mesh, lw_error *error = nullptr)
{
    mesh_info out;
    detail::attempt(error, [&](lw_error *to) {
        const lw_status got = lw_shape_mesh_info(&mesh, &out, nullptr, 0, to);
        out.components.resize(got ? 0 : out.component_count);
        return got || out.components.empty()
                   ? got
                   : lw_shape_mesh_info(&mesh, &out, out.components.data(), out.components.size(), to);
    });
    return out;
}

} // namespace leeway

#endif
