// Expat (libexpat), which parses XML piece by piece and never reads anything but what it is given.
#pragma once
#include <expat.h>
