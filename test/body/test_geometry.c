/* body/geometry.c and body/contained.c: the tree holds every element, boxes contain everything below
 * them, and parts are found inside the right solids. */
#include "meshes.h"

#include "allocation.h"
#include "body/corners.h"
#include "seed.h"

static lw_geometry *make(lw_arena *arena, const lw_geometry_def *def)
{
    lw_geometry *geometry = NULL;
    lw_error error = {0};
    if (lw_geometry_create(arena, def, &geometry, &error) != LW_OK)
        fail_msg("%s", error.message);
    return geometry;
}

static lw_geometry *make_from_raw(lw_arena *arena, const raw_mesh *raw, bool solid)
{
    lw_mesh *mesh = raw_make(raw, arena);
    return make(arena, &(lw_geometry_def){.meshes = &mesh, .mesh_is_solid = &solid, .mesh_count = 1});
}

static bool in_box(const lw_node *node, vec3 p, double tolerance)
{
    vec3 d = sub(abs3(sub(p, node->center)), node->half);
    return max_component(d) <= tolerance;
}

/* A leaf's element is in no other leaf and inside the leaf's box. */
static void check_leaf(const lw_geometry *g, const lw_node *node, uint8_t *seen)
{
    assert_in_range(node->element, 0, g->triangle_count + g->part_count - 1);
    assert_false(seen[node->element]);
    seen[node->element] = 1;
    if (node->element < g->triangle_count) {
        double radius = lw_triangle_radius(g, node->element);
        for (int k = 0; k < 3; k++) {
            vec3 corner = g->triangles[node->element][k];
            assert_true(in_box(node, add(corner, v3(radius, radius, radius)), 0));
            assert_true(in_box(node, sub(corner, v3(radius, radius, radius)), 0));
        }
        return;
    }
    const lw_part *part = &g->parts[node->element - g->triangle_count];
    vec3 low;
    vec3 high;
    lw_convex_bounds(&part->shape, part->at, &low, &high);
    assert_true(in_box(node, low, 0) && in_box(node, high, 0));
}

/* All nodes are behind their parents and at most 64 deep; boxes lie inside their parents' up to
 * rounding. */
static void check_nodes(const lw_geometry *g, uint8_t *seen)
{
    uint8_t *depth = calloc(g->node_count, 1);
    assert_non_null(depth);
    double rounding = 1e-15 * g->extent;
    for (uint32_t i = 0; i < g->node_count; i++) {
        const lw_node *node = &g->nodes[i];
        assert_in_range(depth[i], i > 0, 64);
        assert_true(node->half.x > 0 && node->half.y > 0 && node->half.z > 0);
        if (node->child < 0) {
            check_leaf(g, node, seen);
            continue;
        }
        for (uint32_t c = (uint32_t)node->child; c < (uint32_t)node->child + 2; c++) {
            assert_in_range(c, i + 1, g->node_count - 1);
            assert_int_equal(depth[c], 0);
            depth[c] = (uint8_t)(depth[i] + 1);
            const lw_node *child = &g->nodes[c];
            assert_true(in_box(node, add(child->center, child->half), rounding));
            assert_true(in_box(node, sub(child->center, child->half), rounding));
        }
    }
    free(depth);
}

/* the distance in long double */
static long double distance_of(vec3 p, vec3 q)
{
    long double x = (long double)p.x - q.x;
    long double y = (long double)p.y - q.y;
    long double z = (long double)p.z - q.z;
    return sqrtl(x * x + y * y + z * z);
}

/* The numbers of triangles and parts below a node. */
typedef struct below {
    uint32_t triangles, parts;
} below;

/* The support value of the triangles below a node, and the numbers of elements below it. */
static double value_below(const lw_geometry *g, uint32_t index, vec3 along, below *out)
{
    const lw_node *node = &g->nodes[index];
    if (node->child < 0) {
        bool part = node->element >= g->triangle_count;
        *(part ? &out->parts : &out->triangles) += 1;
        return part ? -HUGE_VAL : lw_triangle_support_value(g, node->element, along);
    }
    double first = value_below(g, (uint32_t)node->child, along, out);
    return fmax(first, value_below(g, (uint32_t)node->child + 1, along, out));
}

