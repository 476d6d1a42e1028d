/* Tests points, segments and flat bodies that come into solids: meshes, some with a cavity, polytopes
 * and primitives. A body without thickness touches the surface of a mesh only for an instant if it
 * comes through as a whole. Verdicts and times of first contacts of all methods are compared with dense
 * sampling of points of the thin body and a formula of the solid. */
#include "meshes.h"
#include "one_joint.h"
#include "seed.h"

enum { GRID = 9, POINTS = GRID * GRID, TIMES = 1500, JOINTS = 3, METHODS = 4 };

static const lw_method methods[METHODS] = {LW_METHOD_AUTO, LW_METHOD_SLAB, LW_METHOD_BISECTION,
                                           LW_METHOD_EXPANDED};

/* contacts of less depth, in metres, may stay undecided */
static const double SHALLOW = 1e-5;

typedef enum solid_kind {
    SOLID_MESH_BOX,
    SOLID_MESH_CAVITY,
    SOLID_MESH_OCTAHEDRON,
    SOLID_POLYTOPE,
    SOLID_BOX,
    SOLID_BALL,
    SOLID_CYLINDER,
    SOLID_CAPSULE,
    SOLID_ELLIPSOID,
    SOLIDS
} solid_kind;

typedef enum thin_kind { THIN_POINT, THIN_SEGMENT, THIN_RECTANGLE, THINS } thin_kind;

typedef struct solid {
    solid_kind kind;
    lw_shape_def def;
    raw_mesh mesh;
    vec3 half, hole; /* of the box, and of the cavity in it */
    double radius, length;
} solid;

typedef struct thin {
    lw_shape_def def;
    double vertices[12];
    size_t count;
    vec3 points[POINTS];
    double spacing; /* each point of the body is at most so far from one of these */
} thin;

typedef struct entry {
    solid body;
    thin guest;
    bool swapped; /* the solid moves */
    bool aligned; /* the thin body is parallel to a face, and slides only */
    world w;
    double values[2][JOINTS];
    double inside_at; /* the first time at which a point was found inside; HUGE_VAL: none was */
    double least;     /* the least value of value_at over all points and times */
    lw_verdict first[METHODS];
} entry;

/* ---- solids ------------------------------------------------------------------------------------ */

static double box_value(vec3 half, vec3 p)
{
    vec3 out = sub(abs3(p), half);
    return fmax(out.x, fmax(out.y, out.z));
}

/* At most 0 inside the solid; its absolute value is at most the distance to the surface. */
static double value_at(const solid *s, vec3 p)
{
    vec3 h = s->half;
    double along = fabs(p.z) - 0.5 * s->length;
    switch (s->kind) {
    case SOLID_MESH_CAVITY:
        return fmax(box_value(h, p), -box_value(s->hole, p));
    case SOLID_MESH_OCTAHEDRON:
        return (fabs(p.x) / h.x + fabs(p.y) / h.y + fabs(p.z) / h.z - 1) /
               norm(v3(1 / h.x, 1 / h.y, 1 / h.z));
    case SOLID_BALL:
        return norm(p) - s->radius;
    case SOLID_CYLINDER:
        return fmax(hypot(p.x, p.y) - s->radius, along);
    case SOLID_CAPSULE:
        return norm(v3(p.x, p.y, fmax(0, along))) - s->radius;
    case SOLID_ELLIPSOID:
        return (norm(v3(p.x / h.x, p.y / h.y, p.z / h.z)) - 1) * fmin(h.x, fmin(h.y, h.z));
    default:
        return box_value(h, p);
    }
}

