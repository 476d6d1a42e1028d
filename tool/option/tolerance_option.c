/* The option --tolerance. */
#include "option/tolerance_option.h"

#include "option/option_value.h"
#include "text/numbers.h"

#include <stdlib.h>

/* Whether a text is meant as a number, good or not: "nan" and "-1" are no files. */
static bool is_number(const char *text)
{
    char *end;
    strtod(text, &end);
    return end != text && !*end;
}

void lw_take_tolerance(const lw_command_line *line, const lw_option *option, const char *text,
                       void *into)
{
    lw_tolerance_option *tolerance = (lw_tolerance_option *)(void *)((char *)into + option->at);
    size_t count;
    if (!is_number(text))
        tolerance->file = lw_option_file(line, option->name, text);
    else if (!lw_numbers_read(text, &tolerance->size, 1, &count) || !(tolerance->size >= 0))
        lw_usage_error(line, "--%s takes a number of at least 0 or a file, not '%s'", option->name,
                       text);
}

bool lw_tolerance_given(const lw_tolerance_option *tolerance)
{
    return tolerance->file || tolerance->size > 0;
}

lw_status lw_tolerance_set(const lw_tolerance_option *tolerance, lw_motion *motion, lw_error *error)
{
    if (tolerance->file)
        return lw_motion_load_tolerance(motion, tolerance->file, error);
    return tolerance->size > 0 ? lw_motion_set_tolerances(motion, tolerance->size, 0, error) : LW_OK;
}

lw_status lw_tolerance_inputs(const lw_tolerance_option *tolerance, lw_inputs *inputs, lw_error *error)
{
    return lw_inputs_add(inputs, tolerance->file, error);
}
