/* io/cloud/png.h: pictures that this test writes are read again, level for level; other pictures and
 * broken files are refused in a sentence. The writer is independent of libpng: it stores bytes without
 * compressing them. */
#include "io/cloud/png.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "files.h"
#include "seed.h"
#include "small_scene.h"

enum { ROOM = 1 << 13 };

static files here;

typedef struct bytes {
    unsigned char at[ROOM];
    size_t size;
} bytes;

static void put(bytes *b, uint32_t value, size_t size)
{
    assert_true(b->size + size <= ROOM);
    for (size_t i = 0; i < size; i++)
        b->at[b->size++] = (unsigned char)(value >> 8 * (size - 1 - i) & 255);
}

static uint32_t check_of(const unsigned char *at, size_t size)
{
    uint32_t sum = 0xffffffff;
    for (size_t i = 0; i < size; i++) {
        sum ^= at[i];
        for (int k = 0; k < 8; k++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return ~sum;
}

static void put_chunk(bytes *b, const char *name, const bytes *data)
{
    put(b, (uint32_t)data->size, 4);
    const size_t begin = b->size;
    for (int i = 0; i < 4; i++)
        put(b, (unsigned char)name[i], 1);
    for (size_t i = 0; i < data->size; i++)
        put(b, data->at[i], 1);
    put(b, check_of(b->at + begin, b->size - begin), 4);
}

typedef struct picture {
    uint32_t rows, columns;
    uint32_t depth, color; /* bits of a level; 0: grey */
    bool interlaced, transparent;
    uint32_t levels[81]; /* row by row */
} picture;

/* The rows of every `step`th pixel, as a pass of an interlaced picture has them. */
static void put_pass(bytes *raw, const picture *p, const uint32_t first[2], const uint32_t step[2])
{
    for (uint32_t i = first[0]; i < p->rows && first[1] < p->columns; i += step[0]) {
        put(raw, 0, 1); /* no filter */
        for (uint32_t k = first[1]; k < p->columns; k += step[1])
            put(raw, p->levels[i * p->columns + k], p->depth / 8);
    }
}

static void put_levels(bytes *raw, const picture *p)
{
    static const uint32_t first[7][2] = {{0, 0}, {0, 4}, {4, 0}, {0, 2}, {2, 0}, {0, 1}, {1, 0}};
    static const uint32_t step[7][2] = {{8, 8}, {8, 8}, {8, 4}, {4, 4}, {4, 2}, {2, 2}, {2, 1}};
    static const uint32_t none[2] = {0, 0};
    static const uint32_t each[2] = {1, 1};
    for (int i = 0; i < 7 && p->interlaced; i++)
        put_pass(raw, p, first[i], step[i]);
    if (!p->interlaced)
        put_pass(raw, p, none, each);
}

/* The file of a picture. Those that are refused by their header have no levels. */
static void write_picture(bytes *b, const picture *p)
{
    static bytes part;
    static bytes raw;
    static const unsigned char signature[8] = {137, 80, 78, 71, 13, 10, 26, 10};
    b->size = part.size = raw.size = 0;
    for (int i = 0; i < 8; i++)
        put(b, signature[i], 1);
    put(&part, p->columns, 4);
    put(&part, p->rows, 4);
    put(&part, p->depth, 1);
    put(&part, p->color, 1);
    put(&part, p->interlaced ? 1 : 0, 3);
    put_chunk(b, "IHDR", &part);
    part.size = 0;
    put(&part, 0, p->color == 3 ? 3 : 2);
    if (p->color == 3)
        put_chunk(b, "PLTE", &part);
    if (p->transparent)
        put_chunk(b, "tRNS", &part);
    if (p->depth >= 8 && p->rows * p->columns <= 81)
        put_levels(&raw, p);
    part.size = 0;
    uint32_t sums[2] = {1, 0};
    put(&part, 0x7801, 2);
    put(&part, 1, 1); /* the last block, stored */
    put(&part, (uint32_t)(raw.size % 256 << 8 | raw.size / 256), 2);
    put(&part, ~(uint32_t)(raw.size % 256 << 8 | raw.size / 256) & 0xffff, 2);
    for (size_t i = 0; i < raw.size; i++) {
        put(&part, raw.at[i], 1);
        sums[0] = (sums[0] + raw.at[i]) % 65521;
        sums[1] = (sums[1] + sums[0]) % 65521;
    }
    put(&part, sums[1] << 16 | sums[0], 4);
    put_chunk(b, "IDAT", &part);
    part.size = 0;
    put_chunk(b, "IEND", &part);
}

static lw_status read_picture(const bytes *b, const lw_grid_use *use, lw_height_grid *grid, lw_error *e)
{
    return lw_png_read_grid((const char *)b->at, b->size, use, grid, e);
}

static picture random_picture(lw_random *random)
{
    picture p = {.rows = 2 + lw_random_below(random, 8),
                 .columns = 2 + lw_random_below(random, 8),
                 .depth = lw_random_below(random, 2) ? 8 : 16,
                 .interlaced = lw_random_below(random, 2)};
    for (uint32_t i = 0; i < p.rows * p.columns; i++)
        p.levels[i] = lw_random_below(random, (uint32_t)1 << p.depth);
    return p;
}

static void pictures_are_read(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static bytes b;
    for (int round = 0; round < test_rounds(400, 20000); round++) {
        const picture p = random_picture(&random);
        lw_height_grid grid;
        lw_error e = {0};
        write_picture(&b, &p);
        succeed(read_picture(&b, &lw_grid_of_heights, &grid, &e), &e);
        assert_true(grid.rows == p.rows && grid.columns == p.columns);
        for (uint32_t i = 0; i < p.rows * p.columns; i++)
            assert_true(grid.heights[i] == (double)p.levels[i]);
        free(grid.heights);
    }
}

/* A byte that is another one, and an end that is missing, before the last chunk. */
static void broken_files_are_refused(void **state)
{
    (void)state;
    enum { LAST = 12 }; /* bytes of the last chunk */
    lw_random random = {test_seed()};
    static bytes b;
    for (int round = 0; round < test_rounds(400, 20000); round++) {
        const picture p = random_picture(&random);
        lw_height_grid grid = {0};
        lw_error e = {0};
        write_picture(&b, &p);
        const size_t at = lw_random_below(&random, (uint32_t)(b.size - LAST));
        if (round % 2)
            b.size = at;
        else
            b.at[at] ^= (unsigned char)(1 + lw_random_below(&random, 255));
        refused(read_picture(&b, &lw_grid_of_depths, &grid, &e), LW_ERROR_SYNTAX, &e, "");
        assert_null(grid.heights);
    }
}

static void refuses(picture p, const lw_grid_use *use, const char *part)
{
    static bytes b;
    lw_height_grid grid;
    lw_error e = {0};
    write_picture(&b, &p);
    refused(read_picture(&b, use, &grid, &e), LW_ERROR_SYNTAX, &e, part);
}

static void other_pictures_are_refused(void **state)
{
    (void)state;
    const lw_grid_use *heights = &lw_grid_of_heights;
    const picture good = {.rows = 2, .columns = 2, .depth = 8};
    picture p = good;
    p.color = 2;
    refuses(p, heights, "the picture has colours; a height field takes grey levels of 8 or 16 bits");
    p.color = 3;
    refuses(p, heights, "the picture has colours of a palette; a height field takes ");
    p.color = 4;
    refuses(p, &lw_grid_of_depths, "the picture has grey levels with transparency; a depth image ");
    p.color = 6;
    refuses(p, heights, "the picture has colours with transparency; a height field takes ");
    p = good;
    p.transparent = true;
    refuses(p, heights, "the picture has a transparent grey level; a height field takes ");
    p = good;
    p.depth = 1;
    refuses(p, heights, "the picture has grey levels of 1 bit; a height field takes 8 or 16");
    p.depth = 4;
    refuses(p, heights, "the picture has grey levels of 4 bits; a height field takes 8 or 16");
    p = good;
    p.rows = 1;
    refuses(p, heights, "the picture has 1 x 2 pixels; a height field takes at least 2 x 2");
    p = good;
    p.columns = 1;
    refuses(p, heights, "the picture has 2 x 1 pixels; a height field takes at least 2 x 2");
    p.rows = p.columns = 4097;
    refuses(p, &lw_grid_of_depths,
            "the picture has 4097 x 4097 pixels; a depth image from a PNG file may have at most "
            "16777216");
    p.rows = p.columns = 8193;
    refuses(p, heights, "a height field from a PNG file may have at most 67108864");
    static const bytes none = {"GIF89a.....", 11};
    lw_height_grid grid;
    lw_error e = {0};
    refused(read_picture(&none, heights, &grid, &e), LW_ERROR_SYNTAX, &e, "a PNG file begins with ");
}

static const char *written(const picture *p, const char *name)
{
    static bytes b;
    write_picture(&b, p);
    return files_write_bytes(&here, name, b.at, b.size);
}

static void pictures_become_shapes(void **state)
{
    (void)state;
    const picture p = {
        .rows = 2, .columns = 3, .depth = 16, .levels = {0, 1000, 2000, 3000, 4000, 65535}};
    lw_error e = {0};
    lw_shape_def image = lw_default_shape();
    succeed(lw_depth_image_read(written(&p, "view.PNG"), 0.001, &image, &e), &e);
    assert_true(image.rows == 2 && image.columns == 3);
    for (int i = 0; i < 6; i++)
        assert_true(image.depths[i] == (float)(0.001 * p.levels[i]));
    lw_depth_image_free(&image);
    lw_shape_def field = lw_default_shape();
    succeed(lw_heights_read(written(&p, "hill.png"), (lw_vec3){1, 1, 0.5}, 0, &field, &e), &e);
    for (int i = 0; i < 6; i++)
        assert_true(field.heights[i] == 0.5 * p.levels[i]);
    lw_heights_free(&field);
    /* in a scene, a picture needs a scale */
    static const char begin[] = "{\"obstacles\": [{\"id\": \"hill\", \"type\": \"heights\", "
                                "\"file\": \"hill.png\", \"spacing\": [1, 1], \"floor\": 0";
    char text[300];
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "%s%s}]}", begin, i ? "" : ", \"scale\": 0.5");
        files_write(&here, "scene.json", text);
        lw_scene *scene = new_scene();
        const lw_status status = lw_scene_load(scene, files_path(&here, "scene.json"), &e);
        if (i)
            refused(status, LW_ERROR_ARGUMENT, &e,
                    "a picture needs a scale: the metres of a grey level");
        else
            succeed(status, &e);
        lw_scene_destroy(scene);
    }
}

static int set_up(void **state)
{
    (void)state;
    files_open(&here);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    files_close(&here);
    return 0;
}

int main(void)
{
    lw_height_grid grid;
    lw_error e = {0};
    if (lw_png_read_grid("", 0, &lw_grid_of_heights, &grid, &e) == LW_ERROR_FILE) {
        printf("skipped: %s\n", e.message);
        return strcmp(e.message, "this library was built without libpng: give a height field as .npy")
                   ? 1
                   : 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_read),
        cmocka_unit_test(broken_files_are_refused),
        cmocka_unit_test(other_pictures_are_refused),
        cmocka_unit_test(pictures_become_shapes),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
