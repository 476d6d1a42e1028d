/* Repair of a mesh's topology. Vertices that lie together are joined, repeated triangles count once,
 * edges are cut where a vertex lies on them (shape/mesh_faces.h), triangles are turned so that
 * neighbours agree, and small holes are closed by a fan. A closed surface then bounds a solid or a
 * cavity: its winding number (Jacobson et al. 2013) is a whole number everywhere but on the surface
 * itself, because the surface is closed exactly, over the joined vertices. Distances are measured to
 * the triangles as given.
 *
 * A patch consists of faces that are connected over edges of two sides, a group of patches that are
 * closed only together. Costs n log n. */
#include "shape/mesh_repair.h"

#include <stdlib.h>
#include <string.h>

#include "shape/mesh_patches.h"

static const uint32_t NONE = LW_MESH_NONE;

/* Vertices nearer than this share of the diagonal of the mesh's box are one: some 16 times the rounding
 * error of single precision, and twice that of six digits in a text file. docs/decisions/meshes.md, "An
 * open mesh is repaired for the test of containment only". */
static const double WELD = 1e-6;

/* Limits of the holes that are closed. A hole of three corners is a missing triangle: all such holes of
 * a group together may have up to this share of the group's area. docs/decisions/meshes.md, "An open
 * mesh is repaired for the test of containment only". */
static const double TRIANGLE_SHARE = 0.25;
/* Limits of the holes of more than three corners. Those of a group may have up to HOLE_SHARE of the
 * group's area in sum, and the diagonal of each hole's box may be up to HOLE_WIDTH times the diagonal
 * of the group's box. So a cup, a bin and a pipe stay open. docs/decisions/meshes.md, "An open mesh is
 * repaired for the test of containment only". */
static const double HOLE_SHARE = 1.0 / 200;
static const double HOLE_WIDTH = 0.1;

/* A group keeps the file's orientation, even inwards, where at least this share of its area agrees on
 * it. docs/decisions/meshes.md, "A closed surface is a cavity if two thirds of its area face inwards".
 */
static const double CLEAR_MAJORITY = 2.0 / 3;

/* A group is flat where it is no thicker than this share of its box's diagonal. */
static const double FLAT = 1e-3;

typedef struct shell {
    size_t first, count; /* rows */
} shell;

typedef struct repair {
    lw_mesh *mesh;
    lw_faces faces;
    lw_patches patches;
    uint32_t *first_out; /* vertex -> first gap from it */
    uint32_t *position;  /* vertex -> its position on the path */
    struct {
        uint32_t *items;
        size_t count, capacity;
    } path; /* along gaps */
    struct {
        uint32_t (*items)[3];
        size_t count, capacity;
    } rows; /* triangles of shells */
    struct {
        shell *items;
        size_t count, capacity;
    } shells;
} repair;

static vec3 at(const repair *r, uint32_t vertex)
{
    return r->mesh->vertices[vertex];
}

static double area_of(const repair *r, uint32_t a, uint32_t b, uint32_t c)
{
    return norm(cross(sub(at(r, b), at(r, a)), sub(at(r, c), at(r, a)))) / 2;
}

/* ---- shells ----------------------------------------------------------------------------------- */

typedef struct group_size {
    vec3 low, high;
    double area;
    double triangles, others; /* areas of the holes that were closed */
} group_size;

static lw_status add_row(repair *r, uint32_t a, uint32_t b, uint32_t c, lw_error *error)
{
    if (!LW_ARRAY_GROW(&r->rows))
        return lw_fail_memory(error);
    uint32_t *row = r->rows.items[r->rows.count++];
    row[0] = a;
    row[1] = b;
    row[2] = c;
    return LW_OK;
}

/* How many corners a loop has, without those that lie on the line between their neighbours. */
static size_t count_corners(const repair *r, const uint32_t *loop, size_t count)
{
    size_t corners = 0;
    vec3 before = at(r, loop[count - 1]);
    for (size_t i = 0; i < count; i++) {
        vec3 here = at(r, loop[i]);
        vec3 across = sub(at(r, loop[(i + 1) % count]), before);
        double along = dot(sub(here, before), across) / norm2(across);
        if (along > 0 && along < 1 &&
            norm(sub(sub(here, before), scale(along, across))) <= 4 * r->faces.tolerance)
            continue;
        corners++;
        before = here;
    }
    return corners;
}

