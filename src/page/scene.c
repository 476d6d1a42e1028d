/* The scene of a page: its robots as frames that joints move, its bodies, and the rest values of the
 * joints. */
#include <stdlib.h>

#include "base/error.h"
#include "base/kinds.h"
#include "math/pose.h"
#include "page/page.h"

static const char *const joint_kinds[] = {
    [LW_JOINT_FIXED] = "fixed",         [LW_JOINT_REVOLUTE] = "revolute",
    [LW_JOINT_CONTINUOUS] = "revolute", [LW_JOINT_PRISMATIC] = "prismatic",
    [LW_JOINT_PLANAR] = "planar",       [LW_JOINT_FLOATING] = "floating"};
LW_ROW_FOR_EACH(LW_JOINT, joint_kinds, LW_JOINT_FLOATING);

lw_pose lw_page_pose_in(lw_pose link, lw_pose world)
{
    return lw_pose_out(relative(lw_pose_in(link), lw_pose_in(world)));
}

/* ---- frames ------------------------------------------------------------------------------------ */

/* Gives each joint the column of its first value; a mimic joint has the column of the joint it
 * follows. */
static lw_status count_columns(lw_page *page, lw_error *error)
{
    const size_t count = lw_scene_joint_count(page->scene);
    lw_joint_info joint = lw_default_joint_info();
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++) {
        status = lw_scene_joint_info(page->scene, i, &joint, error);
        page->columns[i] = page->column_count;
        page->column_count += status ? 0 : joint.value_count;
    }
    for (size_t i = 0; i < count && !status; i++) {
        status = lw_scene_joint_info(page->scene, i, &joint, error);
        if (!status && joint.mimic >= 0)
            page->columns[i] = page->columns[joint.mimic];
    }
    return status;
}

static void begin_frame(lw_page *page, size_t link, size_t robot, int64_t parent, lw_pose at,
                        size_t *count)
{
    lw_link_info info = lw_default_link_info();
    lw_scene_link_info(page->scene, link, &info, NULL);
    page->link_frames[link] = (int64_t)(*count)++;
    lw_buffer_text(&page->index, *count > 1 ? ",\n{\"name\":" : "\n{\"name\":");
    lw_buffer_string(&page->index, info.name);
    lw_buffer_text(&page->index, ",\"robot\":");
    lw_buffer_whole(&page->index, (int64_t)robot);
    lw_buffer_text(&page->index, ",\"parent\":");
    lw_buffer_whole(&page->index, parent);
    lw_buffer_text(&page->index, ",\"pose\":");
    lw_buffer_pose(&page->index, at);
    lw_buffer_text(&page->index, ",\"joint\":");
}

/* Writes the axes of x and y of a planar joint, as scene/chains.c has them. */
static void put_plane(lw_page *page, lw_vec3 axis)
{
    const bool flat = axis.x == 0 && axis.y == 0 && axis.z > 0;
    const vec3 x = flat ? v3(1, 0, 0) : lw_perpendicular(axis);
    lw_buffer_text(&page->index, ",\"plane\":[");
    lw_buffer_vector(&page->index, x);
    lw_buffer_text(&page->index, ",");
    lw_buffer_vector(&page->index, cross(axis, x));
    lw_buffer_text(&page->index, "]");
}

/* A joint that mimics a fixed joint stands still at its offset: makes it a fixed joint at that pose. */
static void fix_follower(const lw_page *page, lw_joint_info *joint)
{
    lw_joint_info other = lw_default_joint_info();
    if (joint->mimic < 0 || lw_scene_joint_info(page->scene, (size_t)joint->mimic, &other, NULL) ||
        other.kind != LW_JOINT_FIXED)
        return;
    pose at = pose_identity();
    if (joint->kind == LW_JOINT_PRISMATIC)
        at.position = scale(joint->mimic_offset, joint->axis);
    else
        at.rotation = lw_rotation(joint->axis, joint->mimic_offset);
    joint->origin = lw_pose_out(compose(lw_pose_in(joint->origin), at));
    joint->kind = LW_JOINT_FIXED;
    joint->mimic = -1;
}

