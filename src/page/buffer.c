/* A growing buffer of bytes, for the text and the numbers of a page. */
#include "page/buffer.h"

#include <math.h>

#include "io/text/json_write.h"
#include "io/text/number.h"

/* Makes the buffer longer by size bytes; returns where they begin, or NULL when memory ran out. */
static char *grow(lw_buffer *buffer, size_t size)
{
    if (!buffer->failed && buffer->capacity - buffer->count < size)
        buffer->failed = !LW_ARRAY_RESERVE(buffer, buffer->count + size);
    if (buffer->failed)
        return NULL;
    char *at = buffer->items + buffer->count;
    buffer->count += size;
    return at;
}

void lw_buffer_put(lw_buffer *buffer, const void *bytes, size_t size)
{
    char *at = size ? grow(buffer, size) : NULL;
    if (at)
        memcpy(at, bytes, size);
}

void lw_buffer_text(lw_buffer *buffer, const char *text)
{
    lw_buffer_put(buffer, text, strlen(text));
}

void lw_buffer_string(lw_buffer *buffer, const char *text)
{
    lw_text counted = {.room = NULL};
    lw_json_write_text(&counted, text);
    char *at = grow(buffer, counted.length);
    lw_text written = {.room = at, .size = counted.length};
    if (at)
        lw_json_write_text(&written, text);
}

void lw_buffer_whole(lw_buffer *buffer, int64_t number)
{
    char digits[LW_NUMBER_SIZE];
    if (number < 0)
        lw_buffer_text(buffer, "-");
    lw_buffer_put(buffer, digits,
                  lw_number_print_whole(number < 0 ? -(uint64_t)number : (uint64_t)number, digits));
}

void lw_buffer_number(lw_buffer *buffer, double value)
{
    char digits[LW_NUMBER_SIZE];
    if (isfinite(value))
        lw_buffer_put(buffer, digits, lw_number_print(value + 0.0, digits)); /* -0 becomes 0 */
    else
        lw_buffer_text(buffer, "null");
}

void lw_buffer_rounded(lw_buffer *buffer, double value)
{
    const double grain = 1e9;
    lw_buffer_number(buffer, fabs(value) < 1e6 ? round(value * grain) / grain : value);
}

static void put_row(lw_buffer *buffer, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        lw_buffer_text(buffer, i ? "," : "[");
        lw_buffer_rounded(buffer, values[i]);
    }
    lw_buffer_text(buffer, "]");
}

void lw_buffer_vector(lw_buffer *buffer, lw_vec3 v)
{
    put_row(buffer, (double[]){v.x, v.y, v.z}, 3);
}

void lw_buffer_pose(lw_buffer *buffer, lw_pose at)
{
    const lw_vec3 p = at.position;
    const lw_quat q = at.orientation;
    put_row(buffer, (double[]){p.x, p.y, p.z, q.x, q.y, q.z, q.w}, 7);
}

/* ---- arrays ------------------------------------------------------------------------------------ */

void lw_buffer_align(lw_buffer *bytes, size_t alignment)
{
    static const char zeros[8];
    lw_buffer_put(bytes, zeros, (alignment - bytes->count % alignment) % alignment);
}

/* Aligns the bytes for an array, and writes its place into the index. */
static void begin_array(lw_buffer *index, lw_buffer *bytes, size_t alignment, size_t count,
                        const char *type)
{
    lw_buffer_align(bytes, alignment);
    lw_buffer_text(index, "{\"at\":");
    lw_buffer_whole(index, (int64_t)bytes->count);
    lw_buffer_text(index, ",\"count\":");
    lw_buffer_whole(index, (int64_t)count);
    lw_buffer_text(index, ",\"type\":\"");
    lw_buffer_text(index, type);
    lw_buffer_text(index, "\"}");
}

/* writes a number in little endian, on any machine */
static void put_little(char *at, uint64_t bits, size_t size)
{
    for (size_t i = 0; i < size; i++)
        at[i] = (char)(unsigned char)(bits >> (8 * i));
}

static uint32_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

void lw_buffer_doubles(lw_buffer *index, lw_buffer *bytes, const double *values, size_t count,
                       lw_number_type type)
{
    const size_t size = type == LW_NUMBER_F64 ? 8 : 4;
    begin_array(index, bytes, size, count, type == LW_NUMBER_F64 ? "f64" : "f32");
    char *at = count ? grow(bytes, count * size) : NULL;
    for (size_t i = 0; at && i < count; i++)
        put_little(at + i * size,
                   type == LW_NUMBER_F64 ? bits_of_double(values[i]) : bits_of_float((float)values[i]),
                   size);
}

void lw_buffer_wholes(lw_buffer *index, lw_buffer *bytes, const uint32_t *values, size_t count,
                      bool narrow)
{
    for (size_t i = 0; i < count; i++)
        narrow = narrow && values[i] < 0x10000;
    const size_t size = narrow ? 2 : 4;
    begin_array(index, bytes, 4, count, narrow ? "u16" : "u32");
    char *at = count ? grow(bytes, count * size) : NULL;
    for (size_t i = 0; at && i < count; i++)
        put_little(at + i * size, values[i], size);
}
