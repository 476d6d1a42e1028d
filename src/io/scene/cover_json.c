/* Reads and writes covers of robots as JSON files (docs/interfaces.md). A cover that was read is kept
 * in the model; freezing knows the geometry, and proves the cover. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "io/text/json.h"
#include "io/text/json_write.h"
#include "io/text/text.h"
#include "scene/ask/ask.h"
#include "scene/build.h"
#include "scene/names.h"

enum { VERSION = 1 /* of the format */ };

/* ---- reading ----------------------------------------------------------------------------------- */

typedef struct loader {
    lw_model *model;
    lw_document *document;
    size_t robot;
} loader;

static lw_place place_of(const lw_value *node)
{
    return (lw_place){node->line, node->column};
}

/* [x, y, z, radius] */
static lw_status read_ball(const loader *l, const lw_value *node, lw_given_ball *out)
{
    double numbers[4];
    lw_status status = lw_value_numbers(l->document, node, "a ball", numbers, 4);
    if (!status)
        status = lw_check_size(l->document, node->items[3], "a ball's radius", numbers[3]);
    if (!status)
        *out = (lw_given_ball){{numbers[0], numbers[1], numbers[2]}, numbers[3], place_of(node)};
    return status;
}

static lw_status read_balls(const loader *l, const lw_value *node, lw_model_cover *out)
{
    lw_status status = lw_value_expect(l->document, node, "balls", LW_VALUE_LIST);
    if (status)
        return status;
    if (!node->count || node->count > UINT32_MAX)
        return lw_value_fail(l->document, node, LW_ERROR_ARGUMENT, "balls must hold one ball or more");
    out->balls = lw_arena_array(&l->model->arena, node->count, sizeof *out->balls);
    if (!out->balls)
        return lw_fail_memory(l->document->error);
    for (out->count = 0; out->count < node->count && !status; out->count += !status)
        status = read_ball(l, node->items[out->count], &out->balls[out->count]);
    return status;
}

/* Sixteen hexadecimal digits. */
static lw_status read_fingerprint(const loader *l, const lw_value *node, uint64_t *out)
{
    const char *text = NULL;
    lw_status status = lw_value_text(l->document, node, "fingerprint", &text);
    if (status)
        return status;
    if (strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16)
        return lw_value_fail(l->document, node, LW_ERROR_SYNTAX,
                             "fingerprint must be 16 digits of 0 to 9 and a to f, as leeway cover "
                             "writes them, not \"%.40s\"",
                             text);
    *out = 0;
    for (int i = 0; i < 16; i++)
        *out = *out << 4 | (uint64_t)(text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10);
    return LW_OK;
}

/* Finds the link of an entry; a link that has a cover already is an error. */
static lw_status find_link(const loader *l, const lw_value *node, size_t *out)
{
    const char *name = NULL;
    lw_status status = lw_value_text(l->document, node, "link", &name);
    if (status)
        return status;
    int64_t link = lw_model_find_link(l->model, (int64_t)l->robot, name);
    if (link < 0)
        return lw_value_fail(l->document, node, LW_ERROR_NAME,
                             "the cover is for another robot: \"%.80s\" has no link \"%.80s\"%s",
                             l->model->robots.items[l->robot].name, name,
                             lw_hint_link(l->model, (int64_t)l->robot, name).text);
    for (size_t i = 0; i < l->model->covers.count; i++)
        if (l->model->covers.items[i].link == (size_t)link)
            return lw_value_fail(l->document, node, LW_ERROR_NAME,
                                 "link \"%.80s\" has a cover already; keep one", name);
    *out = (size_t)link;
    return LW_OK;
}

static lw_status read_link(const loader *l, const lw_value *node, const char *file)
{
    static const char *const keys[] = {"link", "fingerprint", "excess", "balls", NULL};
    lw_value *name = NULL;
    lw_value *fingerprint = NULL;
    lw_value *balls = NULL;
    lw_model_cover cover = {.file = NULL};
    double ignored;
    lw_status status = lw_value_expect(l->document, node, "a link", LW_VALUE_MAP);
    const lw_value *excess = lw_value_find(node, "excess");
    if (status || (status = lw_value_keys(l->document, node, "a link", keys)) ||
        (status = lw_value_need(l->document, node, "link", &name)) ||
        (status = find_link(l, name, &cover.link)) ||
        (status = lw_value_need(l->document, node, "fingerprint", &fingerprint)) ||
        (status = read_fingerprint(l, fingerprint, &cover.fingerprint)) ||
        (excess && (status = lw_value_distance(l->document, excess, "excess", &ignored))) ||
        (status = lw_value_need(l->document, node, "balls", &balls)) ||
        (status = read_balls(l, balls, &cover)))
        return status;
    cover.place = place_of(node);
    cover.file = lw_arena_string(&l->model->arena, file);
    if (!cover.file || !LW_ARRAY_GROW(&l->model->covers))
        return lw_fail_memory(l->document->error);
    l->model->covers.items[l->model->covers.count++] = cover;
    return LW_OK;
}

