/* Tests shape/mesh_repair.h: a damaged closed mesh contains the same points as the undamaged one; a
 * mesh that stays open, such as a cup, contains nothing; a closed mesh stays closed. */
#include "meshes.h"

#include <time.h>

#include "allocation.h"
#include "seed.h"
#include "shape/mesh_weld.h"

static const double PI = 3.14159265358979323846;
static const double WELD = 1e-6; /* of the diagonal of the mesh's box */

/* ---- closed meshes ------------------------------------------------------------------------------ */

static void raw_torus(raw_mesh *raw, double outer, double inner, uint32_t rings, uint32_t sectors)
{
    uint32_t first = (uint32_t)raw->vertices.count;
    for (uint32_t r = 0; r < rings; r++)
        for (uint32_t s = 0; s < sectors; s++) {
            double around = 2 * PI * r / rings;
            double across = 2 * PI * s / sectors;
            double away = outer + inner * cos(across);
            raw_vertex(raw, v3(away * cos(around), away * sin(around), inner * sin(across)));
        }
    for (uint32_t r = 0; r < rings; r++)
        for (uint32_t s = 0; s < sectors; s++) {
            uint32_t a = first + r * sectors + s;
            uint32_t b = first + r * sectors + (s + 1) % sectors;
            uint32_t c = first + (r + 1) % rings * sectors + s;
            uint32_t d = first + (r + 1) % rings * sectors + (s + 1) % sectors;
            raw_triangle(raw, a, c, d);
            raw_triangle(raw, a, d, b);
        }
}

enum { CELLS = 5 }; /* the outermost ones are empty */
typedef bool cells[CELLS][CELLS][CELLS];

static void raw_quad(raw_mesh *raw, vec3 a, vec3 b, vec3 c, vec3 d)
{
    uint32_t first = raw_vertex(raw, a);
    raw_vertex(raw, b);
    raw_vertex(raw, c);
    raw_vertex(raw, d);
    raw_triangle(raw, first, first + 1, first + 2);
    raw_triangle(raw, first, first + 2, first + 3);
}

/* The surface of the unit cubes that are full. */
static void raw_cells(raw_mesh *raw, cells full)
{
    for (int i = 0; i < CELLS * CELLS * CELLS; i++) {
        int at[3] = {i / CELLS / CELLS, i / CELLS % CELLS, i % CELLS};
        for (int k = 0; k < 6 && full[at[0]][at[1]][at[2]]; k++) {
            int axis = k / 2;
            int next[3] = {at[0], at[1], at[2]};
            next[axis] += k % 2 ? 1 : -1;
            if (full[next[0]][next[1]][next[2]])
                continue;
            double corner[4][3];
            for (int c = 0; c < 4; c++) {
                corner[c][axis] = at[axis] + k % 2;
                corner[c][(axis + 1) % 3] = at[(axis + 1) % 3] + (c == 1 || c == 2);
                corner[c][(axis + 2) % 3] = at[(axis + 2) % 3] + (c >= 2);
            }
            vec3 v[4];
            for (int c = 0; c < 4; c++)
                v[c] = v3(corner[c][0], corner[c][1], corner[c][2]);
            if (k % 2)
                raw_quad(raw, v[0], v[1], v[2], v[3]);
            else
                raw_quad(raw, v[0], v[3], v[2], v[1]);
        }
    }
}

enum { PLAIN_BOX, SPHERE, TORUS, L_SHAPE, CUBES, NESTED, ROOM, SHAPES };