static void make_octahedron(raw_mesh *raw, vec3 h)
{
    static const uint32_t faces[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                         {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    vec3 tips[6] = {{h.x, 0, 0}, {-h.x, 0, 0}, {0, h.y, 0}, {0, -h.y, 0}, {0, 0, h.z}, {0, 0, -h.z}};
    for (int i = 0; i < 6; i++)
        raw_vertex(raw, tips[i]);
    for (int i = 0; i < 8; i++)
        raw_triangle(raw, faces[i][0], faces[i][1], faces[i][2]);
}

static void random_solid(lw_random *random, solid *s)
{
    s->kind = (solid_kind)lw_random_below(random, SOLIDS);
    s->mesh = (raw_mesh){0};
    s->half = v3(lw_random_between(random, 0.1, 0.4), lw_random_between(random, 0.1, 0.4),
                 lw_random_between(random, 0.1, 0.4));
    s->hole = scale(0.6, s->half);
    s->radius = lw_random_between(random, 0.1, 0.4);
    s->length = lw_random_between(random, 0.1, 0.6);
    s->def = box(2 * s->half.x, 2 * s->half.y, 2 * s->half.z);
    s->def.radius = s->radius;
    s->def.length = s->length;
    bool octahedron = s->kind == SOLID_MESH_OCTAHEDRON;
    if (octahedron)
        make_octahedron(&s->mesh, s->half);
    else
        raw_box(&s->mesh, v3(0, 0, 0), s->half, false);
    if (s->kind == SOLID_MESH_CAVITY)
        raw_box(&s->mesh, v3(0, 0, 0), s->hole, true);
    s->def.vertices = raw_coordinates(&s->mesh);
    s->def.vertex_count = s->mesh.vertices.count;
    s->def.triangles = s->mesh.indices.items;
    s->def.triangle_count = raw_triangle_count(&s->mesh);
    static const lw_shape_kind kinds[SOLIDS] = {
        LW_SHAPE_MESH,   LW_SHAPE_MESH,     LW_SHAPE_MESH,    LW_SHAPE_POLYTOPE, LW_SHAPE_BOX,
        LW_SHAPE_SPHERE, LW_SHAPE_CYLINDER, LW_SHAPE_CAPSULE, LW_SHAPE_ELLIPSOID};
    s->def.kind = kinds[s->kind];
}

/* ---- thin bodies ------------------------------------------------------------------------------- */

static void set_points(thin *t, double x, double y)
{
    size_t across = x > 0 ? GRID : 1;
    size_t up = y > 0 ? GRID : 1;
    t->count = 0;
    for (size_t i = 0; i < across; i++)
        for (size_t k = 0; k < up; k++)
            t->points[t->count++] = v3(across > 1 ? x * ((double)i / (GRID - 1) - 0.5) : 0,
                                       up > 1 ? y * ((double)k / (GRID - 1) - 0.5) : 0, 0);
    t->spacing = 0.5 * hypot(x, y) / (GRID - 1);
}

/* A point, a segment along x or a rectangle across z, as a box, a polytope or a mesh. */
static void random_thin(lw_random *random, thin *t)
{
    thin_kind kind = (thin_kind)lw_random_below(random, THINS);
    double x = kind == THIN_POINT ? 0 : lw_random_between(random, 0.01, 0.1);
    double y = kind == THIN_RECTANGLE ? lw_random_between(random, 0.01, 0.1) : 0;
    static const uint32_t triangles[] = {0, 1, 3, 0, 3, 2};
    const double vertices[12] = {-x / 2, -y / 2, 0, x / 2, -y / 2, 0,
                                 -x / 2, y / 2,  0, x / 2, y / 2,  0};
    memcpy(t->vertices, vertices, sizeof vertices);
    set_points(t, x, y);
    t->def = box(x, y, 0);
    t->def.vertices = t->vertices;
    t->def.vertex_count = kind == THIN_POINT ? 1 : kind == THIN_SEGMENT ? 2 : 4;
    t->def.triangles = triangles;
    t->def.triangle_count = 2;
    uint32_t as = lw_random_below(random, 3);
    if (as == 1)
        t->def.kind = LW_SHAPE_POLYTOPE;
    else if (as == 2 && kind == THIN_RECTANGLE)
        t->def.kind = LW_SHAPE_MESH;
}

/* ---- the world --------------------------------------------------------------------------------- */

static lw_pose random_place(lw_random *random, double far, bool turned)
{
    lw_pose place = at(lw_random_between(random, -far, far), lw_random_between(random, -far, far),
                       lw_random_between(random, -far, far));
    lw_quat q = {lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                 lw_random_between(random, -1, 1), lw_random_between(random, -1, 1)};
    if (turned && lw_quat_normalize(&q))
        place.orientation = q;
    return place;
}

/* A slide along z, then two turns. */
static void add_joints(world *w)
{
    static const char *const links[JOINTS + 1] = {"base", "slide", "shoulder", "tool"};
    static const char *const joints[JOINTS] = {"lift", "swing", "tilt"};
    static const lw_joint_kind kinds[JOINTS] = {LW_JOINT_PRISMATIC, LW_JOINT_CONTINUOUS,
                                                LW_JOINT_CONTINUOUS};
    static const lw_vec3 axes[JOINTS] = {{0, 0, 1}, {0, 0, 1}, {0, 1, 0}};
    for (int i = 0; i <= JOINTS; i++)
        succeed(lw_scene_add_link(w->scene, "robot", links[i], &w->error), &w->error);
    for (int i = 0; i < JOINTS; i++) {
        lw_joint_def joint = lw_default_joint();
        joint.name = joints[i];
        joint.kind = kinds[i];
        joint.parent = links[i];
        joint.child = links[i + 1];
        joint.axis = axes[i];
        joint.origin = at(i == 2 ? 0.3 : 0, 0, 0);
        succeed(lw_scene_add_joint(w->scene, "robot", &joint, &w->error), &w->error);
    }
}

static void make_entry(lw_random *random, entry *e)
{
    random_solid(random, &e->body);
    random_thin(random, &e->guest);
    e->swapped = lw_random_below(random, 2);
    e->aligned = lw_random_below(random, 3) == 0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < JOINTS; k++)
            e->values[i][k] = e->aligned && k ? 0 : lw_random_between(random, -1, 1);
    e->w = (world){0};
    succeed(lw_scene_create(&e->w.scene, &e->w.error), &e->w.error);
    succeed(lw_scene_add_robot(e->w.scene, "robot", lw_pose_identity(), &e->w.error), &e->w.error);
    add_joints(&e->w);
    const lw_shape_def *carried = e->swapped ? &e->body.def : &e->guest.def;
    succeed(lw_scene_add_shape(e->w.scene, "robot", "tool", carried,
                               random_place(random, 0.05, !e->aligned), &e->w.error),
            &e->w.error);
    lw_pose place = random_place(random, 0.3, !e->aligned);
    place.position.x += 0.3;
    obstacle(&e->w, "still", e->swapped ? e->guest.def : e->body.def, place);
    obstacle(&e->w, "far", sphere(0.1), at(0, 50, 0));
    freeze(&e->w);
    succeed(lw_motion_set_segment(e->w.motion, NULL, e->values[0], e->values[1], &e->w.error),
            &e->w.error);
}

static void drop_entry(entry *e)
{
    finish(&e->w);
    raw_free(&e->body.mesh);
}

/* ---- the oracle -------------------------------------------------------------------------------- */

/* The least value of the thin body's points at a time. */
static double value_of(const entry *e, double time)
{
    pose place[2];
    for (size_t body = 0; body < 2; body++) {
        lw_pose found;
        succeed(lw_motion_pose(e->w.motion, body, time, &found, NULL), NULL);
        place[body] = lw_pose_in(found);
    }
    double least = HUGE_VAL;
    for (size_t i = 0; i < e->guest.count; i++) {
        vec3 point = transform(place[e->swapped], e->guest.points[i]);
        least = fmin(least, value_at(&e->body, transform_back(place[!e->swapped], point)));
    }
    return least;
}

static void sample(entry *e)
{
    e->inside_at = HUGE_VAL;
    e->least = HUGE_VAL;
    for (int i = 0; i <= TIMES; i++) {
        double time = (double)i / TIMES;
        double value = value_of(e, time);
        e->least = fmin(e->least, value);
        if (value <= 0)
            e->inside_at = fmin(e->inside_at, time);
    }
}

/* ---- verdicts ---------------------------------------------------------------------------------- */

typedef struct tally {
    int kinds[3], through; /* through: contacts at whose time the surface is already behind the body */
} tally;

static bool is_right(const entry *e, const lw_verdict *v, bool any)
{
    switch (v->kind) {
    case LW_VERDICT_FREE:
        return e->least > -1e-9;
    case LW_VERDICT_CONTACT:
        return value_of(e, v->time) <= e->guest.spacing + 2e-6 && v->contact.upper <= 0 &&
               v->free_until <= e->inside_at && (any || (v->first && v->time <= e->inside_at + 1.1e-4));
    case LW_VERDICT_UNDECIDED:
        return e->least > -SHALLOW;
    case LW_VERDICT_LEAVES: /* only with tolerances of a path, which are not given here */
        break;
    }
    return false;
}

static void check_entry(entry *e, int round, tally *all)
{
    for (int m = 0; m < METHODS; m++)
        for (int any = 0; any < 2; any++) {
            lw_check_options options = lw_default_check_options();
            lw_verdict v = lw_default_verdict();
            options.method = methods[m];
            options.any = any;
            succeed(lw_check(e->w.checker, e->w.motion, &options, &v, &e->w.error), &e->w.error);
            if (!is_right(e, &v, any))
                fail_msg("round %d, method %d, any %d, solid %d: verdict %d at %.9g, free until %.9g; "
                         "inside at %.9g, least value %g",
                         round, m, any, (int)e->body.kind, (int)v.kind, v.time, v.free_until,
                         e->inside_at, e->least);
            all->kinds[v.kind]++;
            all->through +=
                v.kind == LW_VERDICT_CONTACT && v.time > 0 && e->body.kind <= 2 && v.contact.depth > 0;
            if (!any)
                e->first[m] = v;
        }
    for (int m = 1; m < METHODS; m++)
        if (e->first[m].kind == LW_VERDICT_CONTACT && e->first[0].kind == LW_VERDICT_CONTACT)
            assert_true(fabs(e->first[m].time - e->first[0].time) <= 2.2e-4);
}

static void test_thin_bodies(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(400, 20000);
    tally all = {0};
    for (int round = 0; round < rounds; round++) {
        entry e;
        make_entry(&random, &e);
        sample(&e);
        check_entry(&e, round, &all);
        drop_entry(&e);
    }
    printf("free %d, contact %d (%d come through a surface), undecided %d\n",
           all.kinds[LW_VERDICT_FREE], all.kinds[LW_VERDICT_CONTACT], all.through,
           all.kinds[LW_VERDICT_UNDECIDED]);
    assert_true(all.kinds[LW_VERDICT_FREE] > rounds && all.kinds[LW_VERDICT_CONTACT] > rounds);
    assert_true(all.through > rounds / 4);
    assert_true(all.kinds[LW_VERDICT_UNDECIDED] <= rounds / 50);
}

/* ---- a point by hand --------------------------------------------------------------------------- */

/* A point above the middle of a mesh whose top is at z = 0, on a slide along z. */
static world point_above_box(raw_mesh *raw)
{
    lw_shape_def point = box(0, 0, 0);
    lw_shape_def mesh = lw_default_shape();
    raw_box(raw, v3(0.1, 0.2, -1), v3(1, 1, 1), false);
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = raw_coordinates(raw);
    mesh.vertex_count = raw->vertices.count;
    mesh.triangles = raw->indices.items;
    mesh.triangle_count = raw_triangle_count(raw);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){0, 0, 1}, &point, at(0, 0, 0));
    obstacle(&w, "box", mesh, lw_pose_identity());
    obstacle(&w, "far", sphere(0.1), at(0, 50, 0));
    freeze(&w);
    return w;
}

