/* Convex shapes in the plane: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_PLANE_HPP
#define LEEWAY_CPP_PLANE_HPP

#include <leeway/cpp/owner.hpp>
#include <leeway/cpp/values.hpp>

namespace leeway
{

inline lw_pose2 pose2_from_angle(double x, double y, double angle) noexcept
{
    return lw_pose2_from_angle(x, y, angle);
}

/* The convex hull of some points, grown by a radius (lw_polygon_create). */
class polygon : public detail::owner<lw_polygon, lw_polygon_destroy>
{
  public:
    using owner::owner;
    polygon() noexcept = default;
    /* vertices: rows x y */
    explicit polygon(span<const double> vertices, double radius = 0, lw_error *error = nullptr)
    {
        detail::attempt(error, [&](lw_error *to) {
            return vertices.size() % 2
                       ? detail::fail(to, LW_ERROR_ARGUMENT,
                                      "the vertices of a polygon are rows of two numbers")
                       : lw_polygon_create(vertices.data(), vertices.size() / 2, radius, &raw(), to);
        });
    }

    std::size_t count() const
    {
        return lw_polygon_count(object());
    }
    /* index: below count() */
    lw_vec2 vertex(std::size_t index) const
    {
        return lw_polygon_vertex(object(), index);
    }
    /* A pair of this polygon and another one, at two poses. It must not outlive them. */
    lw_polygon_pair with(lw_pose2 pose_a, const polygon &b, lw_pose2 pose_b) const
    {
        return {object(), b.object(), pose_a, pose_b};
    }
};

/* Level 1: whether two shapes meet. */
inline bool polygon_touches(const polygon &a, lw_pose2 pose_a, const polygon &b, lw_pose2 pose_b)
{
    const lw_polygon_pair pair = a.with(pose_a, b, pose_b);
    return lw_polygon_touches(pair.a, pose_a, pair.b, pose_b);
}
/* Level 2: their distance. memory: NULL, or that of this pair of polygons. */
inline double polygon_distance(const polygon &a, lw_pose2 pose_a, const polygon &b, lw_pose2 pose_b,
                               lw_polygon_memory *memory = nullptr)
{
    const lw_polygon_pair pair = a.with(pose_a, b, pose_b);
    return lw_polygon_distance(pair.a, pose_a, pair.b, pose_b, memory);
}
/* Level 3: their signed distance, with points and normal. */
inline lw_separation polygon_separation(const polygon &a, lw_pose2 pose_a, const polygon &b,
                                        lw_pose2 pose_b, lw_polygon_memory *memory = nullptr)
{
    lw_separation out{};
    const lw_polygon_pair pair = a.with(pose_a, b, pose_b);
    lw_polygon_separation(pair.a, pose_a, pair.b, pose_b, memory, &out);
    return out;
}
inline lw_separation polygon_track(const polygon &a, lw_pose2 pose_a, const polygon &b, lw_pose2 pose_b,
                                   lw_polygon_features &features)
{
    lw_separation out{};
    const lw_polygon_pair pair = a.with(pose_a, b, pose_b);
    lw_polygon_track(pair.a, pose_a, pair.b, pose_b, &features, &out);
    return out;
}
/* Level 3 for many pairs, into as many separations. memories: none, or one for each pair. */
inline lw_status polygon_separations(span<const lw_polygon_pair> pairs, span<lw_separation> out,
                                     span<lw_polygon_memory> memories = {}, lw_error *error = nullptr)
{
    return detail::attempt(error, [&](lw_error *to) {
        if (out.size() != pairs.size() || (!memories.empty() && memories.size() != pairs.size()))
            return detail::fail(to, LW_ERROR_ARGUMENT,
                                "there is not one separation, and one memory, for each pair");
        lw_polygon_separations(pairs.data(), pairs.size(), memories.empty() ? nullptr : memories.data(),
                               out.data());
        return LW_OK;
    });
}

/* By a named algorithm; answered: NULL, or receives the algorithm that gave the answer. Where there is
 * an error they touch. */
inline bool polygon_touches_by(lw_planar_algorithm algorithm, const lw_polygon_pair &pair,
                               lw_planar_algorithm *answered = nullptr, lw_error *error = nullptr)
{
    bool touches = true;
    detail::call(error, lw_polygon_touches_by, algorithm, &pair, &touches, answered);
    return touches;
}
inline lw_separation polygon_separation_by(lw_planar_algorithm algorithm, const lw_polygon_pair &pair,
                                           lw_planar_algorithm *answered = nullptr,
                                           lw_error *error = nullptr)
{
    lw_separation out{};
    detail::call(error, lw_polygon_separation_by, algorithm, &pair, &out, answered);
    return out;
}

} // namespace leeway

#endif
