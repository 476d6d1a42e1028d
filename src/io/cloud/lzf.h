/* Decompresses LZF, the format of compressed PCD files. */
#ifndef LW_IO_CLOUD_LZF_H
#define LW_IO_CLOUD_LZF_H

#include <stdbool.h>
#include <stddef.h>

/* No byte of compressed data stands for more bytes: three are a copy of at most 264. */
enum { LW_LZF_LARGEST_RATIO = 88 };

/* Decompresses `size` bytes to exactly `room` bytes; false where they are not that. */
bool lw_lzf_decompress(const char *bytes, size_t size, char *out, size_t room);

#endif
