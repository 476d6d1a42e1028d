/* The rules of docs/claims.md in real numbers: every inequality of a proof file. The including file has
 * said which real numbers (real_double.h, real_arb.h), and gives names by RULES(name). It is compiled
 * for both: what balls of doubles do not settle is tried again in balls of 128 bits. Nothing here
 * searches, and no number of the file is a tolerance. */

#include "geometry.h"

/* Poses of the model that do not depend on the motion. */
/* What blocks need of a body: the centres of the balls of its tree at the eight times, each computed
 * when it is first needed; and the bound on the second derivatives of their paths in each interval, as
 * seen from a frame. */
typedef struct seen_balls {
    vec (*centres)[8];
    uint64_t *made;
    struct {
        int common;
        uint64_t made;
        real bends[7];
    } seen[4];
    int next;
} seen_balls;

typedef struct placed {
    pose *before;    /* per frame */
    pose *at;        /* per body, in its frame */
    pose **elements; /* per body and element */
    pose *around;    /* per body */
    real *rest;
} placed;

/* Everything at a time of a piece. Velocities are those of points at the world's origin. */
typedef struct sample {
    double time;
    pose *frames;
    vec *linear, *angular;
    vec *axes;
    pose *bodies;
    bool *moves;  /* per frame: whether its own coordinate may change */
    real *taylor; /* per frame: six derivatives of its coordinate, divided by factorials */
} sample;

/* What a rule needs to know about a pair at a sample: in the frame of the first body. */
typedef struct of_pair {
    pose b_in_a;
    vec linear[2], angular[2];
} of_pair;

struct rules {
    const model *model;
    const motion *motion;
    placed placed;
    sample samples[8];
    seen_balls *balls; /* per body */
    uint64_t block;    /* counts the blocks */
    double times[8];
};

static const double infinite = HUGE_VAL;

/* ---- poses at a time ---------------------------------------------------------------------------- */

/* The piece of a track that holds on [from, to]: -1 before it, -2 after it, -3 none. */
static long piece_of(const track *t, double from, double to)
{
    if (to <= t->times[0])
        return -1;
    if (from >= t->times[t->piece_count])
        return -2;
    size_t low = 0;
    size_t high = t->piece_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (t->times[middle] <= from)
            low = middle;
        else
            high = middle;
    }
    return t->times[low] <= from && to <= t->times[low + 1] ? (long)low : -3;
}

/* The coefficients of a polynomial about u, from those about 0. */
static void shift(real c[6], size_t degree, real u)
{
    for (size_t k = 0; k < degree; k++)
        for (size_t i = degree; i-- > k;)
            c[i] = plus(c[i], times(u, c[i + 1]));
}

/* Sets the coordinate of each frame, by powers of the time from `time`. False: the interval is not in
 * one piece. */
static bool set_coordinates(const rules *r, sample *s, double from, double to, pose *before)
{
    const model *m = r->model;
    const motion *whole = r->motion;
    for (size_t f = 0; f < m->frame_count; f++) {
        int v = m->frames[f].variable;
        s->taylor[6 * f] = v < 0 ? exact(0) : r->placed.rest[v];
        for (int i = 1; i < 6; i++)
            s->taylor[6 * f + i] = exact(0);
        s->moves[f] = false;
        before[f] = r->placed.before[f];
    }
    for (size_t k = 0; k < whole->track_count; k++) {
        const track *t = &whole->tracks[k];
        long piece = piece_of(t, from, to);
        if (piece == -3)
            return false;
        bool still = piece < 0;
        size_t own = piece == -1 ? 0 : piece == -2 ? t->piece_count - 1 : (size_t)piece;
        real width = minus(exact(t->times[own + 1]), exact(t->times[own]));
        real per = inverse(width);
        real u = piece == -1   ? exact(0)
                 : piece == -2 ? exact(1)
                               : times(minus(exact(s->time), exact(t->times[own])), per);
        for (size_t i = 0; i < t->column_count; i++) {
            const double *given = t->coefficients + (own * t->column_count + i) * (t->degree + 1);
            real c[6];
            for (size_t d = 0; d < 6; d++)
                c[d] = exact(d <= t->degree ? given[d] : 0);
            shift(c, t->degree, u);
            real unit = exact(1);
            for (size_t d = 1; d <= t->degree; d++) {
                unit = times(unit, per);
                c[d] = still ? exact(0) : times(c[d], unit);
            }
            for (size_t f = 0; f < m->frame_count; f++)
                if (m->frames[f].variable == t->variables[i]) {
                    for (size_t d = 0; d < 6; d++)
                        s->taylor[6 * f + d] = c[d];
                    s->moves[f] = !still;
                }
        }
        for (size_t i = 0; i < t->slot_count; i++)
            before[t->slots[i]] = pose_of(&t->before[own * t->slot_count + i]);
    }
    for (size_t f = 0; f < m->frame_count; f++) {
        const frame *own = &m->frames[f];
        real *c = s->taylor + 6 * f;
        for (size_t d = 0; d < 6 && own->multiplier != 1; d++)
            c[d] = times(exact(own->multiplier), c[d]);
        if (own->offset != 0)
            c[0] = plus(c[0], exact(own->offset));
    }
    return true;
}

