/* Bounds on how far and how fast points get: docs/claims.md, (1) to (3). A part of rules.h. */

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
    real lever = exact(HUGE_VAL);
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
    vec linear;
    vec angular;
    velocity_of(r, s, who, common, &linear, &angular);
    out.speed =
        size_above(plus(length(add(linear, cross(angular, centre))), times(length(angular), radius)));
    real by_speed =
        plus(times(half, out.speed), times(times(half, half), times(exact(0.5), out.second)));
    out.distance = size_above(lesser_of(times(half, path), by_speed));
    out.second = size_above(out.second);
    return out;
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
