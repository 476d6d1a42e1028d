/* Typed access to a tree of values. An error's sentence names the expected kind and the one found. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "io/text/document.h"

lw_value *lw_value_member(const lw_value *node, const char *key)
{
    if (!lw_value_is(node, LW_VALUE_MAP))
        return NULL;
    for (size_t i = 0; i < node->count; i++)
        if (!strcmp(node->members[i].key, key))
            return node->members[i].value;
    return NULL;
}

lw_value *lw_value_find(const lw_value *node, const char *key)
{
    lw_value *value = lw_value_member(node, key);
    return lw_value_is(value, LW_VALUE_NULL) ? NULL : value;
}

lw_status lw_value_need(lw_document *document, const lw_value *node, const char *key, lw_value **out)
{
    *out = lw_value_find(node, key);
    return *out ? LW_OK : lw_value_fail(document, node, LW_ERROR_SYNTAX, "\"%s\" is missing", key);
}

bool lw_value_is(const lw_value *node, lw_value_kind kind)
{
    return node && node->kind == kind;
}

bool lw_value_is_true(const lw_value *node)
{
    return lw_value_is(node, LW_VALUE_BOOL) && node->truth;
}

size_t lw_value_item_count(const lw_value *node)
{
    return lw_value_is(node, LW_VALUE_LIST) ? node->count : 0;
}

lw_value *lw_value_item(const lw_value *node, size_t index)
{
    return index < lw_value_item_count(node) ? node->items[index] : NULL;
}

const char *lw_value_as_text(const lw_value *node)
{
    return lw_value_is(node, LW_VALUE_TEXT) ? node->text : NULL;
}

double lw_value_as_number(const lw_value *node)
{
    return lw_value_is(node, LW_VALUE_NUMBER) ? node->number : 0;
}

const char *lw_value_kind_name(lw_value_kind kind)
{
    static const char *const names[] = {"nothing", "true or false", "a number",
                                        "a text",  "a list",        "an object"};
    return names[kind];
}

/* whether `ros2 topic echo` cut a long array short: it then prints a text such as "..." in its place */
static bool cut_short(const lw_value *node)
{
    return node->kind == LW_VALUE_TEXT &&
           (!strcmp(node->text, "...") || !strncmp(node->text, "<sequence", 9) ||
            !strncmp(node->text, "<array", 6));
}

static lw_status fail_kind(lw_document *document, const lw_value *node, const char *name,
                           const char *wanted)
{
    if (cut_short(node))
        return lw_value_fail(document, node, LW_ERROR_SYNTAX,
                             "%s was cut short when it was printed (\"%.30s\"); print the message in "
                             "full (ros2 topic echo --full-length)",
                             name, node->text);
    if (node->kind == LW_VALUE_TEXT)
        return lw_value_fail(document, node, LW_ERROR_SYNTAX, "%s must be %s, not the text \"%.40s\"",
                             name, wanted, node->text);
    return lw_value_fail(document, node, LW_ERROR_SYNTAX, "%s must be %s, not %s", name, wanted,
                         lw_value_kind_name(node->kind));
}

lw_status lw_value_expect(lw_document *document, const lw_value *node, const char *name,
                          lw_value_kind kind)
{
    return node->kind == kind ? LW_OK : fail_kind(document, node, name, lw_value_kind_name(kind));
}

lw_status lw_value_number(lw_document *document, const lw_value *node, const char *name, double *out)
{
    if (node->kind != LW_VALUE_NUMBER)
        return fail_kind(document, node, name, "a number");
    if (!isfinite(node->number))
        return lw_value_fail(document, node, LW_ERROR_ARGUMENT, "%s is not a finite number", name);
    *out = node->number;
    return LW_OK;
}

lw_status lw_value_bool(lw_document *document, const lw_value *node, const char *name, bool *out)
{
    bool digit = node->plain && node->kind == LW_VALUE_NUMBER && node->length == 1 &&
                 (node->text[0] == '0' || node->text[0] == '1');
    if (node->kind != LW_VALUE_BOOL && !digit)
        return fail_kind(document, node, name, "true or false");
    *out = digit ? node->text[0] == '1' : node->truth;
    return LW_OK;
}

lw_status lw_value_text(lw_document *document, const lw_value *node, const char *name, const char **out)
{
    if (node->kind != LW_VALUE_TEXT && !(node->plain && node->text))
        return fail_kind(document, node, name, "a text");
    if (strlen(node->text) != node->length)
        return lw_value_fail(document, node, LW_ERROR_SYNTAX, "%s holds a NUL character", name);
    *out = node->text;
    return LW_OK;
}

lw_status lw_value_numbers(lw_document *document, const lw_value *node, const char *name, double *out,
                           size_t count)
{
    lw_status status = lw_value_expect(document, node, name, LW_VALUE_LIST);
    if (status)
        return status;
    if (node->count != count)
        return lw_value_fail(document, node, LW_ERROR_ARGUMENT, "%s must be %zu number%s, not %zu",
                             name, count, count == 1 ? "" : "s", node->count);
    for (size_t i = 0; i < count && !status; i++)
        status = lw_value_quantity(document, node->items[i], name, &out[i]);
    return status;
}

