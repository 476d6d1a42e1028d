/* The answers of all methods to one motion, in words. */
#include "part/cross_text.h"

#include "part/result_line.h"
#include "text/text.h"
#include "text/verdict_text.h"

#include <inttypes.h>

/* Prints the names of the methods that say this; said NULL: of those that do not serve. Returns how
 * many they are. */
static size_t print_methods(const lw_output *output, const lw_cross *cross, const char *before,
                            const lw_verdict_kind *said, const char *after)
{
    size_t count = 0;
    for (size_t i = 0; i < cross->method_count; i++) {
        const lw_verdict *verdict = cross->verdicts[i];
        if (said ? !verdict || verdict->kind != *said : verdict != NULL)
            continue;
        lw_print(output->file, "%s%s", count ? ", " : before, lw_method_name((lw_method)i));
        count++;
    }
    if (count)
        lw_print(output->file, "%s", after);
    return count;
}

static void print_answers(const lw_output *output, const lw_cross *cross)
{
    static const lw_verdict_kind kinds[] = {LW_VERDICT_FREE, LW_VERDICT_CONTACT, LW_VERDICT_LEAVES,
                                            LW_VERDICT_UNDECIDED};
    lw_print(output->file, "    %s",
             cross->conflict_count ? "METHODS DISAGREE"
             : cross->served < 2   ? "no second opinion but samples"
                                   : "methods agree");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char before[64];
        snprintf(before, sizeof before, "; %s by ", lw_verdict_word(kinds[i]));
        print_methods(output, cross, before, &kinds[i], "");
    }
    print_methods(output, cross, "; not asked: ", NULL, "");
    lw_print(output->file, "; %" PRIu64 " sample%s", cross->samples, cross->samples == 1 ? "" : "s");
    if (cross->grazing)
        lw_print(output->file, "; %zu distances that rounding decides", cross->grazing);
    fputc('\n', output->file);
}

/* The statement that is contradicted, as a clause behind the method's name. */
static const char *statement(lw_conflict_kind kind)
{
    switch (kind) {
    case LW_CONFLICT_PROOF:
        return "has proven a pair farther apart than it is";
    case LW_CONFLICT_CONTACT:
        return "reports a contact of a pair that is farther apart";
    case LW_CONFLICT_FIRST:
        return "calls its contact the first, and there is an earlier one";
    case LW_CONFLICT_CLEARANCE:
        return "gives a clearance that a distance contradicts";
    case LW_CONFLICT_ITSELF:
        return "gives a verdict that contradicts itself";
    }
    return "";
}

static void print_conflict(const lw_output *output, const lw_result *result,
                           const lw_conflict *conflict)
{
    lw_print(output->file, "    %s %s, at %.17g", lw_method_name(conflict->methods[0]),
             statement(conflict->kind), conflict->time);
    if (conflict->methods[1] != conflict->methods[0])
        lw_print(output->file, " (found by %s)", lw_method_name(conflict->methods[1]));
    if (conflict->pair[0] >= 0) {
        lw_print(output->file, ": %s and %s",
                 lw_scene_body_name(result->scene, (size_t)conflict->pair[0]),
                 lw_scene_body_name(result->scene, (size_t)conflict->pair[1]));
        lw_print(output->file, " are %.17g to %.17g m apart, said is %.17g m, rounding is %.3g m",
                 conflict->distance.lower, conflict->distance.upper, conflict->allowed,
                 conflict->rounding);
    }
    fputc('\n', output->file);
}

lw_status lw_cross_print(const lw_output *output, const lw_result *result, lw_error *error)
{
    const lw_cross *cross = result->cross;
    print_answers(output, cross);
    for (size_t i = 0; i < cross->conflict_count; i++)
        print_conflict(output, result, &cross->conflicts[i]);
    return cross->conflict_count ? lw_result_line(output->file, result, "\n", error) : LW_OK;
}
