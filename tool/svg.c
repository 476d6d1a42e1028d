/* SVG: text, lines, and the head of a plot. */
#include "svg.h"

#include "text.h"

#include <math.h>
#include <stdlib.h>

static void escape(FILE *file, const char *given)
{
    char *shown = lw_escaped(given); /* XML does not allow control characters either */
    for (const char *text = shown; text && *text; text++) {
        const char *entity = *text == '&'   ? "&amp;"
                             : *text == '<' ? "&lt;"
                             : *text == '>' ? "&gt;"
                                            : NULL;
        if (entity)
            fputs(entity, file);
        else
            fputc(*text, file);
    }
    free(shown);
}

void lw_svg_text(FILE *file, double x, double y, const char *attributes, const char *text)
{
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, attributes);
    escape(file, text);
    fputs("</text>\n", file);
}

void lw_svg_line(FILE *file, double x1, double y1, double x2, double y2, const char *attributes)
{
    fprintf(file, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2, y2,
            attributes);
}

double lw_nice_step(double range, int parts)
{
    double power = pow(10, floor(log10(range / parts)));
    double share = range / parts / power;
    return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
}

void lw_svg_title(FILE *file, const char *text)
{
    fputs("<title>", file);
    escape(file, text);
    fputs("</title>", file);
}

void lw_svg_begin(FILE *file, const lw_svg_head *head)
{
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n",
            head->width, head->height, head->width, head->height);
    lw_svg_title(file, head->title);
    fputs("\n<desc>", file);
    escape(file, head->description);
    fputs("</desc>\n"
          "<style>text{font:14px 'DejaVu Sans',Verdana,sans-serif;fill:#333}"
          ".title{font-size:19px;font-weight:bold;fill:#111}"
          ".mark{font-size:12.5px}.contact{fill:#c22f2f}.proven{fill:#2f7a32}"
          ".label{paint-order:stroke;stroke:#fff;stroke-width:4px}"
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
