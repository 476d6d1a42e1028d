/* Tests bodies inside meshes: a ball that begins wholly inside a mesh is in contact if the mesh is a
 * solid, or can be repaired to one, and free in a cup. A scene gives one notice of the meshes for which
 * it cannot decide. */
#include "one_joint.h"

#include <string.h>

#include "meshes.h"

typedef struct said {
    int count;
    char last[480];
} said;

static lw_status listen(void *context, const char *file, int line, const char *sentence)
{
    said *heard = context;
    (void)file;
    (void)line;
    heard->count++;
    snprintf(heard->last, sizeof heard->last, "%s", sentence);
    return LW_OK;
}

enum { WHOLE, FLIPPED, DOUBLED, MISSING, SEAM, CUP, DAMAGES };

/* A box, damaged. The corner at which a seam opens is at the origin, where a double can differ by
 * 1e-17. */
static void make_box(raw_mesh *raw, int damage)
{
    raw_box(raw, v3(1, 1, 1), v3(1, 1, 1), false);
    uint32_t *row = raw->indices.items;
    if (damage == FLIPPED) {
        uint32_t swap = row[0];
        row[0] = row[1];
        row[1] = swap;
    }
    if (damage == DOUBLED)
        raw_triangle(raw, row[0], row[1], row[2]);
    if (damage == MISSING)
        raw->indices.count -= 3;
    if (damage == SEAM) /* a corner whose triangles are 1e-17 apart */
        row[0] = raw_vertex(raw, add(raw->vertices.items[row[0]], v3(1e-17, 0, 0)));
    if (damage == CUP)
        raw->indices.count -= 6;
}

static lw_shape_def mesh_of(const raw_mesh *raw, lw_mesh_mode mode)
{
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = raw_coordinates(raw);
    mesh.vertex_count = raw->vertices.count;
    mesh.triangles = raw->indices.items;
    mesh.triangle_count = raw_triangle_count(raw);
    mesh.mesh_mode = mode;
    return mesh;
}

/* whether a ball in the middle of a mesh is in contact; last: the pair with that mesh is not first */
static bool touches(const raw_mesh *raw, lw_mesh_mode mode, bool last, said *heard)
{
    lw_shape_def ball = sphere(0.1);
    lw_shape_def mesh = mesh_of(raw, mode);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, at(1.1, 1.2, 1.3));
    *heard = (said){0};
    lw_scene_on_notice(w.scene, listen, heard);
    obstacle(&w, last ? "far" : "near", mesh, at(last ? 10 : 0, 0, 0));
    obstacle(&w, last ? "near" : "far", mesh, at(last ? 0 : 10, 0, 0));
    freeze(&w);
    static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_BISECTION, LW_METHOD_SLAB,
                                        LW_METHOD_EXPANDED, LW_METHOD_SAMPLED};
    bool found = false;
    for (int i = 0; i < 10; i++) {
        lw_check_options options = lw_default_check_options();
        options.method = methods[i / 2];
        options.any = i % 2;
        bool contact = check(&w, 0, 0.1, &options).kind == LW_VERDICT_CONTACT;
        if (!i)
            found = contact;
        assert_true(contact == found);
    }
    finish(&w);
    return found;
}

static void test_ball_in_a_box(void **state)
{
    (void)state;
    for (int damage = 0; damage < DAMAGES; damage++) {
        raw_mesh raw = {0};
        said heard;
        make_box(&raw, damage);
        for (int last = 1; last >= 0; last--)
            if (touches(&raw, LW_MESH_SOLID, last, &heard) != (damage != CUP))
                fail_msg("damage %d", damage);
        assert_int_equal(heard.count, damage == CUP);
        if (damage == CUP)
            assert_string_equal(
                heard.last,
                "the meshes of 2 bodies (the first is \"near\") stay open in 2 parts of "
                "up to 2 m; a body that begins wholly inside such a part is not seen as a contact");
        assert_false(touches(&raw, LW_MESH_SURFACE, false, &heard));
        assert_int_equal(heard.count, 0);
        raw_free(&raw);
    }
}

/* The last claim of a check, and how many of contacts there were. */
typedef struct kept {
    lw_claim last;
    size_t contacts;
} kept;

static lw_status keep(void *context, const lw_claim *claim)
{
    kept *k = context;
    k->last = *claim;
    k->contacts += claim->kind == LW_CLAIM_CONTACT || claim->kind == LW_CLAIM_INSIDE;
    return LW_OK;
}