static void raw_shape(raw_mesh *raw, lw_random *random, int kind)
{
    cells full = {{{false}}};
    switch (kind) {
    case PLAIN_BOX:
        raw_box(raw, v3(0, 0, 0),
                v3(1, lw_random_between(random, 1, 1.2), lw_random_between(random, 1, 1.2)), false);
        return;
    case SPHERE:
        raw_sphere(raw, v3(0, 0, 0), 1, 5 + (int)lw_random_below(random, 6),
                   6 + (int)lw_random_below(random, 6), false);
        return;
    case TORUS:
        raw_torus(raw, 1, lw_random_between(random, 0.2, 0.6), 6 + lw_random_below(random, 8),
                  5 + lw_random_below(random, 5));
        return;
    case L_SHAPE:
        for (int i = 1; i < 4; i++)
            full[i][1][1] = full[1][i][1] = true;
        raw_cells(raw, full);
        return;
    case CUBES: /* edges with four triangles among them */
        for (int i = 0; i < 27; i++)
            full[1 + i / 9][1 + i / 3 % 3][1 + i % 3] = lw_random_below(random, 3) > 0;
        full[2][2][2] = true;
        raw_cells(raw, full);
        return;
    case NESTED:
        raw_box(raw, v3(0, 0, 0), v3(4, 4, 4), false);
        raw_sphere(raw, v3(0, 0, 0), 2, 8, 9, false);
        for (size_t i = raw->indices.count / 3; i-- > 12;) { /* a cavity */
            uint32_t *row = raw->indices.items + 3 * i;
            uint32_t swap = row[0];
            row[0] = row[1];
            row[1] = swap;
        }
        raw_sphere(raw, v3(0.2, 0, 0), 1, 7, 7, false);
        return;
    default:
        raw_box(raw, v3(0, 0, 0), v3(3, 3, 3), true);
        raw_sphere(raw, v3(1, 1, 0), 1, 7, 9, false);
    }
}

/* ---- damage ------------------------------------------------------------------------------------- */

/* The triangles with corners of their own each, moved, turned and scaled as a whole. */
static raw_mesh take_apart(const raw_mesh *raw, lw_random *random)
{
    raw_mesh apart = {0};
    pose to = random_turn(random);
    double size = pow(10, lw_random_between(random, -3, 3));
    to.position = scale(lw_random_between(random, 0, 10) * size, random_direction(random));
    for (size_t i = 0; i < raw->indices.count; i++)
        raw_vertex(&apart, transform(to, scale(size, raw->vertices.items[raw->indices.items[i]])));
    for (uint32_t i = 0; i < raw->indices.count; i += 3)
        raw_triangle(&apart, i, i + 1, i + 2);
    return apart;
}

/* Splits each triangle into four. */
static void quarter(raw_mesh *raw)
{
    for (size_t t = 0, count = raw_triangle_count(raw); t < count; t++) {
        const uint32_t row[3] = {raw->indices.items[3 * t], raw->indices.items[3 * t + 1],
                                 raw->indices.items[3 * t + 2]};
        uint32_t middle[3];
        for (int k = 0; k < 3; k++)
            middle[k] = raw_vertex(raw, scale(0.5, add(raw->vertices.items[row[k]],
                                                       raw->vertices.items[row[(k + 1) % 3]])));
        memcpy(&raw->indices.items[3 * t], middle, sizeof middle);
        for (int k = 0; k < 3; k++)
            raw_triangle(raw, row[k], middle[k], middle[(k + 2) % 3]);
    }
}

static double diagonal(const raw_mesh *raw)
{
    vec3 low;
    vec3 high;
    if (!raw->vertices.items)
        return 0;
    bounds3(raw->vertices.items, raw->vertices.count, &low, &high);
    return norm(sub(high, low));
}

static uint32_t *any_triangle(raw_mesh *raw, lw_random *random)
{
    return raw->indices.items + 3 * (size_t)lw_random_below(random, (uint32_t)raw->indices.count / 3);
}

static void flip(uint32_t *row)
{
    uint32_t swap = row[1];
    row[1] = row[2];
    row[2] = swap;
}

static void double_one(raw_mesh *raw, lw_random *random)
{
    const uint32_t *row = any_triangle(raw, random);
    uint32_t copy[3];
    for (int k = 0; k < 3; k++)
        copy[k] = raw_vertex(raw, raw->vertices.items[row[k]]);
    if (lw_random_below(random, 2))
        raw_triangle(raw, copy[2], copy[0], copy[1]);
    else
        raw_triangle(raw, copy[2], copy[1], copy[0]);
}

static void drop_one(raw_mesh *raw, lw_random *random)
{
    uint32_t *row = any_triangle(raw, random);
    memmove(row, raw->indices.items + raw->indices.count - 3, 3 * sizeof *row);
    raw->indices.count -= 3;
}

