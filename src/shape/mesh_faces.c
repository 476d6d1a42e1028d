/* Faces and edges through a hash table. An edge that an odd number of sides share is defective: its
 * sides are cut at the vertices that lie on them, so that a long side meets the short ones across from
 * it. */
#include "shape/mesh_faces.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t NONE = LW_MESH_NONE;

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* ---- faces ------------------------------------------------------------------------------------ */

bool lw_mesh_component_is_repaired(const lw_mesh_component *component)
{
    double width = max_component(sub(component->high, component->low));
    return !component->closed || fabs(component->volume) <= 0x1p-40 * width * width * width;
}

/* Joins vertices of the components that are repaired; all others are left out. */
static lw_status weld(lw_faces *faces, lw_error *error)
{
    const lw_mesh *mesh = faces->mesh;
    uint32_t count = 0;
    uint32_t *used = malloc(mesh->vertex_count * sizeof *used);
    uint32_t *near = malloc(mesh->vertex_count * sizeof *near);
    vec3 *points = calloc(mesh->vertex_count, sizeof *points);
    lw_status status = LW_OK;
    if (!used || !near || !points) {
        status = lw_fail_memory(error);
        goto done;
    }
    memset(faces->joined, 0xff, mesh->vertex_count * sizeof *faces->joined);
    for (uint32_t c = 0; c < mesh->component_count; c++) {
        const lw_mesh_component *component = &mesh->components[c];
        if (!lw_mesh_component_is_repaired(component))
            continue;
        for (uint32_t i = 0; i < 3 * component->triangle_count; i++) {
            uint32_t vertex = mesh->triangles[component->first_triangle + i / 3][i % 3];
            if (faces->joined[vertex] != NONE)
                continue;
            faces->joined[vertex] = count;
            points[count] = mesh->vertices[vertex];
            used[count++] = vertex;
        }
    }
    status = lw_mesh_weld(points, count, faces->tolerance, near, error);
    for (uint32_t i = 0; i < count && !status; i++)
        faces->joined[used[i]] = used[near[i]];
done:
    free(used);
    free(near);
    free(points);
    return status;
}

/* 1 where two triangles over the same vertices have the same orientation, -1 where the opposite one, 0
 * where they have other vertices. */
static int compare_corners(const uint32_t a[3], const uint32_t b[3])
{
    for (int k = 0; k < 3; k++) {
        if (a[0] != b[k])
            continue;
        if (a[1] == b[(k + 1) % 3] && a[2] == b[(k + 2) % 3])
            return 1;
        if (a[1] == b[(k + 2) % 3] && a[2] == b[(k + 1) % 3])
            return -1;
    }
    return 0;
}

static void add_face(lw_faces *faces, uint32_t component, uint32_t triangle)
{
    const uint32_t *given = faces->mesh->triangles[triangle];
    uint32_t c[3] = {faces->joined[given[0]], faces->joined[given[1]], faces->joined[given[2]]};
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0])
        return;
    /* the sum does not depend on the order */
    uint64_t slot = mix(mix(c[0]) + mix(c[1]) + mix(c[2])) & faces->mask;
    int turn = 0;
    for (; faces->slots[slot] != NONE; slot = (slot + 1) & faces->mask)
        if ((turn = compare_corners(faces->items[faces->slots[slot]].corner, c)))
            break;
    if (turn == 0) {
        vec3 a = faces->mesh->vertices[c[0]];
        vec3 normal = cross(sub(faces->mesh->vertices[c[1]], a), sub(faces->mesh->vertices[c[2]], a));
        faces->items[faces->count] =
            (lw_face){.corner = {c[0], c[1], c[2]}, .component = component, .area = norm(normal) / 2};
        faces->slots[slot] = faces->count++;
        turn = 1;
    }
    faces->items[faces->slots[slot]].net += turn;
    faces->face_of[triangle] = faces->slots[slot];
}

/* Whether a component has each triangle in both orientations. */
static bool is_two_sided(const lw_faces *faces, const lw_mesh_component *component)
{
    for (uint32_t i = 0; i < component->triangle_count; i++) {
        uint32_t f = faces->face_of[component->first_triangle + i];
        if (f == NONE || faces->items[f].net != 0)
            return false;
    }
    return true;
}

