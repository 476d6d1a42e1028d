/* Tests soundness: no collision is missed, in random worlds of robots of every joint type among
 * obstacles of every shape, on motions of every kind. Verdicts are compared with distances at many
 * single times, and at the local minima between them, where a body passes a thin obstacle. Then the
 * same motion is checked in other ways: backwards, in a moved world, with the obstacles in another
 * order, for any contact, with a budget, and once more. */
#include "furnished.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "check/method/methods.h"
#include "pair_at.h"
#include "seed.h"
#include "shape_oracle.h"
#include "verdicts.h"

enum { MOMENTS = 24 };

static const lw_method proving[] = {LW_METHOD_AUTO, LW_METHOD_BISECTION, LW_METHOD_SLAB};

#define refuse(b, ...) refuse_at((b), __LINE__, __VA_ARGS__)

__attribute__((format(printf, 3, 4), noreturn)) static void refuse_at(const bench *b, int line,
                                                                      const char *format, ...)
{
    char text[240];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fail_msg("line %d, round %d: %s", line, b->round, text);
    abort(); /* not reached: fail_msg jumps */
}

/* ---- distances at single times -------------------------------------------------------------- */

typedef struct sampled {
    double slack;    /* the least distance less its margin */
    double slack_at; /* its time */
    double first;    /* time of the first contact seen; HUGE_VAL: none */
    double least[2]; /* the least distance to others, and inside robots */
} sampled;

static double distance_at(bench *b, uint32_t pair, double time, sampled *seen)
{
    const lw_pair entry_of = pair_at(b->world->scene->frozen, pair);
    const lw_pair *entry = &entry_of;
    lw_distance found;
    assert_int_equal(lw_pair_distance(b->other, b->motion->motion, time, pair, &found, NULL), LW_OK);
    double slack = found.upper - entry->margin;
    if (slack < seen->slack) {
        seen->slack = slack;
        seen->slack_at = time;
    }
    if (slack <= 0)
        seen->first = fmin(seen->first, time);
    seen->least[entry->self] = fmin(seen->least[entry->self], found.upper);
    return slack;
}

/* searches the local minimum between two times, by golden section */
static void descend(bench *b, uint32_t pair, double from, double to, sampled *seen)
{
    const double golden = 0.6180339887498949;
    double left = to - golden * (to - from);
    double right = from + golden * (to - from);
    double at_left = distance_at(b, pair, left, seen);
    double at_right = distance_at(b, pair, right, seen);
    for (int i = 0; i < 24; i++) {
        if (at_left < at_right) {
            to = right;
            right = left;
            at_right = at_left;
            left = to - golden * (to - from);
            at_left = distance_at(b, pair, left, seen);
        } else {
            from = left;
            left = right;
            at_left = at_right;
            right = from + golden * (to - from);
            at_right = distance_at(b, pair, right, seen);
        }
    }
}

/* samples all pairs between two times, including both */
static sampled sample(bench *b, double from, double to)
{
    sampled seen = {HUGE_VAL, 0, HUGE_VAL, {HUGE_VAL, HUGE_VAL}};
    size_t pairs = lw_scene_pair_count(b->world->scene);
    for (uint32_t pair = 0; pair < pairs; pair++) {
        double time[MOMENTS + 1];
        double slack[MOMENTS + 1];
        for (int i = 0; i <= MOMENTS; i++) {
            double shift = i % MOMENTS ? lw_random_between(&b->random, 0, 0.9) : 0;
            time[i] = fmin(to, from + (to - from) * ((i + shift) / MOMENTS));
            slack[i] = distance_at(b, pair, time[i], &seen);
        }
        for (int i = 1; i < MOMENTS; i++) {
            /* the distance may fall at most about twice as steeply as between the samples */
            double fall = fabs(slack[i + 1] - slack[i]) + fabs(slack[i] - slack[i - 1]);
            if (slack[i] <= slack[i - 1] && slack[i] <= slack[i + 1] && slack[i] < 2 * fall)
                descend(b, pair, time[i - 1], time[i + 1], &seen);
        }
    }
    return seen;
}

