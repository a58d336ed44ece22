// cmark-gfm and its extensions, as Debian packages them (libcmark-gfm-extensions-dev).
//
// The headers under <cmark-gfm/…> show the layout of nodes and parsers. They come from the same build as the library,
// whose soname contains the whole version, so they always match it. With them, the compiler distinguishes nodes from
// parsers.
#pragma once
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm/houdini.h>
#include <cmark-gfm/node.h>
#include <cmark-gfm/parser.h>
#include <cmark-gfm/references.h>
#include <cmark-gfm/render.h>
#include <cmark-gfm/syntax_extension.h>

// Node kinds of extensions. Each gets its number at registration and then keeps it.
extern cmark_node_type CMARK_NODE_TABLE, CMARK_NODE_TABLE_ROW, CMARK_NODE_TABLE_CELL, CMARK_NODE_STRIKETHROUGH;

static inline uint16_t galley_node_type_table(void) { return (uint16_t)CMARK_NODE_TABLE; }
static inline uint16_t galley_node_type_table_row(void) { return (uint16_t)CMARK_NODE_TABLE_ROW; }
static inline uint16_t galley_node_type_table_cell(void) { return (uint16_t)CMARK_NODE_TABLE_CELL; }
static inline uint16_t galley_node_type_strikethrough(void) { return (uint16_t)CMARK_NODE_STRIKETHROUGH; }