static void make_faces(lw_faces *faces)
{
    const lw_mesh *mesh = faces->mesh;
    memset(faces->face_of, 0xff, mesh->triangle_count * sizeof *faces->face_of);
    memset(faces->slots, 0xff, (faces->mask + 1) * sizeof *faces->slots);
    for (uint32_t c = 0; c < mesh->component_count; c++) {
        const lw_mesh_component *component = &mesh->components[c];
        for (uint32_t i = 0; lw_mesh_component_is_repaired(component) && i < component->triangle_count;
             i++)
            add_face(faces, c, component->first_triangle + i);
    }
    /* a closed component that encloses nothing is left as it is, unless it has each triangle in both
     * orientations */
    for (uint32_t c = 0; c < mesh->component_count; c++) {
        const lw_mesh_component *component = &mesh->components[c];
        if (!component->closed || !lw_mesh_component_is_repaired(component) ||
            is_two_sided(faces, component))
            continue;
        for (uint32_t i = 0; i < component->triangle_count; i++) {
            uint32_t f = faces->face_of[component->first_triangle + i];
            if (f != NONE)
                faces->items[f].done = true;
        }
    }
}

lw_status lw_faces_create(lw_faces *faces, const lw_mesh *mesh, double tolerance, lw_error *error)
{
    *faces = (lw_faces){.mesh = mesh, .tolerance = tolerance, .mask = 3};
    while (faces->mask < 2 * (uint64_t)mesh->triangle_count)
        faces->mask = 2 * faces->mask + 1;
    faces->joined = malloc(mesh->vertex_count * sizeof *faces->joined);
    faces->face_of = malloc(mesh->triangle_count * sizeof *faces->face_of);
    faces->items = calloc(mesh->triangle_count, sizeof *faces->items);
    faces->slots = malloc((faces->mask + 1) * sizeof *faces->slots);
    if (!faces->joined || !faces->face_of || !faces->items || !faces->slots)
        return lw_fail_memory(error);
    lw_status status = weld(faces, error);
    if (!status)
        make_faces(faces);
    return status;
}

void lw_faces_free(lw_faces *faces)
{
    free(faces->joined);
    free(faces->face_of);
    free(faces->items);
    free(faces->slots);
    free(faces->sides.items);
    free(faces->edges.items);
}

/* ---- edges ------------------------------------------------------------------------------------ */

static lw_status add_side(lw_faces *faces, uint32_t f, uint32_t from, uint32_t to, lw_error *error)
{
    if (!LW_ARRAY_GROW(&faces->sides))
        return lw_fail_memory(error);
    faces->sides.items[faces->sides.count++] = (lw_face_side){.from = from, .to = to, .face = f};
    faces->items[f].side_count++;
    return LW_OK;
}

static lw_status make_room(lw_faces *faces, lw_error *error)
{
    uint64_t mask = faces->mask;
    while (mask < 2 * (uint64_t)faces->sides.count)
        mask = 2 * mask + 1;
    if (mask > faces->mask) {
        uint32_t *slots = realloc(faces->slots, (mask + 1) * sizeof *slots);
        if (!slots)
            return lw_fail_memory(error);
        faces->slots = slots;
        faces->mask = mask;
    }
    return LW_ARRAY_RESERVE(&faces->edges, faces->sides.count + 1) ? LW_OK : lw_fail_memory(error);
}

/* Joins the sides over the same two vertices. */
static lw_status join_sides(lw_faces *faces, lw_error *error)
{
    lw_status status = make_room(faces, error);
    if (status)
        return status;
    memset(faces->slots, 0xff, (faces->mask + 1) * sizeof *faces->slots);
    faces->edges.count = 0;
    for (uint32_t i = 0; i < faces->sides.count; i++) {
        lw_face_side *s = &faces->sides.items[i];
        uint32_t low = s->from < s->to ? s->from : s->to;
        uint32_t high = s->from < s->to ? s->to : s->from;
        uint64_t slot = mix((uint64_t)low << 32 | high) & faces->mask;
        for (; faces->slots[slot] != NONE; slot = (slot + 1) & faces->mask) {
            const lw_edge *e = &faces->edges.items[faces->slots[slot]];
            if (e->ends[0] == low && e->ends[1] == high)
                break;
        }
        if (faces->slots[slot] == NONE) {
            faces->slots[slot] = (uint32_t)faces->edges.count;
            faces->edges.items[faces->edges.count++] = (lw_edge){.ends = {low, high}, .first = NONE};
        }
        lw_edge *e = &faces->edges.items[faces->slots[slot]];
        s->edge = faces->slots[slot];
        s->next = e->first;
        e->first = i;
        e->count++;
    }
    return LW_OK;
}

