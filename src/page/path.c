/* The motions of a page as piecewise linear joint values, and the links that carry objects over
 * time. */
#include <stdlib.h>

#include "base/error.h"
#include "math/pose.h"
#include "motion/stages.h"
#include "page/page.h"

/* TOLERANCE: how far the values may be from the motion, metres and radians. MOST_HALVINGS: how often a
 * piece is halved for that. shares: where an interval is tested; at these a joint that turns by whole
 * turns does not look as if it stood still. docs/decisions/tool.md, "A page is a JSON index and base64
 * arrays, written by the library with the viewer built in". */
static const double TOLERANCE = 1e-4;
enum { MOST_HALVINGS = 12, TESTS = 3 };
static const double shares[TESTS] = {0.211, 0.5, 0.791};

/* The joints that a motion moves or sets, and rows of their values. */
typedef struct path {
    const lw_motion *motion;
    size_t *joints;
    lw_joint_kind *kinds;
    size_t joint_count;
    uint32_t *columns; /* of the page */
    size_t width;      /* of a row */
    LW_LIST(double) times;
    LW_LIST(double) rows;
    double *tried; /* two rows */
} path;

static void free_path(path *p)
{
    free(p->joints);
    free(p->kinds);
    free(p->columns);
    free(p->times.items);
    free(p->rows.items);
    free(p->tried);
}

/* Whether the motion moves a joint, or sets it to another value than its rest value. */
static bool is_placed(const lw_motion *motion, size_t index, const lw_joint_info *joint)
{
    double begin;
    double end;
    double values[7] = {0};
    lw_motion_interval(motion, &begin, &end);
    return lw_motion_moves(motion, index) ||
           lw_motion_joint_values(motion, index, begin, values, NULL) ||
           memcmp(values, joint->rest, joint->value_count * sizeof *values) != 0;
}

static lw_status find_joints(const lw_page *page, path *p, lw_error *error)
{
    const size_t count = lw_scene_joint_count(page->scene);
    lw_status status = LW_OK;
    p->joints = calloc(count + 1, sizeof *p->joints);
    p->kinds = calloc(count + 1, sizeof *p->kinds);
    p->columns = calloc(page->column_count + 1, sizeof *p->columns);
    p->tried = calloc(2 * page->column_count + 1, sizeof *p->tried);
    if (!p->joints || !p->kinds || !p->columns || !p->tried)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++) {
        lw_joint_info joint = lw_default_joint_info();
        status = lw_scene_joint_info(page->scene, i, &joint, error);
        if (status || !joint.value_count || !is_placed(p->motion, i, &joint))
            continue;
        p->joints[p->joint_count] = i;
        p->kinds[p->joint_count++] = joint.kind;
        for (size_t k = 0; k < joint.value_count; k++)
            p->columns[p->width++] = (uint32_t)(page->columns[i] + k);
    }
    return status;
}

/* ---- rows -------------------------------------------------------------------------------------- */

static size_t value_count(lw_joint_kind kind)
{
    return kind == LW_JOINT_FLOATING ? 7 : kind == LW_JOINT_PLANAR ? 3 : 1;
}

static lw_status read_row(const path *p, double time, double *row, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < p->joint_count && !status; i++) {
        status = lw_motion_joint_values(p->motion, p->joints[i], time, row, error);
        row += value_count(p->kinds[i]);
    }
    return status;
}

static lw_quat quat_at(const double *values)
{
    return (lw_quat){values[0], values[1], values[2], values[3]};
}

/* The angle between two rotations, approximately: precise for small angles. */
static double between_rotations(lw_quat a, lw_quat b)
{
    lw_quat turn = lw_quat_multiply(lw_quat_conjugate(a), b);
    return 2 * sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
}

/* The rotation at a share of the way from one to another, the shorter way round (slerp). */
static lw_quat turn_between(lw_quat a, lw_quat b, double share)
{
    vec3 axis;
    double angle;
    lw_quat_axis_angle(lw_quat_multiply(lw_quat_conjugate(a), b), &axis, &angle);
    return lw_quat_multiply(a, lw_quat_from_rotation(lw_rotation(axis, share * angle)));
}

/* The largest difference of a row from the point at a share of the straight line between two others. */
static double off_line(const path *p, const double *from, const double *to, double share,
                       const double *row)
{
    double off = 0;
    for (size_t i = 0; i < p->joint_count; i++) {
        const bool floats = p->kinds[i] == LW_JOINT_FLOATING;
        const size_t straight = floats ? 3 : value_count(p->kinds[i]);
        for (size_t k = 0; k < straight; k++)
            off = greater(off, fabs(from[k] + share * (to[k] - from[k]) - row[k]));
        if (floats)
            off =
                greater(off, between_rotations(turn_between(quat_at(from + 3), quat_at(to + 3), share),
                                               quat_at(row + 3)));
        from += value_count(p->kinds[i]);
        to += value_count(p->kinds[i]);
        row += value_count(p->kinds[i]);
    }
    return off;
}

static lw_status add_row(path *p, double time, lw_error *error)
{
    if (!LW_ARRAY_GROW(&p->times) || !LW_ARRAY_RESERVE(&p->rows, p->rows.count + p->width + 1))
        return lw_fail_memory(error);
    p->times.items[p->times.count++] = time;
    p->rows.count += p->width;
    return read_row(p, time, p->rows.items + p->rows.count - p->width, error);
}