static void place_frame(const rules *r, sample *s, size_t f, const pose *before)
{
    const frame *own = &r->model->frames[f];
    pose at = *before;
    vec linear = {exact(0), exact(0), exact(0)};
    vec angular = linear;
    if (own->parent >= 0) {
        at = composed(&s->frames[own->parent], before);
        linear = s->linear[own->parent];
        angular = s->angular[own->parent];
    }
    const real value = s->taylor[6 * f];
    const real rate = s->taylor[6 * f + 1];
    s->axes[f] = at.z;
    if (own->kind == FRAME_TURNS) {
        real sine;
        real cosine;
        sine_cosine(value, &sine, &cosine);
        vec x = add(scaled(cosine, at.x), scaled(sine, at.y));
        at.y = sub(scaled(cosine, at.y), scaled(sine, at.x));
        at.x = x;
        if (s->moves[f]) {
            angular = add(angular, scaled(rate, at.z));
            linear = add(linear, scaled(rate, cross(at.position, at.z)));
        }
    } else if (own->kind == FRAME_SLIDES) {
        at.position = add(at.position, scaled(value, at.z));
        if (s->moves[f])
            linear = add(linear, scaled(rate, at.z));
    }
    s->frames[f] = at;
    s->linear[f] = linear;
    s->angular[f] = angular;
}

/* Poses everything at a time in [from, to]. */
static bool take_sample(const rules *r, sample *s, double time, double from, double to)
{
    const model *m = r->model;
    pose *before = room(m->frame_count, sizeof *before);
    s->time = time;
    bool good = set_coordinates(r, s, from, to, before);
    for (size_t f = 0; f < m->frame_count && good; f++)
        place_frame(r, s, f, &before[f]);
    free(before);
    for (size_t b = 0; b < m->body_count && good; b++)
        s->bodies[b] = m->bodies[b].frame < 0
                           ? r->placed.at[b]
                           : composed(&s->frames[m->bodies[b].frame], &r->placed.at[b]);
    return good;
}

/* ---- bounds on travel: docs/claims.md, (1) to (3) ------------------------------------------------ */

/* Bounds on the first and the second derivative of a frame's coordinate over [time - half, time +
 * half]. */
static void rates_of(const sample *s, size_t f, real half, real *first, real *second)
{
    *first = *second = exact(0);
    if (!s->moves[f])
        return;
    const real *c = s->taylor + 6 * f;
    for (int i = 5; i >= 1; i--) {
        real size = size_above(c[i]);
        *first = size_above(plus(times(*first, half), times(exact(i), size)));
        if (i >= 2)
            *second = size_above(plus(times(*second, half), times(exact(i * (i - 1)), size)));
    }
}

typedef struct travel {
    real second, distance, speed;
} travel;

/* Bounds on the paths of all points within `radius` of a centre, which is given in the frame of a body,
 * relative to a frame above it. */
