/* Shapes as files have them, beyond the plain ones. */
#include "odd_shapes.h"

#include "math/vec.h"

static const double TURN = 6.283185307179586;

/* A shape whose arrays are being filled. */
typedef struct sketch {
    lw_shape_def *def;
    double *vertices;
    uint32_t *triangles;
} sketch;

static uint32_t add_vertex(sketch *s, vec3 p)
{
    double *row = s->vertices + 3 * s->def->vertex_count;
    row[0] = p.x;
    row[1] = p.y;
    row[2] = p.z;
    return (uint32_t)s->def->vertex_count++;
}

static void add_triangle(sketch *s, uint32_t i, uint32_t j, uint32_t k)
{
    uint32_t *row = s->triangles + 3 * s->def->triangle_count++;
    row[0] = i;
    row[1] = j;
    row[2] = k;
}

/* A closed surface of columns times rows quadrangles, all of them cut the same way; the rows end at two
 * poles, or meet. */
static void add_grid(sketch *s, uint32_t first, uint32_t columns, uint32_t rows, bool meet)
{
    for (uint32_t r = 0; r + !meet < rows; r++)
        for (uint32_t c = 0; c < columns; c++) {
            uint32_t next = (c + 1) % columns;
            uint32_t here = first + r * columns;
            uint32_t up = first + (r + 1) % rows * columns;
            add_triangle(s, here + c, here + next, up + next);
            add_triangle(s, here + c, up + next, up + c);
        }
}

/* A ball with dents. */
static void make_lump(lw_random *random, double size, sketch *s)
{
    uint32_t columns = 4 + lw_random_below(random, 5);
    uint32_t rows = 2 + lw_random_below(random, 6);
    double dent = lw_random_between(random, 0, 0.6);
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++) {
            double up = 0.5 * TURN * ((r + 1.0) / (rows + 1) - 0.5);
            double round = TURN * c / columns;
            double far = size * (1 - dent * lw_random_between(random, 0, 1));
            add_vertex(s, scale(far, v3(cos(up) * cos(round), cos(up) * sin(round), sin(up))));
        }
    add_grid(s, 0, columns, rows, false);
    uint32_t low = add_vertex(s, v3(0, 0, -size));
    uint32_t high = add_vertex(s, v3(0, 0, size));
    for (uint32_t c = 0; c < columns; c++) {
        uint32_t next = (c + 1) % columns;
        add_triangle(s, low, next, c);
        add_triangle(s, high, (rows - 1) * columns + c, (rows - 1) * columns + next);
    }
}

static void make_ring(lw_random *random, double size, sketch *s)
{
    uint32_t columns = 3 + lw_random_below(random, 6);
    uint32_t rows = 3 + lw_random_below(random, 6);
    double thick = size * lw_random_between(random, 0.05, 0.4);
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++) {
            double a = TURN * r / rows;
            double b = -TURN * c / columns;
            double far = size - thick + thick * cos(b);
            add_vertex(s, v3(far * cos(a), far * sin(a), thick * sin(b)));
        }
    add_grid(s, 0, columns, rows, true);
}

static void add_box(sketch *s, vec3 center, vec3 half, bool inwards)
{
    static const uint32_t faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    uint32_t first = (uint32_t)s->def->vertex_count;
    for (int k = 0; k < 8; k++)
        add_vertex(s, add(center, v3(k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y,
                                     k & 4 ? half.z : -half.z)));
    for (int f = 0; f < 6; f++) {
        const uint32_t *c = faces[f];
        add_triangle(s, first + c[0], first + c[inwards ? 2 : 1], first + c[inwards ? 1 : 2]);
        add_triangle(s, first + c[0], first + c[inwards ? 3 : 2], first + c[inwards ? 2 : 3]);
    }
}

static vec3 random_half(lw_random *random, double size)
{
    double x = size * lw_random_between(random, 0.02, 1);
    double y = size * lw_random_between(random, 0.02, 1);
    return v3(x, y, size * lw_random_between(random, 0.02, 1));
}

/* Boxes beside each other and overlapping, or one with a cavity. */
static void make_boxes(lw_random *random, double size, sketch *s)
{
    uint32_t count = 1 + lw_random_below(random, 4);
    vec3 half = random_half(random, size);
    add_box(s, v3(0, 0, 0), half, false);
    if (lw_random_below(random, 2)) {
        add_box(s, v3(0, 0, 0), scale(lw_random_between(random, 0.2, 0.95), half), true);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        double x = lw_random_between(random, -size, size);
        double y = lw_random_between(random, -size, size);
        vec3 center = v3(x, y, lw_random_between(random, -size, size));
        add_box(s, center, random_half(random, 0.5 * size), false);
    }
}

