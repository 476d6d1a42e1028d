/* XML files by libxml2. The parser gets the bytes, never the name of the file, so that it can fetch
 * nothing. Its first fatal error is returned as an lw_error. */
#include "io/text/xml.h"

#include <errno.h>
#include <libxml/parser.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/text/file.h"
#include "io/text/number.h"

/* the largest published robot descriptions have about a megabyte, meshes some more */
#define LARGEST_FILE ((size_t)256 << 20)

#define BLANKS " \t\r\n"

/* the context of the parser's callbacks */
typedef struct parse {
    const char *path;
    lw_error *error;
    lw_status status;
} parse;

#if LIBXML_VERSION >= 21200
typedef const xmlError parser_error;
#else
typedef xmlError parser_error;
#endif

/* takes the parser's first fatal error, its sentence without the newline */
static void on_error(void *context, parser_error *problem)
{
    const xmlParserCtxt *parser = context;
    parse *state = parser->_private;
    if (problem->level != XML_ERR_FATAL || state->status)
        return;
    const char *message = problem->message ? problem->message : "malformed";
    int length = (int)strcspn(message, "\r\n");
    if (problem->code == XML_ERR_NO_MEMORY)
        state->status = lw_fail_memory(state->error);
    else
        state->status = lw_fail_at(state->error, LW_ERROR_SYNTAX, state->path, problem->line,
                                   problem->int2, "not well-formed XML: %.*s", length, message);
}

/* refuses a document type declaration: here its only use would be entities, and expanding them is only
 * a risk (billion laughs) */
static void on_document_type(void *context, const xmlChar *name, const xmlChar *external,
                             const xmlChar *system)
{
    (void)name;
    (void)external;
    (void)system;
    xmlParserCtxt *parser = context;
    parse *state = parser->_private;
    if (!state->status)
        state->status = lw_fail_at(state->error, LW_ERROR_SYNTAX, state->path, parser->input->line, 0,
                                   "document type declarations are not read; remove it");
    xmlStopParser(parser);
}

enum { ENCODING = 40 }; /* bytes of a name */

/* Copies the encoding that a declaration names; "" where it names none. */
static void find_encoding(const char *declaration, const char *end, char out[ENCODING])
{
    const char *name = strstr(declaration, "encoding");
    *out = '\0';
    if (!name || name > end)
        return;
    name += strlen("encoding");
    name += strspn(name, BLANKS);
    name += *name == '=';
    name += strspn(name, BLANKS);
    const char quote = *name;
    const size_t length = quote == '"' || quote == '\'' ? strcspn(name + 1, "\"'?") : 0;
    if (length && length < ENCODING && name[1 + length] == quote) {
        memcpy(out, name + 1, length);
        out[length] = '\0';
    }
}

/* Overwrites an XML declaration with blanks where libxml2 would refuse it but other parsers accept it:
 * after empty lines, or with a version that never existed ("0.0", "1"). Lines and columns stay the
 * same. encoding: out, that of the declaration, else "". */