static bool find_pair(const lw_frozen *frozen, const char *link, const char *obstacle, lw_pair *out)
{
    for (size_t i = 0; i < frozen->pairs.count; i++) {
        const char *name = lw_frozen_body(frozen, pair_at(frozen, i).a)->name;
        const char *slash = strchr(name, '/');
        if (!strcmp(slash ? slash + 1 : name, link) &&
            !strcmp(lw_frozen_body(frozen, pair_at(frozen, i).b)->name, obstacle)) {
            *out = pair_at(frozen, i);
            return true;
        }
    }
    return false;
}

/* A link with a single shape. */
static world_link lone_link(const thing *t, lw_pose at)
{
    world_link link = {.scale = 1, .shape_count = 1};
    link.shapes[0].def = t->shape;
    link.shapes[0].def.vertices = t->vertices;
    link.shapes[0].pose = at;
    return link;
}

/* All points of a scaled shape are within this distance of its origin. */
static long double size_of(const lw_shape_def *def, double factor)
{
    double sizes = def->radius + def->length + def->rounding + def->size.x + def->size.y + def->size.z;
    bool has_vertices = def->kind == LW_SHAPE_POLYTOPE || def->kind == LW_SHAPE_MESH;
    double most = 0;
    for (size_t i = 0; has_vertices && i < 3 * def->vertex_count; i++)
        most = fmax(most, fabs(def->vertices[i]));
    /* the mean of the vertices is no farther than the vertices; 1.8 is more than the root of 3 */
    return sizes * factor + (1 + 2 * factor) * 1.8 * most;
}

/* Whether a point of `one` is nearer than a distance to a shape of `other`, both in the world. solid:
 * closed meshes of `other` are solids. */
static bool comes_near(bench *b, const world_link *one, const wide_pose *at_one,
                       const world_link *other, const wide_pose *at_other, bool solid,
                       long double distance)
{
    wide_point in_link[WIDE_POINTS];
    wide_point in_body[WIDE_POINTS];
    size_t count = wide_points(&b->random, one, in_link, in_body);
    for (size_t s = 0; s < other->shape_count; s++) {
        const lw_shape_def *def = &other->shapes[s].def;
        wide_pose local = wide_pose_of(other->shapes[s].pose);
        wide_pose at = wide_multiply(at_other, &local);
        wide_pose back = wide_inverse(&at);
        for (size_t i = 0; i < count; i++) {
            wide_point p = wide_apply(&back, wide_apply(at_one, in_link[i]));
            if (oracle_norm(p) < size_of(def, other->scale) + distance &&
                oracle_outside(def, solid, other->scale, p) <= distance)
                return true;
        }
    }
    return false;
}

/* Checks a link or cargo against an obstacle, with points of each. */
static void check_pair_points(bench *b, const world_link *link, const wide_pose *at, const char *name,
                              size_t robot, size_t obstacle, double time)
{
    const furniture *f = &b->furniture;
    const thing *t = &f->obstacles[obstacle];
    char id[32];
    snprintf(id, sizeof id, "obstacle%zu", obstacle);
    lw_pair found;
    const lw_pair *pair = find_pair(b->world->scene->frozen, name, id, &found) ? &found : NULL;
    if (!link->shape_count || !pair)
        return;
    long double apart = (pair->margin + (long double)f->padding[robot]) * (1 - 1e-12L);
    world_link other = lone_link(t, t->pose);
    wide_pose nowhere = wide_pose_of(lw_pose_identity());
    bool solid = t->shape.triangle_count == 8 && t->shape.mesh_mode == LW_MESH_SOLID;
    if (comes_near(b, link, at, &other, &nowhere, solid, apart) ||
        comes_near(b, &other, &nowhere, link, at, false, apart))
        refuse(b, "%s: at %.17g %s is within the margin of %s", b->what, time, name, id);
}

/* Uses none of the library's code. At times before `until` no point of a link or its cargo is within
 * the margin of an obstacle, nor is a point of an obstacle within the margin of the link. */
