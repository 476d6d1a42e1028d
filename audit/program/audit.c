/* leeway-audit: verifies proof files of `leeway check` (docs/claims.md). It shares no code with Leeway,
 * and never searches: it evaluates the inequality of each part of each claim, in balls of doubles and,
 * where these do not settle it, in balls of 128 bits; and tests that the claims leave out no pair, no
 * time and no element. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

static const char usage[] =
    "leeway-audit: verifies proofs that `leeway check --proof FILE` wrote.\n"
    "usage: leeway-audit [--precise] FILE...\n"
    "\n"
    "Says of each motion what is proven, about the bodies, frames and motions that the file states;\n"
    "audit/program/README.md tells what that means, and what is taken on trust. -: standard input.\n"
    "--precise  Numbers of 128 bits for all inequalities, instead of doubles where these suffice\n"
    "\n"
    "Exit status: 0, all is proven; 1, something is refused; 2, a file cannot be read.\n";

typedef struct intervals {
    interval *items;
    size_t count, room;
} intervals;

/* A stage of a motion; a motion that attaches and releases nothing is one stage. */
typedef struct stage {
    const model *model;
    struct model own; /* of a stage that the file states */
    rules *rules, *sharp;
    intervals *of_pairs; /* the times that claims prove of each pair; then, at which it is outside */
    double begin, end;
    bool block_in_sharp; /* the last block stands in `sharp`, too */
} stage;

typedef struct auditor {
    const char *path;
    size_t line;
    model model;
    bool has_model, has_motion;
    motion motion;
    char *identity;
    size_t claims;
    stage whole, *stages; /* whole: where the file states none */
    size_t stage_count;
    size_t refused;
    bool motion_refused;
    bool precise; /* balls of 128 bits alone */
} auditor;

/* ---- refusals ----------------------------------------------------------------------------------- */

static void say(auditor *a, const refusal *why)
{
    printf("%s:%zu: refused: ", a->path, a->line);
    /* a name of the file begins no line of its own */
    for (const char *c = why->sentence; *c; c++)
        putchar(iscntrl((unsigned char)*c) ? '?' : *c);
    putchar('\n');
    a->refused++;
}

static bool refuse_pair(const stage *s, refusal *why, size_t index, const char *what)
{
    const pair *p = &s->model->pairs[index];
    return refuse(why, "of %s and %s, %s", s->model->bodies[p->bodies[0]].name,
                  s->model->bodies[p->bodies[1]].name, what);
}

/* ---- stages ------------------------------------------------------------------------------------- */

static void stage_begin(stage *s, const model *m, double begin, double end)
{
    s->model = m;
    s->begin = begin;
    s->end = end;
    s->rules = begin_double(m);
    s->sharp = begin_arb(m);
    s->of_pairs = room(2 * m->pair_count, sizeof *s->of_pairs);
}

static void stage_end(stage *s)
{
    for (size_t i = 0; s->of_pairs && i < 2 * s->model->pair_count; i++)
        free(s->of_pairs[i].items);
    free(s->of_pairs);
    if (s->rules)
        end_double(s->rules);
    if (s->sharp)
        end_arb(s->sharp);
    *s = (stage){0};
}

static void forget_stages(auditor *a)
{
    for (size_t i = 0; i < a->stage_count; i++) {
        stage_end(&a->stages[i]);
        stage_free(&a->stages[i].own, &a->model);
    }
    free(a->stages);
    a->stages = NULL;
    a->stage_count = 0;
}

/* Adds to the shift of each body that stands elsewhere than in the stage before. */
static bool follow_bodies(auditor *a, stage *now, const stage *before, refusal *why)
{
    for (size_t i = 0; i < a->model.body_count; i++) {
        const body *was = &before->model->bodies[i];
        body *is = &now->own.bodies[i];
        is->shift = was->shift;
        if (is->frame == was->frame && same_pose(&is->at, &was->at))
            continue;
        double shift = shift_of_double(before->rules, now->rules, (int)i, now->begin);
        if (!(shift < HUGE_VAL))
            return refuse(why, "%s is not where it was when the stage begins", is->name);
        is->shift += shift;
        is->shift += is->shift * 0x1p-50;
    }
    return true;
}

