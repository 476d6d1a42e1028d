/* Links whose meshes are left out at the caller's request. */
#include "scene/build.h"

#include <stdio.h>
#include <string.h>

#include "scene/names.h"

lw_status lw_scene_leave_out_mesh(lw_scene *scene, const char *link, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_robots(scene, "links without their meshes", &model, error);
    if (status || (status = lw_build_check_name("link", link, error)))
        return status;
    const lw_model_without entry = {lw_arena_string(&model->arena, link), 0};
    if (!entry.name || !LW_ARRAY_GROW(&model->without))
        return lw_fail_memory(error);
    model->without.items[model->without.count++] = entry;
    return LW_OK;
}

/* Whether a name means a robot's link. */
static bool means(const char *name, const char *robot, const char *link)
{
    const size_t length = strlen(robot);
    return !strcmp(name, link) ||
           (!strncmp(name, robot, length) && name[length] == '/' && !strcmp(name + length + 1, link));
}

static bool is_listed(const lw_model *model, const char *name)
{
    for (size_t i = 0; i < model->left_out.count; i++)
        if (!strcmp(model->left_out.items[i], name))
            return true;
    return false;
}

lw_status lw_model_leave_out(lw_model *model, const char *robot, const char *link, bool *out,
                             lw_error *error)
{
    char name[420]; /* both are short names */
    *out = false;
    for (size_t i = 0; i < model->without.count; i++)
        if (means(model->without.items[i].name, robot, link)) {
            model->without.items[i].count++;
            *out = true;
        }
    snprintf(name, sizeof name, "%.205s/%.205s", robot, link);
    if (!*out || is_listed(model, name))
        return LW_OK;
    char *copy = lw_arena_string(&model->arena, name);
    if (!copy || !LW_ARRAY_GROW(&model->left_out))
        return lw_fail_memory(error);
    model->left_out.items[model->left_out.count++] = copy;
    return LW_OK;
}

lw_status lw_model_check_left_out(const lw_model *model, lw_error *error)
{
    for (size_t i = 0; i < model->without.count; i++)
        if (!model->without.items[i].count)
            return lw_fail(error, LW_ERROR_NAME, "there is no mesh of a link \"%s\" to leave out%s",
                           model->without.items[i].name,
                           lw_hint_link(model, -1, model->without.items[i].name).text);
    return LW_OK;
}
