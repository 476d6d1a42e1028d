/* Bounds on how far and how fast points get: docs/proofs.md, (1) to (3). A part of rules.h. */

/* Times about that of a sample: from `half` before `middle`, which is counted from the sample's time,
 * to `half` after it; none is farther from the sample's time than `most`. */
typedef struct times_about {
    real middle, half, most;
} times_about;

/* Times on both sides of a sample's. */
static times_about on_both_sides(real half)
{
    return (times_about){exact(0), half, half};
}

/* Times from a sample's on. */
static times_about from_now_on(real h)
{
    const real half = size_above(times(exact(0.5), h));
    return (times_about){half, half, h};
}

/* Bounds on the first and the second derivative of a frame's coordinate. */
static void rates_of(const sample *s, size_t f, const times_about *when, real *first, real *second)
{
    real c[MOST_POWERS];
    const size_t degree = s->degrees[f];
    *first = *second = exact(0);
    if (!s->moves[f])
        return;
    memcpy(c, s->taylor + MOST_POWERS * f, (degree + 1) * sizeof *c);
    if (near(when->middle) > 0)
        shift(c, degree, when->middle);
    for (size_t i = degree; i >= 1; i--) {
        real size = size_above(c[i]);
        *first = size_above(plus(times(*first, when->half), times(exact((double)i), size)));
        if (i >= 2)
            *second =
                size_above(plus(times(*second, when->half), times(exact((double)(i * (i - 1))), size)));
    }
}

/* What is known of the paths of points near a body's end of a chain of joints, from the body up to some
 * frame: relative to that frame. */
typedef struct chain {
    real second, speed, path;
    real axis;  /* no point is farther from the axis of the body's frame, */
    real lever; /* nor from the origin of the last frame above: the chain stretched out, with slides at
                   their longest */
} chain;

/* axis, lever: those of the body's own frame; infinite: they follow from the points' ball. */
static chain chain_begin(real axis, real lever)
{
    return (chain){exact(0), exact(0), exact(0), axis, lever};
}

/* Adds a frame of the chain. centre: in the world; the points are within `radius` of it. */
static void chain_climb(const rules *r, const sample *s, int who, int f, const times_about *when,
                        vec centre, real radius, chain *c)
{
    const model *m = r->model;
    real rate;
    real bend;
    rates_of(s, (size_t)f, when, &rate, &bend);
    vec from = sub(centre, s->frames[f].position);
    if (f == m->bodies[who].frame)
        c->lever = lesser_of(c->lever, plus(length(from), radius));
    if (m->frames[f].kind == FRAME_SLIDES) {
        c->second = plus(c->second, bend);
        c->speed = plus(c->speed, rate);
        c->path = plus(c->path, rate);
    } else if (m->frames[f].kind == FRAME_TURNS) {
        real now = plus(length(cross(from, s->axes[f])), radius);
        real most = plus(now, times(when->most, c->speed));
        most = lesser_of(most, f == m->bodies[who].frame ? c->axis : c->lever);
        c->second = plus(c->second, plus(times(most, plus(times(rate, rate), bend)),
                                         times(times(exact(2), rate), c->speed)));
        c->speed = plus(c->speed, times(most, rate));
        c->path = plus(c->path, times(now, rate));
    }
    if (m->frames[f].parent >= 0)
        c->lever =
            plus(c->lever, length(sub(s->frames[f].position, s->frames[m->frames[f].parent].position)));
    if (m->frames[f].kind == FRAME_SLIDES)
        c->lever = plus(c->lever, times(when->most, rate));
}

/* Bounds on the second derivatives of the paths of all points within `radius` of a centre, which is
 * given in the frame of a body, as seen from each frame above it; from the world behind the frames. */
static void bends_of_chain(const rules *r, const sample *s, int who, const times_about *when,
                           vec centre, real radius, real *out)
{
    const model *m = r->model;
    chain c = chain_begin(exact(HUGE_VAL), exact(HUGE_VAL));
    centre = moved(&s->bodies[who], centre);
    for (int f = m->bodies[who].frame; f >= 0; f = m->frames[f].parent) {
        out[f] = size_above(c.second);
        chain_climb(r, s, who, f, when, centre, radius, &c);
    }
    out[m->frame_count] = size_above(c.second);
}

typedef struct travel {
    real second, distance, speed;
} travel;

/* Bounds on the paths of all points within `radius` of a centre, which is given in the frame of a body,
 * relative to a frame above it. */
static travel travel_of(const rules *r, const sample *s, int who, int common, const times_about *when,
                        vec centre, real radius)
{
    const model *m = r->model;
    chain c = chain_begin(exact(HUGE_VAL), exact(HUGE_VAL));
    int f = m->bodies[who].frame;
    if (f == common)
        return (travel){exact(0), exact(0), exact(0)};
    centre = moved(&s->bodies[who], centre);
    for (; f != common; f = m->frames[f].parent)
        chain_climb(r, s, who, f, when, centre, radius, &c);
    vec linear;
    vec angular;
    velocity_of(r, s, who, common, &linear, &angular);
    const real speed =
        size_above(plus(length(add(linear, cross(angular, centre))), times(length(angular), radius)));
    const real by_speed = plus(times(when->most, speed),
                               times(times(when->most, when->most), times(exact(0.5), c.second)));
    return (travel){size_above(c.second), size_above(lesser_of(times(when->most, c.path), by_speed)),
                    speed};
}

/* The sum of both bodies' travel. */
static travel travel_of_pair(const rules *r, const sample *s, const pair *p, const times_about *when)
{
    travel sum = {exact(0), exact(0), exact(0)};
    for (int k = 0; k < 2; k++) {
        const double *ball = r->model->bodies[p->bodies[k]].ball;
        travel own = travel_of(r, s, p->bodies[k], p->common, when, exact_vec(ball), exact(ball[3]));
        sum.second = plus(sum.second, own.second);
        sum.distance = plus(sum.distance, own.distance);
        sum.speed = plus(sum.speed, own.speed);
    }
    return sum;
}

/* A bound on the second derivatives of the paths of all points of the cores of a body's elements,
 * relative to a frame above it. */
static real second_of_cores(const rules *r, const sample *s, int who, int common,
                            const times_about *when)
{
    const model *m = r->model;
    const struct body *own = &m->bodies[who];
    chain c = chain_begin(exact(own->levers[0]), exact(own->levers[1]));
    const vec centre = moved(&s->bodies[who], exact_vec(own->ball));
    for (int f = own->frame; f != common; f = m->frames[f].parent)
        chain_climb(r, s, who, f, when, centre, exact(own->ball[3]), &c);
    return size_above(c.second);
}
