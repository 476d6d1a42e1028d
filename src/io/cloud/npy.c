/* Point clouds, height fields and depth images from NPY files, NumPy's arrays (numpy.lib.format,
 * versions 1 to 3): a header, which is a dictionary in Python, {'descr': '<f4', 'fortran_order': False,
 * 'shape': (100, 3),
 * }, and the numbers. Clouds are arrays of n rows of 3 numbers, the others any of two dimensions. */
#include "io/cloud/npy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "io/cloud/heights_file.h"

typedef struct reader {
    const char *bytes, *at, *end; /* end: of the header */
    bool has_descr, has_order, has_shape;
    bool big_endian, by_columns;
    const lw_grid_use *use; /* NULL: of a cloud */
    char type;              /* f: real; i, u: whole, with and without a sign */
    size_t size;            /* bytes of a number */
    uint64_t count;         /* rows */
    uint64_t width;         /* numbers of a row */
    lw_error *error;
} reader;

static lw_status broken(const reader *r)
{
    return lw_fail(r->error, LW_ERROR_SYNTAX,
                   "the header of an NPY file is broken at byte %zu; it must be a dictionary of descr, "
                   "fortran_order and shape",
                   (size_t)(r->at - r->bytes));
}

static void skip_blanks(reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\t'))
        r->at++;
}

/* Whether a text comes next, after blanks; it is skipped. */
static bool take(reader *r, const char *text)
{
    const size_t length = strlen(text);
    skip_blanks(r);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, text, length))
        return false;
    r->at += length;
    return true;
}

/* Whether the reader takes a type: a byte order, a letter and how many bytes. */
static bool is_read(const reader *r, const char *type)
{
    const bool ordered = *type == '<' || *type == '>';
    if (type[1] == 'f')
        return ordered && (type[2] == '4' || type[2] == '8');
    const bool whole = type[1] == 'i' || type[1] == 'u';
    return r->use && whole &&
           (type[2] == '1' ? ordered || *type == '|' : ordered && (type[2] == '2' || type[2] == '4'));
}

/* 'descr': 'TEXT', a byte order and a type. */
static lw_status read_type(reader *r)
{
    skip_blanks(r);
    const bool quoted = r->at < r->end && (*r->at == '\'' || *r->at == '"');
    const char *text = r->at + quoted;
    if (quoted && r->end - text > 4 && text[3] == *r->at && is_read(r, text)) {
        r->big_endian = *text == '>';
        r->type = text[1];
        r->size = (size_t)(text[2] - '0');
        r->has_descr = true;
        r->at = text + 4;
        return LW_OK;
    }
    size_t length = 0;
    while (length < 40 && r->at + length < r->end && r->at[length] != ',')
        length++;
    if (r->use)
        return lw_fail(
            r->error, LW_ERROR_SYNTAX,
            "the array has numbers of type %.*s; %s takes float32, float64 and whole numbers "
            "of at most 32 bits",
            (int)length, r->at, r->use->name);
    return lw_fail(
        r->error, LW_ERROR_SYNTAX,
        "the array has numbers of type %.*s; a cloud takes float32 or float64 ('<f4', '<f8', "
        "'>f4' or '>f8')",
        (int)length, r->at);
}

static lw_status read_order(reader *r)
{
    r->by_columns = take(r, "True");
    r->has_order = true;
    return r->by_columns || take(r, "False") ? LW_OK : broken(r);
}

static bool read_whole(reader *r, uint64_t *out)
{
    skip_blanks(r);
    const char *begin = r->at;
    *out = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9' && r->at - begin < 18; r->at++)
        *out = 10 * *out + (uint64_t)(*r->at - '0');
    return r->at > begin;
}

static lw_status check_grid(const reader *r, size_t dimensions)
{
    if (dimensions != 2)
        return lw_fail(r->error, LW_ERROR_SYNTAX,
                       "the array has %zu dimension%s; %s takes two, rows and columns", dimensions,
                       dimensions == 1 ? "" : "s", r->use->name);
    const uint64_t least = (uint64_t)r->use->least;
    if (r->count < least || r->width < least || r->count > (uint64_t)r->use->most / r->width)
        return lw_fail(r->error, LW_ERROR_SYNTAX,
                       "the array has %" PRIu64 " rows of %" PRIu64
                       " numbers; %s has at least %d of each, and at most %d %s",
                       r->count, r->width, r->use->name, r->use->least, r->use->most, r->use->numbers);
    return LW_OK;
}

static lw_status read_shape(reader *r)
{
    uint64_t sizes[3] = {0};
    size_t dimensions = 0;
    if (!take(r, "("))
        return broken(r);
    while (!take(r, ")")) {
        uint64_t size = 0;
        if (!read_whole(r, &size))
            return broken(r);
        sizes[dimensions < 2 ? dimensions : 2] = size;
        dimensions++;
        if (!take(r, ",")) {
            if (!take(r, ")"))
                return broken(r);
            break;
        }
    }
    r->count = sizes[0];
    r->width = sizes[1];
    r->has_shape = true;
    if (r->use)
        return check_grid(r, dimensions);
    if (dimensions != 2 || sizes[1] != 3)
        return lw_fail(r->error, LW_ERROR_SYNTAX,
                       dimensions == 2 ? "the array has rows of %" PRIu64
                                         " numbers; a cloud takes n x 3"
                                       : "the array has %" PRIu64 " dimensions; a cloud takes n x 3",
                       dimensions == 2 ? sizes[1] : (uint64_t)dimensions);
    return lw_points_check_count(r->count, r->error);
}

