// The public header as the first include of a C++ file.
#include "leeway/leeway.h"

static_assert(sizeof(lw_vec3) == 3 * sizeof(double), "vectors are three doubles, to be read as rows");