/* Whether a triangle below a node has a corner there. */
static bool is_corner_of(const lw_geometry *g, uint32_t index, vec3 corner)
{
    const lw_node *node = &g->nodes[index];
    if (node->child >= 0)
        return is_corner_of(g, (uint32_t)node->child, corner) ||
               is_corner_of(g, (uint32_t)node->child + 1, corner);
    for (int k = 0; k < 3; k++)
        if (norm2(sub(g->triangles[node->element][k], corner)) == 0)
            return true;
    return false;
}

/* each corner is listed once, except for repetitions that fill the last four */
static void check_corners(const lw_geometry *g, uint32_t index, const lw_patch *patch)
{
    const lw_four_corners *four = &g->corners[patch->first];
    uint32_t count = 4 * patch->count;
    uint32_t repeated = 0;
    for (uint32_t i = 0; i < count; i++) {
        vec3 corner = v3(four[i / 4].x[i % 4], four[i / 4].y[i % 4], four[i / 4].z[i % 4]);
        assert_true(is_corner_of(g, index, corner));
        for (uint32_t j = 0; j < i; j++)
            if (four[j / 4].x[j % 4] == corner.x && four[j / 4].y[j % 4] == corner.y &&
                four[j / 4].z[j % 4] == corner.z) {
                repeated++;
                break;
            }
    }
    assert_true(repeated < 4);
}

/* Patches are where they should be, and their support values are those of their triangles. */
static void check_patches(const lw_geometry *g, lw_random *random)
{
    uint32_t *above = calloc(g->node_count, sizeof *above);
    assert_non_null(above);
    above[0] = UINT32_MAX;
    for (uint32_t i = 0; i < g->node_count; i++) {
        const lw_node *node = &g->nodes[i];
        vec3 along = scale(lw_random_between(random, 0.5, 2), random_direction(random));
        below here = {0, 0};
        double value = value_below(g, i, along, &here);
        assert_true(lw_node_has_corners(node) == (node->child < 0 || node->patch > 0));
        if (node->child < 0) {
            if (here.triangles)
                assert_true(lw_node_support_value(g, node, along) == value);
            continue;
        }
        above[node->child] = above[node->child + 1] = here.triangles;
        bool expected = false;
        static const uint32_t sizes[] = {4, 8, 32, 128};
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            expected = expected || (here.triangles <= sizes[k] && above[i] > sizes[k]);
        assert_true((node->patch > 0) == (expected && here.parts == 0));
        if (!node->patch)
            continue;
        double by_patch = lw_node_support_value(g, node, along);
        /* the radius of the patch is the largest of its triangles */
        const lw_patch *patch = &g->patches[node->patch];
        assert_true(g->radii ? by_patch >= value : by_patch == value);
        check_corners(g, i, patch);
        const vec3 both[2] = {along, random_direction(random)};
        vec3 found[2];
        lw_node_supports(g, node, both, found, false);
        for (int k = 0; k < 2; k++) {
            below ignored = {0, 0};
            assert_true(is_corner_of(g, i, found[k]));
            assert_true(g->radii || dot(both[k], found[k]) == value_below(g, i, both[k], &ignored));
        }
    }
    free(above);
}

static void check_tree(const lw_geometry *g)
{
    uint32_t count = g->triangle_count + g->part_count;
    assert_int_equal(g->node_count, count ? 2 * count - 1 : 0);
    if (count == 0)
        return;
    uint8_t *seen = calloc(count, 1);
    assert_non_null(seen);
    check_nodes(g, seen);
    for (uint32_t i = 0; i < count; i++)
        assert_true(seen[i]);
    free(seen);
    lw_random random = {test_seed() + count};
    check_patches(g, &random);
    for (uint32_t t = 0; t < g->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            double radius = lw_triangle_radius(g, t);
            /* no corner is outside, not by the last place */
            assert_true(distance_of(g->triangles[t][k], g->center) + radius <= g->radius);
            assert_true(distance_of(g->triangles[t][k], v3(0, 0, 0)) + radius <= g->extent);
        }
    /* near the smallest sphere: a sphere around a box is at most sqrt(3) times as large */
    assert_true(g->radius <= 1.0000001 * norm(g->nodes[0].half));
}

