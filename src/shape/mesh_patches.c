/* Patches are found by a flood fill over edges, groups by union-find: nearly linear time. Neighbours at
 * an edge of two sides are turned so that they pass it in opposite directions. At an edge of more sides
 * patches keep the orientation of the file, and a patch whose own sides cancel there is on its own: two
 * boxes that share an edge stay two. */
#include "shape/mesh_patches.h"

#include <stdlib.h>

static const uint32_t NONE = LW_MESH_NONE;

/* 1 where a side passes its edge from the smaller end to the larger, -1 where the other way. */
static int direction(const lw_faces *faces, const lw_face_side *side)
{
    return (side->from < side->to) != faces->items[side->face].flipped ? 1 : -1;
}

/* The other side of an edge of two sides; NULL where there is none, or it is of the same face. */
static const lw_face_side *find_other(const lw_faces *faces, const lw_face_side *side)
{
    const lw_edge *edge = &faces->edges.items[side->edge];
    if (edge->count != 2)
        return NULL;
    const lw_face_side *first = &faces->sides.items[edge->first];
    const lw_face_side *other = first == side ? &faces->sides.items[first->next] : first;
    return other->face == side->face ? NULL : other;
}

/* Takes the neighbours of a face into its patch, turned so that they agree. On a one-sided surface some
 * pair does not agree in the end: that is a gap like others. */
static void flood_from(lw_faces *faces, uint32_t f, uint32_t *queue, uint32_t *count)
{
    const lw_face *face = &faces->items[f];
    for (uint32_t k = 0; k < face->side_count; k++) {
        const lw_face_side *side = &faces->sides.items[face->first_side + k];
        const lw_face_side *other = find_other(faces, side);
        if (!other)
            continue;
        lw_face *neighbour = &faces->items[other->face];
        if (neighbour->patch == NONE) {
            neighbour->patch = face->patch;
            neighbour->flipped = false;
            neighbour->flipped = direction(faces, other) == direction(faces, side);
            queue[(*count)++] = other->face;
        }
    }
}

/* Makes the patch of a face, oriented as most of the area that has an orientation. */
static void make_patch(lw_faces *faces, uint32_t first, uint32_t number, lw_patch *patch,
                       uint32_t *queue)
{
    *patch = (lw_patch){.parent = number, .first_face = NONE, .first_gap = NONE};
    uint32_t count = 0;
    queue[count++] = first;
    faces->items[first].patch = number;
    faces->items[first].flipped = false;
    for (uint32_t i = 0; i < count; i++) {
        const lw_face *face = &faces->items[queue[i]];
        patch->area += face->net ? face->area : 0;
        patch->kept += face->net && (face->net > 0) != face->flipped ? face->area : 0;
        flood_from(faces, queue[i], queue, &count);
    }
    if (patch->kept >= patch->area / 2)
        return;
    patch->kept = patch->area - patch->kept;
    for (uint32_t i = 0; i < count; i++)
        faces->items[queue[i]].flipped = !faces->items[queue[i]].flipped;
}

static lw_status make_patches(lw_patches *patches, lw_faces *faces, lw_error *error)
{
    patches->all.count = 0;
    for (uint32_t f = 0; f < faces->count; f++)
        faces->items[f].patch = NONE;
    for (uint32_t f = 0; f < faces->count; f++) {
        if (faces->items[f].side_count == 0 || faces->items[f].patch != NONE)
            continue;
        if (!LW_ARRAY_GROW(&patches->all))
            return lw_fail_memory(error);
        uint32_t number = (uint32_t)patches->all.count++;
        make_patch(faces, f, number, &patches->all.items[number], patches->next_face);
    }
    return LW_OK;
}

/* ---- groups ----------------------------------------------------------------------------------- */

static uint32_t find_group(lw_patches *patches, uint32_t i)
{
    lw_patch *all = patches->all.items;
    while (all[i].parent != i) {
        all[i].parent = all[all[i].parent].parent;
        i = all[i].parent;
    }
    return i;
}

static void unite(lw_patches *patches, uint32_t i, uint32_t j)
{
    i = find_group(patches, i);
    j = find_group(patches, j);
    patches->all.items[i > j ? i : j].parent = i > j ? j : i;
}

/* Unites the patches whose own sides do not cancel at an edge: they need each other there. If their sum
 * does not cancel either, adds a gap for each side that is missing. */
static lw_status find_gaps_at(lw_patches *patches, const lw_faces *faces, const lw_edge *edge,
                              lw_error *error)
{
    const lw_face_side *sides = faces->sides.items;
    lw_patch *all = patches->all.items;
    int32_t sum = 0;
    for (uint32_t s = edge->first; s != NONE; s = sides[s].next) {
        all[faces->items[sides[s].face].patch].net += direction(faces, &sides[s]);
        sum += direction(faces, &sides[s]);
    }
    uint32_t open = NONE;
    for (uint32_t s = edge->first; s != NONE; s = sides[s].next) {
        uint32_t patch = faces->items[sides[s].face].patch;
        if (all[patch].net != 0 && open != NONE)
            unite(patches, patch, open);
        if (all[patch].net != 0)
            open = patch;
        all[patch].net = 0;
    }
    for (; sum != 0; sum -= sum > 0 ? 1 : -1) {
        if (!LW_ARRAY_GROW(&patches->gaps))
            return lw_fail_memory(error);
        patches->gaps.items[patches->gaps.count++] =
            (lw_gap){.from = edge->ends[sum < 0],
                     .to = edge->ends[sum > 0],
                     .patch = open,
                     .component = faces->items[sides[edge->first].face].component};
    }
    return LW_OK;
}

/* Gives the first patch of each group the faces, missing sides and areas of all its patches. */
static void gather(lw_patches *patches, const lw_faces *faces)
{
    for (uint32_t i = 0; i < patches->gaps.count; i++) {
        lw_gap *gap = &patches->gaps.items[i];
        lw_patch *group = &patches->all.items[find_group(patches, gap->patch)];
        gap->next = group->first_gap;
        group->first_gap = i;
    }
    for (uint32_t f = 0; f < faces->count; f++) {
        if (faces->items[f].side_count == 0)
            continue;
        lw_patch *group = &patches->all.items[find_group(patches, faces->items[f].patch)];
        patches->next_face[f] = group->first_face;
        group->first_face = f;
    }
    for (uint32_t i = 0; i < patches->all.count; i++) {
        const lw_patch *patch = &patches->all.items[i];
        lw_patch *group = &patches->all.items[find_group(patches, i)];
        if (group == patch)
            continue;
        group->area += patch->area;
        group->kept += patch->kept;
    }
}

lw_status lw_patches_find(lw_patches *patches, lw_faces *faces, lw_error *error)
{
    if (!patches->next_face &&
        !(patches->next_face = malloc((faces->count + 1) * sizeof *patches->next_face)))
        return lw_fail_memory(error);
    lw_status status = make_patches(patches, faces, error);
    patches->gaps.count = 0;
    for (size_t i = 0; i < faces->edges.count && !status; i++)
        status = find_gaps_at(patches, faces, &faces->edges.items[i], error);
    if (!status)
        gather(patches, faces);
    return status;
}

void lw_patches_free(lw_patches *patches)
{
    free(patches->all.items);
    free(patches->gaps.items);
    free(patches->next_face);
}
