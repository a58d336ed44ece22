// cmark-gfm and its extensions, as Debian packages them (libcmark-gfm-extensions-dev).
#pragma once
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
