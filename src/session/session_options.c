/* The options of a session's checks, by the names of `leeway check`'s flags. */
#include "session/session_options.h"

#include <stddef.h>
#include <string.h>

#include "check/method/methods.h"
#include "io/text/json_write.h"

typedef enum option_kind { A_METHOD, A_BOOL, A_NUMBER, A_COUNT, A_SHORT_COUNT, A_FLAG } option_kind;

/* A key, and its field in lw_asked. */
typedef struct option_key {
    const char *key;
    option_kind kind;
    size_t at;
} option_key;

#define LW_AT(field) offsetof(lw_asked, field)

static const option_key options[] = {
    {"method", A_METHOD, LW_AT(check.method)},
    {"any", A_BOOL, LW_AT(check.any)},
    {"clearance", A_BOOL, LW_AT(check.clearance)},
    {"near", A_NUMBER, LW_AT(near)},
    {"fixed_pairs", A_FLAG, LW_AT(check.fixed_pairs)},
    {"leaving", A_FLAG, LW_AT(check.leaving)},
    {"depth_tolerance", A_NUMBER, LW_AT(check.depth_tolerance)},
    {"unmeasured", A_BOOL, LW_AT(check.unmeasured)},
    {"time_tolerance", A_NUMBER, LW_AT(check.time_tolerance)},
    {"distance_tolerance", A_NUMBER, LW_AT(check.distance_tolerance)},
    {"clearance_relative", A_NUMBER, LW_AT(check.clearance_relative)},
    {"clearance_absolute", A_NUMBER, LW_AT(check.clearance_absolute)},
    {"budget_queries", A_COUNT, LW_AT(check.budget_queries)},
    {"budget_work", A_COUNT, LW_AT(check.budget_work)},
    {"budget_seconds", A_NUMBER, LW_AT(check.budget_seconds)},
    {"resolution", A_NUMBER, LW_AT(check.resolution)},
    {"expansion", A_NUMBER, LW_AT(check.expansion)},
    {"layers", A_SHORT_COUNT, LW_AT(check.layers)},
};
enum { OPTIONS = sizeof options / sizeof *options };

/* The largest whole number up to which doubles tell all whole numbers apart. */
static const double MOST_WHOLE = 9007199254740992.0;

static lw_status read_method(lw_document *document, const lw_value *value, lw_asked *asked)
{
    const char *name = NULL;
    lw_status status = lw_value_text(document, value, "method", &name);
    if (!status && !lw_method_from_name(name, &asked->check.method))
        status = lw_value_fail(document, value, LW_ERROR_NAME, "there is no method \"%.40s\"", name);
    return status;
}

static lw_status read_count(lw_document *document, const lw_value *value, const option_key *option,
                            double most, void *field)
{
    double number = 0;
    lw_status status = lw_value_number(document, value, option->key, &number);
    if (status)
        return status;
    if (!(number >= 0 && number <= most) || number != (double)(uint64_t)number)
        return lw_value_fail(document, value, LW_ERROR_ARGUMENT,
                             "%s is %g; it must be a whole number from 0 to %.0f", option->key, number,
                             most);
    if (option->kind == A_COUNT)
        *(uint64_t *)field = (uint64_t)number;
    else
        *(uint32_t *)field = (uint32_t)number;
    return LW_OK;
}

static lw_status read_option(lw_document *document, const lw_value *value, const option_key *option,
                             lw_asked *asked)
{
    void *field = (char *)asked + option->at;
    bool flag = false;
    lw_status status = LW_OK;
    switch (option->kind) {
    case A_METHOD:
        return read_method(document, value, asked);
    case A_BOOL:
        return lw_value_bool(document, value, option->key, field);
    case A_FLAG:
        status = lw_value_bool(document, value, option->key, &flag);
        *(uint64_t *)field = flag;
        return status;
    case A_NUMBER:
        return lw_value_number(document, value, option->key, field);
    case A_COUNT:
        return read_count(document, value, option, MOST_WHOLE, field);
    case A_SHORT_COUNT:
        return read_count(document, value, option, UINT32_MAX, field);
    }
    return LW_OK;
}

lw_status lw_asked_read(lw_document *document, const lw_value *node, lw_asked *asked)
{
    const char *keys[OPTIONS + 1] = {NULL};
    lw_asked next = *asked;
    for (int i = 0; i < OPTIONS; i++)
        keys[i] = options[i].key;
    lw_document_subject(document, "%s", "");
    lw_status status = lw_value_keys(document, node, "the map of options", keys);
    for (int i = 0; i < OPTIONS && !status; i++) {
        const lw_value *value = lw_value_member(node, options[i].key);
        if (value)
            status = read_option(document, value, &options[i], &next);
    }
    if (!status && next.near < 0)
        status = lw_value_fail(document, node, LW_ERROR_ARGUMENT, "near is %g; it must be 0 or more",
                               next.near);
    if (!status)
        status = lw_value_place(document, node, lw_validate_options(&next.check, document->error));
    if (!status)
        *asked = next;
    return status;
}

void lw_asked_write(lw_text *text, const lw_asked *asked)
{
    for (int i = 0; i < OPTIONS; i++) {
        const void *field = (const char *)asked + options[i].at;
        lw_text_put(text, i ? ", \"" : "{\"");
        lw_text_put(text, options[i].key);
        lw_text_put(text, "\": ");
        switch (options[i].kind) {
        case A_METHOD:
            lw_json_write_text(text, lw_method_name(asked->check.method));
            break;
        case A_BOOL:
            lw_text_put(text, *(const bool *)field ? "true" : "false");
            break;
        case A_FLAG:
            lw_text_put(text, *(const uint64_t *)field ? "true" : "false");
            break;
        case A_NUMBER:
            lw_json_write_number(text, *(const double *)field);
            break;
        case A_COUNT:
            lw_text_put_whole(text, *(const uint64_t *)field);
            break;
        case A_SHORT_COUNT:
            lw_text_put_whole(text, *(const uint32_t *)field);
            break;
        }
    }
    lw_text_put(text, "}");
}
