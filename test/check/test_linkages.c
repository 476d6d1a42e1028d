/* Linkages in the plane: random trees of links that turn, slide and mimic, on bases that stand, turn or
 * drive, among obstacles. The oracle has kinematics and distances of its own, in long double: samples
 * must find no pair nearer than its margin where a method proves that there is none. The same linkage
 * in space, extruded to prisms and cylinders, must get the same answers. */
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "seed.h"
#include "small_scene.h"
#include "wide_plane.h"

enum { LINKS = 7, SHAPES = 2, OBSTACLES = 4, CORNERS = 6, STEPS = 4, SAMPLES = 60, VALUES = 3 * LINKS };

/* A convex shape: a disc about `corners`' only point, a segment, or a polygon, with a rounding. */
typedef struct piece {
    int count;
    double corners[2 * CORNERS];
    double radius;
} piece;

typedef struct link {
    int parent; /* -1: the root */
    lw_joint_kind kind;
    double sign;    /* of a turn: the axis is z or -z */
    double axis[2]; /* of a slide */
    double at[3];   /* the joint's x, y and angle in the parent */
    int mimics;     /* the link whose joint this one's mimics; -1: none */
    double multiplier, offset;
    int value; /* the first of its values; a mimic joint has none */
    int shape_count;
    piece shapes[SHAPES];
    double padding;
} link;

typedef struct linkage {
    int link_count, value_count;
    link links[LINKS];
    double base[3];
    piece obstacles[OBSTACLES];
    double places[OBSTACLES][3];
    double margin, self_margin;
    lw_interpolation interpolation; /* linear: a path, else a trajectory */
    double rows[STEPS][VALUES], rates[STEPS][VALUES];
} linkage;

/* ---- random ones ------------------------------------------------------------------------------ */

static void random_piece(lw_random *random, double size, piece *out)
{
    static const int counts[] = {1, 1, 2, 3, 4, 5, 6};
    out->count = counts[lw_random_below(random, 7)];
    out->radius = out->count == 1              ? lw_random_between(random, 0.02, 0.3) * size
                  : lw_random_below(random, 3) ? 0
                                               : lw_random_between(random, 0, 0.1) * size;
    double x = lw_random_between(random, 0, 0.6) * size;
    double y = lw_random_between(random, -0.1, 0.1) * size;
    double flat = lw_random_between(random, 0.1, 1);
    for (int i = 0; i < out->count; i++) {
        /* on an ellipse, so that the outline is convex */
        double angle = 6.283185307179586 * (i + lw_random_between(random, 0, 0.6)) / out->count;
        double reach = out->count == 1 ? 0 : 0.4 * size;
        out->corners[2 * i] = x + reach * cos(angle);
        out->corners[2 * i + 1] = y + flat * reach * sin(angle);
    }
}

