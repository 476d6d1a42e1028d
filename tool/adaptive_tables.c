/* The tables of `leeway bench adaptive`. */
#include "adaptive_tables.h"

#include <inttypes.h>

const double lw_adaptive_margins[LW_ADAPTIVE_MARGINS] = {0, 1, 1.9};

static double share(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/* A contender's mean over all lines, from those of the classes. */
static double mean(const lw_adaptive_figures *f, double of_free, double of_contact)
{
    return (f->of_class[0] * of_free + f->of_class[1] * of_contact) / f->lines;
}

static double time_of(const lw_adaptive_figures *f, int who, int column)
{
    return column ? f->times[column - 1][who] : mean(f, f->times[0][who], f->times[1][who]);
}

static double per_line(const lw_adaptive_figures *f, int class, uint64_t count)
{
    return f->of_class[class] ? (double)count / f->of_class[class] : 0;
}

static void print_heads(FILE *file)
{
    fprintf(file, "%-22s%12s%31s%31s\n%-22s", "", "all lines", "free", "in contact", "precision, m");
    for (int column = 0; column < 3; column++) {
        for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++)
            fprintf(file, "%10g", lw_adaptive_precisions[p]);
        fputs(column < 2 ? " " : "\n", file);
    }
}

static void print_paper(FILE *file, const char *name, const double *figures, int digits)
{
    if (!(figures[0] > 0))
        return;
    fprintf(file, "%-22s", name);
    for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++)
        fprintf(file, "%10.*f", digits, figures[p]);
    fputc('\n', file);
}

static void print_savings(const lw_adaptive_figures *f, const lw_adaptive_cell *cell, FILE *file)
{
    double paper[LW_ADAPTIVE_PRECISIONS];
    fprintf(file, "%-22s", "rough saves, %");
    for (int column = 0; column < 3; column++) {
        for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++) {
            double right = time_of(f, LW_ADAPTIVE_RIGHT * LW_ADAPTIVE_PRECISIONS + p, column);
            double adaptive = time_of(f, LW_ADAPTIVE_ROUGH * LW_ADAPTIVE_PRECISIONS + p, column);
            fprintf(file, "%10.1f", share(right - adaptive, right));
        }
        fputs(column < 2 ? " " : "\n", file);
    }
    for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++)
        paper[p] = share(cell->fixed[p] - cell->adaptive[p], cell->fixed[p]);
    print_paper(file, "  the paper's", paper, 1);
}

static const char *const method_names[LW_ADAPTIVE_METHODS] = {
    "fixed, as published", "fixed, right steps", "adaptive, exact", "adaptive, rough"};

static void print_times(const lw_adaptive_figures *f, const lw_adaptive_cell *cell, FILE *file)
{
    fprintf(file,
            "%s; %d joints, %zu triangles (the paper's: %u), %zu pairs; %u lines free, %u in "
            "contact; ms a line\n",
            cell->name, cell->joints, f->triangles, cell->triangles, f->pairs, f->of_class[0],
            f->of_class[1]);
    print_heads(file);
    for (int m = 0; m < LW_ADAPTIVE_METHODS; m++) {
        fprintf(file, "%-22s", method_names[m]);
        for (int column = 0; column < 3; column++) {
            for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++)
                fprintf(file, "%10.4f", time_of(f, m * LW_ADAPTIVE_PRECISIONS + p, column));
            fputs(column < 2 ? " " : "\n", file);
        }
        if (m == LW_ADAPTIVE_PUBLISHED || m == LW_ADAPTIVE_ROUGH)
            print_paper(file, "  the paper's", m == LW_ADAPTIVE_ROUGH ? cell->adaptive : cell->fixed,
                        3);
    }
    print_savings(f, cell, file);
    for (int who = LW_ADAPTIVE_BISECTION; who < LW_ADAPTIVE_CONTENDERS; who++)
        fprintf(file, "%-22s%10.4f%31.4f%31.4f\n", who == LW_ADAPTIVE_SLAB ? "slab" : "bisection",
                time_of(f, who, 0), time_of(f, who, 1), time_of(f, who, 2));
    fputc('\n', file);
}

static void print_counts(const lw_adaptive_figures *figures, FILE *file)
{
    fprintf(file,
            "Tests of a pair a line (of bisection and slab: queries), and poses\n%-22s%12s%31s\n%-22s",
            "", "free", "in contact", "precision, m");
    for (int class = 0; class < LW_ADAPTIVE_CLASSES; class ++)
        for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++)
            fprintf(file, "%10g%s", lw_adaptive_precisions[p],
                    p + 1 < LW_ADAPTIVE_PRECISIONS ? "" : " ");
    fputc('\n', file);
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++) {
        const lw_adaptive_figures *f = &figures[i];
        fprintf(file, "%s\n", lw_adaptive_cells[i].name);
        for (int row = 0; row < 2 * LW_ADAPTIVE_METHODS; row++) {
            fprintf(file, "  %-20s", row % 2 ? "  poses" : method_names[row / 2]);
            for (int class = 0; class < LW_ADAPTIVE_CLASSES; class ++) {
                for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++) {
                    const lw_adaptive_counts *c =
                        &f->counts[class][row / 2 * LW_ADAPTIVE_PRECISIONS + p];
                    fprintf(file, "%10.1f", per_line(f, class, row % 2 ? c->poses : c->tests));
                }
                fputs(class ? "\n" : " ", file);
            }
        }
        for (int who = LW_ADAPTIVE_BISECTION; who < LW_ADAPTIVE_CONTENDERS; who++)
            fprintf(file, "  %-20s%10.1f%31.1f\n  %-20s%10.1f%31.1f\n",
                    who == LW_ADAPTIVE_SLAB ? "slab" : "bisection",
                    per_line(f, 0, f->counts[0][who].trees), per_line(f, 1, f->counts[1][who].trees),
                    "  poses", per_line(f, 0, f->counts[0][who].poses),
                    per_line(f, 1, f->counts[1][who].poses));
    }
}

