/* The comparison of verdicts: the pairs and times that verdicts name, and samples of the whole motion,
 * are measured, and each distance is held against the statements of all verdicts. The statements and
 * their rules stand at lw_cross_check (leeway/cross.h).
 *
 * Distances are those of lw_pair_distance. To choose the pairs of a sample, spheres about the bodies
 * are compared pair by pair, without the broad phase that the methods share: so a pair that it loses is
 * found here. */
#include "check/ask/cross.h"

#include "base/error.h"
#include "check/checker/measure.h"
#include "distance/distance.h"
#include "math/rounding.h"
#include "motion/stages.h"

#include <math.h>
#include <stdlib.h>

/* the share of the motion's length by which rounding may move a time */
static const double TIME_ERROR = 1e-12;

/* A pair that is in contact where a motion begins, and the lower end of its distance there. */
typedef struct start_pair {
    int64_t bodies[2]; /* of the motion's scene */
    double lower;
} start_pair;

typedef struct comparison {
    lw_checker *checker; /* of the motion's scene */
    lw_checker *own;     /* of a stage's scene; NULL: before the first stage that has its own */
    lw_checker *at;      /* the one of these that the current stage uses */
    const lw_motion *motion, *stage;
    const lw_check_options *options;
    const lw_verdict *const *verdicts;
    size_t count;
    bool leaving;                /* some verdict is on a motion that begins in contact */
    LW_LIST(lw_pair_id) pairs;   /* of the stage */
    LW_LIST(start_pair) started; /* pairs in contact at the beginning, where `leaving` is set */
    lw_verdict unused;           /* counts queries */
    lw_cross_findings *out;
    bool out_of_memory;
} comparison;

/* A measured distance. */
typedef struct measure {
    double time;
    lw_pair pair;      /* of the stage */
    int64_t bodies[2]; /* of the motion's scene */
    lw_distance distance;
    double rounding; /* of the poses and of the distance */
} measure;

/* A lower bound of a distance that a verdict states. */
typedef struct statement {
    double bound; /* -HUGE_VAL: it states nothing */
    lw_conflict_kind kind;
} statement;

/* ---- stages ------------------------------------------------------------------------------------ */

/* Lists the pairs of the current stage. */
static void list_pairs(comparison *c)
{
    const lw_frozen *frozen = c->at->frozen;
    c->pairs.count = 0;
    if (!LW_ARRAY_RESERVE(&c->pairs, frozen->pairs.count)) {
        c->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < frozen->pairs.count; i++)
        c->pairs.items[c->pairs.count++] = lw_frozen_pair_at(frozen, i);
}

static void end_stage(comparison *c)
{
    if (c->stage)
        lw_checker_end(c->at);
    c->stage = NULL;
}

/* Prepares a checker for distances in a stage. */
static lw_status use_stage(comparison *c, size_t index, lw_error *error)
{
    const lw_motion *stage = lw_motion_stage(c->motion, index);
    lw_status status = LW_OK;
    if (stage == c->stage)
        return LW_OK;
    end_stage(c);
    c->at = c->checker;
    if (stage->scene != c->checker->scene) {
        status = c->own ? lw_checker_set_scene(c->own, stage->scene, error)
                        : lw_checker_create(stage->scene, &c->own, error);
        c->at = c->own;
    }
    if (status)
        return status;
    const uint64_t before = c->unused.queries;
    lw_checker_begin(c->at, stage, c->options, &c->unused);
    c->unused.queries = before;
    c->stage = stage;
    list_pairs(c);
    return c->out_of_memory ? lw_fail_memory(error) : LW_OK;
}

static bool holds_time(const lw_motion *stage, double time)
{
    return stage->begin <= time && time <= stage->end;
}

/* ---- distances --------------------------------------------------------------------------------- */

static void sample_at(const comparison *c, double time)
{
    lw_checker_sample(c->at, lw_motion_piece_at(c->stage, time), time, 0);
}

/* Measures a pair of the stage at the sample. */
static measure measure_pair(comparison *c, lw_pair_id id)
{
    const lw_kinematics *kinematics = &c->at->kinematics;
    measure m = {.time = kinematics->time, .pair = lw_frozen_pair(c->at->frozen, id)};
    const int32_t bodies[2] = {m.pair.a, m.pair.b};
    double size = m.pair.padding[0] + m.pair.padding[1];
    for (int k = 0; k < 2; k++) {
        size += lw_frozen_body(c->at->frozen, bodies[k])->geometry->extent;
        m.bodies[k] = lw_stage_body(c->at->scene, (size_t)bodies[k], c->checker->scene);
    }
    size += norm(sub(lw_body_pose(kinematics, bodies[1]).position,
                     lw_body_pose(kinematics, bodies[0]).position));
    lw_checker_distance(c->at, &m.pair, -1, &m.distance);
    m.rounding = lw_pair_error(kinematics, &m.pair) + lw_distance_rounding(size);
    return m;
}

