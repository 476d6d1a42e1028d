/* Rows of methods. Each has a panel with the intervals that the method proves, long ones above short
 * ones on a logarithmic scale, then a tick for each sample, and a bar with the part that is proven for
 * all pairs. */
#include "plot/method_rows.h"

#include "plot/svg.h"
#include "text/text.h"
#include "text/verdict_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* pixels */
static const double HEAD = 46;   /* height above the panel, for the row's text */
static const double DECADE = 30; /* height of a decade in the panel */
static const double TICKS = 12;
static const double BAR = 7;
static const double FOOT = 6;
/* samples and proofs whose marks would be nearer to the last one than this are not drawn */
static const double GRAIN = 0.5;

enum { FEWEST_DECADES = 2, MOST_DECADES = 5, TEXT = 256 };

/* ---- collecting -------------------------------------------------------------------------------- */

lw_status lw_method_row_check(lw_method_row *row, lw_checker *checker, const lw_motion *motion,
                              const lw_check_options *options, lw_error *error)
{
    lw_check_options own = *options;
    row->motion = motion;
    row->verdict = lw_default_verdict();
    row->trace = lw_default_trace();
    own.method = row->method;
    return lw_check_traced(checker, motion, &own, &row->verdict, &row->trace, error);
}

lw_status lw_method_row_read(lw_method_row *row, const lw_motion *motion, const char *id,
                             lw_error *error)
{
    row->motion = motion;
    row->verdict = lw_default_verdict();
    row->trace = lw_default_trace();
    return lw_trace_read(row->proof, motion, id, &row->verdict, &row->trace, error);
}

void lw_method_row_free(lw_method_row *row)
{
    lw_trace_free(&row->trace);
}

/* ---- drawing ----------------------------------------------------------------------------------- */

typedef struct panel {
    FILE *file;
    const lw_method_row *row;
    const lw_row_span *span;
    double top;  /* y of the top of the intervals */
    int decades; /* decades of the scale of lengths; 0: no scale */
} panel;

static double at_x(const panel *p, double time)
{
    const lw_row_span *s = p->span;
    return s->left + (s->right - s->left) * (time - s->first) / (s->last - s->first);
}

static double length_of(const lw_motion *motion)
{
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    return end > begin ? end - begin : 1;
}

/* How many decades the lengths of a row's proofs need. */
static int decades_of(const lw_method_row *row)
{
    if (!row->trace.proof_count)
        return 0;
    double length = length_of(row->motion);
    double shortest = length;
    for (size_t i = 0; i < row->trace.proof_count; i++)
        if (row->trace.proofs[i].to > row->trace.proofs[i].from)
            shortest = fmin(shortest, row->trace.proofs[i].to - row->trace.proofs[i].from);
    double decades = ceil(log10(length / shortest) - 1e-9);
    return decades < FEWEST_DECADES ? FEWEST_DECADES
           : decades > MOST_DECADES ? MOST_DECADES
                                    : (int)decades;
}

static double height_of(const lw_method_row *row)
{
    return HEAD + DECADE * decades_of(row) + TICKS + BAR + FOOT;
}

static double at_y(const panel *p, double length)
{
    double share = length / (p->span->last - p->span->first);
    double down = share > 0 ? -log10(share) : p->decades;
    return p->top + DECADE * fmin(fmax(down, 0), p->decades);
}

static void write_scale(const panel *p)
{
    char text[TEXT];
    for (int i = 0; i <= p->decades; i++) {
        double y = p->top + DECADE * i;
        lw_svg_line(p->file, p->span->left, y, p->span->right, y, "class=\"grid\"");
        snprintf(text, sizeof text, "%g %%", 100 * pow(10, -i));
        lw_svg_text(p->file, p->span->left - 10, y + 4, "class=\"mark\" text-anchor=\"end\"", text);
    }
}

/* Writes the pairs of a proof, which a browser shows under the pointer. */
static void write_hint(const panel *p, const lw_proof *proof)
{
    char times[2][64];
    char more[64] = "";
    char text[3 * TEXT];
    const lw_scene *scene = lw_motion_scene(lw_motion_stage(p->row->motion, proof->stage));
    lw_time_text(p->row->motion, proof->from, times[0], sizeof times[0]);
    lw_time_text(p->row->motion, proof->to, times[1], sizeof times[1]);
    if (proof->pairs > 1)
        snprintf(more, sizeof more, ", and %zu more", proof->pairs - 1);
    snprintf(text, sizeof text, "%s to %s: %s and %s%s", times[0], times[1],
             lw_scene_body_name(scene, (size_t)proof->bodies[0]),
             proof->bodies[1] < 0 ? "all obstacles"
                                  : lw_scene_body_name(scene, (size_t)proof->bodies[1]),
             more);
    lw_svg_title(p->file, text);
}

/* Whether a proof would be drawn in the place of the last one. */
static bool is_hidden(const panel *p, const lw_proof *last, const lw_proof *proof)
{
    return last && fabs(at_x(p, last->from) - at_x(p, proof->from)) < GRAIN &&
           fabs(at_x(p, last->to) - at_x(p, proof->to)) < GRAIN &&
           fabs(at_x(p, last->at) - at_x(p, proof->at)) < GRAIN &&
           fabs(at_y(p, last->to - last->from) - at_y(p, proof->to - proof->from)) < GRAIN;
}

