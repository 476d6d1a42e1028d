/* Triangles of PLY files, text and binary: a header lists elements and their properties, and their
 * values follow. Vertices and the vertices of faces are read; whatever else is there is skipped. */
#include "mesh_files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 16, MOST_PROPERTIES = 64, WORD = 64 };

typedef enum value_kind { IS_SIGNED, IS_UNSIGNED, IS_REAL } value_kind;

typedef struct value_type {
    const char *names[2];
    value_kind kind;
    size_t size;
} value_type;

static const value_type value_types[] = {
    {{"char", "int8"}, IS_SIGNED, 1},   {{"uchar", "uint8"}, IS_UNSIGNED, 1},
    {{"short", "int16"}, IS_SIGNED, 2}, {{"ushort", "uint16"}, IS_UNSIGNED, 2},
    {{"int", "int32"}, IS_SIGNED, 4},   {{"uint", "uint32"}, IS_UNSIGNED, 4},
    {{"float", "float32"}, IS_REAL, 4}, {{"double", "float64"}, IS_REAL, 8}};

typedef enum property_role { IS_SKIPPED, IS_X, IS_Y, IS_Z, IS_FACE } property_role;

typedef struct property {
    property_role role;
    const value_type *length; /* of a list; NULL: it is none */
    const value_type *value;
} property;

typedef struct element_list {
    char name[WORD];
    size_t count, property_count;
    property properties[MOST_PROPERTIES];
} element_list;

typedef struct ply {
    const source_file *file;
    const char *at, *end;
    bool is_text, is_big;
    element_list elements[MOST_ELEMENTS];
    size_t element_count;
    double (*vertices)[3];
    size_t vertex_count;
    size_t (*faces)[3];
    size_t face_count;
    bool has_others; /* faces of more corners, or strips */
} ply;

static bool is_cut_off(const ply *p, refusal *why)
{
    return refuse(why, "%.300s is cut off, or is no PLY file", p->file->path);
}

/* ---- the header --------------------------------------------------------------------------------- */

/* Takes the next word of the line. False: there is none, or it is too long. */
static bool take_word(ply *p, char word[WORD])
{
    size_t length = 0;
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t'))
        p->at++;
    while (p->at + length < p->end && !strchr(" \t\r\n", p->at[length]))
        length++;
    if (!length || length >= WORD)
        return false;
    memcpy(word, p->at, length);
    word[length] = 0;
    p->at += length;
    return true;
}

static bool skip_line(ply *p)
{
    const char *end = memchr(p->at, '\n', (size_t)(p->end - p->at));
    p->at = end ? end + 1 : p->end;
    return end;
}

static const value_type *take_type(ply *p)
{
    char word[WORD];
    if (!take_word(p, word))
        return NULL;
    for (size_t i = 0; i < sizeof value_types / sizeof *value_types; i++)
        if (!strcmp(word, value_types[i].names[0]) || !strcmp(word, value_types[i].names[1]))
            return &value_types[i];
    return NULL;
}

static property_role role_of(const char *owner, const char *name, bool is_list)
{
    static const char *const axes[] = {"x", "y", "z"};
    if (!strcmp(owner, "face") && is_list)
        return !strcmp(name, "vertex_indices") || !strcmp(name, "vertex_index") ? IS_FACE : IS_SKIPPED;
    for (int k = 0; k < 3; k++)
        if (!strcmp(owner, "vertex") && !is_list && !strcmp(name, axes[k]))
            return (property_role)(IS_X + k);
    return IS_SKIPPED;
}

static bool take_property(ply *p)
{
    char word[WORD];
    if (!p->element_count)
        return false;
    element_list *of = &p->elements[p->element_count - 1];
    property own = {0};
    const char *before = p->at;
    const bool is_list = take_word(p, word) && !strcmp(word, "list");
    if (!is_list)
        p->at = before;
    if (of->property_count == MOST_PROPERTIES || (is_list && !(own.length = take_type(p))) ||
        !(own.value = take_type(p)) || !take_word(p, word) || (is_list && own.length->kind == IS_REAL))
        return false;
    own.role = role_of(of->name, word, is_list);
    for (size_t i = 0; i < of->property_count; i++)
        if (own.role != IS_SKIPPED && of->properties[i].role == own.role)
            return false;
    of->properties[of->property_count++] = own;
    return true;
}

static bool take_element(ply *p)
{
    char word[WORD];
    double count;
    if (p->element_count == MOST_ELEMENTS)
        return false;
    element_list *own = &p->elements[p->element_count++];
    /* each row has a byte or more */
    if (!take_word(p, own->name) || !take_word(p, word) || !numbers_of_text(word, 1, &count) ||
        !(count >= 0 && count <= (double)p->file->size && floor(count) == count))
        return false;
    own->count = (size_t)count;
    if (!strcmp(own->name, "vertex"))
        p->vertex_count += own->count;
    else if (!strcmp(own->name, "face"))
        p->face_count += own->count;
    else if (!strcmp(own->name, "tristrips") && own->count)
        p->has_others = true;
    return true;
}