static void random_link(lw_random *random, linkage *w, int i)
{
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE,   LW_JOINT_REVOLUTE,  LW_JOINT_REVOLUTE,
                                          LW_JOINT_CONTINUOUS, LW_JOINT_PRISMATIC, LW_JOINT_PRISMATIC,
                                          LW_JOINT_FIXED,      LW_JOINT_PLANAR};
    link *l = &w->links[i];
    *l = (link){.parent = i ? i - 1 : -1, .mimics = -1, .sign = 1, .value = -1, .multiplier = 1};
    if (i > 1 && !lw_random_below(random, 4))
        l->parent = (int)lw_random_below(random, (uint32_t)i);
    l->kind = kinds[lw_random_below(random, 8)];
    double angle = lw_random_between(random, -3.2, 3.2);
    l->axis[0] = cos(angle);
    l->axis[1] = sin(angle);
    if (lw_random_below(random, 2)) {
        l->axis[0] = lw_random_below(random, 2);
        l->axis[1] = 1 - l->axis[0];
    }
    l->sign = lw_random_below(random, 3) ? 1 : -1;
    l->at[0] = i ? lw_random_between(random, 0.2, 0.7) : 0;
    l->at[1] = i ? lw_random_between(random, -0.1, 0.1) : 0;
    l->at[2] = lw_random_below(random, 2) ? 0 : lw_random_between(random, -3, 3);
    l->padding = lw_random_below(random, 3) ? 0 : lw_random_between(random, 0, 0.05);
    l->shape_count = (int)lw_random_below(random, SHAPES + 1);
    for (int s = 0; s < l->shape_count; s++)
        random_piece(random, 0.6, &l->shapes[s]);
    bool single = l->kind != LW_JOINT_FIXED && l->kind != LW_JOINT_PLANAR;
    if (single && !lw_random_below(random, 6))
        for (int k = 0; k < i; k++)
            if (w->links[k].value >= 0 && w->links[k].kind != LW_JOINT_PLANAR)
                l->mimics = k;
    if (l->mimics >= 0) {
        l->multiplier = lw_random_between(random, -1.5, 1.5);
        l->offset = lw_random_between(random, -0.5, 0.5);
    } else if (l->kind != LW_JOINT_FIXED) {
        l->value = w->value_count;
        w->value_count += l->kind == LW_JOINT_PLANAR ? 3 : 1;
    }
}

static void random_linkage(lw_random *random, linkage *w)
{
    *w = (linkage){.link_count = 2 + (int)lw_random_below(random, LINKS - 1)};
    for (int i = 0; i < w->link_count || !w->value_count; i++) {
        random_link(random, w, i);
        w->link_count = i >= w->link_count ? i + 1 : w->link_count;
        if (i == LINKS - 1 && !w->value_count) {
            w->links[i].kind = LW_JOINT_REVOLUTE;
            w->links[i].value = w->value_count++;
        }
    }
    /* slow motions are often free, and fast ones are hard to bound */
    double speed = pow(10, lw_random_between(random, -1.5, 0.3));
    for (int v = 0; v < w->value_count; v++) {
        double from = lw_random_between(random, -1.5, 1.5);
        for (int k = 0; k < STEPS; k++) {
            w->rows[k][v] = from + speed * lw_random_between(random, -1, 1);
            w->rates[k][v] = 3 * speed * lw_random_between(random, -1, 1);
        }
    }
    w->interpolation = lw_random_below(random, 2) ? LW_INTERPOLATION_LINEAR : LW_INTERPOLATION_CUBIC;
    for (int c = 0; c < 3; c++)
        w->base[c] = lw_random_below(random, 2) ? 0 : lw_random_between(random, -1, 1);
    for (int i = 0; i < OBSTACLES; i++) {
        double angle = lw_random_between(random, -3.2, 3.2);
        double reach = lw_random_between(random, 0.7, 2.5);
        random_piece(random, 0.5, &w->obstacles[i]);
        w->places[i][0] = w->base[0] + reach * cos(angle);
        w->places[i][1] = w->base[1] + reach * sin(angle);
        w->places[i][2] = lw_random_between(random, -3, 3);
    }
    w->margin = lw_random_below(random, 2) ? 0 : 0.02;
    w->self_margin = lw_random_below(random, 2) ? 0 : 0.01;
}

/* ---- the oracle ------------------------------------------------------------------------------- */

typedef struct place {
    long double x, y, cosine, sine;
} place;

static place place_of(long double x, long double y, long double angle)
{
    return (place){x, y, cosl(angle), sinl(angle)};
}

static place compose2(place a, place b)
{
    return (place){a.x + a.cosine * b.x - a.sine * b.y, a.y + a.sine * b.x + a.cosine * b.y,
                   a.cosine * b.cosine - a.sine * b.sine, a.sine * b.cosine + a.cosine * b.sine};
}

