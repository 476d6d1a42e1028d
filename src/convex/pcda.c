/* BCDA and PCDA: the first contact of two convex bodies by separating slabs (Hong, "A New Algorithm for
 * Detecting the Collision of Moving Objects", sections IV and V).
 *
 * Each step computes the distance, (3.12), which is positive and has a direction as long as the bodies
 * are apart, (4.1). It carries the slab that the distance gives, (3.13), along the motion until the
 * slab's thickness is zero. Table I chooses the slab's carrier from the features of the nearest points.
 * As in conservative advancement, no step goes farther than is proven (convex/slab_procedures.c): the
 * carrier decides how soon the search ends, never its answer.
 *
 * Differences from the paper: if the distance is at most `near`, a query a little later has to find the
 * contact, or none is claimed. Table I is used only while the bodies come nearer. Procedure C carries a
 * slab of two edges sooner than Table I says; if the edges are parallel or C gains no time, A or B
 * carries it. Where slabs are many and short, as for round shapes and for bodies that part again, the
 * normal may go on turning as it has turned from slab to slab. */
#include "convex/pcda.h"

#include "convex/slab_table.h"

/* The delays after which a contact is sought, as shares of the motion. docs/decisions/slab.md, "A slab
 * that is nearly closed ends early for the next query". */
static const double later[] = {1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7};

/* While the bodies turn by less than this, in radians and relative to each other, the nearest points
 * are taken to stay the same. docs/decisions/slab.md, "A slab that is nearly closed ends early for the
 * next query". */
static const double most_turn = 1;

/* After so many slabs in a row that gain no time, on any carrier, only rounding errors are left. */
enum { STALLS = 4 };

/* After MANY slabs the normal may go on turning as it has turned since the last slab. If the bodies do
 * not come nearer, such a slab is judged at a time FARTHER times as far ahead as the last slab lasted.
 * docs/decisions/slab.md, "From the fifth slab on the normal may follow its own turn". */
enum { MANY = 4, FARTHER = 2 };

lw_pcda lw_default_pcda(const lw_convex *a, const lw_convex *b, lw_moves moves, void *context)
{
    double size = lw_convex_extent(a) + a->radius + lw_convex_extent(b) + b->radius;
    return (lw_pcda){.shapes = {a, b},
                     .moves = moves,
                     .context = context,
                     .begin = 0,
                     .end = 1,
                     .kind = LW_PCDA_POLYTOPES,
                     .size = size,
                     .near = 1e-11 * size,
                     .steps = 1000};
}

/* The state of a search. */
typedef struct search {
    const lw_pcda *pcda;
    lw_pcda_result result;
    lw_pair_sample sample;
    lw_warm_start warm;
    lw_bracket bracket; /* of the distance at the sample */
    lw_slab_flags known;
    lw_normal_course course; /* of the slab that is nearly closed */
    bool open;
    double thickness; /* about how thick the nearly closed slab is */
    vec3 normal;      /* the last slab's normal when it began, in the world */
    double began;
    bool stopped; /* by the caller */
} search;

/* Samples the motion at `at` and computes the distance. */
static bool distance_at(search *s, double at, lw_warm_start *warm)
{
    const lw_pcda *pcda = s->pcda;
    s->stopped = s->stopped || (pcda->stop && pcda->stop(pcda->context));
    if (s->stopped)
        return false;
    s->result.queries++;
    s->result.samples++;
    bool first = s->result.samples == 1;
    if (!(first ? lw_pcda_sample : lw_pcda_sample_next)(pcda, at, pcda->end, &s->sample))
        return false;
    const lw_moving *bodies = s->sample.bodies;
    const pose b_in_a = relative(bodies[0].pose, bodies[1].pose);
    lw_convex_distance(pcda->shapes[0], pcda->shapes[1], &b_in_a, warm, &s->bracket);
    return true;
}

/* Notes a contact at the sample, which a query without a warm start has found. */
static void note_contact(search *s)
{
    const pose at = s->sample.bodies[0].pose;
    s->result.state = LW_PCDA_CONTACT;
    s->result.contact = s->sample.at;
    for (int i = 0; i < 2; i++)
        s->result.points[i] = transform(at, s->bracket.points[i]);
    if (s->result.time > s->pcda->begin)
        s->result.normal = lw_slab_normal(&s->course, &s->sample);
}

