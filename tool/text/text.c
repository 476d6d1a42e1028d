/* Text for people: names from files are escaped. */
#include "text/text.h"

#include "leeway/leeway.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SPECIFICATION = 32 };

static void print_blanks(FILE *file, int count)
{
    for (; count > 0; count--)
        fputc(' ', file);
}

/* Prints an escaped text. The width counts characters, so that columns stay aligned. If memory runs
 * out, only the beginning of the text is printed. */
static void print_escaped(FILE *file, const char *text, size_t length, int width)
{
    char room[1024];
    char *shown = room;
    size_t size = lw_text_escape(text, length, room, sizeof room) + 1;
    if (size > sizeof room && (shown = malloc(size)))
        lw_text_escape(text, length, shown, size);
    shown = shown ? shown : room;
    int columns = 0;
    for (const char *at = shown; *at; at++)
        columns += ((unsigned char)*at & 0xc0) != 0x80; /* not a continuation byte */
    print_blanks(file, width - columns);
    fputs(shown, file);
    print_blanks(file, -width - columns);
    if (shown != room)
        free(shown);
}

char *lw_escaped(const char *text)
{
    size_t size = lw_text_escape(text, strlen(text), NULL, 0) + 1;
    char *escaped = malloc(size);
    if (escaped)
        lw_text_escape(text, strlen(text), escaped, size);
    return escaped;
}

lw_suggestion lw_suggest(const char *wanted, const char *const *names, size_t count)
{
    lw_suggestion end = {""};
    int64_t found = lw_text_nearest(wanted, names, count);
    if (found >= 0)
        snprintf(end.text, sizeof end.text, "; the nearest name is \"%.64s\"", names[found]);
    return end;
}

/* One conversion of a format, such as "%-*.3f": its text, in which the argument of each `*` replaces
 * it, and its parts. */
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

/* reads a number of the format; star: the number if there is a `*` */
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
