/* Poses of bodies, as a reader of a page computes them: from its frames and the values of a motion. */
#ifndef LW_TEST_PAGE_FRAMES_H
#define LW_TEST_PAGE_FRAMES_H

#include "math/pose.h"
#include "page_text.h"

/* The values of all columns at a time of a motion, interpolated linearly between its rows. */
static inline void values_at(const page_text *page, const lw_value *motion, double time, double *values)
{
    const lw_value *rest = member(page->index, "rest");
    const lw_value *columns = member(motion, "columns");
    const lw_value *times = member(motion, "times");
    const size_t width = lw_value_item_count(columns);
    size_t row = 0;
    for (size_t i = 0; i < lw_value_item_count(rest); i++)
        values[i] = lw_value_as_number(lw_value_item(rest, i));
    while (row + 2 < page_count(times) && page_number(page, times, row + 1) <= time)
        row++;
    const bool last = row + 1 >= page_count(times);
    const double from = page_number(page, times, row);
    const double to = last ? from : page_number(page, times, row + 1);
    const double share = to > from ? (time - from) / (to - from) : 0;
    for (size_t i = 0; i < width; i++) {
        const double a = page_number(page, member(motion, "values"), row * width + i);
        const double b = last ? a : page_number(page, member(motion, "values"), (row + 1) * width + i);
        values[(int64_t)lw_value_as_number(lw_value_item(columns, i))] = a + share * (b - a);
    }
}

static inline vec3 vector_of(const lw_value *row)
{
    assert_int_equal(lw_value_item_count(row), 3);
    return v3(lw_value_as_number(lw_value_item(row, 0)), lw_value_as_number(lw_value_item(row, 1)),
              lw_value_as_number(lw_value_item(row, 2)));
}

static inline lw_pose joint_pose(const lw_value *joint, const double *values)
{
    const char *kind = lw_value_as_text(member(joint, "kind"));
    const int64_t column = whole_of(joint, "value");
    if (!strcmp(kind, "fixed"))
        return lw_pose_identity();
    assert_true(column >= 0);
    const double *value = values + column;
    const double q = number_of(joint, "factor") * *value + number_of(joint, "offset");
    const vec3 n = vector_of(member(joint, "axis"));
    pose at = pose_identity();
    if (!strcmp(kind, "revolute"))
        at.rotation = lw_rotation(n, q);
    else if (!strcmp(kind, "prismatic"))
        at.position = scale(q, n);
    else if (!strcmp(kind, "floating")) {
        lw_quat turn = {value[3], value[4], value[5], value[6]};
        assert_true(lw_quat_normalize(&turn));
        return (lw_pose){{value[0], value[1], value[2]}, turn};
    } else if (!strcmp(kind, "planar")) {
        const lw_value *plane = member(joint, "plane");
        at.position = add(scale(value[0], vector_of(lw_value_item(plane, 0))),
                          scale(value[1], vector_of(lw_value_item(plane, 1))));
        at.rotation = lw_rotation(n, value[2]);
    } else
        fail_msg("there is no joint kind %s", kind);
    return lw_pose_out(at);
}

/* Roughly the largest distance between a point of a unit ball at one pose and at the other. */
static inline double between_poses(lw_pose a, lw_pose b)
{
    const vec3 d = sub(a.position, b.position);
    const lw_quat t = lw_quat_multiply(lw_quat_conjugate(a.orientation), b.orientation);
    return norm(d) + 2 * sqrt(t.x * t.x + t.y * t.y + t.z * t.z);
}

enum { MOST_FRAMES = 64 };

static inline void pose_frames(const page_text *page, const double *values, lw_pose *out)
{
    const lw_value *frames = member(page->index, "frames");
    assert_true(lw_value_item_count(frames) <= MOST_FRAMES);
    for (size_t i = 0; i < lw_value_item_count(frames); i++) {
        const lw_value *frame = lw_value_item(frames, i);
        const lw_value *joint = member(frame, "joint");
        const int64_t parent = whole_of(frame, "parent");
        assert_true(parent < (int64_t)i);
        out[i] = pose_of(member(frame, "pose"));
        if (parent >= 0)
            out[i] = lw_pose_compose(out[parent], out[i]);
        if (!lw_value_is(joint, LW_VALUE_NULL))
            out[i] = lw_pose_compose(out[i], joint_pose(joint, values));
    }
}

static inline size_t frame_of(const page_text *page, const char *robot, const char *link)
{
    const lw_value *frames = member(page->index, "frames");
    for (size_t i = 0; i < lw_value_item_count(frames); i++) {
        const lw_value *frame = lw_value_item(frames, i);
        const lw_value *of =
            lw_value_item(member(page->index, "robots"), (size_t)whole_of(frame, "robot"));
        if (!strcmp(lw_value_as_text(member(frame, "name")), link) &&
            !strcmp(lw_value_as_text(member(of, "name")), robot))
            return i;
    }
    fail_msg("there is no frame of %s/%s", robot, link);
    return 0;
}

#endif