/* a value at a time; the motion runs over [0, STEPS - 1] in units of its pieces */
static long double value_at(const linkage *w, int v, double time)
{
    int k = time >= STEPS - 2 ? STEPS - 2 : (int)time;
    long double u = (long double)time - k;
    long double r = 1 - u;
    if (w->interpolation == LW_INTERPOLATION_LINEAR)
        return r * w->rows[k][v] + u * w->rows[k + 1][v];
    return r * r * (1 + 2 * u) * w->rows[k][v] + u * u * (3 - 2 * u) * w->rows[k + 1][v] +
           u * r * r * w->rates[k][v] - u * u * r * w->rates[k + 1][v];
}

static long double joint_value(const linkage *w, const link *l, double time)
{
    const link *from = l->mimics >= 0 ? &w->links[l->mimics] : l;
    return l->multiplier * value_at(w, from->value, time) + l->offset;
}

static place moved_by(const linkage *w, const link *l, double time)
{
    switch (l->kind) {
    case LW_JOINT_REVOLUTE:
    case LW_JOINT_CONTINUOUS:
        return place_of(0, 0, l->sign * joint_value(w, l, time));
    case LW_JOINT_PRISMATIC: {
        long double by = joint_value(w, l, time);
        return place_of(l->axis[0] * by, l->axis[1] * by, 0);
    }
    case LW_JOINT_PLANAR:
        return place_of(value_at(w, l->value, time), value_at(w, l->value + 1, time),
                        value_at(w, l->value + 2, time));
    case LW_JOINT_FIXED:
    case LW_JOINT_FLOATING:
        break;
    }
    return place_of(0, 0, 0);
}

static void place_links(const linkage *w, double time, place at[LINKS])
{
    for (int i = 0; i < w->link_count; i++) {
        const link *l = &w->links[i];
        place from = l->parent < 0 ? place_of(w->base[0], w->base[1], w->base[2]) : at[l->parent];
        place joint = compose2(from, place_of(l->at[0], l->at[1], l->at[2]));
        at[i] = compose2(joint, moved_by(w, l, time));
    }
}

static wide_outline outline_of(const piece *p, place at)
{
    wide_outline out = {.count = p->count};
    for (int i = 0; i < p->count; i++) {
        long double x = p->corners[2 * i];
        long double y = p->corners[2 * i + 1];
        out.vertices[i].x = at.x + at.cosine * x - at.sine * y;
        out.vertices[i].y = at.y + at.sine * x + at.cosine * y;
    }
    for (int i = 0; i < p->count; i++) {
        int next = (i + 1) % p->count;
        out.edges[i].x = out.vertices[next].x - out.vertices[i].x;
        out.edges[i].y = out.vertices[next].y - out.vertices[i].y;
    }
    return out;
}

/* At least the distance of any of its points from its frame's origin. */
static long double reach_of(const piece *p)
{
    double reach = 0;
    for (int i = 0; i < p->count; i++)
        reach = fmax(reach, hypot(p->corners[2 * i], p->corners[2 * i + 1]));
    return reach + p->radius + 1e-9;
}

/* The distance of two shapes; where they are far apart, a lower bound. */
static long double piece_distance(const piece *a, place at_a, const piece *b, place at_b)
{
    long double far = hypotl(at_a.x - at_b.x, at_a.y - at_b.y) - reach_of(a) - reach_of(b);
    if (far > 0.2L)
        return far;
    wide_outline one = outline_of(a, at_a);
    wide_outline other = outline_of(b, at_b);
    return wide_separation(&one, &other) - a->radius - b->radius;
}

/* the movable joints on the way from a link up to the root, as bits */
static unsigned joints_above(const linkage *w, int i)
{
    unsigned bits = 0;
    for (; i >= 0; i = w->links[i].parent)
        bits |= w->links[i].kind == LW_JOINT_FIXED ? 0U : 1U << i;
    return bits;
}

/* Whether two links are checked: not those of one joint, nor those that no joint moves apart. */
static bool is_pair(const linkage *w, int a, int b)
{
    return w->links[b].parent != a && w->links[a].parent != b &&
           joints_above(w, a) != joints_above(w, b);
}