static void check_points(bench *b, double begin, double until)
{
    const world *w = b->world;
    const furniture *f = &b->furniture;
    long double values[WORLD_JOINTS][7];
    wide_pose links[WORLD_LINKS];
    for (int moment = 0; moment < 2; moment++) {
        double time = lw_random_between(&b->random, begin, until);
        wide_values(w, b->motion, time, values);
        wide_links(w, values, links);
        for (size_t k = 0; k < f->count; k++) {
            for (size_t l = 0; l < w->link_count; l++)
                check_pair_points(b, &w->links[l], &links[l], w->links[l].name, w->links[l].robot, k,
                                  time);
            for (size_t c = 0; c < f->attached_count; c++) {
                char id[32];
                snprintf(id, sizeof id, "cargo%zu", c);
                world_link cargo = lone_link(&f->attached[c], f->attached[c].pose);
                size_t carrier = f->carriers[c];
                check_pair_points(b, &cargo, &links[carrier], id, w->links[carrier].robot, k, time);
            }
        }
    }
}

/* ---- promises of a verdict ------------------------------------------------------------------ */

static lw_verdict ask(bench *b, lw_checker *checker, const lw_check_options *options)
{
    lw_verdict verdict = lw_default_verdict();
    lw_error error = {0};
    if (lw_check(checker, b->motion->motion, options, &verdict, &error))
        fail_msg("%s", error.message);
    return verdict;
}

/* A bound on the error of the bodies' poses at a time. It can be millimetres if the terms of a
 * trajectory's polynomials are large compared to their sum. */
static double pose_error(const bench *b, double time)
{
    double most = 0;
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    assert_int_equal(lw_check_begin(b->other, b->motion->motion, &options, &verdict, NULL), LW_OK);
    lw_checker_sample(b->other, lw_motion_piece_at(b->motion->motion, time), time, 0);
    for (size_t i = 0; i < lw_scene_body_count(b->world->scene); i++)
        most = fmax(most, b->other->kinematics.error[i]);
    b->other->options = NULL;
    return most;
}

/* The largest pose error over all pieces. */
static double largest_pose_error(const bench *b)
{
    const lw_motion *motion = b->motion->motion;
    double most = pose_error(b, motion->begin);
    for (size_t i = 0; i < motion->pieces.count; i++) {
        const lw_motion_piece *piece = &motion->pieces.items[i];
        most = fmax(most, pose_error(b, piece->begin + 0.5 * (piece->end - piece->begin)));
    }
    return most;
}

static void check_bracket(const bench *b, const lw_clearance *clearance, double least)
{
    bool has = clearance->pair[0] >= 0;
    if (has != (least < HUGE_VAL))
        refuse(b, "there is a clearance or there is none");
    if (!has)
        return;
    double size = fmax(1, least);
    if (least < clearance->lower - 1e-12 * size)
        refuse(b, "a distance of %.17g is seen, below %.17g", least, clearance->lower);
    /* a bracket narrower than the rounding errors of both poses cannot be proven */
    double width = fmax(0.01 * clearance->upper, 1e-5) * (1 + 1e-12);
    if (clearance->upper - clearance->lower > width && 2 * largest_pose_error(b) < 0.5 * width)
        refuse(b, "the bracket of the clearance is wide: %.17g %.17g", clearance->lower,
               clearance->upper);
    double begin;
    double end;
    lw_motion_interval(b->motion->motion, &begin, &end);
    assert_true(clearance->at >= begin && clearance->at <= end);
}

/* the upper bound is attained at the time that the verdict gives */
static void check_reached(bench *b, const lw_clearance *clearance)
{
    const lw_frozen *frozen = b->world->scene->frozen;
    for (uint32_t i = 0; i < frozen->pairs.count; i++) {
        if (pair_at(frozen, i).a != clearance->pair[0] || pair_at(frozen, i).b != clearance->pair[1])
            continue;
        sampled seen = {0};
        seen.slack = seen.first = seen.least[0] = seen.least[1] = HUGE_VAL;
        double there = distance_at(b, i, clearance->at, &seen) + pair_at(frozen, i).margin;
        if (there > clearance->upper + 1e-9 * fmax(1, there))
            refuse(b, "the pair is %.17g apart, not %.17g", there, clearance->upper);
        return;
    }
    refuse(b, "no pair has this clearance");
}

