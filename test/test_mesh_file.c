/* io/mesh_file.h and io/assimp.h: which reader a file is for, and what holds for all formats. */
#include <pthread.h>
#include <sys/wait.h>

#include "allocation.h"
#include "tetrahedron.h"

static const char obj[] = "# a comment\nmtllib none.mtl\nv 9 9 9\nv 0 0 0\nv 1.5 0 0\nv 0 2.25 0\n"
                          "v 0 0 -0.125\nvt 0 0\nvn 0 0 1\no first\nusemtl none\nf 2/1/1 3/1/1 4/1/1\n"
                          "l 1 2\nf 2 5 3\no second\nf -4//1 -2//1 -1//1\nf 3 5 4\n";

static void encode_base64(const unsigned char *bytes, size_t size, char *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    /* size is a multiple of three */
    for (size_t i = 0; i < size; i += 3) {
        uint32_t word = (uint32_t)bytes[i] << 16 | (uint32_t)bytes[i + 1] << 8 | bytes[i + 2];
        for (int k = 0; k < 4; k++)
            *out++ = digits[word >> (18 - 6 * k) & 63];
    }
    *out = '\0';
}

/* the node has a matrix of its own: %s */
static const char *write_gltf(const char *name, const char *node)
{
    unsigned char bytes[72] = {0};
    char data[97];
    static char text[2000];
    for (int i = 0; i < 12; i++) {
        float value = (float)corners[i / 3][i % 3];
        uint16_t index = (uint16_t)faces[i / 3][i % 3];
        memcpy(bytes + 4 * i, &value, 4);
        memcpy(bytes + 48 + 2 * i, &index, 2);
    }
    encode_base64(bytes, 72, data);
    snprintf(
        text, sizeof text,
        "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0]}],\n"
        "\"nodes\": [{\"children\": [1]%s}, {\"mesh\": 0}],\n"
        "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}, \"indices\": 1}]}],\n"
        "\"buffers\": [{\"byteLength\": 72, \"uri\": \"data:application/octet-stream;base64,%s\"}],\n"
        "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 48},\n"
        "{\"buffer\": 0, \"byteOffset\": 48, \"byteLength\": 24}],\n"
        "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 4, \"type\": "
        "\"VEC3\", \"min\": [0, 0, -0.125], \"max\": [1.5, 2.25, 0]},\n"
        "{\"bufferView\": 1, \"componentType\": 5123, \"count\": 12, \"type\": \"SCALAR\"}]}\n",
        node, data);
    return files_write(&here, name, text);
}

static void test_obj(void **state)
{
    (void)state;
    const char *path = files_write(&here, "a.obj", obj);
    accept(path, unit, unit, nowhere, 0);
    /* the vertex that only a line uses is not there: nobody is to take it for part of the body */
    lw_arena arena = {0};
    lw_shape_def shape = lw_default_shape();
    assert_int_equal(lw_mesh_file_read(&arena, path, unit, &shape, NULL), LW_OK);
    for (size_t i = 0; i < 3 * shape.vertex_count; i++)
        assert_true(shape.vertices[i] < 9);
    lw_arena_free(&arena);
}

/* a cube of quads has twelve triangles and volume 1; a face of eight corners in three lines has six */
static void test_polygons(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_shape_def shape = lw_default_shape();
    const char *path = files_write(&here, "cube.obj",
                                   "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\n"
                                   "v 0 1 1\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\n"
                                   "f 4 1 5 8\n");
    assert_int_equal(lw_mesh_file_read(&arena, path, unit, &shape, NULL), LW_OK);
    assert_int_equal(shape.triangle_count, 12);
    assert_true(fabs(volume(&shape) - 6) < 1e-12);
    path = files_write(&here, "line.obj",
                       "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 1 0\nv 2 2 0\nv 1 2 0\nv 0 2 0\nv 0 1 0\n"
                       "f 1 2 3 4 5 6 7 8\n");
    assert_int_equal(lw_mesh_file_read(&arena, path, unit, &shape, NULL), LW_OK);
    assert_int_equal(shape.triangle_count, 6);
    double area = 0;
    for (size_t t = 0; t < 6; t++) {
        const double *a = shape.vertices + 3 * (size_t)shape.triangles[3 * t];
        const double *b = shape.vertices + 3 * (size_t)shape.triangles[3 * t + 1];
        const double *c = shape.vertices + 3 * (size_t)shape.triangles[3 * t + 2];
        area += fabs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    }
    assert_true(fabs(area - 4) < 1e-12);
    lw_arena_free(&arena);
}

