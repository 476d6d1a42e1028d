/* A page under construction: an index in JSON, and the bytes of the arrays that it refers to. */
#ifndef LW_PAGE_PAGE_H
#define LW_PAGE_PAGE_H

#include "check/ask/curve.h"
#include "page/buffer.h"

/* The marker of the place for the data in a viewer, and the search for it; NULL: the viewer has
 * none. */
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
    lw_buffer index;   /* the JSON object, up to the last motion added */
    lw_buffer bytes;   /* of all arrays */
    lw_buffer roadmap; /* JSON of the roadmap, added to the index at the end; empty: none */
    lw_buffer delays;  /* JSON of the delays, one after the other */
    lw_buffer near;    /* JSON of options.near */
    size_t motion_count;
    lw_motion *rest;      /* a motion in which everything stands still */
    int64_t *link_frames; /* per link: the number of its frame */
    size_t *columns; /* per joint: its first column; for a mimic joint that of the joint it follows */
    size_t column_count;
    LW_LIST(lw_sampler) samplers; /* one for each thread that makes motions */
    /* of the motion that is being made, in a thread's copy of the page: */
    lw_sampler sampler;
    lw_page_pairs named; /* pairs in the motion's verdict or curves */
};

void lw_page_end_workers(lw_page *page);

/* Adds a pair to page->named; a pair with a body of -1 is ignored. Errors: memory. */
lw_status lw_page_name_pair(lw_page *page, int64_t a, int64_t b, lw_error *error);
bool lw_page_is_named(const lw_page *page, const int64_t bodies[2]);

/* Writes the scene: shapes, robots, frames, bodies, and the rest values of joints. Errors: memory. */
lw_status lw_page_put_scene(lw_page *page, lw_error *error);

/* Writes the array of the distinct shapes of all bodies. part_shapes: out, the index of a shape for
 * each part of each body in turn; the caller frees it. Errors: memory. */
lw_status lw_page_put_shapes(lw_page *page, uint32_t **part_shapes, lw_error *error);

/* Writes the members "columns", "times", "values" and "carried" of a motion. Errors: memory. */
lw_status lw_page_put_path(lw_page *page, const lw_motion *motion, lw_error *error);

/* Writes the members "curve" and "self" of a motion. Errors: memory. */
lw_status lw_page_put_curves(lw_page *page, const lw_page_motion *shown, lw_error *error);

/* Writes the member "links", for the times of a curve. Errors: memory. */
lw_status lw_page_put_links(lw_page *page, const lw_motion *motion, const lw_curve *curve,
                            lw_error *error);

/* Write the member "claims"; "lower"; "methods" and "layers". Errors: those of lw_check. */
lw_status lw_page_put_claims(lw_page *page, const lw_page_motion *shown, lw_error *error);
lw_status lw_page_put_bounds(lw_page *page, const lw_page_motion *shown, lw_error *error);
lw_status lw_page_put_methods(lw_page *page, const lw_page_motion *shown, lw_error *error);

/* Writes the member "steps" of a job of a cell. Errors: those of lw_job_check. */
lw_status lw_page_put_steps(lw_page *page, const lw_page_motion *shown, lw_error *error);

/* Writes the member "meetings": the times at which robots come near each other. Errors: memory. */
lw_status lw_page_put_meetings(lw_page *page, const lw_page_motion *shown, lw_error *error);

/* The number that a body of a motion's stage has in the page's scene. */
int64_t lw_page_body(const lw_page *page, const lw_motion *stage, size_t body);

/* A pose of the world in the frame of a link, whose pose in the world is `link`. */
lw_pose lw_page_pose_in(lw_pose link, lw_pose world);

#endif