/* Cuts one triangle in two at a point of an edge, or at a distance `off` from it; the neighbour keeps
 * the whole edge. */
static void cut_one(raw_mesh *raw, lw_random *random, double off)
{
    uint32_t *row = any_triangle(raw, random);
    vec3 a = raw->vertices.items[row[0]];
    vec3 b = raw->vertices.items[row[1]];
    vec3 on = add_scaled(a, lw_random_between(random, 0.2, 0.8), sub(b, a));
    uint32_t point = raw_vertex(raw, add_scaled(on, off, random_direction(random)));
    uint32_t again = raw_vertex(raw, raw->vertices.items[point]);
    uint32_t last = raw_vertex(raw, raw->vertices.items[row[2]]);
    row = raw->indices.items + (row - raw->indices.items);
    uint32_t second = row[1];
    row[1] = point;
    raw_triangle(raw, again, second, last);
}

/* Moves half of the corners by up to `most`, some only in the last digit. */
static void open_seams(raw_mesh *raw, lw_random *random, double most)
{
    for (size_t i = 0; i < raw->vertices.count; i++)
        if (lw_random_below(random, 2))
            raw->vertices.items[i] =
                add_scaled(raw->vertices.items[i], most * pow(10, lw_random_between(random, -11, 0)),
                           random_direction(random));
}

enum { SEAM, FLIP, DOUBLE, DROP, CUT, ALL, ANY_WAY_ROUND, DAMAGES };

static void damage(raw_mesh *raw, lw_random *random, int kind)
{
    double most = WELD * diagonal(raw);
    if (kind == FLIP || kind == ALL)
        flip(any_triangle(raw, random));
    if (kind == CUT || kind == ALL)
        for (int i = 0; i < 3; i++)
            cut_one(raw, random, kind == CUT ? 0.9 * most : 0);
    if (kind == DOUBLE || kind == ALL)
        double_one(raw, random);
    if (kind == DROP || kind == ALL)
        drop_one(raw, random);
    for (size_t t = 0; t < raw->indices.count / 3 && kind == ANY_WAY_ROUND; t++)
        if (lw_random_below(random, 2))
            flip(raw->indices.items + 3 * t);
    /* with ALL, both the corners and the edges that they lie on move */
    if (kind == SEAM || kind == ALL)
        open_seams(raw, random, kind == SEAM ? 0.49 * most : 0.2 * most);
}

/* ---- tests -------------------------------------------------------------------------------------- */

/* a point whose neighbourhood is all inside or all outside */
static bool random_point(const raw_mesh *raw, const lw_mesh *mesh, lw_random *random, vec3 *point)
{
    vec3 low;
    vec3 high;
    bounds3(raw->vertices.items, raw->vertices.count, &low, &high);
    vec3 size = sub(high, low);
    *point = v3(low.x + size.x * lw_random_between(random, -0.05, 1.05),
                low.y + size.y * lw_random_between(random, -0.05, 1.05),
                low.z + size.z * lw_random_between(random, -0.05, 1.05));
    bool inside = lw_mesh_contains(mesh, *point);
    for (int i = 0; i < 6; i++) {
        double step = (i % 2 ? 1e-4 : -1e-4) * norm(size);
        vec3 near =
            add(*point, v3(i / 2 == 0 ? step : 0, i / 2 == 1 ? step : 0, i / 2 == 2 ? step : 0));
        if (lw_mesh_contains(mesh, near) != inside)
            return false;
    }
    return true;
}

