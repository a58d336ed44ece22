// Timers as file descriptors (timerfd_create(2)), which Swift's Glibc module lacks.
#pragma once
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
