/* The viewer that was built in: the page without data. Its source is made when building, by
 * cmake/viewer.sh. */
#ifndef LW_PAGE_VIEWER_H
#define LW_PAGE_VIEWER_H

#include <stddef.h>

extern const unsigned char lw_viewer[];
extern const size_t lw_viewer_size;
/* Why there is none, the end of a sentence, where the size is 0. */
extern const char lw_viewer_missing[]; /* 0: there is none */

#endif
