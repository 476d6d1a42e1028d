/* Tests io/mesh/mesh_file.h: the choice of a reader, and the rules of all formats. */
#include <pthread.h>

#include "allocation.h"
#include "mesh_writers.h"
#include "tetrahedron.h"

static const char obj[] = "v 0 0 0\nv 1.5 0 0\nv 0 2.25 0\nv 0 0 -0.125\nf 1 2 3\nf 1 4 2\nf 1 3 4\n"
                          "f 2 4 3\n";

/* A mesh of random floats, of many sizes, is the same in all formats, bit for bit. */
static void test_formats_agree(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    double vertices[30];
    uint32_t triangles[60];
    const mesh_to_write mesh = {vertices, 10, triangles, 20};
    for (int round = 0; round < test_rounds(20, 1000); round++) {
        double size = pow(10, lw_random_between(&random, -6, 7));
        for (size_t i = 0; i < 30; i++)
            vertices[i] = (double)(float)lw_random_between(&random, -size, size);
        for (size_t i = 0; i < 60; i++)
            triangles[i] = (i % 3 ? triangles[i - 1] + 1 + lw_random_below(&random, 4)
                                  : lw_random_below(&random, 10)) %
                           10;
        for (size_t f = 0; f < MESH_FORMATS; f++) {
            lw_arena arena = {0};
            lw_error error = {0};
            lw_shape_def shape = lw_default_shape();
            if (lw_mesh_file_read(NULL, &arena, write_mesh(&here, mesh_names[f], &mesh), unit, &shape,
                                  &error))
                fail_msg("%s: %s", mesh_names[f], error.message);
            assert_int_equal(shape.triangle_count, 20);
            for (size_t n = 0; n < 180; n++)
                if (shape.vertices[3 * (size_t)shape.triangles[n / 3] + n % 3] !=
                    mesh_corner(&mesh, n / 3)[n % 3])
                    fail_msg("%s: corner %zu has moved", mesh_names[f], n / 3);
            lw_arena_free(&arena);
        }
    }
}

/* scales are applied in double: 0.1 is not a float */
static void test_scale(void **state)
{
    (void)state;
    const char *path = files_write(&here, "a.obj", obj);
    const lw_vec3 scale = {0.1, 10, 1e-3};
    accept(path, scale, scale, nowhere, 1e-17);
    const lw_vec3 mirror = {-0.1, 1, 1};
    accept(path, mirror, mirror, nowhere, 1e-17);
    const lw_vec3 turn = {-1, -1, 1};
    accept(path, turn, turn, nowhere, 0);
    refuse(path, (lw_vec3){1, 0, 1}, LW_ERROR_ARGUMENT, "scale of 1 0 1");
    refuse(path, (lw_vec3){1, 1, (double)NAN}, LW_ERROR_ARGUMENT, "finite");
    refuse(path, (lw_vec3){1, 1, (double)INFINITY}, LW_ERROR_ARGUMENT, "finite");
    refuse(path, (lw_vec3){1e12, 1, 1}, LW_ERROR_ARGUMENT, "farther than 1e+09");
}