static void check_free(bench *b, const lw_verdict *v, const sampled *seen, double end)
{
    if (v->free_until != end)
        refuse(b, "free until %.17g of %.17g", v->free_until, end);
    if (seen->first < HUGE_VAL)
        refuse(b, "%s: free, and in contact at %.17g", b->what, seen->first);
    if (v->clearance.pair[0] >= 0 || v->self_clearance.pair[0] >= 0) {
        check_bracket(b, &v->clearance, seen->least[0]);
        check_bracket(b, &v->self_clearance, seen->least[1]);
        if (v->clearance.pair[0] >= 0)
            check_reached(b, &v->clearance);
        if (v->self_clearance.pair[0] >= 0)
            check_reached(b, &v->self_clearance);
    }
}

/* at the time of a contact the pair is within its margin */
static void check_contact(bench *b, const lw_verdict *v, double tolerance, double begin, double end)
{
    if (!(v->time >= begin && v->time <= end && v->free_until <= v->time && v->free_until >= begin))
        refuse(b, "%s: contact at %.17g, free until %.17g", b->what, v->time, v->free_until);
    if (v->first != (v->time - v->free_until <= tolerance))
        refuse(b, "%s: first or not: %.17g after %.17g", b->what, v->time, v->free_until);
    const lw_frozen *frozen = b->world->scene->frozen;
    for (uint32_t i = 0; i < frozen->pairs.count; i++) {
        if (pair_at(frozen, i).a != v->pair[0] || pair_at(frozen, i).b != v->pair[1])
            continue;
        sampled seen = {HUGE_VAL, 0, HUGE_VAL, {HUGE_VAL, HUGE_VAL}};
        double slack = distance_at(b, i, v->time, &seen);
        if (slack > 1e-9)
            refuse(b, "%s: no contact at %.17g: %g more than the margin", b->what, v->time, slack);
        if (v->contact.upper > pair_at(frozen, i).margin)
            refuse(b, "%s: the points are %.17g apart", b->what, v->contact.upper);
        return;
    }
    refuse(b, "no pair is in contact");
}

static void check_verdict(bench *b, const lw_verdict *v, const lw_check_options *options)
{
    double begin;
    double end;
    lw_motion_interval(b->motion->motion, &begin, &end);
    if (v->free_until > begin) {
        sampled before = sample(b, begin, v->free_until);
        /* at the very end of the proven part a contact just behind it may be found */
        if (v->kind != LW_VERDICT_FREE && before.first < v->free_until - 1e-12 * end)
            refuse(b, "%s: free until %.17g, and in contact at %.17g", b->what, v->free_until,
                   before.first);
        if (v->kind == LW_VERDICT_FREE)
            check_free(b, v, &before, end);
        check_points(b, begin, v->free_until);
    } else if (v->kind == LW_VERDICT_FREE) {
        sampled there = sample(b, begin, end);
        check_free(b, v, &there, end);
    }
    if (v->kind == LW_VERDICT_CONTACT)
        check_contact(b, v, options->time_tolerance * (end - begin), begin, end);
    if (v->kind == LW_VERDICT_UNDECIDED && v->reason == LW_REASON_PRECISION) {
        /* the critical time is not far from the end of the proof */
        double width = 2e-4 * (end - begin);
        sampled all = sample(b, v->free_until, fmin(end, v->free_until + width));
        if (fabs(all.slack) > 1e-4 + 4 * pose_error(b, v->free_until))
            refuse(b, "%s: undecided at %.17g, %g away from the margin", b->what, v->free_until,
                   all.slack);
    } else if (v->kind == LW_VERDICT_UNDECIDED && v->reason != LW_REASON_BUDGET) {
        refuse(b, "undecided for no reason");
    }
}

/* ---- other ways to ask ---------------------------------------------------------------------- */