/* Closes a hole by a fan from its first vertex; *closed false where it is too large. */
static lw_status close_hole(repair *r, const uint32_t *loop, size_t count, group_size *size,
                            bool *closed, lw_error *error)
{
    lw_status status = LW_OK;
    double area = 0;
    vec3 low = at(r, loop[0]);
    vec3 high = low;
    for (size_t i = 1; i < count; i++) {
        low = min3(low, at(r, loop[i]));
        high = max3(high, at(r, loop[i]));
    }
    for (size_t i = 1; i + 1 < count && !status; i++) {
        area += area_of(r, loop[0], loop[i], loop[i + 1]);
        status = add_row(r, loop[0], loop[i + 1], loop[i], error);
    }
    if (count_corners(r, loop, count) <= 3) {
        size->triangles += area;
    } else {
        size->others += area;
        if (!(norm(sub(high, low)) <= HOLE_WIDTH * norm(sub(size->high, size->low))))
            *closed = false;
    }
    if (!(size->triangles <= TRIANGLE_SHARE * size->area && size->others <= HOLE_SHARE * size->area))
        *closed = false;
    return status;
}

/* Walks along the gaps of a group; whenever the path comes back to one of its vertices, the loop since
 * then is a hole. The gaps bound a surface, so as many end at a vertex as begin there. */
static lw_status close_holes(repair *r, const lw_patch *group, group_size *size, bool *closed,
                             lw_error *error)
{
    lw_gap *gaps = r->patches.gaps.items;
    lw_status status = LW_OK;
    for (uint32_t g = group->first_gap; g != NONE; g = gaps[g].next)
        r->first_out[gaps[g].from] = NONE;
    for (uint32_t g = group->first_gap; g != NONE; g = gaps[g].next) {
        gaps[g].next_out = r->first_out[gaps[g].from];
        r->first_out[gaps[g].from] = g;
        r->position[gaps[g].from] = NONE;
    }
    for (uint32_t g = group->first_gap; g != NONE && *closed && !status; g = gaps[g].next) {
        r->path.count = 0;
        for (uint32_t v = gaps[g].from; *closed && !status;) {
            if (r->position[v] != NONE) {
                const uint32_t *loop = r->path.items + r->position[v];
                size_t count = r->path.count - r->position[v];
                status = close_hole(r, loop, count, size, closed, error);
                for (size_t i = 0; i < count; i++)
                    r->position[loop[i]] = NONE;
                r->path.count -= count;
            }
            uint32_t out = r->first_out[v];
            if (out == NONE)
                break;
            if (!LW_ARRAY_GROW(&r->path))
                return lw_fail_memory(error);
            r->position[v] = (uint32_t)r->path.count;
            r->path.items[r->path.count++] = v;
            r->first_out[v] = gaps[out].next_out;
            v = gaps[out].to;
        }
    }
    return status;
}

/* Adds a face with the points on its sides, as triangles. */
static lw_status add_rows(repair *r, const lw_face *f, lw_error *error)
{
    const lw_face_side *s = r->faces.sides.items + f->first_side;
    lw_status status = LW_OK;
    for (uint32_t i = 1; i + 1 < f->side_count && !status; i++)
        status = f->flipped ? add_row(r, s[0].from, s[i + 1].from, s[i].from, error)
                            : add_row(r, s[0].from, s[i].from, s[i + 1].from, error);
    return status;
}

/* Turns a group outwards, unless the file clearly says that it is a cavity: a solid is the safe side.
 */
static void turn_outwards(repair *r, size_t first, const lw_patch *group)
{
    uint32_t(*rows)[3] = r->rows.items + first;
    size_t count = r->rows.count - first;
    bool clear = group->kept > 0 && group->kept >= CLEAR_MAJORITY * group->area;
    if (clear || lw_mesh_measure(r->mesh->vertices, (const uint32_t(*)[3])rows, count).volume >= 0)
        return;
    for (size_t i = 0; i < count; i++) {
        uint32_t swap = rows[i][1];
        rows[i][1] = rows[i][2];
        rows[i][2] = swap;
    }
}

