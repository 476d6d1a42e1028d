/* Two convex bodies in rigid motion, checked by every method. */
#include "two_bodies.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "check/ask/clearance.h"
#include "check/checker/contact.h"
#include "check/method/methods.h"
#include "convex/pcda.h"
#include "io/motion/motion_reader.h"
#include "math/pose.h"
#include "random_robot.h"
#include "shape/polytope.h"

const char *const way_names[WAYS] = {"PCDA", "BCDA", "bisection", "slab", "auto", "expanded"};

static const char *const robots[2] = {"one", "two"};

/* ---- shapes ------------------------------------------------------------------------------------ */

flying flying_shape(lw_shape_def shape)
{
    return (flying){.shape = shape, .from = lw_pose_identity()};
}

lw_shape_def box_of(double x, double y, double z)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_BOX;
    shape.size = (lw_vec3){x, y, z};
    return shape;
}

lw_shape_def ball_of(double radius)
{
    lw_shape_def shape = lw_default_shape();
    shape.radius = radius;
    return shape;
}

lw_shape_def disc_of(double radius)
{
    lw_shape_def shape = ball_of(radius);
    shape.kind = LW_SHAPE_DISC;
    return shape;
}

lw_shape_def rod_of(lw_shape_kind kind, double radius, double length)
{
    lw_shape_def shape = ball_of(radius);
    shape.kind = kind;
    shape.length = length;
    return shape;
}

lw_shape_def hull_of(lw_shape_kind kind, const double *vertices, size_t count)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = kind;
    shape.vertices = vertices;
    shape.vertex_count = count;
    return shape;
}

static bool is_flat(const encounter *e)
{
    return e->bodies[0].shape.kind == LW_SHAPE_DISC || e->bodies[0].shape.kind == LW_SHAPE_POLYGON;
}

static lw_convex convex_of(lw_arena *arena, const lw_shape_def *shape)
{
    lw_convex convex = {.core = LW_CORE_POINT, .radius = shape->rounding};
    lw_polytope *polytope = NULL;
    switch (shape->kind) {
    case LW_SHAPE_CAPSULE:
        convex.core = LW_CORE_SEGMENT;
        convex.half.z = 0.5 * shape->length;
        break;
    case LW_SHAPE_BOX:
        convex.core = LW_CORE_BOX;
        convex.half = scale(0.5, shape->size);
        return convex;
    case LW_SHAPE_ELLIPSOID:
        convex.core = LW_CORE_ELLIPSOID;
        convex.half = scale(0.5, shape->size);
        return convex;
    case LW_SHAPE_CYLINDER:
    case LW_SHAPE_CONE:
        convex.core = shape->kind == LW_SHAPE_CONE ? LW_CORE_CONE : LW_CORE_CYLINDER;
        convex.half = v3(shape->radius, 0, 0.5 * shape->length);
        return convex;
    case LW_SHAPE_POLYTOPE:
    case LW_SHAPE_POLYGON:
        convex.core = LW_CORE_POLYTOPE;
        assert_int_equal(
            lw_polytope_create(arena, shape->vertices, shape->vertex_count, &polytope, NULL), LW_OK);
        convex.polytope = polytope;
        return convex;
    case LW_SHAPE_SPHERE:
    case LW_SHAPE_DISC:
        break;
    case LW_SHAPE_MESH:
    case LW_SHAPE_CLOUD:
    case LW_SHAPE_OCTREE:
    case LW_SHAPE_HEIGHTS:
    case LW_SHAPE_DEPTH_IMAGE:
        fail_msg("meshes, clouds and octrees are no convex shapes");
    }
    convex.radius += shape->radius;
    return convex;
}

/* ---- poses --------------------------------------------------------------------------------------- */

lw_pose placed(lw_vec3 position, lw_vec3 turn)
{
    double angle = norm(turn);
    vec3 half = scale(angle > 0 ? sin(0.5 * angle) / angle : 0.5, turn);
    return (lw_pose){position, {half.x, half.y, half.z, cos(0.5 * angle)}};
}

static vec3 turned_by(lw_quat q, vec3 v)
{
    lw_pose only = {{0, 0, 0}, q};
    return pose_multiply(only, (lw_pose){v, {0, 0, 0, 1}}).position;
}

static lw_pose turn_of(lw_pose p)
{
    return (lw_pose){{0, 0, 0}, p.orientation};
}