/* Two answers to one question: if one is free and the other contact, the motion must graze. */
static void check_agreement(bench *b, const char *how, const lw_verdict *one, const lw_verdict *two)
{
    if (one->kind == LW_VERDICT_UNDECIDED || two->kind == LW_VERDICT_UNDECIDED ||
        one->kind == two->kind)
        return;
    double begin;
    double end;
    lw_motion_interval(b->motion->motion, &begin, &end);
    sampled seen = sample(b, begin, end);
    if (fabs(seen.slack) > 1e-9 * fmax(1, b->options.size))
        refuse(b, "%s: %d and %d, at best %g from the margin", how, (int)one->kind, (int)two->kind,
               seen.slack);
}

static void check_same(const bench *b, const char *how, const lw_verdict *one, const lw_verdict *two)
{
    if (!same_verdict(one, two))
        refuse(b, "%s: not the same bits", how);
}

/* a budget only makes answers undecided */
static void check_budget(bench *b, const lw_verdict *whole, lw_check_options options)
{
    if (whole->queries < 2)
        return;
    options.clearance = false;
    options.budget_queries =
        1 + lw_random_below(&b->random, (uint32_t)fmin(1e9, 1.5 * (double)whole->queries));
    lw_verdict cut = ask(b, b->checker, &options);
    if (cut.kind == LW_VERDICT_UNDECIDED && cut.reason == LW_REASON_BUDGET) {
        if (whole->kind == LW_VERDICT_CONTACT && cut.free_until > whole->time)
            refuse(b, "a budget proves more than there is");
        if (!options.any && cut.free_until > whole->free_until)
            refuse(b, "a budget proves %.17g, all of it %.17g", cut.free_until, whole->free_until);
        /* no query is made after the budget is used up, but reporting a contact takes two more */
        if (cut.queries > options.budget_queries + 2)
            refuse(b, "%d queries of %d", (int)cut.queries, (int)options.budget_queries);
        return;
    }
    check_agreement(b, "with a budget", whole, &cut);
    if (cut.kind == LW_VERDICT_CONTACT)
        check_contact(b, &cut, options.time_tolerance * b->motion->motion->end, 0,
                      b->motion->motion->end);
}

static void check_sampled(bench *b, const lw_verdict *v)
{
    lw_check_options options = lw_default_check_options();
    options.method = LW_METHOD_SAMPLED;
    options.resolution = pow(10, lw_random_between(&b->random, -2, 0));
    options.budget_queries = 2000;
    lw_verdict s = ask(b, b->checker, &options);
    if (s.kind == LW_VERDICT_FREE)
        refuse(b, "samples prove nothing");
    if (s.kind == LW_VERDICT_CONTACT && (v->kind == LW_VERDICT_FREE || s.time < v->free_until - 1e-12))
        refuse(b, "sampled: in contact at %.17g, free until %.17g", s.time, v->free_until);
    if (s.kind == LW_VERDICT_CONTACT) {
        check_contact(b, &s, options.time_tolerance * 0, 0, b->motion->motion->end);
    }
}

/* reverses each track; false if waypoints cannot express the result */
static bool reverse(const world_motion *forward, world_motion *m)
{
    lw_track defs[WORLD_ROBOTS];
    defs[0] = lw_default_track();
    double end = forward->motion->end;
    m->track_count = forward->track_count;
    for (size_t i = 0; i < forward->track_count; i++) {
        const world_track *from = &forward->tracks[i];
        world_track *to = &m->tracks[i];
        *to = *from;
        if (from->def.kind == LW_TRACK_RIGID || forward->motion->tracks.items[i].approaches)
            return false;
        to->def.no_approach = true;
        size_t points = from->def.point_count;
        size_t stride = lw_joints_value_count(from->def.joints);
        for (size_t p = 0; p < points; p++) {
            size_t q = points - 1 - p;
            to->times[p] = end - from->times[q];
            for (size_t k = 0; k < stride; k++) {
                to->positions[p * stride + k] = from->positions[q * stride + k];
                to->velocities[p * stride + k] = -from->velocities[q * stride + k];
                to->accelerations[p * stride + k] = from->accelerations[q * stride + k];
            }
            if (p && !(to->times[p] > to->times[p - 1]))
                return false;
        }
        to->def.positions = to->positions;
        to->def.times = from->def.times ? to->times : NULL;
        to->def.velocities = from->def.velocities ? to->velocities : NULL;
        to->def.accelerations = from->def.accelerations ? to->accelerations : NULL;
        defs[i] = to->def;
    }
    return lw_motion_set(m->motion, defs, m->track_count, NULL) == LW_OK;
}