static travel travel_of(const rules *r, const sample *s, int who, int common, real half, vec centre,
                        real radius)
{
    const model *m = r->model;
    travel out = {exact(0), exact(0), exact(0)};
    int f = m->bodies[who].frame;
    if (f == common)
        return out;
    centre = moved(&s->bodies[who], centre);
    real speed = exact(0);
    real path = exact(0);
    real lever = exact(infinite);
    bool stretched = true; /* only joints that turn so far */
    for (; f != common; f = m->frames[f].parent) {
        real rate;
        real bend;
        rates_of(s, (size_t)f, half, &rate, &bend);
        vec from = sub(centre, s->frames[f].position);
        if (m->frames[f].kind == FRAME_SLIDES) {
            out.second = plus(out.second, bend);
            speed = plus(speed, rate);
            path = plus(path, rate);
            stretched &= !s->moves[f];
        } else if (m->frames[f].kind == FRAME_TURNS) {
            real now = plus(length(cross(from, s->axes[f])), radius);
            real most = plus(now, times(half, speed));
            /* nothing slides below: the distance from the axis is at most that from the frame's origin,
             * and that is at most the length of the chain stretched out */
            if (stretched && f != m->bodies[who].frame)
                most = lesser_of(most, lever);
            out.second = plus(out.second, plus(times(most, plus(times(rate, rate), bend)),
                                               times(times(exact(2), rate), speed)));
            speed = plus(speed, times(most, rate));
            path = plus(path, times(now, rate));
        }
        if (f == m->bodies[who].frame)
            lever = plus(length(from), radius);
        if (m->frames[f].parent >= 0)
            lever = plus(lever,
                         length(sub(s->frames[f].position, s->frames[m->frames[f].parent].position)));
    }
    f = m->bodies[who].frame;
    vec linear = s->linear[f];
    vec angular = s->angular[f];
    if (common >= 0) {
        linear = sub(linear, s->linear[common]);
        angular = sub(angular, s->angular[common]);
    }
    out.speed =
        size_above(plus(length(add(linear, cross(angular, centre))), times(length(angular), radius)));
    real by_speed =
        plus(times(half, out.speed), times(times(half, half), times(exact(0.5), out.second)));
    out.distance = size_above(lesser_of(times(half, path), by_speed));
    out.second = size_above(out.second);
    return out;
}

/* ---- sets ---------------------------------------------------------------------------------------- */

static real support_of_box(const double box[6], vec g)
{
    const real *of[3] = {&g.x, &g.y, &g.z};
    real sum = exact(0);
    for (int i = 0; i < 3; i++)
        sum = plus(sum, larger(times(*of[i], exact(box[i])), times(*of[i], exact(box[3 + i]))));
    return sum;
}

static real support_of_index(const rules *r, int who, size_t which, vec g, real size)
{
    const struct body *own = &r->model->bodies[who];
    return support_of_element(&own->elements[which], &r->placed.elements[who][which], g, size);
}

/* The support value of a set along a direction in the frame of its body. Boxes about nodes that end
 * before the value found so far are passed over. */
static real support_of_set(const rules *r, const set *s, vec g)
{
    const struct body *own = &r->model->bodies[s->body];
    const real size = length(g);
    real most = exact(0);
    bool any = false;
    if (s->elements) {
        for (size_t i = 0; i < s->count; i++) {
            real value = support_of_index(r, s->body, s->elements[i], g, size);
            most = any ? larger(most, value) : value;
            any = true;
        }
        return most;
    }
    size_t stack[128];
    size_t count = 0;
    stack[count++] = s->node;
    while (count) {
        size_t node = stack[--count];
        if (any && positive(minus(most, support_of_box(own->boxes[node], g))))
            continue;
        int64_t entry = own->tree[node];
        if (entry >= 0 && count + 2 <= 128) {
            stack[count++] = (size_t)entry + 1;
            stack[count++] = (size_t)entry;
            continue;
        }
        if (entry >= 0)
            return exact(infinite); /* a tree as deep as that proves nothing */
        real value = support_of_index(r, s->body, (size_t)(-1 - entry), g, size);
        most = any ? larger(most, value) : value;
        any = true;
    }
    return most;
}

static of_pair pair_at(const rules *r, const sample *s, const pair *p)
{
    const model *m = r->model;
    const pose *first = &s->bodies[p->bodies[0]];
    of_pair out = {.b_in_a = relative(first, &s->bodies[p->bodies[1]])};
    for (int k = 0; k < 2; k++) {
        int f = m->bodies[p->bodies[k]].frame;
        vec linear = {exact(0), exact(0), exact(0)};
        vec angular = linear;
        if (f != p->common) {
            linear = s->linear[f];
            angular = s->angular[f];
            if (p->common >= 0) {
                linear = sub(linear, s->linear[p->common]);
                angular = sub(angular, s->angular[p->common]);
            }
        }
        out.linear[k] = turned_back(first, add(linear, cross(angular, first->position)));
        out.angular[k] = turned_back(first, angular);
    }
    return out;
}

static real required_of(const model *m, const pair *p)
{
    real sum = plus(plus(exact(p->margin), exact(p->padding[0])), exact(p->padding[1]));
    return plus(plus(sum, exact(m->bodies[p->bodies[0]].shift)), exact(m->bodies[p->bodies[1]].shift));
}

/* ---- the rules of claims: docs/claims.md, (4) and (5) -------------------------------------------- */

/* g: a direction for each of the two sets, in the frame of the first body. The value of n . (q - p), at
 * least, without the position of the second body. */
static real gap_along(const rules *r, const of_pair *at, const part *p, const vec g[2])
{
    real first = support_of_set(r, &p->sets[0], g[0]);
    real second = support_of_set(r, &p->sets[1], opposite(turned_back(&at->b_in_a, g[1])));
    return negative(plus(first, second));
}