static bool take_format(ply *p)
{
    char word[WORD];
    if (!take_word(p, word))
        return false;
    p->is_text = !strcmp(word, "ascii");
    p->is_big = !strcmp(word, "binary_big_endian");
    return p->is_text || p->is_big || !strcmp(word, "binary_little_endian");
}

static bool take_header(ply *p)
{
    char word[WORD];
    bool has_format = false;
    if (!take_word(p, word) || strcmp(word, "ply") != 0 || !skip_line(p))
        return false;
    while (take_word(p, word)) {
        bool good = true;
        if (!strcmp(word, "end_header"))
            return skip_line(p) && has_format;
        if (!strcmp(word, "format"))
            good = has_format = take_format(p);
        else if (!strcmp(word, "element"))
            good = take_element(p);
        else if (!strcmp(word, "property"))
            good = take_property(p);
        else
            good = !strcmp(word, "comment") || !strcmp(word, "obj_info");
        if (!good || !skip_line(p))
            return false;
    }
    return false;
}

/* ---- values ------------------------------------------------------------------------------------- */

static bool take_text(ply *p, bool is_skipped, double *out)
{
    if (!is_skipped) {
        p->at = number_of_text(p->at, out);
        return p->at;
    }
    p->at += strspn(p->at, " \t\r\n\f\v");
    const size_t length = strcspn(p->at, " \t\r\n\f\v");
    p->at += length;
    return length;
}

static bool take_value(ply *p, const value_type *type, bool is_skipped, double *out)
{
    unsigned char bytes[8] = {0};
    uint64_t bits = 0;
    float single;
    if (p->is_text)
        return take_text(p, is_skipped, out);
    if ((size_t)(p->end - p->at) < type->size)
        return false;
    memcpy(bytes, p->at, type->size);
    p->at += type->size;
    for (size_t i = 0; i < type->size; i++)
        bits |= (uint64_t)bytes[i] << 8 * (p->is_big ? type->size - 1 - i : i);
    if (type->kind == IS_REAL && type->size == 4) {
        const uint32_t half = (uint32_t)bits;
        memcpy(&single, &half, sizeof single);
        *out = (double)single;
    } else if (type->kind == IS_REAL) {
        memcpy(out, &bits, sizeof *out);
    } else {
        const bool is_negative = type->kind == IS_SIGNED && bits >> (8 * type->size - 1) & 1;
        *out = (double)bits - (is_negative ? ldexp(1, (int)(8 * type->size)) : 0);
    }
    return is_skipped || isfinite(*out);
}

/* The list of a face. Those of fewer than three corners are nothing. */
static bool take_list(ply *p, const property *of, size_t *face)
{
    double length;
    /* each value has a byte or more */
    if (!take_value(p, of->length, false, &length) ||
        !(length >= 0 && length <= (double)p->file->size && floor(length) == length))
        return false;
    if (of->role == IS_FACE && length > 3)
        p->has_others = true;
    for (size_t i = 0; i < (size_t)length; i++) {
        double index;
        if (!take_value(p, of->value, of->role != IS_FACE, &index))
            return false;
        if (of->role != IS_FACE)
            continue;
        if (!(index >= 0 && index < (double)p->vertex_count && floor(index) == index))
            return false;
        if (i < 3)
            p->faces[*face][i] = (size_t)index;
    }
    *face += of->role == IS_FACE && length == 3;
    return true;
}

static bool take_rows(ply *p, const element_list *of, size_t *vertex, size_t *face)
{
    for (size_t row = 0; row < of->count; row++) {
        for (size_t i = 0; i < of->property_count; i++) {
            const property *own = &of->properties[i];
            double value;
            if (own->length ? !take_list(p, own, face)
                            : !take_value(p, own->value, own->role == IS_SKIPPED, &value))
                return false;
            if (own->role != IS_SKIPPED && !own->length)
                p->vertices[*vertex][own->role - IS_X] = value;
        }
        *vertex += !strcmp(of->name, "vertex");
    }
    return true;
}

bool ply_read(source_store *store, const source_file *file, mesh *out, refusal *why)
{
    ply *p = keep(store, 1, sizeof *p);
    size_t vertex = 0;
    size_t face = 0;
    *p = (ply){.file = file, .at = file->bytes, .end = file->bytes + file->size};
    if (!take_header(p))
        return is_cut_off(p, why);
    p->vertices = keep(store, p->vertex_count, sizeof *p->vertices);
    p->faces = keep(store, p->face_count + 1, sizeof *p->faces);
    for (size_t i = 0; i < p->element_count; i++)
        if (!take_rows(p, &p->elements[i], &vertex, &face))
            return is_cut_off(p, why);
    if (p->has_others || !face) {
        out->unread = "it has faces that are no triangles";
        return true;
    }
    out->count = face;
    out->corners = keep(store, 3 * face, sizeof *out->corners);
    for (size_t i = 0; i < 3 * face; i++)
        memcpy(out->corners[i], p->vertices[p->faces[i / 3][i % 3]], sizeof out->corners[i]);
    return true;
}