/* The least distance, minus the margin, of links from each other and from obstacles, at a time. */
static long double room_at(const linkage *w, double time)
{
    place at[LINKS];
    long double least = HUGE_VALL;
    place_links(w, time, at);
    for (int a = 0; a < w->link_count; a++)
        for (int s = 0; s < w->links[a].shape_count; s++) {
            const piece *shape = &w->links[a].shapes[s];
            for (int o = 0; o < OBSTACLES; o++) {
                place there = place_of(w->places[o][0], w->places[o][1], w->places[o][2]);
                least = fminl(least, piece_distance(shape, at[a], &w->obstacles[o], there) - w->margin -
                                         w->links[a].padding);
            }
            for (int b = a + 1; b < w->link_count; b++)
                for (int t = 0; is_pair(w, a, b) && t < w->links[b].shape_count; t++)
                    least = fminl(least, piece_distance(shape, at[a], &w->links[b].shapes[t], at[b]) -
                                             w->self_margin);
        }
    return least;
}

/* ---- the library ------------------------------------------------------------------------------ */

/* In space, shapes are extruded from z = -height to height. */
typedef struct drawn {
    lw_shape_def def;
    lw_pose pose;
    double vertices[6 * CORNERS];
} drawn;

static const double height = 0.3;

static void draw(const piece *p, bool flat, drawn *out)
{
    out->def = lw_default_shape();
    out->pose = lw_pose_identity();
    if (p->count == 1) {
        out->pose.position.x = p->corners[0];
        out->pose.position.y = p->corners[1];
        out->def.kind = flat ? LW_SHAPE_DISC : LW_SHAPE_CYLINDER;
        out->def.radius = p->radius;
        out->def.length = 2 * height;
        return;
    }
    out->def.kind = flat ? LW_SHAPE_POLYGON : LW_SHAPE_POLYTOPE;
    out->def.rounding = p->radius;
    out->def.vertices = out->vertices;
    out->def.vertex_count = (size_t)(flat ? p->count : 2 * p->count);
    for (int i = 0; i < (int)out->def.vertex_count; i++) {
        out->vertices[3 * i] = p->corners[2 * (i % p->count)];
        out->vertices[3 * i + 1] = p->corners[2 * (i % p->count) + 1];
        out->vertices[3 * i + 2] = flat ? 0 : i < p->count ? height : -height;
    }
}

static lw_pose pose_of(const double at[3])
{
    return lw_pose_from_rpy((lw_vec3){at[0], at[1], 0}, 0, 0, at[2]);
}

static void add_link(lw_scene *scene, const linkage *w, int i, bool flat)
{
    lw_error error = {0};
    const link *l = &w->links[i];
    char names[4][16];
    lw_joint_def joint = lw_default_joint();
    snprintf(names[0], sizeof names[0], "l%d", i);
    snprintf(names[1], sizeof names[1], l->parent < 0 ? "base" : "l%d", l->parent);
    snprintf(names[2], sizeof names[2], "j%d", i);
    snprintf(names[3], sizeof names[3], "j%d", l->mimics);
    joint.name = names[2];
    joint.kind = l->kind;
    joint.parent = names[1];
    joint.child = names[0];
    joint.origin = pose_of(l->at);
    joint.axis = l->kind == LW_JOINT_PRISMATIC ? (lw_vec3){l->axis[0], l->axis[1], 0}
                 : l->kind == LW_JOINT_PLANAR  ? (lw_vec3){0, 0, 1}
                                               : (lw_vec3){0, 0, l->sign};
    if (l->mimics >= 0) {
        joint.mimic = names[3];
        joint.mimic_multiplier = l->multiplier;
        joint.mimic_offset = l->offset;
    }
    succeed(lw_scene_add_link(scene, "arm", names[0], &error), &error);
    succeed(lw_scene_add_joint(scene, "arm", &joint, &error), &error);
    succeed(lw_scene_set_link_padding(scene, "arm", names[0], 1, l->padding, &error), &error);
    for (int s = 0; s < l->shape_count; s++) {
        drawn shape;
        draw(&l->shapes[s], flat, &shape);
        succeed(lw_scene_add_shape(scene, "arm", names[0], &shape.def, shape.pose, &error), &error);
    }
}

