/* What a body's elements say of it. */
#ifndef LW_AUDIT_BODIES_H
#define LW_AUDIT_BODIES_H

#include "model.h"

/* Fills `boxes`. */
void body_boxes(body *b);
/* Fills `seeds` and `shells`. */
void body_pieces(body *b);
/* Whether triangles pass each edge as often in one direction as in the other. points: three numbers of
 * corners for each triangle. */
bool surface_closes(const size_t (*points)[3], const size_t *triangles, size_t count);
/* Forgets the shell that has a corner; false: none has it. */
bool body_forget_shell(body *b, const double corner[3]);
/* Forgets the shells, and makes room for others; adds one of some elements. */
void body_forget_shells(body *b, size_t most);
void body_take_shell(body *b, const size_t *elements, size_t count);
/* Sets the radius of the ball, about its given centre. */
void body_radius(body *b);
/* Sets `levers`, for the place where the body is. */
void body_levers(body *b);
/* Sets `off`: how far elements stick out of `around`, at most, by rounding or not. */
void body_around(body *b);
/* Whether the balls of the cover contain all elements, which may stick out of them by `off`; else the
 * body has no cover. */
bool body_covered(body *b);
/* Whether a box in the frame of an element's core is outside of the core for sure. */
bool is_outside_core(const element *e, const double low[3], const double high[3]);
/* Fills `balls` from the cover, whose balls it puts in another order. */
void body_balls(body *b);
/* Fills the corners of the cells of a body, unless it was done before. All elements are triangles. */
void body_cells(const body *b);
/* Whether no triangle reaches into a cell. */
bool cell_is_empty(const body *b, size_t node);
/* What blocks need: the ball's radius, the set around the body or its cover, and the tree over that. */
void body_surround(body *b);

#endif