/* Whether the distance is certainly below, or above, a bound. */
static bool surely_below(const measure *m, double bound)
{
    return m->distance.upper < bound - m->rounding;
}

static bool surely_above(const measure *m, double bound)
{
    return m->distance.lower > bound + m->rounding;
}

/* ---- conflicts --------------------------------------------------------------------------------- */

/* Adds a conflict, unless there is one of its kind for these methods. m NULL: no distance. */
static void add_conflict(comparison *c, lw_conflict_kind kind, size_t accused, size_t accuser,
                         const measure *m, double time, double allowed)
{
    lw_cross_findings *out = c->out;
    const lw_method methods[2] = {(lw_method)accused, (lw_method)accuser};
    for (size_t i = 0; i < out->conflicts.count; i++) {
        const lw_conflict *known = &out->conflicts.items[i];
        if (known->kind == kind && known->methods[0] == methods[0] && known->methods[1] == methods[1])
            return;
    }
    if (!LW_ARRAY_GROW(&out->conflicts)) {
        c->out_of_memory = true;
        return;
    }
    lw_conflict *conflict = &out->conflicts.items[out->conflicts.count++];
    *conflict = (lw_conflict){.kind = kind,
                              .methods = {methods[0], methods[1]},
                              .time = time,
                              .pair = {-1, -1},
                              .allowed = allowed};
    if (!m)
        return;
    conflict->pair[0] = m->bodies[0];
    conflict->pair[1] = m->bodies[1];
    conflict->distance = m->distance;
    conflict->rounding = m->rounding;
}

/* ---- statements -------------------------------------------------------------------------------- */

static bool is_clearance(const lw_verdict *verdict, const lw_clearance *clearance)
{
    return verdict->kind == LW_VERDICT_FREE && clearance->pair[0] >= 0;
}

/* Whether a pair is that of a measure; its bodies stand in another order where one of them is carried.
 */
static bool is_pair_of(const start_pair *start, const measure *m)
{
    return (start->bodies[0] == m->bodies[0] && start->bodies[1] == m->bodies[1]) ||
           (start->bodies[0] == m->bodies[1] && start->bodies[1] == m->bodies[0]);
}

/* The bound for a pair on a motion that begins in contact, as long as nothing gets deeper. */
static double kept_bound(const comparison *c, const measure *m)
{
    for (size_t i = 0; i < c->started.count; i++) {
        const start_pair *start = &c->started.items[i];
        if (is_pair_of(start, m))
            return lesser(m->pair.margin, start->lower - c->options->depth_tolerance);
    }
    return m->pair.margin;
}

/* The largest lower bound that a verdict states of a distance. */
static statement statement_of(const comparison *c, const lw_verdict *v, const measure *m)
{
    statement s = {-HUGE_VAL, LW_CONFLICT_PROOF};
    if (v->kind == LW_VERDICT_FREE || m->time < v->free_until)
        s.bound = m->pair.margin;
    if (v->start_pairs && m->time < v->kept_until)
        s.bound = greater(s.bound, kept_bound(c, m));
    if (v->kind == LW_VERDICT_LEAVES && m->time > v->time)
        s.bound = greater(s.bound, m->pair.margin);
    const lw_clearance *clearance = m->pair.self ? &v->self_clearance : &v->clearance;
    if (is_clearance(v, clearance) && clearance->lower > s.bound)
        s = (statement){clearance->lower, LW_CONFLICT_CLEARANCE};
    return s;
}

/* Holds a distance against all verdicts. accuser: the method whose verdict names the pair and the time;
 * c->count: a sample. contact: it says that they are in contact. */
static void hold(comparison *c, const measure *m, size_t accuser, bool contact)
{
    for (size_t i = 0; i < c->count; i++) {
        if (!c->verdicts[i])
            continue;
        const statement s = statement_of(c, c->verdicts[i], m);
        if (surely_below(m, s.bound))
            add_conflict(c, s.kind, i, accuser < c->count ? accuser : i, m, m->time, s.bound);
        else if (m->distance.upper <= s.bound || (contact && s.bound >= m->pair.margin))
            c->out->grazing++;
    }
}

/* ---- one verdict by itself --------------------------------------------------------------------- */

/* Whether the members of a verdict exclude each other. */
static bool contradicts_itself(const comparison *c, const lw_verdict *v)
{
    const lw_motion *motion = c->motion;
    const double slack = TIME_ERROR * motion->length;
    const double tolerance = c->options->time_tolerance * motion->length + slack;
    if (!(v->free_until >= motion->begin && v->free_until <= motion->end))
        return true;
    switch (v->kind) {
    case LW_VERDICT_FREE:
        return v->free_until < motion->end || v->clearance.lower > v->clearance.upper ||
               v->self_clearance.lower > v->self_clearance.upper;
    case LW_VERDICT_CONTACT:
        return !(v->time >= v->free_until && v->time <= motion->end) || v->pair[0] < 0 ||
               (v->first && !v->start_pairs && v->time - v->free_until > tolerance);
    case LW_VERDICT_LEAVES:
        return !v->start_pairs || !(v->time >= motion->begin && v->time <= motion->end);
    case LW_VERDICT_UNDECIDED:
        break;
    }
    return false;
}

