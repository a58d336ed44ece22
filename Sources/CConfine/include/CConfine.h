// Starts a program that has no network and sees only the files it is given: by Landlock (landlock(7)) and seccomp(2), for which
// the C library has no functions.
//
// Both hold for one thread and what it starts. So a thread made for this gives up its rights, starts the program and ends: no code
// runs between fork and exec, and the rest of the process keeps its rights.
//
// This header includes no other of the system's, since Swift would then take their types for those of this module.
#pragma once
#include <stdint.h>

// A set of rules that allows nothing yet: no file, no TCP, no signal to other programs, as far as the kernel knows these.
// Returns its descriptor, or an error number below zero.
int galley_rules_make(void);

// Allows a file, or a folder with all that is in it. Returns 0 or an error number.
int galley_rules_allow(int rules, const char *path, int mayRun, int mayWrite);

// What to start, as posix_spawn(3) takes it, and what came of it.
struct galley_start {
    // From galley_rules_make; below zero for none.
    int rules;
    // NULL to start nothing, and only learn what holds.
    const char *program;
    // posix_spawn_file_actions_t and posix_spawnattr_t.
    const void *actions, *attributes;
    char *const *arguments, *const *environment;

    // Error numbers; 0 for what holds.
    int files, calls;
    // An error number, or 0 and the id of the process.
    int code;
    int32_t id;
};

// Starts a program with as much of the confinement as this kernel has. Returns what kept the thread from being made, or 0.
int galley_confined(struct galley_start *start);
