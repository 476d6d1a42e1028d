/* Blocks: docs/proofs.md, "Blocks". A part of rules.h. */

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
    const times_about when = from_now_on(size_above(minus(exact(r->times[k + 1]), exact(r->times[k]))));
    return travel_of(r, &r->samples[k], who, common, &when, exact_vec(centre), exact(radius)).second;
}

/* The same of the centres of all balls of a body; or of that of the ball about the body. */
static real bend_of(rules *r, int who, int common, int k, bool whole)
{
    const model *m = r->model;
    const struct body *of = &m->bodies[who];
    seen_balls *own = &r->balls[who];
    const size_t row = m->frame_count + 1;
    if (own->bends_made != r->block) {
        own->bends_made = r->block;
        for (size_t i = 0; i < 7; i++) {
            const sample *s = &r->samples[i];
            const times_about when =
                from_now_on(size_above(minus(exact(r->times[i + 1]), exact(r->times[i]))));
            bends_of_chain(r, s, who, &when, exact_vec(of->balls[0].centre), exact(of->balls[0].radius),
                           own->bends + i * row);
            bends_of_chain(r, s, who, &when, exact_vec(of->ball), exact(0), own->bends + (7 + i) * row);
        }
    }
    const size_t seen_from = common < 0 ? m->frame_count : (size_t)common;
    return own->bends[(size_t)(whole ? 7 + k : k) * row + seen_from];
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
        real bend = single && !whole ? bend_about(r, t->moving[i], t->pair->common, k,
                                                  own->balls[nodes[i]].centre, 0)
                                     : bend_of(r, t->moving[i], t->pair->common, k, whole);
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
