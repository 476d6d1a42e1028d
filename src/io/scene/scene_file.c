/* Reads scene files: leeway's JSON, or MoveIt's planning scenes; the content decides which. */
#include <string.h>

#include "io/scene/moveit.h"
#include "io/scene/moveit_scene.h"
#include "io/scene/moveit_text.h"
#include "io/scene/scene_json.h"
#include "io/text/ros_message.h"
#include "scene/build.h"

/* Adds MoveIt's messages, or a scene in leeway's JSON. */
static lw_status add_messages(lw_scene *scene, lw_document *document, const lw_value *messages)
{
    const lw_value *root = messages->items[0];
    if (lw_moveit_is_scene(messages))
        return lw_moveit_add_scene(scene, document, messages);
    if (messages->count > 1)
        return lw_value_fail(document, messages->items[1], LW_ERROR_SYNTAX,
                             "the file holds %zu messages, and not all are MoveIt's of a scene; keep "
                             "one scene",
                             messages->count);
    if (!root->source)
        return lw_value_fail(document, root, LW_ERROR_SYNTAX,
                             "it is neither a scene in JSON nor a MoveIt planning scene in YAML");
    return lw_scene_json_add(scene, document, root);
}

static lw_status load(lw_scene *scene, lw_document *document)
{
    char *text = NULL;
    size_t length = 0;
    lw_moveit_text objects;
    lw_value *messages = NULL;
    lw_status status = lw_document_read(document, document->file, &text, &length);
    if (status)
        return status;
    if (lw_moveit_is_text(text)) {
        status = lw_moveit_text_read(document, text, length, &objects);
        return status ? status : lw_moveit_add_text(scene, document, &objects);
    }
    status = lw_ros_parse(document, text, length, "scene", &messages);
    return status ? status : add_messages(scene, document, messages);
}

lw_status lw_scene_load(lw_scene *scene, const char *path, lw_error *error)
{
    if (!scene || !path)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no scene or no file was given");
    lw_model *model = NULL;
    lw_document document = {.file = path, .error = error};
    lw_status status = lw_build_open(scene, &model, error);
    if (status || (status = lw_model_add_file(model, path, error)))
        return status;
    status = load(scene, &document);
    lw_document_free(&document);
    return status;
}
