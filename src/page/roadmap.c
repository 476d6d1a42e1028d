/* The roadmap of a page: the position of a link at each configuration, and the segments between
 * configurations. */
#include <stdlib.h>

#include "base/error.h"
#include "page/page.h"
#include "plan/planner.h"

/* The last link that the joints of a planner move. Goes through their child links in order, and takes
 * each one that hangs on the link taken before, or whose frame has a higher number. */
static int64_t last_link(const lw_page *page, const lw_joints *joints)
{
    const lw_scene *scene = page->scene;
    const char *robot = lw_scene_robot_name(scene, lw_joints_robot(joints));
    int64_t link = -1;
    for (size_t i = 0; i < lw_joints_count(joints); i++) {
        lw_joint_info joint = lw_default_joint_info();
        const int64_t index = lw_scene_find_joint(scene, robot, lw_joints_name(joints, i));
        if (index < 0 || lw_scene_joint_info(scene, (size_t)index, &joint, NULL))
            continue;
        const bool hangs_on_it = link < 0 || joint.parent == (size_t)link ||
                                 page->link_frames[joint.child] > page->link_frames[link];
        link = hangs_on_it ? (int64_t)joint.child : link;
    }
    return link;
}

/* Finds the position of a link at each configuration: rows of 3. */
static lw_status find_points(const lw_roadmap *roadmap, size_t link, lw_motion *path, double *points,
                             lw_error *error)
{
    const size_t count = lw_roadmap_node_count(roadmap);
    lw_planner *planner = roadmap->planner;
    lw_status status = LW_OK;
    double *rows = calloc(2 * planner->space.value_count + 1, sizeof *rows);
    if (!rows)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++) {
        lw_pose at;
        for (int end = 0; end < 2; end++)
            memcpy(rows + (size_t)end * planner->space.value_count, lw_tree_node(&roadmap->nodes, i),
                   planner->space.value_count * sizeof *rows);
        status = lw_edges_set_path(&planner->edges, path, rows, 2, error);
        if (!status)
            status = lw_motion_link_pose(path, link, 0, &at, error);
        if (!status)
            memcpy(points + 3 * i, &at.position, 3 * sizeof *points);
    }
    free(rows);
    return status;
}

static lw_status put_roadmap(lw_page *page, const lw_roadmap *roadmap, int64_t link,
                             const double *points, uint32_t *edges, lw_error *error)
{
    const size_t count = lw_roadmap_edge_count(roadmap);
    for (size_t i = 0; i < count; i++)
        memcpy(edges + 2 * i, roadmap->edges.items[i].nodes, 2 * sizeof *edges);
    page->roadmap.count = 0;
    lw_buffer_text(&page->roadmap, "{\"tip\":");
    lw_buffer_whole(&page->roadmap, page->link_frames[link]);
    lw_buffer_text(&page->roadmap, ",\"points\":");
    lw_buffer_doubles(&page->roadmap, &page->bytes, points, 3 * lw_roadmap_node_count(roadmap),
                      LW_NUMBER_F32);
    lw_buffer_text(&page->roadmap, ",\"edges\":");
    lw_buffer_wholes(&page->roadmap, &page->bytes, edges, 2 * count, false);
    lw_buffer_text(&page->roadmap, "}");
    if (!page->roadmap.failed && !page->bytes.failed)
        return LW_OK;
    page->roadmap.count = 0;
    page->roadmap.failed = page->bytes.failed = false;
    return lw_fail_memory(error);
}

lw_status lw_page_set_roadmap(lw_page *page, const lw_roadmap *roadmap, int64_t link, lw_error *error)
{
    if (!page || !roadmap)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a page, or its roadmap, is missing");
    if (roadmap->planner->space.scene != page->scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the roadmap is of another scene than the page");
    if (link < -1 || link >= (int64_t)lw_scene_link_count(page->scene))
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no link %lld", (long long)link);
    if (link < 0)
        link = last_link(page, roadmap->planner->space.joints[0]);
    lw_motion *path = NULL;
    double *points = calloc(3 * lw_roadmap_node_count(roadmap) + 1, sizeof *points);
    uint32_t *edges = calloc(2 * lw_roadmap_edge_count(roadmap) + 1, sizeof *edges);
    lw_status status =
        points && edges ? lw_motion_create(page->scene, &path, error) : lw_fail_memory(error);
    if (!status)
        status = find_points(roadmap, (size_t)link, path, points, error);
    if (!status)
        status = put_roadmap(page, roadmap, link, points, edges, error);
    lw_motion_destroy(path);
    free(points);
    free(edges);
    return status;
}