/* Whether the values from the last row to a time are straight within TOLERANCE. */
static lw_status is_straight(const path *p, double time, bool *straight, lw_error *error)
{
    const double *from = p->rows.items + p->rows.count - p->width;
    const double last = p->times.items[p->times.count - 1];
    double *to = p->tried;
    double *row = p->tried + p->width;
    lw_status status = read_row(p, time, to, error);
    *straight = true;
    for (int i = 0; i < TESTS && *straight && !status; i++) {
        status = read_row(p, last + shares[i] * (time - last), row, error);
        *straight = off_line(p, from, to, shares[i], row) <= TOLERANCE;
    }
    return status;
}

/* Adds rows up to a time, by recursive bisection. The time is in the piece that begins at or contains
 * the last row. */
static lw_status add_until(path *p, double time, int halvings, lw_error *error)
{
    double last = p->times.items[p->times.count - 1];
    double middle = last + (time - last) / 2;
    bool straight = true;
    lw_status status = LW_OK;
    if (halvings < MOST_HALVINGS && middle > last && middle < time)
        status = is_straight(p, time, &straight, error);
    if (status)
        return status;
    if (straight)
        return add_row(p, time, error);
    status = add_until(p, middle, halvings + 1, error);
    return status ? status : add_until(p, time, halvings + 1, error);
}

static lw_status add_rows(path *p, lw_error *error)
{
    const lw_motion *motion = p->motion;
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    lw_status status = add_row(p, begin, error);
    for (size_t i = 0; i < motion->pieces.count && !status && p->joint_count; i++)
        if (motion->pieces.items[i].end > p->times.items[p->times.count - 1])
            status = add_until(p, lesser(end, motion->pieces.items[i].end), 0, error);
    if (!status && p->times.items[p->times.count - 1] < end)
        status = add_row(p, end, error);
    return status;
}

/* ---- carried objects --------------------------------------------------------------------------- */

int64_t lw_page_body(const lw_page *page, const lw_motion *stage, size_t body)
{
    return lw_stage_body(lw_motion_scene(stage), body, page->scene);
}

/* Writes the frame that carries a body after a payload, and the body's pose in it. For a payload before
 * the motion's beginning, the state at the beginning. */
static lw_status put_carrier(lw_page *page, const lw_motion *motion, const lw_payload_info *payload,
                             lw_error *error)
{
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    const double time = greater(payload->time, begin);
    const size_t at = lw_motion_stage_at(motion, time);
    const lw_motion *stage = lw_motion_stage(motion, at);
    const int64_t body = lw_scene_find_body(page->scene, payload->object);
    const int64_t own = body < 0 ? -1 : lw_motion_stage_body(motion, at, (size_t)body);
    lw_body_info info = lw_default_body_info();
    lw_pose where;
    lw_pose link = lw_pose_identity();
    if (own < 0)
        return LW_OK;
    lw_status status = lw_scene_body_info(lw_motion_scene(stage), (size_t)own, &info, error);
    if (!status)
        status = lw_motion_pose(stage, (size_t)own, time, &where, error);
    if (!status && info.link >= 0)
        status = lw_motion_link_pose(stage, (size_t)info.link, time, &link, error);
    if (status)
        return status;
    lw_buffer_text(&page->index, "{\"time\":");
    lw_buffer_number(&page->index, time);
    lw_buffer_text(&page->index, ",\"body\":");
    lw_buffer_whole(&page->index, body);
    lw_buffer_text(&page->index, ",\"frame\":");
    lw_buffer_whole(&page->index, info.link < 0 ? -1 : page->link_frames[info.link]);
    lw_buffer_text(&page->index, ",\"pose\":");
    lw_buffer_pose(&page->index, info.link < 0 ? where : lw_page_pose_in(link, where));
    lw_buffer_text(&page->index, "}");
    return LW_OK;
}

static lw_status put_carried(lw_page *page, const lw_motion *motion, lw_error *error)
{
    const size_t count = lw_motion_payload_count(motion);
    lw_status status = LW_OK;
    if (!count)
        return LW_OK;
    lw_buffer_text(&page->index, ",\"carried\":[");
    for (size_t i = 0; i < count && !status; i++) {
        lw_payload_info payload = lw_default_payload_info();
        lw_buffer_text(&page->index, i ? ",\n" : "\n");
        status = lw_motion_payload(motion, i, &payload, error);
        if (!status)
            status = put_carrier(page, motion, &payload, error);
    }
    lw_buffer_text(&page->index, "]");
    return status;
}

lw_status lw_page_put_path(lw_page *page, const lw_motion *motion, lw_error *error)
{
    path p = {.motion = motion};
    lw_status status = find_joints(page, &p, error);
    if (!status)
        status = add_rows(&p, error);
    if (!status) {
        lw_buffer_text(&page->index, ",\"columns\":[");
        for (size_t i = 0; i < p.width; i++) {
            lw_buffer_text(&page->index, i ? "," : "");
            lw_buffer_whole(&page->index, p.columns[i]);
        }
        lw_buffer_text(&page->index, "],\"times\":");
        lw_buffer_doubles(&page->index, &page->bytes, p.times.items, p.times.count, LW_NUMBER_F64);
        lw_buffer_text(&page->index, ",\"values\":");
        lw_buffer_doubles(&page->index, &page->bytes, p.rows.items, p.rows.count, LW_NUMBER_F32);
    }
    free_path(&p);
    return status ? status : put_carried(page, motion, error);
}