lw_status lw_check_size(lw_document *document, const lw_value *node, const char *name, double value)
{
    if (!(value > 0))
        return lw_value_fail(document, node, LW_ERROR_ARGUMENT, "%s is %g; it must be above 0", name,
                             value);
    return lw_check_range(document, node, name, value);
}

lw_status lw_check_range(lw_document *document, const lw_value *node, const char *name, double value)
{
    if (!(fabs(value) <= LW_LARGEST))
        return lw_value_fail(
            document, node, LW_ERROR_ARGUMENT,
            "%s is %g; it must be finite, and at most %g in metres, radians and seconds", name, value,
            LW_LARGEST);
    return LW_OK;
}

lw_status lw_value_quantity(lw_document *document, const lw_value *node, const char *name, double *out)
{
    lw_status status = lw_value_number(document, node, name, out);
    return status ? status : lw_check_range(document, node, name, *out);
}

lw_status lw_value_size(lw_document *document, const lw_value *node, const char *name, double *out)
{
    lw_status status = lw_value_number(document, node, name, out);
    return status ? status : lw_check_size(document, node, name, *out);
}

lw_status lw_value_distance(lw_document *document, const lw_value *node, const char *name, double *out)
{
    lw_status status = lw_value_number(document, node, name, out);
    if (!status && *out < 0)
        return lw_value_fail(document, node, LW_ERROR_ARGUMENT, "%s is %g; it must be 0 or more", name,
                             *out);
    return status ? status : lw_check_range(document, node, name, *out);
}

lw_status lw_value_point(lw_document *document, const lw_value *node, const char *name, lw_vec3 *out)
{
    double values[3];
    lw_status status = lw_value_numbers(document, node, name, values, 3);
    for (size_t i = 0; i < 3 && !status; i++)
        status = lw_check_range(document, node->items[i], name, values[i]);
    if (!status)
        *out = (lw_vec3){values[0], values[1], values[2]};
    return status;
}

lw_status lw_value_number_list(lw_document *document, const lw_value *node, const char *name,
                               double **out, size_t *count)
{
    lw_status status = lw_value_expect(document, node, name, LW_VALUE_LIST);
    if (status)
        return status;
    if (!(*out = lw_document_take(document, node->count, sizeof **out)))
        return lw_fail_memory(document->error);
    *count = node->count;
    return lw_value_numbers(document, node, name, *out, node->count);
}

lw_status lw_value_text_list(lw_document *document, const lw_value *node, const char *name,
                             const char ***out, size_t *count)
{
    lw_status status = lw_value_expect(document, node, name, LW_VALUE_LIST);
    if (status)
        return status;
    if (!(*out = lw_document_take(document, node->count, sizeof **out)))
        return lw_fail_memory(document->error);
    *count = node->count;
    for (size_t i = 0; i < node->count && !status; i++)
        status = cut_short(node->items[i]) ? fail_kind(document, node->items[i], name, "complete")
                                           : lw_value_text(document, node->items[i], name, &(*out)[i]);
    return status;
}

/* The number of letters to insert, remove or replace to get from a to b (Levenshtein), by rows. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t row[33];
    size_t length = strlen(b);
    if (length > 32 || strlen(a) > 32)
        return SIZE_MAX;
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            size_t best = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            best = row[j] + 1 < best ? row[j] + 1 : best;
            row[j] = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
        }
    }
    return row[length];
}

static lw_status fail_key(lw_document *document, const lw_member *member, const char *name,
                          const char *const *keys)
{
    const lw_value location = {.line = member->line, .column = member->column};
    const char *nearest = NULL;
    size_t least = 3;
    char list[300] = "";
    size_t used = 0;
    for (size_t i = 0; keys[i]; i++) {
        size_t distance = edit_distance(member->key, keys[i]);
        if (distance < least) {
            least = distance;
            nearest = keys[i];
        }
        int written = snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", keys[i]);
        used += written > 0 && (size_t)written < sizeof list - used ? (size_t)written : 0;
    }
    if (nearest)
        return lw_value_fail(document, &location, LW_ERROR_SYNTAX,
                             "%s has no key \"%.60s\"; \"%s\" was meant perhaps", name, member->key,
                             nearest);
    return lw_value_fail(document, &location, LW_ERROR_SYNTAX, "%s has no key \"%.60s\"; it has %s",
                         name, member->key, list);
}

lw_status lw_value_keys(lw_document *document, const lw_value *node, const char *name,
                        const char *const *keys)
{
    lw_status status = lw_value_expect(document, node, name, LW_VALUE_MAP);
    for (size_t i = 0; i < node->count && !status; i++) {
        size_t k = 0;
        while (keys[k] && strcmp(keys[k], node->members[i].key))
            k++;
        if (!keys[k])
            status = fail_key(document, &node->members[i], name, keys);
    }
    return status;
}

lw_status lw_value_refuse_null(lw_document *document, const lw_value *value)
{
    if (value->kind == LW_VALUE_NULL)
        return lw_value_fail(document, value, LW_ERROR_SYNTAX, "null is no value; leave the key out");
    lw_status status = LW_OK;
    for (size_t i = 0; i < value->count && !status; i++)
        status = lw_value_refuse_null(document, value->kind == LW_VALUE_LIST ? value->items[i]
                                                                             : value->members[i].value);
    return status;
}
