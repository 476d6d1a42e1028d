/* Text for people: names from files are escaped. */
#include "text.h"

#include "base/utf8.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* the longest text for one character: \u{10ffff} */
enum { LONGEST = 16, SPECIFICATION = 32 };

/* Whether a character acts instead of showing: C0, DEL and C1, line and paragraph separators,
 * characters that change the direction of writing, and the byte order mark. */
static bool acts(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0xfeff;
}

/* Writes the visible form of the first character of a text into shown; gives the bytes that it took. */
static size_t show(const char *text, size_t length, char shown[LONGEST])
{
    static const char letters[] = "abtnvfr"; /* the letters of the codes from 7 on */
    uint32_t code;
    size_t bytes = lw_utf8_read(text, length, &code);
    if (!bytes)
        snprintf(shown, LONGEST, "\\x%02x", (unsigned)(unsigned char)*text);
    else if (!acts(code))
        snprintf(shown, LONGEST, "%.*s", (int)bytes, text);
    else if (code >= '\a' && code <= '\r')
        snprintf(shown, LONGEST, "\\%c", letters[code - '\a']);
    else
        snprintf(shown, LONGEST, code < 0x80 ? "\\x%02x" : "\\u%04x", (unsigned)code);
    return bytes ? bytes : 1;
}

static void print_blanks(FILE *file, int count)
{
    for (; count > 0; count--)
        fputc(' ', file);
}

/* A width counts characters, so that columns stay columns. */
static void print_escaped(FILE *file, const char *text, size_t length, int width)
{
    char shown[LONGEST];
    int columns = 0;
    for (size_t i = 0; i < length; columns += (unsigned char)shown[0] >= 0x80 ? 1 : (int)strlen(shown))
        i += show(text + i, length - i, shown);
    print_blanks(file, width - columns);
    for (size_t i = 0; i < length;) {
        i += show(text + i, length - i, shown);
        fputs(shown, file);
    }
    print_blanks(file, -width - columns);
}

char *lw_escaped(const char *text)
{
    char *escaped = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&escaped, &size);
    if (!file)
        return NULL;
    print_escaped(file, text, strlen(text), 0);
    if (!fclose(file))
        return escaped;
    free(escaped);
    return NULL;
}

/* One conversion of a format: its text with the numbers of its stars, and its parts. */
typedef struct conversion {
    char text[SPECIFICATION];
    size_t length;
    int width, precision; /* precision -1: none */
    char size[3];         /* "", "h", "hh", "l", "ll", "z" */
    char letter;
} conversion;

static void add(conversion *c, char letter)
{
    if (c->length + 1 < sizeof c->text)
        c->text[c->length++] = letter;
    c->text[c->length] = '\0';
}

/* reads a number of the format, or the one that a star stands for */
static const char *read_number(const char *at, conversion *c, int star, int *out)
{
    if (*at == '*') {
        *out = star;
        c->length += (size_t)snprintf(c->text + c->length, sizeof c->text - c->length, "%d", star);
        return at + 1;
    }
    for (*out = 0; *at >= '0' && *at <= '9'; at++) {
        *out = 10 * *out + (*at - '0');
        add(c, *at);
    }
    return at;
}

static void print_conversion(FILE *file, const conversion *c, va_list *arguments)
{
    bool is_signed = c->letter == 'd' || c->letter == 'i';
    switch (c->letter) {
    case '%':
        fputc('%', file);
        return;
    case 's': {
        const char *text = va_arg(*arguments, const char *);
        text = text ? text : "(none)";
        size_t length = c->precision < 0 ? strlen(text) : strnlen(text, (size_t)c->precision);
        print_escaped(file, text, length, strchr(c->text, '-') && c->width > 0 ? -c->width : c->width);
        return;
    }
    case 'c': {
        char letter = (char)va_arg(*arguments, int);
        print_escaped(file, &letter, 1, c->width);
        return;
    }
    case 'f':
    case 'e':
    case 'g':
        fprintf(file, c->text, va_arg(*arguments, double));
        return;
    default:
        break;
    }
    if (!strcmp(c->size, "ll"))
        fprintf(file, c->text, va_arg(*arguments, long long));
    else if (!strcmp(c->size, "l"))
        fprintf(file, c->text, va_arg(*arguments, long));
    else if (!strcmp(c->size, "z"))
        fprintf(file, c->text, va_arg(*arguments, size_t));
    else if (is_signed)
        fprintf(file, c->text, va_arg(*arguments, int));
    else
        fprintf(file, c->text, va_arg(*arguments, unsigned));
}

void lw_print_arguments(FILE *file, const char *format, va_list given)
{
    va_list arguments;
    va_copy(arguments, given);
    for (const char *at = format; *at;) {
        size_t plain = strcspn(at, "%");
        fwrite(at, 1, plain, file);
        at += plain;
        if (!*at)
            break;
        conversion c = {.precision = -1};
        add(&c, *at++);
        while (*at && strchr("-+ #0", *at))
            add(&c, *at++);
        at = read_number(at, &c, *at == '*' ? va_arg(arguments, int) : 0, &c.width);
        if (*at == '.') {
            add(&c, *at++);
            at = read_number(at, &c, *at == '*' ? va_arg(arguments, int) : 0, &c.precision);
        }
        for (size_t i = 0; i < 2 && *at && strchr("hlz", *at); i++) {
            c.size[i] = *at;
            add(&c, *at++);
        }
        if (!*at)
            break;
        add(&c, c.letter = *at++);
        print_conversion(file, &c, &arguments);
    }
    va_end(arguments);
}

void lw_print(FILE *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    lw_print_arguments(file, format, arguments);
    va_end(arguments);
}

void lw_usage_error(const struct argp_state *state, const char *format, ...)
{
    char *sentence = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&sentence, &size);
    if (!file) {
        argp_error(state, "out of memory");
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    lw_print_arguments(file, format, arguments);
    va_end(arguments);
    bool written = !fclose(file);
    argp_error(state, "%s", written ? sentence : "out of memory");
    free(sentence);
}
