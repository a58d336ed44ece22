// How the C library manages memory (mallopt(3)), which Swift's Glibc module leaves out.
#pragma once
#include <malloc.h>