static void put_joint(lw_page *page, size_t index, const lw_joint_info *joint)
{
    const bool moves = joint->kind != LW_JOINT_FIXED;
    lw_buffer_text(&page->index, "{\"name\":");
    lw_buffer_string(&page->index, joint->name);
    lw_buffer_text(&page->index, ",\"kind\":");
    lw_buffer_string(&page->index, joint_kinds[joint->kind]);
    lw_buffer_text(&page->index, ",\"axis\":");
    lw_buffer_vector(&page->index, joint->axis);
    if (joint->kind == LW_JOINT_PLANAR)
        put_plane(page, joint->axis);
    lw_buffer_text(&page->index, ",\"value\":");
    lw_buffer_whole(&page->index, moves ? (int64_t)page->columns[index] : -1);
    lw_buffer_text(&page->index, ",\"factor\":");
    lw_buffer_number(&page->index, joint->mimic >= 0 ? joint->mimic_multiplier : 1);
    lw_buffer_text(&page->index, ",\"offset\":");
    lw_buffer_number(&page->index, joint->mimic >= 0 ? joint->mimic_offset : 0);
    lw_buffer_text(&page->index, "}}");
}

/* Writes a frame for each link: first the root of each robot, then the child links of the joints in
 * order. */
static lw_status put_frames(lw_page *page, lw_error *error)
{
    const lw_scene *scene = page->scene;
    lw_status status = LW_OK;
    size_t count = 0;
    lw_buffer_text(&page->index, "\"frames\":[");
    for (size_t r = 0; r < lw_scene_robot_count(scene) && !status; r++) {
        lw_robot_info robot = lw_default_robot_info();
        status = lw_scene_robot_info(scene, r, &robot, error);
        if (status)
            break;
        begin_frame(page, robot.root, r, -1, robot.base, &count);
        lw_buffer_text(&page->index, "null}");
    }
    for (size_t i = 0; i < lw_scene_joint_count(scene) && !status; i++) {
        lw_joint_info joint = lw_default_joint_info();
        status = lw_scene_joint_info(scene, i, &joint, error);
        if (status)
            break;
        fix_follower(page, &joint);
        begin_frame(page, joint.child, joint.robot, page->link_frames[joint.parent], joint.origin,
                    &count);
        put_joint(page, i, &joint);
    }
    lw_buffer_text(&page->index, "],\n");
    return status;
}

static void put_robots(lw_page *page)
{
    lw_buffer_text(&page->index, "\"robots\":[");
    for (size_t i = 0; i < lw_scene_robot_count(page->scene); i++) {
        lw_buffer_text(&page->index, i ? ",{\"name\":" : "{\"name\":");
        lw_buffer_string(&page->index, lw_scene_robot_name(page->scene, i));
        lw_buffer_text(&page->index, "}");
    }
    lw_buffer_text(&page->index, "],\n");
}

/* ---- bodies ------------------------------------------------------------------------------------ */

static bool is_identity(lw_pose at)
{
    return lw_pose_same(at, lw_pose_identity());
}

static lw_status put_parts(lw_page *page, size_t body, size_t count, const uint32_t *shapes,
                           lw_error *error)
{
    lw_status status = LW_OK;
    lw_buffer_text(&page->index, ",\"parts\":[");
    for (size_t i = 0; i < count && !status; i++) {
        lw_body_shape shape = lw_default_body_shape();
        status = lw_scene_body_shape(page->scene, body, i, &shape, NULL, error);
        lw_buffer_text(&page->index, i ? ",{\"shape\":" : "{\"shape\":");
        lw_buffer_whole(&page->index, shapes[i]);
        if (!status && !is_identity(shape.pose)) {
            lw_buffer_text(&page->index, ",\"pose\":");
            lw_buffer_pose(&page->index, shape.pose);
        }
        lw_buffer_text(&page->index, "}");
    }
    lw_buffer_text(&page->index, "]");
    return status;
}

/* Writes the cover of a body in the frame of its geometry. The scene has it in the frame of the link,
 * or of the object that a link carries. */
static lw_status put_cover(lw_page *page, size_t body, bool of_link, lw_pose in_frame, lw_error *error)
{
    lw_cover_info cover = lw_default_cover_info();
    lw_status status = lw_scene_cover_info(page->scene, body, &cover, error);
    if (status || !cover.ball_count)
        return status;
    double *rows = calloc(4 * cover.ball_count, sizeof *rows);
    if (!rows)
        return lw_fail_memory(error);
    const pose at = of_link ? lw_pose_in(in_frame) : pose_identity();
    for (size_t i = 0; i < cover.ball_count && !status; i++) {
        lw_cover_ball ball;
        status = lw_scene_cover_ball(page->scene, body, i, &ball, error);
        if (status)
            break;
        const vec3 center = transform_back(at, ball.center);
        memcpy(rows + 4 * i, (double[]){center.x, center.y, center.z, ball.radius}, 4 * sizeof *rows);
    }
    lw_buffer_text(&page->index, ",\"cover\":");
    lw_buffer_doubles(&page->index, &page->bytes, rows, 4 * cover.ball_count, LW_NUMBER_F32);
    free(rows);
    return status;
}