static void set_motion(const linkage *w, built_scene *b)
{
    lw_error error = {0};
    double times[STEPS];
    double rows[STEPS * VALUES];
    double rates[STEPS * VALUES];
    size_t count = (size_t)w->value_count;
    for (size_t k = 0; k < STEPS; k++) {
        times[k] = (double)k;
        memcpy(rows + k * count, w->rows[k], count * sizeof *rows);
        memcpy(rates + k * count, w->rates[k], count * sizeof *rates);
    }
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = lw_scene_joints(b->scene, NULL, NULL, &error);
    assert_int_equal(lw_joints_value_count(track.joints), count);
    track.point_count = STEPS;
    track.times = times;
    track.positions = rows;
    track.velocities = w->interpolation == LW_INTERPOLATION_CUBIC ? rates : NULL;
    track.interpolation = w->interpolation;
    succeed(lw_motion_set(b->motion, &track, 1, &error), &error);
}

static built_scene build(const linkage *w, int dimension)
{
    static const char *const ids[OBSTACLES] = {"a", "b", "c", "d"};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    succeed(lw_scene_set_dimension(scene, dimension, &error), &error);
    succeed(lw_scene_set_margin(scene, w->margin, &error), &error);
    succeed(lw_scene_set_self_margin(scene, w->self_margin, &error), &error);
    succeed(lw_scene_add_robot(scene, "arm", pose_of(w->base), &error), &error);
    succeed(lw_scene_add_link(scene, "arm", "base", &error), &error);
    for (int i = 0; i < w->link_count; i++)
        add_link(scene, w, i, dimension == 2);
    for (int i = 0; i < OBSTACLES; i++) {
        drawn shape;
        draw(&w->obstacles[i], dimension == 2, &shape);
        lw_pose at = lw_pose_compose(pose_of(w->places[i]), shape.pose);
        succeed(lw_scene_add_obstacle(scene, ids[i], &shape.def, at, &error), &error);
    }
    built_scene out = build_on(scene);
    set_motion(w, &out);
    return out;
}

/* ---- the tests -------------------------------------------------------------------------------- */

static lw_verdict verdict_of(const built_scene *b, lw_method method, bool any)
{
    lw_check_options options = lw_default_check_options();
    lw_error error = {0};
    lw_verdict v = lw_default_verdict();
    options.method = method;
    options.any = any;
    options.clearance = lw_method_serves(method, LW_SERVICE_CLEARANCE);
    options.resolution = 0.02;
    options.budget_queries = 200000;
    succeed(lw_check(b->checker, b->motion, &options, &v, &error), &error);
    return v;
}

/* samples of room, in order of time */
static void check_samples(const linkage *w, const long double room[SAMPLES + 1], const lw_verdict *v,
                          const char *who)
{
    for (int i = 0; i <= SAMPLES; i++) {
        double time = (STEPS - 1.0) * i / SAMPLES;
        bool before = time < v->free_until - 1e-12;
        if (before && room[i] <= -1e-11L)
            fail_msg("%s: free until %.17g, but %Lg within the margin at %.17g", who, v->free_until,
                     room[i], time);
    }
    if (v->kind == LW_VERDICT_CONTACT) {
        long double there = room_at(w, v->time);
        if (there > 1e-8L)
            fail_msg("%s: no contact at %.17g: %Lg beyond the margin", who, v->time, there);
        assert_true(v->contact.points[0].z == 0 && v->contact.points[1].z == 0);
        assert_true(v->contact.normal.z == 0);
    } else if (v->kind == LW_VERDICT_FREE) {
        assert_true(v->free_until == STEPS - 1);
    }
}

