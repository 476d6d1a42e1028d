/* Fuzzes checks of two convex bodies whose motion a callback describes, honestly or not. If the motion
 * is honest and called free, the bodies must not overlap at any sampled time. */
#include <math.h>

#include "fuzz.h"

enum { MOST_VERTICES = 12, LOOKS = 8 };

/* Each body moves at a constant velocity and turns at a constant rate about a fixed axis. */
typedef struct flight {
    lw_vec3 position[2], velocity[2], axis[2]; /* unit axes */
    double rate[2];
    fuzz_bytes *lies; /* NULL: honest */
} flight;

static lw_quat turn(lw_vec3 axis, double angle)
{
    double s = sin(angle / 2);
    return (lw_quat){s * axis.x, s * axis.y, s * axis.z, cos(angle / 2)};
}

static lw_pose pose_at(const flight *f, int body, double time)
{
    lw_vec3 p = f->position[body];
    lw_vec3 v = f->velocity[body];
    return (lw_pose){{p.x + time * v.x, p.y + time * v.y, p.z + time * v.z},
                     turn(f->axis[body], time * f->rate[body])};
}

static lw_status states(void *context, double at, double until, lw_body_state out[2])
{
    const flight *f = context;
    (void)until;
    for (int i = 0; i < 2; i++) {
        lw_vec3 axis = f->axis[i];
        out[i].pose = pose_at(f, i, at);
        out[i].linear_velocity = f->velocity[i];
        out[i].angular_velocity =
            (lw_vec3){f->rate[i] * axis.x, f->rate[i] * axis.y, f->rate[i] * axis.z};
        out[i].spin = fabs(f->rate[i]) * (1 + 1e-9);
        if (!f->lies || fuzz_byte(f->lies) % 4)
            continue;
        double *const parts[] = {&out[i].pose.position.x,   &out[i].pose.orientation.w,
                                 &out[i].linear_velocity.y, &out[i].angular_velocity.z,
                                 &out[i].acceleration,      &out[i].spin,
                                 &out[i].spin_change,       &out[i].pose.orientation.x};
        *parts[fuzz_byte(f->lies) % 8] = fuzz_number(f->lies);
    }
    return LW_OK;
}

static lw_vec3 pick_vector(fuzz_bytes *bytes, double size)
{
    lw_vec3 v;
    v.x = fuzz_between(bytes, -size, size);
    v.y = fuzz_between(bytes, -size, size);
    v.z = fuzz_between(bytes, -size, size);
    return v;
}

static lw_shape_def pick_shape(fuzz_bytes *bytes, double *vertices)
{
    static const lw_shape_kind kinds[] = {LW_SHAPE_SPHERE,   LW_SHAPE_CAPSULE,  LW_SHAPE_BOX,
                                          LW_SHAPE_CYLINDER, LW_SHAPE_CONE,     LW_SHAPE_POLYTOPE,
                                          LW_SHAPE_POLYTOPE, LW_SHAPE_ELLIPSOID};
    lw_shape_def shape = lw_default_shape();
    unsigned kind = fuzz_byte(bytes);
    shape.kind = kinds[kind % 8];
    if (kind >= 250)
        shape.kind = (lw_shape_kind)(kind - 250 + LW_SHAPE_MESH);
    shape.radius = fuzz_between(bytes, 0, 1);
    shape.length = fuzz_between(bytes, 0, 1);
    shape.size =
        (lw_vec3){fuzz_between(bytes, 0, 1), fuzz_between(bytes, 0, 1), fuzz_between(bytes, 0, 1)};
    if (fuzz_byte(bytes) % 4 == 0)
        shape.rounding = fuzz_between(bytes, 0, 0.2);
    if (shape.kind == LW_SHAPE_POLYTOPE) {
        shape.vertices = vertices;
        shape.vertex_count = 1 + fuzz_byte(bytes) % MOST_VERTICES;
        for (size_t i = 0; i < 3 * shape.vertex_count; i++)
            vertices[i] = fuzz_between(bytes, -1, 1);
    }
    return shape;
}

static void look(const lw_shape_def shapes[2], const flight *f, const lw_convex_motion *motion,
                 const lw_convex_contact *contact)
{
    for (int i = 0; i < LOOKS && contact->free_until > motion->begin; i++) {
        double time = motion->begin + (contact->free_until - motion->begin) * i / LOOKS;
        lw_distance distance;
        lw_error error = {0};
        lw_status status = lw_shape_distance(&shapes[0], pose_at(f, 0, time), &shapes[1],
                                             pose_at(f, 1, time), &distance, &error);
        fuzz_require(fuzz_answer(status, &error));
        fuzz_require(distance.lower <= distance.upper && distance.depth >= 0);
        fuzz_require(distance.depth <= 1e-9);
    }
}

void fuzz_convex(const uint8_t *bytes, size_t size)
{
    static double vertices[2][3 * MOST_VERTICES];
    fuzz_bytes source = {bytes, bytes + size};
    const lw_shape_def shapes[2] = {pick_shape(&source, vertices[0]), pick_shape(&source, vertices[1])};
    flight f = {.lies = fuzz_byte(&source) % 4 ? NULL : &source};
    for (int i = 0; i < 2; i++) {
        f.position[i] = pick_vector(&source, 3);
        f.velocity[i] = pick_vector(&source, 6);
        f.rate[i] = fuzz_byte(&source) % 4 ? fuzz_between(&source, -8, 8) : 0;
        lw_vec3 axis = pick_vector(&source, 1);
        double length = sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
        f.axis[i] = length > 0.1 ? (lw_vec3){axis.x / length, axis.y / length, axis.z / length}
                                 : (lw_vec3){0, 0, 1};
    }
    lw_convex_pair *pair = NULL;
    lw_convex_contact contact = lw_default_convex_contact();
    lw_error error = {0};
    lw_convex_motion motion = {states, &f, 0, 1};
    if (fuzz_byte(&source) % 8 == 0) {
        motion.begin = fuzz_number(&source);
        motion.end = fuzz_number(&source);
    }
    lw_contact_options options = lw_default_contact_options();
    options.depth = fuzz_byte(&source) % 2;
    options.trusted = !f.lies && fuzz_byte(&source) % 2;
    if (fuzz_answer(lw_convex_pair_create(&shapes[0], &shapes[1], &pair, &error), &error) &&
        fuzz_answer(lw_convex_pair_first_contact(pair, &motion, &options, &contact, &error), &error)) {
        fuzz_require(contact.free_until >= motion.begin && contact.free_until <= motion.end);
        fuzz_require(contact.kind != LW_VERDICT_FREE || contact.free_until == motion.end);
        fuzz_require(contact.kind != LW_VERDICT_CONTACT || contact.time >= contact.free_until);
        if (!f.lies && motion.end - motion.begin <= 10 && fabs(motion.begin) <= 10)
            look(shapes, &f, &motion, &contact);
    }
    lw_convex_pair_destroy(pair);
}