static void test_meshes_of_all_kinds(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 60; i++) {
        lw_arena arena = {0};
        raw_mesh raw = {0};
        double size = pow(10, lw_random_between(&random, -3, 3));
        switch (i % 5) {
        case 0:
            raw_soup(&raw, &random, 1 + (int)lw_random_below(&random, 500), size, 0.1 * size);
            break;
        case 3: /* far from the origin: coordinates have few digits for the size */
            raw_sphere(&raw, scale(1e6 * size, random_direction(&random)), size, 9, 9, false);
            break;
        case 1:
            raw_sphere(&raw, v3(5 * size, 0, 0), size, 20, 20, false);
            break;
        case 2:
            raw_sheet(&raw, size, 15, 0);
            break;
        default:
            raw_box(&raw, v3(0, size, 0), v3(size, 1e-6 * size, size), false);
        }
        check_tree(make_from_raw(&arena, &raw, false));
        raw_free(&raw);
        lw_arena_free(&arena);
    }
}

/* Meshes that no plane can split, or only one triangle at a time. */
static void test_depth_is_bounded(void **state)
{
    (void)state;
    enum { MANY = 1000000 };
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_vertex(&raw, v3(0, 0, 0));
    raw_vertex(&raw, v3(1, 0, 0));
    raw_vertex(&raw, v3(0, 1, 0));
    for (int i = 0; i < test_rounds(MANY / 10, MANY); i++)
        raw_triangle(&raw, 0, 1, 2);
    check_tree(make_from_raw(&arena, &raw, false));
    raw_free(&raw);
    lw_arena_free(&arena);
    for (int i = 0; i < 300; i++) {
        double at = ldexp(1, i - 200);
        uint32_t first = raw_vertex(&raw, v3(at, 0, 0));
        raw_vertex(&raw, v3(1.1 * at, 0.01 * at, 0));
        raw_vertex(&raw, v3(1.1 * at, 0, 0.01 * at));
        raw_triangle(&raw, first, first + 1, first + 2);
    }
    check_tree(make_from_raw(&arena, &raw, false));
    raw_free(&raw);
    lw_arena_free(&arena);
}

static lw_part box_part(vec3 half, pose at)
{
    return (lw_part){{.core = LW_CORE_BOX, .half = half}, at};
}

/* Whether all corners of a triangle are vertices of a mesh. */
static bool is_of(const vec3 triangle[3], const lw_mesh *mesh)
{
    int found = 0;
    for (int k = 0; k < 3; k++)
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            found += norm2(sub(triangle[k], mesh->vertices[v])) == 0;
    return found == 3;
}

/* Triangles without area count as elements, and as pieces for the test of containment. */
static void test_degenerate_triangles(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
    lw_geometry *big = make_from_raw(&arena, &raw, true);
    uint32_t from = raw_vertex(&raw, v3(3, 0, 0));
    uint32_t to = raw_vertex(&raw, v3(4, 0, 0));
    uint32_t far = raw_vertex(&raw, v3(9, 0, 0));
    raw_triangle(&raw, from, to, from);
    raw_triangle(&raw, far, far, far);
    lw_mesh *mesh = raw_make(&raw, &arena);
    const bool solid = true;
    lw_geometry_def def = {
        .meshes = &mesh, .mesh_is_solid = &solid, .mesh_count = 1, .mesh_rounding = (double[]){0.25}};
    lw_geometry *g = make(&arena, &def);
    check_tree(g);
    assert_int_equal(g->triangle_count, 14);
    assert_int_equal(g->seed_count, 3);
    assert_true(g->extent >= 9.25);
    /* a direction in which the point is foremost */
    assert_true(lw_geometry_support_value(g, v3(1, 0, 0)) >= 9.25);
    pose at = pose_identity();
    vec3 inside;
    at.position = v3(-3.5, 0, 0);
    assert_true(lw_geometry_contained(big, g, at, &inside));
    at.position = v3(-9, 0.5, 0.5);
    assert_true(lw_geometry_contained(big, g, at, &inside));
    at.position = v3(-6.5, 0, 0);
    assert_false(lw_geometry_contained(big, g, at, &inside));
    raw_free(&raw);
    lw_arena_free(&arena);
}