static bool take_stage(auditor *a, json_t *line, refusal *why)
{
    size_t index = 0;
    if (a->claims)
        return refuse(why, "a stage stands behind a claim");
    if (!read_index(line, "stage", a->stage_count + 1, &index, why) || index != a->stage_count)
        return refuse(why, "stages are not in their order");
    stage *list = realloc(a->stages, (a->stage_count + 1) * sizeof *list);
    if (!list)
        return refuse(why, "there is no memory");
    /* the stages before stand in new memory, and those of their models with them */
    a->stages = list;
    for (size_t i = 0; i < a->stage_count; i++) {
        list[i].model = &list[i].own;
        set_model_double(list[i].rules, list[i].model);
        set_model_arb(list[i].sharp, list[i].model);
    }
    stage *now = &list[a->stage_count++];
    *now = (stage){0};
    const stage *before = index ? now - 1 : &a->whole;
    double begin;
    double end;
    if (!stage_read(&now->own, &a->model, line, &begin, &end, why))
        return false;
    if (begin != (index ? before->end : a->motion.begin))
        return refuse(why, "a stage does not begin where the one before ends");
    stage_begin(now, &now->own, begin, end);
    take_motion_double(now->rules, &a->motion);
    take_motion_arb(now->sharp, &a->motion);
    return follow_bodies(a, now, before, why);
}

/* The stage that a line is about: NULL where it is not there. */
static stage *stage_of(auditor *a, json_t *line, refusal *why)
{
    size_t index = 0;
    if (json_object_get(line, "stage") && !read_index(line, "stage", a->stage_count, &index, why))
        return NULL;
    return a->stage_count ? &a->stages[index] : &a->whole;
}

/* ---- claims ------------------------------------------------------------------------------------- */

static bool read_set(json_t *node, const char *key, const model *m, int of, set *out, refusal *why)
{
    static const char *const keys[] = {"node", "hull", NULL};
    json_t *given = json_object_get(node, key);
    const body *own = &m->bodies[of];
    *out = (set){.body = of};
    if (!given)
        return true;
    if (!only_keys(given, keys, "a set", why) || json_object_size(given) != 1)
        return refuse(why, "a set is neither a node nor a hull");
    size_t hull;
    if (json_object_get(given, "node"))
        return read_index(given, "node", own->tree_count, &out->node, why);
    if (!read_index(given, "hull", own->hull_count, &hull, why))
        return false;
    out->elements = own->hulls[hull];
    out->count = own->hull_sizes[hull];
    return true;
}

static bool read_part(json_t *node, const model *m, const pair *p, part *out, refusal *why)
{
    static const char *const keys[] = {"a", "b", "normal", "turn", "rule", NULL};
    static const char *const rule_names[] = {
        [RULE_SLAB] = "slab", [RULE_TRAVEL] = "travel", [RULE_CHORD] = "chord"};
    *out = (part){.rule = -1};
    if (!only_keys(node, keys, "a part", why) ||
        !read_set(node, "a", m, p->bodies[0], &out->sets[0], why) ||
        !read_set(node, "b", m, p->bodies[1], &out->sets[1], why) ||
        !read_vector(json_object_get(node, "normal"), 3, out->normal, why))
        return false;
    json_t *turn = json_object_get(node, "turn");
    if (turn && !read_vector(turn, 3, out->turn, why))
        return false;
    const char *rule = json_string_value(json_object_get(node, "rule"));
    for (int i = 0; rule && i < 3; i++)
        if (!strcmp(rule, rule_names[i]))
            out->rule = i;
    if (out->rule < 0)
        return refuse(why, "a part has no known rule");
    return !turn || out->rule == RULE_SLAB || refuse(why, "only the normal of a slab turns");
}

static bool add_interval(intervals *list, double from, double to, refusal *why)
{
    if (list->count == list->room) {
        size_t more = 2 * list->room + 8;
        interval *items = realloc(list->items, more * sizeof *items);
        if (!items)
            return refuse(why, "there is no memory");
        list->items = items;
        list->room = more;
    }
    list->items[list->count++] = (interval){from, to};
    return true;
}

static bool take_outside(stage *s, json_t *line, size_t index, refusal *why)
{
    static const char *const keys[] = {"stage", "pair", "outside", NULL};
    double time = NAN;
    if (!only_keys(line, keys, "a line about being outside", why) ||
        !read_number(line, "outside", &time, why))
        return false;
    if (!(s->begin <= time && time <= s->end))
        return refuse_pair(s, why, index, "something is said of a time outside of the motion");
    const pair *p = &s->model->pairs[index];
    if (!is_outside_double(s->rules, p, time) && !is_outside_arb(s->sharp, p, time))
        return refuse_pair(s, why, index, "it is not proven that neither is inside the other");
    return add_interval(&s->of_pairs[s->model->pair_count + index], time, time, why);
}

