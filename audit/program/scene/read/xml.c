#include "xml.h"

#include <expat.h>
#include <string.h>

typedef struct reader {
    source_store *store;
    XML_Parser parser;
    xml *root, *open;
    size_t depth, count;
    const char *wrong;
} reader;

static void stop(reader *r, const char *wrong)
{
    r->wrong = wrong;
    XML_StopParser(r->parser, XML_FALSE);
}

static void begin(void *context, const XML_Char *name, const XML_Char **attributes)
{
    enum { MOST_DEPTH = 100, MOST_ELEMENTS = 1 << 20 };
    reader *r = context;
    if (r->wrong)
        return;
    if (++r->depth > MOST_DEPTH || ++r->count > MOST_ELEMENTS) {
        stop(r, "has too many or too deep elements");
        return;
    }
    size_t words = 0;
    while (attributes[words])
        words++;
    xml *own = keep(r->store, 1, sizeof *own);
    own->name = keep_text(r->store, name, strlen(name));
    own->attributes = keep(r->store, words + 1, sizeof *own->attributes);
    for (size_t i = 0; i < words; i++)
        own->attributes[i] = keep_text(r->store, attributes[i], strlen(attributes[i]));
    own->parent = r->open;
    if (!r->open)
        r->root = own;
    else if (r->open->last)
        r->open->last->next = own;
    else
        r->open->first = own;
    if (r->open)
        r->open->last = own;
    r->open = own;
}

static void end(void *context, const XML_Char *name)
{
    (void)name;
    reader *r = context;
    if (r->wrong)
        return;
    r->depth--;
    r->open = r->open->parent;
}

/* A document type can define entities, which are larger than the file, or other files. */
static void doctype(void *context, const XML_Char *name, const XML_Char *system, const XML_Char *public,
                    int internal)
{
    (void)name;
    (void)system;
    (void)public;
    (void)internal;
    stop(context, "has a document type, which is not read here");
}

const xml *xml_read(source_store *store, const source_file *file, refusal *why)
{
    reader r = {.store = store, .parser = XML_ParserCreate(NULL)};
    if (!r.parser) {
        refuse(why, "there is no memory");
        return NULL;
    }
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, begin, end);
    XML_SetStartDoctypeDeclHandler(r.parser, doctype);
    const bool good =
        XML_Parse(r.parser, file->bytes, (int)file->size, XML_TRUE) == XML_STATUS_OK && !r.wrong;
    if (!good)
        refuse(why, "%.300s:%lu: it %s", file->path, XML_GetCurrentLineNumber(r.parser),
               r.wrong ? r.wrong : "is no XML");
    XML_ParserFree(r.parser);
    return good ? r.root : NULL;
}

const xml *xml_named(const xml *from, const char *name)
{
    while (from && strcmp(from->name, name) != 0)
        from = from->next;
    return from;
}

const char *xml_attribute(const xml *node, const char *name)
{
    for (const char **a = node->attributes; *a; a += 2)
        if (!strcmp(a[0], name))
            return a[1];
    return NULL;
}
