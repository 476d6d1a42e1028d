/* Access to XML files (URDF, SRDF, COLLADA) by libxml2: children, attributes, numbers, errors with
 * lines. */
#ifndef LW_IO_TEXT_XML_H
#define LW_IO_TEXT_XML_H

#include <libxml/tree.h>

#include "base/error.h"

/* A parsed file, and the place for its errors. */
typedef struct lw_xml {
    const char *path;
    xmlDoc *document;
    const xmlNode *root;
    lw_error *error;
} lw_xml;

/* Reads a file ("-": standard input) whose root element must be `root`. Nothing is printed, fetched or
 * expanded: a document type declaration is refused. path and error must outlive the file. Errors: file,
 * syntax, memory. */
lw_status lw_xml_open(lw_xml *xml, const char *path, const char *root, lw_error *error);
void lw_xml_close(lw_xml *xml);

/* Fills the error with the line of a node and returns status; the sentence begins with the named
 * element that holds the node (`joint "elbow": `). A macro, as lw_fail is. */
#define lw_xml_fail(xml, node, status, ...)                                                            \
    (lw_xml_set_error((xml), (node), (status), __VA_ARGS__), lw_error_status(status))

void lw_xml_set_error(const lw_xml *xml, const xmlNode *node, lw_status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Adds the line of a node to an error without one, and returns status. */
lw_status lw_xml_place(const lw_xml *xml, const xmlNode *node, lw_status status);

int lw_xml_line(const xmlNode *node);

/* The first child element, and the next sibling element; name NULL: of any name. Elements of a
 * namespace with a prefix (xacro:, drake:) match no name. NULL where there is none. */
const xmlNode *lw_xml_first(const xmlNode *parent, const char *name);
const xmlNode *lw_xml_next(const xmlNode *node, const char *name);

/* The only child of a name; NULL where there is none. Error syntax where there are two. */
lw_status lw_xml_only(const lw_xml *xml, const xmlNode *parent, const char *name, const xmlNode **out);
/* As lw_xml_only, but none is a syntax error too. */
lw_status lw_xml_need(const lw_xml *xml, const xmlNode *parent, const char *name, const xmlNode **out);

/* An attribute's value, living as long as the file; NULL where there is none. */
const char *lw_xml_attribute(const xmlNode *node, const char *name);

/* As lw_xml_attribute, but a missing or empty attribute is a syntax error. */
lw_status lw_xml_text(const lw_xml *xml, const xmlNode *node, const char *name, const char **out);

/* Reads `count` finite numbers of an attribute, separated by blanks, the same in every locale. Where
 * there is no such attribute, values stay as they are and *found (may be NULL) is false. Errors: syntax
 * (not numbers, another count), argument (not finite). */
lw_status lw_xml_numbers(const lw_xml *xml, const xmlNode *node, const char *name, double *values,
                         size_t count, bool *found);

#endif
