/* A triangle mesh, made clean. Vertices are joined and edges counted through hash tables, components
 * are found by union-find: linear time in practice. The winding number is the sum of the solid angles
 * of the triangles (Van Oosterom and Strackee 1983) over 4 pi: linear in the triangles of the shells
 * whose box holds the point. */
#include "shape/mesh.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "math/pose.h"
#include "shape/mesh_repair.h"

static const uint32_t NONE = UINT32_MAX;
static const double PI = 0x1.921fb54442d18p1;

/* coordinates above this would overflow when squared and multiplied */
static const double LARGEST = 1e50;

/* Memory for making a mesh; freed at the end. */
typedef struct workspace {
    uint32_t slot_count; /* size of the hash table: a power of two */
    uint32_t *slots;     /* the hash table: a vertex, an edge, or NONE */
    uint32_t *joined;    /* given vertex -> the first given vertex that equals it */
    uint32_t *parent;    /* union-find over given vertices */
    uint32_t *number;    /* root -> component; then joined vertex -> vertex of the mesh */
    uint32_t *component; /* given triangle -> component, NONE where it has a vertex twice */
    uint64_t *edges;     /* hash table of edges: smaller vertex, larger vertex */
    int32_t *balance;    /* per edge: times that it is passed forwards, minus backwards */
    uint32_t kept;       /* number of triangles that have an area */
    uint32_t components; /* number of components with a triangle that has an area */
    bool *flat;          /* per given triangle: no area */
} workspace;

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static vec3 given_vertex(const double *vertices, uint32_t index)
{
    /* adding zero makes -0 equal to +0 in its bits too */
    const double *row = vertices + 3 * (size_t)index;
    return v3(row[0] + 0.0, row[1] + 0.0, row[2] + 0.0);
}

