/* Whether a COLLADA file is one that assimp can be given. */
#ifndef LW_IO_DAE_H
#define LW_IO_DAE_H

#include "base/error.h"

/* Well-formed XML, and numbers where the format has numbers. Errors, with a line: file, syntax,
 * memory. */
lw_status lw_dae_check(const char *path, lw_error *error);

#endif
