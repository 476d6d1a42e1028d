/* With all joints at 0, a joint turns or slides points along an axis in the world. A body is where the
 * joints above it move it, the last one first, from where it is then. Let f_1 to f_n be these motions,
 * at the values of a time, as the files have them, g_1 to g_n as the proof has them, and p and q the
 * same point with the joints at 0. All are isometries, so
 *
 *   |f_1 ... f_n p - g_1 ... g_n q| <= |p - q| + sum over k of |f_k(x_k) - g_k(x_k)|, with x_k =
 * g_(k+1) ... g_n q.
 *
 * Let c and d be points on the axes a and b of f_k and g_k, s and t their values, and r a bound on |x_k
 * - d|. Then
 *
 *   of a slide  |f_k(x_k) - g_k(x_k)| <= |a - b| |t| + |s - t|
 *   of a turn   |f_k(x_k) - g_k(x_k)| <= (|a - b| min(2, |t|) + |s - t|) (r + |c - d|) + min(2, |t|) |c
 * - d|,
 *
 * because the rotations are exp(s [a]) and exp(t [b]), and their difference is at most that of s [a]
 * and t [b], and at most 2 |a - b| where s = t. */
#include "source_kinematics.h"

#include <math.h>
#include <stdlib.h>

/* The frames above one, from the world on. *count: how many. */
static int *chain_of_model(const model *m, int last, size_t *count)
{
    *count = 0;
    for (int f = last; f >= 0; f = m->frames[f].parent)
        ++*count;
    int *chain = room(*count, sizeof *chain);
    size_t left = *count;
    for (int f = last; f >= 0; f = m->frames[f].parent)
        chain[--left] = f;
    return chain;
}

static int *chain_of_files(const source_bodies *all, int last, size_t *count)
{
    *count = 0;
    for (int f = last; f >= 0; f = all->frames[f].parent)
        ++*count;
    int *chain = room(*count, sizeof *chain);
    size_t left = *count;
    for (int f = last; f >= 0; f = all->frames[f].parent)
        chain[--left] = f;
    return chain;
}

bool variables_agree(const source_bodies *all, const model *m, const carried *c, int *variables,
                     refusal *why)
{
    size_t own_count;
    size_t of_count;
    int *own = chain_of_model(m, c->own, &own_count);
    int *of = chain_of_files(all, c->of, &of_count);
    bool good = own_count == of_count ||
                refuse(why, "body \"%.80s\" is moved by %zu frames, and in the proof by %zu", c->name,
                       of_count, own_count);
    for (size_t k = 0; k < own_count && good; k++) {
        const frame *one = &m->frames[own[k]];
        const source_frame *other = &all->frames[of[k]];
        const char *name = all->scene->robots[other->robot].joints[other->joint].name;
        good = one->kind == other->kind ||
               refuse(why, "joint \"%.80s\" is of another kind in the proof", name);
        if (!good)
            break;
        if (other->variable < 0 || one->variable < 0) {
            good =
                (other->variable < 0 && one->variable < 0) ||
                refuse(why, "joint \"%.80s\" has no value of its own, or has none in the proof", name);
            continue;
        }
        int *known = &variables[other->variable];
        for (size_t i = 0; i < all->variable_count && good && *known < 0; i++)
            good = variables[i] != one->variable ||
                   refuse(why, "joint \"%.80s\" follows another joint in the proof", name);
        if (good && *known < 0)
            *known = one->variable;
        good = good && (*known == one->variable ||
                        refuse(why, "joint \"%.80s\" follows another joint in the proof", name));
    }
    free(own);
    free(of);
    return good;
}

/* ---- deviations --------------------------------------------------------------------------------- */

static double up(double value)
{
    return value * (1 + 0x1p-48);
}

/* A chain of joints with all values at 0. */
typedef struct zero {
    pose own, of; /* of the frame that was reached */
} zero;

/* The largest difference of a joint's value in the proof from that of the files, and its largest value.
 */
static void value_of(const frame *own, const source_frame *of, const movement *by, double *off,
                     double *size)
{
    const real multiplier = minus(exact(own->multiplier), of->multiplier);
    const real offset = minus(exact(own->offset), of->offset);
    const double span = own->variable < 0 ? 0 : by->span[own->variable];
    const double other = own->variable < 0 ? 0 : by->off[own->variable];
    *size = up(fabs(own->multiplier) * span + fabs(own->offset));
    *off = up(most(multiplier) * span + most(offset) + most(of->multiplier) * other);
}

/* What one joint adds. axes, origins: with all joints at 0. reach: of the points that it moves from its
 * origin. */
static double joint_deviation(const frame *own, const source_frame *of, const movement *by,
                              const zero *at, vec axis, double reach)
{
    double off;
    double size;
    value_of(own, of, by, &off, &size);
    const double turned = most(length(sub(axis, at->own.z)));
    if (own->kind == FRAME_SLIDES)
        return up(turned * size + off);
    const double aside = most(length(sub(at->of.position, at->own.position)));
    return up((turned * fmin(2, size) + off) * (reach + aside) + fmin(2, size) * aside);
}

/* So far are points within a reach of the origin apart in two frames. */
static double pose_deviation(const pose *a, const pose *b, double reach)
{
    const real columns =
        plus(plus(length(sub(a->x, b->x)), length(sub(a->y, b->y))), length(sub(a->z, b->z)));
    return up(most(length(sub(a->position, b->position))) + most(columns) * reach);
}

double kinematic_deviation(const source_bodies *all, const model *m, const carried *c,
                           const movement *by)
{
    size_t count;
    size_t of_count;
    int *own = chain_of_model(m, c->own, &count);
    int *of = chain_of_files(all, c->of, &of_count);
    double *reach = room(count + 1, sizeof *reach);
    double deviation = 0;
    /* how far points can be from the origin of each frame, from the last one on */
    double far = up(most(length(c->own_at.position)) + c->reach);
    for (size_t k = count; k-- > 0;) {
        const frame *f = &m->frames[own[k]];
        reach[k] = far;
        far = up(far + most(length(by->before[own[k]].position)));
        if (f->kind == FRAME_SLIDES)
            far = up(far + fabs(f->offset) +
                     (f->variable < 0 ? 0 : fabs(f->multiplier) * by->span[f->variable]));
    }
    zero at = {identity(), identity()};
    for (size_t k = 0; k < count && k < of_count; k++) {
        const frame *f = &m->frames[own[k]];
        const source_frame *s = &by->frames[of[k]];
        if (!by->known[of[k]]) {
            /* its place is that of the proof, whatever it is */
            at = (zero){identity(), identity()};
            continue;
        }
        at.own = composed(&at.own, &by->before[own[k]]);
        at.of = composed(&at.of, &s->before);
        if (f->kind != FRAME_FIXED)
            deviation =
                up(deviation + joint_deviation(f, s, by, &at, turned(&at.of, s->axis), reach[k]));
    }
    const pose own_end = composed(&at.own, &c->own_at);
    const pose of_end = composed(&at.of, &c->of_at);
    if (!c->end_is_free)
        deviation = up(deviation + pose_deviation(&own_end, &of_end, c->reach));
    free(reach);
    free(own);
    free(of);
    return deviation >= 0 ? deviation : HUGE_VAL;
}
