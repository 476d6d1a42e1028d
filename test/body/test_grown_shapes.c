/* Shapes of every kind, in every form that files have, on links, as obstacles and attached, with
 * rounding, padding and scale: a probe nearer to such a shape than its growth touches it, a probe
 * farther away does not. The probe is a small ball or disc next to the border, which is found along a
 * ray; an oracle that knows only the numbers in the file gives its distance from the shape. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "mesh_writers.h"
#include "seed.h"
#include "shape_oracle.h"
#include "small_scene.h"

enum { VERTICES = 48, TRIANGLES = 64, PROBES = 12 };

/* The ways in which a file gives a shape. */
typedef enum giving {
    JSON_OBSTACLE,
    JSON_LINK,
    JSON_ATTACHED,
    URDF_LINK,
    MOVEIT_OBSTACLE,
    MOVEIT_ATTACHED,
    WAYS
} giving;

typedef struct subject {
    lw_random *random;
    const char *what;
    lw_shape_def def; /* its arrays are the two below */
    double vertices[3 * VERTICES];
    uint32_t triangles[3 * TRIANGLES];
    bool solid; /* a closed mesh */
    bool planar;
    bool speck; /* the probe is a triangle of next to no size, rounded */
    giving way;
    int format; /* of a mesh's file */
    double factor, padding, probe;
    double base[6], local[6]; /* of the carrier in the world, and of the shape in the carrier: x y z,
                                 roll pitch yaw */
} subject;

static double between(subject *s, double low, double high)
{
    return lw_random_between(s->random, low, high);
}

static bool one_in(subject *s, uint32_t n)
{
    return lw_random_below(s->random, n) == 0;
}

/* ---- shapes --------------------------------------------------------------------------------- */

/* rounds to a float: some formats hold no more */
static double narrow(double value)
{
    volatile float stored = (float)value; /* without volatile the compiler may keep digits */
    return (double)stored;
}

static void put_vertex(subject *s, double x, double y, double z)
{
    double *row = s->vertices + 3 * s->def.vertex_count++;
    row[0] = narrow(x);
    row[1] = narrow(y);
    row[2] = narrow(z);
}

static void put_triangle(subject *s, size_t i, size_t j, size_t k)
{
    uint32_t *row = s->triangles + 3 * s->def.triangle_count++;
    row[0] = (uint32_t)i;
    row[1] = (uint32_t)j;
    row[2] = (uint32_t)k;
}

/* A prism over an outline, counter-clockwise; all of the outline can be seen from its first corner. */
static void put_prism(subject *s, const double (*outline)[2], size_t count, double low, double high)
{
    size_t first = s->def.vertex_count;
    for (size_t i = 0; i < 2 * count; i++)
        put_vertex(s, outline[i % count][0], outline[i % count][1], i < count ? low : high);
    for (size_t i = 1; i + 1 < count; i++) {
        put_triangle(s, first, first + i + 1, first + i);
        put_triangle(s, first + count, first + count + i, first + count + i + 1);
    }
    for (size_t i = 0; i < count; i++) {
        size_t next = (i + 1) % count;
        put_triangle(s, first + i, first + next, first + count + next);
        put_triangle(s, first + i, first + count + next, first + count + i);
    }
}

static void put_box(subject *s, double x, double y, double z, const double at[3])
{
    const double outline[4][2] = {
        {at[0] - x, at[1] - y}, {at[0] + x, at[1] - y}, {at[0] + x, at[1] + y}, {at[0] - x, at[1] + y}};
    put_prism(s, outline, 4, at[2] - z, at[2] + z);
}

static void mesh_bar(subject *s)
{
    s->what = "bar";
    put_box(s, 0.5, 0.025, 0.025, (double[]){0, 0, 0});
    s->solid = true;
}

static void mesh_angle(subject *s)
{
    /* seen from the inner corner */
    static const double outline[6][2] = {{0.2, 0.2}, {0.2, 1}, {0, 1}, {0, 0}, {1, 0}, {1, 0.2}};
    s->what = "angle";
    put_prism(s, outline, 6, -0.1, 0.3);
    s->solid = true;
}