static void test_parts_and_meshes_together(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_arena arena = {0};
    lw_part parts[20];
    for (int i = 0; i < 20; i++) {
        pose at = random_turn(&random);
        at.position = scale(3, random_direction(&random));
        parts[i] = box_part(v3(0.1, 0.2, 0.3), at);
        parts[i].shape.radius = 0.05 * (i % 2);
    }
    raw_mesh raw = {0};
    raw_sphere(&raw, v3(0, 0, 0), 1, 6, 7, false);
    raw_soup(&raw, &random, 10, 2, 0.1);
    lw_mesh *meshes[2] = {raw_make(&raw, &arena), NULL};
    raw_free(&raw);
    raw_soup(&raw, &random, 5, 2, 0.1);
    meshes[1] = raw_make(&raw, &arena);
    raw_free(&raw);
    const bool solid[2] = {true, true};
    lw_geometry_def def = {parts, 20, meshes, solid, 2, NULL};
    lw_geometry *g = make(&arena, &def);
    check_tree(g);
    assert_null(g->radii);
    /* the ball is rounded, the soup is not: each triangle has its mesh's radius */
    def.mesh_rounding = (const double[]){0.3, 0};
    lw_geometry *rounded = make(&arena, &def);
    check_tree(rounded);
    for (uint32_t t = 0; t < rounded->triangle_count; t++)
        assert_int_equal(rounded->radii[t] > 0, is_of(rounded->triangles[t], meshes[0]));
    assert_true(rounded->radius >= 1.3);
    def.mesh_rounding = (const double[]){0, 0.25};
    rounded = make(&arena, &def);
    check_tree(rounded);
    for (uint32_t t = 0; t < rounded->triangle_count; t++)
        assert_int_equal(rounded->radii[t] > 0, is_of(rounded->triangles[t], meshes[1]));
    def.mesh_rounding = (const double[]){0, 0};
    assert_null(make(&arena, &def)->radii);
    assert_int_equal(g->part_count, 20);
    assert_int_equal(g->seed_count, 1 + 10 + 5 + 20);
    assert_int_equal(g->solid_count, 1); /* the second mesh has nothing closed */
    for (int i = 0; i < 20; i++) {
        assert_memory_equal(&g->parts[i].at, &parts[i].at, sizeof(pose));
        lw_element_room room;
        lw_convex shape;
        pose at;
        lw_geometry_element(g, g->triangle_count + (uint32_t)i, &room, &shape, &at);
        assert_int_equal(shape.core, LW_CORE_BOX);
        for (int k = 0; k < 8; k++) {
            vec3 corner = v3(k & 1 ? 0.1 : -0.1, k & 2 ? 0.2 : -0.2, k & 4 ? 0.3 : -0.3);
            vec3 p = transform(at, corner);
            assert_true(norm(sub(p, g->center)) + shape.radius <= g->radius);
            assert_true(norm(p) + shape.radius <= g->extent);
        }
    }
    check_tree(make(&arena, &(lw_geometry_def){0}));
    check_tree(make(&arena, &(lw_geometry_def){.parts = parts, .part_count = 1}));
    lw_arena_free(&arena);
}