static void blank_declaration(char *bytes, size_t size, char encoding[ENCODING])
{
    size_t begin = size > 2 && !memcmp(bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
    size_t at = begin + strspn(bytes + begin, BLANKS);
    *encoding = '\0';
    if (strncmp(bytes + at, "<?xml", 5) != 0 || !strchr(BLANKS, bytes[at + 5]) || !bytes[at + 5])
        return;
    const char *end = strstr(bytes + at, "?>");
    if (!end)
        return;
    size_t name = at + 5 + strspn(bytes + at + 5, BLANKS);
    bool known = !strncmp(bytes + name, "version=", 8) && !strncmp(bytes + name + 9, "1.", 2);
    if (at == begin && known)
        return;
    if (!begin) /* with a byte order mark it is UTF-8, whatever it declares */
        find_encoding(bytes + at, end, encoding);
    for (; bytes + at < end + 2; at++)
        if (bytes[at] != '\n')
            bytes[at] = ' ';
}

/* Keeps libxml2 from printing errors that come before there is a context, which are failed
 * allocations. */
static void on_early_error(void *context, parser_error *problem)
{
    (void)context;
    (void)problem;
}

static lw_status run_parser(lw_xml *xml, const char *bytes, size_t size, const char *encoding)
{
    parse state = {xml->path, xml->error, LW_OK};
    xmlParserCtxt *parser = xmlNewParserCtxt();
    if (!parser)
        return lw_fail_memory(xml->error);
    parser->_private = &state;
    parser->sax->serror = on_error;
    parser->sax->internalSubset = on_document_type;
    xml->document = xmlCtxtReadMemory(parser, bytes, (int)size, NULL, *encoding ? encoding : NULL,
                                      XML_PARSE_NONET | XML_PARSE_BIG_LINES);
    xmlFreeParserCtxt(parser);
    if (!state.status && !xml->document)
        return lw_fail_at(xml->error, LW_ERROR_SYNTAX, xml->path, 0, 0, "not well-formed XML");
    return state.status;
}

/* Parses the bytes. encoding: "": the one that the file declares. When memory runs out, libxml2 often
 * drops an attribute or its value and goes on, or reports a mistake in the file; but malloc leaves
 * ENOMEM in errno each time, so errno decides. The thread's error handler is restored. */
static lw_status parse_bytes(lw_xml *xml, const char *bytes, size_t size, const char *encoding)
{
    int number = errno;
    errno = 0;
    xmlStructuredErrorFunc handler = xmlStructuredError;
    void *handler_context = xmlStructuredErrorContext;
    xmlSetStructuredErrorFunc(NULL, on_early_error);
    xmlInitParser();
    lw_status status = run_parser(xml, bytes, size, encoding);
    if (errno == ENOMEM)
        status = lw_fail_memory(xml->error);
    errno = number;
    xmlSetStructuredErrorFunc(handler_context, handler);
    return status;
}

lw_status lw_xml_open(lw_xml *xml, const char *path, const char *root, lw_error *error)
{
    bool input = !strcmp(path, "-");
    *xml = (lw_xml){.path = input ? "standard input" : path, .error = error};
    char *bytes = NULL;
    size_t size = 0;
    lw_status status = input ? lw_file_read_input(LARGEST_FILE, &bytes, &size, error)
                             : lw_file_read(path, LARGEST_FILE, &bytes, &size, error);
    if (status)
        return status;
    char encoding[ENCODING];
    blank_declaration(bytes, size, encoding);
    status = parse_bytes(xml, bytes, size, encoding);
    free(bytes);
    if (!status) {
        xml->root = xmlDocGetRootElement(xml->document);
        const char *name = xml->root ? (const char *)xml->root->name : "";
        if (strcmp(name, root))
            status =
                lw_fail_at(error, LW_ERROR_SYNTAX, xml->path, xml->root ? lw_xml_line(xml->root) : 0, 0,
                           "the root element is <%s>; it must be <%s>", name, root);
    }
    if (status)
        lw_xml_close(xml);
    return status;
}

void lw_xml_close(lw_xml *xml)
{
    xmlFreeDoc(xml->document);
    xml->document = NULL;
    xml->root = NULL;
}

int lw_xml_line(const xmlNode *node)
{
    long line = xmlGetLineNo(node);
    return line > 0 ? (int)line : 0;
}

void lw_xml_set_error(const lw_xml *xml, const xmlNode *node, lw_status status, const char *format, ...)
{
    char sentence[sizeof xml->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    const xmlNode *holder = node;
    while (holder->parent && holder->parent != xml->root && holder != xml->root)
        holder = holder->parent;
    const char *name = holder == xml->root ? NULL : lw_xml_attribute(holder, "name");
    if (name)
        lw_error_set(xml->error, status, xml->path, lw_xml_line(node), 0, "%s \"%s\": %s",
                     (const char *)holder->name, name, sentence);
    else
        lw_error_set(xml->error, status, xml->path, lw_xml_line(node), 0, "%s", sentence);
}

lw_status lw_xml_place(const lw_xml *xml, const xmlNode *node, lw_status status)
{
    if (status && status != LW_ERROR_MEMORY)
        lw_error_place(xml->error, xml->path, lw_xml_line(node), 0);
    return status;
}

/* the node, or the first of its later siblings, that is an element of this name */
static const xmlNode *find_element(const xmlNode *node, const char *name)
{
    for (; node; node = node->next) {
        if (node->type != XML_ELEMENT_NODE)
            continue;
        if (!name || (!(node->ns && node->ns->prefix) && !strcmp((const char *)node->name, name)))
            return node;
    }
    return NULL;
}

const xmlNode *lw_xml_first(const xmlNode *parent, const char *name)
{
    return find_element(parent->children, name);
}

const xmlNode *lw_xml_next(const xmlNode *node, const char *name)
{
    return find_element(node->next, name);
}

lw_status lw_xml_only(const lw_xml *xml, const xmlNode *parent, const char *name, const xmlNode **out)
{
    *out = lw_xml_first(parent, name);
    const xmlNode *second = *out ? lw_xml_next(*out, name) : NULL;
    if (second)
        return lw_xml_fail(xml, second, LW_ERROR_SYNTAX, "<%s> has a second <%s>; one is allowed",
                           (const char *)parent->name, name);
    return LW_OK;
}

lw_status lw_xml_need(const lw_xml *xml, const xmlNode *parent, const char *name, const xmlNode **out)
{
    lw_status status = lw_xml_only(xml, parent, name, out);
    if (!status && !*out)
        return lw_xml_fail(xml, parent, LW_ERROR_SYNTAX, "<%s> has no <%s>", (const char *)parent->name,
                           name);
    return status;
}

const char *lw_xml_attribute(const xmlNode *node, const char *name)
{
    for (const xmlAttr *attribute = node->properties; attribute; attribute = attribute->next) {
        if (attribute->ns || strcmp((const char *)attribute->name, name))
            continue;
        /* without entities the value is one text node, or none where it is empty */
        const xmlNode *text = attribute->children;
        return text && text->content ? (const char *)text->content : "";
    }
    return NULL;
}

lw_status lw_xml_text(const lw_xml *xml, const xmlNode *node, const char *name, const char **out)
{
    *out = lw_xml_attribute(node, name);
    if (!*out)
        return lw_xml_fail(xml, node, LW_ERROR_SYNTAX, "<%s> has no attribute \"%s\"",
                           (const char *)node->name, name);
    if (!**out)
        return lw_xml_fail(xml, node, LW_ERROR_SYNTAX, "<%s>: attribute \"%s\" is empty",
                           (const char *)node->name, name);
    return LW_OK;
}

lw_status lw_xml_numbers(const lw_xml *xml, const xmlNode *node, const char *name, double *values,
                         size_t count, bool *found)
{
    const char *text = lw_xml_attribute(node, name);
    if (found)
        *found = text != NULL;
    if (!text)
        return LW_OK;
    const char *element = (const char *)node->name;
    size_t read = 0;
    for (const char *at = text + strspn(text, BLANKS); *at; at += strspn(at, BLANKS), read++) {
        size_t length = strcspn(at, BLANKS);
        double value = 0;
        if (!lw_number_read(at, length, &value))
            return lw_xml_fail(xml, node, LW_ERROR_SYNTAX, "%s %s: \"%.*s\" is not a number%s", element,
                               name, (int)(length < 60 ? length : 60), at,
                               memchr(at, '$', length) ? "; run xacro on the file first" : "");
        if (!isfinite(value))
            return lw_xml_fail(xml, node, LW_ERROR_ARGUMENT, "%s %s: \"%.*s\" is not a finite number",
                               element, name, (int)(length < 60 ? length : 60), at);
        if (read < count)
            values[read] = value;
        at += length;
    }
    if (read != count)
        return lw_xml_fail(xml, node, LW_ERROR_SYNTAX, "%s %s=\"%.60s\" has %zu number%s; it needs %zu",
                           element, name, text, read, read == 1 ? "" : "s", count);
    return LW_OK;
}