/* Finds the pose of a body in the frame of its link, or in the world. */
static lw_status find_place(const lw_page *page, size_t body, int64_t link, lw_pose *out,
                            lw_error *error)
{
    lw_pose at;
    lw_status status = lw_motion_pose(page->rest, body, 0, out, error);
    if (status || link < 0)
        return status;
    status = lw_motion_link_pose(page->rest, (size_t)link, 0, &at, error);
    if (!status)
        *out = lw_page_pose_in(at, *out);
    return status;
}

static lw_status put_body(lw_page *page, size_t index, const uint32_t *shapes, size_t *shape_count,
                          lw_error *error)
{
    lw_body_info body = lw_default_body_info();
    lw_link_info link = lw_default_link_info();
    lw_pose at = lw_pose_identity();
    lw_status status = lw_scene_body_info(page->scene, index, &body, error);
    if (!status && body.link >= 0)
        status = lw_scene_link_info(page->scene, (size_t)body.link, &link, error);
    if (!status)
        status = find_place(page, index, body.link, &at, error);
    if (status)
        return status;
    *shape_count = body.shape_count;
    lw_buffer_text(&page->index, "{\"name\":");
    lw_buffer_string(&page->index, body.name);
    lw_buffer_text(&page->index, ",\"kind\":");
    lw_buffer_string(&page->index, body.attached ? "object" : body.robot >= 0 ? "link" : "obstacle");
    lw_buffer_text(&page->index, ",\"robot\":");
    lw_buffer_whole(&page->index, body.robot);
    if (body.link >= 0) {
        lw_buffer_text(&page->index, ",\"link\":");
        lw_buffer_string(&page->index, link.name);
    }
    lw_buffer_text(&page->index, ",\"frame\":");
    lw_buffer_whole(&page->index, body.link < 0 ? -1 : page->link_frames[body.link]);
    lw_buffer_text(&page->index, ",\"pose\":");
    lw_buffer_pose(&page->index, at);
    if (body.padding > 0) {
        lw_buffer_text(&page->index, ",\"padding\":");
        lw_buffer_rounded(&page->index, body.padding);
    }
    status = put_parts(page, index, body.shape_count, shapes, error);
    if (!status && page->options.covers && body.robot >= 0)
        status = put_cover(page, index, !body.attached, at, error);
    lw_buffer_text(&page->index, "}");
    return status;
}

static lw_status put_bodies(lw_page *page, const uint32_t *part_shapes, lw_error *error)
{
    lw_status status = LW_OK;
    lw_buffer_text(&page->index, "\"bodies\":[");
    for (size_t i = 0; i < lw_scene_body_count(page->scene) && !status; i++) {
        size_t count = 0;
        lw_buffer_text(&page->index, i ? ",\n" : "\n");
        status = put_body(page, i, part_shapes, &count, error);
        part_shapes += count;
    }
    lw_buffer_text(&page->index, "],\n");
    return status;
}

/* ---- the scene --------------------------------------------------------------------------------- */

static lw_status put_rest(lw_page *page, lw_error *error)
{
    lw_status status = LW_OK;
    bool first = true;
    lw_buffer_text(&page->index, "\"rest\":[");
    for (size_t i = 0; i < lw_scene_joint_count(page->scene) && !status; i++) {
        lw_joint_info joint = lw_default_joint_info();
        status = lw_scene_joint_info(page->scene, i, &joint, error);
        for (size_t k = 0; k < joint.value_count && !status; k++) {
            lw_buffer_text(&page->index, first ? "" : ",");
            lw_buffer_number(&page->index, joint.rest[k]);
            first = false;
        }
    }
    lw_buffer_text(&page->index, "],\n");
    return status;
}

lw_status lw_page_put_scene(lw_page *page, lw_error *error)
{
    uint32_t *part_shapes = NULL;
    page->link_frames = calloc(lw_scene_link_count(page->scene) + 1, sizeof *page->link_frames);
    page->columns = calloc(lw_scene_joint_count(page->scene) + 1, sizeof *page->columns);
    if (!page->link_frames || !page->columns)
        return lw_fail_memory(error);
    lw_status status = count_columns(page, error);
    if (!status)
        status = lw_page_put_shapes(page, &part_shapes, error);
    if (!status)
        put_robots(page);
    if (!status)
        status = put_frames(page, error);
    if (!status)
        status = put_bodies(page, part_shapes, error);
    if (!status)
        status = put_rest(page, error);
    free(part_shapes);
    return status;
}