/* Whether a is inside b or b inside a; both orders of the bodies must agree. */
static bool contained(const lw_geometry *a, const lw_geometry *b, pose b_in_a)
{
    vec3 inside[2];
    bool found = lw_geometry_contained(a, b, b_in_a, &inside[0]);
    assert_int_equal(lw_geometry_contained(b, a, inverse(b_in_a), &inside[1]), found);
    if (found)
        assert_true(norm(sub(inside[0], transform(b_in_a, inside[1]))) <= 1e-12);
    return found;
}

static void test_contained(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_arena arena = {0};
    raw_mesh raw = {0};
    lw_geometry *shell;
    lw_geometry *room;
    lw_geometry *small;
    lw_geometry *open;
    lw_geometry *surface;
    raw_sphere(&raw, v3(0, 0, 0), 2, 12, 12, false);
    raw_sphere(&raw, v3(0, 0, 0), 1, 12, 12, false);
    /* the inner shell turned inside out: a hollow ball */
    for (size_t t = raw_triangle_count(&raw) / 2; t < raw_triangle_count(&raw); t++) {
        uint32_t swap = raw.indices.items[3 * t];
        raw.indices.items[3 * t] = raw.indices.items[3 * t + 1];
        raw.indices.items[3 * t + 1] = swap;
    }
    shell = make_from_raw(&arena, &raw, true);
    surface = make_from_raw(&arena, &raw, false);
    raw_free(&raw);
    raw_box(&raw, v3(0, 0, 0), v3(3, 3, 3), true);
    room = make_from_raw(&arena, &raw, true);
    raw_free(&raw);
    raw_box(&raw, v3(0, 0, 0), v3(0.1, 0.1, 0.1), false);
    small = make_from_raw(&arena, &raw, true);
    raw_free(&raw);
    raw_sphere(&raw, v3(0, 0, 0), 2, 12, 12, false);
    raw.indices.count /= 2; /* a bowl */
    open = make_from_raw(&arena, &raw, true);
    raw_free(&raw);
    lw_part sphere = {{.core = LW_CORE_POINT, .radius = 0.1}, pose_identity()};
    lw_geometry *part = make(&arena, &(lw_geometry_def){.parts = &sphere, .part_count = 1});
    lw_geometry *inner[2] = {small, part};
    for (int i = 0; i < 200; i++) {
        pose at = random_turn(&random);
        for (int k = 0; k < 2; k++) {
            /* in the shell's wall, in its hollow, outside */
            at.position = scale(1.48, random_direction(&random));
            assert_true(contained(shell, inner[k], at));
            assert_false(contained(surface, inner[k], at));
            assert_false(contained(open, inner[k], at));
            assert_false(contained(room, inner[k], at));
            at.position = scale(0.5, random_direction(&random));
            assert_false(contained(shell, inner[k], at));
            at.position = scale(2.5, random_direction(&random));
            assert_false(contained(shell, inner[k], at));
            assert_false(contained(room, inner[k], at));
        }
        /* the room is no obstacle to the shell, nor the other way round */
        at.position = v3(0, 0, 0);
        assert_false(contained(room, shell, at));
    }
    lw_arena_free(&arena);
}

/* One of many pieces is inside: of several components, and of several parts. */
static void test_one_part_contained(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
    lw_geometry *big = make_from_raw(&arena, &raw, true);
    raw_free(&raw);
    for (int i = 0; i < 5; i++)
        raw_box(&raw, v3(3.0 * i, 0, 0), v3(0.5, 0.5, 0.5), false);
    lw_geometry *row = make_from_raw(&arena, &raw, true);
    raw_free(&raw);
    pose at = pose_identity();
    for (int i = 0; i < 5; i++) {
        at.position = v3(-3.0 * i + 0.2, 0.1, 0);
        assert_true(contained(big, row, at));
        at.position = v3(-3.0 * i, 1.6, 0);
        assert_false(contained(big, row, at));
    }
    lw_part parts[2] = {box_part(v3(0.1, 0.1, 0.1), pose_identity()),
                        box_part(v3(0.1, 0.1, 0.1), pose_identity())};
    parts[1].at.position = v3(9, 9, 9);
    lw_geometry *two = make(&arena, &(lw_geometry_def){.parts = parts, .part_count = 2});
    at.position = v3(-9, -9.5, -9);
    assert_true(contained(big, two, at));
    at.position = v3(-9, -4.5, -9);
    assert_false(contained(big, two, at));
    lw_arena_free(&arena);
}

