/* Scene files: our JSON and MoveIt's planning scenes, told apart by content. */
#include <string.h>

#include "io/moveit_scene.h"
#include "io/ros_message.h"
#include "io/scene_json.h"
#include "robot/build.h"

lw_status lw_scene_load(lw_scene *scene, const char *path, lw_error *error)
{
    if (!scene || !path)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no scene or no file was given");
    lw_model *model = NULL;
    lw_document document = {.file = path, .error = error};
    lw_value *root = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status || (status = lw_model_add_file(model, path, error)))
        return status;
    status = lw_ros_read(&document, path, "scene", &root);
    if (!status && lw_moveit_is_scene(root))
        status = lw_moveit_add_scene(scene, &document, root);
    else if (!status && !root->source)
        status = lw_value_fail(&document, root, LW_ERROR_SYNTAX,
                               "it is neither a scene in JSON nor a MoveIt planning scene in YAML");
    else if (!status)
        status = lw_scene_json_add(scene, &document, root);
    lw_document_free(&document);
    return status;
}
