#include "model.h"

#include "bodies.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool refuse(refusal *why, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why->sentence, sizeof why->sentence, format, arguments);
    va_end(arguments);
    return false;
}

void *room(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        fputs("leeway-audit: there is no memory\n", stderr);
        _Exit(2);
    }
    return memory;
}

bool same_numbers(const double *a, const double *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

bool same_pose(const given_pose *a, const given_pose *b)
{
    return same_numbers(a->position, b->position, 3) && same_numbers(a->rotation, b->rotation, 9);
}

/* ---- numbers and keys --------------------------------------------------------------------------- */

bool only_keys(json_t *node, const char *const *keys, const char *what, refusal *why)
{
    if (!json_is_object(node))
        return refuse(why, "%s is no object", what);
    const char *key;
    json_t *value;
    json_object_foreach(node, key, value)
    {
        size_t i = 0;
        while (keys[i] && strcmp(keys[i], key) != 0)
            i++;
        if (!keys[i])
            return refuse(why, "%s has a key \"%.60s\", which is not known", what, key);
    }
    return true;
}

static bool take_number(json_t *node, double *out)
{
    if (!json_is_number(node))
        return false;
    /* larger integers are no doubles */
    const json_int_t most = (json_int_t)1 << 53;
    if (json_is_integer(node) && (json_integer_value(node) > most || json_integer_value(node) < -most))
        return false;
    *out = json_number_value(node);
    return isfinite(*out);
}

bool read_number(json_t *node, const char *key, double *out, refusal *why)
{
    json_t *value = json_object_get(node, key);
    return !value || take_number(value, out) || refuse(why, "\"%s\" is no finite number", key);
}

bool read_vector(json_t *node, size_t count, double *out, refusal *why)
{
    bool good = json_is_array(node) && json_array_size(node) == count;
    for (size_t i = 0; good && i < count; i++)
        good = take_number(json_array_get(node, i), &out[i]);
    return good || refuse(why, "a list does not have %zu finite numbers", count);
}

bool read_index(json_t *node, const char *key, size_t limit, size_t *out, refusal *why)
{
    json_t *value = json_object_get(node, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        (size_t)json_integer_value(value) >= limit)
        return refuse(why, "\"%s\" is no index of one of %zu things", key, limit);
    *out = (size_t)json_integer_value(value);
    return true;
}

/* An index that may be left out: -1 then. */
static bool read_optional(json_t *node, const char *key, size_t limit, int *out, refusal *why)
{
    size_t index = 0;
    *out = -1;
    if (!json_object_get(node, key))
        return true;
    if (!read_index(node, key, limit, &index, why))
        return false;
    *out = (int)index;
    return true;
}

static bool read_pose(json_t *node, given_pose *out, refusal *why)
{
    *out = (given_pose){{0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    json_t *position = json_object_get(node, "position");
    json_t *rotation = json_object_get(node, "rotation");
    if ((position && !read_vector(position, 3, out->position, why)) ||
        (rotation && !read_vector(rotation, 9, out->rotation, why)))
        return false;
    /* the columns must be a rotation up to rounding: the exact one comes from them by Gram and
     * Schmidt's method */
    const double *r = out->rotation;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k <= i; k++) {
            double product =
                r[3 * i] * r[3 * k] + r[3 * i + 1] * r[3 * k + 1] + r[3 * i + 2] * r[3 * k + 2];
            if (!(fabs(product - (i == k)) < 1e-9))
                return refuse(why, "a rotation's columns are not perpendicular and of length 1");
        }
    double volume = r[0] * (r[4] * r[8] - r[5] * r[7]) + r[1] * (r[5] * r[6] - r[3] * r[8]) +
                    r[2] * (r[3] * r[7] - r[4] * r[6]);
    return volume > 0 || refuse(why, "a rotation mirrors");
}

/* ---- bodies ------------------------------------------------------------------------------------- */

static bool read_points(json_t *list, element *out, refusal *why)
{
    if (!json_is_array(list) || !json_array_size(list))
        return refuse(why, "\"vertices\" is no list of points");
    out->point_count = json_array_size(list);
    out->points = room(out->point_count, sizeof *out->points);
    for (size_t i = 0; i < out->point_count; i++)
        if (!read_vector(json_array_get(list, i), 3, out->points[i], why))
            return false;
    return true;
}

static bool read_triangle(json_t *node, element *out, refusal *why)
{
    double numbers[10] = {0};
    size_t count = json_array_size(node);
    if (count != 9 && count != 10)
        return refuse(why, "a triangle has %zu numbers instead of 9 or 10", count);
    if (!read_vector(node, count, numbers, why))
        return false;
    out->point_count = 3;
    out->points = room(3, sizeof *out->points);
    memcpy(out->points, numbers, 9 * sizeof *numbers);
    out->radius = numbers[9];
    out->is_triangle = true;
    return out->radius >= 0 || refuse(why, "a radius is negative");
}

/* The three half lengths, or the one along z. */
static bool read_half(json_t *node, bool three, element *out, refusal *why)
{
    json_t *half = json_object_get(node, "half");
    bool good = three ? read_vector(half, 3, out->half, why) : take_number(half, &out->half[2]);
    if (!good || out->half[0] < 0 || out->half[1] < 0 || out->half[2] < 0)
        return refuse(why, "\"half\" of a shape is not what it must be");
    return true;
}

static bool read_element(json_t *node, element *out, refusal *why)
{
    static const char *const keys[] = {"shape",  "half",     "base",     "vertices",
                                       "radius", "position", "rotation", NULL};
    *out = (element){.core = CORE_POINTS};
    if (json_is_array(node))
        return read_triangle(node, out, why);
    if (!only_keys(node, keys, "an element", why) || !read_number(node, "radius", &out->radius, why) ||
        !read_number(node, "base", &out->base, why) || !read_pose(node, &out->at, why))
        return false;
    if (out->radius < 0 || out->base < 0)
        return refuse(why, "a radius is negative");
    const bool based = json_object_get(node, "base");
    out->has_at = json_object_get(node, "position") || json_object_get(node, "rotation");
    const char *shape = json_string_value(json_object_get(node, "shape"));
    static const struct {
        const char *name;
        core core;
        bool half, three;
    } shapes[] = {{"point", CORE_POINTS, false, false},   {"segment", CORE_SEGMENT, true, false},
                  {"box", CORE_BOX, true, true},          {"cylinder", CORE_CYLINDER, true, false},
                  {"cone", CORE_CONE, true, false},       {"ellipsoid", CORE_ELLIPSOID, true, true},
                  {"polytope", CORE_POINTS, false, false}};
    for (size_t i = 0; shape && i < sizeof shapes / sizeof *shapes; i++) {
        if (strcmp(shape, shapes[i].name) != 0)
            continue;
        out->core = shapes[i].core;
        if (based != (out->core == CORE_CYLINDER || out->core == CORE_CONE))
            return refuse(why, "a shape has no base, or one that it may not have");
        if (shapes[i].half)
            return read_half(node, shapes[i].three, out, why);
        if (!strcmp(shape, "polytope"))
            return read_points(json_object_get(node, "vertices"), out, why);
        out->point_count = 1;
        out->points = room(1, sizeof *out->points);
        return true;
    }
    return refuse(why, "an element has no known shape");
}

static bool read_tree(json_t *list, body *b, refusal *why)
{
    b->tree_count = json_array_size(list);
    if (b->tree_count != 2 * b->element_count - 1)
        return refuse(why, "the tree of %s has %zu nodes for %zu elements", b->name, b->tree_count,
                      b->element_count);
    b->tree = room(b->tree_count, sizeof *b->tree);
    bool *seen = room(b->element_count + b->tree_count, sizeof *seen);
    bool *has_parent = seen + b->element_count;
    bool good = true;
    for (size_t i = 0; i < b->tree_count && good; i++) {
        json_t *node = json_array_get(list, i);
        int64_t at = b->tree[i] = json_integer_value(node);
        good = json_is_integer(node);
        if (good && at < 0) {
            good = at >= -(int64_t)b->element_count && !seen[-1 - at];
            if (good)
                seen[-1 - at] = true;
        } else if (good) {
            good = (size_t)at > i && (size_t)at + 1 < b->tree_count && !has_parent[at] &&
                   !has_parent[at + 1];
            if (good)
                has_parent[at] = has_parent[at + 1] = true;
        }
    }
    free(seen);
    return good || refuse(why, "the tree of %s is no tree over its elements", b->name);
}

static bool read_hulls(json_t *list, body *b, refusal *why)
{
    b->hull_count = json_array_size(list);
    if (b->hull_count < 2)
        return refuse(why, "%s has one hull or none", b->name);
    b->hulls = room(b->hull_count, sizeof *b->hulls);
    b->hull_sizes = room(b->hull_count, sizeof *b->hull_sizes);
    for (size_t i = 0; i < b->hull_count; i++) {
        json_t *own = json_array_get(list, i);
        b->hull_sizes[i] = json_array_size(own);
        b->hulls[i] = room(b->hull_sizes[i], sizeof **b->hulls);
        for (size_t k = 0; k < b->hull_sizes[i]; k++) {
            json_t *index = json_array_get(own, k);
            if (!json_is_integer(index) || json_integer_value(index) < 0 ||
                (size_t)json_integer_value(index) >= b->element_count)
                return refuse(why, "a hull of %s has an element that is not there", b->name);
            b->hulls[i][k] = (size_t)json_integer_value(index);
        }
    }
    return true;
}

static bool read_cells(json_t *list, body *b, refusal *why)
{
    enum { MOST_CELLS = 255 };
    size_t count = json_array_size(list);
    if (count < 3 || count > MOST_CELLS)
        return refuse(why, "%s has %zu cells, not 3 to %d", b->name, count, MOST_CELLS);
    for (size_t i = 0; i < b->element_count; i++)
        if (!b->elements[i].is_triangle)
            return refuse(why, "%s has cells, but not only triangles", b->name);
        else if (b->elements[i].radius > b->cell_radius)
            b->cell_radius = b->elements[i].radius;
    b->cell_count = count;
    b->cells = room(count, sizeof *b->cells);
    bool has_parent[MOST_CELLS] = {false};
    size_t children = 0;
    for (size_t i = 0; i < count; i++) {
        json_t *node = json_array_get(list, i);
        double entry[3];
        if (json_is_array(node) && !json_array_size(node))
            continue;
        if (!read_vector(node, 3, entry, why))
            return false;
        cell *c = &b->cells[i];
        bool good = (entry[0] == 0 || entry[0] == 1 || entry[0] == 2) && entry[2] > (double)i &&
                    entry[2] + 1 < (double)count && entry[2] == floor(entry[2]);
        *c = (cell){
            .child = good ? (size_t)entry[2] : 0, .axis = good ? (int)entry[0] : 0, .at = entry[1]};
        if (!good || has_parent[c->child] || has_parent[c->child + 1])
            return refuse(why, "the cells of %s are no tree", b->name);
        has_parent[c->child] = has_parent[c->child + 1] = true;
        children += 2;
    }
    if (children + 1 != count)
        return refuse(why, "the cells of %s are no tree", b->name);
    return true;
}

static bool read_balls(json_t *list, body *b, refusal *why)
{
    b->cover_count = b->given_count = json_array_size(list);
    b->cover = room(b->cover_count, sizeof *b->cover);
    for (size_t i = 0; i < b->cover_count; i++)
        if (!read_vector(json_array_get(list, i), 4, b->cover[i], why) || b->cover[i][3] < 0)
            return refuse(why, "the cover of %s is no list of balls", b->name);
    return true;
}

/* Reads the cover of a body, or the set around it. */
static bool read_surrounding(json_t *node, body *b, refusal *why)
{
    json_t *cover = json_object_get(node, "cover");
    json_t *around = json_object_get(node, "around");
    if (cover && around)
        return refuse(why, "%s has both a cover and a set around it", b->name);
    if (cover && !read_balls(cover, b, why))
        return false;
    if (around) {
        b->around = room(1, sizeof *b->around);
        if (!read_element(around, b->around, why))
            return false;
    }
    body_surround(b);
    return true;
}

/* Forgets the closed surfaces that have no inside: one with each of these corners. */
static bool read_surfaces(json_t *list, body *b, refusal *why)
{
    if (list && !json_is_array(list))
        return refuse(why, "\"surfaces\" is no list");
    for (size_t i = 0; i < json_array_size(list); i++) {
        double corner[3];
        if (!read_vector(json_array_get(list, i), 3, corner, why))
            return false;
        if (!body_forget_shell(b, corner))
            return refuse(why, "a corner of a surface is not one of a closed mesh");
    }
    return true;
}

static bool read_body(json_t *node, const model *m, body *b, refusal *why)
{
    static const char *const keys[] = {"name",  "robot",    "link",     "position", "rotation", "ball",
                                       "solid", "surfaces", "elements", "tree",     "hulls",    "cells",
                                       "cover", "around",   "frame",    "at",       NULL};
    if (!only_keys(node, keys, "a body", why))
        return false;
    b->name = json_string_value(json_object_get(node, "name"));
    json_t *elements = json_object_get(node, "elements");
    if (!b->name || !json_array_size(elements))
        return refuse(why, "a body has no name or no elements");
    bool good = read_optional(node, "frame", m->frame_count, &b->frame, why) &&
                read_pose(json_object_get(node, "at"), &b->at, why) &&
                read_vector(json_object_get(node, "ball"), 4, b->ball, why);
    b->solid = json_is_true(json_object_get(node, "solid"));
    b->element_count = json_array_size(elements);
    b->elements = room(b->element_count, sizeof *b->elements);
    for (size_t i = 0; i < b->element_count && good; i++)
        good = read_element(json_array_get(elements, i), &b->elements[i], why);
    good = good && read_tree(json_object_get(node, "tree"), b, why);
    json_t *hulls = json_object_get(node, "hulls");
    json_t *cells = json_object_get(node, "cells");
    if (!good || (hulls && !read_hulls(hulls, b, why)) || (cells && !read_cells(cells, b, why)))
        return false;
    body_boxes(b);
    body_pieces(b);
    if (!read_surfaces(json_object_get(node, "surfaces"), b, why))
        return false;
    body_levers(b);
    return read_surrounding(node, b, why);
}

/* ---- the model ---------------------------------------------------------------------------------- */

/* count: of all frames; there are no more variables. */
static bool read_frame(json_t *node, size_t index, size_t count, frame *out, refusal *why)
{
    static const char *const keys[] = {"kind",   "parent",   "variable", "multiplier",
                                       "offset", "position", "rotation", NULL};
    const char *kind = json_string_value(json_object_get(node, "kind"));
    if (!only_keys(node, keys, "a frame", why))
        return false;
    if (!kind ||
        (strcmp(kind, "turn") != 0 && strcmp(kind, "slide") != 0 && strcmp(kind, "fixed") != 0))
        return refuse(why, "frame %zu has no known kind", index);
    *out = (frame){.kind = kind[0] == 't'   ? FRAME_TURNS
                           : kind[0] == 's' ? FRAME_SLIDES
                                            : FRAME_FIXED,
                   .multiplier = 1};
    return read_optional(node, "parent", index, &out->parent, why) &&
           read_optional(node, "variable", count, &out->variable, why) &&
           read_number(node, "multiplier", &out->multiplier, why) &&
           read_number(node, "offset", &out->offset, why) && read_pose(node, &out->before, why);
}

/* The last frame above two others, or one of them. */
static int common_of(const model *m, int a, int b)
{
    while (a != b) {
        if (a > b)
            a = m->frames[a].parent;
        else
            b = m->frames[b].parent;
    }
    return a;
}

static bool read_pair(json_t *node, const model *m, pair *out, refusal *why)
{
    static const char *const keys[] = {"bodies", "margin", "padding", NULL};
    if (!only_keys(node, keys, "a pair", why))
        return false;
    double bodies[2];
    out->margin = NAN;
    if (!read_vector(json_object_get(node, "bodies"), 2, bodies, why) ||
        !read_vector(json_object_get(node, "padding"), 2, out->padding, why) ||
        !read_number(node, "margin", &out->margin, why))
        return false;
    for (int k = 0; k < 2; k++) {
        if (!(bodies[k] >= 0 && bodies[k] < (double)m->body_count && bodies[k] == floor(bodies[k])))
            return refuse(why, "a pair is of a body that is not there");
        out->bodies[k] = (int)bodies[k];
    }
    if (out->bodies[0] == out->bodies[1] || !(out->margin >= 0) || out->padding[0] < 0 ||
        out->padding[1] < 0)
        return refuse(why, "a pair is of one body, or its margin or a padding is negative");
    out->due = out->margin + out->padding[0] + out->padding[1];
    out->common = common_of(m, m->bodies[out->bodies[0]].frame, m->bodies[out->bodies[1]].frame);
    return true;
}

static bool read_exemption(json_t *node, const model *m, exemption *out, refusal *why)
{
    out->reason = json_string_value(json_array_get(node, 2));
    if (json_array_size(node) != 3 || !out->reason)
        return refuse(why, "a pair that is not checked has no two bodies and a reason");
    for (size_t k = 0; k < 2; k++) {
        json_t *index = json_array_get(node, k);
        if (!json_is_integer(index) || json_integer_value(index) < 0 ||
            (size_t)json_integer_value(index) >= m->body_count)
            return refuse(why, "a pair is of a body that is not there");
        out->bodies[k] = (int)json_integer_value(index);
    }
    return true;
}

/* A pair that a line lists: a number of its two bodies, the same in either order, and whether it is
 * exempt. */
typedef struct listed {
    size_t bodies;
    bool exempt;
} listed;

static size_t number_of_pair(const model *m, size_t a, size_t b)
{
    return a > b ? a * m->body_count + b : b * m->body_count + a;
}

static int by_bodies(const void *a, const void *b)
{
    const size_t x = ((const listed *)a)->bodies;
    const size_t y = ((const listed *)b)->bodies;
    return (x > y) - (x < y);
}

/* Lists a pair. can_move: how many of the pairs are of bodies that can move relative to each other.
   False: it is one body. */
static bool list(const model *m, const int bodies[2], listed *out, size_t *can_move)
{
    const size_t a = (size_t)bodies[0];
    const size_t b = (size_t)bodies[1];
    out->bodies = number_of_pair(m, a, b);
    *can_move += m->bodies[a].frame != m->bodies[b].frame;
    return a != b;
}

/* How many pairs of bodies can move relative to each other: all but those in one frame (-1: in the
 * world). */
static size_t pairs_that_move(const model *m)
{
    size_t *in_frame = room(m->frame_count + 1, sizeof *in_frame);
    size_t count = 0;
    for (size_t i = 0; i < m->body_count; i++)
        count += i - in_frame[m->bodies[i].frame + 1]++;
    free(in_frame);
    return count;
}

/* Refuses the first pair that is not in an ascending list. */
static bool refuse_missing(const model *m, const listed *all, size_t count, refusal *why)
{
    size_t next = 0;
    for (size_t a = 0; a < m->body_count; a++)
        for (size_t b = 0; b < a; b++) {
            if (next < count && all[next].bodies == number_of_pair(m, a, b))
                next++;
            else if (m->bodies[a].frame != m->bodies[b].frame)
                return refuse(why, "%.80s and %.80s can move, and are no pair, nor exempt",
                              m->bodies[b].name, m->bodies[a].name);
        }
    return false;
}

/* Whether each two bodies that can move relative to each other are a pair, or are exempt. As no pair
   stands in the list twice, their number decides. In a scene of n obstacles there are n^2 / 2 pairs
   that cannot move; neither time nor memory is spent on them. */
static bool lists_all(const model *m, refusal *why)
{
    const size_t count = m->pair_count + m->exempt_count;
    listed *all = room(count, sizeof *all);
    size_t can_move = 0;
    bool good = true;
    for (size_t i = 0; i < m->pair_count && good; i++)
        good = list(m, m->pairs[i].bodies, &all[i], &can_move) ||
               refuse(why, "a pair stands in its list twice");
    for (size_t i = m->pair_count; i < count && good; i++) {
        all[i].exempt = true;
        good = list(m, m->exempt[i - m->pair_count].bodies, &all[i], &can_move) ||
               refuse(why, "a pair that is not checked is checked, or stands in its list twice");
    }
    if (good)
        qsort(all, count, sizeof *all, by_bodies);
    for (size_t i = 1; i < count && good; i++)
        if (all[i].bodies == all[i - 1].bodies)
            good =
                refuse(why, all[i].exempt || all[i - 1].exempt
                                ? "a pair that is not checked is checked, or stands in its list twice"
                                : "a pair stands in its list twice");
    if (good && can_move != pairs_that_move(m))
        good = refuse_missing(m, all, count, why);
    free(all);
    return good;
}

/* Reads the pairs of a line, and those that are not checked. */
static bool read_pairs(json_t *line, model *out, refusal *why)
{
    json_t *list = json_object_get(line, "pairs");
    json_t *exempt = json_object_get(line, "exempt");
    if (!json_is_array(list) || (exempt && !json_is_array(exempt)))
        return refuse(why, "there is no list of pairs");
    out->pair_count = json_array_size(list);
    out->pairs = room(out->pair_count, sizeof *out->pairs);
    for (size_t i = 0; i < out->pair_count; i++)
        if (!read_pair(json_array_get(list, i), out, &out->pairs[i], why))
            return false;
    out->exempt_count = json_array_size(exempt);
    out->exempt = room(out->exempt_count, sizeof *out->exempt);
    for (size_t i = 0; i < out->exempt_count; i++)
        if (!read_exemption(json_array_get(exempt, i), out, &out->exempt[i], why))
            return false;
    return lists_all(out, why);
}

bool model_read(model *out, json_t *line, refusal *why)
{
    static const char *const keys[] = {"claims", "program", "bodies", "pairs",
                                       "exempt", "frames",  NULL};
    *out = (model){.line = json_incref(line)};
    if (!only_keys(line, keys, "the first line", why))
        return false;
    json_int_t version = json_integer_value(json_object_get(line, "claims"));
    if (version != 2)
        return refuse(why, "the file is of no known version");
    json_t *frames = json_object_get(line, "frames");
    json_t *bodies = json_object_get(line, "bodies");
    json_t *pairs = json_object_get(line, "pairs");
    if (!json_is_array(frames) || !json_is_array(bodies) || !json_is_array(pairs))
        return refuse(why, "the first line does not state frames, bodies and pairs");
    out->program = json_string_value(json_object_get(line, "program"));
    if (json_object_get(line, "program") && !out->program)
        return refuse(why, "\"program\" is no text");
    out->frame_count = json_array_size(frames);
    out->frames = room(out->frame_count, sizeof *out->frames);
    for (size_t i = 0; i < out->frame_count; i++) {
        if (!read_frame(json_array_get(frames, i), i, out->frame_count, &out->frames[i], why))
            return false;
        if (out->frames[i].variable >= (int)out->variable_count)
            out->variable_count = (size_t)out->frames[i].variable + 1;
    }
    out->bodies = room(json_array_size(bodies), sizeof *out->bodies);
    for (out->body_count = 0; out->body_count < json_array_size(bodies);) {
        size_t i = out->body_count++;
        if (!read_body(json_array_get(bodies, i), out, &out->bodies[i], why))
            return false;
    }
    return read_pairs(line, out, why);
}

static void body_free(body *b)
{
    for (size_t i = 0; b->elements && i < b->element_count; i++)
        free(b->elements[i].points);
    for (size_t i = 0; b->hulls && i < b->hull_count; i++)
        free(b->hulls[i]);
    for (size_t i = 0; i < b->cell_count; i++)
        free(b->cells[i].corners);
    free(b->cells);
    if (b->around)
        free(b->around->points);
    free(b->around);
    free(b->elements);
    free(b->tree);
    free(b->hulls);
    free(b->hull_sizes);
    free(b->cover);
    free(b->boxes);
    free(b->balls);
    for (size_t i = 0; i < b->shell_count; i++)
        free(b->shells[i].triangles);
    free(b->shells);
    free(b->seeds);
    free(b->of_files);
}

void model_free(model *m)
{
    for (size_t i = 0; i < m->body_count; i++)
        body_free(&m->bodies[i]);
    free(m->frames);
    free(m->bodies);
    free(m->pairs);
    free(m->exempt);
    json_decref(m->line);
}

/* ---- stages ------------------------------------------------------------------------------------- */

static bool read_place(json_t *node, const model *of, model *out, refusal *why)
{
    static const char *const keys[] = {"body",  "robot", "link",  "position", "rotation",
                                       "frame", "at",    "cover", "around",   NULL};
    size_t index = 0;
    if (!only_keys(node, keys, "a place", why) ||
        !read_index(node, "body", of->body_count, &index, why))
        return false;
    body *b = &out->bodies[index];
    json_t *at = json_object_get(node, "at");
    if (b->stands_elsewhere)
        return refuse(why, "a stage has two places of one body");
    b->stands_elsewhere = true;
    if (!at || !read_optional(node, "frame", of->frame_count, &b->frame, why) ||
        !read_pose(at, &b->at, why))
        return refuse(why, "a place does not say where");
    body_levers(b);
    b->surrounded = json_object_get(node, "cover") || json_object_get(node, "around");
    if (!b->surrounded)
        return true;
    /* those of the model's own place are not freed here */
    b->cover = NULL;
    b->balls = NULL;
    b->around = NULL;
    b->cover_count = b->ball_count = 0;
    return read_surrounding(node, b, why);
}

bool stage_read(model *out, const model *of, json_t *line, double *begin, double *end, refusal *why)
{
    static const char *const keys[] = {"stage", "begin", "end", "places", "pairs", "exempt", NULL};
    *out = *of;
    out->pairs = NULL;
    out->exempt = NULL;
    out->pair_count = out->exempt_count = 0;
    out->bodies = room(of->body_count, sizeof *out->bodies);
    memcpy(out->bodies, of->bodies, of->body_count * sizeof *out->bodies);
    *begin = *end = NAN;
    if (!only_keys(line, keys, "a stage", why) || !read_number(line, "begin", begin, why) ||
        !read_number(line, "end", end, why))
        return false;
    if (!(*begin <= *end))
        return refuse(why, "a stage ends before it begins");
    json_t *places = json_object_get(line, "places");
    for (size_t i = 0; i < json_array_size(places); i++)
        if (!read_place(json_array_get(places, i), of, out, why))
            return false;
    return read_pairs(line, out, why);
}

void stage_free(model *stage, const model *of)
{
    for (size_t i = 0; stage->bodies && i < of->body_count; i++) {
        body *b = &stage->bodies[i];
        if (!b->surrounded)
            continue;
        if (b->around)
            free(b->around->points);
        free(b->around);
        free(b->cover);
        free(b->balls);
    }
    free(stage->bodies);
    free(stage->pairs);
    free(stage->exempt);
}

/* ---- motions ------------------------------------------------------------------------------------ */

static bool read_numbers(json_t *list, size_t count, double **out, refusal *why)
{
    *out = room(count, sizeof **out);
    return read_vector(list, count, *out, why);
}

static bool read_slots(json_t *list, const model *m, track *t, refusal *why)
{
    static const char *const keys[] = {"frame", "poses", NULL};
    t->slot_count = json_array_size(list);
    t->slots = room(t->slot_count, sizeof *t->slots);
    t->before = room(t->slot_count * t->piece_count, sizeof *t->before);
    for (size_t i = 0; i < t->slot_count; i++) {
        json_t *own = json_array_get(list, i);
        json_t *poses = json_object_get(own, "poses");
        size_t index = 0;
        if (!only_keys(own, keys, "a slot", why) ||
            !read_index(own, "frame", m->frame_count, &index, why))
            return false;
        if (json_array_size(poses) != t->piece_count)
            return refuse(why, "a slot does not have a pose for each piece");
        t->slots[i] = (int)index;
        for (size_t k = 0; k < t->piece_count; k++)
            if (!read_pose(json_array_get(poses, k), &t->before[k * t->slot_count + i], why))
                return false;
    }
    return true;
}

/* Whether a track has the same values at all times: before its piece, in it and after it. */
static bool stands_still(const track *t)
{
    const size_t row = t->degree + 1;
    for (size_t i = 0; i < t->column_count * row; i++)
        if (i % row && t->coefficients[i] != 0)
            return false;
    return t->piece_count == 1;
}

static bool read_track(json_t *node, const model *m, track *t, refusal *why)
{
    static const char *const keys[] = {"times", "variables", "coefficients", "slots", NULL};
    if (!only_keys(node, keys, "a track", why))
        return false;
    json_t *times = json_object_get(node, "times");
    json_t *variables = json_object_get(node, "variables");
    json_t *pieces = json_object_get(node, "coefficients");
    size_t knots = json_array_size(times);
    if (knots < 2 || json_array_size(pieces) != knots - 1)
        return refuse(why, "a track does not have its polynomials for each of its pieces");
    t->piece_count = knots - 1;
    t->column_count = json_array_size(variables);
    t->degree = json_array_size(json_array_get(json_array_get(pieces, 0), 0));
    t->degree -= t->degree > 0;
    if (t->degree > MOST_DEGREE)
        return refuse(why, "a polynomial has a degree above %d", (int)MOST_DEGREE);
    if (!read_numbers(times, knots, &t->times, why))
        return false;
    for (size_t i = 0; i < t->piece_count; i++)
        if (!(t->times[i] < t->times[i + 1]))
            return refuse(why, "the times of a track do not increase");
    t->variables = room(t->column_count, sizeof *t->variables);
    for (size_t i = 0; i < t->column_count; i++) {
        json_t *index = json_array_get(variables, i);
        if (!json_is_integer(index) || json_integer_value(index) < 0 ||
            (size_t)json_integer_value(index) >= m->variable_count)
            return refuse(why, "a track moves a variable that no frame has");
        t->variables[i] = (int)json_integer_value(index);
    }
    size_t row = t->degree + 1;
    t->coefficients = room(t->piece_count * t->column_count * row, sizeof *t->coefficients);
    for (size_t p = 0; p < t->piece_count; p++) {
        json_t *columns = json_array_get(pieces, p);
        if (json_array_size(columns) != t->column_count)
            return refuse(why, "a piece of a track does not have a polynomial for each variable");
        for (size_t i = 0; i < t->column_count; i++)
            if (!read_vector(json_array_get(columns, i), row,
                             t->coefficients + (p * t->column_count + i) * row, why))
                return false;
    }
    t->stands = stands_still(t);
    json_t *slots = json_object_get(node, "slots");
    return !slots || read_slots(slots, m, t, why);
}

bool motion_read(motion *out, const model *m, json_t *line, refusal *why)
{
    static const char *const keys[] = {"motion", "index", "begin", "end", "rest", "tracks", NULL};
    *out = (motion){.begin = HUGE_VAL, .end = -HUGE_VAL};
    if (!only_keys(line, keys, "the first line of a motion", why) ||
        !read_number(line, "begin", &out->begin, why) || !read_number(line, "end", &out->end, why) ||
        !read_numbers(json_object_get(line, "rest"), m->variable_count, &out->rest, why))
        return false;
    if (!(out->begin <= out->end))
        return refuse(why, "the motion ends before it begins");
    json_t *tracks = json_object_get(line, "tracks");
    out->tracks = room(json_array_size(tracks), sizeof *out->tracks);
    while (out->track_count < json_array_size(tracks)) {
        size_t i = out->track_count++;
        if (!read_track(json_array_get(tracks, i), m, &out->tracks[i], why))
            return false;
    }
    return true;
}

void motion_free(motion *m)
{
    for (size_t i = 0; i < m->track_count; i++) {
        track *t = &m->tracks[i];
        free(t->times);
        free(t->variables);
        free(t->coefficients);
        free(t->slots);
        free(t->before);
    }
    free(m->tracks);
    free(m->rest);
}