static bool judge_claim(auditor *a, stage *s, size_t index, const claim *c, refusal *why)
{
    const model *m = s->model;
    const body *first = &m->bodies[c->pair->bodies[0]];
    const body *second = &m->bodies[c->pair->bodies[1]];
    if (!covers_elements(first, second, c->parts, c->part_count))
        return refuse_pair(s, why, index, "the parts of a claim leave out elements");
    const char *fails = a->precise ? "" : claim_fails_double(s->rules, c);
    if (fails) {
        fails = claim_fails_arb(s->sharp, c);
    }
    if (!fails)
        return true;
    char what[200];
    snprintf(what, sizeof what, "the claim from %.9g to %.9g %s", c->from, c->to, fails);
    return refuse_pair(s, why, index, what);
}

static bool take_claim(auditor *a, stage *s, json_t *line, refusal *why)
{
    static const char *const keys[] = {"stage", "pair", "from", "to", "at", "parts", NULL};
    size_t index = 0;
    if (!read_index(line, "pair", s->model->pair_count, &index, why))
        return false;
    if (json_object_get(line, "outside"))
        return take_outside(s, line, index, why);
    claim c = {&s->model->pairs[index], NAN, NAN, NAN, NULL, 0};
    if (!only_keys(line, keys, "a claim", why) || !read_number(line, "from", &c.from, why) ||
        !read_number(line, "to", &c.to, why) || !read_number(line, "at", &c.at, why))
        return false;
    if (!(s->begin <= c.from && c.from <= c.at && c.at <= c.to && c.to <= s->end))
        return refuse_pair(s, why, index, "a claim is made at a time outside of it, or of its stage");
    json_t *parts = json_object_get(line, "parts");
    c.part_count = json_array_size(parts);
    part *own = room(c.part_count, sizeof *own);
    bool good = true;
    for (size_t i = 0; i < c.part_count && good; i++)
        good = read_part(json_array_get(parts, i), s->model, c.pair, &own[i], why);
    c.parts = own;
    good = good && judge_claim(a, s, index, &c, why);
    free(own);
    return good && add_interval(&s->of_pairs[index], c.from, c.to, why);
}

/* ---- blocks ------------------------------------------------------------------------------------- */

enum { INTERVALS = 7, ALL_INTERVALS = (1 << INTERVALS) - 1 };

/* Fills the intervals that a block proves of each pair, as bits. */
static bool read_masks(json_t *line, size_t pair_count, unsigned *masks, refusal *why)
{
    json_t *left = json_object_get(line, "left");
    json_t *only = json_object_get(line, "only");
    json_t *list = only ? only : left;
    if ((left && only) || (list && !json_array_size(list)))
        return refuse(why, "a block has two lists of pairs, or an empty one");
    const unsigned none = only ? 0 : ALL_INTERVALS;
    for (size_t i = 0; i < pair_count; i++)
        masks[i] = none;
    for (size_t i = 0; i < json_array_size(list); i++) {
        double entry[2];
        if (!read_vector(json_array_get(list, i), 2, entry, why))
            return false;
        bool good = entry[0] >= 0 && entry[0] < (double)pair_count && entry[0] == floor(entry[0]) &&
                    entry[1] >= 1 && entry[1] <= ALL_INTERVALS && entry[1] == floor(entry[1]);
        if (!good || masks[(size_t)entry[0]] != none)
            return refuse(
                why, "a block has a pair that is not there, or twice, or a mask outside of 1 to 127");
        masks[(size_t)entry[0]] = only ? (unsigned)entry[1] : ALL_INTERVALS & ~(unsigned)entry[1];
    }
    return true;
}

/* Whether a pair is far enough apart in all intervals of a mask; adds them, as long runs. */
static bool judge_pair(auditor *a, stage *s, size_t index, unsigned mask, const double times[8],
                       refusal *why)
{
    const pair *p = &s->model->pairs[index];
    for (int k = 0; k < INTERVALS; k++) {
        if (!(mask >> k & 1) || (!a->precise && pair_apart_double(s->rules, p, k)))
            continue;
        if (!s->block_in_sharp && !take_block_arb(s->sharp, times))
            return false;
        s->block_in_sharp = true;
        if (pair_apart_arb(s->sharp, p, k))
            continue;
        char what[200];
        snprintf(what, sizeof what,
                 "the block from %.9g to %.9g does not prove the interval from %.9g to %.9g", times[0],
                 times[7], times[k], times[k + 1]);
        return refuse_pair(s, why, index, what);
    }
    for (int k = 0; k < INTERVALS; k++) {
        int first = k;
        while (k < INTERVALS && mask >> k & 1)
            k++;
        if (k > first && !add_interval(&s->of_pairs[index], times[first], times[k], why))
            return false;
    }
    return true;
}

