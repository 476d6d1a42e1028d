/* Texts, files of motions, results as JSON, SRDF files: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_FILES_HPP
#define LEEWAY_CPP_FILES_HPP

#include <leeway/cpp/motion.hpp>

namespace leeway
{

/* ---- texts ------------------------------------------------------------------------------------- */

inline std::string text_escape(std::string_view text)
{
    return detail::printed([&](char *out, std::size_t size) {
        return lw_text_escape(text.data(), text.size(), out, size);
    });
}
inline std::string text_json(std::string_view text, lw_error *error = nullptr)
{
    const char *begin = text.data() ? text.data() : "";
    return detail::written(error, [&](char *out, std::size_t size, std::size_t *length, lw_error *to) {
        return lw_text_json(begin, text.size(), out, size, length, to);
    });
}
inline std::string text_read_json(text json, lw_error *error = nullptr)
{
    return detail::written(error, [&](char *out, std::size_t size, std::size_t *length, lw_error *to) {
        return json.cut() ? detail::fail_cut(to)
                          : lw_text_read_json(json.c_str(), out, size, length, to);
    });
}
inline std::optional<std::size_t> text_nearest(text wanted, const names &list)
{
    return detail::index_of(lw_text_nearest(wanted.c_str(), list.data(), list.size()));
}

/* ---- meshes, point clouds, octrees and height fields from files --------------------------------- */

namespace detail
{

/* Owns the arrays of a description that was read from a file; -> is the description. */
template <void (*Free)(lw_shape_def *)> class shape_of_file
{
  public:
    shape_of_file(shape_of_file &&other) noexcept : raw_(other.release())
    {
    }
    shape_of_file &operator=(shape_of_file &&other) noexcept
    {
        if (this != &other) {
            Free(&raw_);
            raw_ = other.release();
        }
        return *this;
    }
    shape_of_file(const shape_of_file &) = delete;
    shape_of_file &operator=(const shape_of_file &) = delete;

    const lw_shape_def *operator->() const noexcept
    {
        return &raw_;
    }
    const lw_shape_def &operator*() const noexcept
    {
        return raw_;
    }
    /* Gives the arrays away, which lw_mesh_free, lw_cloud_free, lw_octree_free, lw_heights_free or
     * lw_depth_image_free then has to free. */
    [[nodiscard]] lw_shape_def release() noexcept
    {
        return std::exchange(raw_, lw_default_shape());
    }

  protected:
    shape_of_file() noexcept = default;
    ~shape_of_file()
    {
        Free(&raw_);
    }
    lw_shape_def *into() noexcept
    {
        return &raw_;
    }

  private:
    lw_shape_def raw_ = lw_default_shape();
};

} // namespace detail

/* Owns the arrays of a mesh that was read from a file (lw_mesh_read). */
class mesh : public detail::shape_of_file<lw_mesh_free>
{
  public:
    mesh() noexcept = default;
    explicit mesh(text path, lw_vec3 scale = {1, 1, 1}, lw_error *error = nullptr)
    {
        detail::attempt(error, [&](lw_error *to) {
            return path.cut() ? detail::fail_cut(to) : lw_mesh_read(path.c_str(), scale, into(), to);
        });
    }
};

/* Owns the points of a cloud that was read from a file (lw_cloud_read). */
class cloud : public detail::shape_of_file<lw_cloud_free>
{
  public:
    cloud() noexcept = default;
    explicit cloud(text path, lw_error *error = nullptr)
    {
        detail::attempt(error, [&](lw_error *to) {
            return path.cut() ? detail::fail_cut(to) : lw_cloud_read(path.c_str(), into(), to);
        });
    }
};

/* Owns the cells of an octree that was read from a file (lw_octree_read), whose unknown space is what
 * the caller says. */
class octree : public detail::shape_of_file<lw_octree_free>
{
  public:
    octree() noexcept = default;
    octree(text path, lw_unknown unknown, double threshold = LW_OCCUPANCY_THRESHOLD,
           lw_error *error = nullptr)
    {
        detail::attempt(error, [&](lw_error *to) {
            return path.cut() ? detail::fail_cut(to)
                              : lw_octree_read(path.c_str(), threshold, into(), to);
        });
        into()->unknown = unknown;
    }
    /* What depth images have seen together (lw_seen_octree). */
    static octree seen(span<const lw_view> views, double resolution, lw_error *error = nullptr)
    {
        return seen(views, resolution, nullptr, 0, 0, error);
    }
    /* The same, with the robots where a motion has them at a time. */
    static octree seen(span<const lw_view> views, double resolution, motion_view robots, double time,
                       double margin = 0.01, lw_error *error = nullptr)
    {
        return seen(views, resolution, robots.get(), time, margin, error);
    }