static void check_alone(comparison *c, size_t method)
{
    const lw_verdict *v = c->verdicts[method];
    if (contradicts_itself(c, v))
        add_conflict(c, LW_CONFLICT_ITSELF, method, method, NULL,
                     v->kind == LW_VERDICT_FREE ? v->free_until : v->time, 0);
}

/* ---- pairs and times that verdicts name ------------------------------------------------------- */

/* The largest distance at which a verdict may name a contact of the pair. */
static double contact_bound(const comparison *c, const lw_verdict *v, const measure *m)
{
    return v->failure == LW_FAILURE_DEEPER ? v->start_distance[0] - c->options->depth_tolerance
                                           : m->pair.margin;
}

/* Measures the pair of a contact (NULL: its pair is that of a clearance) at its time, in each stage
 * that holds it, and holds the distances against all verdicts. Returns whether a distance shows that
 * the contact is real, beyond rounding. */
static lw_status check_named(comparison *c, size_t method, const lw_clearance *clearance, bool *real,
                             lw_error *error)
{
    const lw_verdict *v = c->verdicts[method];
    const int64_t *pair = clearance ? clearance->pair : v->pair;
    const double time = clearance ? clearance->at : v->time;
    const lw_conflict_kind kind = clearance ? LW_CONFLICT_CLEARANCE : LW_CONFLICT_CONTACT;
    measure worst;
    double allowed = 0;
    bool possible = false;
    bool measured = false;
    *real = false;
    for (size_t i = 0; i < lw_motion_stage_count(c->motion); i++) {
        if (!holds_time(lw_motion_stage(c->motion, i), time))
            continue;
        lw_status status = use_stage(c, i, error);
        if (status)
            return status;
        const int64_t a = lw_motion_stage_body(c->motion, i, (size_t)pair[0]);
        const int64_t b = lw_motion_stage_body(c->motion, i, (size_t)pair[1]);
        const int64_t index =
            a < 0 || b < 0 ? -1 : lw_scene_find_pair(c->at->scene, (size_t)a, (size_t)b);
        if (index < 0)
            continue;
        sample_at(c, time);
        const measure m = measure_pair(c, c->pairs.items[index]);
        const double bound = clearance ? clearance->upper : contact_bound(c, v, &m);
        *real = *real || (!clearance && surely_below(&m, bound));
        possible = possible || !surely_above(&m, bound);
        worst = m;
        allowed = bound;
        measured = true;
        hold(c, &m, method, !clearance);
    }
    if (!possible)
        add_conflict(c, kind, method, method, measured ? &worst : NULL, time, allowed);
    return c->out_of_memory ? lw_fail_memory(error) : LW_OK;
}

/* A method calls its contact the first, and another one has found a real one before it, beyond the time
 * tolerance; in a part that the first method has proven, `hold` has said so. */
static void compare_first(comparison *c, size_t one, size_t other, bool real)
{
    const lw_verdict *a = c->verdicts[one];
    const lw_verdict *b = c->verdicts[other];
    const double tolerance = (c->options->time_tolerance + TIME_ERROR) * c->motion->length;
    if (real && a->kind == LW_VERDICT_CONTACT && a->first && !a->start_pairs &&
        b->time >= a->free_until && b->time < a->time - tolerance)
        add_conflict(c, LW_CONFLICT_FIRST, one, other, NULL, b->time, 0);
}

static lw_status check_all_named(comparison *c, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < c->count && !status; i++) {
        const lw_verdict *v = c->verdicts[i];
        bool real = false;
        if (!v)
            continue;
        check_alone(c, i);
        if (v->kind == LW_VERDICT_CONTACT && v->pair[0] >= 0)
            status = check_named(c, i, NULL, &real, error);
        for (size_t k = 0; k < c->count; k++)
            if (k != i && c->verdicts[k])
                compare_first(c, k, i, real);
        if (!status && is_clearance(v, &v->clearance))
            status = check_named(c, i, &v->clearance, &real, error);
        if (!status && is_clearance(v, &v->self_clearance))
            status = check_named(c, i, &v->self_clearance, &real, error);
    }
    return status;
}

/* ---- samples ----------------------------------------------------------------------------------- */

