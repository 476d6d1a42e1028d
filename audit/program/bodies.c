/* What a body's elements say of it: boxes about the nodes of its tree, its connected pieces, and its
 * closed surfaces. */
#include "bodies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "places.h"
#include "real_double.h"

#include "geometry.h"

static void box_of_element(const element *e, double box[6])
{
    const pose at = e->has_at ? pose_of(&e->at) : identity();
    for (int i = 0; i < 6; i++) {
        double direction[3] = {0};
        direction[i % 3] = i < 3 ? -1 : 1;
        real most = support_of_element(e, &at, exact_vec(direction), exact(1));
        box[i] = i < 3 ? -above(most) : above(most);
    }
}

void body_boxes(body *b)
{
    b->boxes = room(b->tree_count, sizeof *b->boxes);
    /* children come after their parents */
    for (size_t node = b->tree_count; node-- > 0;) {
        int64_t entry = b->tree[node];
        double *box = b->boxes[node];
        if (entry < 0) {
            box_of_element(&b->elements[-1 - entry], box);
            continue;
        }
        const double *one = b->boxes[entry];
        const double *other = b->boxes[entry + 1];
        for (int i = 0; i < 3; i++) {
            box[i] = -most_of(-one[i], -other[i]);
            box[3 + i] = most_of(one[3 + i], other[3 + i]);
        }
    }
}

/* ---- connected pieces --------------------------------------------------------------------------- */

static size_t find(size_t *parent, size_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

typedef struct edge {
    size_t from, to;
    long times; /* passed in this direction less in the other */
} edge;

static int by_ends(const void *a, const void *b)
{
    const edge *one = a;
    const edge *other = b;
    if (one->from != other->from)
        return one->from < other->from ? -1 : 1;
    return (one->to > other->to) - (one->to < other->to);
}

bool surface_closes(const size_t (*points)[3], const size_t *triangles, size_t count)
{
    edge *edges = room(3 * count, sizeof *edges);
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            size_t from = points[triangles[i]][k];
            size_t to = points[triangles[i]][(k + 1) % 3];
            if (from != to)
                edges[used++] = from < to ? (edge){from, to, 1} : (edge){to, from, -1};
        }
    qsort(edges, used, sizeof *edges, by_ends);
    bool closed = true;
    for (size_t i = 0; i < used && closed;) {
        long sum = 0;
        size_t first = i;
        for (; i < used && !by_ends(&edges[i], &edges[first]); i++)
            sum += edges[i].times;
        closed = sum == 0;
    }
    free(edges);
    return closed;
}

void body_take_shell(body *b, const size_t *elements, size_t count)
{
    shell *s = &b->shells[b->shell_count++];
    *s = (shell){room(count, sizeof *s->triangles), 0, {0}};
    for (size_t i = 0; i < count; i++) {
        size_t which = elements[i];
        const double(*p)[3] = (const double(*)[3])b->elements[which].points;
        for (int k = 0; k < 9; k++) {
            double v = p[k / 3][k % 3];
            if ((!i && k < 3) || v < s->box[k % 3])
                s->box[k % 3] = v;
            if ((!i && k < 3) || v > s->box[3 + k % 3])
                s->box[3 + k % 3] = v;
        }
        bool flat =
            same_numbers(p[0], p[1], 3) || same_numbers(p[1], p[2], 3) || same_numbers(p[2], p[0], 3);
        if (!flat)
            s->triangles[s->count++] = which;
    }
}

static bool has_corner(const body *b, const shell *s, const double corner[3])
{
    for (size_t i = 0; i < s->count; i++)
        for (int k = 0; k < 3; k++) {
            const double *own = b->elements[s->triangles[i]].points[k];
            if (own[0] == corner[0] && own[1] == corner[1] && own[2] == corner[2])
                return true;
        }
    return false;
}

bool body_forget_shell(body *b, const double corner[3])
{
    for (size_t i = 0; i < b->shell_count; i++)
        if (has_corner(b, &b->shells[i], corner)) {
            free(b->shells[i].triangles);
            b->shells[i] = b->shells[--b->shell_count];
            return true;
        }
    return false;
}

void body_forget_shells(body *b, size_t most)
{
    for (size_t i = 0; i < b->shell_count; i++)
        free(b->shells[i].triangles);
    free(b->shells);
    b->shell_count = 0;
    b->shells = room(most, sizeof *b->shells);
}

/* elements: room for them. */
static void take_members(body *b, const size_t *own, const size_t *members, size_t count,
                         size_t *elements)
{
    for (size_t i = 0; i < count; i++)
        elements[i] = own[members[i]];
    body_take_shell(b, elements, count);
}