static void check_reversed(bench *b, const lw_verdict *v, const lw_check_options *options)
{
    world_motion *forward = b->motion;
    world_motion *m = world_motion_create(b->world);
    if (reverse(forward, m)) {
        b->motion = m;
        b->what = "backwards";
        lw_verdict back = ask(b, b->checker, options);
        check_agreement(b, b->what, v, &back);
        b->motion = forward;
    }
    world_motion_free(m);
}

static lw_pose random_place(lw_random *random)
{
    double a[6];
    for (size_t i = 0; i < 6; i++)
        a[i] = lw_random_between(random, -3, 3);
    return lw_pose_from_rpy((lw_vec3){a[0], a[1], a[2]}, a[3], a[4], a[5]);
}

/* checks the same motion in a moved world, or with its obstacles in another order */
static void check_twin(bench *b, bool moved, uint64_t motion, const lw_verdict *v,
                       const lw_check_options *options)
{
    lw_pose place = random_place(&b->random);
    world *twin = furnished_twin(b, moved ? &place : NULL, !moved);
    world_motion *m = world_motion_create(twin);
    lw_checker *checker = new_checker(twin);
    furnished_motion(twin, motion, m);
    lw_verdict other = lw_default_verdict();
    assert_int_equal(lw_check(checker, m->motion, options, &other, NULL), LW_OK);
    check_agreement(b, moved ? "moved" : "in another order", v, &other);
    if (!moved && v->kind == LW_VERDICT_CONTACT && other.kind == LW_VERDICT_CONTACT && v->first &&
        other.first &&
        fabs(v->time - other.time) > 2.1 * options->time_tolerance * b->motion->motion->end)
        refuse(b, "in another order contact is at %.17g, not %.17g", other.time, v->time);
    lw_checker_destroy(checker);
    world_motion_free(m);
    world_free(twin);
}

typedef struct tally {
    size_t kinds[3];
    size_t undecided_by_budget;
    uint64_t queries[2]; /* by bisection and by the slab */
    size_t more;         /* motions for which the slab takes more queries */
    size_t expanded[3];  /* verdicts by the expanded models */
} tally;

/* checks the method slab, for the first contact or any */
static void check_slab(bench *b, lw_check_options options, tally *all)
{
    options.clearance = false;
    options.any = lw_random_below(&b->random, 2);
    options.method = LW_METHOD_BISECTION;
    lw_verdict halved = ask(b, b->checker, &options);
    options.method = LW_METHOD_SLAB;
    b->what = "slab";
    lw_verdict slab = ask(b, b->checker, &options);
    check_verdict(b, &slab, &options);
    check_agreement(b, "slab or bisection", &halved, &slab);
    if (!options.any && halved.first && slab.first &&
        fabs(slab.time - halved.time) > 1.1 * options.time_tolerance * b->motion->motion->end)
        refuse(b, "the slab's first contact is at %.17g, not %.17g", slab.time, halved.time);
    all->queries[0] += halved.queries;
    all->queries[1] += slab.queries;
    all->more += slab.queries > halved.queries;
}

/* Checks expanded models, of any thickness and number of layers, for the first contact or any. */
static void check_expanded(bench *b, const lw_verdict *first, lw_check_options options, tally *all)
{
    options.clearance = false;
    options.any = lw_random_below(&b->random, 4) == 0;
    options.method = LW_METHOD_EXPANDED;
    if (lw_random_below(&b->random, 2)) {
        options.expansion = pow(10, lw_random_between(&b->random, -5, 0));
        options.layers = 1 + (uint32_t)lw_random_below(&b->random, 16);
    }
    b->what = "expanded";
    lw_verdict v = ask(b, b->checker, &options);
    check_verdict(b, &v, &options);
    check_agreement(b, "expanded or not", first, &v);
    lw_verdict again = ask(b, b->checker, &options);
    check_same(b, "expanded, again", &v, &again);
    if (first->first && v.first &&
        fabs(first->time - v.time) > 1.1 * options.time_tolerance * b->motion->motion->end)
        refuse(b, "the first contact of expanded models is at %.17g, not %.17g", v.time, first->time);
    all->expanded[v.kind]++;
}