/* many vertices at one end, so that their mean is far from most of the body */
static void mesh_lopsided(subject *s)
{
    s->what = "lopsided";
    for (int i = 0; i < 4; i++)
        put_box(s, 0.02, 0.02, 0.02, (double[]){0.1 * i, 0, 0});
    put_box(s, 1, 0.03, 0.2, (double[]){2, 0.2, 0});
    s->solid = true;
}

static void mesh_hollow(subject *s)
{
    s->what = "hollow";
    put_box(s, 0.8, 0.8, 0.8, (double[]){0, 0, 0});
    size_t inner = s->def.triangle_count;
    put_box(s, 0.5, 0.5, 0.5, (double[]){0, 0.1, 0});
    for (size_t t = inner; t < s->def.triangle_count; t++) {
        uint32_t *row = s->triangles + 3 * t;
        uint32_t swap = row[0];
        row[0] = row[1];
        row[1] = swap;
    }
    s->solid = true;
}

static void mesh_sheet(subject *s)
{
    s->what = "sheet";
    for (int i = 0; i < 4; i++)
        put_vertex(s, between(s, -1, 1), between(s, -1, 1), between(s, -1, 1));
    put_triangle(s, 0, 1, 2);
    put_triangle(s, 1, 0, 3);
}

static void mesh_needle(subject *s)
{
    s->what = "needle";
    double thin = pow(10, between(s, -6, -1));
    put_vertex(s, 0, 0, 0);
    put_vertex(s, between(s, 0.3, 2), 0, 0);
    put_vertex(s, between(s, -0.5, 2), thin, thin * between(s, -1, 1));
    put_triangle(s, 0, 1, 2);
}

/* triangles without area, apart from the other triangles and on them */
static void mesh_with_lines(subject *s)
{
    s->what = "lines";
    put_box(s, 0.2, 0.2, 0.2, (double[]){0, 0, 0});
    put_vertex(s, 0.5, 0.25, 0);
    put_vertex(s, 1, 0.25, 0);
    put_vertex(s, 0.75, 0.25, 0);
    put_vertex(s, 0, -0.75, 0.5);
    put_triangle(s, 0, 1, 0);
    put_triangle(s, 8, 9, 10);
    put_triangle(s, 11, 11, 11);
    put_triangle(s, 2, 2, 11);
    s->solid = true;
}

static void random_mesh(subject *s)
{
    static void (*const meshes[])(subject *) = {mesh_bar,   mesh_angle,  mesh_lopsided,  mesh_hollow,
                                                mesh_sheet, mesh_needle, mesh_with_lines};
    s->def.kind = LW_SHAPE_MESH;
    meshes[lw_random_below(s->random, sizeof meshes / sizeof *meshes)](s);
}

static void random_polytope(subject *s)
{
    s->what = "polytope";
    s->def.kind = LW_SHAPE_POLYTOPE;
    uint32_t count = 1 + lw_random_below(s->random, 9);
    double flat = one_in(s, 3) ? 0 : one_in(s, 3) ? 1e-3 : 1;
    for (uint32_t i = 0; i < count; i++)
        put_vertex(s, between(s, -1, 1), between(s, -1, 1), flat * between(s, -1, 1));
}

static void random_primitive(subject *s)
{
    static const char *const names[] = {"sphere", "capsule", "box", "cylinder", "cone"};
    s->def.kind = (lw_shape_kind)lw_random_below(s->random, LW_SHAPE_CONE + 1);
    s->what = names[s->def.kind];
    double thin = one_in(s, 2) ? 1 : pow(10, between(s, -4, -1));
    s->def.size = (lw_vec3){between(s, 0.1, 2), thin * between(s, 0.1, 2), between(s, 0.1, 2)};
    s->def.radius = (one_in(s, 2) ? thin : 1) * between(s, 0.1, 1);
    s->def.length = (one_in(s, 2) ? thin : 1) * between(s, 0.1, 2);
}