/* Leaves some triangles out, and turns, doubles or flattens others. */
static void damage(lw_random *random, sketch *s)
{
    lw_shape_def *def = s->def;
    uint32_t left = (uint32_t)def->triangle_count;
    uint32_t out = 1 + lw_random_below(random, left / 2);
    def->triangle_count = lw_random_below(random, 3) ? left : left - out;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t *row =
            s->triangles + 3 * (size_t)lw_random_below(random, (uint32_t)def->triangle_count);
        uint32_t second = row[1];
        switch (lw_random_below(random, 4)) {
        case 0:
            row[1] = row[2];
            row[2] = second;
            break;
        case 1:
            row[1] = row[2]; /* without area */
            break;
        default:
            break;
        }
    }
    if (def->triangle_count < ODD_TRIANGLES)
        add_triangle(s, s->triangles[0], s->triangles[1], s->triangles[2]);
    /* vertices that no triangle uses move to the place of the first one: every vertex is a point of the
     * mesh */
    for (uint32_t v = 0; v < def->vertex_count; v++) {
        bool used = false;
        for (size_t i = 0; i < 3 * def->triangle_count; i++)
            used = used || s->triangles[i] == v;
        for (size_t k = 0; k < 3 && !used; k++)
            s->vertices[3 * (size_t)v + k] = s->vertices[3 * (size_t)s->triangles[0] + k];
    }
}

/* Vertices on a sphere, in a plane or on a line, some of them twice. */
static void make_points(lw_random *random, double size, sketch *s)
{
    uint32_t count = 1 + lw_random_below(random, ODD_VERTICES);
    uint32_t dimensions = 1 + lw_random_below(random, 3);
    bool round = lw_random_below(random, 2);
    for (uint32_t i = 0; i < count; i++) {
        double x = lw_random_between(random, -1, 1);
        double y = dimensions > 1 ? lw_random_between(random, -1, 1) : 0;
        vec3 p = v3(x, y, dimensions > 2 ? lw_random_between(random, -1, 1) : 0);
        double length = norm(p);
        if (round && length > 0.1)
            p = scale(1 / length, p);
        uint32_t again = lw_random_below(random, 8) || !i ? i : lw_random_below(random, i);
        if (again < i)
            p = v3(s->vertices[3 * again] / size, s->vertices[3 * again + 1] / size,
                   s->vertices[3 * again + 2] / size);
        add_vertex(s, scale(size, p));
    }
}

/* A primitive with sizes of 0, or an ellipsoid with very short axes. */
static void make_thin(lw_random *random, lw_shape_def *def)
{
    static const lw_shape_kind kinds[] = {LW_SHAPE_BOX, LW_SHAPE_ELLIPSOID, LW_SHAPE_SPHERE,
                                          LW_SHAPE_CAPSULE, LW_SHAPE_CYLINDER};
    double *sizes[] = {&def->size.x, &def->size.y, &def->size.z, &def->length};
    def->kind = kinds[lw_random_below(random, sizeof kinds / sizeof *kinds)];
    for (size_t i = 0; i < 4; i++)
        if (lw_random_below(random, 2))
            *sizes[i] *=
                def->kind == LW_SHAPE_ELLIPSOID ? pow(10, lw_random_between(random, -6, 0)) : 0;
    bool has_size = def->kind == LW_SHAPE_BOX || def->kind == LW_SHAPE_ELLIPSOID;
    if (has_size || lw_random_below(random, 2))
        def->radius = 0;
}

lw_shape_def odd_shape(lw_random *random, double size, double *vertices, uint32_t *triangles)
{
    lw_shape_def def = lw_default_shape();
    sketch s = {.def = &def};
    s.vertices = vertices;
    s.triangles = triangles;
    double *sizes[] = {&def.size.x, &def.size.y, &def.size.z, &def.radius, &def.length};
    for (size_t i = 0; i < 5; i++)
        *sizes[i] = size * lw_random_between(random, 0.05, 1);
    uint32_t kind = lw_random_below(random, 6);
    def.kind = kind == 4 ? LW_SHAPE_POLYTOPE : LW_SHAPE_MESH;
    switch (kind) {
    case 0:
    case 1:
        make_lump(random, size, &s);
        break;
    case 2:
        make_ring(random, size, &s);
        break;
    case 3:
        make_boxes(random, size, &s);
        break;
    case 4:
        make_points(random, size, &s);
        break;
    default:
        make_thin(random, &def);
        break;
    }
    bool mesh = def.kind == LW_SHAPE_MESH;
    if (mesh && lw_random_below(random, 3) == 0)
        damage(random, &s);
    if (mesh && lw_random_below(random, 4) == 0)
        def.mesh_mode = LW_MESH_SURFACE;
    if (lw_random_below(random, 4) == 0)
        def.rounding = size * lw_random_between(random, 0, 0.2);
    def.vertices = vertices;
    def.triangles = triangles;
    return def;
}