/* The public reader gives the same mesh, in memory of the caller's. */
static void test_public(void **state)
{
    (void)state;
    const char *path = files_write(&here, "a.obj", obj);
    const lw_vec3 scale = {2, -1, 8};
    lw_arena arena = {0};
    lw_error error = {0};
    lw_shape_def known = lw_default_shape();
    lw_shape_def got = lw_default_shape();
    assert_int_equal(lw_mesh_file_read(NULL, &arena, path, scale, &known, &error), LW_OK);
    assert_int_equal(lw_mesh_read(path, scale, &got, &error), LW_OK);
    assert_int_equal(got.kind, LW_SHAPE_MESH);
    assert_int_equal(got.vertex_count, known.vertex_count);
    assert_int_equal(got.triangle_count, known.triangle_count);
    assert_memory_equal(got.vertices, known.vertices, 3 * known.vertex_count * sizeof *known.vertices);
    assert_memory_equal(got.triangles, known.triangles,
                        3 * known.triangle_count * sizeof *known.triangles);
    lw_arena_free(&arena);
    lw_shape *shape;
    assert_int_equal(lw_shape_create(&got, &shape, &error), LW_OK);
    lw_shape_destroy(shape);
    lw_mesh_free(&got);
    assert_true(!got.vertices && !got.triangles && !got.vertex_count && !got.triangle_count);
    lw_mesh_free(&got);
    lw_mesh_free(NULL);
    /* wrong arguments leave the description as it was, and so does memory that runs out */
    for (size_t n = 1;; n++) {
        allocation_fail(n);
        const lw_status status = lw_mesh_read(path, unit, &got, &error);
        const bool failed = allocation_failed();
        allocation_fail(0);
        if (!failed) {
            assert_int_equal(status, LW_OK);
            lw_mesh_free(&got);
            break;
        }
        assert_int_equal(status, LW_ERROR_MEMORY);
        assert_true(!got.vertices && !got.triangle_count);
    }
    got.radius = 7;
    assert_int_equal(lw_mesh_read(files_path(&here, "none.stl"), unit, &got, &error), LW_ERROR_FILE);
    assert_int_equal(lw_mesh_read(path, (lw_vec3){0, 1, 1}, &got, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_mesh_read(NULL, unit, &got, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_mesh_read(path, unit, NULL, &error), LW_ERROR_ARGUMENT);
    assert_true(got.radius == 7 && !got.vertices);
    got.struct_size = 0;
    assert_int_equal(lw_mesh_read(path, unit, &got, &error), LW_ERROR_ARGUMENT);
}

static void test_refused(void **state)
{
    (void)state;
    refuse(files_path(&here, "none.stl"), unit, LW_ERROR_FILE,
           "cannot be opened: there is no such file");
    files_folder(&here, "folder.stl");
    refuse(files_path(&here, "folder.stl"), unit, LW_ERROR_FILE, "cannot be opened");
    /* the reader does not wait for a pipe without a writer */
    assert_int_equal(mkfifo(files_path(&here, "pipe.stl"), 0600), 0);
    refuse(files_path(&here, "pipe.stl"), unit, LW_ERROR_FILE, "not a regular file");
    refuse(files_write(&here, "a.foo", obj), unit, LW_ERROR_FILE, "must end in .stl, .obj");
    refuse(files_write(&here, "obj", obj), unit, LW_ERROR_FILE, "must end in .stl, .obj");
    static const char *const endings[] = {"stl", "obj", "dae", "ply", "gltf", "glb"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char name[30];
        snprintf(name, sizeof name, "rubbish.%s", endings[i]);
        refuse(files_write(&here, name, "this is not a mesh at all, but some lines\nof text\n"), unit,
               LW_ERROR_SYNTAX, "");
        refuse(files_write(&here, name, ""), unit, LW_ERROR_SYNTAX, "");
    }
}

static void test_without_triangles(void **state)
{
    (void)state;
    refuse(files_write(&here, "a.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\nf 1 1 2\n"), unit,
           LW_ERROR_ARGUMENT, "none of its 2 triangles has an area");
    unsigned char empty[84] = "binary";
    refuse(files_write_bytes(&here, "a.stl", empty, sizeof empty), unit, LW_ERROR_ARGUMENT,
           "has no triangles");
    refuse(files_write(&here, "a.stl", "solid a\nendsolid a\n"), unit, LW_ERROR_ARGUMENT,
           "has no triangles");
    refuse(files_write(&here, "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2\nl 2 3\n"), unit,
           LW_ERROR_ARGUMENT, "has no triangles");
    refuse(files_write(&here, "a.ply",
                       "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
                       "property float z\nend_header\n0 0 0\n1 0 0\n"),
           unit, LW_ERROR_ARGUMENT, "has no triangles");
    refuse(files_write(&here, "a.dae",
                       "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/"
                       "COLLADASchema' version='1.4.1'><asset/></COLLADA>"),
           unit, LW_ERROR_ARGUMENT, "has no triangles");
}

/* every allocation fails in turn, in every format */
static void test_out_of_memory(void **state)
{
    (void)state;
    static const uint32_t indices[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    const mesh_to_write mesh = {corners[0], 4, indices, 4};
    for (size_t f = 0; f < MESH_FORMATS; f++) {
        char path[256];
        snprintf(path, sizeof path, "%s", write_mesh(&here, mesh_names[f], &mesh));
        for (size_t n = 1;; n++) {
            lw_arena arena = {0};
            lw_shape_def shape = lw_default_shape();
            lw_error error = {0};
            allocation_fail(n);
            lw_status status = lw_mesh_file_read(NULL, &arena, path, unit, &shape, &error);
            bool failed = allocation_failed();
            allocation_fail(0);
            assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
            lw_arena_free(&arena);
            if (!failed) {
                assert_true(n > 4);
                break;
            }
        }
    }
}

typedef struct reading {
    char path[256];
    size_t triangles;
} reading;

static void *read_many(void *argument)
{
    reading *r = argument;
    for (int i = 0; i < 20; i++) {
        lw_arena arena = {0};
        lw_shape_def shape = lw_default_shape();
        lw_mesh_file_read(NULL, &arena, r->path, unit, &shape, NULL);
        r->triangles += shape.triangle_count;
        lw_arena_free(&arena);
    }
    return NULL;
}

/* good and bad files are read on several threads at once */
static void test_threads(void **state)
{
    (void)state;
    static reading readings[4];
    pthread_t threads[4];
    static const uint32_t indices[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    const mesh_to_write mesh = {corners[0], 4, indices, 4};
    const char *const paths[4] = {files_write(&here, "t.obj", obj), write_mesh(&here, "t.gltf", &mesh),
                                  files_write(&here, "t.dae", "<COLLADA/>"),
                                  files_write(&here, "u.gltf", "{\"other\": \"rubbish\"}")};
    for (int i = 0; i < 4; i++) {
        snprintf(readings[i].path, sizeof readings[i].path, "%s", paths[i]);
        assert_int_equal(pthread_create(&threads[i], NULL, read_many, &readings[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(readings[i].triangles, i < 2 ? 80 : 0);
    }
}

/* A file with one face whose corners lie on a circle, in a format that allows faces of many corners. */
static char *circle_file(const char *ending, uint32_t count)
{
    size_t room = 80 * (size_t)count + 2000;
    char *text = malloc(room);
    assert_non_null(text);
    FILE *out = fmemopen(text, room, "w");
    assert_non_null(out);
    bool is_ply = !strcmp(ending, "ply");
    bool is_dae = !strcmp(ending, "dae");
    if (is_ply)
        fprintf(out,
                "ply\nformat ascii 1.0\nelement vertex %u\nproperty float x\nproperty float y\n"
                "property float z\nelement face 1\nproperty list int int vertex_indices\nend_header\n",
                count);
    if (is_dae)
        fprintf(out,
                "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
                "<library_geometries><geometry id=\"g\"><mesh><source id=\"s\">"
                "<float_array id=\"a\" count=\"%u\">",
                3 * count);
    for (uint32_t i = 0; i < count; i++) {
        double angle = 6.283185307179586 * i / count;
        fprintf(out, "%s%.12f %.12f 0\n", is_ply || is_dae ? "" : "v ", cos(angle), sin(angle));
    }
    if (is_dae)
        fprintf(out,
                "</float_array><technique_common><accessor source=\"#a\" count=\"%u\" stride=\"3\">"
                "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/>"
                "<param name=\"Z\" type=\"float\"/></accessor></technique_common></source>"
                "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/></vertices>"
                "<polylist count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
                "<vcount>%u</vcount><p>",
                count, count);
    else if (is_ply)
        fprintf(out, "%u", count);
    else
        fprintf(out, "f");
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, " %u", is_ply || is_dae ? i : i + 1);
    fprintf(out, is_dae ? "</p></polylist></mesh></geometry></library_geometries>"
                          "<library_visual_scenes><visual_scene id=\"w\"><node>"
                          "<instance_geometry url=\"#g\"/></node></visual_scene>"
                          "</library_visual_scenes><scene><instance_visual_scene url=\"#w\"/></scene>"
                          "</COLLADA>"
                        : "\n");
    fclose(out);
    return text;
}

/* Faces of up to 100,000 corners are read. Larger ones, whose triangulation may take minutes, are
 * errors. */
static void test_large_faces(void **state)
{
    (void)state;
    static const char *const endings[] = {"obj", "ply", "dae"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        for (uint32_t more = 0; more < 2; more++) {
            char name[16];
            lw_arena arena = {0};
            lw_error error = {0};
            lw_shape_def shape = lw_default_shape();
            char *text = circle_file(endings[i], 100000 + more);
            snprintf(name, sizeof name, "large.%s", endings[i]);
            const char *path = files_write(&here, name, text);
            if (more) {
                refuse(path, unit, LW_ERROR_SYNTAX,
                       "a face has 100001 corners, and at most 100000 are read");
            } else if (lw_mesh_file_read(NULL, &arena, path, unit, &shape, &error)) {
                fail_msg("%s: %s", path, error.message);
            } else {
                assert_int_equal(shape.triangle_count, 99998);
            }
            lw_arena_free(&arena);
            free(text);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats_agree),
        cmocka_unit_test(test_scale),
        cmocka_unit_test(test_public),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_without_triangles),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_large_faces),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
