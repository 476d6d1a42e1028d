/* Two convex bodies in motion, by the separating slab: BCDA and PCDA (Hong, "A New Algorithm for
 * Detecting the Collision of Moving Objects", sections IV and V).
 *
 * Each step takes the distance, and carries the slab that it gives along the motion until its thickness
 * is zero; what the slab rides on is chosen by Table I from the vertices that carry the near points.
 * No step goes farther than is proven (check/slab_step.c), so the choice decides how soon the search
 * ends, never what it answers. Differences from the paper: where the distance is at most `near`, the
 * contact is shown on the shapes a little later, or not claimed; two edges that stay the nearest ones
 * are left to procedure C a step sooner, and to B where a determinant is zero at the start or C gains
 * no time. */
#include "check/slab.h"

#include <string.h>

#include "check/slab_step.h"

/* How much later contact is looked for, as shares of the motion. */
static const double later[] = {0, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7};

/* What Table I remembers from step to step. */
typedef struct flags {
    uint32_t feature[2][3];
    int32_t count[2];
    int flag;
} flags;

lw_slab lw_default_slab(const lw_convex *a, const lw_convex *b, lw_moves moves, void *context)
{
    double size = lw_convex_extent(a) + a->radius + lw_convex_extent(b) + b->radius;
    return (lw_slab){.shapes = {a, b},
                     .moves = moves,
                     .context = context,
                     .begin = 0,
                     .end = 1,
                     .kind = LW_SLAB_POLYTOPES,
                     .near = 1e-11 * size,
                     .steps = 1000};
}

static bool same(const uint32_t *a, const uint32_t *b, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        bool found = false;
        for (int32_t k = 0; k < count; k++)
            found = found || a[i] == b[k];
        if (!found)
            return false;
    }
    return true;
}

/* Step 4. */
static void raise_flag(flags *known, const lw_bracket *now)
{
    int32_t count = now->features[0];
    bool again = count == now->features[1] && count == known->count[0] && count == known->count[1] &&
                 same(now->feature[0], known->feature[0], count) &&
                 same(now->feature[1], known->feature[1], count);
    bool raises = again && ((count == 1 && known->flag == 0) || (count == 2 && known->flag < 2));
    known->flag = raises ? known->flag + 1 : 0;
    memcpy(known->feature, now->feature, sizeof known->feature);
    memcpy(known->count, now->features, sizeof known->count);
}

/* Table I, procedure C left to its caller. */
static lw_ride choose(const lw_bracket *now, int flag)
{
    int32_t first = now->features[0];
    int32_t second = now->features[1];
    if (first == 0 || second == 0)
        return LW_RIDE_WORLD;
    if (first == second && flag == 1)
        return LW_RIDE_FIRST;
    return first > second ? LW_RIDE_FIRST : LW_RIDE_SECOND;
}

/* Procedure C is used from flag 1 on, where the paper has A once more: on its own examples that saves
 * half a step of a contact. At once, it would cost free motions a step. */
static lw_carried carry(const lw_slab *slab, double from, const lw_bracket *now, vec3 normal, int flag)
{
    if (slab->kind == LW_SLAB_BASIC)
        return lw_slab_carry(slab, from, normal, LW_RIDE_WORLD);
    lw_carried carried;
    bool edges = flag >= 1 && now->features[0] == 2 && now->features[1] == 2;
    if (edges && lw_slab_carry_wedges(slab, from, now->feature, normal, &carried))
        return carried;
    return lw_slab_carry(slab, from, normal, choose(now, flag));
}

static bool distance_at(const lw_slab *slab, double at, lw_bracket *bracket, vec3 *normal)
{
    lw_moving bodies[2];
    slab->moves(slab->context, at, at, bodies);
    if (!lw_slab_sane(bodies))
        return false;
    lw_convex_distance(slab->shapes[0], slab->shapes[1], relative(bodies[0].pose, bodies[1].pose), NULL,
                       bracket);
    *normal = rotate(bodies[0].pose.rotation, bracket->normal);
    return true;
}

/* The bodies are nearly in contact at result->time: do they meet there, or a moment later? */
static void show_contact(const lw_slab *slab, lw_slab_result *result)
{
    result->state = LW_SLAB_NEAR;
    for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
        double at = fmin(result->time + later[i] * (slab->end - slab->begin), slab->end);
        lw_bracket bracket;
        vec3 normal;
        result->queries++;
        result->looks++;
        if (!distance_at(slab, at, &bracket, &normal))
            return;
        if (bracket.upper <= 0) {
            result->state = LW_SLAB_CONTACT;
            result->contact = at;
            return;
        }
    }
}

lw_slab_result lw_slab_check(const lw_slab *slab)
{
    lw_slab_result result = {.state = LW_SLAB_BUDGET, .time = slab->begin};
    flags known = {.flag = 0};
    while (result.steps < slab->steps) {
        lw_bracket bracket;
        vec3 normal;
        result.queries++;
        result.looks++;
        if (!distance_at(slab, result.time, &bracket, &normal)) {
            result.state = LW_SLAB_MOTION;
            return result;
        }
        if (!(bracket.lower > slab->near)) {
            show_contact(slab, &result);
            return result;
        }
        raise_flag(&known, &bracket);
        lw_carried carried = carry(slab, result.time, &bracket, normal, known.flag);
        result.looks += carried.looks;
        result.time = carried.time;
        result.steps += !carried.at_end;
        if (!carried.trusted || carried.at_end) {
            result.state = carried.trusted ? LW_SLAB_FREE : LW_SLAB_MOTION;
            return result;
        }
    }
    return result;
}
