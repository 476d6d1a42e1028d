/* The likely kind of a file that could not be read as what the caller took it for. */
#ifndef LW_IO_MOTION_MOTION_KIND_H
#define LW_IO_MOTION_MOTION_KIND_H

#include "leeway/leeway.h"

#endif
