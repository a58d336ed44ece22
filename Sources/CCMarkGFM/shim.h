// cmark-gfm and its extensions, as Debian packages them (libcmark-gfm-extensions-dev).
//
// The headers under <cmark-gfm/…> show how nodes and parsers are laid out. They are of the very build whose version is
// the library's whole soname, so they cannot drift apart; and with them a node is not a parser to the compiler.
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

// Kinds of node which an extension adds. Their numbers are given out at registration and then never change.
extern cmark_node_type CMARK_NODE_TABLE, CMARK_NODE_TABLE_ROW, CMARK_NODE_TABLE_CELL, CMARK_NODE_STRIKETHROUGH;

static inline uint16_t galley_node_type_table(void) { return (uint16_t)CMARK_NODE_TABLE; }
static inline uint16_t galley_node_type_table_row(void) { return (uint16_t)CMARK_NODE_TABLE_ROW; }
static inline uint16_t galley_node_type_table_cell(void) { return (uint16_t)CMARK_NODE_TABLE_CELL; }
static inline uint16_t galley_node_type_strikethrough(void) { return (uint16_t)CMARK_NODE_STRIKETHROUGH; }
