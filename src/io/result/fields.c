/* Fields of a result in JSON, each with its key. */
#include "io/result/fields.h"

#include <math.h>

#include "io/text/json_write.h"

void lw_number_field(lw_text *text, const char *name, double value)
{
    if (isfinite(value))
        lw_json_write_number_key(text, name, value);
}

void lw_count_field(lw_text *text, const char *name, uint64_t count)
{
    lw_json_write_key(text, name);
    lw_text_put_whole(text, count);
}

void lw_word_field(lw_text *text, const char *name, const char *word)
{
    lw_json_write_key(text, name);
    lw_text_put(text, "\"");
    lw_text_put(text, word);
    lw_text_put(text, "\"");
}

void lw_list_field(lw_text *text, const char *name, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return;
    lw_json_write_key(text, name);
    lw_json_write_numbers(text, values, count);
}

void lw_write_pair(lw_text *text, const lw_scene *scene, const int64_t pair[2])
{
    lw_text_put(text, "[");
    lw_json_write_text(text, lw_scene_body_name(scene, (size_t)pair[0]));
    lw_text_put(text, ", ");
    lw_json_write_text(text, lw_scene_body_name(scene, (size_t)pair[1]));
    lw_text_put(text, "]");
}

void lw_pair_field(lw_text *text, const char *name, const lw_scene *scene, const int64_t pair[2])
{
    if (pair[0] < 0 || pair[1] < 0)
        return;
    lw_json_write_key(text, name);
    lw_write_pair(text, scene, pair);
}