static void check_same(const lw_verdict *a, const lw_verdict *b, const char *who)
{
    if (a->kind == LW_VERDICT_UNDECIDED || b->kind == LW_VERDICT_UNDECIDED)
        return;
    if (a->kind != b->kind)
        fail_msg("%s: verdict %d, but %d of the other", who, (int)a->kind, (int)b->kind);
    if (a->kind == LW_VERDICT_CONTACT && a->first && b->first && fabs(a->time - b->time) > 1e-3)
        fail_msg("%s: contact at %.17g, but at %.17g of the other", who, a->time, b->time);
    if (a->kind == LW_VERDICT_FREE && a->clearance.pair[0] >= 0 && b->clearance.pair[0] >= 0)
        assert_true(a->clearance.lower <= b->clearance.upper + 1e-9 &&
                    b->clearance.lower <= a->clearance.upper + 1e-9);
    if (a->kind == LW_VERDICT_FREE && a->self_clearance.pair[0] >= 0 && b->self_clearance.pair[0] >= 0)
        assert_true(a->self_clearance.lower <= b->self_clearance.upper + 1e-9 &&
                    b->self_clearance.lower <= a->self_clearance.upper + 1e-9);
}

/* Asks all methods in the plane, and `auto` in space. Returns the verdict of `auto` in the plane. */
static lw_verdict_kind check_linkage(const linkage *w, int round)
{
    char who[80];
    long double room[SAMPLES + 1];
    built_scene plane = build(w, 2);
    built_scene space = build(w, 3);
    for (int i = 0; i <= SAMPLES; i++)
        room[i] = room_at(w, (STEPS - 1.0) * i / SAMPLES);
    lw_verdict first = verdict_of(&plane, LW_METHOD_AUTO, false);
    for (size_t method = 0; lw_method_name((lw_method)method); method++)
        for (int any = 0; any < 2; any++) {
            lw_verdict v = verdict_of(&plane, (lw_method)method, any);
            snprintf(who, sizeof who, "round %d, %s%s", round, lw_method_name((lw_method)method),
                     any ? ", any" : "");
            check_samples(w, room, &v, who);
            if (lw_method_serves((lw_method)method, LW_SERVICE_FREE))
                check_same(&first, &v, who);
        }
    lw_verdict there = verdict_of(&space, LW_METHOD_AUTO, false);
    snprintf(who, sizeof who, "round %d, plane and space", round);
    check_same(&first, &there, who);
    drop_built(&plane);
    drop_built(&space);
    return first.kind;
}

static void test_random_linkages(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(400, 100000);
    int kinds[3] = {0};
    for (int round = 0; round < rounds; round++) {
        linkage w;
        random_linkage(&random, &w);
        kinds[check_linkage(&w, round)]++;
    }
    printf("%d free, %d contacts, %d undecided\n", kinds[LW_VERDICT_FREE], kinds[LW_VERDICT_CONTACT],
           kinds[LW_VERDICT_UNDECIDED]);
    assert_true(kinds[LW_VERDICT_FREE] > rounds / 10 && kinds[LW_VERDICT_CONTACT] > rounds / 10);
    assert_true(kinds[LW_VERDICT_UNDECIDED] < rounds / 100 + 1);
}

/* Covers, with which auto proves most free motions, are made for linkages, not for the planar search of
 * vehicles. */
static void test_covers(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int driven = 0; driven < 2; driven++) {
        linkage w;
        lw_error error = {0};
        lw_cover_info info = lw_default_cover_info();
        do
            random_linkage(&random, &w);
        while (w.links[0].kind != LW_JOINT_REVOLUTE || !w.links[0].shape_count);
        w.link_count = 1;
        w.value_count = 1;
        if (driven) {
            w.links[0].kind = LW_JOINT_PLANAR;
            w.value_count = 3;
        }
        built_scene b = build(&w, 2);
        size_t body = (size_t)lw_scene_find_body(b.scene, "l0");
        succeed(lw_scene_cover_info(b.scene, body, &info, &error), &error);
        assert_int_equal(info.ball_count > 0, !driven);
        drop_built(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_linkages),
        cmocka_unit_test(test_covers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
