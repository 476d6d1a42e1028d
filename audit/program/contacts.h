/* How near bodies are, at most: docs/proofs.md, "Contacts". A part of rules.h. */

/* A number of at most some size. */
static double within(double value, double size)
{
    return value < -size ? -size : value > size ? size : value;
}

/* A point of the hull of an element's points: any weights of 0 or more give one. */
static vec point_of_hull(const element *e, const double near_to[3])
{
    weighted found[4];
    size_t count = weights_of_nearest((const double(*)[3])e->points, e->point_count, near_to, found);
    real sum = exact(found[0].weight);
    vec point = scaled(sum, exact_vec(e->points[found[0].point]));
    for (size_t i = 1; i < count; i++) {
        const real weight = exact(found[i].weight);
        sum = plus(sum, weight);
        point = add(point, scaled(weight, exact_vec(e->points[found[i].point])));
    }
    return scaled(inverse(sum), point);
}

/* A vector, shortened to length 1 if it is longer. */
static vec shortened(vec v)
{
    return scaled(inverse(larger(exact(1), length(v))), v);
}

/* A quotient of numbers of 0 or more; 0 where it is none. */
static double share(double value, double of)
{
    value /= of;
    return of > 0 && isfinite(value) ? value : 0;
}

/* A point of an element's core near a given one, in the frame of the core. Which one does not matter:
 * the exact value of each formula is a point of the core, whatever the numbers in it. */
static vec point_of_core(const element *e, const double near_to[3])
{
    const double *half = e->half;
    const real none = exact(0);
    const double z = within(near_to[2], half[2]);
    switch (e->core) {
    case CORE_POINTS:
        return point_of_hull(e, near_to);
    case CORE_SEGMENT:
        return (vec){none, none, exact(z)};
    case CORE_BOX:
        return (vec){exact(within(near_to[0], half[0])), exact(within(near_to[1], half[1])), exact(z)};
    case CORE_CYLINDER:
    case CORE_CONE: {
        real radius = exact(e->base);
        if (e->core == CORE_CONE && half[2] > 0)
            radius = times(radius, times(minus(exact(half[2]), exact(z)), inverse(exact(2 * half[2]))));
        const double size = near(radius);
        vec across =
            shortened((vec){exact(share(near_to[0], size)), exact(share(near_to[1], size)), none});
        return (vec){times(radius, across.x), times(radius, across.y), exact(z)};
    }
    case CORE_ELLIPSOID: {
        vec in_ball =
            shortened((vec){exact(share(near_to[0], half[0])), exact(share(near_to[1], half[1])),
                            exact(share(near_to[2], half[2]))});
        return (vec){times(exact(half[0]), in_ball.x), times(exact(half[1]), in_ball.y),
                     times(exact(half[2]), in_ball.z)};
    }
    }
    return (vec){none, none, none};
}

/* A point of the core of an element that a contact names, in the frame of the body. */
static vec point_of_contact(const rules *r, const contact *c, int side)
{
    const int who = c->pair->bodies[side];
    const element *e = &r->model->bodies[who].elements[c->elements[side]];
    if (!e->has_at)
        return point_of_core(e, c->points[side]);
    const pose *at = &r->placed.elements[who][c->elements[side]];
    vec p = turned_back(at, sub(exact_vec(c->points[side]), at->position));
    return moved(at, point_of_core(e, (double[]){near(p.x), near(p.y), near(p.z)}));
}

/* An upper bound of a number of 0 or more. */
static double bound_of(real value)
{
    return near(size_above(value)) * (1 + 0x1p-50);
}

/* By how much more than is required bodies may be apart, as the program rounds: a share of their sizes
 * and of their distances from the world's origin, whatever a contact says. */
static double rounding_of(const rules *r, const pair *p)
{
    real size = exact(0);
    for (int k = 0; k < 2; k++) {
        const int who = p->bodies[k];
        size = plus(size, plus(length(r->samples[0].bodies[who].position),
                               reach_of_box(&r->model->bodies[who])));
    }
    return bound_of(size) * 0x1p-40;
}

nearness RULES(nearness_of)(rules *r, const contact *c)
{
    nearness out = {HUGE_VAL, 0};
    sample *s = &r->samples[0];
    if (!take_sample(r, s, c->time, c->time, c->time))
        return out;
    const struct body *first = &r->model->bodies[c->pair->bodies[0]];
    const struct body *second = &r->model->bodies[c->pair->bodies[1]];
    const real shifts = plus(exact(first->shift), exact(second->shift));
    /* where objects were put is rounded, too */
    out.rounding = rounding_of(r, c->pair) + bound_of(shifts);
    if (c->inner >= 0) {
        const int outer = c->pair->bodies[1 - c->inner];
        const pose at = relative(&s->bodies[outer], &s->bodies[c->pair->bodies[c->inner]]);
        const vec point = moved(&at, point_of_contact(r, c, c->inner));
        int total = 0;
        if (winding_of_solids(&r->model->bodies[outer], point, &total) && total > 0)
            out.gap = bound_of(shifts);
        return out;
    }
    const pose at = relative(&s->bodies[c->pair->bodies[0]], &s->bodies[c->pair->bodies[1]]);
    const real between = length(sub(moved(&at, point_of_contact(r, c, 1)), point_of_contact(r, c, 0)));
    const real radii = plus(exact(first->elements[c->elements[0]].radius),
                            exact(second->elements[c->elements[1]].radius));
    out.gap = bound_of(larger(minus(plus(between, shifts), radii), exact(0)));
    return out;
}
