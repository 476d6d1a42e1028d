/* Frames, bodies and velocities at a time of a motion. A part of rules.h. */

/* The piece of a track that holds on [from, to]: -1 before it, -2 after it, -3 none. A track that
 * stands still is as before it at all times. */
static long piece_of(const track *t, double from, double to)
{
    if (t->stands || to <= t->times[0])
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
static void shift(real c[MOST_POWERS], size_t degree, real u)
{
    for (size_t k = 0; k < degree; k++)
        for (size_t i = degree; i-- > k;)
            c[i] = plus(c[i], times(u, c[i + 1]));
}

/* Sets frames to the values of their variables at rest. */
static void set_rest(const rules *r, sample *s, pose *before)
{
    const model *m = r->model;
    for (size_t f = 0; f < m->frame_count; f++) {
        int v = m->frames[f].variable;
        s->taylor[MOST_POWERS * f] = v < 0 ? exact(0) : r->placed.rest[v];
        s->taylor[MOST_POWERS * f + 1] = exact(0);
        s->degrees[f] = 0;
        s->moves[f] = false;
        before[f] = r->placed.before[f];
    }
}

/* The derivatives of a polynomial about u, divided by factorials; of one that stands still, its value.
 * per: 1 / the length of the piece. */
static void about(const double *given, size_t degree, real u, real per, bool still, real c[MOST_POWERS])
{
    c[1] = exact(0);
    for (size_t d = 0; d <= degree; d++)
        c[d] = exact(given[d]);
    shift(c, degree, u);
    real unit = exact(1);
    for (size_t d = 1; d <= degree; d++) {
        unit = times(unit, per);
        c[d] = still ? exact(0) : times(c[d], unit);
    }
}

/* Sets the frames that a track moves. False: the interval is not in one piece of it. */
static bool set_track(const rules *r, sample *s, const track *t, double from, double to, pose *before)
{
    const model *m = r->model;
    const long piece = piece_of(t, from, to);
    if (piece == -3)
        return false;
    const bool still = piece < 0;
    const size_t own = piece == -1 ? 0 : piece == -2 ? t->piece_count - 1 : (size_t)piece;
    const real per = inverse(minus(exact(t->times[own + 1]), exact(t->times[own])));
    const real u = piece == -1   ? exact(0)
                   : piece == -2 ? exact(1)
                                 : times(minus(exact(s->time), exact(t->times[own])), per);
    for (size_t i = 0; i < t->column_count; i++) {
        real c[MOST_POWERS];
        about(t->coefficients + (own * t->column_count + i) * (t->degree + 1), t->degree, u, per, still,
              c);
        for (size_t f = 0; f < m->frame_count; f++) {
            if (m->frames[f].variable != t->variables[i])
                continue;
            memcpy(s->taylor + MOST_POWERS * f, c, ((t->degree ? t->degree : 1) + 1) * sizeof *c);
            s->degrees[f] = t->degree;
            s->moves[f] = !still;
        }
    }
    for (size_t i = 0; i < t->slot_count; i++)
        before[t->slots[i]] = pose_of(&t->before[own * t->slot_count + i]);
    return true;
}

/* Sets the coordinate of each frame, by powers of the time from s->time. False: the interval is not in
 * one piece. */
static bool set_coordinates(const rules *r, sample *s, double from, double to, pose *before)
{
    const model *m = r->model;
    set_rest(r, s, before);
    for (size_t k = 0; k < r->motion->track_count; k++)
        if (!set_track(r, s, &r->motion->tracks[k], from, to, before))
            return false;
    for (size_t f = 0; f < m->frame_count; f++) {
        const frame *own = &m->frames[f];
        real *c = s->taylor + MOST_POWERS * f;
        for (size_t d = 0; d <= s->degrees[f] && own->multiplier != 1; d++)
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
    const real value = s->taylor[MOST_POWERS * f];
    const real rate = s->taylor[MOST_POWERS * f + 1];
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
    if (s->known && s->time == time && s->from == from && s->to == to)
        return true;
    pose *before = room(m->frame_count, sizeof *before);
    s->time = time;
    s->from = from;
    s->to = to;
    bool good = set_coordinates(r, s, from, to, before);
    for (size_t f = 0; f < m->frame_count && good; f++)
        place_frame(r, s, f, &before[f]);
    free(before);
    for (size_t b = 0; b < m->body_count && good; b++)
        s->bodies[b] = m->bodies[b].frame < 0
                           ? r->placed.at[b]
                           : composed(&s->frames[m->bodies[b].frame], &r->placed.at[b]);
    return s->known = good;
}

/* The velocity of a body's points at the world's origin, and its turning, as seen from a frame above
 * it. */
static void velocity_of(const rules *r, const sample *s, int who, int common, vec *linear, vec *angular)
{
    const int f = r->model->bodies[who].frame;
    *linear = *angular = (vec){exact(0), exact(0), exact(0)};
    if (f == common)
        return;
    *linear = s->linear[f];
    *angular = s->angular[f];
    if (common < 0)
        return;
    *linear = sub(*linear, s->linear[common]);
    *angular = sub(*angular, s->angular[common]);
}

/* How far a body reaches from the origin of its frame, at most. */
static real reach_of_box(const struct body *own)
{
    real corner = exact(0);
    for (int i = 0; i < 3; i++) {
        real size = exact(fmax(fabs(own->boxes[0][i]), fabs(own->boxes[0][3 + i])));
        corner = plus(corner, times(size, size));
    }
    return size_above(root(corner));
}

/* How far a body is at most from where it would be as another model has it, at a time; infinite where
 * that is no rounding error. docs/proofs.md, "Where objects are". */
double RULES(shift_of)(rules *before, rules *now, int index, double time)
{
    const struct body *own = &now->model->bodies[index];
    const real reach = reach_of_box(own);
    if (!take_sample(before, &before->samples[0], time, time, time) ||
        !take_sample(now, &now->samples[0], time, time, time))
        return HUGE_VAL;
    const pose *was = &before->samples[0].bodies[index];
    const pose *is = &now->samples[0].bodies[index];
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