/* Checks a link in a box, in the world or of the link's robot: the claim about the contact. The link is
 * a ball that moves with a box of triangles beside it. */
static kept claims_in(const raw_mesh *raw, const raw_mesh *beside, lw_method method)
{
    lw_shape_def ball = sphere(0.1);
    lw_shape_def other = mesh_of(beside, LW_MESH_SOLID);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, at(1.1, 1.2, 1.3));
    succeed(lw_scene_add_shape(w.scene, "robot", "link", &other, at(20, 0, 0), &w.error), &w.error);
    obstacle(&w, "near", mesh_of(raw, LW_MESH_SOLID), at(0.95, 0, 0));
    freeze(&w);
    kept k = {.contacts = 0};
    lw_check_options options = lw_default_check_options();
    options.method = method;
    options.blocks = 1;
    options.claim = keep;
    options.claim_context = &k;
    assert_int_equal(check(&w, 0, 0.1, &options).kind, LW_VERDICT_CONTACT);
    finish(&w);
    return k;
}

/* The contact of a body inside a mesh is claimed by a point of the element that is in the mesh, unless
 * the mesh had to be repaired: its triangles then do not show it. */
static void test_claims(void **state)
{
    (void)state;
    static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_BISECTION, LW_METHOD_SLAB};
    raw_mesh beside = {0};
    make_box(&beside, WHOLE);
    for (int damage = 0; damage < CUP; damage++)
        for (size_t i = 0; i < 3; i++) {
            raw_mesh raw = {0};
            make_box(&raw, damage);
            kept k = claims_in(&raw, &beside, methods[i]);
            assert_int_equal(k.contacts, damage == WHOLE);
            if (damage == WHOLE) {
                assert_int_equal(k.last.kind, LW_CLAIM_INSIDE);
                assert_int_equal(k.last.inner, 0);
                /* behind the twelve triangles */
                assert_int_equal(k.last.elements[0], 12);
                assert_true(k.last.points[0].x == 1.1 && k.last.points[0].y == 1.2 &&
                            k.last.points[0].z == 1.3);
                assert_true(k.last.at == 0);
            }
            raw_free(&raw);
        }
    raw_free(&beside);
}

/* Checks a link of two boxes, the second one 20 m along x, about a ball in one of them. */
static kept claims_of_two(const raw_mesh *boxes[2], lw_mesh_mode mode, int which)
{
    lw_shape_def first = mesh_of(boxes[0], LW_MESH_SOLID);
    lw_shape_def second = mesh_of(boxes[1], mode);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &first, at(0, 0, 0));
    succeed(lw_scene_add_shape(w.scene, "robot", "link", &second, at(20, 0, 0), &w.error), &w.error);
    obstacle(&w, "ball", sphere(0.1), at(20 * which + 1.1, 1.2, 1.3));
    freeze(&w);
    kept k = {.contacts = 0};
    lw_check_options options = lw_default_check_options();
    options.blocks = 1;
    options.claim = keep;
    options.claim_context = &k;
    assert_int_equal(check(&w, 0, 0.1, &options).kind, LW_VERDICT_CONTACT);
    finish(&w);
    return k;
}

/* A contact in one of several meshes of a body is claimed, if all of them are as they are given and
 * face outwards. */
static void test_claims_of_two(void **state)
{
    (void)state;
    raw_mesh whole = {0};
    raw_mesh inwards = {0};
    raw_mesh mended = {0};
    make_box(&whole, WHOLE);
    make_box(&mended, MISSING);
    raw_box(&inwards, v3(1, 1, 1), v3(1, 1, 1), true);
    const raw_mesh *both[2] = {&whole, &whole};
    for (int which = 0; which < 2; which++) {
        kept k = claims_of_two(both, LW_MESH_SOLID, which);
        assert_int_equal(k.contacts, 1);
        assert_int_equal(k.last.kind, LW_CLAIM_INSIDE);
        assert_int_equal(k.last.inner, 1);
    }
    assert_int_equal(claims_of_two((const raw_mesh *[]){&whole, &mended}, LW_MESH_SOLID, 0).contacts,
                     0);
    assert_int_equal(claims_of_two((const raw_mesh *[]){&whole, &inwards}, LW_MESH_SOLID, 0).contacts,
                     0);
    assert_int_equal(claims_of_two(both, LW_MESH_SURFACE, 0).contacts, 0);
    raw_free(&whole);
    raw_free(&inwards);
    raw_free(&mended);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ball_in_a_box),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_claims_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