/* A share of the motion as a delay, at most the caller's, if there is one. */
static double delay_of(const lw_pcda *pcda, double share)
{
    double delay = share * (pcda->end - pcda->begin);
    return pcda->delay > 0 ? lesser(delay, pcda->delay) : delay;
}

/* The delay after which the distance is computed when a slab has closed. */
static double first_delay(const lw_pcda *pcda)
{
    return pcda->delay > 0 ? pcda->delay : delay_of(pcda, later[0]);
}

/* Whether the bodies meet this much later, by a query without a warm start. */
static bool meet_later(search *s, double delay)
{
    double at = fmin(s->result.time + delay, s->pcda->end);
    if (!distance_at(s, at, NULL) || s->bracket.upper > 0)
        return false;
    note_contact(s);
    return true;
}

/* The bodies are nearly in contact at result.time: whether they meet there or shortly after. */
static void show_contact(search *s)
{
    const lw_pcda *pcda = s->pcda;
    double tried = first_delay(pcda);
    s->result.state = LW_PCDA_NEAR;
    bool met = s->bracket.upper <= 0;
    if (met && s->result.queries == 1) { /* the first query has no warm start */
        note_contact(s);
        return;
    }
    met = (met && meet_later(s, 0)) || meet_later(s, tried);
    for (size_t i = 0; i < sizeof later / sizeof *later && !met; i++)
        met = delay_of(pcda, later[i]) != tried && meet_later(s, delay_of(pcda, later[i]));
    if (s->stopped)
        s->result.state = LW_PCDA_BUDGET;
}

/* Whether the slab that is nearly closed is carried on: a new one would be little thicker. */
static bool goes_on(const search *s)
{
    return s->open && s->bracket.lower <= 2 * s->thickness;
}

/* How fast the nearest points approach each other. */
static double approach_of(const search *s)
{
    const lw_moving *bodies = s->sample.bodies;
    vec3 velocity[2];
    for (int i = 0; i < 2; i++) {
        vec3 arm = sub(transform(bodies[0].pose, s->bracket.points[i]), bodies[i].pose.position);
        velocity[i] = add(bodies[i].linear, cross(bodies[i].angular, arm));
    }
    return dot(rotate(bodies[0].pose.rotation, s->bracket.normal), sub(velocity[0], velocity[1]));
}

/* For a shape without vertices: chooses the carrier whose slab will be the thickest when the nearest
 * points would meet. */
static lw_normal_course best_course(const search *s, double approach)
{
    double tau = approach > 0 ? s->bracket.lower / approach : HUGE_VAL;
    lw_normal_course best = {.carrier = LW_CARRIER_WORLD};
    double thickest = -HUGE_VAL;
    for (int carrier = LW_CARRIER_FIRST; carrier <= LW_CARRIER_WORLD; carrier++) {
        lw_normal_course course =
            lw_slab_normal_course(s->pcda, &s->sample, &s->bracket, (lw_carrier)carrier);
        double thickness = lw_slab_ahead(s->pcda, &s->sample, course, tau);
        if (thickness >= thickest) {
            thickest = thickness;
            best = course;
        }
    }
    return best;
}

/* After many slabs, the normal may go on turning as it has turned since the last of them, if that makes
 * the slab thicker at the time at which the nearest points would meet; if they do not approach each
 * other, at some time ahead. */
static lw_normal_course follow(search *s, lw_normal_course course, double approach)
{
    vec3 last = s->normal;
    double past = s->sample.at - s->began;
    s->normal = rotate(s->sample.bodies[0].pose.rotation, s->bracket.normal);
    s->began = s->sample.at;
    if (s->result.steps < MANY || !(past > 0))
        return course;
    lw_normal_course turning = {
        .carrier = LW_CARRIER_WORLD, .normal = s->normal, .since = s->sample.at};
    turning.turn = scale(1 / past, cross(last, s->normal));
    double tau = approach > 0 ? s->bracket.lower / approach : FARTHER * past;
    if (!(tau * norm(turning.turn) <= most_turn)) /* so large a turn comes from rounding errors, or from
                                                     a step to another side of the bodies */
        return course;
    double promised = lw_slab_ahead(s->pcda, &s->sample, turning, tau);
    return promised > lw_slab_ahead(s->pcda, &s->sample, course, tau) ? turning : course;
}

