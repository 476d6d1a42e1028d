/* The pieces of a robot's track, as polynomials that follow from rows of values. */
#ifndef LW_AUDIT_TRACK_PIECES_H
#define LW_AUDIT_TRACK_PIECES_H

#include "source_tracks.h"

/* What is read of one robot's part of a motion. */
typedef struct track_reader {
    const source_bodies *all;
    source_store *store;
    source_track *out;
    const source_robot *robot;
    row_layout layout;
    size_t row_count;
    double (**rows)[MOST_VALUES]; /* per row and order of derivatives (3): per joint its values */
    int degree;
    bool wraps;
} track_reader;

vec unit_axis(int k);
/* Slides along x, y and z, then a rotation, then a turn about an axis. */
source_slots slots_of(const pose *base, const pose *start, vec axis);
/* The coefficients of a variable in a piece; NULL: it does not move. */
real *column_of(const track_reader *r, size_t piece, int variable);
/* Makes the columns of a track, whose pieces are counted. */
void track_lay_out(track_reader *r);
/* Fills a track from its rows and times. */
bool track_fill(track_reader *r, refusal *why);

#endif
