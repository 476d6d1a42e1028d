/* Readers of the parts that ROS messages share: messages of a file, vectors, poses, lists, joint
 * states. */
#include "io/text/ros_message.h"

#include <string.h>

#include "io/text/json.h"
#include "io/text/python_print.h"
#include "io/text/yaml.h"
#include "math/pose.h"

/* Whether a text is JSON. Both JSON and YAML can begin with a brace or a bracket; JSON goes on with a
 * quote, YAML with a bare key. */
static bool looks_like_json(const char *text)
{
    if (!strncmp(text, "\xef\xbb\xbf", 3))
        text += 3;
    text += strspn(text, " \t\r\n");
    if (*text != '{' && *text != '[')
        return false;
    text += strspn(text, "{[ \t\r\n");
    return !((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') || *text == '\'');
}

/* parses JSON that holds one message or a list of them; gives a list in both cases */
static lw_status parse_json(lw_document *document, const char *text, size_t length, lw_value **messages)
{
    lw_value *root = NULL;
    lw_status status = lw_json_parse(document, text, length, 1, &root);
    if (status || root->kind == LW_VALUE_LIST) {
        *messages = root;
        return status;
    }
    lw_value *list = lw_document_take(document, 1, sizeof *list);
    lw_value **items = lw_document_take(document, 1, sizeof(lw_value *));
    if (!list || !items)
        return lw_fail_memory(document->error);
    items[0] = root;
    *list = (lw_value){.kind = LW_VALUE_LIST, .line = 1, .column = 1, .count = 1, .items = items};
    *messages = list;
    return LW_OK;
}

lw_status lw_ros_parse(lw_document *document, const char *text, size_t length, const char *what,
                       lw_value **messages)
{
    bool json = looks_like_json(text);
    bool printed = !json && lw_python_find(text);
    lw_status status = json      ? parse_json(document, text, length, messages)
                       : printed ? lw_python_parse(document, text, length, messages)
                                 : lw_yaml_parse(document, text, length, messages);
    if (status)
        return status;
    if (!json && (*messages)->count == 1 && (*messages)->items[0]->kind == LW_VALUE_LIST)
        *messages = (*messages)->items[0];
    if (!(*messages)->count)
        return lw_value_fail(document, NULL, LW_ERROR_SYNTAX, "there is no %s in the file", what);
    for (size_t i = 0; i < (*messages)->count && !status; i++)
        status = lw_value_expect(document, (*messages)->items[i], what, LW_VALUE_MAP);
    return status;
}

lw_status lw_ros_read(lw_document *document, const char *path, const char *what, lw_value **message)
{
    char *text = NULL;
    size_t length = 0;
    lw_value *messages = NULL;
    lw_status status = lw_document_read(document, path, &text, &length);
    if (status || (status = lw_ros_parse(document, text, length, what, &messages)))
        return status;
    if (messages->count > 1)
        return lw_value_fail(document, messages->items[1], LW_ERROR_SYNTAX,
                             "the file holds %zu messages; keep one %s", messages->count, what);
    *message = messages->items[0];
    return LW_OK;
}

static lw_status read_components(lw_document *document, const lw_value *node, const char *name,
                                 double *out, size_t count)
{
    static const char *const keys[][5] = {{"x", "y", "z", NULL}, {"x", "y", "z", "w", NULL}};
    if (node->kind != LW_VALUE_MAP)
        return lw_value_numbers(document, node, name, out, count);
    lw_status status = lw_value_keys(document, node, name, keys[count - 3]);
    for (size_t i = 0; i < count && !status; i++) {
        const lw_value *part = lw_value_find(node, keys[count - 3][i]);
        out[i] = 0;
        if (part)
            status = lw_value_number(document, part, name, &out[i]);
    }
    return status;
}

lw_status lw_ros_vector(lw_document *document, const lw_value *node, const char *name, lw_vec3 *out)
{
    double values[3];
    lw_status status = read_components(document, node, name, values, 3);
    for (size_t i = 0; i < 3 && !status; i++)
        status = lw_check_range(document, node, name, values[i]);
    if (!status)
        *out = (lw_vec3){values[0], values[1], values[2]};
    return status;
}

lw_status lw_ros_quaternion(lw_document *document, const lw_value *node, const char *name, lw_quat *out)
{
    double values[4];
    lw_status status = read_components(document, node, name, values, 4);
    if (status)
        return status;
    lw_quat q = {values[0], values[1], values[2], values[3]};
    if (q.x == 0 && q.y == 0 && q.z == 0 && q.w == 0)
        q.w = 1;
    if (!lw_quat_normalize(&q))
        return lw_value_fail(document, node, LW_ERROR_ARGUMENT,
                             "%s is no orientation; its length must be near 1", name);
    *out = q;
    return LW_OK;
}

lw_status lw_ros_pose(lw_document *document, const lw_value *node, const char *name, lw_pose *out)
{
    *out = lw_pose_identity();
    if (!node)
        return LW_OK;
    static const char *const keys[] = {"position", "orientation", "translation", "rotation", NULL};
    const lw_value *position = lw_value_find(node, "position");
    const lw_value *orientation = lw_value_find(node, "orientation");
    lw_status status = lw_value_keys(document, node, name, keys);
    if (status)
        return status;
    if (!position)
        position = lw_value_find(node, "translation");
    if (!orientation)
        orientation = lw_value_find(node, "rotation");
    if (position)
        status = lw_ros_vector(document, position, "a position", &out->position);
    if (!status && orientation)
        status = lw_ros_quaternion(document, orientation, "an orientation", &out->orientation);
    return status;
}

lw_status lw_ros_time(lw_document *document, const lw_value *node, const char *name, double *out)
{
    static const char *const keys[] = {"secs", "nsecs", "sec", "nanosec", NULL};
    if (node->kind == LW_VALUE_NUMBER)
        return lw_value_quantity(document, node, name, out);
    lw_status status = lw_value_keys(document, node, name, keys);
    double parts[4] = {0, 0, 0, 0};
    for (size_t i = 0; i < 4 && !status; i++) {
        const lw_value *part = lw_value_find(node, keys[i]);
        if (part)
            status = lw_value_quantity(document, part, keys[i], &parts[i]);
    }
    /* nanoseconds are exact in a double, and one division rounds once */
    *out = parts[0] + parts[2] + (parts[1] + parts[3]) / 1e9;
    return status;
}

lw_status lw_ros_list(lw_document *document, const lw_value *node, const char *name, size_t *count,
                      lw_value *const **items)
{
    *count = 0;
    if (!node)
        return LW_OK;
    lw_status status = lw_value_expect(document, node, name, LW_VALUE_LIST);
    if (status)
        return status;
    *count = node->count;
    *items = node->items;
    return LW_OK;
}

lw_status lw_ros_part(lw_document *document, const lw_value *node, const char *key, lw_value **out)
{
    *out = lw_value_find(node, key);
    return *out ? lw_value_expect(document, *out, key, LW_VALUE_MAP) : LW_OK;
}

lw_status lw_ros_joint_state(lw_document *document, const lw_value *node, size_t *count,
                             const char ***names, double **positions)
{
    *count = 0;
    const lw_value *name = lw_value_find(node, "name");
    const lw_value *position = lw_value_find(node, "position");
    if (!name && !position)
        return LW_OK;
    size_t values = 0;
    lw_status status = LW_OK;
    if (!name || !position)
        return lw_value_fail(document, node, LW_ERROR_SYNTAX, "joint_state needs name and position");
    if ((status = lw_value_text_list(document, name, "joint_state.name", names, count)) ||
        (status = lw_value_number_list(document, position, "joint_state.position", positions, &values)))
        return status;
    if (*count != values)
        return lw_value_fail(document, position, LW_ERROR_ARGUMENT,
                             "joint_state names %zu joints, but gives %zu positions", *count, values);
    return LW_OK;
}
