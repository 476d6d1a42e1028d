/* Decodes base64 (RFC 4648, section 4). */
#ifndef LW_IO_TEXT_BASE64_H
#define LW_IO_TEXT_BASE64_H

#include <stdbool.h>
#include <stddef.h>

/* Decodes into `bytes`, which has room for 3 bytes for each 4 digits or part of them. Padding may be
 * missing. False: the text is not base64. */
bool lw_base64_decode(const char *text, size_t length, unsigned char *bytes, size_t *size);

#endif
