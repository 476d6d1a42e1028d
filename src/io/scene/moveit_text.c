/* A parser of MoveIt's .scene files:
 *     NAME of the scene
 *     * ID          for each object:
 *     POSE          of the object (not in older files)
 *     COUNT         of shapes; for each: kind, sizes, POSE in the object, colour
 *     COUNT         of subframes (not in older files); for each: name, POSE
 *     .             the end of the scene
 * A POSE is a position on a line and a quaternion x y z w on the next. */
#include "io/scene/moveit_text.h"

#include <stdio.h>
#include <string.h>

#include "io/text/number.h"
#include "io/text/text_place.h"
#include "math/pose.h"

typedef struct parser {
    lw_document *document;
    const char *at, *end;
    lw_text_place place;
    bool with_poses; /* objects have poses: the newer format */
} parser;

static const char blanks[] = " \t\r\n";

/* The first text after the first line, without leading blanks. */
static const char *behind_name(const char *text)
{
    text += strcspn(text, "\n");
    return text + strspn(text, blanks);
}

static bool is_mark(const char *text, char mark)
{
    return *text == mark && (!text[1] || strchr(blanks, text[1]));
}

bool lw_moveit_is_text(const char *text)
{
    const char *next = behind_name(text);
    return is_mark(next, '*') || (is_mark(next, '.') && !next[1 + strspn(next + 1, blanks)]);
}

static lw_value place(parser *p)
{
    return lw_text_value(&p->place, p->at);
}

static void skip_blanks(parser *p)
{
    p->at += strspn(p->at, blanks);
}

/* The length of the next word. */
static size_t next_word(parser *p)
{
    skip_blanks(p);
    return strcspn(p->at, blanks);
}

static lw_status fail_word(parser *p, const char *wanted)
{
    const size_t length = next_word(p);
    const lw_value location = place(p);
    return lw_value_fail(p->document, &location, LW_ERROR_SYNTAX, "%s is expected, not %s%.*s%s",
                         wanted, length ? "\"" : "the end of the file", length < 40 ? (int)length : 40,
                         p->at, length ? "\"" : "");
}

/* Reads numbers, each within LW_LARGEST of 0. what: the numbers in words, for errors. */
static lw_status read_numbers(parser *p, const char *what, double *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t length = next_word(p);
        const lw_value location = place(p);
        if (!length || !lw_number_read(p->at, length, &out[i]))
            return fail_word(p, what);
        lw_status status = lw_check_range(p->document, &location, what, out[i]);
        if (status)
            return status;
        p->at += length;
    }
    return LW_OK;
}

/* Reads a whole number, no larger than the number of bytes left in the file. */
static lw_status read_count(parser *p, const char *what, size_t *out)
{
    double value = 0;
    skip_blanks(p);
    const lw_value location = place(p);
    lw_status status = read_numbers(p, what, &value, 1);
    if (status)
        return status;
    if (!(value >= 0 && value <= (double)(p->end - p->at)) || value != (double)(size_t)value)
        return lw_value_fail(p->document, &location, LW_ERROR_SYNTAX,
                             "%s is %g, which is not whole or more than the file holds", what, value);
    *out = (size_t)value;
    return LW_OK;
}

static lw_status read_pose(parser *p, const char *what, lw_pose *out)
{
    double v[7];
    skip_blanks(p);
    const lw_value location = place(p);
    lw_status status = read_numbers(p, what, v, 7);
    if (status)
        return status;
    *out = (lw_pose){{v[0], v[1], v[2]}, {v[3], v[4], v[5], v[6]}};
    if (!lw_quat_normalize(&out->orientation))
        return lw_value_fail(p->document, &location, LW_ERROR_ARGUMENT,
                             "%s has an orientation of length zero", what);
    return LW_OK;
}

static lw_status read_sizes(parser *p, const char *what, double *out, size_t count)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++) {
        skip_blanks(p);
        const lw_value location = place(p);
        if (!(status = read_numbers(p, what, &out[i], 1)))
            status = lw_check_size(p->document, &location, what, out[i]);
    }
    return status;
}

static lw_status read_mesh(parser *p, lw_shape_def *shape)
{
    size_t vertices = 0;
    size_t triangles = 0;
    lw_status status = read_count(p, "the number of vertices", &vertices);
    if (status || (status = read_count(p, "the number of triangles", &triangles)))
        return status;
    const lw_value location = place(p);
    if (!triangles)
        return lw_value_fail(p->document, &location, LW_ERROR_ARGUMENT, "a mesh has no triangles");
    double *points = lw_document_take(p->document, vertices, 3 * sizeof *points);
    uint32_t *corners = lw_document_take(p->document, triangles, 3 * sizeof *corners);
    if (!points || !corners)
        return lw_fail_memory(p->document->error);
    status = read_numbers(p, "a coordinate of a vertex", points, 3 * vertices);
    for (size_t i = 0; i < 3 * triangles && !status; i++) {
        double corner;
        skip_blanks(p);
        const lw_value at = place(p);
        status = read_numbers(p, "a corner of a triangle", &corner, 1);
        if (!status && (!(corner >= 0 && corner < (double)vertices && corner < 4294967296.0) ||
                        corner != (double)(uint32_t)corner))
            return lw_value_fail(p->document, &at, LW_ERROR_ARGUMENT,
                                 "there is no vertex %g; the mesh has %zu, counted from 0", corner,
                                 vertices);
        corners[i] = status ? 0 : (uint32_t)corner;
    }
    shape->kind = LW_SHAPE_MESH;
    shape->vertices = points;
    shape->vertex_count = vertices;
    shape->triangles = corners;
    shape->triangle_count = triangles;
    return status;
}

