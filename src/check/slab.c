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

#include "check/slab_table.h"

/* How much later contact is looked for, as shares of the motion. */
static const double later[] = {1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7};

/* So many slabs in a row that go nowhere, whatever they ride on: rounding is all that is left. */
enum { STALLS = 4 };

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

/* A slab on its way. */
typedef struct search {
    const lw_slab *slab;
    lw_slab_result result;
    lw_look look;
    lw_memory memory;
    lw_bracket bracket; /* at the look */
    lw_slab_flags known;
    lw_course course; /* of the slab that is nearly closed */
    bool open;
} search;

/* Looks at `at` and takes the distance. */
static bool distance_at(search *s, double at, lw_memory *memory)
{
    s->result.queries++;
    s->result.looks++;
    if (!lw_slab_look(s->slab, at, s->slab->end, &s->look))
        return false;
    const lw_moving *bodies = s->look.bodies;
    lw_convex_distance(s->slab->shapes[0], s->slab->shapes[1], relative(bodies[0].pose, bodies[1].pose),
                       memory, &s->bracket);
    return true;
}

/* Whether the bodies meet a share of the motion later, as a query of its own sees it. */
static bool meet_later(search *s, double share)
{
    double at = fmin(s->result.time + share * (s->slab->end - s->slab->begin), s->slab->end);
    if (!distance_at(s, at, NULL) || s->bracket.upper > 0)
        return false;
    s->result.state = LW_SLAB_CONTACT;
    s->result.contact = at;
    return true;
}

/* The bodies are nearly in contact at result.time: do they meet there, or a moment later? */
static void show_contact(search *s)
{
    s->result.state = LW_SLAB_NEAR;
    bool met = s->bracket.upper <= 0 && meet_later(s, 0);
    for (size_t i = 0; i < sizeof later / sizeof *later && !met; i++)
        met = meet_later(s, later[i]);
}

/* Whether the slab that is nearly closed goes on: the nearest direction promises little more. */
static bool goes_on(const search *s)
{
    return s->open && s->bracket.lower <= 2 * lw_slab_thickness(s->slab, &s->look, s->course);
}

/* A new slab. Procedure C is used from flag 1 on, where the paper has A once more: on its own examples
 * that saves half a step of a contact. At once, it would cost free motions a step. */
static lw_carried carry(search *s)
{
    const lw_slab *slab = s->slab;
    s->result.steps += s->open;
    lw_ride ride = LW_RIDE_WORLD;
    if (slab->kind == LW_SLAB_POLYTOPES) {
        lw_slab_raise_flag(&s->known, &s->bracket);
        lw_carried carried;
        const int32_t *count = s->bracket.features;
        bool edges = s->known.flag >= 1 && count[0] == 2 && count[1] == 2;
        vec3 normal = rotate(s->look.bodies[0].pose.rotation, s->bracket.normal);
        if (edges && lw_slab_carry_wedges(slab, &s->look, s->bracket.feature, normal, &carried))
            return carried;
        ride = lw_slab_choose(&s->bracket, s->known.flag);
    }
    s->course = lw_slab_course(slab, &s->look, &s->bracket, ride);
    return lw_slab_carry(slab, &s->look, s->course, false);
}

lw_slab_result lw_slab_check(const lw_slab *slab)
{
    search s = {.slab = slab, .result = {.state = LW_SLAB_BUDGET, .time = slab->begin}};
    int stalls = 0;
    while (s.result.steps < slab->steps) {
        if (!distance_at(&s, s.result.time, &s.memory)) {
            s.result.state = LW_SLAB_MOTION;
            break;
        }
        if (!(s.bracket.lower > slab->near) || stalls == STALLS) {
            s.result.steps += s.open;
            show_contact(&s);
            break;
        }
        bool resumed = goes_on(&s);
        lw_carried carried = resumed ? lw_slab_carry(slab, &s.look, s.course, true) : carry(&s);
        s.open = carried.open;
        stalls = carried.time > s.result.time ? 0 : stalls + 1;
        s.result.looks += carried.looks;
        s.result.time = carried.time;
        s.result.steps += !carried.at_end && !carried.open;
        if (!carried.trusted || carried.at_end) {
            s.result.state = carried.trusted ? LW_SLAB_FREE : LW_SLAB_MOTION;
            break;
        }
        /* no direction was better: most likely they meet */
        if (resumed && meet_later(&s, later[0]))
            break;
    }
    return s.result;
}