static void random_flat(subject *s)
{
    static const double angle[6][2] = {{0.2, 0.2}, {0.2, 1}, {0, 1}, {0, 0}, {1, 0}, {1, 0.2}};
    uint32_t which = lw_random_below(s->random, 5);
    static const char *const names[] = {"disc", "point", "segment", "polygon", "star"};
    s->what = names[which];
    s->def.kind = which == 0 ? LW_SHAPE_DISC : LW_SHAPE_POLYGON;
    s->def.radius = which == 0 ? between(s, 0.1, 1) : 0;
    if (which == 1)
        put_vertex(s, 0, 0, 0);
    if (which == 2)
        for (int i = 0; i < 2; i++)
            put_vertex(s, between(s, -1, 1), between(s, -1, 1), 0);
    for (size_t i = 0; i < 6 && which == 3; i++)
        put_vertex(s, angle[i][0], angle[i][1], 0);
    for (int i = 0; i < 10 && which == 4; i++) {
        double out = i % 2 ? between(s, 0.1, 0.4) : between(s, 0.5, 1);
        put_vertex(s, out * cos(0.6283 * i), out * sin(0.6283 * i), 0);
    }
}

/* ---- files ---------------------------------------------------------------------------------- */

static bool can_give(const subject *s)
{
    lw_shape_kind kind = s->def.kind;
    if (s->planar)
        return s->way <= JSON_ATTACHED;
    switch (s->way) {
    case URDF_LINK:
        return kind != LW_SHAPE_CONE && kind != LW_SHAPE_POLYTOPE && s->def.rounding == 0;
    case MOVEIT_OBSTACLE:
    case MOVEIT_ATTACHED:
        return kind != LW_SHAPE_CAPSULE && kind != LW_SHAPE_POLYTOPE && s->def.rounding == 0;
    default:
        return true;
    }
}

static bool is_on_robot(const subject *s)
{
    return s->way != JSON_OBSTACLE && s->way != MOVEIT_OBSTACLE;
}

static bool is_attached(const subject *s)
{
    return s->way == JSON_ATTACHED || s->way == MOVEIT_ATTACHED;
}

static void put_pose(FILE *out, bool planar, const double at[6])
{
    if (planar)
        fprintf(out, "\"position\": [%.17g, %.17g], \"theta\": %.17g", at[0], at[1], at[5]);
    else
        fprintf(out, "\"position\": [%.17g, %.17g, %.17g], \"rpy\": [%.17g, %.17g, %.17g]", at[0],
                at[1], at[2], at[3], at[4], at[5]);
}

static void put_vertices(FILE *out, const subject *s)
{
    fprintf(out, "\"vertices\": [");
    for (size_t i = 0; i < s->def.vertex_count; i++) {
        const double *row = s->vertices + 3 * i;
        fprintf(out, "%s[%.17g, %.17g", i ? ", " : "", row[0], row[1]);
        if (!s->planar)
            fprintf(out, ", %.17g", row[2]);
        fprintf(out, "]");
    }
    fprintf(out, "]");
}

static const char *mesh_file(const files *f, const subject *s)
{
    mesh_to_write mesh = {s->vertices, s->def.vertex_count, s->triangles, s->def.triangle_count};
    return write_mesh(f, mesh_names[s->format], &mesh);
}

