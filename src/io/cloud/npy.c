/* Point clouds from NPY files, NumPy's arrays (numpy.lib.format, versions 1 to 3): a header, which is a
 * dictionary in Python, {'descr': '<f4', 'fortran_order': False, 'shape': (100, 3), }, and the numbers.
 * The reader takes arrays of n rows of 3 numbers. */
#include "io/cloud/npy.h"

#include <inttypes.h>
#include <string.h>

typedef struct reader {
    const char *bytes, *at, *end; /* end: of the header */
    bool has_descr, has_order, has_shape;
    bool big_endian, by_columns;
    size_t size;    /* bytes of a number */
    uint64_t count; /* rows */
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

/* 'descr': 'TEXT', a byte order and a type. */
static lw_status read_type(reader *r)
{
    skip_blanks(r);
    const bool quoted = r->at < r->end && (*r->at == '\'' || *r->at == '"');
    const char *text = r->at + quoted;
    if (quoted && r->end - text > 4 && text[3] == *r->at && (*text == '<' || *text == '>') &&
        text[1] == 'f' && (text[2] == '4' || text[2] == '8')) {
        r->big_endian = *text == '>';
        r->size = (size_t)(text[2] - '0');
        r->has_descr = true;
        r->at = text + 4;
        return LW_OK;
    }
    size_t length = 0;
    while (length < 40 && r->at + length < r->end && r->at[length] != ',')
        length++;
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
    if (dimensions != 2 || sizes[1] != 3)
        return lw_fail(r->error, LW_ERROR_SYNTAX,
                       dimensions == 2 ? "the array has rows of %" PRIu64
                                         " numbers; a cloud takes n x 3"
                                       : "the array has %" PRIu64 " dimensions; a cloud takes n x 3",
                       dimensions == 2 ? sizes[1] : (uint64_t)dimensions);
    r->count = sizes[0];
    r->has_shape = true;
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

lw_status lw_npy_read(const char *bytes, size_t size, lw_point_list *points, lw_error *error)
{
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
    reader r = {.bytes = bytes, .at = bytes + begin, .end = bytes + begin + length, .error = error};
    lw_status status = read_dictionary(&r);
    if (status)
        return status;
    skip_blanks(&r);
    if (r.at < r.end)
        return broken(&r);
    const uint64_t left = size - begin - length;
    if (left != 3 * r.size * r.count)
        return lw_fail(error, LW_ERROR_SYNTAX,
                       "the numbers of %" PRIu64 " points take %" PRIu64
                       " bytes, and the file has %" PRIu64 " behind its header",
                       r.count, 3 * r.size * r.count, left);
    lw_coordinate axes[3];
    for (size_t k = 0; k < 3; k++)
        axes[k] = (lw_coordinate){r.end + k * r.size * (r.by_columns ? (size_t)r.count : 1),
                                  r.by_columns ? r.size : 3 * r.size, r.size};
    return lw_points_unpack(points, axes, r.big_endian, (size_t)r.count, error);
}
