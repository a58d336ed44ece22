// Expat (libexpat), which parses XML incrementally and reads only the bytes passed to it.
#pragma once
#include <expat.h>
