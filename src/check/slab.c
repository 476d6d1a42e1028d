/* Two convex bodies in motion, by the separating slab: BCDA and PCDA (Hong, "A New Algorithm for
 * Detecting the Collision of Moving Objects", sections IV and V).
 *
 * Each step takes the distance, (3.12), which is positive and has a direction as long as the bodies are
 * apart, (4.1), and carries the slab that it gives, (3.13), along the motion until its thickness is
 * zero; what the slab rides on is chosen by Table I from the vertices that carry the near points. No
 * step goes farther than is proven (check/slab_step.c), so the choice decides how soon the search ends,
 * never what it answers. Differences from the paper: where the distance is at most `near`, the contact
 * is shown on the shapes a little later, or not claimed; Table I is for bodies that come nearer; two
 * edges are left to procedure C sooner, and to A or B where they are parallel or C gains no time; and
 * what ends in many short slabs, as round shapes and what parts again do, is followed as its normal
 * turns. */
#include "check/slab.h"

#include "check/slab_table.h"

/* How much later contact is looked for, as shares of the motion. */
static const double later[] = {1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7};

/* How far the bodies may turn, against each other, until near points that meet are the same ones. */
static const double turned = 1;

/* So many slabs in a row that go nowhere, whatever they ride on: rounding is all that is left. */
enum { STALLS = 4 };

/* After so many slabs the normal is followed as it turns, and so many times as far as the last one went
 * is looked ahead. */
enum { MANY = 4, FARTHER = 2 };