/* Makes a group a shell where its holes are small enough. */
static lw_status close_group(repair *r, const lw_patch *group, lw_error *error)
{
    size_t first = r->rows.count;
    group_size size = {.low = at(r, r->faces.items[group->first_face].corner[0])};
    size.high = size.low;
    for (uint32_t f = group->first_face; f != NONE; f = r->patches.next_face[f]) {
        for (int k = 0; k < 3; k++) {
            size.low = min3(size.low, at(r, r->faces.items[f].corner[k]));
            size.high = max3(size.high, at(r, r->faces.items[f].corner[k]));
        }
        size.area += r->faces.items[f].area;
    }
    bool closed = true;
    lw_status status = close_holes(r, group, &size, &closed, error);
    if (status || !closed) {
        r->rows.count = first;
        return status;
    }
    for (uint32_t f = group->first_face; f != NONE && !status; f = r->patches.next_face[f])
        status = add_rows(r, &r->faces.items[f], error);
    if (status)
        return status;
    turn_outwards(r, first, group);
    if (!LW_ARRAY_GROW(&r->shells))
        return lw_fail_memory(error);
    r->shells.items[r->shells.count++] = (shell){first, r->rows.count - first};
    for (uint32_t f = group->first_face; f != NONE; f = r->patches.next_face[f])
        r->faces.items[f].done = true;
    return LW_OK;
}

/* Whether a group lies nearly in a plane: no body can be inside it. */
static bool is_flat(const repair *r, const lw_patch *group)
{
    uint32_t largest = group->first_face;
    vec3 low = at(r, r->faces.items[largest].corner[0]);
    vec3 high = low;
    for (uint32_t f = group->first_face; f != NONE; f = r->patches.next_face[f]) {
        if (r->faces.items[f].area > r->faces.items[largest].area)
            largest = f;
        for (int k = 0; k < 3; k++) {
            low = min3(low, at(r, r->faces.items[f].corner[k]));
            high = max3(high, at(r, r->faces.items[f].corner[k]));
        }
    }
    const uint32_t *c = r->faces.items[largest].corner;
    vec3 origin = at(r, c[0]);
    vec3 normal = cross(sub(at(r, c[1]), origin), sub(at(r, c[2]), origin));
    double thick = FLAT * norm(sub(high, low)) * norm(normal);
    for (uint32_t f = group->first_face; f != NONE; f = r->patches.next_face[f])
        for (int k = 0; k < 3; k++)
            if (fabs(dot(normal, sub(at(r, r->faces.items[f].corner[k]), origin))) > thick)
                return false;
    return true;
}

/* Describes the components whose faces are in a group that stays open. */
static void describe_open(repair *r, const lw_patch *group)
{
    lw_mesh_component *components = r->mesh->components;
    for (uint32_t g = group->first_gap; g != NONE; g = r->patches.gaps.items[g].next)
        components[r->patches.gaps.items[g].component].open_edges++;
    bool hollow = !is_flat(r, group);
    for (uint32_t f = group->first_face; f != NONE && hollow; f = r->patches.next_face[f])
        components[r->faces.items[f].component].hollow = true;
}

static lw_status close_groups(repair *r, bool balanced, lw_error *error)
{
    lw_status status = lw_faces_find_edges(&r->faces, balanced, error);
    if (!status)
        status = lw_patches_find(&r->patches, &r->faces, error);
    for (uint32_t p = 0; p < r->patches.all.count && !status; p++) {
        const lw_patch *group = &r->patches.all.items[p];
        size_t shells = r->shells.count;
        if (group->parent != p)
            continue;
        status = close_group(r, group, error);
        if (!status && shells == r->shells.count && !balanced)
            describe_open(r, group);
    }
    return status;
}

/* A component is mended where all its triangles are in shells, except those that occur in both
 * orientations. */
