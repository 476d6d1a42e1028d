/* Reads a spline in a motion in JSON: a Bézier curve, a B-spline or polynomials. */
#include "io/motion/spline_json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static lw_status read_type(lw_document *document, const lw_value *node, lw_spline_kind *out)
{
    lw_value *value = NULL;
    const char *type = NULL;
    lw_status status = lw_value_need(document, node, "type", &value);
    if (status || (status = lw_value_text(document, value, "type", &type)))
        return status;
    for (int kind = 0; lw_spline_name((lw_spline_kind)kind); kind++) {
        *out = (lw_spline_kind)kind;
        if (!strcmp(type, lw_spline_name(*out)))
            return LW_OK;
    }
    return lw_value_fail(document, value, LW_ERROR_SYNTAX,
                         "type must be \"bezier\", \"bspline\" or \"polynomial\", not \"%.40s\"", type);
}

static lw_status read_degree(lw_document *document, const lw_value *node, size_t *out)
{
    lw_value *value = NULL;
    double degree = 0;
    lw_status status = lw_value_need(document, node, "degree", &value);
    if (status || (status = lw_value_number(document, value, "degree", &degree)))
        return status;
    if (!(degree >= 1 && degree <= LW_SPLINE_DEGREE) || floor(degree) != degree)
        return lw_value_fail(document, value, LW_ERROR_ARGUMENT,
                             "degree is %g; it must be a whole number from 1 to %d", degree,
                             LW_SPLINE_DEGREE);
    *out = (size_t)degree;
    return LW_OK;
}

/* Reads the control points of a Bézier curve or a B-spline. */
static lw_status read_points(const lw_scene *scene, lw_document *document, const lw_value *node,
                             const lw_columns *columns, lw_spline *out)
{
    static const char *const keys[] = {"type", "degree", "points", "knots", "duration", NULL};
    lw_value *rows = NULL;
    double *points = NULL;
    lw_status status = lw_value_keys(document, node, "a spline", keys);
    if (status || (status = read_degree(document, node, &out->degree)) ||
        (status = lw_value_need(document, node, "points", &rows)))
        return status;
    status =
        lw_columns_rows(scene, document, rows, columns, "points", false, &points, &out->point_count);
    out->points = points;
    return status;
}

/* Reads coefficients: a list for each polynomial, of a row for each power. Polynomials of a lower
 * degree than others get rows of zeros. */
static lw_status read_coefficients(const lw_scene *scene, lw_document *document, const lw_value *node,
                                   const lw_columns *columns, lw_spline *out)
{
    static const char *const keys[] = {"type", "coefficients", "knots", NULL};
    const size_t width = columns->joints.value_count;
    lw_value *list = NULL;
    size_t most = 2;
    lw_status status = lw_value_keys(document, node, "polynomials", keys);
    if (status || (status = lw_value_need(document, node, "coefficients", &list)) ||
        (status = lw_value_expect(document, list, "coefficients", LW_VALUE_LIST)))
        return status;
    for (size_t i = 0; i < list->count; i++) {
        const size_t rows = lw_value_item_count(list->items[i]);
        if (rows > LW_SPLINE_DEGREE + 1)
            return lw_value_fail(document, list->items[i], LW_ERROR_ARGUMENT,
                                 "polynomial %zu has %zu coefficients; the degree is at most %d", i,
                                 rows, LW_SPLINE_DEGREE);
        most = rows > most ? rows : most;
    }
    out->degree = most - 1;
    out->point_count = list->count * most;
    double *points = lw_document_take(document, out->point_count, width * sizeof *points);
    if (!points)
        return lw_fail_memory(document->error);
    memset(points, 0, out->point_count * width * sizeof *points);
    for (size_t i = 0; i < list->count && !status; i++) {
        char name[60];
        double *rows = NULL;
        size_t count = 0;
        snprintf(name, sizeof name, "polynomial %zu", i);
        status = lw_columns_rows(scene, document, list->items[i], columns, name, false, &rows, &count);
        if (!status)
            memcpy(points + i * most * width, rows, count * width * sizeof *rows);
    }
    out->points = points;
    return status;
}

lw_status lw_spline_json_read(const lw_scene *scene, lw_document *document, const lw_value *node,
                              const lw_columns *columns, lw_spline *out)
{
    *out = lw_default_spline();
    out->joints = &columns->joints;
    lw_status status = lw_value_expect(document, node, "spline", LW_VALUE_MAP);
    if (status || (status = read_type(document, node, &out->kind)))
        return status;
    status = out->kind == LW_SPLINE_POLYNOMIAL ? read_coefficients(scene, document, node, columns, out)
                                               : read_points(scene, document, node, columns, out);
    const lw_value *knots = lw_value_find(node, "knots");
    const lw_value *duration = lw_value_find(node, "duration");
    double *numbers = NULL;
    if (!status && knots)
        status = lw_value_number_list(document, knots, "knots", &numbers, &out->knot_count);
    out->knots = numbers;
    if (!status && duration)
        status = lw_value_quantity(document, duration, "duration", &out->duration);
    if (!status && duration && !(out->duration > 0))
        return lw_value_fail(document, duration, LW_ERROR_ARGUMENT,
                             "duration is %g; it must be above 0", out->duration);
    return status;
}