/* The sum of both bodies' travel. */
static travel travel_of_pair(const rules *r, const sample *s, const pair *p, real half)
{
    travel sum = {exact(0), exact(0), exact(0)};
    for (int k = 0; k < 2; k++) {
        const double *ball = r->model->bodies[p->bodies[k]].ball;
        travel own = travel_of(r, s, p->bodies[k], p->common, half, exact_vec(ball), exact(ball[3]));
        sum.second = plus(sum.second, own.second);
        sum.distance = plus(sum.distance, own.distance);
        sum.speed = plus(sum.speed, own.speed);
    }
    return sum;
}

static bool slab_holds(const rules *r, const of_pair *at, const part *p, real required,
                       const travel *bound, real tau)
{
    const vec n = exact_vec(p->normal);
    const vec u = exact_vec(p->turn);
    const real size = absolute(tau);
    const real square = times(tau, tau);
    const real longest = length(n);
    const real spin = length(u);
    const vec now = add(n, scaled(tau, u));
    vec g[2];
    for (int k = 0; k < 2; k++)
        g[k] = add(n, scaled(tau, add(u, cross(n, at->angular[k]))));
    real value = plus(gap_along(r, at, p, g), dot(g[1], at->b_in_a.position));
    value = plus(value, times(tau, dot(n, sub(at->linear[1], at->linear[0]))));
    real bend =
        times(times(times(exact(0.5), square), bound->second), plus(longest, times(size, spin)));
    bend = plus(bend, times(times(square, spin), bound->speed));
    value = minus(value, plus(bend, times(required, length(now))));
    return positive(value);
}

static bool travel_holds(const rules *r, const of_pair *at, const part *p, real required,
                         const travel *bound)
{
    const vec n = exact_vec(p->normal);
    const vec g[2] = {n, n};
    real value = plus(gap_along(r, at, p, g), dot(n, at->b_in_a.position));
    return positive(minus(value, times(plus(required, bound->distance), length(n))));
}

/* ---- chords: docs/claims.md ---------------------------------------------------------------------- */

/* A direction of the first body's frame at one sample, as it stands in that frame at another, where it
 * is the same as seen from the common frame of a pair. */
static vec carried(const sample *from, const sample *to, const pair *p, vec n)
{
    n = turned(&from->bodies[p->bodies[0]], n);
    if (p->common >= 0)
        n = turned(&to->frames[p->common], turned_back(&from->frames[p->common], n));
    return turned_back(&to->bodies[p->bodies[0]], n);
}

/* Whether the two sets of a part are far enough apart at both ends of a claim, along a direction that
 * is fixed in the common frame: between them the points stay within A h^2 / 8 of their chords. */
static bool chord_holds(const rules *r, const claim *c, const part *p, real required, real second)
{
    real h = size_above(minus(exact(c->to), exact(c->from)));
    required = plus(required, times(times(second, exact(0.125)), times(h, h)));
    for (int k = 1; k <= 2; k++) {
        const sample *s = &r->samples[k];
        const of_pair at = pair_at(r, s, c->pair);
        vec n = carried(&r->samples[0], s, c->pair, exact_vec(p->normal));
        const vec g[2] = {n, n};
        real value = plus(gap_along(r, &at, p, g), dot(n, at.b_in_a.position));
        if (!positive(minus(value, times(required, length(n)))))
            return false;
    }
    return true;
}

/* Whether all parts of a claim hold. NULL, or what is wrong. */
const char *RULES(claim_fails)(rules *r, const claim *c)
{
    sample *s = &r->samples[0];
    if (!take_sample(r, s, c->at, c->from, c->to))
        return "reaches beyond a piece of the motion";
    const of_pair at = pair_at(r, s, c->pair);
    const real required = required_of(r->model, c->pair);
    const real before = minus(exact(c->at), exact(c->from));
    const real after = minus(exact(c->to), exact(c->at));
    const travel bound = travel_of_pair(r, s, c->pair, larger(size_above(before), size_above(after)));
    bool at_ends = false; /* everything is posed there */
    for (size_t i = 0; i < c->part_count; i++) {
        const part *p = &c->parts[i];
        if (p->rule == RULE_CHORD && !at_ends)
            at_ends = take_sample(r, &r->samples[1], c->from, c->from, c->to) &&
                      take_sample(r, &r->samples[2], c->to, c->from, c->to);
        bool holds =
            p->rule == RULE_TRAVEL ? travel_holds(r, &at, p, required, &bound)
            : p->rule == RULE_CHORD
                ? at_ends && chord_holds(r, c, p, required, bound.second)
                : slab_holds(r, &at, p, required, &bound, exact(0)) &&
                      (c->to <= c->at || slab_holds(r, &at, p, required, &bound, after)) &&
                      (c->from >= c->at || slab_holds(r, &at, p, required, &bound, negative(before)));
        if (!holds)
            return "has a part of which the gap is not proven";
    }
    return NULL;
}

