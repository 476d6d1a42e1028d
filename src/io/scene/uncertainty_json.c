/* How exactly an obstacle or a base is known, in JSON. */
#include "io/scene/uncertainty_json.h"

static const char *const names[] = {"position", "angle", "speed", "since", NULL};

lw_status lw_uncertainty_json(lw_document *document, const lw_value *node, lw_uncertainty *out)
{
    const lw_value *given = lw_value_find(node, "uncertainty");
    *out = (lw_uncertainty){0};
    if (!given)
        return LW_OK;
    double *const numbers[] = {&out->position, &out->angle, &out->speed, &out->since};
    lw_status status = lw_value_keys(document, given, "uncertainty", names);
    for (size_t i = 0; names[i] && !status; i++) {
        const lw_value *number = lw_value_find(given, names[i]);
        if (number)
            status = lw_value_quantity(document, number, names[i], numbers[i]);
    }
    return status;
}

void lw_uncertainty_write(lw_text *text, const lw_uncertainty *uncertainty)
{
    const double numbers[] = {uncertainty->position, uncertainty->angle, uncertainty->speed,
                              uncertainty->since};
    bool written = false;
    for (size_t i = 0; names[i]; i++) {
        if (numbers[i] == 0)
            continue;
        lw_text_put(text, written ? ", \"" : ", \"uncertainty\": {\"");
        lw_text_put(text, names[i]);
        lw_text_put(text, "\": ");
        lw_json_write_number(text, numbers[i]);
        written = true;
    }
    lw_text_put(text, written ? "}" : "");
}
