/* Point clouds from PCD files, the format of the Point Cloud Library (PCL): a header of lines, and
 * after the line DATA the points, as lines of numbers, as records, or compressed, field by field. The
 * reader takes the fields x, y and z, and skips the others. VIEWPOINT is where the sensor was; as in
 * PCL, it does not move the points. */
#include "io/cloud/pcd.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "io/cloud/lzf.h"
#include "io/text/number.h"
#include "io/text/scan.h"

enum { MOST_FIELDS = 256, MOST_IN_A_FIELD = 1 << 20, OTHER = 3 };

typedef struct field {
    int axis; /* 0 to 2: x, y, z; OTHER */
    size_t size, count;
    char type; /* of its numbers: I, U or F */
} field;

/* The numbers of the header. */
typedef enum number { WIDTH, HEIGHT, POINTS, NUMBERS } number;

typedef enum encoding { ASCII, BINARY, COMPRESSED } encoding;

typedef struct reader {
    const char *at, *end; /* of what is not read yet */
    int line;             /* of the last line read */
    field fields[MOST_FIELDS];
    size_t field_count;
    bool has_sizes, has_types;
    uint64_t numbers[NUMBERS];
    bool has[NUMBERS];
    encoding encoding;
    uint64_t count; /* points */
    size_t record;  /* bytes of a point */
    size_t words;   /* numbers of a point */
    size_t offsets[3];
    size_t first[3]; /* which of the words each coordinate is */
    size_t sizes[3];
    lw_point_list *points;
    lw_error *error;
} reader;

#define fail(r, ...) lw_fail_at((r)->error, LW_ERROR_SYNTAX, NULL, (r)->line, 0, __VA_ARGS__)

/* The next line, as words; false at the end of the file. */
static bool next_line(reader *r, lw_scan *out)
{
    if (r->at == r->end)
        return false;
    *out = (lw_scan){.at = r->at, .line = ++r->line};
    while (r->at < r->end && *r->at != '\n')
        r->at++;
    out->end = r->at;
    r->at += r->at < r->end;
    return true;
}

/* ---- the header ---- */

static lw_status read_fields(reader *r, lw_scan *words)
{
    if (r->field_count)
        return fail(r, "FIELDS stands there twice");
    while (lw_scan_word(words)) {
        if (r->field_count == MOST_FIELDS)
            return fail(r, "there are more than %d fields", MOST_FIELDS);
        field *f = &r->fields[r->field_count++];
        *f = (field){.axis = OTHER, .count = 1};
        if (words->length == 1 && words->word[0] >= 'x' && words->word[0] <= 'z')
            f->axis = words->word[0] - 'x';
    }
    return LW_OK;
}

static bool read_whole(const lw_scan *word, uint64_t most, uint64_t *out)
{
    double value = 0;
    if (!lw_number_read(word->word, word->length, &value) || !(value >= 0 && value <= (double)most) ||
        value != floor(value))
        return false;
    *out = (uint64_t)value;
    return true;
}

#define PER_FIELD "%s must have one entry for each of the %zu fields"

/* Reads SIZE, TYPE or COUNT: a word for each field. */
static lw_status read_of_fields(reader *r, lw_scan *words, const char *key)
{
    size_t i = 0;
    for (; lw_scan_word(words); i++) {
        if (i == r->field_count)
            return fail(r, PER_FIELD, key, r->field_count);
        field *f = &r->fields[i];
        uint64_t whole = 0;
        if (*key == 'T') {
            f->type = words->word[0];
            if (words->length != 1 || (f->type != 'I' && f->type != 'U' && f->type != 'F'))
                return fail(r, "the type of a field is I, U or F");
        } else if (*key == 'S') {
            if (!read_whole(words, 8, &whole) || !whole || (whole & (whole - 1)))
                return fail(r, "the size of a field is 1, 2, 4 or 8 bytes");
            f->size = (size_t)whole;
        } else {
            if (!read_whole(words, MOST_IN_A_FIELD, &whole) || !whole)
                return fail(r, "a field has from 1 to %d numbers", MOST_IN_A_FIELD);
            f->count = (size_t)whole;
        }
    }
    if (i != r->field_count)
        return fail(r, PER_FIELD, key, r->field_count);
    r->has_types |= *key == 'T';
    r->has_sizes |= *key == 'S';
    return LW_OK;
}