static void write_proofs(const panel *p)
{
    const lw_proof *last = NULL;
    for (size_t i = 0; i < p->row->trace.proof_count; i++) {
        const lw_proof *proof = &p->row->trace.proofs[i];
        if (is_hidden(p, last, proof))
            continue;
        double x = at_x(p, proof->from);
        double y = at_y(p, proof->to - proof->from);
        fprintf(p->file,
                "<g><line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"#3a6fb7\" "
                "stroke-width=\"1.6\"/><circle cx=\"%.2f\" cy=\"%.2f\" r=\"2.2\" fill=\"#16335c\"/>",
                x, y, fmax(at_x(p, proof->to), x + 0.6), y, at_x(p, proof->at), y);
        write_hint(p, proof);
        fputs("</g>\n", p->file);
        last = proof;
    }
}

/* Writes all samples as one path, since there may be thousands. */
static void write_samples(const panel *p, double top)
{
    double last = -1;
    fputs("<path stroke=\"#444\" stroke-width=\"0.8\" d=\"", p->file);
    for (size_t i = 0; i < p->row->trace.sample_count; i++) {
        double x = at_x(p, p->row->trace.samples[i]);
        if (i && x - last < GRAIN)
            continue;
        fprintf(p->file, "M%.2f,%.1fv%.0f", x, top + 2, TICKS - 4);
        last = x;
    }
    fputs("\"/>\n", p->file);
}

static void write_bar_part(const panel *p, double top, double from, double to, const char *fill)
{
    if (to > from)
        fprintf(p->file, "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.0f\" fill=\"%s\"/>\n",
                at_x(p, from), top, at_x(p, to) - at_x(p, from), BAR, fill);
}

/* Writes the bar: the part that is proven for all pairs, the rest, and the contact. */
static void write_bar(const panel *p, double top)
{
    const lw_verdict *v = &p->row->verdict;
    const lw_row_span *s = p->span;
    double proven = v->kind == LW_VERDICT_FREE ? s->last : fmin(fmax(v->free_until, s->first), s->last);
    double end = v->kind == LW_VERDICT_CONTACT ? v->time : s->last;
    write_bar_part(p, top, s->first, s->last, "#ededed");
    write_bar_part(p, top, s->first, proven, "#3f9142");
    write_bar_part(p, top, proven, end, "url(#open)");
    if (v->kind != LW_VERDICT_CONTACT)
        return;
    double x = at_x(p, v->time);
    lw_svg_line(p->file, x, p->top - 4, x, top + BAR, "stroke=\"#c22f2f\" stroke-width=\"2\"");
}

/* The work that a row shows: that of the method, or of a proof the times and the intervals. */
static void write_work(const lw_method_row *row, char *text, size_t size)
{
    const lw_verdict *v = &row->verdict;
    char intervals[64] = "";
    if (row->proof) {
        snprintf(text, size, "samples: %zu, intervals: %zu, as the file states",
                 row->trace.sample_count, row->trace.proof_count);
        return;
    }
    if (lw_method_serves(row->method, LW_SERVICE_PROOFS))
        snprintf(intervals, sizeof intervals, ", intervals: %zu", row->trace.proof_count);
    snprintf(text, size, "samples: %" PRIu64 ", distance queries: %" PRIu64 "%s", v->samples,
             v->queries, intervals);
}

/* Writes the row's text: the method or the proof, its verdict and its work. */
static void write_head(const panel *p)
{
    const lw_verdict *v = &p->row->verdict;
    char time[64] = "";
    char work[TEXT];
    char text[2 * TEXT];
    if (v->kind == LW_VERDICT_CONTACT)
        lw_time_text(p->row->motion, v->time, time, sizeof time);
    else if (v->kind == LW_VERDICT_UNDECIDED && !p->row->proof)
        snprintf(time, sizeof time, ": %s", lw_reason_text(v->reason));
    write_work(p->row, work, sizeof work);
    snprintf(text, sizeof text, "%s%s%s; %s", lw_verdict_word(v->kind),
             v->kind == LW_VERDICT_CONTACT ? " at " : "", time, work);
    lw_svg_text(p->file, p->span->left, p->top - 14, "class=\"label\" style=\"font-weight:bold\"",
                p->row->proof ? "proof" : lw_method_name(p->row->method));
    lw_svg_text(p->file, p->span->left + 90, p->top - 14, "class=\"mark label\"", text);
}

double lw_method_rows_height(const lw_method_row *rows, size_t count)
{
    double height = 0;
    for (size_t i = 0; i < count; i++)
        height += height_of(&rows[i]);
    return height;
}

void lw_method_rows_write(FILE *file, const lw_method_row *rows, size_t count, const lw_row_span *span,
                          double top)
{
    fputs("<defs><pattern id=\"open\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
          "<rect width=\"6\" height=\"6\" fill=\"#fbe3e0\"/>"
          "<path d=\"M-1,1l2,-2M0,6l6,-6M5,7l2,-2\" stroke=\"#c22f2f\" stroke-width=\"1.2\"/>"
          "</pattern></defs>\n",
          file);
    for (size_t i = 0; i < count; i++) {
        panel p = {file, &rows[i], span, top + HEAD, decades_of(&rows[i])};
        double ticks = p.top + DECADE * p.decades;
        write_head(&p);
        if (p.decades) {
            write_scale(&p);
            write_proofs(&p);
        }
        write_samples(&p, ticks);
        write_bar(&p, ticks + TICKS);
        top += height_of(&rows[i]);
    }
}