/* the keys of a shape in our JSON */
static void put_shape(FILE *out, const files *f, const subject *s)
{
    const lw_shape_def *def = &s->def;
    static const char *const names[] = {"sphere",   "capsule", "box",  "cylinder", "cone",
                                        "polytope", "mesh",    "disc", "polygon",  "ellipsoid"};
    const char *name = names[def->kind];
    if (s->planar && def->kind == LW_SHAPE_POLYGON && def->vertex_count < 3)
        name = def->vertex_count == 1 ? "point" : "segment";
    fprintf(out, "\"type\": \"%s\", \"rounding\": %.17g", name, def->rounding);
    if (def->kind == LW_SHAPE_SPHERE || def->kind == LW_SHAPE_DISC || def->kind == LW_SHAPE_CAPSULE ||
        def->kind == LW_SHAPE_CYLINDER || def->kind == LW_SHAPE_CONE)
        fprintf(out, ", \"radius\": %.17g", def->radius);
    if (def->kind == LW_SHAPE_CAPSULE || def->kind == LW_SHAPE_CYLINDER || def->kind == LW_SHAPE_CONE)
        fprintf(out, ", \"length\": %.17g", def->length);
    if (def->kind == LW_SHAPE_BOX || def->kind == LW_SHAPE_ELLIPSOID)
        fprintf(out, ", \"size\": [%.17g, %.17g, %.17g]", def->size.x, def->size.y, def->size.z);
    if (def->kind == LW_SHAPE_MESH)
        fprintf(out, ", \"file\": \"%s\"", mesh_file(f, s));
    if (def->kind == LW_SHAPE_POLYTOPE || (def->kind == LW_SHAPE_POLYGON && def->vertex_count > 1)) {
        fprintf(out, ", ");
        put_vertices(out, s);
    }
    fprintf(out, ", ");
    put_pose(out, s->planar, s->local);
}

static const char *write_urdf(const files *f, const subject *s)
{
    const lw_shape_def *def = &s->def;
    char text[1000];
    char shape[400] = "";
    if (def->kind == LW_SHAPE_SPHERE)
        snprintf(shape, sizeof shape, "<sphere radius='%.17g'/>", def->radius);
    if (def->kind == LW_SHAPE_CAPSULE || def->kind == LW_SHAPE_CYLINDER)
        snprintf(shape, sizeof shape, "<%s radius='%.17g' length='%.17g'/>", s->what, def->radius,
                 def->length);
    if (def->kind == LW_SHAPE_BOX)
        snprintf(shape, sizeof shape, "<box size='%.17g %.17g %.17g'/>", def->size.x, def->size.y,
                 def->size.z);
    if (def->kind == LW_SHAPE_MESH)
        snprintf(shape, sizeof shape, "<mesh filename='%s'/>", mesh_file(f, s));
    const double *at = s->local;
    snprintf(text, sizeof text,
             "<robot name='carrier'><link name='body'><collision>\n"
             "<origin xyz='%.17g %.17g %.17g' rpy='%.17g %.17g %.17g'/>\n"
             "<geometry>%s</geometry></collision></link></robot>\n",
             at[0], at[1], at[2], at[3], at[4], at[5], shape);
    return files_write(f, "carrier.urdf", text);
}

/* the robots, and the obstacles or attached objects in our JSON */
static const char *write_json(const files *f, const subject *s)
{
    const char *path = files_path(f, "scene.json");
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    const char *ball = s->planar ? "disc" : "sphere";
    fprintf(out,
            "{\"dimension\": %d, \"robots\": [{\"name\": \"probe\", \"joint\": {\"type\": \"%s\"},\n",
            s->planar ? 2 : 3, s->planar ? "planar" : "floating");
    if (s->speck)
        fprintf(out,
                "\"links\": [{\"name\": \"ball\", \"type\": \"mesh\", \"file\": \"%s\", \"rounding\": "
                "%.17g}]}",
                files_write(f, "speck.obj", "v 0 0 0\nv 1e-11 0 0\nv 0 1e-11 0\nf 1 2 3\n"), s->probe);
    else
        fprintf(out, "\"links\": [{\"name\": \"ball\", \"type\": \"%s\", \"radius\": %.17g}]}", ball,
                s->probe);
    if (s->way == URDF_LINK) {
        fprintf(out, ",\n{\"urdf\": \"%s\", \"base\": {", write_urdf(f, s));
        put_pose(out, false, s->base);
        fprintf(out, "}}");
    } else if (is_on_robot(s)) {
        fprintf(out, ",\n{\"name\": \"carrier\", \"links\": [{\"name\": \"body\", ");
        /* the shape, or a body that is out of the way */
        if (s->way == JSON_LINK)
            put_shape(out, f, s);
        else
            fprintf(out, "\"shapes\": [{\"type\": \"%s\", \"radius\": 1, \"position\": [1000, 0%s]}]",
                    ball, s->planar ? "" : ", 0");
        fprintf(out, "}], \"base\": {");
        put_pose(out, s->planar, s->base);
        fprintf(out, "}}");
    }
    fprintf(out, "]");
    if (s->way == JSON_OBSTACLE || s->way == JSON_ATTACHED) {
        /* the shape is in the object, the object in the world or in the link */
        bool attached = s->way == JSON_ATTACHED;
        fprintf(out, ",\n\"%s\": [{\"id\": \"thing\", ", attached ? "attached" : "obstacles");
        if (attached)
            fprintf(out, "\"robot\": \"carrier\", \"link\": \"body\"");
        else
            put_pose(out, s->planar, s->base);
        fprintf(out, ", \"shapes\": [{");
        put_shape(out, f, s);
        fprintf(out, "}]}]");
    }
    if (is_on_robot(s) && s->way != MOVEIT_ATTACHED)
        fprintf(out,
                ",\n\"link_padding\": {\"carrier/body\": %.17g}, \"link_scale\": {\"body\": %.17g}",
                s->padding, s->factor);
    fprintf(out, "}\n");
    fclose(out);
    return path;
}