/* ---- blocks: docs/claims.md ---------------------------------------------------------------------- */

/* In place of a node: the ball about the whole body. */
#define WHOLE SIZE_MAX

static const vec *centre_of(rules *r, int who, size_t node)
{
    if (node == WHOLE)
        node = r->model->bodies[who].ball_count;
    seen_balls *own = &r->balls[who];
    if (own->made[node] != r->block) {
        own->made[node] = r->block;
        const struct body *of = &r->model->bodies[who];
        vec c = exact_vec(node == of->ball_count ? of->ball : of->balls[node].centre);
        for (int i = 0; i < 8; i++)
            own->centres[node][i] = moved(&r->samples[i].bodies[who], c);
    }
    return own->centres[node];
}

/* The second derivatives of the paths of points within `radius` of a centre, at most, in an interval.
 */
static real bend_about(const rules *r, int who, int common, int k, const double centre[3],
                       double radius)
{
    real h = size_above(minus(exact(r->times[k + 1]), exact(r->times[k])));
    return travel_of(r, &r->samples[k], who, common, h, exact_vec(centre), exact(radius)).second;
}

/* The same of the centres of all balls of a body. */
static real bend_of(rules *r, int who, int common, int k)
{
    seen_balls *own = &r->balls[who];
    const ball_node *all = &r->model->bodies[who].balls[0];
    int at = 0;
    while (at < 4 && (own->seen[at].made != r->block || own->seen[at].common != common))
        at++;
    if (at == 4) {
        at = own->next = (own->next + 1) % 4;
        own->seen[at].made = r->block;
        own->seen[at].common = common;
        for (int i = 0; i < 7; i++)
            own->seen[at].bends[i] = bend_about(r, who, common, i, all->centre, all->radius);
    }
    return own->seen[at].bends[k];
}

/* The point of an element's core that is nearest to a point, about: any direction that follows from it
 * is as good as the gap along it. */
