/* Whether bodies are inside closed meshes: docs/proofs.md, "Solids". A part of rules.h. */

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

/* How often the solids of a body wind round a point: in them more than 0 times. False: it is not
 * certain.
 */
static bool winding_of_solids(const struct body *own, vec point, int *out)
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
    *out = total;
    return true;
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
            int total;
            if (!winding_of_solids(&r->model->bodies[outer], moved(&at, seed), &total) || total > 0)
                return false;
        }
    }
    return true;
}
