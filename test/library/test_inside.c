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

/* whether a ball in the middle of a mesh is in contact; last: the pair with that mesh is not first */
static bool touches(const raw_mesh *raw, lw_mesh_mode mode, bool last, said *heard)
{
    lw_shape_def ball = sphere(0.1);
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = raw_coordinates(raw);
    mesh.vertex_count = raw->vertices.count;
    mesh.triangles = raw->indices.items;
    mesh.triangle_count = raw_triangle_count(raw);
    mesh.mesh_mode = mode;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ball_in_a_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
