/* A page while it is made: the index, in JSON, and the bytes of its arrays. */
#ifndef LW_PAGE_PAGE_H
#define LW_PAGE_PAGE_H

#include "check/ask/curve.h"
#include "page/buffer.h"

/* Where the data go in a viewer, and where that is; NULL: nowhere. */
#define LW_PAGE_PLACE "<!--leeway-->"
const char *lw_page_place(const char *viewer, size_t size);

/* Two bodies of the page's scene. */
typedef struct lw_page_pair {
    int64_t bodies[2];
} lw_page_pair;
typedef LW_LIST(lw_page_pair) lw_page_pairs;

struct lw_page {
    const lw_scene *scene;
    lw_page_options options;
    lw_buffer index;   /* the object up to the motions so far */
    lw_buffer bytes;   /* of all arrays */
    lw_buffer roadmap; /* of the index: the roadmap; empty: none */
    lw_buffer near;    /* of the index: how near that is */
    size_t motion_count;
    lw_motion *rest;      /* everything stands still */
    int64_t *link_frames; /* per link: its frame */
    size_t *columns;      /* per joint: its first column; of one that mimics, that of the other */
    size_t column_count;
    LW_LIST(lw_sampler) samplers; /* of the threads that make motions */
    /* of the motion that is made, in a copy of the page that one thread has for it */
    lw_sampler sampler;
    lw_page_pairs named; /* pairs that its verdict or curves name */
};

void lw_page_end_workers(lw_page *page);

/* Adds a pair to those that are named; none where a body is -1. Errors: memory. */
lw_status lw_page_name_pair(lw_page *page, int64_t a, int64_t b, lw_error *error);
bool lw_page_is_named(const lw_page *page, const int64_t bodies[2]);

/* The scene: shapes, robots, frames, bodies, and where the joints rest. Errors: memory. */
lw_status lw_page_put_scene(lw_page *page, lw_error *error);

/* Adds the shapes of all bodies to the index as an array, each distinct one once; part_shapes: for each
 * body in turn and each of its parts, which of them it is, for the caller to free. Errors: memory. */
lw_status lw_page_put_shapes(lw_page *page, uint32_t **part_shapes, lw_error *error);

/* The members "columns", "times", "values" and "carried" of a motion. Errors: memory. */
lw_status lw_page_put_path(lw_page *page, const lw_motion *motion, lw_error *error);

/* The members "curve" and "self" of a motion. Errors: memory. */
lw_status lw_page_put_curves(lw_page *page, const lw_page_motion *shown, lw_error *error);

/* The member "links", for the times of a curve. Errors: memory. */
lw_status lw_page_put_links(lw_page *page, const lw_motion *motion, const lw_curve *curve,
                            lw_error *error);

/* The members "claims" and "lower"; "methods" and "layers". Errors: those of lw_check. */
lw_status lw_page_put_claims(lw_page *page, const lw_page_motion *shown, lw_error *error);
lw_status lw_page_put_bounds(lw_page *page, const lw_page_motion *shown, lw_error *error);
lw_status lw_page_put_methods(lw_page *page, const lw_page_motion *shown, lw_error *error);

/* The member "steps" of a job of a cell. Errors: those of lw_job_check. */
lw_status lw_page_put_steps(lw_page *page, const lw_page_motion *shown, lw_error *error);

/* The member "meetings": which robots come near each other in a motion. Errors: memory. */
lw_status lw_page_put_meetings(lw_page *page, const lw_page_motion *shown, lw_error *error);

/* A body of a motion's stage in the page's scene. */
int64_t lw_page_body(const lw_page *page, const lw_motion *stage, size_t body);

/* Where a pose of the world is in a link; -1: the world. */
lw_pose lw_page_pose_in(lw_pose link, lw_pose world);

#endif