static lw_status read_dictionary(reader *r)
{
    lw_status status = LW_OK;
    if (!take(r, "{"))
        return broken(r);
    while (!status && !take(r, "}")) {
        if (!r->has_descr && (take(r, "'descr':") || take(r, "\"descr\":")))
            status = read_type(r);
        else if (!r->has_order && (take(r, "'fortran_order':") || take(r, "\"fortran_order\":")))
            status = read_order(r);
        else if (!r->has_shape && (take(r, "'shape':") || take(r, "\"shape\":")))
            status = read_shape(r);
        else
            status = broken(r);
        if (!status && !take(r, ",") && !take(r, "}"))
            status = broken(r);
        else if (!status && r->at[-1] == '}')
            break;
    }
    if (!status && !(r->has_descr && r->has_order && r->has_shape))
        status = broken(r);
    return status;
}

/* Reads the header. data: out, what stands behind it. */
static lw_status read_header(reader *r, size_t size, const char **data, uint64_t *left)
{
    const char *bytes = r->bytes;
    lw_error *error = r->error;
    static const char magic[] = "\x93NUMPY";
    enum { MAGIC = sizeof magic - 1 };
    if (size < MAGIC + 2 || memcmp(bytes, magic, MAGIC))
        return lw_fail(error, LW_ERROR_SYNTAX, "an NPY file begins with \\x93NUMPY");
    const unsigned version = (unsigned char)bytes[MAGIC];
    if (version < 1 || version > 3 || bytes[MAGIC + 1])
        return lw_fail(error, LW_ERROR_SYNTAX,
                       "the NPY file is of version %u.%u; 1.0, 2.0 and 3.0 are read", version,
                       (unsigned)(unsigned char)bytes[MAGIC + 1]);
    const size_t width = version == 1 ? 2 : 4; /* of the header's length */
    const size_t begin = MAGIC + 2 + width;
    const uint64_t length = size < begin ? 0 : lw_bytes_whole(bytes + MAGIC + 2, width, false);
    if (size < begin || length > size - begin)
        return lw_fail(error, LW_ERROR_SYNTAX, "the file ends within its header");
    r->at = bytes + begin;
    r->end = bytes + begin + length;
    lw_status status = read_dictionary(r);
    if (status)
        return status;
    skip_blanks(r);
    if (r->at < r->end)
        return broken(r);
    *data = r->end;
    *left = size - begin - length;
    return LW_OK;
}

lw_status lw_npy_read(const char *bytes, size_t size, lw_point_list *points, lw_error *error)
{
    reader r = {.bytes = bytes, .error = error};
    const char *data;
    uint64_t left;
    lw_status status = read_header(&r, size, &data, &left);
    if (status)
        return status;
    if (left != 3 * r.size * r.count)
        return lw_fail(error, LW_ERROR_SYNTAX,
                       "the numbers of %" PRIu64 " points take %" PRIu64
                       " bytes, and the file has %" PRIu64 " behind its header",
                       r.count, 3 * r.size * r.count, left);
    lw_coordinate axes[3];
    for (size_t k = 0; k < 3; k++)
        axes[k] = (lw_coordinate){data + k * r.size * (r.by_columns ? (size_t)r.count : 1),
                                  r.by_columns ? r.size : 3 * r.size, r.size};
    return lw_points_unpack(points, axes, r.big_endian, (size_t)r.count, error);
}

static double number_at(const reader *r, const char *at)
{
    if (r->type == 'f')
        return lw_bytes_real(at, r->size, r->big_endian);
    const uint64_t whole = lw_bytes_whole(at, r->size, r->big_endian);
    const uint64_t sign = (uint64_t)1 << (8 * r->size - 1);
    return r->type == 'i' && whole & sign ? (double)whole - 2.0 * (double)sign : (double)whole;
}

lw_status lw_npy_read_grid(const char *bytes, size_t size, const lw_grid_use *use, lw_height_grid *out,
                           lw_error *error)
{
    reader r = {.bytes = bytes, .use = use, .error = error};
    const char *data;
    uint64_t left;
    lw_status status = read_header(&r, size, &data, &left);
    if (status)
        return status;
    const size_t count = (size_t)(r.count * r.width);
    if (left != r.size * count)
        return lw_fail(error, LW_ERROR_SYNTAX,
                       "%zu %s take %zu bytes, and the file has %" PRIu64 " behind its header", count,
                       use->numbers, r.size * count, left);
    double *heights = malloc(count * sizeof *heights);
    if (!heights)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        const size_t row = i / (size_t)r.width;
        const size_t column = i % (size_t)r.width;
        heights[i] = number_at(&r, data + r.size * (r.by_columns ? column * (size_t)r.count + row : i));
    }
    *out = (lw_height_grid){heights, (size_t)r.count, (size_t)r.width};
    return LW_OK;
}