  private:
    static octree seen(span<const lw_view> views, double resolution, const lw_motion *robots,
                       double time, double margin, lw_error *error)
    {
        octree out;
        detail::attempt(error, [&](lw_error *to) {
            return lw_seen_octree(views.data(), views.size(), resolution, robots, time, margin,
                                  out.into(), to);
        });
        return out;
    }
};

/* Owns the heights of a height field that was read from a file (lw_heights_read). spacing: metres
 * between columns, between rows, and of a unit of the file's heights. */
class heights : public detail::shape_of_file<lw_heights_free>
{
  public:
    heights() noexcept = default;
    heights(text path, lw_vec3 spacing, double floor, lw_error *error = nullptr)
    {
        detail::attempt(error, [&](lw_error *to) {
            return path.cut() ? detail::fail_cut(to)
                              : lw_heights_read(path.c_str(), spacing, floor, into(), to);
        });
    }
};

/* Owns the depths of a depth image that was read from a file (lw_depth_image_read). scale: metres of a
 * unit of the file. */
class depth_image : public detail::shape_of_file<lw_depth_image_free>
{
  public:
    depth_image() noexcept = default;
    depth_image(text path, double scale, lw_error *error = nullptr)
    {
        detail::attempt(error, [&](lw_error *to) {
            return path.cut() ? detail::fail_cut(to)
                              : lw_depth_image_read(path.c_str(), scale, into(), to);
        });
    }
};

/* Reads a camera and its pose from a JSON file. */
inline lw_status read_camera(text path, lw_camera &lens, lw_pose &at, lw_error *error = nullptr)
{
    return detail::attempt(error, [&](lw_error *to) {
        return path.cut() ? detail::fail_cut(to) : lw_camera_read(path.c_str(), &lens, &at, to);
    });
}

/* ---- motions from files ------------------------------------------------------------------------ */

inline lw_motion_kind motion_kind_of(std::string_view text)
{
    return lw_motion_kind_of(text.data(), text.size());
}

/* Reads a file of motions, one at a time (lw_motion_reader_open). */
class motion_reader : public detail::owner<lw_motion_reader, lw_motion_reader_close>
{
  public:
    using owner::owner;
    motion_reader() noexcept = default;
    motion_reader(scene_view scene, leeway::text path, lw_motion_format format,
                  const lw_motion_defaults &defaults = motion_defaults(), lw_error *error = nullptr)
    {
        detail::call(error, lw_motion_reader_open, scene.get(), path, format, &defaults, &raw());
    }
    motion_reader(leeway::scene &&, leeway::text, lw_motion_format,
                  const lw_motion_defaults & = motion_defaults(),
                  lw_error * = nullptr) = delete; /* would outlive its scene */

    /* Sets a motion to the next one. The result is the JSON text of its id; none at the end. */
    std::optional<std::string> next(motion &motion, lw_error *error = nullptr)
    {
        const char *id = nullptr;
        bool more = false;
        if (detail::call_with(motion.kept(), error, lw_motion_reader_next, raw(), motion.raw(), &id,
                              &more) ||
            !more)
            return std::nullopt;
        return id;
    }
    bool own_id() const
    {
        return lw_motion_reader_own_id(object());
    }
    /* The JSON text of the last motion, which lives until the next call; none for other formats. */
    std::optional<std::string_view> text() const
    {
        std::size_t length = 0;
        const char *found = lw_motion_reader_text(object(), &length);
        return found ? std::optional<std::string_view>({found, length}) : std::nullopt;
    }
    bool waits() const
    {
        return lw_motion_reader_waits(object());
    }
    lw_motion_kind kind() const
    {
        return lw_motion_reader_kind(object());
    }
};

/* ---- results ----------------------------------------------------------------------------------- */