/* own: the elements that are triangles. Parts of other shapes are pieces of their own. */
static void find_components(body *b, const size_t *own, size_t count)
{
    double(*corners)[3] = room(3 * count, sizeof *corners);
    double(*distinct)[3] = room(3 * count, sizeof *distinct);
    size_t(*points)[3] = room(count, sizeof *points);
    size_t *parent = room(count, sizeof *parent);
    size_t *first = room(3 * count, sizeof *first); /* triangles; 1 is the first one, 0 none */
    for (size_t i = 0; i < 3 * count; i++)
        memcpy(corners[i], b->elements[own[i / 3]].points[i % 3], sizeof corners[i]);
    number_points((const double(*)[3])corners, 3 * count, (size_t *)points, distinct);
    for (size_t i = 0; i < count; i++)
        parent[i] = i;
    for (size_t i = 0; i < 3 * count; i++) {
        size_t *known = &first[points[i / 3][i % 3]];
        if (!*known)
            *known = i / 3 + 1;
        parent[find(parent, i / 3)] = find(parent, *known - 1);
    }
    size_t *sizes = room(count, sizeof *sizes);
    size_t **members = room(count, sizeof *members);
    for (size_t i = 0; i < count; i++)
        sizes[find(parent, i)]++;
    for (size_t i = 0; i < count; i++) {
        size_t top = find(parent, i);
        if (!members[top]) {
            members[top] = room(sizes[top], sizeof **members);
            sizes[top] = 0;
            b->seeds[b->seed_count++] = own[i];
        }
        members[top][sizes[top]++] = i;
    }
    size_t *elements = room(count, sizeof *elements);
    b->shells = room(b->solid ? count : 0, sizeof *b->shells);
    for (size_t i = 0; i < count; i++) {
        if (members[i] && b->solid && surface_closes((const size_t(*)[3])points, members[i], sizes[i]))
            take_members(b, own, members[i], sizes[i], elements);
        free(members[i]);
    }
    free(elements);
    free(members);
    free(sizes);
    free(parent);
    free(first);
    free(points);
    free(distinct);
    free(corners);
}

void body_pieces(body *b)
{
    size_t *own = room(b->element_count, sizeof *own);
    size_t count = 0;
    b->seeds = room(b->element_count, sizeof *b->seeds);
    for (size_t i = 0; i < b->element_count; i++)
        if (b->elements[i].is_triangle)
            own[count++] = i;
        else
            b->seeds[b->seed_count++] = i;
    if (count)
        find_components(b, own, count);
    free(own);
}

/* ---- trees of balls ------------------------------------------------------------------------------ */

static int axis_of_order;

static int by_axis(const void *a, const void *b)
{
    double one = ((const double *)a)[axis_of_order];
    double other = ((const double *)b)[axis_of_order];
    return (one > other) - (one < other);
}

/* A ball about some balls: about the middle of their centres' box; its radius is rounded up. */
static ball_node ball_about(double (*balls)[4], size_t count, int *axis)
{
    ball_node out = {{0}, 0, 0};
    double widest = -1;
    for (int i = 0; i < 3; i++) {
        double low = balls[0][i];
        double high = low;
        for (size_t k = 1; k < count; k++) {
            low = balls[k][i] < low ? balls[k][i] : low;
            high = balls[k][i] > high ? balls[k][i] : high;
        }
        out.centre[i] = low + 0.5 * (high - low);
        if (high - low > widest) {
            widest = high - low;
            *axis = i;
        }
    }
    for (size_t k = 0; k < count; k++) {
        real reach = plus(length(sub(exact_vec(balls[k]), exact_vec(out.centre))), exact(balls[k][3]));
        out.radius = most_of(out.radius, above(reach));
    }
    return out;
}

static void divide(body *b, size_t node, double (*balls)[4], size_t count)
{
    int axis = 0;
    if (count == 1) {
        b->balls[node] = (ball_node){{balls[0][0], balls[0][1], balls[0][2]}, balls[0][3], 0};
        return;
    }
    b->balls[node] = ball_about(balls, count, &axis);
    size_t first = b->ball_count;
    b->balls[node].children = first;
    b->ball_count += 2;
    axis_of_order = axis;
    qsort(balls, count, sizeof *balls, by_axis);
    divide(b, first, balls, count / 2);
    divide(b, first + 1, balls + count / 2, count - count / 2);
}

void body_balls(body *b)
{
    free(b->balls);
    b->balls = NULL;
    b->ball_count = 0;
    if (!b->cover_count)
        return;
    b->balls = room(2 * b->cover_count, sizeof *b->balls);
    b->ball_count = 1;
    divide(b, 0, b->cover, b->cover_count);
}

void body_surround(body *b)
{
    body_radius(b);
    if (b->around)
        body_around(b);
    else if (b->cover_count)
        body_covered(b);
    body_balls(b);
}
