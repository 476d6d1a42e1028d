/* The rules of claims: docs/proofs.md, "The inequalities". A part of rules.h. */

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

/* The support value of what triangles have in a cell without children, without their radii. Corners of
 * which doubles say that others are surely farther are passed over. */
static real support_of_leaf(const struct cell *c, vec g)
{
    const real *of[3] = {&g.x, &g.y, &g.z};
    double at[3];
    double lost = 0; /* bounds the error of a product in doubles */
    real off = exact(0);
    for (int i = 0; i < 3; i++) {
        at[i] = near(*of[i]);
        lost += (near(size_above(minus(*of[i], exact(at[i])))) + fabs(at[i]) * 0x1p-50) * c->size[i];
        off = plus(off, absolute(*of[i]));
    }
    double farthest = -HUGE_VAL;
    for (size_t i = 0; i < c->corner_count; i++) {
        const double *p = c->corners[i];
        double value = at[0] * p[0] + at[1] * p[1] + at[2] * p[2];
        farthest = value > farthest ? value : farthest;
    }
    const double enough = farthest - 2 * (lost * (1 + 0x1p-40) + 0x1p-1000);
    real most = exact(0);
    bool any = false;
    for (size_t i = 0; i < c->corner_count; i++) {
        const double *p = c->corners[i];
        if (at[0] * p[0] + at[1] * p[1] + at[2] * p[2] < enough)
            continue;
        real value = dot(g, exact_vec(p));
        most = any ? larger(most, value) : value;
        any = true;
    }
    return plus(most, times(exact(c->off), off));
}

/* The support value of what triangles have in a cell. Of an empty one there is none. */
static real support_of_cell(const struct body *own, size_t node, vec g, real size)
{
    size_t stack[256]; /* as many as a body may have */
    size_t count = 0;
    real most = exact(0);
    bool any = false;
    stack[count++] = node;
    while (count) {
        const struct cell *c = &own->cells[stack[--count]];
        if (c->child) {
            stack[count++] = c->child;
            stack[count++] = c->child + 1;
        } else if (c->corner_count) {
            real value = support_of_leaf(c, g);
            most = any ? larger(most, value) : value;
            any = true;
        }
    }
    return plus(most, times(exact(own->cell_radius), size));
}

/* The support value of a set along a direction in the frame of its body. Boxes about nodes that end
 * before the value found so far are passed over. */
static real support_of_set(const rules *r, const set *s, vec g)
{
    const struct body *own = &r->model->bodies[s->body];
    const real size = length(g);
    real most = exact(0);
    bool any = false;
    if (s->cell)
        return support_of_cell(own, s->cell, g, size);
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
            return exact(HUGE_VAL); /* a tree as deep as that proves nothing */
        real value = support_of_index(r, s->body, (size_t)(-1 - entry), g, size);
        most = any ? larger(most, value) : value;
        any = true;
    }
    return most;
}

static of_pair pair_at(const rules *r, const sample *s, const pair *p)
{
    const pose *first = &s->bodies[p->bodies[0]];
    of_pair out = {.b_in_a = relative(first, &s->bodies[p->bodies[1]])};
    for (int k = 0; k < 2; k++) {
        vec linear;
        vec angular;
        velocity_of(r, s, p->bodies[k], p->common, &linear, &angular);
        out.linear[k] = turned_back(first, add(linear, cross(angular, first->position)));
        out.angular[k] = turned_back(first, angular);
    }
    return out;
}

/* The least g[1] . q - g[0] . p of points p of the first set and q of the second: g is a direction for
 * each of them, in the frame of the first body. */
static real gap_along(const rules *r, const of_pair *at, const part *p, const vec g[2])
{
    real first = support_of_set(r, &p->sets[0], g[0]);
    real second = support_of_set(r, &p->sets[1], opposite(turned_back(&at->b_in_a, g[1])));
    return minus(dot(g[1], at->b_in_a.position), plus(first, second));
}

/* ---- slabs and travel: (4) and (5) --------------------------------------------------------------- */

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
    real value = plus(gap_along(r, at, p, g), times(tau, dot(n, sub(at->linear[1], at->linear[0]))));
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
    return positive(minus(gap_along(r, at, p, g), times(plus(required, bound->distance), length(n))));
}

/* ---- chords: docs/proofs.md ---------------------------------------------------------------------- */

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
        if (!positive(minus(gap_along(r, &at, p, g), times(required, length(n)))))
            return false;
    }
    return true;
}

/* Whether a set has no points, so that a part holds. */
static bool is_nothing(const rules *r, const set *s)
{
    return s->cell && cell_is_empty(&r->model->bodies[s->body], s->cell);
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
    const times_about when = on_both_sides(larger(size_above(before), size_above(after)));
    const travel bound = travel_of_pair(r, s, c->pair, &when);
    bool at_ends = false; /* everything is posed there */
    real second = exact(0);
    for (size_t i = 0; i < c->part_count; i++) {
        const part *p = &c->parts[i];
        if (is_nothing(r, &p->sets[0]) || is_nothing(r, &p->sets[1]))
            continue;
        if (p->rule == RULE_CHORD && !at_ends) {
            for (int k = 0; k < 2; k++)
                second =
                    plus(second, second_of_cores(r, s, c->pair->bodies[k], c->pair->common, &when));
            at_ends = take_sample(r, &r->samples[1], c->from, c->from, c->to) &&
                      take_sample(r, &r->samples[2], c->to, c->from, c->to);
        }
        bool holds =
            p->rule == RULE_TRAVEL ? travel_holds(r, &at, p, required, &bound)
            : p->rule == RULE_CHORD
                ? at_ends && chord_holds(r, c, p, required, second)
                : slab_holds(r, &at, p, required, &bound, exact(0)) &&
                      (c->to <= c->at || slab_holds(r, &at, p, required, &bound, after)) &&
                      (c->from >= c->at || slab_holds(r, &at, p, required, &bound, negative(before)));
        if (!holds)
            return "has a part of which the gap is not proven";
    }
    return NULL;
}
