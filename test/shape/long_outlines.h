/* Simple outlines of many vertices, of the kinds that make splitting slow in one way or another. */
#ifndef TEST_LONG_OUTLINES_H
#define TEST_LONG_OUTLINES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/random.h"

enum {
    LONG_STAR,      /* random radii */
    LONG_CIRCLE,    /* with a little noise */
    LONG_GEAR,      /* square teeth round a circle */
    LONG_SAW,       /* low teeth round a circle */
    LONG_COMB,      /* teeth much longer than wide */
    LONG_ZIGZAG,    /* a thin strip that goes back and forth */
    LONG_STAIRCASE, /* a staircase, with a way back round a corner */
    LONG_SPIRAL,    /* a hundred vertices a turn on each side */
    LONG_HILBERT,   /* a strip along Hilbert's curve */
    LONG_MAZE,      /* round a random tree, with a random offset of each vertex */
    LONG_KINDS
};

static const char *const long_outline_names[LONG_KINDS] = {
    "star", "circle", "gear", "saw", "comb", "zigzag", "staircase", "spiral", "hilbert", "maze"};

static inline void long_outline_put(double *vertices, size_t i, double x, double y)
{
    vertices[3 * i] = x;
    vertices[3 * i + 1] = y;
    vertices[3 * i + 2] = 0;
}

/* ---- the outline of a tree in a grid ----------------------------------------------------------- */

/* The cells of a square grid, and the open sides of each, as bits: south, east, north, west. */
typedef struct long_outline_grid {
    uint32_t side;
    uint8_t *open;
} long_outline_grid;

