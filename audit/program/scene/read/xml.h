/* An XML file as a tree of elements. */
#ifndef LW_AUDIT_XML_H
#define LW_AUDIT_XML_H

#include "source_files.h"

typedef struct xml {
    const char *name;
    const char **attributes; /* names and values in turn, and NULL */
    struct xml *parent, *next, *first, *last;
} xml;

/* The root of a file; NULL: it is no XML, or has a document type, entities of its own, or more or
 * deeper elements than descriptions of robots have. */
const xml *xml_read(source_store *store, const source_file *file, refusal *why);

/* The next element of a name at or behind one, among its siblings. */
const xml *xml_named(const xml *from, const char *name);
/* NULL: there is no such attribute. */
const char *xml_attribute(const xml *node, const char *name);

/* For each element of a name in another one. */
#define EACH_NAMED(child, parent, name)                                                                \
    for (const xml *child = xml_named((parent)->first, name); child;                                   \
         child = xml_named(child->next, name))

#endif