lw_slab lw_default_slab(const lw_convex *a, const lw_convex *b, lw_moves moves, void *context)
{
    double size = lw_convex_extent(a) + a->radius + lw_convex_extent(b) + b->radius;
    return (lw_slab){.shapes = {a, b},
                     .moves = moves,
                     .context = context,
                     .begin = 0,
                     .end = 1,
                     .kind = LW_SLAB_POLYTOPES,
                     .size = size,
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
    double thickness; /* of that, about */
    vec3 normal;      /* of the last slab, where it began */
    double began;
} search;

/* Looks at `at` and takes the distance. */
static bool distance_at(search *s, double at, lw_memory *memory)
{
    s->result.queries++;
    s->result.looks++;
    bool first = s->result.looks == 1;
    if (!(first ? lw_slab_look : lw_slab_look_on)(s->slab, at, s->slab->end, &s->look))
        return false;
    const lw_moving *bodies = s->look.bodies;
    const pose between = relative(bodies[0].pose, bodies[1].pose);
    lw_convex_distance(s->slab->shapes[0], s->slab->shapes[1], &between, memory, &s->bracket);
    return true;
}

/* The bodies meet at the look, says a distance that was taken cold. */
static void note_contact(search *s)
{
    const pose at = s->look.bodies[0].pose;
    s->result.state = LW_SLAB_CONTACT;
    s->result.contact = s->look.at;
    for (int i = 0; i < 2; i++)
        s->result.points[i] = transform(at, s->bracket.points[i]);
    if (s->result.time > s->slab->begin)
        s->result.normal = lw_slab_normal(&s->course, &s->look);
}

/* Whether the bodies meet a share of the motion later, as a query of its own sees it. */
static bool meet_later(search *s, double share)
{
    double at = fmin(s->result.time + share * (s->slab->end - s->slab->begin), s->slab->end);
    if (!distance_at(s, at, NULL) || s->bracket.upper > 0)
        return false;
    note_contact(s);
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
    return s->open && s->bracket.lower <= 2 * s->thickness;
}

/* How fast the near points approach each other. */
static double approach_of(const search *s)
{
    const lw_moving *bodies = s->look.bodies;
    vec3 velocity[2];
    for (int i = 0; i < 2; i++) {
        vec3 arm = sub(transform(bodies[0].pose, s->bracket.points[i]), bodies[i].pose.position);
        velocity[i] = add(bodies[i].linear, cross(bodies[i].angular, arm));
    }
    return dot(rotate(bodies[0].pose.rotation, s->bracket.normal), sub(velocity[0], velocity[1]));
}

/* Where a shape has no vertices: what keeps the slab thickest until the near points would meet. */
static lw_course best_course(const search *s, double approach)
{
    double tau = approach > 0 ? s->bracket.lower / approach : HUGE_VAL;
    lw_course best = {.ride = LW_RIDE_WORLD};
    double thickest = -HUGE_VAL;
    for (int ride = LW_RIDE_FIRST; ride <= LW_RIDE_WORLD; ride++) {
        lw_course course = lw_slab_course(s->slab, &s->look, &s->bracket, (lw_ride)ride);
        double thickness = lw_slab_ahead(s->slab, &s->look, course, tau);
        if (thickness >= thickest) {
            thickest = thickness;
            best = course;
        }
    }
    return best;
}

/* Where slabs have become many, the normal may go on turning as it has turned since the last of them,
 * if that promises more: until the near points would meet, or for some time. */
static lw_course follow(search *s, lw_course course, double approach)
{
    vec3 last = s->normal;
    double past = s->look.at - s->began;
    s->normal = rotate(s->look.bodies[0].pose.rotation, s->bracket.normal);
    s->began = s->look.at;
    if (s->result.steps < MANY || !(past > 0))
        return course;
    lw_course turning = {.ride = LW_RIDE_WORLD, .normal = s->normal, .since = s->look.at};
    turning.turn = scale(1 / past, cross(last, s->normal));
    double tau = approach > 0 ? s->bracket.lower / approach : FARTHER * past;
    if (!(tau * norm(turning.turn) <= turned)) /* rounding, or another side of the bodies */
        return course;
    double promised = lw_slab_ahead(s->slab, &s->look, turning, tau);
    return promised > lw_slab_ahead(s->slab, &s->look, course, tau) ? turning : course;
}

/* By Table I where the bodies come nearer, which is what it is made for; where they part, the normal
 * stays as it is, which lets them turn out of each other's way. C where flag 1 is up, and where the
 * near points meet soon, before the bodies have turned much: most likely what is near then touches
 * then, so that a slab of two edges, or on a facet, is the last. */
static lw_carried carry_features(search *s, double approach, bool *last)
{
    const lw_slab *slab = s->slab;
    const int32_t *count = s->bracket.features;
    double spin = s->look.bodies[0].spin + s->look.bodies[1].spin;
    bool soon = approach * turned > s->bracket.lower * spin;
    lw_ride ride = LW_RIDE_WORLD;
    if (approach > 0) {
        bool edges = count[0] == 2 && count[1] == 2 && (soon || s->known.flag >= 1);
        *last = edges || (soon && (count[0] == 3 || count[1] == 3));
        if (edges && lw_slab_edges(slab, &s->look, &s->bracket, &s->course)) {
            lw_carried carried = lw_slab_carry(slab, &s->look, s->course, true);
            if (!carried.trusted || carried.time > s->result.time)
                return carried;
        }
        ride = lw_slab_choose(&s->bracket, s->known.flag);
    }
    s->course = follow(s, lw_slab_course(slab, &s->look, &s->bracket, ride), approach);
    return lw_slab_carry(slab, &s->look, s->course, *last);
}

/* A new slab. last: it was carried until it closed, and is most likely the last one. */
static lw_carried carry(search *s, bool *last)
{
    s->result.steps += s->open;
    *last = false;
    bool polytopes = s->slab->kind == LW_SLAB_POLYTOPES;
    double approach = approach_of(s);
    lw_slab_raise_flag(&s->known, &s->bracket);
    if (polytopes && s->bracket.features[0] > 0 && s->bracket.features[1] > 0)
        return carry_features(s, approach, last);
    s->course = polytopes ? follow(s, best_course(s, approach), approach)
                          : lw_slab_course(s->slab, &s->look, &s->bracket, LW_RIDE_WORLD);
    return lw_slab_carry(s->slab, &s->look, s->course, false);
}

/* The distance at a moment after a slab that has most likely ended with a contact. */
static bool claim(search *s)
{
    const lw_slab *slab = s->slab;
    double at = fmin(s->result.time + later[0] * (slab->end - slab->begin), slab->end);
    s->memory = (lw_memory){.count = 0};
    if (!distance_at(s, at, &s->memory))
        return false;
    if (s->bracket.upper <= 0) {
        note_contact(s);
        return true;
    }
    s->result.looks++;
    return lw_slab_look_on(slab, s->result.time, slab->end, &s->look);
}

lw_slab_result lw_slab_check(const lw_slab *slab)
{
    search s = {.slab = slab, .result = {.state = LW_SLAB_BUDGET, .time = slab->begin}};
    int stalls = 0;
    bool claims = false;
    while (s.result.steps < slab->steps) {
        if (!(claims ? claim(&s) : distance_at(&s, s.result.time, &s.memory))) {
            s.result.state = LW_SLAB_MOTION;
            break;
        }
        if (s.result.state == LW_SLAB_CONTACT)
            break;
        if (!(s.bracket.lower > slab->near) || stalls == STALLS) {
            s.result.steps += s.open;
            show_contact(&s);
            break;
        }
        bool resumed = goes_on(&s);
        bool last = resumed;
        lw_carried carried = resumed ? lw_slab_carry(slab, &s.look, s.course, true) : carry(&s, &last);
        bool moved = carried.time > s.result.time;
        stalls = moved ? 0 : stalls + 1;
        s.open = carried.open;
        s.thickness = carried.thickness;
        s.result.looks += carried.looks;
        s.result.instants += carried.instants;
        s.result.time = carried.time;
        s.result.steps += !carried.at_end && !carried.open;
        if (!carried.trusted || carried.at_end) {
            s.result.state = carried.trusted ? LW_SLAB_FREE : LW_SLAB_MOTION;
            break;
        }
        claims = last && moved;
    }
    return s.result;
}