static void test_damaged_meshes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t inside = 0;
    for (int round = 0; round < test_rounds(800, 50000); round++) {
        int kind = round % SHAPES;
        int harm = (int)lw_random_below(&random, DAMAGES);
        /* it is ambiguous whether a surface whose triangles have random orientations is a cavity or a
         * solid, and how to orient a few triangles between edges of four */
        if ((harm == ANY_WAY_ROUND && (kind == NESTED || kind == ROOM)) ||
            (kind == CUBES && (harm == ANY_WAY_ROUND || harm == FLIP || harm == ALL)))
            continue;
        lw_arena arena = {0};
        raw_mesh shape = {0};
        raw_shape(&shape, &random, kind);
        /* enough triangles that by chance no clear majority of them faces inwards */
        while (harm == ANY_WAY_ROUND && raw_triangle_count(&shape) < 600)
            quarter(&shape);
        raw_mesh raw = take_apart(&shape, &random);
        lw_mesh *whole = raw_make(&raw, &arena);
        for (uint32_t c = 0; c < whole->component_count; c++)
            assert_true(whole->components[c].closed && !whole->components[c].mended);
        damage(&raw, &random, harm);
        lw_mesh *mesh = raw_make(&raw, &arena);
        for (int i = 0; i < 20; i++) {
            vec3 p;
            if (!random_point(&raw, whole, &random, &p))
                continue;
            bool expected = lw_mesh_contains(whole, p);
            inside += expected;
            if (lw_mesh_contains(mesh, p) != expected)
                fail_msg("round %d: shape %d, damage %d: (%.17g, %.17g, %.17g) is %s", round, kind,
                         harm, p.x, p.y, p.z, expected ? "inside" : "outside");
        }
        for (uint32_t c = 0; c < mesh->component_count; c++)
            if (!mesh->components[c].closed && !mesh->components[c].mended)
                fail_msg("round %d: shape %d, damage %d: component %u of %u stays open, %u triangles, "
                         "%u edges",
                         round, kind, harm, c, mesh->component_count,
                         mesh->components[c].triangle_count, mesh->components[c].open_edges);
        raw_free(&shape);
        raw_free(&raw);
        lw_arena_free(&arena);
    }
    assert_true(inside > 500);
}

static bool holds_any(const raw_mesh *raw, lw_random *random, uint32_t *hollow)
{
    lw_arena arena = {0};
    lw_mesh *mesh = raw_make(raw, &arena);
    vec3 low;
    vec3 high;
    bounds3(raw->vertices.items, raw->vertices.count, &low, &high);
    bool any = false;
    for (int i = 0; i < 200; i++)
        any = any || lw_mesh_contains(mesh, v3(lw_random_between(random, low.x, high.x),
                                               lw_random_between(random, low.y, high.y),
                                               lw_random_between(random, low.z, high.z)));
    *hollow = 0;
    for (uint32_t c = 0; c < mesh->component_count; c++)
        *hollow += mesh->components[c].hollow;
    lw_arena_free(&arena);
    return any;
}

static void drop_last(raw_mesh *raw, size_t count)
{
    raw->indices.count -= 3 * count;
}

static void raw_band(raw_mesh *raw, int count, bool twisted)
{
    for (int i = 0; i < 2 * count; i++) {
        int step = i / 2;
        double angle = 2 * PI * step / count;
        double turn = twisted ? angle / 2 : 0;
        double out = 1 + (i % 2 ? 0.3 : -0.3) * sin(turn);
        raw_vertex(raw, v3(out * cos(angle), out * sin(angle), (i % 2 ? 0.3 : -0.3) * cos(turn)));
    }
    for (int i = 0; i < count; i++) {
        uint32_t a = 2 * (uint32_t)i;
        uint32_t b = a + 1;
        uint32_t c = 2 * (uint32_t)((i + 1) % count) + (twisted && i + 1 == count);
        uint32_t d = c ^ 1;
        raw_triangle(raw, a, c, d);
        raw_triangle(raw, a, d, b);
    }
}