/* In the body's frame the origin moves along the turning velocity: with w = |w| a the integral of exp(s
 * w) v is v t + a x v (1 - cos wt)/w + a x (a x v) (t - sin wt/w). */
lw_pose flying_pose(const flying *body, double time)
{
    lw_pose turn = placed((lw_vec3){0, 0, 0}, scale(time, body->angular));
    if (!body->screw) {
        lw_pose here = pose_multiply(turn, turn_of(body->from));
        here.position = add_scaled(body->from.position, time, body->linear);
        return here;
    }
    double rate = norm(body->angular);
    vec3 slide = scale(time, body->linear);
    if (rate * fabs(time) > 1e-3) {
        vec3 across = cross(scale(1 / rate, body->angular), body->linear);
        vec3 back = cross(scale(1 / rate, body->angular), across);
        double sine = sin(0.5 * rate * time);
        slide = add_scaled(slide, 2 * sine * sine / rate, across);
        slide = add_scaled(slide, time - sin(rate * time) / rate, back);
    } else { /* the neglected terms are below 1e-18 of the path */
        vec3 term = slide;
        for (int k = 2; k < 6; k++) {
            term = scale(time / k, cross(body->angular, term));
            slide = add(slide, term);
        }
    }
    turn.position = slide;
    return pose_multiply(body->from, turn);
}

lw_body_state flying_state(const flying *body, double time)
{
    lw_body_state state = {.pose = flying_pose(body, time),
                           .linear_velocity = body->linear,
                           .angular_velocity = body->angular,
                           .spin = norm(body->angular)};
    if (body->screw) {
        state.linear_velocity = turned_by(state.pose.orientation, body->linear);
        state.angular_velocity = turned_by(state.pose.orientation, body->angular);
        state.acceleration = norm(cross(body->angular, body->linear)) * (1 + 0x1p-45);
        state.spin *= 1 + 0x1p-45;
    }
    return state;
}

encounter encounter_swapped(const encounter *e)
{
    return (encounter){{e->bodies[1], e->bodies[0]}, e->duration};
}

encounter encounter_reversed(const encounter *e)
{
    encounter out = *e;
    for (int i = 0; i < 2; i++) {
        out.bodies[i].from = flying_pose(&e->bodies[i], e->duration);
        out.bodies[i].linear = neg(e->bodies[i].linear);
        out.bodies[i].angular = neg(e->bodies[i].angular);
    }
    return out;
}

encounter encounter_moved(const encounter *e, lw_pose frame)
{
    encounter out = *e;
    for (int i = 0; i < 2; i++) {
        flying *body = &out.bodies[i];
        body->from = pose_multiply(frame, body->from);
        if (body->screw)
            continue;
        body->linear = turned_by(frame.orientation, body->linear);
        body->angular = turned_by(frame.orientation, body->angular);
    }
    return out;
}

/* ---- random bodies and motions ------------------------------------------------------------------ */

lw_vec3 random_vector(lw_random *random, double length)
{
    for (;;) {
        vec3 v = v3(lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                    lw_random_between(random, -1, 1));
        if (norm2(v) > 0.01 && norm2(v) < 1)
            return scale(length / norm(v), v);
    }
}

lw_shape_def random_shape(lw_random *random, double vertices[3 * MOST_VERTICES])
{
    double r = lw_random_between(random, 0.02, 0.3);
    double h = lw_random_between(random, 0.1, 0.6);
    lw_shape_def egg = lw_default_shape();
    switch (lw_random_below(random, 11)) {
    case 0:
        return ball_of(r);
    case 1:
        return rod_of(LW_SHAPE_CAPSULE, r, 2 * h);
    case 2:
        return box_of(2 * r, 2 * h, lw_random_between(random, 0.02, 1));
    case 3:
        return rod_of(LW_SHAPE_CYLINDER, r, 2 * h);
    case 4:
        return rod_of(LW_SHAPE_CONE, r, 2 * h);
    case 5:
        egg.kind = LW_SHAPE_ELLIPSOID;
        egg.size = (lw_vec3){2 * r, 2 * h, lw_random_between(random, 0.02, 1)};
        return egg;
    default:
        break;
    }
    static const uint32_t most[] = {8, 30, MOST_VERTICES};
    uint32_t count = 4 + lw_random_below(random, most[lw_random_below(random, 3)] - 3);
    double flat = lw_random_between(random, 0.2, 1);
    for (uint32_t i = 0; i < count; i++) {
        vec3 p = random_vector(random, h);
        vertices[3 * i] = p.x;
        vertices[3 * i + 1] = p.y;
        vertices[3 * i + 2] = flat * p.z;
    }
    return hull_of(LW_SHAPE_POLYTOPE, vertices, count);
}