static lw_status read_version(const loader *l, const lw_value *root)
{
    lw_value *node = NULL;
    double version = 0;
    lw_status status = lw_value_expect(l->document, root, "a cover", LW_VALUE_MAP);
    if (!status && !lw_value_find(root, "leeway_cover"))
        return lw_value_fail(l->document, root, LW_ERROR_SYNTAX,
                             "this is no cover: its key leeway_cover, the version of the format, is "
                             "missing");
    if (status || (status = lw_value_need(l->document, root, "leeway_cover", &node)) ||
        (status = lw_value_number(l->document, node, "leeway_cover", &version)))
        return status;
    return version == VERSION
               ? LW_OK
               : lw_value_fail(l->document, node, LW_ERROR_SYNTAX,
                               "the cover is of format %g, which is not known here; make it again with "
                               "leeway cover, in format %d",
                               version, VERSION);
}

static lw_status read_all(const loader *l, const lw_value *root, const char *file)
{
    static const char *const keys[] = {"leeway_cover", "links", "description", "$schema", NULL};
    lw_value *links = NULL;
    lw_status status = read_version(l, root);
    if (status || (status = lw_value_keys(l->document, root, "a cover", keys)) ||
        (status = lw_value_refuse_null(l->document, root)) ||
        (status = lw_value_need(l->document, root, "links", &links)) ||
        (status = lw_value_expect(l->document, links, "links", LW_VALUE_LIST)))
        return status;
    for (size_t i = 0; i < links->count && !status; i++)
        status = read_link(l, links->items[i], file);
    return status;
}

lw_status lw_scene_load_cover(lw_scene *scene, const char *robot, const char *path, lw_error *error)
{
    if (!scene || !path)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no scene or no file was given");
    loader l = {.model = NULL};
    lw_document document = {.file = path, .error = error};
    lw_value *root = NULL;
    char *text = NULL;
    size_t length = 0;
    lw_status status = lw_build_robots(scene, "covers", &l.model, error);
    if (status || (status = lw_build_find_robot(l.model, robot, &l.robot, error)) ||
        (status = lw_model_add_file(l.model, path, error)))
        return status;
    if (l.model->planar)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "covers of robots in the plane are neither read nor written");
    l.document = &document;
    lw_model_mark mark = lw_model_take_mark(l.model);
    status = lw_document_read(&document, path, &text, &length);
    if (!status)
        status = lw_json_parse(&document, text, length, 1, &root);
    if (!status)
        status = read_all(&l, root, path);
    if (status)
        lw_model_roll_back(l.model, &mark);
    lw_document_free(&document);
    return status;
}

/* ---- writing ----------------------------------------------------------------------------------- */

static lw_status write_ball(lw_text *text, const lw_scene *scene, size_t body, size_t ball,
                            lw_error *error)
{
    lw_cover_ball at;
    lw_status status = lw_scene_cover_ball(scene, body, ball, &at, error);
    if (status)
        return status;
    const double numbers[] = {at.center.x, at.center.y, at.center.z, at.radius};
    lw_text_put(text, ball ? ",\n      [" : "\n      [");
    for (int i = 0; i < 4; i++) {
        lw_text_put(text, i ? ", " : "");
        lw_json_write_number(text, numbers[i]);
    }
    lw_text_put(text, "]");
    return LW_OK;
}

static lw_status write_link(lw_text *text, const lw_scene *scene, const lw_frozen_link *link,
                            lw_error *error)
{
    size_t body = (size_t)link->body;
    lw_cover_info info = lw_default_cover_info();
    lw_status status = lw_scene_cover_info(scene, body, &info, error);
    if (status)
        return status;
    lw_text_put(text, "\n    {\"link\": ");
    lw_json_write_text(text, link->name);
    char print[17];
    snprintf(print, sizeof print, "%016" PRIx64, info.fingerprint);
    lw_json_write_key(text, "fingerprint");
    lw_json_write_text(text, print);
    lw_json_write_key(text, "excess");
    lw_json_write_number(text, info.excess);
    lw_json_write_key(text, "balls");
    lw_text_put(text, "[");
    for (size_t i = 0; i < info.ball_count && !status; i++)
        status = write_ball(text, scene, body, i, error);
    lw_text_put(text, "]}");
    return status;
}

lw_status lw_scene_cover_json(const lw_scene *scene, size_t robot, char *text, size_t size,
                              size_t *length, lw_error *error)
{
    lw_text out;
    lw_status status = lw_ask_frozen(scene, scene, error);
    if (status || (status = lw_ask_index("robot", robot, scene->model.robots.count, error)))
        return status;
    if (scene->model.planar)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "covers of robots in the plane are neither read nor written");
    if ((status = lw_text_begin(&out, text, size, error)))
        return status;
    lw_text_put(&out, "{\n  \"leeway_cover\": ");
    lw_text_put_whole(&out, VERSION);
    lw_text_put(&out, ",\n  \"links\": [");
    const lw_chains *chains = scene->frozen->chains;
    const char *between = "";
    for (size_t i = 0; i < chains->link_count && !status; i++) {
        if (chains->links[i].robot != robot || chains->links[i].body < 0)
            continue;
        lw_text_put(&out, between);
        between = ",";
        status = write_link(&out, scene, &chains->links[i], error);
    }
    lw_text_put(&out, "\n  ]\n}");
    lw_text_end(&out, length);
    return status;
}