static void put_yaml_pose(FILE *out, const double at[6])
{
    lw_pose p = lw_pose_from_rpy((lw_vec3){at[0], at[1], at[2]}, at[3], at[4], at[5]);
    fprintf(out, "{position: [%.17g, %.17g, %.17g], orientation: [%.17g, %.17g, %.17g, %.17g]}",
            p.position.x, p.position.y, p.position.z, p.orientation.x, p.orientation.y, p.orientation.z,
            p.orientation.w);
}

static void put_yaml_primitive(FILE *out, const subject *s, const char *indent)
{
    const lw_shape_def *def = &s->def;
    fprintf(out, "%sprimitives: [{type: %s, dimensions: [", indent, s->what);
    if (def->kind == LW_SHAPE_BOX)
        fprintf(out, "%.17g, %.17g, %.17g", def->size.x, def->size.y, def->size.z);
    else if (def->kind == LW_SHAPE_SPHERE)
        fprintf(out, "%.17g", def->radius);
    else
        fprintf(out, "%.17g, %.17g", def->length, def->radius);
    fprintf(out, "]}]\n%sprimitive_poses: [", indent);
}

static void put_yaml_mesh(FILE *out, const subject *s, const char *indent)
{
    fprintf(out, "%smeshes:\n%s- vertices: [", indent, indent);
    for (size_t i = 0; i < s->def.vertex_count; i++) {
        const double *row = s->vertices + 3 * i;
        fprintf(out, "%s[%.17g, %.17g, %.17g]", i ? ", " : "", row[0], row[1], row[2]);
    }
    fprintf(out, "]\n%s  triangles: [", indent);
    for (size_t t = 0; t < s->def.triangle_count; t++)
        fprintf(out, "%s{vertex_indices: [%u, %u, %u]}", t ? ", " : "", s->triangles[3 * t],
                s->triangles[3 * t + 1], s->triangles[3 * t + 2]);
    fprintf(out, "]\n%smesh_poses: [", indent);
}

/* a planning scene for the robots in the JSON file */
static const char *write_yaml(const files *f, const subject *s)
{
    const char *path = files_path(f, "scene.yaml");
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    bool attached = s->way == MOVEIT_ATTACHED;
    const char *indent = attached ? "      " : "    ";
    if (attached)
        fprintf(out,
                "link_padding: [{link_name: body, padding: %.17g}]\n"
                "link_scale: [{link_name: body, scale: %.17g}]\n"
                "robot_state:\n  attached_collision_objects:\n  - link_name: body\n    object:\n"
                "      header: {frame_id: body}\n      id: thing\n",
                s->padding, s->factor);
    else
        fprintf(out, "world:\n  collision_objects:\n  - id: thing\n    pose: ");
    if (!attached) {
        put_yaml_pose(out, s->base);
        fprintf(out, "\n");
    }
    if (s->def.kind == LW_SHAPE_MESH)
        put_yaml_mesh(out, s, indent);
    else
        put_yaml_primitive(out, s, indent);
    put_yaml_pose(out, s->local);
    fprintf(out, "]\n");
    fclose(out);
    return path;
}