static const int long_outline_step[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

static inline void long_outline_join(long_outline_grid *grid, uint32_t from, uint32_t to)
{
    for (int k = 0; k < 4; k++) {
        int along = (int)to - (int)from;
        if (along == long_outline_step[k][0] + (int)grid->side * long_outline_step[k][1]) {
            grid->open[from] |= (uint8_t)(1 << k);
            grid->open[to] |= (uint8_t)(1 << (k ^ 2));
        }
    }
}

/* A random tree over all cells: a walk that turns back at a dead end. */
static inline void long_outline_grow(long_outline_grid *grid, lw_random *random)
{
    uint32_t cells = grid->side * grid->side;
    uint32_t *stack = malloc(cells * sizeof *stack);
    uint32_t depth = 0;
    if (stack)
        stack[depth++] = 0;
    while (depth) {
        uint32_t at = stack[depth - 1];
        uint32_t free[4];
        uint32_t choices = 0;
        for (int k = 0; k < 4; k++) {
            uint32_t x = at % grid->side + (uint32_t)long_outline_step[k][0];
            uint32_t y = at / grid->side + (uint32_t)long_outline_step[k][1];
            if (x < grid->side && y < grid->side && !grid->open[x + grid->side * y])
                free[choices++] = x + grid->side * y;
        }
        if (choices) {
            stack[depth] = free[lw_random_below(random, choices)];
            long_outline_join(grid, at, stack[depth++]);
        } else {
            depth--;
        }
    }
    free(stack);
}

/* The cell at a place along Hilbert's curve. */
static inline uint32_t long_outline_hilbert(uint32_t side, uint32_t place)
{
    uint32_t x = 0;
    uint32_t y = 0;
    for (uint32_t s = 1; s < side; s *= 2, place /= 4) {
        uint32_t right = 1 & (place / 2);
        uint32_t up = 1 & (place ^ right);
        if (!up) {
            uint32_t swap = right ? s - 1 - x : x;
            x = right ? s - 1 - y : y;
            y = swap;
        }
        x += s * right;
        y += s * up;
    }
    return x + side * y;
}

/* The outline, counter-clockwise round the tree: four corners a cell, from each to the next one of its
 * cell or, where that side is open, to the neighbour's. */
static inline size_t long_outline_walk(const long_outline_grid *grid, double *vertices, double noise,
                                       lw_random *random)
{
    uint32_t cell = 0;
    int corner = 0; /* south-west, south-east, north-east, north-west */
    size_t count = 0;
    do {
        double x = grid->side ? cell % grid->side : 0;
        double y = grid->side ? cell / grid->side : 0;
        bool east = corner == 1 || corner == 2;
        long_outline_put(vertices, count++,
                         x + (east ? 0.25 : -0.25) + lw_random_between(random, -noise, noise),
                         y + (corner > 1 ? 0.25 : -0.25) + lw_random_between(random, -noise, noise));
        if (grid->open[cell] & 1 << corner) {
            cell += (uint32_t)(long_outline_step[corner][0] +
                               (int)grid->side * long_outline_step[corner][1]);
            corner = (corner + 3) % 4;
        } else {
            corner = (corner + 1) % 4;
        }
    } while (cell || corner);
    return count;
}

static inline size_t long_outline_of_tree(double *vertices, size_t count, bool maze, lw_random *random)
{
    uint32_t cells = (uint32_t)(count / 4);
    long_outline_grid grid = {1, NULL};
    while (maze ? (grid.side + 1) * (grid.side + 1) <= cells : grid.side * grid.side < cells)
        grid.side = maze ? grid.side + 1 : 2 * grid.side;
    grid.open = calloc((size_t)grid.side * grid.side, 1);
    if (!grid.open)
        return 0;
    if (maze)
        long_outline_grow(&grid, random);
    else
        for (uint32_t i = 1; i < cells; i++)
            long_outline_join(&grid, long_outline_hilbert(grid.side, i - 1),
                              long_outline_hilbert(grid.side, i));
    count = long_outline_walk(&grid, vertices, maze ? 0.24 : 0, random);
    free(grid.open);
    return count;
}

/* ---- the other kinds --------------------------------------------------------------------------- */

/* Vertex i of `count` of one of the other kinds. */
static inline void long_outline_vertex(double *vertices, size_t i, size_t count, int kind,
                                       lw_random *random)
{
    size_t half = count / 2;
    bool back = i >= half;
    double along = (double)(back ? count - 1 - i : i); /* out along one side and back along the other */
    double angle = 6.283185307179586 * (double)i / (double)count;
    double radius = 1;
    switch (kind) {
    case LONG_STAR:
        radius = lw_random_between(random, 0.1, 1);
        break;
    case LONG_CIRCLE:
        radius = 1 + lw_random_between(random, 0, 1) / (double)count;
        break;
    case LONG_GEAR:
        radius = i % 4 < 2 ? 1 : 0.95;
        break;
    case LONG_SAW:
        radius = 1 + 0.01 * (double)(i % 2);
        break;
    case LONG_COMB:
        long_outline_put(vertices, i, back ? along : along - 0.25 * (double)(i % 2),
                         back        ? -1 - 0.1 * (double)(i % 2)
                         : i % 4 < 2 ? 0
                                     : (double)count);
        return;
    case LONG_ZIGZAG:
        radius = (size_t)along % 2 ? (double)count : 0;
        long_outline_put(vertices, i, along, radius + (back ? 0.5 : 0));
        return;
    case LONG_STAIRCASE:
        if (i + 1 < count) {
            size_t across = i / 2;
            size_t down = (i + 1) / 2;
            long_outline_put(vertices, i, (double)across, (double)half - (double)down);
        } else {
            long_outline_put(vertices, i, -1, -1);
        }
        return;
    default: /* LONG_SPIRAL; the two sides are half a turn's distance apart */
        angle = 6.283185307179586 * along / 100;
        radius = 1 + angle / 6.283185307179586 - (back ? 0.5 : 0);
        break;
    }
    long_outline_put(vertices, i, radius * cos(angle), radius * sin(angle));
}

/* An outline of about `count` vertices (40 or more), turned by an angle. Returns its number of
 * vertices, which is at most `count`. */
static inline size_t long_outline(double *vertices, size_t count, int kind, double angle,
                                  lw_random *random)
{
    count &= ~(size_t)3;
    if (kind == LONG_HILBERT || kind == LONG_MAZE)
        count = long_outline_of_tree(vertices, count, kind == LONG_MAZE, random);
    else
        for (size_t i = 0; i < count; i++)
            long_outline_vertex(vertices, i, count, kind, random);
    for (size_t i = 0; i < count && angle != 0; i++) {
        double x = vertices[3 * i];
        double y = vertices[3 * i + 1];
        long_outline_put(vertices, i, cos(angle) * x - sin(angle) * y, sin(angle) * x + cos(angle) * y);
    }
    return count;
}

#endif
