/* The built-in viewer: an HTML page without data. cmake/viewer.sh generates its source when
 * building. */
#ifndef LW_PAGE_VIEWER_H
#define LW_PAGE_VIEWER_H

#include <stddef.h>

extern const unsigned char lw_viewer[];
extern const size_t lw_viewer_size; /* 0: there is none */
/* The reason why there is no viewer, as the end of an error's sentence. */
extern const char lw_viewer_missing[];

#endif