static lw_verdict check_path(world *w, lw_method method, const double *values, size_t count)
{
    lw_track track = lw_default_track();
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    options.method = method;
    track.kind = LW_TRACK_PATH;
    track.positions = values;
    track.point_count = count;
    succeed(lw_motion_set(w->motion, &track, 1, &w->error), &w->error);
    succeed(lw_check(w->checker, w->motion, &options, &verdict, &w->error), &w->error);
    return verdict;
}

/* The point comes inside in the last interval of time. On another path it first goes along the surface,
 * too close to tell, so that the contact inside is not the first possible one. */
static void test_point(void **state)
{
    (void)state;
    static const double last[] = {0.5, -1e-9};
    static const double later[] = {0.5, 1e-14, 2e-14, 0.5, -0.37};
    const double enters = 0.75 + 0.25 * 0.5 / 0.87;
    raw_mesh raw = {0};
    world w = point_above_box(&raw);
    for (int m = 0; m < METHODS; m++) {
        lw_verdict v = check_path(&w, methods[m], last, 2);
        assert_int_equal(v.kind, LW_VERDICT_CONTACT);
        assert_true(v.first && v.time > 0.999 && v.free_until > 0.999);
        v = check_path(&w, methods[m], later, 5);
        assert_int_equal(v.kind, LW_VERDICT_CONTACT);
        assert_true(!v.first && v.free_until <= 0.25);
        assert_true(v.time >= enters && v.time < enters + 2.2e-4);
    }
    finish(&w);
    raw_free(&raw);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_point),
        cmocka_unit_test(test_thin_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