static lw_status read_number(reader *r, lw_scan *words, number which)
{
    if (!lw_scan_word(words) || !read_whole(words, UINT32_MAX, &r->numbers[which]))
        return fail(r, "width, height and the number of points are whole numbers below 2^32");
    r->has[which] = true;
    return LW_OK;
}

static lw_status read_encoding(reader *r, lw_scan *words)
{
    bool any = lw_scan_word(words);
    if (any && lw_scan_is(words, "ascii"))
        r->encoding = ASCII;
    else if (any && lw_scan_is(words, "binary"))
        r->encoding = BINARY;
    else if (any && lw_scan_is(words, "binary_compressed"))
        r->encoding = COMPRESSED;
    else
        return fail(r, "DATA is ascii, binary or binary_compressed");
    return LW_OK;
}

static lw_status read_line(reader *r, lw_scan *words, bool *last)
{
    static const char *const per_field[] = {"SIZE", "TYPE", "COUNT"};
    static const char *const names[] = {"size", "type", "count"};
    static const char *const numbers[] = {"width", "height", "points"};
    if (!lw_scan_word(words) || words->word[0] == '#' || lw_scan_is(words, "version") ||
        lw_scan_is(words, "viewpoint"))
        return LW_OK;
    if (lw_scan_is(words, "fields") || lw_scan_is(words, "columns"))
        return read_fields(r, words);
    for (int i = 0; i < 3; i++) {
        if (lw_scan_is(words, names[i]))
            return read_of_fields(r, words, per_field[i]);
        if (lw_scan_is(words, numbers[i]))
            return read_number(r, words, (number)i);
    }
    *last = lw_scan_is(words, "data");
    return *last ? read_encoding(r, words)
                 : fail(r, "the header of a PCD file has no line \"%.*s\"",
                        words->length < 40 ? (int)words->length : 40, words->word);
}

/* Finds where x, y and z are in a record and in a line. */
static lw_status place_fields(reader *r)
{
    int found[OTHER + 1] = {0};
    for (size_t i = 0; i < r->field_count; i++) {
        const field *f = &r->fields[i];
        found[f->axis]++;
        if (f->axis != OTHER) {
            if (f->type != 'F' || f->size < 4 || f->count != 1)
                return fail(r, "%c must be one number of type F and size 4 or 8", 'x' + f->axis);
            r->offsets[f->axis] = r->record;
            r->first[f->axis] = r->words;
            r->sizes[f->axis] = f->size;
        }
        r->record += f->size * f->count;
        r->words += f->count;
    }
    if (found[0] != 1 || found[1] != 1 || found[2] != 1)
        return fail(r, "the fields must be one x, one y and one z, and any others");
    return LW_OK;
}

static lw_status count_points(reader *r)
{
    const uint64_t area = r->numbers[WIDTH] * r->numbers[HEIGHT];
    if (!r->has[POINTS] && !(r->has[WIDTH] && r->has[HEIGHT]))
        return fail(r, "the header must have POINTS, or WIDTH and HEIGHT");
    r->count = r->has[POINTS] ? r->numbers[POINTS] : area;
    if (r->has[WIDTH] && r->has[HEIGHT] && area != r->count)
        return fail(r, "WIDTH times HEIGHT is %" PRIu64 ", and POINTS is %" PRIu64, area, r->count);
    lw_status status = lw_points_check_count(r->count, r->error);
    lw_error_place(status ? r->error : NULL, NULL, r->line, 0);
    return status;
}

static lw_status read_header(reader *r)
{
    lw_scan words;
    bool last = false;
    while (!last) {
        if (!next_line(r, &words))
            return fail(r, "a PCD file has a line DATA before its points");
        lw_status status = read_line(r, &words, &last);
        if (status)
            return status;
    }
    if (!r->has_sizes || !r->has_types)
        return fail(r, "the header must have FIELDS, SIZE and TYPE");
    lw_status status = place_fields(r);
    return status ? status : count_points(r);
}