/* An open mesh is a surface and contains nothing, whatever else is damaged. */
static void test_open_stays_open(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(180, 20000); round++) {
        raw_mesh shape = {0};
        bool flat = false;
        cells full = {{{false}}};
        switch (round % 9) {
        case 0: /* a plane */
            raw_sheet(&shape, 1, 6, 0);
            flat = true;
            break;
        case 1: /* a bowl */
            raw_sheet(&shape, 1, 6, 0.5);
            break;
        case 2: /* a box without its lid, of two triangles */
            raw_box(&shape, v3(0, 0, 0), v3(1, 1, lw_random_between(&random, 0.2, 5)), false);
            drop_last(&shape, 2);
            break;
        case 3: /* a sphere without its southern rings */
            raw_sphere(&shape, v3(0, 0, 0), 1, 8, 9, false);
            drop_last(&shape, 9);
            shape.indices.count -= 2;
            shape.indices.count -= shape.indices.count % 3;
            break;
        case 4: /* a tube, as long as 20 times its width */
            raw_torus(&shape, 1, 0.05, 60, 6);
            drop_last(&shape, 12);
            break;
        case 5: /* three sides of a tetrahedron */
            for (int k = 0; k < 4; k++)
                raw_vertex(&shape, v3(k == 1, k == 2, k == 3));
            raw_triangle(&shape, 0, 2, 1);
            raw_triangle(&shape, 0, 1, 3);
            raw_triangle(&shape, 1, 2, 3);
            break;
        case 6: /* bands, with one side and with two */
            raw_band(&shape, 20, round % 2);
            break;
        case 7: /* cubes in a row without the walls at one end */
            full[1][1][1] = full[2][1][1] = full[3][1][1] = true;
            raw_cells(&shape, full);
            drop_last(&shape, 2);
            shape.indices.count = shape.indices.count / 3 * 3;
            break;
        default: /* a wall that can be seen from both sides */
            raw_sheet(&shape, 1, 4, round % 2 ? 0.3 : 0);
            for (size_t t = 0, count = raw_triangle_count(&shape); t < count; t++) {
                const uint32_t row[3] = {shape.indices.items[3 * t], shape.indices.items[3 * t + 1],
                                         shape.indices.items[3 * t + 2]};
                raw_triangle(&shape, row[0], row[2], row[1]);
            }
            flat = true; /* the wall counts as closed without repair */
        }
        raw_mesh raw = take_apart(&shape, &random);
        static const int harms[] = {SEAM, FLIP, DOUBLE, CUT, ANY_WAY_ROUND};
        int harm = harms[lw_random_below(&random, 5)];
        if (round % 9 != 8 && lw_random_below(&random, 2))
            damage(&raw, &random, harm);
        uint32_t hollow;
        if (holds_any(&raw, &random, &hollow))
            fail_msg("round %d: a surface contains something", round);
        if (flat ? hollow != 0 : hollow == 0)
            fail_msg("round %d, damage %d: %u components are said to be hollow", round, harm,
                     (unsigned)hollow);
        raw_free(&shape);
        raw_free(&raw);
    }
}

/* Components that are closed as they are stay closed, however near their vertices are to each other,
 * and whatever lies beside them or hangs on them. */
static void test_closed_stays_closed(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 200; round++) {
        lw_arena arena = {0};
        raw_mesh raw = {0};
        /* in every fourth round an open triangle shares a vertex with the box, which is then closed by
         * repair alone: it must be thick enough for that */
        double thick = round % 4 == 1 ? 1e-3 : pow(10, lw_random_between(&random, -12, -5));
        raw_box(&raw, v3(0, 0, 0), v3(1, 1, thick), false);
        raw_box(&raw, v3(0, 0, 3e-7), v3(1e-7, 1e-7, 1e-7), false);
        if (round % 2) { /* an open component beside it, and in every other such round a triangle that
                            shares a vertex */
            raw_sphere(&raw, v3(0, 0, 0), 0.5, 4, 5, true);
            uint32_t first = raw_vertex(&raw, v3(1, 1, thick));
            raw_vertex(&raw, v3(1, 1, 2 * thick));
            raw_vertex(&raw, v3(0, 0, thick));
            if (round % 4 == 1)
                raw_triangle(&raw, first, first + 1, first + 2);
        }
        lw_mesh *mesh = raw_make(&raw, &arena);
        assert_true(lw_mesh_contains(mesh, v3(0.9, -0.7, 0.9 * thick)));
        assert_true(lw_mesh_contains(mesh, v3(-0.9, -0.7, -0.9 * thick)));
        assert_true(lw_mesh_contains(mesh, v3(0.9e-7, 0.7e-7, 3.9e-7)));
        assert_false(lw_mesh_contains(mesh, v3(0.9, 0.7, 1.1 * thick)));
        raw_free(&raw);
        lw_arena_free(&arena);
    }
}