static void test_gltf(void **state)
{
    (void)state;
    accept(write_gltf("a.gltf", ""), unit, unit, nowhere, 0);
    accept(write_gltf("a.gltf", ", \"translation\": [1, 2, 3], \"scale\": [2, 4, 8]"), unit,
           (lw_vec3){2, 4, 8}, (lw_vec3){1, 2, 3}, 0);
    /* a node that mirrors: the faces still look outwards */
    accept(write_gltf("a.gltf", ", \"scale\": [1, 1, -2]"), unit, (lw_vec3){1, 1, -2}, nowhere, 0);
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

static void test_refused(void **state)
{
    (void)state;
    refuse(files_path(&here, "none.stl"), unit, LW_ERROR_FILE,
           "cannot be opened: there is no such file");
    files_folder(&here, "folder.stl");
    refuse(files_path(&here, "folder.stl"), unit, LW_ERROR_FILE, "cannot be opened");
    /* a pipe that nobody writes to is not waited for */
    assert_int_equal(mkfifo(files_path(&here, "pipe.stl"), 0600), 0);
    refuse(files_path(&here, "pipe.stl"), unit, LW_ERROR_FILE, "not a regular file");
    refuse(files_write(&here, "a.foo", obj), unit, LW_ERROR_FILE, "must end in .stl, .obj");
    refuse(files_write(&here, "obj", obj), unit, LW_ERROR_FILE, "must end in .stl, .obj");
    static const char *const endings[] = {"stl", "dae", "ply", "gltf", "glb"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char name[30];
        snprintf(name, sizeof name, "rubbish.%s", endings[i]);
        refuse(files_write(&here, name, "this is not a mesh at all, but some lines\nof text\n"), unit,
               LW_ERROR_SYNTAX, "");
        refuse(files_write(&here, name, ""), unit, LW_ERROR_SYNTAX, "");
    }
    refuse(files_write(&here, "face.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n"), unit,
           LW_ERROR_SYNTAX, "");
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

/* The same for what assimp reads, in a process of its own that ends without looking for leaks, for
 * assimp loses memory where the parts of a file contradict each other. */
static void test_broken_files_for_assimp(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        break_file(files_write(&here, "good.obj", obj), "broken.obj", &random);
        break_file(write_gltf("good.gltf", ""), "broken.gltf", &random);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    const char *path = files_write(&here, "a.obj", obj);
    for (size_t n = 1;; n++) {
        lw_arena arena = {0};
        lw_shape_def shape = lw_default_shape();
        lw_error error = {0};
        allocation_fail(n);
        lw_status status = lw_mesh_file_read(&arena, path, unit, &shape, &error);
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
        lw_mesh_file_read(&arena, r->path, unit, &shape, NULL);
        r->triangles += shape.triangle_count;
        lw_arena_free(&arena);
    }
    return NULL;
}

/* good and bad files on several threads at once */
static void test_threads(void **state)
{
    (void)state;
    static reading readings[4];
    pthread_t threads[4];
    const char *const paths[4] = {files_write(&here, "t.obj", obj), write_gltf("t.gltf", ""),
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_obj),
        cmocka_unit_test(test_polygons),
        cmocka_unit_test(test_gltf),
        cmocka_unit_test(test_scale),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_without_triangles),
        cmocka_unit_test(test_broken_files_for_assimp),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