/* ---- the run -------------------------------------------------------------------------------- */

static void check_motion(bench *b, uint64_t motion, tally *all)
{
    lw_check_options options = lw_default_check_options();
    options.budget_queries = 1000000; /* so that no check takes for ever */
    if (lw_random_below(&b->random, 4) == 0)
        options.time_tolerance = pow(10, lw_random_between(&b->random, -9, -1));
    options.clearance = lw_random_below(&b->random, 2);
    lw_method method = proving[lw_random_below(&b->random, 3)];
    options.method = method;
    b->what = "first";
    lw_verdict v = ask(b, b->checker, &options);
    check_verdict(b, &v, &options);
    all->kinds[v.kind]++;
    all->undecided_by_budget += v.kind == LW_VERDICT_UNDECIDED && v.reason == LW_REASON_BUDGET;

    lw_verdict again = ask(b, b->checker, &options);
    check_same(b, "again", &v, &again);
    options.any = true;
    b->what = "any";
    lw_verdict any = ask(b, b->checker, &options);
    check_verdict(b, &any, &options);
    check_agreement(b, "any or first", &v, &any);
    if (lw_random_below(&b->random, 2))
        check_budget(b, &any, options);
    options.any = false;
    check_budget(b, &v, options);
    check_sampled(b, &v);
    check_slab(b, options, all);
    check_expanded(b, &v, options, all);
    options.method = proving[lw_random_below(&b->random, 3)];
    check_reversed(b, &v, &options);
    if (lw_random_below(&b->random, 8) == 0)
        check_twin(b, lw_random_below(&b->random, 2), motion, &v, &options);
    options.method = method;
    again = ask(b, b->checker, &options);
    check_same(b, "after other questions", &v, &again);
    if (lw_random_below(&b->random, 8) == 0) {
        lw_checker *fresh = new_checker(b->world);
        again = ask(b, fresh, &options);
        check_same(b, "of a new checker", &v, &again);
        lw_checker_destroy(fresh);
    }
}

static void test_no_collision_is_missed(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    tally all = {.more = 0};
    int rounds = test_motion_count(2000, 100000);
    for (b.round = 0; b.round < rounds;) {
        uint64_t motions[MOTIONS];
        furnished_world(&b, motions);
        for (size_t i = 0; i < MOTIONS; i++, b.round++) {
            furnished_motion(b.world, motions[i], b.motion);
            check_motion(&b, motions[i], &all);
        }
        furnished_drop(&b);
    }
    printf("%d motions: %zu free, %zu contact, %zu undecided (%zu by the budget)\n", rounds,
           all.kinds[LW_VERDICT_FREE], all.kinds[LW_VERDICT_CONTACT], all.kinds[LW_VERDICT_UNDECIDED],
           all.undecided_by_budget);
    printf("%llu queries by bisection, %llu by the slab, which takes more for %zu motions\n",
           (unsigned long long)all.queries[0], (unsigned long long)all.queries[1], all.more);
    printf("by expanded models: %zu free, %zu contact, %zu undecided\n", all.expanded[LW_VERDICT_FREE],
           all.expanded[LW_VERDICT_CONTACT], all.expanded[LW_VERDICT_UNDECIDED]);
    assert_true(all.expanded[LW_VERDICT_UNDECIDED] <= (size_t)rounds / 100);
    assert_true(all.queries[1] < all.queries[0] - all.queries[0] / 4);
    /* if sample times happen to be worse: one motion in 300, plus three standard deviations */
    assert_true((double)all.more <= rounds / 300.0 + 3 * sqrt(rounds / 300.0));
    /* about equally many free and in contact; only grazing motions are undecided */
    assert_true(all.kinds[LW_VERDICT_FREE] > (size_t)rounds / 4 &&
                all.kinds[LW_VERDICT_CONTACT] > (size_t)rounds / 4);
    assert_true(all.kinds[LW_VERDICT_UNDECIDED] <= (size_t)rounds / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_collision_is_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
