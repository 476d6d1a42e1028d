/* PNG pictures of grey levels. libpng reports an error by a jump out of itself; all that lives across
 * one is in a `reader`, which the function that sets the jump does not own. */
#include "io/cloud/png.h"

#include <stdlib.h>
#include <string.h>

#ifdef LW_PNG

#include <png.h>
#include <setjmp.h>

/* A picture of few bytes may have very many pixels. */
enum { MOST_LEVELS = 1 << 26 };

typedef struct reader {
    const char *bytes; /* of the file, from `at` to `size` not yet taken */
    size_t size, at;
    const lw_grid_use *use;
    lw_error *error;
    lw_status status; /* what is wrong, where there is something */
    png_structp png;
    png_infop info;
    png_uint_32 rows, columns;
    size_t width;     /* bytes of a level */
    png_byte *levels; /* row by row, the higher byte of a level first */
    png_byte **lines; /* the rows of `levels` */
} reader;

static void take(png_structp png, png_bytep out, png_size_t size)
{
    reader *r = png_get_io_ptr(png);
    if (size > r->size - r->at)
        png_error(png, "the file ends early");
    memcpy(out, r->bytes + r->at, size);
    r->at += size;
}

static void fail(png_structp png, png_const_charp message)
{
    reader *r = png_get_error_ptr(png);
    r->status = lw_fail(r->error, LW_ERROR_SYNTAX, "the PNG file is broken: %.80s", message);
    longjmp(png_jmpbuf(png), 1);
}

/* A warning is about what does not change the levels. */
static void ignore(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static const char *name_of(int color)
{
    switch (color) {
    case PNG_COLOR_TYPE_PALETTE:
        return "colours of a palette";
    case PNG_COLOR_TYPE_GRAY_ALPHA:
        return "grey levels with transparency";
    case PNG_COLOR_TYPE_RGB_ALPHA:
        return "colours with transparency";
    default:
        return "colours";
    }
}

/* Checks what the header says before any room is taken for it. */
static lw_status check(reader *r)
{
    const int color = png_get_color_type(r->png, r->info);
    const int depth = png_get_bit_depth(r->png, r->info);
    const lw_grid_use *use = r->use;
    r->columns = png_get_image_width(r->png, r->info);
    r->rows = png_get_image_height(r->png, r->info);
    r->width = (size_t)depth / 8;
    if (color != PNG_COLOR_TYPE_GRAY)
        return lw_fail(r->error, LW_ERROR_SYNTAX,
                       "the picture has %s; %s takes grey levels of 8 or 16 bits", name_of(color),
                       use->name);
    if (png_get_valid(r->png, r->info, PNG_INFO_tRNS))
        return lw_fail(r->error, LW_ERROR_SYNTAX,
                       "the picture has a transparent grey level; %s takes grey levels of 8 or 16 bits",
                       use->name);
    if (depth != 8 && depth != 16)
        return lw_fail(r->error, LW_ERROR_SYNTAX,
                       "the picture has grey levels of %d bit%s; %s takes 8 or 16", depth,
                       depth == 1 ? "" : "s", use->name);
    if (r->rows < (png_uint_32)use->least || r->columns < (png_uint_32)use->least)
        return lw_fail(
            r->error, LW_ERROR_SYNTAX, "the picture has %lu x %lu pixels; %s takes at least %d x %d",
            (unsigned long)r->rows, (unsigned long)r->columns, use->name, use->least, use->least);
    const int most = use->most < MOST_LEVELS ? use->most : MOST_LEVELS;
    if (r->rows > (png_uint_32)most / r->columns)
        return lw_fail(r->error, LW_ERROR_SYNTAX,
                       "the picture has %lu x %lu pixels; %s from a PNG file may have at most %d",
                       (unsigned long)r->rows, (unsigned long)r->columns, use->name, most);
    return LW_OK;
}

static lw_status take_room(reader *r)
{
    r->levels = malloc((size_t)r->rows * r->columns * r->width);
    r->lines = malloc(r->rows * sizeof *r->lines);
    if (!r->levels || !r->lines)
        return lw_fail_memory(r->error);
    for (size_t i = 0; i < r->rows; i++)
        r->lines[i] = r->levels + i * r->columns * r->width;
    return LW_OK;
}

/* Reads the picture. Sets the reader's status. */
static void read_levels(reader *r)
{
    if (setjmp(png_jmpbuf(r->png)))
        return;
    png_set_read_fn(r->png, r, take);
    png_set_user_limits(r->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_read_info(r->png, r->info);
    r->status = check(r);
    if (!r->status)
        r->status = take_room(r);
    if (r->status)
        return;
    png_read_image(r->png, r->lines);
    png_read_end(r->png, NULL);
}

static lw_status to_numbers(const reader *r, lw_height_grid *out)
{
    const size_t count = (size_t)r->rows * r->columns;
    double *numbers = malloc(count * sizeof *numbers);
    if (!numbers)
        return lw_fail_memory(r->error);
    for (size_t i = 0; i < count; i++) {
        const png_byte *level = r->levels + i * r->width;
        numbers[i] = r->width == 1 ? level[0] : 256.0 * level[0] + level[1];
    }
    *out = (lw_height_grid){numbers, r->rows, r->columns};
    return LW_OK;
}

lw_status lw_png_read_grid(const char *bytes, size_t size, const lw_grid_use *use, lw_height_grid *out,
                           lw_error *error)
{
    enum { SIGNATURE = 8 };
    reader r = {.bytes = bytes, .size = size, .use = use, .error = error};
    if (size < SIGNATURE || png_sig_cmp((png_const_bytep)bytes, 0, SIGNATURE))
        return lw_fail(error, LW_ERROR_SYNTAX, "a PNG file begins with \\x89PNG\\r\\n\\x1a\\n");
    r.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &r, fail, ignore);
    if (r.png)
        r.info = png_create_info_struct(r.png);
    if (r.info)
        read_levels(&r);
    lw_status status = r.info ? r.status : lw_fail_memory(error);
    png_destroy_read_struct(&r.png, &r.info, NULL);
    if (!status)
        status = to_numbers(&r, out);
    free(r.levels);
    free(r.lines);
    return status;
}

#else

lw_status lw_png_read_grid(const char *bytes, size_t size, const lw_grid_use *use, lw_height_grid *out,
                           lw_error *error)
{
    (void)bytes;
    (void)size;
    (void)out;
    return lw_fail(error, LW_ERROR_FILE, "this library was built without libpng: give %s as .npy",
                   use->name);
}

#endif