static bool same(vec3 a, vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static uint64_t hash_vertex(vec3 v)
{
    uint64_t bits[3];
    memcpy(bits, &v, sizeof bits);
    return mix(mix(mix(bits[0]) + bits[1]) + bits[2]);
}

static void join_vertices(workspace *work, const double *vertices, uint32_t count)
{
    memset(work->slots, 0xff, work->slot_count * sizeof *work->slots);
    for (uint32_t i = 0; i < count; i++) {
        vec3 v = given_vertex(vertices, i);
        uint64_t slot = hash_vertex(v) & (work->slot_count - 1);
        while (work->slots[slot] != NONE && !same(given_vertex(vertices, work->slots[slot]), v))
            slot = (slot + 1) & (work->slot_count - 1);
        if (work->slots[slot] == NONE)
            work->slots[slot] = i;
        work->joined[i] = work->slots[slot];
    }
}

static uint32_t find(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* The smaller index becomes the root, so that components come in the order of their vertices. */
static void unite(uint32_t *parent, uint32_t i, uint32_t j)
{
    i = find(parent, i);
    j = find(parent, j);
    if (i < j)
        parent[j] = i;
    else
        parent[i] = j;
}

bool lw_has_area(vec3 a, vec3 b, vec3 c)
{
    vec3 normal = cross(sub(b, a), sub(c, a));
    return normal.x != 0 || normal.y != 0 || normal.z != 0;
}

/* Tells triangles with an area from the others, and unites the vertices of each. A triangle of three
 * different vertices on a line is part of the topology, because its edges close the gaps between its
 * neighbours, and is left out afterwards. One with a vertex twice closes nothing. */
static void connect(workspace *work, const double *vertices, uint32_t vertex_count,
                    const uint32_t *triangles, uint32_t triangle_count)
{
    for (uint32_t i = 0; i < vertex_count; i++)
        work->parent[i] = i;
    for (uint32_t t = 0; t < triangle_count; t++) {
        const uint32_t *row = triangles + 3 * (size_t)t;
        uint32_t i = work->joined[row[0]];
        uint32_t j = work->joined[row[1]];
        uint32_t k = work->joined[row[2]];
        bool repeated = i == j || j == k || k == i;
        work->component[t] = repeated ? NONE : 0;
        work->flat[t] = repeated || !lw_has_area(given_vertex(vertices, i), given_vertex(vertices, j),
                                                 given_vertex(vertices, k));
        work->kept += !work->flat[t];
        if (!repeated) {
            unite(work->parent, i, j);
            unite(work->parent, j, k);
        }
    }
}

static void number_components(workspace *work, uint32_t vertex_count, const uint32_t *triangles,
                              uint32_t triangle_count)
{
    memset(work->number, 0xff, vertex_count * sizeof *work->number);
    for (uint32_t t = 0; t < triangle_count; t++)
        if (!work->flat[t]) {
            uint32_t root = find(work->parent, work->joined[triangles[3 * (size_t)t]]);
            if (work->number[root] == NONE)
                work->number[root] = work->components++;
        }
    for (uint32_t t = 0; t < triangle_count; t++)
        if (work->component[t] != NONE)
            work->component[t] =
                work->number[find(work->parent, work->joined[triangles[3 * (size_t)t]])];
}

static uint64_t edge_key(uint32_t from, uint32_t to)
{
    return from < to ? (uint64_t)from << 32 | to : (uint64_t)to << 32 | from;
}

/* The slot of an edge in the hash table, or the one where it would be. */
static uint64_t edge_slot(const workspace *work, uint32_t from, uint32_t to)
{
    uint64_t edge = edge_key(from, to);
    uint64_t slot = mix(edge) & (work->slot_count - 1);
    while (work->edges[slot] != UINT64_MAX && work->edges[slot] != edge)
        slot = (slot + 1) & (work->slot_count - 1);
    return slot;
}

/* As edge_slot, but adds the edge if it is not there. */
static uint64_t put_edge(workspace *work, uint32_t from, uint32_t to)
{
    uint64_t slot = edge_slot(work, from, to);
    work->edges[slot] = edge_key(from, to);
    return slot;
}

/* Finds the closed components: those whose edges are all passed as often forwards as backwards. */
static void close_components(workspace *work, const uint32_t *triangles, uint32_t triangle_count,
                             lw_mesh *mesh)
{
    memset(work->edges, 0xff, work->slot_count * sizeof *work->edges);
    memset(work->balance, 0, work->slot_count * sizeof *work->balance);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t t = 0; t < triangle_count; t++) {
            if (work->component[t] == NONE)
                continue;
            for (size_t k = 0; k < 3; k++) {
                uint32_t from = work->joined[triangles[3 * (size_t)t + k]];
                uint32_t to = work->joined[triangles[3 * (size_t)t + (k + 1) % 3]];
                uint64_t slot = put_edge(work, from, to);
                if (pass == 0)
                    work->balance[slot] += from < to ? 1 : -1;
                else if (work->balance[slot] != 0)
                    mesh->components[work->component[t]].closed = false;
            }
        }
}

/* Sorts the triangles by component, and numbers the vertices in the order of their first use. */
static void fill(workspace *work, const double *vertices, uint32_t vertex_count,
                 const uint32_t *triangles, uint32_t triangle_count, lw_mesh *mesh)
{
    for (uint32_t t = 0; t < triangle_count; t++)
        if (!work->flat[t])
            mesh->components[work->component[t]].triangle_count++;
    uint32_t first = 0;
    for (uint32_t c = 0; c < mesh->component_count; c++) {
        mesh->components[c].first_triangle = first;
        first += mesh->components[c].triangle_count;
        mesh->components[c].triangle_count = 0;
    }
    for (uint32_t t = 0; t < triangle_count; t++)
        if (!work->flat[t]) {
            lw_mesh_component *component = &mesh->components[work->component[t]];
            uint32_t row = component->first_triangle + component->triangle_count++;
            for (size_t k = 0; k < 3; k++)
                mesh->triangles[row][k] = work->joined[triangles[3 * (size_t)t + k]];
        }
    memset(work->number, 0xff, vertex_count * sizeof *work->number);
    uint32_t count = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (size_t k = 0; k < 3; k++) {
            uint32_t *number = &work->number[mesh->triangles[t][k]];
            if (*number == NONE) {
                *number = count;
                mesh->vertices[count++] = given_vertex(vertices, mesh->triangles[t][k]);
            }
            mesh->triangles[t][k] = *number;
        }
}

static bool has_edge(const workspace *work, uint32_t from, uint32_t to)
{
    return work->edges[edge_slot(work, from, to)] != UINT64_MAX;
}

/* The corners of a triangle without area, the two that are farthest from each other first. */
static void sort_corners(const workspace *work, const double *vertices, const uint32_t *row,
                         uint32_t out[3])
{
    double most = -1;
    memset(out, 0, 3 * sizeof *out);
    for (size_t k = 0; k < 3; k++) {
        uint32_t i = work->joined[row[k]];
        uint32_t j = work->joined[row[(k + 1) % 3]];
        double square = norm2(sub(given_vertex(vertices, j), given_vertex(vertices, i)));
        if (square > most) {
            most = square;
            out[0] = i;
            out[1] = j;
            out[2] = work->joined[row[(k + 2) % 3]];
        }
    }
}

/* Keeps the triangles without area, except those that add no point to the mesh, since they lie on an
 * edge of another triangle, or on two consecutive edges. Comes after fill, which numbers the vertices
 * that triangles with area use. */
static lw_status keep_degenerate(lw_arena *arena, workspace *work, const double *vertices,
                                 const uint32_t *triangles, uint32_t triangle_count, lw_mesh *mesh,
                                 lw_error *error)
{
    if (mesh->dropped == 0)
        return LW_OK;
    mesh->degenerate = lw_arena_array(arena, mesh->dropped, sizeof *mesh->degenerate);
    if (!mesh->degenerate)
        return lw_fail_memory(error);
    memset(work->edges, 0xff, work->slot_count * sizeof *work->edges);
    for (uint32_t t = 0; t < triangle_count; t++)
        for (size_t k = 0; k < 3 && !work->flat[t]; k++)
            put_edge(work, work->joined[triangles[3 * (size_t)t + k]],
                     work->joined[triangles[3 * (size_t)t + (k + 1) % 3]]);
    for (uint32_t t = 0; t < triangle_count; t++) {
        uint32_t c[3];
        if (!work->flat[t])
            continue;
        sort_corners(work, vertices, triangles + 3 * (size_t)t, c);
        bool between = c[2] != c[0] && c[2] != c[1];
        if (c[0] == c[1] ? work->number[c[0]] != NONE
                         : has_edge(work, c[0], c[1]) ||
                               (between && has_edge(work, c[0], c[2]) && has_edge(work, c[2], c[1])))
            continue;
        /* a second triangle in the same place is left out */
        if (c[0] == c[1])
            work->number[c[0]] = 0;
        else
            put_edge(work, c[0], c[1]);
        for (size_t k = 0; k < 3; k++)
            mesh->degenerate[mesh->degenerate_count][k] = given_vertex(vertices, c[k]);
        mesh->degenerate_count++;
    }
    return LW_OK;
}

/* Half the solid angle of a triangle seen from the origin. Its tangent is
 * a.(b x c) / (|a||b||c| + (a.b)|c| + (b.c)|a| + (c.a)|b|). */
static double half_solid_angle(vec3 a, vec3 b, vec3 c)
{
    double la = norm(a);
    double lb = norm(b);
    double lc = norm(c);
    return lw_atan2(dot(a, cross(b, c)),
                    la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

static bool box_holds(const lw_mesh_shell *shell, vec3 p)
{
    return p.x >= shell->low.x && p.x <= shell->high.x && p.y >= shell->low.y && p.y <= shell->high.y &&
           p.z >= shell->low.z && p.z <= shell->high.z;
}

/* A closed surface winds round no point outside its box. */
static int shell_winding(const lw_mesh *mesh, const lw_mesh_shell *shell, vec3 point)
{
    if (!box_holds(shell, point))
        return 0;
    double sum = 0;
    for (uint32_t t = 0; t < shell->triangle_count; t++) {
        const uint32_t *row = shell->triangles[t];
        sum += half_solid_angle(sub(mesh->vertices[row[0]], point), sub(mesh->vertices[row[1]], point),
                                sub(mesh->vertices[row[2]], point));
    }
    return (int)floor(sum / (2 * PI) + 0.5);
}

lw_mesh_size lw_mesh_measure(const vec3 *vertices, const uint32_t (*rows)[3], size_t count)
{
    lw_mesh_size size = {.low = vertices[rows[0][0]], .high = vertices[rows[0][0]]};
    for (size_t t = 0; t < count; t++)
        for (size_t k = 0; k < 3; k++) {
            size.low = min3(size.low, vertices[rows[t][k]]);
            size.high = max3(size.high, vertices[rows[t][k]]);
        }
    vec3 center = scale(0.5, add(size.low, size.high));
    for (size_t t = 0; t < count; t++) {
        vec3 a = sub(vertices[rows[t][0]], center);
        vec3 b = sub(vertices[rows[t][1]], center);
        vec3 c = sub(vertices[rows[t][2]], center);
        size.volume += dot(a, cross(b, c)) / 6;
    }
    return size;
}

static void measure(const lw_mesh *mesh, lw_mesh_component *component)
{
    const uint32_t(*rows)[3] = (const uint32_t(*)[3])(mesh->triangles + component->first_triangle);
    lw_mesh_size size = lw_mesh_measure(mesh->vertices, rows, component->triangle_count);
    component->volume = size.volume;
    component->low = size.low;
    component->high = size.high;
}

/* A cavity is a room where no shell that is oriented outwards contains it. */
static void find_rooms(lw_mesh *mesh)
{
    for (uint32_t c = 0; c < mesh->shell_count; c++) {
        lw_mesh_shell *cavity = &mesh->shells[c];
        if (!(cavity->volume < 0))
            continue;
        vec3 point = mesh->vertices[cavity->triangles[0][0]];
        int sum = 0;
        for (uint32_t i = 0; i < mesh->shell_count; i++)
            if (mesh->shells[i].volume > 0)
                sum += shell_winding(mesh, &mesh->shells[i], point);
        cavity->room = sum < 1;
    }
}

static uint32_t count_used(const workspace *work, const uint32_t *triangles, uint32_t vertex_count,
                           uint32_t triangle_count)
{
    memset(work->number, 0, vertex_count * sizeof *work->number);
    uint32_t count = 0;
    for (uint32_t t = 0; t < triangle_count; t++)
        for (size_t k = 0; k < 3 && !work->flat[t]; k++) {
            uint32_t *seen = &work->number[work->joined[triangles[3 * (size_t)t + k]]];
            count += !*seen;
            *seen = 1;
        }
    return count;
}

static lw_status allocate(lw_arena *arena, const workspace *work, uint32_t used, lw_mesh **out,
                          lw_error *error)
{
    lw_mesh *mesh = lw_arena_take(arena, sizeof *mesh);
    if (!mesh)
        return lw_fail_memory(error);
    mesh->vertex_count = used;
    mesh->triangle_count = work->kept;
    mesh->component_count = work->components;
    mesh->vertices = lw_arena_array(arena, mesh->vertex_count, sizeof *mesh->vertices);
    mesh->triangles = lw_arena_array(arena, mesh->triangle_count, sizeof *mesh->triangles);
    mesh->components = lw_arena_array(arena, mesh->component_count, sizeof *mesh->components);
    if (!mesh->vertices || !mesh->triangles || !mesh->components)
        return lw_fail_memory(error);
    *out = mesh;
    return LW_OK;
}

static lw_status check_input(const double *vertices, size_t vertex_count, const uint32_t *triangles,
                             size_t triangle_count, lw_error *error)
{
    if (vertex_count == 0 || triangle_count == 0)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the mesh has no triangles");
    /* hash tables have up to 8 slots a triangle and 2 a vertex, numbered in 32 bits */
    if (vertex_count > UINT32_MAX / 4 || triangle_count > UINT32_MAX / 16)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the mesh has more than %u vertices or %u triangles",
                       (unsigned)(UINT32_MAX / 4), (unsigned)(UINT32_MAX / 16));
    for (size_t i = 0; i < vertex_count; i++)
        for (size_t k = 0; k < 3; k++) {
            double value = vertices[3 * i + k];
            if (!(fabs(value) <= LARGEST))
                return lw_fail(error, LW_ERROR_ARGUMENT,
                               "vertex %zu of the mesh has the coordinate %g; coordinates must be "
                               "finite and at most %g",
                               i, value, LARGEST);
        }
    for (size_t i = 0; i < 3 * triangle_count; i++)
        if (triangles[i] >= vertex_count)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "triangle %zu of the mesh refers to vertex %u, but there are %zu", i / 3,
                           (unsigned)triangles[i], vertex_count);
    return LW_OK;
}

static lw_status make_workspace(workspace *work, uint32_t vertex_count, uint32_t triangle_count,
                                lw_error *error)
{
    uint32_t wanted = vertex_count > 3 * triangle_count ? vertex_count : 3 * triangle_count;
    work->slot_count = 4;
    while (work->slot_count < wanted + wanted / 2)
        work->slot_count *= 2;
    work->slots = malloc(work->slot_count * sizeof *work->slots);
    work->joined = malloc(vertex_count * sizeof *work->joined);
    work->parent = malloc(vertex_count * sizeof *work->parent);
    work->number = malloc(vertex_count * sizeof *work->number);
    work->component = malloc(triangle_count * sizeof *work->component);
    work->edges = malloc(work->slot_count * sizeof *work->edges);
    work->balance = malloc(work->slot_count * sizeof *work->balance);
    work->flat = malloc(triangle_count * sizeof *work->flat);
    if (!work->slots || !work->joined || !work->parent || !work->number || !work->component ||
        !work->edges || !work->balance || !work->flat)
        return lw_fail_memory(error);
    return LW_OK;
}

static void free_workspace(workspace *work)
{
    free(work->slots);
    free(work->joined);
    free(work->parent);
    free(work->number);
    free(work->component);
    free(work->edges);
    free(work->balance);
    free(work->flat);
}

lw_status lw_mesh_create(lw_arena *arena, const double *vertices, size_t vertex_count,
                         const uint32_t *triangles, size_t triangle_count, lw_mesh **out,
                         lw_error *error)
{
    lw_status status = check_input(vertices, vertex_count, triangles, triangle_count, error);
    if (status)
        return status;
    uint32_t points = (uint32_t)vertex_count;
    uint32_t faces = (uint32_t)triangle_count;
    workspace work = {0};
    lw_mesh *mesh = NULL;
    status = make_workspace(&work, points, faces, error);
    if (status)
        goto done;
    join_vertices(&work, vertices, points);
    connect(&work, vertices, points, triangles, faces);
    if (work.kept == 0) {
        status =
            lw_fail(error, LW_ERROR_ARGUMENT,
                    "none of the mesh's %zu triangles has an area; at least one must", triangle_count);
        goto done;
    }
    uint32_t used = count_used(&work, triangles, points, faces);
    number_components(&work, points, triangles, faces);
    status = allocate(arena, &work, used, &mesh, error);
    if (status)
        goto done;
    for (uint32_t c = 0; c < mesh->component_count; c++)
        mesh->components[c].closed = true;
    close_components(&work, triangles, faces, mesh);
    fill(&work, vertices, points, triangles, faces, mesh);
    mesh->dropped = faces - work.kept;
    if ((status = keep_degenerate(arena, &work, vertices, triangles, faces, mesh, error)))
        goto done;
    for (uint32_t c = 0; c < mesh->component_count; c++)
        measure(mesh, &mesh->components[c]);
    status = lw_mesh_find_shells(arena, mesh, error);
    if (status)
        goto done;
    find_rooms(mesh);
    *out = mesh;
done:
    free_workspace(&work);
    return status;
}

int lw_mesh_winding(const lw_mesh *mesh, vec3 point)
{
    int sum = 0;
    for (uint32_t i = 0; i < mesh->shell_count; i++)
        if (!mesh->shells[i].room)
            sum += shell_winding(mesh, &mesh->shells[i], point);
    return sum;
}

bool lw_mesh_contains(const lw_mesh *mesh, vec3 point)
{
    return lw_mesh_winding(mesh, point) >= 1;
}
