/* The scenes of random worlds, from their descriptions. */
#include "any_parts.h"

/* ---- scenes ------------------------------------------------------------------------------------ */

static void put_links(const any_world *w, lw_scene *scene)
{
    lw_error e = {0};
    char robot[ANY_NAME];
    for (uint32_t i = 0; i < w->robot_count; i++) {
        name_robot(i, robot);
        succeeds(lw_scene_add_robot(scene, robot, w->bases[i], &e), &e);
    }
    for (size_t i = 0; i < w->link_count; i++) {
        const any_link *link = &w->links[i];
        name_robot(link->robot, robot);
        succeeds(lw_scene_add_link(scene, robot, link->name, &e), &e);
        if (link->scale != 1 || link->padding > 0)
            succeeds(
                lw_scene_set_link_padding(scene, robot, link->name, link->scale, link->padding, &e),
                &e);
    }
    for (size_t i = 0; i < w->part_count; i++) {
        const any_part *part = &w->parts[i];
        const any_link *link = &w->links[part->owner];
        name_robot(link->robot, robot);
        if (part->shared)
            succeeds(lw_scene_add_shared_shape(scene, robot, link->name, w->kit->shapes[part->shape],
                                               part->pose, &e),
                     &e);
        else
            succeeds(lw_scene_add_shape(scene, robot, link->name, &w->kit->defs[part->shape],
                                        part->pose, &e),
                     &e);
    }
}

static void put_joints(const any_world *w, lw_scene *scene)
{
    lw_error e = {0};
    char robot[ANY_NAME];
    for (size_t i = 0; i < w->joint_count; i++) {
        const any_joint *joint = &w->joints[i];
        lw_joint_def def = joint->def;
        def.name = joint->name;
        def.parent = joint->parent;
        def.child = joint->child;
        def.mimic = def.mimic ? joint->mimic : NULL;
        name_robot(joint->robot, robot);
        succeeds(lw_scene_add_joint(scene, robot, &def, &e), &e);
        if (joint->stated)
            succeeds(lw_scene_set_joint(scene, robot, joint->name, joint->home, width_of(def.kind), &e),
                     &e);
    }
}

/* Groups of all joints of each robot, and of some. */
static void put_groups(const any_world *w, lw_scene *scene)
{
    lw_error e = {0};
    char robot[ANY_NAME];
    for (uint32_t r = 0; r < w->robot_count; r++) {
        const char *names[2][ANY_LINKS];
        size_t counts[2] = {0, 0};
        for (size_t i = 0; i < w->joint_count; i++) {
            const any_joint *joint = &w->joints[i];
            if (joint->robot != r || !width_of(joint->def.kind) || joint->def.mimic)
                continue;
            names[0][counts[0]++] = joint->name;
            if (joint->some)
                names[1][counts[1]++] = joint->name;
        }
        name_robot(r, robot);
        succeeds(lw_scene_add_group(scene, robot, "all", names[0], counts[0], &e), &e);
        succeeds(lw_scene_add_group(scene, robot, "some", counts[1] ? names[1] : names[0],
                                    counts[1] ? counts[1] : counts[0], &e),
                 &e);
    }
}

static const char *parent_of(const any_world *w, uint32_t link)
{
    for (size_t i = 0; i < w->joint_count; i++)
        if (!strcmp(w->joints[i].child, w->links[link].name))
            return w->joints[i].parent;
    return w->links[link].name;
}

static void put_cargo(const any_world *w, lw_scene *scene)
{
    lw_error e = {0};
    char robot[ANY_NAME];
    char id[ANY_NAME];
    for (size_t i = 0; i < w->cargo_count; i++) {
        const any_cargo *cargo = &w->cargo[i];
        const char *touch = parent_of(w, cargo->link);
        name_robot(w->links[cargo->link].robot, robot);
        snprintf(id, sizeof id, "cargo%zu", i);
        succeeds(lw_scene_add_shared_attached(scene, robot, w->links[cargo->link].name, id,
                                              w->kit->shapes[cargo->shape], cargo->pose, &touch,
                                              cargo->touches, &e),
                 &e);
    }
}

void any_put_obstacles(const any_world *w, lw_scene *scene, bool first)
{
    lw_error e = {0};
    char id[ANY_NAME];
    for (size_t i = 0; i < w->obstacle_count; i++) {
        const any_obstacle *o = &w->obstacles[i];
        lw_pose at = first ? o->first_pose : o->pose;
        snprintf(id, sizeof id, "o%zu", i);
        if (o->shared)
            succeeds(lw_scene_add_shared_obstacle(scene, id, w->kit->shapes[o->shape], at, &e), &e);
        else
            succeeds(lw_scene_add_obstacle(scene, id, &w->kit->defs[o->shape], at, &e), &e);
        if (o->second < ANY_SHAPES)
            succeeds(lw_scene_add_shared_obstacle(scene, id, w->kit->shapes[o->second], at, &e), &e);
    }
}

void any_put_rules(const any_world *w, lw_scene *scene)
{
    lw_error e = {0};
    succeeds(lw_scene_set_margin(scene, w->margin, &e), &e);
    succeeds(lw_scene_set_self_margin(scene, w->self_margin, &e), &e);
    for (size_t i = 0; i < w->margin_count; i++)
        succeeds(
            lw_scene_set_pair_margin(scene, w->pairs[i][0], w->pairs[i][1], w->pair_margins[i], &e),
            &e);
    for (size_t i = 0; i < w->allowed_count; i++)
        succeeds(lw_scene_allow_pair(scene, w->allowed[i][0], w->allowed[i][1], true, &e), &e);
}

lw_scene *any_scene_of_robots(const any_world *w)
{
    lw_error e = {0};
    lw_scene *scene = NULL;
    succeeds(lw_scene_create(&scene, &e), &e);
    if (w->flat)
        succeeds(lw_scene_set_dimension(scene, 2, &e), &e);
    else if (w->cover_balls)
        succeeds(lw_scene_set_cover_balls(scene, w->cover_balls, &e), &e);
    if (w->surfaces)
        succeeds(lw_scene_set_mesh_mode(scene, LW_MESH_SURFACE, &e), &e);
    put_links(w, scene);
    put_joints(w, scene);
    put_groups(w, scene);
    put_cargo(w, scene);
    return scene;
}

lw_scene *any_scene_at_once(const any_world *w)
{
    lw_error e = {0};
    lw_scene *scene = any_scene_of_robots(w);
    any_put_obstacles(w, scene, false);
    any_put_rules(w, scene);
    succeeds(lw_scene_freeze(scene, &e), &e);
    return scene;
}