static void nearest_of_core(const element *e, const double p[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = e->core == CORE_BOX || (e->core == CORE_SEGMENT && i == 2)
                     ? fmax(-e->half[i], fmin(e->half[i], p[i]))
                     : 0;
    if (e->core == CORE_CYLINDER) {
        double across = hypot(p[0], p[1]);
        double share = across > e->base ? e->base / across : 1;
        out[0] = share * p[0];
        out[1] = share * p[1];
        out[2] = fmax(-e->half[2], fmin(e->half[2], p[2]));
    }
    if (e->core == CORE_POINTS && e->point_count == 1)
        for (int i = 0; i < 3; i++)
            out[i] = e->points[0][i];
}

/* Whether two points, and so all between them, are farther than required from an element's core: along
 * a direction. */
static bool both_beyond(const element *e, const vec ends[2], const double direction[3], real required)
{
    vec n = exact_vec(direction);
    real least = plus(support_of_core(e, n), times(required, length(n)));
    return positive(minus(dot(n, ends[0]), least)) && positive(minus(dot(n, ends[1]), least));
}

/* Whether the line between two points is farther than required from an element's core, in the frame of
 * the core: each of its halves along a direction of its own, where one does not serve the whole. */
static bool line_beyond(const element *e, const vec ends[2], real required, int depth)
{
    const vec half = {plus(ends[0].x, ends[1].x), plus(ends[0].y, ends[1].y),
                      plus(ends[0].z, ends[1].z)};
    const vec middle = scaled(exact(0.5), half);
    const double p[3] = {near(middle.x), near(middle.y), near(middle.z)};
    double q[3];
    nearest_of_core(e, p, q);
    const double n[3] = {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
    if (both_beyond(e, ends, n, required))
        return true;
    /* if the middle is not far enough, no halves will do */
    const vec twice[2] = {middle, middle};
    if (!depth || !both_beyond(e, twice, n, required))
        return false;
    const vec first[2] = {ends[0], middle};
    const vec second[2] = {middle, ends[1]};
    return line_beyond(e, first, required, depth - 1) && line_beyond(e, second, required, depth - 1);
}

enum { HALVINGS = 12 };

/* A pair in a block. */
typedef struct two {
    const pair *pair;
    int moving[2]; /* bodies with covers; the second -1: an obstacle */
    const element *around;
    const pose *at; /* of the obstacle's set in the world */
    real required;
} two;

/* The ends of a chord, as the test needs them: of a ball's centre in the obstacle's frame, or of the
 * difference of two centres in the common frame. */
static void ends_of(rules *r, const two *t, const size_t nodes[2], int k, vec ends[2])
{
    const vec *a = centre_of(r, t->moving[0], nodes[0]);
    const vec *b = t->moving[1] < 0 ? NULL : centre_of(r, t->moving[1], nodes[1]);
    for (int i = 0; i < 2; i++) {
        if (!b) {
            ends[i] = turned_back(t->at, sub(a[k + i], t->at->position));
            continue;
        }
        ends[i] = sub(b[k + i], a[k + i]);
        if (t->pair->common >= 0)
            ends[i] = turned_back(&r->samples[k + i].frames[t->pair->common], ends[i]);
    }
}

/* The required distance of two nodes' centres. single: the bends are those of the balls' own centres.
 */
static real required_of_nodes(rules *r, const two *t, const size_t nodes[2], int k, bool single)
{
    const real h = minus(exact(r->times[k + 1]), exact(r->times[k]));
    const real share = times(exact(0.125), times(h, h));
    real required = t->required;
    for (int i = 0; i < 2 && t->moving[i] >= 0; i++) {
        const struct body *own = &r->model->bodies[t->moving[i]];
        const bool whole = nodes[i] == WHOLE;
        const double *centre = whole ? own->ball : own->balls[nodes[i]].centre;
        real bend = whole || single ? bend_about(r, t->moving[i], t->pair->common, k, centre, 0)
                                    : bend_of(r, t->moving[i], t->pair->common, k);
        required = plus(required, plus(exact(whole ? own->ball[3] : own->balls[nodes[i]].radius),
                                       times(share, bend)));
    }
    return t->around ? plus(required, exact(t->around->radius)) : required;
}

/* Whether the balls of two nodes stay far enough apart in an interval. */
static bool nodes_apart(rules *r, const two *t, const size_t nodes[2], int k, bool single)
{
    static double point[1][3];
    static const element origin = {.core = CORE_POINTS, .points = point, .point_count = 1};
    vec ends[2];
    ends_of(r, t, nodes, k, ends);
    return line_beyond(t->around ? t->around : &origin, ends, required_of_nodes(r, t, nodes, k, single),
                       HALVINGS);
}

/* Whether two single balls are apart, or one of them from the ball about the other body: a point of a
 * body is in that and in a ball of its cover. */
static bool leaves_apart(rules *r, const two *t, const size_t nodes[2], int k)
{
    const size_t first[2] = {nodes[0], WHOLE};
    const size_t second[2] = {WHOLE, nodes[1]};
    if (nodes_apart(r, t, nodes, k, true))
        return true;
    return !t->around && (nodes_apart(r, t, first, k, true) || nodes_apart(r, t, second, k, true));
}

/* Whether all balls below two nodes are far enough apart in an interval. */
static bool balls_apart(rules *r, const two *t, const size_t nodes[2], int k)
{
    if (nodes_apart(r, t, nodes, k, false))
        return true;
    const ball_node *own[2];
    for (int i = 0; i < 2; i++)
        own[i] = t->moving[i] < 0 ? NULL : &r->model->bodies[t->moving[i]].balls[nodes[i]];
    /* the larger of two nodes is divided */
    int side = own[1] && (!own[0]->children || (own[1]->children && own[1]->radius > own[0]->radius));
    if (!own[side]->children)
        return leaves_apart(r, t, nodes, k);
    for (size_t i = 0; i < 2; i++) {
        size_t next[2] = {nodes[0], nodes[1]};
        next[side] = own[side]->children + i;
        if (!balls_apart(r, t, next, k))
            return false;
    }
    return true;
}

/* Poses everything at the eight times of a block. */
bool RULES(take_block)(rules *r, const double times[8])
{
    r->block++;
    bool good = true;
    for (int i = 0; i < 8 && good; i++) {
        r->times[i] = times[i];
        good = take_sample(r, &r->samples[i], times[i], times[0], times[7]);
    }
    return good;
}

/* Whether a pair is far enough apart in an interval of the block that was taken last. */
bool RULES(pair_apart)(rules *r, const pair *p, int k)
{
    const model *m = r->model;
    two t = {p, {-1, -1}, NULL, NULL, required_of(m, p)};
    pose at;
    int moving = 0;
    for (int i = 0; i < 2; i++) {
        const struct body *own = &m->bodies[p->bodies[i]];
        if (own->ball_count) {
            t.moving[moving++] = p->bodies[i];
        } else if (own->around && own->frame < 0) {
            at = composed(&r->placed.at[p->bodies[i]], &r->placed.around[p->bodies[i]]);
            t.around = own->around;
            t.at = &at;
        }
    }
    if (moving != (t.around ? 1 : 2))
        return false;
    for (int i = 0; i < 2; i++)
        t.required = plus(t.required, exact(m->bodies[p->bodies[i]].off));
    const size_t whole[2] = {WHOLE, WHOLE};
    const size_t roots[2] = {0, 0};
    return nodes_apart(r, &t, whole, k, false) || balls_apart(r, &t, roots, k);
}

/* ---- solids: docs/claims.md, "Solids" ------------------------------------------------------------ */

/* How often a closed surface winds round a point, in the frame of its body: the crossings of a ray.
 * False: the ray meets an edge, or comes too near to one. */
static bool crossings(const struct body *own, const shell *surface, vec point, int attempt, int *out)
{
    const real across = exact(0x1p-16 * (1237 + 7919 * attempt));
    const real up = exact(0x1p-16 * (2311 - 6007 * attempt));
    int sum = 0;
    for (size_t i = 0; i < surface->count; i++) {
        const element *e = &own->elements[surface->triangles[i]];
        vec c[3];
        for (int k = 0; k < 3; k++) {
            c[k] = sub(exact_vec(e->points[k]), point);
            c[k].x = minus(c[k].x, times(across, c[k].z));
            c[k].y = minus(c[k].y, times(up, c[k].z));
        }
        real turn[3];
        int positives = 0;
        int negatives = 0;
        for (int k = 0; k < 3; k++) {
            const vec *a = &c[k];
            const vec *b = &c[(k + 1) % 3];
            turn[k] = minus(times(a->x, b->y), times(a->y, b->x));
            positives += positive(turn[k]);
            negatives += positive(negative(turn[k]));
        }
        if (positives && negatives)
            continue;
        if (positives != 3 && negatives != 3)
            return false;
        real height =
            plus(plus(times(c[0].z, turn[1]), times(c[1].z, turn[2])), times(c[2].z, turn[0]));
        if (!positive(height) && !positive(negative(height)))
            return false;
        if (positives == 3)
            sum += positive(height);
        else
            sum -= positive(negative(height));
    }
    *out = sum;
    return true;
}

static bool winding(const struct body *own, const shell *surface, vec point, int *out)
{
    const real *of[3] = {&point.x, &point.y, &point.z};
    *out = 0;
    for (int k = 0; k < 3; k++)
        if (positive(minus(exact(surface->box[k]), *of[k])) ||
            positive(minus(*of[k], exact(surface->box[3 + k]))))
            return true;
    bool found = false;
    for (int attempt = 0; attempt < 20 && !found; attempt++)
        found = crossings(own, surface, point, attempt, out);
    return found;
}

/* Whether a point is outside of all solids of a body, for certain. */
static bool outside_solids(const struct body *own, vec point)
{
    int total = 0;
    for (size_t i = 0; i < own->shell_count; i++) {
        int w;
        if (!winding(own, &own->shells[i], point, &w))
            return false;
        bool counts = w > 0;
        for (size_t k = 0; k < own->shell_count && w < 0 && !counts; k++) {
            int other = 0;
            const element *e = &own->elements[own->shells[i].triangles[0]];
            if (k != i && !winding(own, &own->shells[k], exact_vec(e->points[0]), &other))
                return false;
            counts = other > 0;
        }
        total += counts ? w : 0;
    }
    return total <= 0;
}

/* Whether no connected piece of either body of a pair is inside a solid of the other at a time. */
bool RULES(is_outside)(rules *r, const pair *p, double time)
{
    sample *s = &r->samples[0];
    if (!take_sample(r, s, time, time, time))
        return false;
    for (int k = 0; k < 2; k++) {
        int inner = p->bodies[k];
        int outer = p->bodies[1 - k];
        const struct body *own = &r->model->bodies[inner];
        if (!r->model->bodies[outer].shell_count)
            continue;
        const pose at = relative(&s->bodies[outer], &s->bodies[inner]);
        for (size_t i = 0; i < own->seed_count; i++) {
            const element *e = &own->elements[own->seeds[i]];
            vec seed =
                e->core == CORE_POINTS ? exact_vec(e->points[0]) : (vec){exact(0), exact(0), exact(0)};
            if (e->has_at)
                seed = moved(&r->placed.elements[inner][own->seeds[i]], seed);
            if (!outside_solids(&r->model->bodies[outer], moved(&at, seed)))
                return false;
        }
    }
    return true;
}

/* How far a body is at most from where it would be as another model has it, at a time; infinite where
 * that is no rounding error. docs/claims.md, "Where objects are". */
double RULES(shift_of)(rules *before, rules *now, int index, double time)
{
    const struct body *own = &now->model->bodies[index];
    if (!take_sample(before, &before->samples[0], time, time, time) ||
        !take_sample(now, &now->samples[0], time, time, time))
        return HUGE_VAL;
    const pose *was = &before->samples[0].bodies[index];
    const pose *is = &now->samples[0].bodies[index];
    real corner = exact(0);
    for (int i = 0; i < 3; i++) {
        real size = exact(fmax(fabs(own->boxes[0][i]), fabs(own->boxes[0][3 + i])));
        corner = plus(corner, times(size, size));
    }
    const real reach = size_above(root(corner));
    const real distance = length(sub(is->position, was->position));
    const vec differences[3] = {sub(is->x, was->x), sub(is->y, was->y), sub(is->z, was->z)};
    real off = exact(0);
    for (int i = 0; i < 3; i++)
        off = larger(off, larger(larger(absolute(differences[i].x), absolute(differences[i].y)),
                                 absolute(differences[i].z)));
    const real size = plus(reach, plus(length(is->position), length(exact_vec(own->at.position))));
    const real rounding = exact(1e-9);
    if (!positive(minus(times(rounding, size), distance)) || !positive(minus(rounding, off)))
        return HUGE_VAL;
    return near(size_above(plus(distance, times(times(exact(3), off), reach)))) * (1 + 0x1p-50);
}

/* ---- begin and end ------------------------------------------------------------------------------- */

rules *RULES(begin)(const model *m)
{
    rules *r = room(1, sizeof *r);
    r->model = m;
    r->balls = room(m->body_count, sizeof *r->balls);
    for (size_t b = 0; b < m->body_count; b++) {
        size_t count = m->bodies[b].ball_count + 1;
        r->balls[b].centres = room(count, sizeof *r->balls[b].centres);
        r->balls[b].made = room(count, sizeof *r->balls[b].made);
    }
    placed *p = &r->placed;
    p->before = room(m->frame_count, sizeof *p->before);
    p->at = room(m->body_count, sizeof *p->at);
    p->elements = room(m->body_count, sizeof *p->elements);
    p->around = room(m->body_count, sizeof *p->around);
    p->rest = room(m->variable_count, sizeof *p->rest);
    for (size_t f = 0; f < m->frame_count; f++)
        p->before[f] = pose_of(&m->frames[f].before);
    for (size_t b = 0; b < m->body_count; b++) {
        const struct body *own = &m->bodies[b];
        p->at[b] = pose_of(&own->at);
        p->elements[b] = room(own->element_count, sizeof **p->elements);
        for (size_t i = 0; i < own->element_count; i++)
            p->elements[b][i] = own->elements[i].has_at ? pose_of(&own->elements[i].at) : identity();
        if (own->around)
            p->around[b] = own->around->has_at ? pose_of(&own->around->at) : identity();
    }
    for (int i = 0; i < 8; i++) {
        sample *s = &r->samples[i];
        s->frames = room(m->frame_count, sizeof *s->frames);
        s->linear = room(m->frame_count, sizeof *s->linear);
        s->angular = room(m->frame_count, sizeof *s->angular);
        s->axes = room(m->frame_count, sizeof *s->axes);
        s->bodies = room(m->body_count, sizeof *s->bodies);
        s->moves = room(m->frame_count, sizeof *s->moves);
        s->taylor = room(6 * m->frame_count, sizeof *s->taylor);
    }
    return r;
}

void RULES(take_motion)(rules *r, const motion *given)
{
    r->motion = given;
    for (size_t v = 0; v < r->model->variable_count; v++)
        r->placed.rest[v] = exact(given->rest[v]);
}

/* The model has moved to another place. */
void RULES(set_model)(rules *r, const model *m)
{
    r->model = m;
}

void RULES(end)(rules *r)
{
    for (size_t b = 0; b < r->model->body_count; b++) {
        free(r->placed.elements[b]);
        free(r->balls[b].centres);
        free(r->balls[b].made);
    }
    free(r->balls);
    for (int i = 0; i < 8; i++) {
        sample *s = &r->samples[i];
        free(s->frames);
        free(s->linear);
        free(s->angular);
        free(s->axes);
        free(s->bodies);
        free(s->moves);
        free(s->taylor);
    }
    free(r->placed.before);
    free(r->placed.at);
    free(r->placed.elements);
    free(r->placed.around);
    free(r->placed.rest);
    free(r);
}