/* A cube far from its own origin and from its body's: no vertex is outside the sphere about the body,
 * not by the last place. */
static void test_sphere_about_a_far_piece(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 300; i++) {
        lw_arena arena = {0};
        vec3 corners[8];
        for (int k = 0; k < 8; k++)
            corners[k] = v3(k & 1 ? 6 : 5, k & 2 ? 6 : 5, k & 4 ? 6 : 5);
        lw_polytope *polytope = NULL;
        assert_int_equal(lw_polytope_create(&arena, &corners[0].x, 8, &polytope, NULL), LW_OK);
        lw_part part = {{.core = LW_CORE_POLYTOPE, .polytope = polytope}, random_turn(&random)};
        part.at.position = scale(1e6, random_direction(&random));
        lw_geometry *g = make(&arena, &(lw_geometry_def){.parts = &part, .part_count = 1});
        const mat3 *m = &part.at.rotation;
        vec3 p = part.at.position;
        for (uint32_t k = 0; k < polytope->vertex_count; k++) {
            vec3 v = polytope->vertices[k];
            long double x =
                (long double)m->x.x * v.x + (long double)m->y.x * v.y + (long double)m->z.x * v.z + p.x;
            long double y =
                (long double)m->x.y * v.x + (long double)m->y.y * v.y + (long double)m->z.y * v.z + p.y;
            long double z =
                (long double)m->x.z * v.x + (long double)m->y.z * v.y + (long double)m->z.z * v.z + p.z;
            long double away =
                sqrtl((x - g->center.x) * (x - g->center.x) + (y - g->center.y) * (y - g->center.y) +
                      (z - g->center.z) * (z - g->center.z));
            if (away > g->radius)
                fail_msg("round %d: %Lg outside", i, away - g->radius);
        }
        lw_arena_free(&arena);
    }
}

/* Shapes far from the origin of their own frames, a polytope and a triangle, each inside one of two
 * solids. */
static void test_shapes_off_their_origin_contained(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    lw_mesh *meshes[2];
    const bool solid[2] = {true, true};
    for (int i = 0; i < 2; i++) {
        raw_box(&raw, v3(20.0 * i, 0, 0), v3(1, 1, 1), false);
        meshes[i] = raw_make(&raw, &arena);
        raw_free(&raw);
    }
    lw_geometry *boxes =
        make(&arena, &(lw_geometry_def){.meshes = meshes, .mesh_is_solid = solid, .mesh_count = 2});
    const double corners[] = {5, 5, 5, 5.5, 5, 5, 5, 5.5, 5, 5, 5, 5.5};
    lw_polytope *polytope = NULL;
    assert_int_equal(lw_polytope_create(&arena, corners, 4, &polytope, NULL), LW_OK);
    lw_part parts[2] = {{{.core = LW_CORE_POLYTOPE, .polytope = polytope}, pose_identity()},
                        {{.core = LW_CORE_TRIANGLE, .triangle = {{5, 5, 5}, {5.5, 5, 5}, {5, 5.5, 5}}},
                         pose_identity()}};
    for (int i = 0; i < 2; i++) {
        lw_geometry *small = make(&arena, &(lw_geometry_def){.parts = &parts[i], .part_count = 1});
        pose at = pose_identity();
        for (int k = 0; k < 2; k++) {
            at.position = v3(20 * k - 5, -5, -5);
            assert_true(contained(boxes, small, at));
            at.position = v3(20 * k, 0, 0);
            assert_false(contained(boxes, small, at));
        }
    }
    lw_arena_free(&arena);
}