static bool take_block(auditor *a, stage *s, json_t *line, refusal *why)
{
    static const char *const keys[] = {"stage", "block", "left", "only", NULL};
    double ends[2];
    if (!only_keys(line, keys, "a block", why) ||
        !read_vector(json_object_get(line, "block"), 2, ends, why))
        return false;
    if (!(s->begin <= ends[0] && ends[0] < ends[1] && ends[1] <= s->end))
        return refuse(why, "a block ends before it begins, or is not within its stage");
    double times[8];
    const double step = (ends[1] - ends[0]) * (1.0 / INTERVALS);
    for (int i = 0; i < INTERVALS; i++) {
        times[i] = ends[0] + step * i;
        if (i && !(times[i - 1] < times[i] && times[i] < ends[1]))
            return refuse(why, "a block is too short");
    }
    times[INTERVALS] = ends[1];
    unsigned *masks = room(s->model->pair_count, sizeof *masks);
    bool good = read_masks(line, s->model->pair_count, masks, why);
    if (good && !take_block_double(s->rules, times))
        good = refuse(why, "a block reaches beyond a piece of the motion");
    s->block_in_sharp = false;
    for (size_t i = 0; i < s->model->pair_count && good; i++)
        if (masks[i])
            good = judge_pair(a, s, i, masks[i], times, why);
    free(masks);
    return good;
}

/* ---- motions ------------------------------------------------------------------------------------ */

static void forget_motion(auditor *a)
{
    forget_stages(a);
    motion_free(&a->motion);
    free(a->identity);
    a->motion = (motion){0};
    a->identity = NULL;
    a->has_motion = false;
    a->claims = 0;
    for (size_t i = 0; i < 2 * a->model.pair_count; i++)
        a->whole.of_pairs[i].count = 0;
}

static bool begin_motion(auditor *a, json_t *line, refusal *why)
{
    bool cut = a->has_motion;
    forget_motion(a);
    a->motion_refused = false;
    a->has_motion = true;
    a->identity = json_dumps(json_object_get(line, "motion"), JSON_ENCODE_ANY | JSON_COMPACT);
    if (cut)
        return refuse(why, "the motion before has no last line");
    if (!a->identity)
        return refuse(why, "a motion has no id");
    if (!motion_read(&a->motion, &a->model, line, why))
        return false;
    a->whole.begin = a->motion.begin;
    a->whole.end = a->motion.end;
    take_motion_double(a->whole.rules, &a->motion);
    take_motion_arb(a->whole.sharp, &a->motion);
    return true;
}

static bool covers_pair(const auditor *a, const stage *s, size_t index, double until, refusal *why)
{
    const model *m = s->model;
    const pair *p = &m->pairs[index];
    intervals *own = &s->of_pairs[index];
    double reached;
    if (!covers_time(own->items, own->count, s->begin, until, &reached)) {
        char what[100];
        snprintf(what, sizeof what, "nothing is claimed after %.9g", reached);
        return refuse_pair(s, why, index, what);
    }
    bool known = !m->bodies[p->bodies[0]].shell_count && !m->bodies[p->bodies[1]].shell_count;
    const intervals *outside = &s->of_pairs[m->pair_count + index];
    for (size_t i = 0; i < outside->count && !known; i++)
        known = outside->items[i].from <= until;
    known = known || (!a->precise && is_outside_double(s->rules, p, s->begin)) ||
            is_outside_arb(s->sharp, p, s->begin);
    return known || refuse_pair(s, why, index, "it is not proven that neither is inside the other");
}

/* Whether claims leave out no pair and no time up to `until`. */
static bool covers_all(const auditor *a, double until, bool is_free, refusal *why)
{
    size_t count = a->stage_count ? a->stage_count : 1;
    for (size_t k = 0; k < count; k++) {
        const stage *s = a->stage_count ? &a->stages[k] : &a->whole;
        if (!is_free && s->begin >= until)
            continue;
        for (size_t i = 0; i < s->model->pair_count; i++)
            if (!covers_pair(a, s, i, s->end < until ? s->end : until, why))
                return false;
    }
    return true;
}

