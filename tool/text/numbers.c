/* Numbers that people type as the values of options. */
#include "text/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a decimal number. 010 is refused: some read it as 10, others as 8. The program keeps the
 * locale "C", so that the point is a point. */
static bool read_number(const char *text, size_t length, double *out)
{
    enum { LONGEST = 512 };
    char copy[LONGEST];
    char *end;
    if (!length || length >= LONGEST || strspn(text, "+-.0123456789eE") < length)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    const char *digits = copy + strspn(copy, "+-");
    if (digits[0] == '0' && digits[1] && strspn(digits, "0123456789") == strlen(digits))
        return false;
    *out = strtod(copy, &end);
    return !*end && end > copy;
}

void lw_number_text(double value, char text[LW_NUMBER_SIZE])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, LW_NUMBER_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

bool lw_numbers_read(const char *text, double *out, size_t capacity, size_t *count)
{
    static const char blanks[] = " \t";
    *count = 0;
    for (text += strspn(text, blanks); *text;) {
        size_t length = strcspn(text, ", \t");
        double value;
        if (!read_number(text, length, &value) || !isfinite(value) || *count == capacity)
            return false;
        out[(*count)++] = value;
        text += length;
        text += strspn(text, blanks);
        if (*text != ',')
            continue;
        text++;
        text += strspn(text, blanks);
        if (!*text)
            return false;
    }
    return *count > 0;
}