static void check_contains(const raw_mesh *raw, vec3 point, bool expected, int line)
{
    lw_arena arena = {0};
    lw_mesh *mesh = raw_make(raw, &arena);
    if (lw_mesh_contains(mesh, point) != expected)
        fail_msg("line %d: (%g, %g, %g) is %s", line, point.x, point.y, point.z,
                 expected ? "not inside" : "inside");
    lw_arena_free(&arena);
}

/* Edges with four triangles, walls between rooms, and triangles that are all there in both
 * orientations. */
static void test_shared_edges_and_walls(void **state)
{
    (void)state;
    raw_mesh raw = {0};
    /* two boxes that share an edge; one triangle of each is turned round */
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
    raw_box(&raw, v3(2, 2, 0), v3(1, 1, 1), false);
    flip(raw.indices.items);
    flip(raw.indices.items + 3 * 23);
    check_contains(&raw, v3(0.1, 0.2, 0.3), true, __LINE__);
    check_contains(&raw, v3(2.1, 2.2, 0.3), true, __LINE__);
    check_contains(&raw, v3(2, 0, 0), false, __LINE__);
    /* one box has no lid */
    drop_last(&raw, 2);
    check_contains(&raw, v3(0.1, 0.2, 0.3), true, __LINE__);
    check_contains(&raw, v3(2.1, 2.2, 0.3), false, __LINE__);
    raw_free(&raw);
    /* two boxes side by side, with the wall of both between them */
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
    raw_box(&raw, v3(2, 0, 0), v3(1, 1, 1), false);
    flip(raw.indices.items);
    check_contains(&raw, v3(0.1, 0.2, 0.3), true, __LINE__);
    check_contains(&raw, v3(2.1, 0.2, 0.3), true, __LINE__);
    raw_free(&raw);
    /* a box in both orientations, then without a lid */
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), true);
    check_contains(&raw, v3(0.1, 0.2, 0.3), true, __LINE__);
    raw_free(&raw);
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
    drop_last(&raw, 2);
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), true);
    drop_last(&raw, 2);
    check_contains(&raw, v3(0.1, 0.2, 0.3), false, __LINE__);
    raw_free(&raw);
}

/* The width of a hole that is still closed. A ball of 60 rings; the hole is of 1 to 5 rings. */
static void test_holes(void **state)
{
    (void)state;
    for (int rings = 1; rings < 6; rings++) {
        raw_mesh raw = {0};
        raw_sphere(&raw, v3(0, 0, 0), 1, 60, 40, false);
        /* without the triangles near the north pole */
        size_t kept = 0;
        for (size_t t = 0; t < raw_triangle_count(&raw); t++) {
            const uint32_t *row = raw.indices.items + 3 * t;
            double lowest = 1;
            for (int k = 0; k < 3; k++)
                lowest = fmin(lowest, raw.vertices.items[row[k]].z);
            if (lowest < cos(PI * (rings + 0.5) / 60))
                memmove(raw.indices.items + 3 * kept++, row, 3 * sizeof *row);
        }
        raw.indices.count = 3 * kept;
        /* The hole is 2 sin(3 deg rings) across. The diagonal of its box is sqrt(2) times as long,
         * relative to the diagonal of the ball's box, 2 sqrt(3): 0.043, 0.085, 0.128. Its share of the
         * area is (sin(3 deg rings) / 2)^2: 0.0007, 0.0027, 0.0061. */
        check_contains(&raw, v3(0, 0, 0), rings <= 2, __LINE__);
        raw_free(&raw);
    }
    /* a tube that is closed at one end, 60 and 20 times as long as wide */
    for (int i = 0; i < 2; i++) {
        raw_mesh raw = {0};
        double half = i ? 10 : 30;
        raw_box(&raw, v3(0, 0, 0), v3(0.5, 0.5, half), false);
        /* the face at z = half is made of triangles 2 and 3 */
        memmove(raw.indices.items + 6, raw.indices.items + 12, (raw.indices.count - 12) * 4);
        drop_last(&raw, 2);
        check_contains(&raw, v3(0.1, 0.2, 0.3), i == 0, __LINE__);
        raw_free(&raw);
    }
    /* a slit in a lid, of two lengths: 0.06 and 0.14 of the box's diagonal */
    for (int i = 0; i < 2; i++) {
        raw_mesh raw = {0};
        raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
        memmove(raw.indices.items + 6, raw.indices.items + 12, (raw.indices.count - 12) * 4);
        drop_last(&raw, 2);
        double x[4] = {-1, i ? -0.25 : -0.1, i ? 0.25 : 0.1, 1};
        double y[4] = {-1, -0.0005, 0.0005, 1};
        for (int k = 0; k < 9; k++)
            if (k != 4)
                raw_quad(&raw, v3(x[k / 3], y[k % 3], 1), v3(x[k / 3 + 1], y[k % 3], 1),
                         v3(x[k / 3 + 1], y[k % 3 + 1], 1), v3(x[k / 3], y[k % 3 + 1], 1));
        check_contains(&raw, v3(0.1, 0.2, 0.3), i == 0, __LINE__);
        raw_free(&raw);
    }
    /* a flat box without one of its four large triangles: a quarter of its area, a third of the rest */
    raw_mesh raw = {0};
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 0.01), false);
    memmove(raw.indices.items, raw.indices.items + 3, (raw.indices.count - 3) * 4);
    drop_last(&raw, 1);
    check_contains(&raw, v3(0.1, 0.2, 0), false, __LINE__);
    raw_free(&raw);
}