/* Three balls of radius r at the corners of a triangle with sides of 2: the sphere about them has
 * radius r + 2 / sqrt(3); a sphere about the middle of their box would have r + 1.32. */
static void test_sphere_about_balls(void **state)
{
    (void)state;
    static const double radii[] = {0.01, 1.2, 2.5};
    lw_arena arena = {0};
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
        const vec3 corners[] = {{-1, 0, 0}, {1, 0, 0}, {0, sqrt(3), 0}};
        lw_part balls[3];
        for (size_t k = 0; k < 3; k++) {
            balls[k] = (lw_part){{.core = LW_CORE_POINT, .radius = radii[i]}, pose_identity()};
            balls[k].at.position = corners[k];
        }
        const lw_geometry *three = make(&arena, &(lw_geometry_def){.parts = balls, .part_count = 3});
        assert_true(three->radius >= radii[i] + 2 / sqrt(3));
        assert_true(three->radius <= radii[i] + 1.3);
        const lw_geometry *one = make(&arena, &(lw_geometry_def){.parts = balls, .part_count = 1});
        assert_true(one->radius >= radii[i] && one->radius <= radii[i] * (1 + 1e-12) + 1e-12);
        assert_true(norm(sub(one->center, corners[0])) <= 1e-12);
    }
    lw_arena_free(&arena);
}

/* Makes a geometry in an arena that has given out `taken` bytes, and lets each allocation fail in turn.
 */
static void fail_each(const lw_geometry_def *def, size_t taken)
{
    for (size_t n = 1;; n++) {
        lw_arena arena = {0};
        lw_geometry *geometry = NULL;
        lw_error error = {0};
        assert_non_null(lw_arena_take(&arena, taken));
        allocation_fail(n);
        lw_status status = lw_geometry_create(&arena, def, &geometry, &error);
        bool failed = allocation_failed();
        allocation_fail(0);
        lw_arena_free(&arena);
        if (!failed) {
            assert_int_equal(status, LW_OK);
            break;
        }
        assert_int_equal(status, LW_ERROR_MEMORY);
        assert_null(geometry);
    }
}

static void test_failing_allocations(void **state)
{
    (void)state;
    lw_arena base = {0};
    raw_mesh raw = {0};
    raw_sphere(&raw, v3(0, 0, 0), 1, 30, 30, false);
    lw_mesh *mesh = raw_make(&raw, &base);
    const bool solid = true;
    lw_geometry_def def = {
        .meshes = &mesh, .mesh_is_solid = &solid, .mesh_count = 1, .mesh_rounding = (double[]){0.1}};
    fail_each(&def, 0);
    raw_free(&raw);
    /* a small mesh with parts, at the end of a block: each of its arrays may be the first in a new
     * block */
    raw_box(&raw, v3(0, 0, 0), v3(0.1, 0.1, 0.1), false);
    mesh = raw_make(&raw, &base);
    lw_part parts[3];
    for (size_t i = 0; i < 3; i++)
        parts[i] = (lw_part){{.core = LW_CORE_POINT, .radius = 0.1}, pose_identity()};
    def.parts = parts;
    def.part_count = 3;
    for (size_t left = 0; left < 8192; left += 64)
        fail_each(&def, (size_t)64 * 1024 - left);
    raw_free(&raw);
    lw_arena_free(&base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meshes_of_all_kinds),
        cmocka_unit_test(test_depth_is_bounded),
        cmocka_unit_test(test_parts_and_meshes_together),
        cmocka_unit_test(test_contained),
        cmocka_unit_test(test_one_part_contained),
        cmocka_unit_test(test_shapes_off_their_origin_contained),
        cmocka_unit_test(test_sphere_about_a_far_piece),
        cmocka_unit_test(test_sphere_about_balls),
        cmocka_unit_test(test_failing_allocations),
        cmocka_unit_test(test_degenerate_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