/* The largest lower bound that the verdicts state of distances of a kind of pairs, except margins. */
static double largest_clearance(const comparison *c, bool self)
{
    double most = 0;
    for (size_t i = 0; i < c->count; i++) {
        const lw_verdict *v = c->verdicts[i];
        const lw_clearance *clearance = v ? (self ? &v->self_clearance : &v->clearance) : NULL;
        if (v && is_clearance(v, clearance))
            most = greater(most, clearance->lower);
    }
    return most;
}

/* Whether spheres about the bodies of a pair are farther apart at the sample than a distance. */
static bool is_far(const comparison *c, const lw_pair *pair, double distance)
{
    const lw_kinematics *kinematics = &c->at->kinematics;
    const double between =
        norm(sub(lw_body_center(kinematics, pair->b), lw_body_center(kinematics, pair->a)));
    const double reach = distance + pair->padding[0] + pair->padding[1] +
                         lw_frozen_body(c->at->frozen, pair->a)->geometry->radius +
                         lw_frozen_body(c->at->frozen, pair->b)->geometry->radius +
                         2 * lw_pair_error(kinematics, pair);
    return between > reach * LW_UPWARD;
}

/* Whether some verdict states anything of a time. */
static bool is_stated(const comparison *c, double time)
{
    for (size_t i = 0; i < c->count; i++) {
        const lw_verdict *v = c->verdicts[i];
        if (v && (v->kind == LW_VERDICT_FREE || time < v->free_until ||
                  (v->start_pairs && time < v->kept_until) ||
                  (v->kind == LW_VERDICT_LEAVES && time > v->time)))
            return true;
    }
    return false;
}

/* Measures all pairs of the stage that are near at a time. */
static void measure_all(comparison *c, double time)
{
    const double least[2] = {largest_clearance(c, false), largest_clearance(c, true)};
    sample_at(c, time);
    for (size_t i = 0; i < c->pairs.count; i++) {
        const lw_pair pair = lw_frozen_pair(c->at->frozen, c->pairs.items[i]);
        if (is_far(c, &pair, greater(pair.margin, least[pair.self])))
            continue;
        const measure m = measure_pair(c, c->pairs.items[i]);
        hold(c, &m, c->count, false);
    }
}

static bool is_stopped(const comparison *c)
{
    return c->options->stop && c->options->stop(c->options->stop_context);
}

static lw_status sample_all(comparison *c, uint64_t samples, lw_error *error)
{
    const lw_motion *motion = c->motion;
    for (uint64_t i = 0; i < samples && !is_stopped(c); i++) {
        const double time =
            samples > 1 ? lw_motion_time(motion, (double)i, (double)(samples - 1)) : motion->begin;
        if (!is_stated(c, time))
            continue;
        for (size_t k = 0; k < lw_motion_stage_count(motion); k++) {
            if (!holds_time(lw_motion_stage(motion, k), time))
                continue;
            lw_status status = use_stage(c, k, error);
            if (status)
                return status;
            measure_all(c, time);
        }
        c->out->samples++;
        if (c->out_of_memory)
            return lw_fail_memory(error);
    }
    return LW_OK;
}

/* Lists the pairs that are not certainly free where the motion begins. */
static lw_status list_started(comparison *c, lw_error *error)
{
    lw_status status = use_stage(c, 0, error);
    if (status)
        return status;
    sample_at(c, c->motion->begin);
    for (size_t i = 0; i < c->pairs.count; i++) {
        const lw_pair pair = lw_frozen_pair(c->at->frozen, c->pairs.items[i]);
        if (is_far(c, &pair, pair.margin))
            continue;
        const measure m = measure_pair(c, c->pairs.items[i]);
        if (m.distance.upper > pair.margin + m.rounding)
            continue;
        if (!LW_ARRAY_GROW(&c->started))
            return lw_fail_memory(error);
        c->started.items[c->started.count++] =
            (start_pair){{m.bodies[0], m.bodies[1]}, m.distance.lower};
    }
    return LW_OK;
}

lw_status lw_cross_compare(lw_checker *checker, const lw_motion *motion,
                           const lw_check_options *options, uint64_t samples,
                           const lw_verdict *const *verdicts, size_t count, lw_cross_findings *out,
                           lw_error *error)
{
    comparison c = {.checker = checker,
                    .motion = motion,
                    .options = options,
                    .verdicts = verdicts,
                    .count = count,
                    .out = out};
    lw_verdict_empty(&c.unused);
    for (size_t i = 0; i < count; i++)
        c.leaving = c.leaving || (verdicts[i] && verdicts[i]->start_pairs);
    lw_status status = c.leaving ? list_started(&c, error) : LW_OK;
    if (!status)
        status = check_all_named(&c, error);
    if (!status)
        status = sample_all(&c, samples, error);
    end_stage(&c);
    out->distances = c.unused.queries;
    free(c.pairs.items);
    free(c.started.items);
    lw_checker_destroy(c.own);
    return status;
}