/* An open component that faces inwards with at least two thirds of its area stays a cavity; otherwise
 * it is a solid. */
static void test_majority(void **state)
{
    (void)state;
    for (int turned = 1; turned < 12; turned++) {
        raw_mesh raw = {0};
        raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), true);
        raw_box(&raw, v3(0, 0, 0), v3(2, 2, 2), false);
        for (int t = 0; t < turned; t++)
            flip(raw.indices.items + 3 * (size_t)t);
        check_contains(&raw, v3(0.1, 0.2, 0.3), turned > 4, __LINE__);
        check_contains(&raw, v3(1.1, 1.2, 1.3), true, __LINE__);
        raw_free(&raw);
    }
}

/* The mesh keeps the triangles of the file, as they are measured by distance queries. */
static void test_triangles_stay(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_arena arena = {0};
    raw_mesh shape = {0};
    raw_shape(&shape, &random, SPHERE);
    raw_mesh raw = take_apart(&shape, &random);
    damage(&raw, &random, ALL);
    lw_mesh *mesh = raw_make(&raw, &arena);
    assert_int_equal(mesh->triangle_count, raw_triangle_count(&raw));
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        bool found = false;
        for (size_t i = 0; i < raw_triangle_count(&raw) && !found; i++) {
            found = true;
            for (int k = 0; k < 3 && found; k++) {
                vec3 given = raw.vertices.items[raw.indices.items[3 * i + (size_t)k]];
                vec3 taken = mesh->vertices[mesh->triangles[t][k]];
                found = given.x == taken.x && given.y == taken.y && given.z == taken.z;
            }
        }
        assert_true(found);
    }
    raw_free(&shape);
    raw_free(&raw);
    lw_arena_free(&arena);
}

static double seconds_to_make(const raw_mesh *raw)
{
    lw_arena arena = {0};
    clock_t start = clock();
    raw_make(raw, &arena);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    lw_arena_free(&arena);
    return seconds;
}

/* Meshes on which a naive algorithm takes quadratic time: all vertices on a line under overlapping
 * edges, many in one place, a book of many pages at one edge, an edge beside a zigzag of vertices. */