static void print_answers(const lw_adaptive_figures *figures,
                          const uint64_t posts[LW_ADAPTIVE_CONTENDERS], FILE *file)
{
    lw_adaptive_figures sum = {.lines = 0};
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++) {
        sum.lines += figures[i].lines;
        sum.of_class[1] += figures[i].of_class[1];
        sum.undecided += figures[i].undecided;
        for (int who = 0; who < LW_ADAPTIVE_CONTENDERS; who++) {
            sum.missed[who] += figures[i].missed[who];
            sum.far[who] += figures[i].far[who];
            sum.open[who] += figures[i].open[who];
        }
    }
    fprintf(file,
            "\nAnswers beside those of slab: %u lines, %u in contact, %u undecided\n%-22s%12s%9s%9s%11s"
            "%14s\n",
            sum.lines, sum.of_class[1], sum.undecided, "", "precision, m", "missed", "far off",
            "undecided", "posts missed");
    for (int who = 0; who < LW_ADAPTIVE_CONTENDERS; who++) {
        char precision[16] = "";
        if (who < LW_ADAPTIVE_BISECTION)
            snprintf(precision, sizeof precision, "%g",
                     lw_adaptive_precisions[who % LW_ADAPTIVE_PRECISIONS]);
        fprintf(file, "%-22s%12s%9" PRIu64 "%9" PRIu64 "%11" PRIu64 "%14" PRIu64 "\n",
                who < LW_ADAPTIVE_BISECTION ? method_names[who / LW_ADAPTIVE_PRECISIONS]
                : who == LW_ADAPTIVE_SLAB   ? "slab"
                                            : "bisection",
                precision, sum.missed[who], sum.far[who], sum.open[who], posts[who]);
    }
    fprintf(file,
            "missed: contacts called free; far off: contact reported with a clearance above the "
            "precision; posts: %d swings that graze a thin post\n",
            LW_ADAPTIVE_POSTS);
}

static void print_orders(const lw_adaptive_figures *figures, FILE *file)
{
    static const char *const names[LW_ADAPTIVE_ORDERS] = {"last left first", "longest (15)",
                                                          "(15), then (14)", "(14), then (15)"};
    fprintf(file,
            "\nOrders at sigma = %g: tests of a pair a line, free and in contact; %% of contacts that "
            "show in the middle of the line (the paper: over 90)\n%-22s",
            lw_adaptive_precisions[1], "");
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++)
        fprintf(file, "%13s %d%10s", "case", i + 1, "");
    for (lw_adaptive_order order = 0; order < LW_ADAPTIVE_ORDERS; order++) {
        fprintf(file, "\n%-22s", names[order]);
        for (int i = 0; i < LW_ADAPTIVE_CELLS; i++)
            for (int class = 0; class < LW_ADAPTIVE_CLASSES; class ++)
                fprintf(file, "%12.1f",
                        per_line(&figures[i], class, figures[i].orders[class][order].tests));
    }
    for (int k = 0; k < 2; k++) {
        fprintf(file, "\n%-22s", k ? "middle within 0.01 m" : "contact in the middle");
        for (int i = 0; i < LW_ADAPTIVE_CELLS; i++)
            fprintf(file, "%23.1f%%",
                    share((double)figures[i].middles[k], (double)figures[i].of_class[1]));
    }
    fputc('\n', file);
}

static void print_margins(const lw_adaptive_figures *figures, FILE *file)
{
    fprintf(file,
            "\nThe margin tau of (18) at sigma = %g: lines called free, tests a line, and the least "
            "clearance of those lines, by slab (more than tau / 2)\n%-22s",
            lw_adaptive_precisions[0], "");
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++)
        fprintf(file, "%17s %d%9s", "case", i + 1, "");
    for (int k = 0; k < LW_ADAPTIVE_MARGINS; k++) {
        fprintf(file, "\n%-4s%-18g", "tau", lw_adaptive_margins[k] * lw_adaptive_precisions[0]);
        for (int i = 0; i < LW_ADAPTIVE_CELLS; i++) {
            const lw_adaptive_counts *c = &figures[i].margin_counts[k];
            fprintf(file, "%8" PRIu64 "%9.1f%10.5f", c->lines - c->contacts,
                    (double)c->tests / (double)c->lines, figures[i].least_clearance[k]);
        }
    }
    fputc('\n', file);
}

void lw_adaptive_print(const lw_adaptive_figures figures[LW_ADAPTIVE_CELLS],
                       const uint64_t posts[LW_ADAPTIVE_CONTENDERS], FILE *file)
{
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++)
        print_times(&figures[i], &lw_adaptive_cells[i], file);
    print_counts(figures, file);
    print_answers(figures, posts, file);
    print_orders(figures, file);
    print_margins(figures, file);
}
