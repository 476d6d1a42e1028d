/* Random lines of JSON Lines, most of them segments of three values, and such lines damaged. */
#ifndef LW_TEST_SEGMENT_RANDOM_H
#define LW_TEST_SEGMENT_RANDOM_H

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"

enum { COUNT = 3, LINE = 1200 };

/* One of a list of texts that ends with NULL. */
static inline const char *any_of(lw_random *random, const char *const *texts)
{
    size_t count = 0;
    while (texts[count])
        count++;
    return texts[lw_random_below(random, (uint32_t)count)];
}

static inline char *put(char *at, const char *text)
{
    return at + sprintf(at, "%s", text);
}

static inline char *add_blanks(char *at, lw_random *random)
{
    static const char *const blanks[] = {"", "", "", "", " ", " ", "\t", " \r ", NULL};
    return put(at, any_of(random, blanks));
}

static inline char *add_number(char *at, lw_random *random)
{
    static const char *const odd[] = {"0",    "-0",     "1e3",  "-2.5E-3", "1e-400", "1e400", "NaN",
                                      "null", "\"a\"",  "007",  "1.",      ".5",     "+1",    "2e9",
                                      "1e9",  "[1]",    "-1e9", "5e-324",  "0e99",   "0.000", "true",
                                      "-",    "1e0009", "1e+3", NULL};
    double value = lw_random_between(random, -3.5, 3.5);
    switch (lw_random_below(random, 40)) {
    case 0:
        return put(at, any_of(random, odd));
    case 1: /* more digits than a double has */
        return at + sprintf(at, "%.*f", (int)lw_random_below(random, 60), value);
    case 2:
        return at +
               sprintf(at, "%" PRIu64 "e-%d", lw_random_bits(random), (int)lw_random_below(random, 40));
    case 3:
        return at + sprintf(at, "%.*e", (int)lw_random_below(random, 22),
                            value * pow(10, lw_random_between(random, -30, 10)));
    case 4:
        return at + sprintf(at, "%d", (int)value);
    case 5:
    case 6:
        return at + sprintf(at, "%.*f", (int)lw_random_below(random, 12), value);
    default:
        return at + sprintf(at, "%.*g", 15 + (int)lw_random_below(random, 3), value);
    }
}

static inline char *add_list(char *at, lw_random *random)
{
    uint32_t count = COUNT;
    if (lw_random_below(random, 40) == 0)
        count = lw_random_below(random, 6);
    at = put(at, "[");
    for (uint32_t i = 0; i < count; i++) {
        at = add_blanks(at, random);
        at = add_number(at, random);
        at = add_blanks(at, random);
        at = put(at, i + 1 < count ? "," : "");
    }
    return put(at, "]");
}

/* longer than any buffer for ids */
static const char long_id[] =
    "\"................................................................................................"
    "................................................................................................."
    "................................................................................................."
    "................................................................................................."
    "\"";

static inline char *add_id(char *at, lw_random *random)
{
    static const char *const ids[] = {"0",
                                      "-7",
                                      "-0",
                                      "\"pick\"",
                                      "\"\"",
                                      "\"a b, {c}: [d]\"",
                                      "1.5",
                                      "1e3",
                                      "\"caf\xc3\xa9\"",
                                      "\"\\u00e9\\n\"",
                                      "\"\\\"\"",
                                      "12345678901234567890",
                                      "null",
                                      "true",
                                      "[1, [2]]",
                                      "{\"a\": 1}",
                                      "1234567890123456789012345678901234567890",
                                      "\"\x7f\"",
                                      "\"\x1f\"",
                                      "\"\xff\"",
                                      "999999999999999999",
                                      "01",
                                      "1e999",
                                      long_id,
                                      NULL};
    if (lw_random_below(random, 3))
        return at + sprintf(at, "%d", (int)lw_random_below(random, 100000));
    return put(at, any_of(random, ids));
}

static inline char *add_member(char *at, lw_random *random, int key)
{
    static const char *const names[] = {"\"id\"", "\"from\"", "\"to\""};
    static const char *const others[] = {"\"group\": \"g\"",
                                         "\"clearance\": 1",
                                         "\"joints\": [\"b\"]",
                                         "\"attach\": []",
                                         "\"from\": \"home\"",
                                         "\"to\": null",
                                         "\"fr\\u006fm\": [1]",
                                         "\"froms\": [1]",
                                         "\"\": 0",
                                         NULL};
    at = add_blanks(at, random);
    if (key < 0)
        return add_blanks(put(at, any_of(random, others)), random);
    at = add_blanks(put(at, names[key]), random);
    at = add_blanks(put(at, ":"), random);
    at = key ? add_list(at, random) : add_id(at, random);
    return add_blanks(at, random);
}

/* A random line, in most cases a segment. */
static inline size_t random_line(lw_random *random, char line[LINE])
{
    uint32_t order[3];
    char *at = line;
    lw_random_order(random, order, 3);
    bool plain = lw_random_below(random, 2);
    if (lw_random_below(random, 60) == 0)
        at = add_blanks(at, random);
    at = put(at, "{");
    bool first = true;
    for (int i = 0; i < 3; i++) {
        int key = plain ? i : (int)order[i];
        uint32_t luck = lw_random_below(random, 100);
        if (luck == 0 || (key == 0 && luck < 20))
            continue;
        at = put(at, first ? "" : ",");
        at = add_member(at, random, key);
        first = false;
        if (luck == 1)
            at = add_member(put(at, ","), random, (int)lw_random_below(random, 4) - 1);
    }
    at = put(at, "}");
    at = add_blanks(at, random);
    return (size_t)(at - line);
}

/* Changes a few bytes of some lines, or cuts them; no byte ends a line, none is 0 unless `zeros`. */
static inline size_t spoil(lw_random *random, char *line, size_t length, bool zeros)
{
    static const char bytes[] = "{}[]\",:0123456789eE+-. \t\r\\abnulfromtid\x80\xc3\xff\x01";
    uint32_t luck = lw_random_below(random, 6);
    if (luck == 0 && length)
        return lw_random_below(random, (uint32_t)length + 1);
    for (uint32_t k = luck == 1 ? 1 + lw_random_below(random, 3) : 0; k && length; k--) {
        char byte = bytes[lw_random_below(random, sizeof bytes - 1)];
        size_t place = lw_random_below(random, (uint32_t)length);
        line[place] = zeros && lw_random_below(random, 20) == 0 ? '\0' : byte;
    }
    return length;
}

#endif