/* A motion from anywhere to near the middle at half time, and on. */
static void random_flight(lw_random *random, double duration, flying *body)
{
    vec3 from = random_vector(random, lw_random_between(random, 0.2, 1.5));
    vec3 middle = random_vector(random, lw_random_between(random, 0, 0.6));
    body->from = placed(from, random_vector(random, lw_random_between(random, 0, 3)));
    body->linear = scale(2 / duration, sub(middle, from));
    body->angular = random_vector(random, lw_random_between(random, 0, 6) / duration);
    body->screw = lw_random_below(random, 2);
    if (body->screw) {
        lw_quat back = body->from.orientation;
        back.w = -back.w;
        body->linear = turned_by(back, body->linear);
    }
}

encounter random_encounter(lw_random *random, double vertices[2][3 * MOST_VERTICES])
{
    encounter e = {.duration = lw_random_between(random, 0.3, 3)};
    for (int i = 0; i < 2; i++) {
        e.bodies[i].shape = random_shape(random, vertices[i]);
        random_flight(random, e.duration, &e.bodies[i]);
    }
    return e;
}

/* ---- asking ------------------------------------------------------------------------------------- */

static void succeed(lw_status status, const lw_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

static void add_robot(lw_scene *scene, const char *name, const lw_shape_def *shape, bool flat)
{
    lw_error error = {0};
    lw_joint_def joint = lw_default_joint();
    joint.name = "joint";
    joint.kind = flat ? LW_JOINT_PLANAR : LW_JOINT_FLOATING;
    joint.axis = (lw_vec3){0, 0, 1};
    joint.parent = "air";
    joint.child = "body";
    succeed(lw_scene_add_robot(scene, name, lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, name, "air", &error), &error);
    succeed(lw_scene_add_link(scene, name, "body", &error), &error);
    succeed(lw_scene_add_joint(scene, name, &joint, &error), &error);
    succeed(lw_scene_add_shape(scene, name, "body", shape, lw_pose_identity(), &error), &error);
}

void asking_open(asking *a, const encounter *e)
{
    lw_error error = {0};
    *a = (asking){.options = lw_default_check_options()};
    a->options.time_tolerance = 1e-9;
    a->options.distance_tolerance = 1e-11;
    a->options.budget_queries = 100000;
    bool flat = is_flat(e);
    succeed(lw_scene_create(&a->scene, &error), &error);
    succeed(lw_scene_set_dimension(a->scene, flat ? 2 : 3, &error), &error);
    for (int i = 0; i < 2; i++) {
        add_robot(a->scene, robots[i], &e->bodies[i].shape, flat);
        a->shapes[i] = convex_of(&a->arena, &e->bodies[i].shape);
    }
    succeed(lw_scene_freeze(a->scene, &error), &error);
    succeed(lw_motion_create(a->scene, &a->motion, &error), &error);
    succeed(lw_checker_create(a->scene, &a->checker, &error), &error);
}

void asking_close(asking *a)
{
    lw_checker_destroy(a->checker);
    lw_motion_destroy(a->motion);
    lw_scene_destroy(a->scene);
    lw_arena_free(&a->arena);
}

static lw_status fly_states(void *context, double at, double until, lw_body_state states[2])
{
    const encounter *e = context;
    if (!(until >= at && at >= 0 && until <= e->duration))
        fail_msg("asked about %.17g to %.17g of %.17g", at, until, e->duration);
    for (int i = 0; i < 2; i++)
        states[i] = flying_state(&e->bodies[i], at);
    return LW_OK;
}

static void fly_moves(void *context, double at, double until, lw_moving bodies[2])
{
    lw_body_state states[2];
    fly_states(context, at, until, states);
    for (int i = 0; i < 2; i++)
        bodies[i] = (lw_moving){
            .pose = {lw_rotation_from_quat(states[i].pose.orientation), states[i].pose.position},
            .linear = states[i].linear_velocity,
            .angular = states[i].angular_velocity,
            .acceleration = states[i].acceleration,
            .spin = states[i].spin,
            .spin_change = states[i].spin_change};
}

double distance_at(const asking *a, const encounter *e, double time)
{
    encounter own = *e;
    lw_moving bodies[2];
    lw_bracket bracket;
    fly_moves(&own, time, time, bodies);
    const pose between = relative(bodies[0].pose, bodies[1].pose);
    lw_convex_distance(&a->shapes[0], &a->shapes[1], &between, NULL, &bracket);
    return bracket.upper;
}

static answer ask_pcda(encounter e)
{
    lw_convex_motion motion = {fly_states, &e, 0, e.duration};
    lw_convex_contact found = lw_default_convex_contact();
    lw_error error = {0};
    lw_contact_options options = lw_default_contact_options();
    options.depth = true;
    succeed(lw_convex_first_contact(&e.bodies[0].shape, &e.bodies[1].shape, &motion, &options, &found,
                                    &error),
            &error);
    return (answer){.kind = found.kind,
                    .first = true,
                    .free_until = found.free_until,
                    .time = found.time,
                    .contact = found.contact,
                    .queries = found.queries};
}

static answer ask_bcda(const asking *a, encounter e)
{
    lw_pcda slab = lw_default_pcda(&a->shapes[0], &a->shapes[1], fly_moves, &e);
    slab.end = e.duration;
    slab.kind = LW_PCDA_BASIC;
    lw_pcda_result found = lw_pcda_run(&slab);
    assert_int_not_equal(found.state, LW_PCDA_MOTION);
    answer out = {.kind = LW_VERDICT_UNDECIDED,
                  .first = true,
                  .free_until = found.time,
                  .time = found.contact,
                  .queries = found.queries};
    if (found.state == LW_PCDA_FREE || found.state == LW_PCDA_CONTACT)
        out.kind = found.state == LW_PCDA_FREE ? LW_VERDICT_FREE : LW_VERDICT_CONTACT;
    return out;
}

/* In the plane a straight trajectory, otherwise a rigid motion. */
static int write_track(const flying *body, double duration, bool flat, char *text, size_t size)
{
    vec3 p = body->from.position;
    vec3 v = body->linear;
    vec3 w = body->angular;
    lw_quat q = body->from.orientation;
    if (!flat)
        return snprintf(text, size,
                        "{\"rigid\": {\"position\": [%.17g, %.17g, %.17g], "
                        "\"orientation\": [%.17g, %.17g, %.17g, %.17g], "
                        "\"linear_velocity\": [%.17g, %.17g, %.17g], "
                        "\"angular_velocity\": [%.17g, %.17g, %.17g], "
                        "\"frame\": \"%s\", \"duration\": %.17g}}",
                        p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z,
                        body->screw ? "body" : "world", duration);
    double angle = 2 * atan2(q.z, q.w);
    return snprintf(text, size,
                    "{\"trajectory\": {\"times\": [0, %.17g], \"positions\": "
                    "[[%.17g, %.17g, %.17g], [%.17g, %.17g, %.17g]]}}",
                    duration, p.x, p.y, angle, p.x + duration * v.x, p.y + duration * v.y,
                    angle + duration * w.z);
}

void write_motion(const encounter *e, char *text, size_t size)
{
    int used = snprintf(text, size, "{\"robots\": {");
    for (int i = 0; i < 2; i++) {
        used += snprintf(text + used, size - (size_t)used, "%s\"%s\": ", i ? ", " : "", robots[i]);
        used += write_track(&e->bodies[i], e->duration, is_flat(e), text + used, size - (size_t)used);
    }
    used += snprintf(text + used, size - (size_t)used, "}}");
    assert_true((size_t)used < size);
}

/* lw_check by the search over time; the public call leaves two convex bodies to PCDA. */
static void search_by_slabs(asking *a, lw_verdict *out)
{
    lw_error error = {0};
    succeed(lw_check_begin(a->checker, a->motion, &a->options, out, &error), &error);
    lw_check_contact(a->checker, &lw_space_slabs, NULL);
    if (out->kind == LW_VERDICT_FREE && a->options.clearance)
        lw_check_clearance(a->checker);
    lw_checker_end(a->checker);
}

static answer ask_method(asking *a, const encounter *e, way by)
{
    const lw_method methods[WAYS] = {[BY_BISECTION] = LW_METHOD_BISECTION,
                                     [BY_SLAB] = LW_METHOD_SLAB,
                                     [BY_AUTO] = LW_METHOD_AUTO,
                                     [BY_EXPANDED] = LW_METHOD_EXPANDED};
    char text[2048];
    lw_error error = {0};
    lw_verdict v = lw_default_verdict();
    write_motion(e, text, sizeof text);
    succeed(lw_motion_read_json(a->scene, text, NULL, 1, NULL, a->motion, NULL, 0, &error), &error);
    a->options.method = methods[by];
    if (by == BY_SLAB && !is_flat(e))
        search_by_slabs(a, &v);
    else
        succeed(lw_check(a->checker, a->motion, &a->options, &v, &error), &error);
    return (answer){.kind = v.kind,
                    .out_of_budget = v.kind == LW_VERDICT_UNDECIDED && v.reason == LW_REASON_BUDGET,
                    .first = v.first,
                    .free_until = v.free_until,
                    .time = v.time,
                    .contact = v.contact,
                    .clearance = {v.clearance.lower, v.clearance.upper},
                    .queries = v.queries};
}

answer ask_way(asking *a, const encounter *e, way by)
{
    switch (by) {
    case BY_PCDA:
        return ask_pcda(*e);
    case BY_BCDA:
        return ask_bcda(a, *e);
    default:
        return ask_method(a, e, by);
    }
}

/* ---- expectations of all methods ----------------------------------------------------------------- */

typedef void (*judge_fn)(const answer *got, const encounter *e, double expected, double slack,
                         const char *where);

static void for_all(const encounter *e, double expected, double slack, int line, judge_fn judge,
                    bool exact)
{
    const lw_vec3 yaw = {0, 0, 2};
    const lw_vec3 tilt = {1, -0.5, 2};
    lw_pose frame = placed((lw_vec3){1.25, -0.5, is_flat(e) ? 0 : 0.75}, is_flat(e) ? yaw : tilt);
    for (int variant = 0; variant < (exact ? 2 : 4); variant++) {
        encounter own = variant & 1 ? encounter_swapped(e) : *e;
        if (variant & 2)
            own = encounter_moved(&own, frame);
        asking a;
        asking_open(&a, &own);
        for (int by = 0; by < WAYS; by++) {
            char where[120];
            snprintf(where, sizeof where, "line %d, %s%s%s", line, way_names[by],
                     variant & 1 ? ", bodies swapped" : "", variant & 2 ? ", world moved" : "");
            answer got = ask_way(&a, &own, (way)by);
            /* if the bodies pass closely, each test proves a motion of at most twice the gap, so the
             * budget may run out */
            if (by == BY_EXPANDED && got.out_of_budget)
                continue;
            judge(&got, &own, expected, slack, where);
        }
        asking_close(&a);
    }
}

static void judge_contact(const answer *got, const encounter *e, double expected, double slack,
                          const char *where)
{
    /* methods have a tolerance of 1e-9 of the motion, kernels promise 1e-7 after the proven part */
    double early = 1e-9 * e->duration + slack;
    if (got->kind != LW_VERDICT_CONTACT || !got->first || got->free_until > expected + slack ||
        got->time < expected - slack || expected - got->free_until > early ||
        got->time - got->free_until > 1e-7 * e->duration)
        fail_msg("%s: verdict %d, %.17g to %.17g, not %.17g", where, (int)got->kind, got->free_until,
                 got->time, expected);
}

static void judge_free(const answer *got, const encounter *e, double expected, double slack,
                       const char *where)
{
    (void)expected;
    (void)slack;
    if (got->kind != LW_VERDICT_FREE || got->free_until != e->duration)
        fail_msg("%s: verdict %d at %.17g, not free", where, (int)got->kind, got->free_until);
}

static void judge_touch(const answer *got, const encounter *e, double expected, double slack,
                        const char *where)
{
    (void)e;
    if (got->kind == LW_VERDICT_FREE || got->free_until > expected + slack ||
        (expected == 0 && (got->kind != LW_VERDICT_CONTACT || got->time > 0)))
        fail_msg("%s: verdict %d, apart until %.17g, and they touch at %.17g", where, (int)got->kind,
                 got->free_until, expected);
}

void all_meet_at(const encounter *e, double expected, double slack, int line)
{
    for_all(e, expected, slack, line, judge_contact, false);
}

void all_stay_free(const encounter *e, int line)
{
    for_all(e, 0, 0, line, judge_free, false);
}

void all_touch_at(const encounter *e, double time, int line)
{
    for_all(e, time, 0, line, judge_touch, true);
}
