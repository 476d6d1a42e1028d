/* Pages: a scene and its motions in one HTML file, for a browser. */
#ifndef LEEWAY_PAGE_H
#define LEEWAY_PAGE_H

#include <leeway/cell.h>
#include <leeway/delay.h>
#include <leeway/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One HTML file that shows a scene, its motions and their verdicts, in any browser and without a
 * network (docs/page.md). A page is of one frozen scene, which must outlive it.
 *
 *     lw_page_create(scene, NULL, &page, &error);
 *     lw_page_motion shown = lw_default_page_motion();
 *     shown.motion = motion;
 *     lw_page_add(page, &shown, &error);
 *     lw_page_write(page, write, file, &error);
 *
 * Not from two threads at once. */
typedef struct lw_page lw_page;

/* Start from lw_default_page_options(). */
typedef struct lw_page_options {
    size_t struct_size;
    const char *title; /* NULL: "Leeway" */
    bool report;       /* the page begins with the verdicts, and a table of the motions */
    bool covers;       /* include the balls of the covers (default true) */
    double near; /* metres: robots that come nearer to each other than this are listed with the times;
                    0: no list */
    const char *viewer; /* the page without data, in which <!--leeway--> marks their place; NULL: the
                           built-in one */
    size_t viewer_size;
} lw_page_options;

static inline lw_page_options lw_default_page_options(void)
{
    lw_page_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.covers = true;
    return options;
}

/* options NULL: the defaults. The data that they point to must live as long as the page. Errors: state
 * (the scene is not frozen), argument (a viewer without a place for the data), memory. */
LW_API lw_status lw_page_create(const lw_scene *scene, const lw_page_options *options, lw_page **out,
                                lw_error *error);
LW_API void lw_page_destroy(lw_page *page);

/* What a robot does for some time, in a line of time of the page. */
typedef struct lw_page_step {
    size_t robot;
    const char *name;
    double from, to; /* seconds */
    bool way;        /* it only moves: the bar is a thin one */
} lw_page_step;

/* A motion of a page, and how much of it is shown. Start from lw_default_page_motion(). */
typedef struct lw_page_motion {
    size_t struct_size;
    const lw_motion *motion;         /* of the page's scene */
    const char *id;                  /* JSON text; NULL: null */
    const char *name;                /* NULL: the id */
    const lw_verdict *verdict;       /* NULL: the motion is checked, with its clearance. One by
                                        LW_REASON_LIMIT is error argument */
    const lw_check_options *options; /* options of all checks of the motion, except `leaving`, `limits`
                                        and the functions for claims, steps and samples; NULL: the
                                        defaults */
    size_t samples;                  /* samples of the distance over time; 0: none (default 240) */
    size_t bounds; /* number of equal intervals of time in each of which the distance is bounded from
                      below; 0: none (default 60) */
    bool self;     /* also the distance inside robots (default true) */
    bool links;    /* also the distance of each link to bodies that are not of its robot (default
                      true) */
    bool claims;   /* with the claims that prove that pairs stay apart (default true) */
    const lw_method *methods; /* methods whose samples, proofs and (of expanded) layers are shown */
    size_t method_count;
    const lw_cell *cell; /* the motion is a job of this cell (lw_motion_set_job): the names of its
                            trajectories are shown; NULL: it is no job */
    const lw_sequence *sequences; /* of the job */
    size_t sequence_count;
    const lw_page_step *steps; /* what robots do when, where the motion is no job */
    size_t step_count;
} lw_page_motion;

static inline lw_page_motion lw_default_page_motion(void)
{
    lw_page_motion motion;
    memset(&motion, 0, sizeof motion);
    motion.struct_size = sizeof motion;
    motion.samples = 240;
    motion.bounds = 60;
    motion.self = motion.links = motion.claims = true;
    return motion;
}

/* Adds a motion, which is not read later. It takes the time of some checks. On error the page is as
 * before the call. Errors: argument (a motion of another scene, an id that is no JSON), those of
 * lw_check, memory. */
LW_API lw_status lw_page_add(lw_page *page, const lw_page_motion *motion, lw_error *error);

/* Adds several motions in their order, on several threads (0: lw_processor_count; no more than there
 * are motions); the page is the same for any number of them. The options' stop may be called by several
 * threads at once. On error the page is as before the call. Errors: those of lw_page_add, of the first
 * motion that has one. */
LW_API lw_status lw_page_add_many(lw_page *page, const lw_page_motion *motions, size_t count,
                                  unsigned threads, lw_error *error);
LW_API size_t lw_page_motion_count(const lw_page *page);

/* Shows a roadmap of the page's scene, in place of any before: the positions of a link at the
 * configurations, and the segments as straight lines between them. link -1: the last link that the
 * first planned joints move. Errors: argument, memory. */
LW_API lw_status lw_page_set_roadmap(lw_page *page, const lw_roadmap *roadmap, int64_t link,
                                     lw_error *error);

/* Takes a part of the page, in order. Any status but LW_OK ends the call, which then returns it. */
typedef lw_status (*lw_write_fn)(void *context, const char *bytes, size_t size);

/* What the page says of two trajectories: the delays of the second one (lw_delays_find). */
typedef struct lw_page_delays {
    size_t robots[2];
    const char *names[2]; /* of their trajectories */
    double from, to;      /* seconds: the delays that are shown */
    const lw_delays *delays;
} lw_page_delays;

/* Adds delays to the page's matrix of trajectories, copied. Errors: argument (no such robot, no names,
 * delays in no order or infinite), memory. */
LW_API lw_status lw_page_add_delays(lw_page *page, const lw_page_delays *shown, lw_error *error);

/* Writes the page as it is now. Errors: memory, and the status that the function returns. */
LW_API lw_status lw_page_write(const lw_page *page, lw_write_fn write, void *context, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
