/* A guess at the kind of a file that could not be read as the kind that the caller assumed. */
#ifndef LW_IO_MOTION_MOTION_KIND_H
#define LW_IO_MOTION_MOTION_KIND_H

#include "leeway/leeway.h"

#endif