static bool is_odd(const lw_edge *edge)
{
    return edge->count % 2;
}

/* Finds the vertices on odd edges. first: out, the first point of each edge; NONE: it has none. */
static lw_status find_points(const lw_faces *faces, uint32_t *first, lw_edge_points *points,
                             lw_error *error)
{
    uint32_t count = 0;
    uint32_t(*ends)[2] = malloc((faces->edges.count + 1) * sizeof *ends);
    if (!ends)
        return lw_fail_memory(error);
    for (size_t e = 0; e < faces->edges.count; e++)
        if (is_odd(&faces->edges.items[e]))
            memcpy(ends[count++], faces->edges.items[e].ends, sizeof *ends);
    lw_status status = lw_mesh_points_on_edges(faces->mesh->vertices, (const uint32_t(*)[2])ends, count,
                                               faces->tolerance, points, error);
    free(ends);
    /* points name an edge by its number among the odd ones */
    count = 0;
    size_t at = 0;
    for (size_t e = 0; e < faces->edges.count && !status; e++) {
        bool odd = is_odd(&faces->edges.items[e]);
        first[e] = odd && at < points->count && points->items[at].edge == count ? (uint32_t)at : NONE;
        while (odd && at < points->count && points->items[at].edge == count)
            at++;
        count += odd;
    }
    return status;
}

/* Cuts a side at the points on it. */
static lw_status cut_side(lw_faces *faces, const lw_face_side *old, uint32_t first,
                          const lw_edge_points *points, lw_error *error)
{
    uint32_t count = 0;
    while (first != NONE && first + count < points->count &&
           points->items[first + count].edge == points->items[first].edge)
        count++;
    lw_status status = LW_OK;
    uint32_t from = old->from;
    for (uint32_t k = 0; k < count && !status; k++) {
        uint32_t to = points->items[first + (old->from < old->to ? k : count - 1 - k)].vertex;
        status = add_side(faces, old->face, from, to, error);
        from = to;
    }
    return status ? status : add_side(faces, old->face, from, old->to, error);
}

static lw_status cut_sides(lw_faces *faces, lw_error *error)
{
    lw_edge_points points = {0};
    lw_face_side *old = NULL;
    size_t count = faces->sides.count;
    uint32_t *first = malloc((faces->edges.count + 1) * sizeof *first);
    lw_status status = first ? find_points(faces, first, &points, error) : lw_fail_memory(error);
    if (status || points.count == 0)
        goto done;
    old = faces->sides.items;
    faces->sides.items = NULL;
    faces->sides.count = faces->sides.capacity = 0;
    for (size_t i = 0; i < count && !status; i++) {
        lw_face *face = &faces->items[old[i].face];
        /* the sides of a face lie together */
        if (i == 0 || old[i].face != old[i - 1].face) {
            face->first_side = (uint32_t)faces->sides.count;
            face->side_count = 0;
        }
        status = cut_side(faces, &old[i], first[old[i].edge], &points, error);
    }
    if (!status)
        status = join_sides(faces, error);
done:
    free(old);
    free(first);
    free(points.items);
    return status;
}

lw_status lw_faces_find_edges(lw_faces *faces, bool balanced, lw_error *error)
{
    lw_status status = LW_OK;
    faces->sides.count = 0;
    for (uint32_t f = 0; f < faces->count; f++) {
        lw_face *face = &faces->items[f];
        face->first_side = (uint32_t)faces->sides.count;
        face->side_count = 0;
        if (face->done || (balanced && face->net == 0))
            continue;
        for (int k = 0; k < 3 && !status; k++)
            status = add_side(faces, f, face->corner[k], face->corner[(k + 1) % 3], error);
        if (status)
            return status;
    }
    status = join_sides(faces, error);
    return status ? status : cut_sides(faces, error);
}