static bool is_word(const parser *p, size_t length, const char *word)
{
    return strlen(word) == length && !strncmp(p->at, word, length);
}

/* Reads a shape: its kind and its sizes. */
static lw_status read_shape(parser *p, lw_shape_def *shape)
{
    static const struct {
        const char *word;
        lw_shape_kind kind;
        size_t sizes;
    } kinds[] = {{"box", LW_SHAPE_BOX, 3},
                 {"sphere", LW_SHAPE_SPHERE, 1},
                 {"cylinder", LW_SHAPE_CYLINDER, 2},
                 {"cone", LW_SHAPE_CONE, 2}};
    const size_t length = next_word(p);
    double sizes[3] = {0, 0, 0};
    char what[40];
    *shape = lw_default_shape();
    if (is_word(p, length, "mesh")) {
        p->at += length;
        return read_mesh(p, shape);
    }
    size_t k = 0;
    while (k < sizeof kinds / sizeof *kinds && !is_word(p, length, kinds[k].word))
        k++;
    if (k == sizeof kinds / sizeof *kinds)
        return fail_word(p, "a shape (box, sphere, cylinder, cone or mesh)");
    p->at += length;
    snprintf(what, sizeof what, "a size of a %s", kinds[k].word);
    lw_status status = read_sizes(p, what, sizes, kinds[k].sizes);
    shape->kind = kinds[k].kind;
    shape->size = k ? shape->size : (lw_vec3){sizes[0], sizes[1], sizes[2]};
    shape->radius = k ? sizes[0] : shape->radius;
    shape->length = k > 1 ? sizes[1] : shape->length;
    return status;
}

static lw_status read_shapes(parser *p, lw_moveit_object *object)
{
    size_t count = 0;
    double colour[4];
    lw_status status = read_count(p, "the number of shapes", &count);
    if (status)
        return status;
    object->shapes = lw_document_take(p->document, count, sizeof *object->shapes);
    if (!object->shapes)
        return lw_fail_memory(p->document->error);
    for (; object->count < count && !status; object->count++) {
        lw_placed_shape *shape = &object->shapes[object->count];
        if ((status = read_shape(p, &shape->shape)) ||
            (status = read_pose(p, "the pose of a shape", &shape->pose)))
            return status;
        status = read_numbers(p, "a part of a colour", colour, 4);
    }
    object->names_geometry = count > 0;
    return status;
}

static lw_status skip_subframes(parser *p)
{
    size_t count = 0;
    lw_pose unused;
    lw_status status = read_count(p, "the number of subframes", &count);
    for (size_t i = 0; i < count && !status; i++) {
        const size_t length = next_word(p);
        if (!length)
            return fail_word(p, "the name of a subframe");
        p->at += length;
        status = read_pose(p, "the pose of a subframe", &unused);
    }
    return status;
}

/* Reads an object; p->at is after its *. */
static lw_status read_object(parser *p, lw_moveit_object *object)
{
    p->at += strspn(p->at, " \t");
    lw_value *node = lw_document_take(p->document, 1, sizeof *node);
    size_t length = strcspn(p->at, "\n");
    const size_t line = length;
    while (length && strchr(blanks, p->at[length - 1]))
        length--;
    *object = (lw_moveit_object){.node = node,
                                 .id = lw_document_text(p->document, p->at, length),
                                 .frame = "",
                                 .has_pose = p->with_poses,
                                 .pose = lw_pose_identity()};
    if (!node || !object->id)
        return lw_fail_memory(p->document->error);
    *node = place(p);
    p->at += line;
    lw_document_subject(p->document, "object \"%.100s\"", object->id);
    lw_status status = p->with_poses ? read_pose(p, "the pose of the object", &object->pose) : LW_OK;
    if (!status)
        status = read_shapes(p, object);
    if (!status && p->with_poses)
        status = skip_subframes(p);
    lw_document_subject(p->document, "%s", "");
    return status;
}

static lw_status add_object(parser *p, lw_moveit_text *out, const lw_moveit_object *object)
{
    if (out->objects.count == out->objects.capacity) {
        const size_t capacity = out->objects.capacity ? 2 * out->objects.capacity : 16;
        lw_moveit_object *items = lw_document_take(p->document, capacity, sizeof *items);
        if (!items)
            return lw_fail_memory(p->document->error);
        if (out->objects.count)
            memcpy(items, out->objects.items, out->objects.count * sizeof *items);
        out->objects.items = items;
        out->objects.capacity = capacity;
    }
    out->objects.items[out->objects.count++] = *object;
    return LW_OK;
}

/* Whether objects have poses: the line after the first object's ID is then a position, else a single
 * number, that of its shapes. */
static bool has_poses(const char *text)
{
    text = behind_name(behind_name(text));
    text += strspn(text, blanks);
    const char *behind = text + strcspn(text, blanks);
    behind += strspn(behind, " \t\r");
    return *behind && *behind != '\n';
}

lw_status lw_moveit_text_read(lw_document *document, const char *text, size_t length,
                              lw_moveit_text *out)
{
    parser p = {.document = document,
                .at = behind_name(text),
                .end = text + length,
                .place = lw_text_begin(text),
                .with_poses = has_poses(text)};
    lw_moveit_object object;
    lw_status status = LW_OK;
    *out = (lw_moveit_text){0};
    while (!status) {
        const size_t word = next_word(&p);
        if (word == 1 && *p.at == '.')
            return LW_OK;
        if (word != 1 || *p.at != '*')
            return fail_word(&p, "an object (*) or the end of the scene (.)");
        p.at++;
        if (!(status = read_object(&p, &object)))
            status = add_object(&p, out, &object);
    }
    return status;
}