inline std::string result_json(const lw_result &result, lw_error *error = nullptr)
{
    return detail::written(error, [&](char *text, std::size_t size, std::size_t *length, lw_error *to) {
        return lw_result_json(&result, text, size, length, to);
    });
}
inline std::string claims_blocks_begin_json(const lw_claimed_motion &of, lw_error *error = nullptr)
{
    return detail::written(error, [&](char *text, std::size_t size, std::size_t *length, lw_error *to) {
        return lw_claims_blocks_begin_json(&of, text, size, length, to);
    });
}
[[deprecated("it is called claims_blocks_begin_json")]] inline std::string
claims_begin_json(const lw_claimed_motion &of, lw_error *error = nullptr)
{
    return claims_blocks_begin_json(of, error);
}
inline std::string claim_json(const lw_claim &claim, lw_error *error = nullptr)
{
    return detail::written(error, [&](char *text, std::size_t size, std::size_t *length, lw_error *to) {
        return lw_claim_json(&claim, text, size, length, to);
    });
}
inline std::string claims_end_json(const lw_claimed_motion &of, lw_error *error = nullptr)
{
    return detail::written(error, [&](char *text, std::size_t size, std::size_t *length, lw_error *to) {
        return lw_claims_end_json(&of, text, size, length, to);
    });
}
inline std::string claims_blocks_begin_cbor(const lw_claimed_motion &of, lw_error *error = nullptr)
{
    return detail::written(error,
                           [&](char *bytes, std::size_t size, std::size_t *length, lw_error *to) {
                               return lw_claims_blocks_begin_cbor(&of, bytes, size, length, to);
                           });
}
inline std::string claim_cbor(const lw_claim &claim, lw_error *error = nullptr)
{
    return detail::written(error,
                           [&](char *bytes, std::size_t size, std::size_t *length, lw_error *to) {
                               return lw_claim_cbor(&claim, bytes, size, length, to);
                           });
}
inline std::string claims_end_cbor(const lw_claimed_motion &of, lw_error *error = nullptr)
{
    return detail::written(error,
                           [&](char *bytes, std::size_t size, std::size_t *length, lw_error *to) {
                               return lw_claims_end_cbor(&of, bytes, size, length, to);
                           });
}

/* ---- the pairs of an SRDF ---------------------------------------------------------------------- */

/* A pair of links that an SRDF file disables. */
struct srdf_pair {
    std::array<std::string, 2> links;
    std::optional<std::string> reason;
    int line = 0; /* its line in the file; 0: the pair was not in the file */
};

/* An SRDF file whose disabled pairs can be replaced (lw_srdf_open). */
class srdf : public detail::owner<lw_srdf, lw_srdf_close>
{
  public:
    using owner::owner;
    srdf() noexcept = default;
    /* path: no text to begin an empty one; robot: no text for any */
    explicit srdf(leeway::text path, leeway::text robot = {}, lw_error *error = nullptr)
    {
        detail::call(error, lw_srdf_open, path, robot, &raw());
    }

    std::size_t pair_count() const noexcept
    {
        return lw_srdf_pair_count(raw());
    }
    /* index: below pair_count() */
    srdf_pair pair_at(std::size_t index) const
    {
        const lw_srdf_pair found = lw_srdf_pair_at(object(), index);
        srdf_pair out;
        out.links = {found.links[0] ? found.links[0] : "", found.links[1] ? found.links[1] : ""};
        if (found.reason)
            out.reason = found.reason;
        out.line = found.line;
        return out;
    }
    bool enables(leeway::text a, leeway::text b) const
    {
        return !detail::any_is_cut(a, b) && lw_srdf_enables(object(), a.c_str(), b.c_str());
    }
    lw_status set_pairs(span<const srdf_pair> pairs, lw_error *error = nullptr)
    {
        std::vector<lw_srdf_pair> list;
        bool cut = false;
        for (const srdf_pair &pair : pairs) {
            const leeway::text a = pair.links[0];
            const leeway::text b = pair.links[1];
            const leeway::text why = pair.reason ? std::string_view(*pair.reason) : std::string_view();
            cut = cut || detail::any_is_cut(a, b, why);
            list.push_back(
                {{a.c_str(), b.c_str()}, pair.reason ? pair.reason->c_str() : nullptr, pair.line});
        }
        return detail::attempt(error, [&](lw_error *to) {
            return cut ? detail::fail_cut(to) : lw_srdf_set_pairs(raw(), list.data(), list.size(), to);
        });
    }
    /* The whole file. */
    std::string text(lw_error *error = nullptr)
    {
        const char *out = nullptr;
        std::size_t size = 0;
        if (detail::call(error, lw_srdf_text, raw(), &out, &size))
            return {};
        return {out, size};
    }
};

} // namespace leeway

#endif