static void test_hostile_meshes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    uint32_t count = (uint32_t)test_rounds(10000, 500000);
    for (int kind = 0; kind < 5; kind++) {
        raw_mesh raw = {0};
        for (uint32_t i = 0; i < count; i++) {
            double u = lw_random_between(&random, 0, 1);
            double v = lw_random_between(&random, 0, 1);
            double side = i % 2 ? 3e-6 : -3e-6;
            vec3 a = kind == 0   ? v3(u, 0, 0)
                     : kind == 1 ? v3(1e-7 * u, 1e-7 * v, 0)
                     : kind == 2 ? v3(0, 0, 0)
                     : kind == 3 ? v3(u, side, 0)
                                 : v3(1e-5 * u, 1e-5 * v, 0);
            vec3 b = kind == 0   ? v3(v, 0, 0)
                     : kind == 1 ? v3(1e-7 * v, 0, 1e-7 * u)
                     : kind == 2 ? v3(1, 0, 0)
                     : kind == 3 ? v3(u + 1e-4, side, 0)
                                 : v3(1, 1, 1);
            if (kind == 3 && i % 4 == 0) {
                a = v3(-v, 0, 0);
                b = v3(1 + u, 0, 0);
            }
            uint32_t first = raw_vertex(&raw, a);
            raw_vertex(&raw, b);
            raw_vertex(&raw, v3(u, 1 + v, kind == 2 ? u : 0.5));
            raw_triangle(&raw, first, first + 1, first + 2);
        }
        double seconds = seconds_to_make(&raw);
        /* quadratic time would be minutes, beyond the limit of the whole run */
        printf("kind %d, %u triangles: %.3f s\n", kind, (unsigned)count, seconds);
        raw_free(&raw);
    }
}

/* Edges on one line, edge i from -i to i: all ends of the inner edges lie on the outer ones. For few
 * edges all points are found. For many the number of points per edge is bounded, since those that are
 * found are stored. */
static void test_nested_edges(void **state)
{
    (void)state;
    enum { MOST = 2000 };
    static vec3 points[2 * MOST];
    static uint32_t ends[MOST][2];
    for (uint32_t i = 0; i < MOST; i++) {
        points[2 * i] = v3(-1.0 - i, 0, 0);
        points[2 * i + 1] = v3(1.0 + i, 0, 0);
        ends[i][0] = 2 * i;
        ends[i][1] = 2 * i + 1;
    }
    for (int many = 0; many < 2; many++) {
        uint32_t count = many ? MOST : 8;
        lw_edge_points found = {0};
        assert_int_equal(
            lw_mesh_points_on_edges(points, (const uint32_t(*)[2])ends, count, 1e-6, &found, NULL),
            LW_OK);
        if (many)
            assert_true(found.count > 4 * count && found.count < 10 * count);
        else
            assert_int_equal(found.count, count * (count - 1));
        for (size_t i = 0; i < found.count; i++) {
            const lw_edge_point *p = &found.items[i];
            double on = points[p->vertex].x;
            assert_true(fabs(-1.0 - p->edge + p->along * 2 * (1.0 + p->edge) - on) < 1e-9);
            assert_true(i == 0 || p->edge > p[-1].edge || p->along > p[-1].along);
        }
        free(found.items);
    }
}

static void test_failing_allocations(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    raw_mesh shape = {0};
    raw_shape(&shape, &random, TORUS);
    raw_mesh raw = take_apart(&shape, &random);
    damage(&raw, &random, ALL);
    for (size_t n = 1;; n++) {
        lw_arena arena = {0};
        lw_mesh *mesh = NULL;
        lw_error error = {0};
        allocation_fail(n);
        lw_status status = lw_mesh_create(&arena, raw_coordinates(&raw), raw.vertices.count,
                                          raw.indices.items, raw_triangle_count(&raw), &mesh, &error);
        bool failed = allocation_failed();
        lw_arena_free(&arena);
        if (!failed) {
            assert_int_equal(status, LW_OK);
            assert_true(n > 30);
            break;
        }
        assert_int_equal(status, LW_ERROR_MEMORY);
        assert_null(mesh);
    }
    allocation_fail(0);
    raw_free(&shape);
    raw_free(&raw);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damaged_meshes),
        cmocka_unit_test(test_open_stays_open),
        cmocka_unit_test(test_closed_stays_closed),
        cmocka_unit_test(test_shared_edges_and_walls),
        cmocka_unit_test(test_holes),
        cmocka_unit_test(test_majority),
        cmocka_unit_test(test_triangles_stay),
        cmocka_unit_test(test_hostile_meshes),
        cmocka_unit_test(test_nested_edges),
        cmocka_unit_test(test_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