/* ---- the points ---- */

static lw_status read_text(reader *r)
{
    lw_scan words;
    while (next_line(r, &words)) {
        double p[3] = {0};
        size_t count = 0;
        for (; lw_scan_word(&words); count++)
            for (int k = 0; k < 3; k++)
                if (count == r->first[k] && !lw_number_read(words.word, words.length, &p[k]))
                    return fail(r, "%c of a point is no number", 'x' + k);
        if (!count)
            continue;
        if (count != r->words)
            return fail(r, "a point has %zu numbers, and the fields are %zu", count, r->words);
        if (r->points->count == r->count)
            return fail(r, "there are more points than the %" PRIu64 " of the header", r->count);
        if (!LW_ARRAY_GROW(r->points))
            return lw_fail_memory(r->error);
        r->points->items[r->points->count++] = (lw_vec3){p[0], p[1], p[2]};
    }
    if (r->points->count < r->count)
        return fail(r, "the file ends after %zu of %" PRIu64 " points", r->points->count, r->count);
    return LW_OK;
}

static lw_status read_records(reader *r)
{
    const size_t left = (size_t)(r->end - r->at);
    lw_coordinate axes[3];
    if (left / r->record < r->count)
        return fail(r, "the file ends after %zu of %" PRIu64 " points", left / r->record, r->count);
    if (left / r->record > r->count)
        return fail(r, "there are more points than the %" PRIu64 " of the header", r->count);
    for (int k = 0; k < 3; k++)
        axes[k] = (lw_coordinate){r->at + r->offsets[k], r->record, r->sizes[k]};
    return lw_points_unpack(r->points, axes, false, (size_t)r->count, r->error);
}

/* The compressed data have all values of the first field, then all of the second, and so on. */
static lw_status unpack_fields(reader *r, const char *data)
{
    lw_coordinate axes[3];
    for (int k = 0; k < 3; k++)
        axes[k] = (lw_coordinate){data + r->offsets[k] * r->count, r->sizes[k], r->sizes[k]};
    return lw_points_unpack(r->points, axes, false, (size_t)r->count, r->error);
}

static lw_status read_compressed(reader *r)
{
    if (r->end - r->at < 8)
        return fail(r, "the file ends before the sizes of the compressed data");
    const uint64_t packed = lw_bytes_whole(r->at, 4, false);
    const uint64_t size = lw_bytes_whole(r->at + 4, 4, false);
    const uint64_t left = (uint64_t)(r->end - r->at) - 8;
    if (packed > left)
        return fail(r, "the file ends after %" PRIu64 " of %" PRIu64 " bytes of compressed data", left,
                    packed);
    if (size != r->count * r->record)
        return fail(
            r, "the data have %" PRIu64 " bytes, and %" PRIu64 " points of %zu bytes take %" PRIu64,
            size, r->count, r->record, r->count * r->record);
    char *data = size / LW_LZF_LARGEST_RATIO <= packed ? malloc((size_t)size) : NULL;
    if (!data && size / LW_LZF_LARGEST_RATIO <= packed)
        return lw_fail_memory(r->error);
    lw_status status = LW_OK;
    if (!data || !lw_lzf_decompress(r->at + 8, (size_t)packed, data, (size_t)size))
        status = fail(r, "the compressed data are broken");
    else
        status = unpack_fields(r, data);
    free(data);
    return status;
}

lw_status lw_pcd_read(const char *bytes, size_t size, lw_point_list *points, lw_error *error)
{
    reader *r = calloc(1, sizeof *r);
    if (!r)
        return lw_fail_memory(error);
    *r = (reader){.at = bytes, .end = bytes + size, .points = points, .error = error};
    lw_status status = read_header(r);
    if (!status)
        status = r->encoding == ASCII    ? read_text(r)
                 : r->encoding == BINARY ? read_records(r)
                                         : read_compressed(r);
    free(r);
    return status;
}
