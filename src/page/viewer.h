/* The built-in viewer: an HTML page without data. When building, cmake/viewer.sh makes a C source from
 * viewer/dist/page.html. */
#ifndef LW_PAGE_VIEWER_H
#define LW_PAGE_VIEWER_H

#include <stddef.h>

extern const unsigned char lw_viewer[];
extern const size_t lw_viewer_size;

#endif
