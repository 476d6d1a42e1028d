/* The characters of a text in UTF-8. */
#ifndef LW_BASE_UTF8_H
#define LW_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Reads the first character of the text into code; returns how many bytes it takes. 0 where the bytes
 * are not UTF-8: cut short, overlong, a surrogate, beyond U+10FFFF, or no text left. */
size_t lw_utf8_read(const char *text, size_t length, uint32_t *code);

/* Writes a character as UTF-8; returns how many bytes of out it takes, 1 to 4. code at most 0x10FFFF.
 */
size_t lw_utf8_write(uint32_t code, char out[4]);

#endif
