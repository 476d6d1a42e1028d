/* A fast parser of lines {"id": 7, "from": [0, 1], "to": [1, 2]}: one pass, without a tree of values.
 * All other lines, and errors with their places, are left to the JSON parser. */
#include "io/motion/segment_line.h"

#include <math.h>
#include <string.h>

#include "io/text/decimal.h"
#include "scene/model.h"

/* A whole number of this many digits fits into 64 bits. docs/decisions/files.md, "Lines of segments are
 * read in one pass without a tree". */
enum { MOST_DIGITS = 19 };
/* The most digits after a point, and the most digits of an id. */
enum { MOST_PLACES = 99, MOST_ID_DIGITS = 18 };

typedef struct cursor {
    const char *at, *end;
} cursor;

static bool is_next(const cursor *c, char wanted)
{
    return c->at < c->end && *c->at == wanted;
}

/* steps over a character, if it is the next one */
static bool take(cursor *c, char wanted)
{
    bool found = is_next(c, wanted);
    c->at += found;
    return found;
}

static void skip_blanks(cursor *c)
{
    while (is_next(c, ' ') || is_next(c, '\t') || is_next(c, '\r'))
        c->at++;
}

/* steps over a character between blanks */
static bool take_mark(cursor *c, char wanted)
{
    skip_blanks(c);
    bool found = take(c, wanted);
    skip_blanks(c);
    return found;
}

/* Reads eight digits at once (SIMD within a register), if all eight bytes are digits: a byte from 0x30
 * to 0x39 keeps its high half 3 when 6 is added. Then neighbours are joined to two, four and eight
 * digits. */
static inline bool read_eight(const char *text, uint64_t *value)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t v;
    memcpy(&v, text, sizeof v);
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ ||
        ((v & 0xf0 * ones) | ((v + 6 * ones) & 0xf0 * ones) >> 4) != 0x33 * ones)
        return false;
    v = (v & 0x0f * ones) * (10 * 0x100 + 1) >> 8;
    v = (v & 0x00ff00ff00ff00ffu) * (100 * 0x10000 + 1) >> 16;
    *value = (v & 0x0000ffff0000ffffu) * (10000 * 0x100000000u + 1) >> 32;
    return true;
}

/* appends the next digits to a number; returns how many they are */
static size_t take_digits(cursor *c, uint64_t *number)
{
    const char *begin = c->at;
    uint64_t sum = *number; /* modulo 2^64 where there are too many */
    uint64_t eight;
    for (; c->end - c->at >= 8 && read_eight(c->at, &eight); c->at += 8)
        sum = 100000000 * sum + eight;
    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++)
        sum = 10 * sum + (uint64_t)(*c->at - '0');
    *number = sum;
    return (size_t)(c->at - begin);
}

/* an optional exponent: (e|E) sign? digits */
static bool take_exponent(cursor *c, int *exponent)
{
    if (!take(c, 'e') && !take(c, 'E'))
        return true;
    bool negative = take(c, '-');
    if (!negative)
        take(c, '+');
    uint64_t value = 0;
    size_t count = take_digits(c, &value);
    if (count < 1 || count > 3)
        return false;
    *exponent += negative ? -(int)value : (int)value;
    return true;
}

/* a number of JSON */
static bool take_number(cursor *c, double *out)
{
    lw_decimal number = {.negative = take(c, '-')};
    bool zero = is_next(c, '0');
    size_t count = take_digits(c, &number.digits);
    if (count < 1 || (zero && count > 1))
        return false;
    count -= zero; /* a leading zero needs no room in 64 bits */
    if (take(c, '.')) {
        const char *begin = c->at;
        while (!number.digits && take(c, '0'))
            ;
        count += take_digits(c, &number.digits);
        size_t places = (size_t)(c->at - begin);
        if (places < 1 || places > MOST_PLACES)
            return false;
        number.exponent = -(int)places;
    }
    return take_exponent(c, &number.exponent) && count <= MOST_DIGITS &&
           lw_decimal_nearest(&number, out) && fabs(*out) <= LW_LARGEST;
}

static bool take_list(cursor *c, double *values, size_t count)
{
    if (!take_mark(c, '['))
        return false;
    for (size_t i = 0; i < count; i++)
        if ((i && !take_mark(c, ',')) || !take_number(c, &values[i]))
            return false;
    return take_mark(c, ']');
}

static bool take_id(cursor *c, lw_segment_line *line)
{
    line->id = c->at;
    if (take(c, '"')) {
        while (c->at < c->end && *c->at >= ' ' && *c->at <= '~' && *c->at != '"' && *c->at != '\\')
            c->at++;
        if (!take(c, '"'))
            return false;
    } else {
        uint64_t unused = 0;
        take(c, '-');
        bool zero = is_next(c, '0');
        size_t count = take_digits(c, &unused);
        if (count < 1 || count > MOST_ID_DIGITS || (zero && count > 1))
            return false;
    }
    line->id_length = (size_t)(c->at - line->id);
    return true;
}

/* steps over a word */
static bool take_word(cursor *c, const char *word, size_t length)
{
    bool found = (size_t)(c->end - c->at) >= length && !memcmp(c->at, word, length);
    c->at += found ? length : 0;
    return found;
}

/* The keys that were read, as bits. */
enum { ID = 1, FROM = 2, TO = 4 };

/* a key and its value; false where the key is unknown or repeats */
static bool take_member(cursor *c, lw_segment_line *line, unsigned *seen)
{
    unsigned key = take_word(c, "\"from\"", 6) ? FROM
                   : take_word(c, "\"to\"", 4) ? TO
                   : take_word(c, "\"id\"", 4) ? ID
                                               : 0;
    if (!key || *seen & key || !take_mark(c, ':'))
        return false;
    *seen |= key;
    if (key == ID)
        return take_id(c, line);
    return take_list(c, key == FROM ? line->values : line->values + line->count, line->count);
}

bool lw_segment_line_read(const char *text, size_t length, lw_segment_line *line)
{
    cursor c = {text, text + length};
    unsigned seen = 0;
    line->id = NULL;
    line->id_length = 0;
    if (!take(&c, '{'))
        return false;
    do {
        skip_blanks(&c);
        if (!take_member(&c, line, &seen))
            return false;
    } while (take_mark(&c, ','));
    return take_mark(&c, '}') && c.at == c.end && (seen | ID) == (ID | FROM | TO);
}
