/* Reads payloads in a motion in JSON: objects that a robot attaches and releases at waypoints. */
#include "io/motion/payload_json.h"

#include <math.h>

static const char *const attach_keys[] = {"waypoint", "id", "link", "touch_links", "may_touch", NULL};
static const char *const release_keys[] = {"waypoint", "id", "may_touch", NULL};

static lw_status read_waypoint(lw_document *document, const lw_value *node, const lw_track *track,
                               size_t *out)
{
    lw_value *value = NULL;
    double number = 0;
    lw_status status = lw_value_need(document, node, "waypoint", &value);
    if (status || (status = lw_value_number(document, value, "waypoint", &number)))
        return status;
    double last = (double)track->point_count - 1;
    if (!(number >= 0 && number <= last) || floor(number) != number)
        return lw_value_fail(document, value, LW_ERROR_ARGUMENT,
                             "waypoint is %g; it must be a whole number from 0 to %g", number, last);
    *out = (size_t)number;
    return LW_OK;
}

static lw_status read_name(lw_document *document, const lw_value *node, const char *key,
                           const char **out)
{
    lw_value *value = NULL;
    lw_status status = lw_value_need(document, node, key, &value);
    return status ? status : lw_value_text(document, value, key, out);
}

/* Reads a list of names; without the key, an empty one. */
static lw_status read_names(lw_document *document, const lw_value *node, const char *key,
                            const char *const **out, size_t *count)
{
    const lw_value *value = lw_value_find(node, key);
    const char **names = NULL;
    lw_status status = value ? lw_value_text_list(document, value, key, &names, count) : LW_OK;
    *out = names;
    return status;
}

static lw_status read_payload(lw_document *document, const lw_value *node, lw_payload_kind kind,
                              const lw_track *track, lw_payload *out)
{
    bool attach = kind == LW_PAYLOAD_ATTACH;
    *out = lw_default_payload();
    out->kind = kind;
    lw_status status = lw_value_keys(document, node, attach ? "what is attached" : "what is released",
                                     attach ? attach_keys : release_keys);
    if (status || (status = read_waypoint(document, node, track, &out->waypoint)) ||
        (status = read_name(document, node, "id", &out->object)) ||
        (attach && (status = read_name(document, node, "link", &out->link))) ||
        (status = read_names(document, node, "touch_links", &out->touch_links, &out->touch_link_count)))
        return status;
    return read_names(document, node, "may_touch", &out->may_touch, &out->may_touch_count);
}

lw_status lw_json_payloads(lw_document *document, const lw_value *node, lw_track *track)
{
    static const char *const keys[] = {"attach", "release"};
    static const lw_payload_kind kinds[] = {LW_PAYLOAD_ATTACH, LW_PAYLOAD_RELEASE};
    size_t count = 0;
    for (int i = 0; i < 2; i++) {
        const lw_value *list = lw_value_find(node, keys[i]);
        lw_status status = list ? lw_value_expect(document, list, keys[i], LW_VALUE_LIST) : LW_OK;
        if (status)
            return status;
        if (list && track->kind == LW_TRACK_RIGID)
            return lw_value_fail(document, list, LW_ERROR_ARGUMENT,
                                 "a rigid motion has no waypoints for %s", keys[i]);
        count += list ? list->count : 0;
    }
    if (!count)
        return LW_OK;
    lw_payload *payloads = lw_document_take(document, count, sizeof *payloads);
    if (!payloads)
        return lw_fail_memory(document->error);
    track->payloads = payloads;
    for (int i = 0; i < 2; i++) {
        const lw_value *list = lw_value_find(node, keys[i]);
        for (size_t k = 0; list && k < list->count; k++) {
            lw_status status = read_payload(document, list->items[k], kinds[i], track,
                                            &payloads[track->payload_count++]);
            if (status)
                return status;
        }
    }
    return LW_OK;
}
