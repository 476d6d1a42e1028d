/* Two turning polytopes from LEEWAY_DATA, and the times of their first contacts from many starts: K1
 * turns once about the z axis, K2 half as far about its own. */
#ifndef LW_TEST_MOVING_POLYTOPES_H
#define LW_TEST_MOVING_POLYTOPES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "data.h"
#include "leeway/leeway.h"

enum { MOVING_VERTICES = 256, MOVING_CASES = 400 };

typedef struct moving_case {
    int id;
    bool hit;
    lw_pose start;    /* of K2 */
    double low, high; /* for a hit: bounds on the time of the first contact, as a share of the motion */
} moving_case;

typedef struct moving_polytopes {
    double vertices[2][3 * MOVING_VERTICES];
    size_t vertex_count[2];
    moving_case cases[MOVING_CASES];
    int count;
} moving_polytopes;

static inline void read_moving_body(FILE *file, moving_polytopes *out, int which)
{
    char line[1024];
    int count = 0;
    do
        assert_non_null(fgets(line, sizeof line, file));
    while (sscanf(line, "body %*d %d", &count) != 1);
    assert_true(count > 0 && count <= MOVING_VERTICES);
    for (int i = 0; i < 3 * count; i++)
        assert_int_equal(fscanf(file, "%lf", &out->vertices[which][i]), 1);
    out->vertex_count[which] = (size_t)count;
}

/* Skips the test if there is no data. */
static inline void read_moving_polytopes(const char *name, moving_polytopes *out)
{
    const char *data = data_folder("the moving polytopes");
    if (!data)
        skip();
    char path[1024];
    snprintf(path, sizeof path, "%s/polytopes/%s.txt", data, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    read_moving_body(file, out, 0);
    read_moving_body(file, out, 1);
    char line[1024];
    out->count = 0;
    do
        assert_non_null(fgets(line, sizeof line, file));
    while (sscanf(line, "cases %d", &out->count) != 1);
    assert_true(out->count > 0 && out->count <= MOVING_CASES);
    for (int i = 0; i < out->count; i++) {
        moving_case *c = &out->cases[i];
        lw_quat *q = &c->start.orientation;
        lw_vec3 *p = &c->start.position;
        int hit;
        assert_non_null(fgets(line, sizeof line, file));
        assert_int_equal(sscanf(line, "%d %d %lf %lf %lf %lf %lf %lf %lf %lf %lf", &c->id, &hit, &q->w,
                                &q->x, &q->y, &q->z, &p->x, &p->y, &p->z, &c->low, &c->high),
                         11);
        c->hit = hit;
    }
    fclose(file);
}

#endif
