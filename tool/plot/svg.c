/* SVG: text, lines, and the head of a plot. */
#include "plot/svg.h"

#include "text/text.h"

#include <stdlib.h>
#include <string.h>

/* lengths relative to the size of letters */
static const double LETTER_WIDTH = 0.584; /* a mean width of letters that few texts exceed */
static const double PROSE = 0.53;         /* the mean width of letters in sentences */
static const double LINE = 1.43;          /* the distance of lines */

void lw_svg_escaped(FILE *file, const char *text)
{
    char *shown = lw_escaped(text); /* XML does not allow control characters either */
    for (const char *c = shown; c && *c; c++) {
        const char *entity = *c == '&' ? "&amp;" : *c == '<' ? "&lt;" : *c == '>' ? "&gt;" : NULL;
        if (entity)
            fputs(entity, file);
        else
            fputc(*c, file);
    }
    free(shown);
}

void lw_svg_text(FILE *file, double x, double y, const char *attributes, const char *text)
{
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, attributes);
    lw_svg_escaped(file, text);
    fputs("</text>\n", file);
}

double lw_svg_width(const char *text, double size)
{
    size_t letters = 0;
    for (; *text; text++)
        letters += ((unsigned char)*text & 0xc0) != 0x80;
    return LETTER_WIDTH * size * (double)letters;
}

/* How many bytes of a text, up to a blank or its end, fit into a width; one word at least. */
static size_t line_length(const char *text, double width, double size)
{
    size_t length = strcspn(text, " \n");
    double taken = 0;
    for (size_t i = 0, end; text[i]; i = end) {
        end = i + strcspn(text + i, " \n");
        for (size_t k = i; k < end; k++)
            taken += ((unsigned char)text[k] & 0xc0) != 0x80 ? PROSE * size : 0;
        if (i && taken > width)
            break;
        length = end;
        end += text[end] != 0;
        taken += PROSE * size;
    }
    return length;
}

double lw_svg_paragraph(FILE *file, double x, double y, double width, double size,
                        const char *attributes, const char *text)
{
    while (*text) {
        size_t length = line_length(text, width, size);
        char *line = strndup(text, length);
        for (char *c = line; c && (c = strchr(c, '\n'));)
            *c = ' ';
        if (line && file)
            lw_svg_text(file, x, y, attributes, line);
        free(line);
        text += length;
        text += strspn(text, " \n");
        y += LINE * size;
    }
    return y;
}

void lw_svg_line(FILE *file, double x1, double y1, double x2, double y2, const char *attributes)
{
    fprintf(file, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2, y2,
            attributes);
}

void lw_svg_title(FILE *file, const char *text)
{
    fputs("<title>", file);
    lw_svg_escaped(file, text);
    fputs("</title>", file);
}

void lw_svg_begin(FILE *file, const lw_svg_head *head)
{
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\" style=\"max-width:100%%;height:auto\" role=\"img\">\n",
            head->width, head->height, head->width, head->height);
    lw_svg_title(file, head->title);
    fputs("\n<desc>", file);
    lw_svg_escaped(file, head->description);
    fputs("</desc>\n"
          "<style>text{font:14px 'DejaVu Sans',Verdana,sans-serif;fill:#333}"
          ".title{font-size:19px;font-weight:bold;fill:#111}"
          ".mark{font-size:12.5px}.small{font-size:11.5px}.strong{font-weight:bold}.contact{fill:#"
          "c22f2f}.proven{fill:#2f7a32}"
          ".label{paint-order:stroke;stroke:#fff;stroke-width:3px}"
          ".event{stroke:#8a8a8a;stroke-dasharray:2 3}"
          ".grid{stroke:#e3e3e3}.axis{stroke:#555}</style>\n"
          "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
          file);
    lw_svg_text(file, head->title_x, 40, "class=\"title\"", head->title);
}

void lw_svg_end(FILE *file)
{
    fputs("</svg>\n", file);
}