static lw_scene *load(const files *f, const subject *s)
{
    lw_error e = {0};
    lw_scene *scene = new_scene();
    succeed(lw_scene_load(scene, write_json(f, s), &e), &e);
    if (s->way == MOVEIT_OBSTACLE || s->way == MOVEIT_ATTACHED)
        succeed(lw_scene_load(scene, write_yaml(f, s), &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    return scene;
}

/* ---- probes --------------------------------------------------------------------------------- */

/* The numbers that the oracle knows: the pose of the shape and its growth. */
typedef struct truth {
    const subject *subject;
    lw_shape_def def;
    wide_pose at, back;
    double factor, padding;
} truth;

static wide_pose wide_of(const double at[6])
{
    return wide_pose_of(lw_pose_from_rpy((lw_vec3){at[0], at[1], at[2]}, at[3], at[4], at[5]));
}

static void find_truth(const subject *s, truth *out)
{
    wide_pose base = wide_of(s->base);
    wide_pose local = wide_of(s->local);
    *out = (truth){.subject = s, .def = s->def, .factor = 1};
    out->def.vertices = s->vertices;
    out->def.triangles = s->triangles;
    out->at = wide_multiply(&base, &local);
    out->back = wide_inverse(&out->at);
    if (is_on_robot(s))
        out->padding = s->padding;
    if (is_on_robot(s) && !is_attached(s))
        out->factor = s->factor;
}

/* the distance of the probe from the grown shape; negative: the border of the probe is inside by as
 * much */
static long double gap_at(const truth *t, wide_point center)
{
    wide_point p = wide_apply(&t->back, center);
    return oracle_outside(&t->def, t->subject->solid, t->factor, p) - t->padding - t->subject->probe;
}

static wide_point along(wide_point from, wide_point way, long double share)
{
    for (int k = 0; k < 3; k++)
        from.x[k] += share * way.x[k];
    return from;
}

static wide_point random_way(subject *s)
{
    wide_point way;
    long double square = 0;
    for (int k = 0; k < 3; k++) {
        way.x[k] = s->planar && k == 2 ? 0 : between(s, -1, 1);
        square += way.x[k] * way.x[k];
    }
    for (int k = 0; k < 3; k++)
        way.x[k] /= sqrtl(square);
    return way;
}

/* some point in or near the shape, in the world */
static wide_point random_start(subject *s, const truth *t)
{
    wide_point p = {{0, 0, 0}};
    if (t->def.vertex_count > 0 && one_in(s, 2)) {
        p = oracle_vertex(&t->def, lw_random_below(s->random, (uint32_t)t->def.vertex_count));
    } else {
        for (int k = 0; k < (s->planar ? 2 : 3); k++)
            p.x[k] = between(s, -1, 1);
    }
    return wide_apply(&t->at, p);
}

/* A probe next to the border of the grown shape: along a ray from inside, or from near by. */
static wide_point random_probe(subject *s, const truth *t)
{
    wide_point from = random_start(s, t);
    wide_point way = random_way(s);
    long double low = 0;
    long double high = 20;
    if (gap_at(t, from) < 0)
        for (int i = 0; i < 70; i++) {
            long double middle = (low + high) / 2;
            if (gap_at(t, along(from, way, middle)) < 0)
                low = middle;
            else
                high = middle;
        }
    double off = pow(10, between(s, -8, -0.5));
    return along(from, way, low + (one_in(s, 2) ? off : -off));
}

typedef struct tally {
    int hit, missed, by_way[WAYS];
} tally;

static void probe(subject *s, const truth *t, const lw_scene *scene, lw_motion *still,
                  lw_checker *checker, tally *counts)
{
    lw_error e = {0};
    wide_point p = random_probe(s, t);
    double values[7] = {(double)p.x[0], (double)p.x[1], s->planar ? 0 : (double)p.x[2], 0, 0, 0, 1};
    for (int k = 0; k < 3; k++)
        p.x[k] = s->planar && k == 2 ? 0 : values[k];
    succeed(lw_motion_set_joint(still, "probe", "joint", values, s->planar ? 3 : 7, &e), &e);
    long double gap = gap_at(t, p);
    double least = HUGE_VAL;
    double deepest = 0;
    for (size_t i = 0; i < lw_scene_pair_count(scene); i++) {
        lw_distance found;
        succeed(lw_pair_distance(checker, still, 0, i, &found, &e), &e);
        least = fmin(least, found.upper);
        deepest = fmax(deepest, found.depth);
        if (found.lower > found.upper)
            fail_msg("%s: lower %.17g, upper %.17g", s->what, found.lower, found.upper);
    }
    double tolerance = 1e-9;
    if (fabsl(fmaxl(0, gap) - fmax(0, least)) > tolerance)
        fail_msg(
            "%s, way %d, %s: %.17g apart, and %.17Lg says the oracle (rounding %g, padding %g, scale "
            "%g)",
            s->what, (int)s->way, mesh_names[s->format], least, gap, s->def.rounding, s->padding,
            s->factor);
    if (fabsl(gap) <= tolerance)
        return;
    lw_verdict v = lw_default_verdict();
    succeed(lw_check(checker, still, NULL, &v, &e), &e);
    if (v.kind != (gap < 0 ? LW_VERDICT_CONTACT : LW_VERDICT_FREE))
        fail_msg("%s, way %d: verdict %d, and the gap is %Lg", s->what, (int)s->way, (int)v.kind, gap);
    counts->hit += gap < 0;
    counts->missed += gap > 0;
    counts->by_way[s->way]++;
}

static void random_subject(lw_random *random, subject *s)
{
    *s = (subject){.random = random, .def = lw_default_shape(), .factor = 1};
    uint32_t family = lw_random_below(random, 6);
    s->planar = family == 5;
    if (s->planar)
        random_flat(s);
    else if (family == 4)
        random_polytope(s);
    else if (family >= 2)
        random_mesh(s);
    else
        random_primitive(s);
    s->def.vertices = s->vertices;
    s->def.triangles = s->triangles;
    do {
        s->def.rounding = one_in(s, 2) ? 0 : pow(10, between(s, -4, -0.5));
        s->way = (giving)lw_random_below(random, WAYS);
    } while (!can_give(s));
    s->format = (int)lw_random_below(random, MESH_FORMATS);
    s->padding = one_in(s, 3) ? 0 : pow(10, between(s, -4, -0.5));
    s->factor = one_in(s, 2) ? 1 : between(s, 0.5, 2);
    s->speck = !s->planar && one_in(s, 2);
    s->probe = one_in(s, 2) ? 1e-6 : between(s, 0.01, 0.1);
    for (int k = 0; k < 6; k++) {
        bool across = s->planar && k >= 2 && k < 5;
        s->base[k] = across ? 0 : between(s, -3, 3);
        s->local[k] = across || one_in(s, 4) ? 0 : between(s, -1, 1);
    }
}

static void shapes_reach_as_far_as_they_are_grown(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    tally counts = {0};
    files folder;
    files_open(&folder);
    int rounds = test_rounds(400, 20000);
    for (int round = 0; round < rounds; round++) {
        subject s;
        truth t;
        random_subject(&random, &s);
        find_truth(&s, &t);
        lw_scene *scene = load(&folder, &s);
        lw_motion *still = NULL;
        lw_checker *checker = NULL;
        lw_error e = {0};
        succeed(lw_motion_create(scene, &still, &e), &e);
        succeed(lw_checker_create(scene, &checker, &e), &e);
        for (int i = 0; i < PROBES; i++)
            probe(&s, &t, scene, still, checker, &counts);
        lw_checker_destroy(checker);
        lw_motion_destroy(still);
        lw_scene_destroy(scene);
    }
    files_close(&folder);
    printf("%d hit, %d missed\n", counts.hit, counts.missed);
    assert_true(counts.hit > rounds && counts.missed > rounds);
    for (int i = 0; i < WAYS; i++)
        assert_true(counts.by_way[i] > rounds / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_reach_as_far_as_they_are_grown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