/* Carries a slab whose carrier Table I chooses. The table is made for bodies that come nearer; if they
 * part, the normal is fixed, which lets them turn out of each other's way. Procedure C is used if flag
 * 1 is raised, or if the nearest points meet soon, before the bodies have turned much: then these
 * features most likely touch first, and a slab of two edges, or on a facet, is the last. */
static lw_slab_extension carry_features(search *s, double approach, bool *last)
{
    const lw_pcda *pcda = s->pcda;
    const int32_t *count = s->bracket.features;
    double spin = s->sample.bodies[0].spin + s->sample.bodies[1].spin;
    bool soon = approach * most_turn > s->bracket.lower * spin;
    lw_carrier carrier = LW_CARRIER_WORLD;
    if (approach > 0) {
        bool edges = count[0] == 2 && count[1] == 2 && (soon || s->known.flag >= 1);
        *last = edges || (soon && (count[0] == 3 || count[1] == 3));
        if (edges && lw_slab_edges(pcda, &s->sample, &s->bracket, &s->course)) {
            lw_slab_extension extended = lw_slab_extend(pcda, &s->sample, s->course, true);
            if (!extended.trusted || extended.time > s->result.time)
                return extended;
        }
        carrier = lw_slab_choose(&s->bracket, s->known.flag);
    }
    s->course = follow(s, lw_slab_normal_course(pcda, &s->sample, &s->bracket, carrier), approach);
    return lw_slab_extend(pcda, &s->sample, s->course, *last);
}

/* Carries a new slab. last: out, whether it was carried until it closed and is most likely the last
 * one. */
static lw_slab_extension carry(search *s, bool *last)
{
    s->result.steps += s->open;
    *last = false;
    bool polytopes = s->pcda->kind == LW_PCDA_POLYTOPES;
    double approach = approach_of(s);
    lw_slab_raise_flag(&s->known, &s->bracket);
    if (polytopes && s->bracket.features[0] > 0 && s->bracket.features[1] > 0)
        return carry_features(s, approach, last);
    s->course = polytopes ? follow(s, best_course(s, approach), approach)
                          : lw_slab_normal_course(s->pcda, &s->sample, &s->bracket, LW_CARRIER_WORLD);
    return lw_slab_extend(s->pcda, &s->sample, s->course, false);
}

/* Queries the distance shortly after the end of a slab that most likely ended at a contact. */
static bool query_after(search *s)
{
    const lw_pcda *pcda = s->pcda;
    double at = fmin(s->result.time + first_delay(pcda), pcda->end);
    s->warm = (lw_warm_start){.count = 0};
    if (!distance_at(s, at, &s->warm))
        return false;
    if (s->bracket.upper <= 0) {
        note_contact(s);
        return true;
    }
    s->result.samples++;
    return lw_pcda_sample_next(pcda, s->result.time, pcda->end, &s->sample);
}

lw_pcda_result lw_pcda_run(const lw_pcda *pcda)
{
    search s = {.pcda = pcda, .result = {.state = LW_PCDA_BUDGET, .time = pcda->begin}};
    int stalls = 0;
    bool likely = false; /* whether the last slab most likely ended at a contact */
    while (s.result.steps < pcda->steps) {
        if (!(likely ? query_after(&s) : distance_at(&s, s.result.time, &s.warm))) {
            s.result.state = s.stopped ? LW_PCDA_BUDGET : LW_PCDA_MOTION;
            break;
        }
        if (s.result.state == LW_PCDA_CONTACT)
            break;
        if (!(s.bracket.lower > pcda->near + pcda->gap) || stalls == STALLS) {
            s.result.steps += s.open;
            show_contact(&s);
            break;
        }
        bool resumed = goes_on(&s);
        bool last = resumed;
        lw_slab_extension extended =
            resumed ? lw_slab_extend(pcda, &s.sample, s.course, true) : carry(&s, &last);
        bool moved = extended.time > s.result.time;
        stalls = moved ? 0 : stalls + 1;
        s.open = extended.open;
        s.thickness = extended.thickness;
        s.result.samples += extended.samples;
        s.result.instants += extended.instants;
        s.result.time = extended.time;
        s.result.steps += !extended.at_end && !extended.open;
        if (!extended.trusted || extended.at_end) {
            s.result.state = extended.trusted ? LW_PCDA_FREE : LW_PCDA_MOTION;
            break;
        }
        likely = moved && (last || (pcda->delay > 0 && !extended.open));
    }
    return s.result;
}