static bool end_motion(auditor *a, json_t *line, refusal *why)
{
    static const char *const keys[] = {"motion", "index", "verdict", "free_until", "claims", NULL};
    double until = NAN;
    double claims = NAN;
    char *identity = json_dumps(json_object_get(line, "motion"), JSON_ENCODE_ANY | JSON_COMPACT);
    bool same = identity && a->identity && !strcmp(identity, a->identity);
    free(identity);
    const char *verdict = json_string_value(json_object_get(line, "verdict"));
    if (!only_keys(line, keys, "the last line of a motion", why) ||
        !read_number(line, "free_until", &until, why) || !read_number(line, "claims", &claims, why))
        return false;
    if (!same || !verdict)
        return refuse(why, "the last line of a motion is of another one, or has no verdict");
    if (claims != (double)a->claims)
        return refuse(why, "it has %zu claims where %.0f were made", a->claims, claims);
    bool is_free = !strcmp(verdict, "free");
    if (!is_free && strcmp(verdict, "contact") != 0 && strcmp(verdict, "undecided") != 0)
        return refuse(why, "there is no such verdict");
    if (!(a->motion.begin <= until && until <= a->motion.end) || (is_free && until != a->motion.end))
        return refuse(why, "it is free until another time than its verdict says");
    if (a->stage_count && a->stages[a->stage_count - 1].end != a->motion.end)
        return refuse(why, "the last stage does not end with the motion");
    if (!covers_all(a, until, is_free, why))
        return false;
    if (is_free)
        printf("motion %s: proven free\n", a->identity);
    else if (until > a->motion.begin)
        printf("motion %s: proven free until %.17g\n", a->identity, until);
    else
        printf("motion %s: nothing is proven\n", a->identity);
    return true;
}

/* ---- files -------------------------------------------------------------------------------------- */

static bool begin_file(auditor *a, json_t *line, refusal *why)
{
    a->has_model = true;
    if (!model_read(&a->model, line, why))
        return false;
    stage_begin(&a->whole, &a->model, 0, 0);
    return true;
}

static bool take_line(auditor *a, json_t *line, refusal *why)
{
    if (!a->has_model)
        return begin_file(a, line, why);
    if (json_object_get(line, "verdict")) {
        if (!a->has_motion)
            return refuse(why, "a verdict stands before its motion");
        bool good = a->motion_refused || end_motion(a, line, why);
        forget_motion(a);
        return good;
    }
    if (json_object_get(line, "motion"))
        return begin_motion(a, line, why);
    if (!a->has_motion)
        return refuse(why, "a claim stands before any motion");
    if (a->motion_refused)
        return true;
    if (json_object_get(line, "places"))
        return take_stage(a, line, why);
    a->claims++;
    stage *s = stage_of(a, line, why);
    return s &&
           (json_object_get(line, "block") ? take_block(a, s, line, why) : take_claim(a, s, line, why));
}

static void end_file(auditor *a)
{
    if (a->whole.of_pairs)
        forget_motion(a);
    stage_end(&a->whole);
    model_free(&a->model);
}

static int audit(const char *path, bool precise)
{
    FILE *file = !strcmp(path, "-") ? stdin : fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "leeway-audit: %s cannot be opened\n", path);
        return 2;
    }
    auditor a = {.path = path, .precise = precise};
    char *text = NULL;
    size_t capacity = 0;
    ssize_t count;
    bool ends = false;
    while (!ends && (count = getline(&text, &capacity, file)) >= 0) {
        refusal why = {""};
        json_error_t problem;
        a.line++;
        json_t *line = json_loadb(text, (size_t)count, JSON_REJECT_DUPLICATES, &problem);
        bool good = line ? take_line(&a, line, &why) : refuse(&why, "%s", problem.text);
        json_decref(line);
        if (good)
            continue;
        say(&a, &why);
        /* a file whose model is refused proves nothing more; of a motion that is refused nothing more
         * is said */
        a.motion_refused = true;
        ends = !a.whole.of_pairs;
    }
    refusal why = {""};
    if (!ends && a.has_motion && !refuse(&why, "the last motion has no last line"))
        say(&a, &why);
    if (!a.has_model && !refuse(&why, "the file is empty"))
        say(&a, &why);
    bool failed = ferror(file);
    if (file != stdin)
        fclose(file);
    free(text);
    end_file(&a);
    return failed ? 2 : a.refused > 0;
}

int main(int count, char **arguments)
{
    bool precise = count > 1 && !strcmp(arguments[1], "--precise");
    int first = precise ? 2 : 1;
    if (count > 1 && !strcmp(arguments[1], "--help")) {
        fputs(usage, stdout);
        return 0;
    }
    if (first >= count || (arguments[first][0] == '-' && arguments[first][1])) {
        fputs(usage, stderr);
        return 2;
    }
    int worst = 0;
    for (int i = first; i < count; i++) {
        int status = audit(arguments[i], precise);
        worst = status > worst ? status : worst;
    }
    return worst;
}
