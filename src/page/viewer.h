/* The viewer that was built in: the page without data. Its source is made when building, by
 * cmake/viewer.sh. */
#ifndef LW_PAGE_VIEWER_H
#define LW_PAGE_VIEWER_H

#include <stddef.h>

extern const unsigned char lw_viewer[];
extern const size_t lw_viewer_size; /* 0: there is none */
/* Why there is none: the end of a sentence. */
extern const char lw_viewer_missing[];

#endif