static void describe_components(repair *r)
{
    for (uint32_t c = 0; c < r->mesh->component_count; c++) {
        lw_mesh_component *component = &r->mesh->components[c];
        bool some = false;
        bool all = true;
        for (uint32_t i = 0; i < component->triangle_count; i++) {
            uint32_t f = r->faces.face_of[component->first_triangle + i];
            some = some || (f != NONE && r->faces.items[f].done);
            all = all && (f == NONE || r->faces.items[f].done || r->faces.items[f].net == 0);
        }
        component->mended = some && all && !component->closed;
        if (component->mended || component->closed) {
            component->hollow = false;
            component->open_edges = 0;
        }
    }
}

/* Whether faces that occur in both orientations are left. */
static bool has_balanced_faces(const lw_faces *faces)
{
    for (uint32_t f = 0; f < faces->count; f++)
        if (!faces->items[f].done && faces->items[f].net == 0)
            return true;
    return false;
}

static lw_status run(repair *r, lw_error *error)
{
    vec3 low;
    vec3 high;
    bounds3(r->mesh->vertices, r->mesh->vertex_count, &low, &high);
    lw_status status = lw_faces_create(&r->faces, r->mesh, WELD * norm(sub(high, low)), error);
    if (status)
        return status;
    r->first_out = malloc(r->mesh->vertex_count * sizeof *r->first_out);
    r->position = malloc(r->mesh->vertex_count * sizeof *r->position);
    if (!r->first_out || !r->position)
        return lw_fail_memory(error);
    /* A wall in both orientations may be all that a component has, or lie between two rooms: first it
     * counts once, then not at all. */
    status = close_groups(r, false, error);
    if (!status && has_balanced_faces(&r->faces))
        status = close_groups(r, true, error);
    if (!status)
        describe_components(r);
    return status;
}

/* Copies the shells to the mesh, behind those of its closed components. */
static lw_status copy_shells(const repair *r, lw_arena *arena, lw_error *error)
{
    lw_mesh *mesh = r->mesh;
    uint32_t closed = 0;
    for (uint32_t c = 0; c < mesh->component_count; c++)
        closed += mesh->components[c].closed;
    mesh->shells = lw_arena_array(arena, closed + r->shells.count, sizeof *mesh->shells);
    uint32_t(*rows)[3] = lw_arena_array(arena, r->rows.count, sizeof *rows);
    if (!mesh->shells || !rows)
        return lw_fail_memory(error);
    for (uint32_t c = 0; c < mesh->component_count; c++) {
        const lw_mesh_component *component = &mesh->components[c];
        if (component->closed)
            mesh->shells[mesh->shell_count++] =
                (lw_mesh_shell){(const uint32_t(*)[3])(mesh->triangles + component->first_triangle),
                                component->triangle_count,
                                false,
                                component->volume,
                                component->low,
                                component->high};
    }
    if (r->rows.count)
        memcpy(rows, r->rows.items, r->rows.count * sizeof *rows);
    for (size_t i = 0; i < r->shells.count; i++) {
        const uint32_t(*own)[3] = (const uint32_t(*)[3])(rows + r->shells.items[i].first);
        size_t count = r->shells.items[i].count;
        lw_mesh_size size = lw_mesh_measure(mesh->vertices, own, count);
        mesh->shells[mesh->shell_count++] = (lw_mesh_shell){.triangles = own,
                                                            .triangle_count = (uint32_t)count,
                                                            .volume = size.volume,
                                                            .low = size.low,
                                                            .high = size.high};
    }
    return LW_OK;
}

lw_status lw_mesh_find_shells(lw_arena *arena, lw_mesh *mesh, lw_error *error)
{
    repair r = {.mesh = mesh};
    bool any = false;
    for (uint32_t c = 0; c < mesh->component_count; c++)
        any = any || lw_mesh_component_is_repaired(&mesh->components[c]);
    lw_status status = any ? run(&r, error) : LW_OK;
    if (!status)
        status = copy_shells(&r, arena, error);
    lw_faces_free(&r.faces);
    lw_patches_free(&r.patches);
    free(r.first_out);
    free(r.position);
    free(r.path.items);
    free(r.rows.items);
    free(r.shells.items);
    return status;
}
