/* Bounds on how far and how fast points get: docs/proofs.md, (1) to (3). A part of rules.h. */

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

/* What is known of the paths of points near a body's end of a chain of joints, from the body up to some
 * frame: relative to that frame. */
typedef struct chain {
    real second, speed, path;
    real lever;     /* the length of the chain stretched out, from the last frame above */
    bool stretched; /* only joints that turn so far */
} chain;

static chain chain_begin(void)
{
    return (chain){exact(0), exact(0), exact(0), exact(HUGE_VAL), true};
}

/* Adds a frame of the chain. centre: in the world; the points are within `radius` of it. */
static void chain_climb(const rules *r, const sample *s, int who, int f, real half, vec centre,
                        real radius, chain *c)
{
    const model *m = r->model;
    real rate;
    real bend;
    rates_of(s, (size_t)f, half, &rate, &bend);
    vec from = sub(centre, s->frames[f].position);
    if (m->frames[f].kind == FRAME_SLIDES) {
        c->second = plus(c->second, bend);
        c->speed = plus(c->speed, rate);
        c->path = plus(c->path, rate);
        c->stretched &= !s->moves[f];
    } else if (m->frames[f].kind == FRAME_TURNS) {
        real now = plus(length(cross(from, s->axes[f])), radius);
        real most = plus(now, times(half, c->speed));
        /* nothing slides below: the distance from the axis is at most that from the frame's origin,
         * and that is at most the length of the chain stretched out */
        if (c->stretched && f != m->bodies[who].frame)
            most = lesser_of(most, c->lever);
        c->second = plus(c->second, plus(times(most, plus(times(rate, rate), bend)),
                                         times(times(exact(2), rate), c->speed)));
        c->speed = plus(c->speed, times(most, rate));
        c->path = plus(c->path, times(now, rate));
    }
    if (f == m->bodies[who].frame)
        c->lever = plus(length(from), radius);
    if (m->frames[f].parent >= 0)
        c->lever =
            plus(c->lever, length(sub(s->frames[f].position, s->frames[m->frames[f].parent].position)));
}

/* Bounds on the second derivatives of the paths of all points within `radius` of a centre, which is
 * given in the frame of a body, as seen from each frame above it; from the world behind the frames. */
static void bends_of_chain(const rules *r, const sample *s, int who, real half, vec centre, real radius,
                           real *out)
{
    const model *m = r->model;
    chain c = chain_begin();
    centre = moved(&s->bodies[who], centre);
    for (int f = m->bodies[who].frame; f >= 0; f = m->frames[f].parent) {
        out[f] = size_above(c.second);
        chain_climb(r, s, who, f, half, centre, radius, &c);
    }
    out[m->frame_count] = size_above(c.second);
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
    chain c = chain_begin();
    int f = m->bodies[who].frame;
    if (f == common)
        return (travel){exact(0), exact(0), exact(0)};
    centre = moved(&s->bodies[who], centre);
    for (; f != common; f = m->frames[f].parent)
        chain_climb(r, s, who, f, half, centre, radius, &c);
    vec linear;
    vec angular;
    velocity_of(r, s, who, common, &linear, &angular);
    const real speed =
        size_above(plus(length(add(linear, cross(angular, centre))), times(length(angular), radius)));
    const real by_speed =
        plus(times(half, speed), times(times(half, half), times(exact(0.5), c.second)));
    return (travel){size_above(c.second), size_above(lesser_of(times(half, c.path), by_speed)), speed};
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
