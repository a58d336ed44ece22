// What Swift cannot call to start programs: Landlock (landlock(7)) and seccomp(2), for which the C library has no
// functions, and extensions of glibc, which its headers hide from Swift.
//
// Landlock and seccomp apply to one thread and its children. So a temporary thread gives up its rights, starts the
// program and ends: no code runs between fork and exec, and the rest of the process keeps its rights.
//
// This header includes no other system header, because Swift would attribute that header's types to this module.
#pragma once
#include <stdint.h>

// Starts the program in this folder. `actions` is a posix_spawn_file_actions_t. Returns 0 or an error number.
int galley_start_in(void *actions, const char *folder);

// Closes all files from this number on when the program starts. Returns 0 or an error number.
int galley_start_without(void *actions, int from);

// Limits a running process. A negative limit is none.
void galley_limit(int32_t process, int64_t memoryBytes, int64_t processorSeconds, int64_t fileBytes);

// Makes a ruleset that allows nothing yet: no file, no TCP, no signal to other programs, as far as the kernel supports
// it. Returns its descriptor, or a negative error number.
int galley_rules_make(void);

// Allows a file, or a folder with all its contents. Returns 0 or an error number.
int galley_rules_allow(int rules, const char *path, int mayRun, int mayWrite);

// The program to start, as for posix_spawn(3), and the result.
struct galley_start {
    // From galley_rules_make; negative for none.
    int rules;
    // NULL to start nothing and only test the confinement.
    const char *program;
    // posix_spawn_file_actions_t and posix_spawnattr_t.
    const void *actions, *attributes;
    char *const *arguments, *const *environment;

    // Error numbers; 0 if enforced.
    int files, calls;
    // An error number, or 0 with the id of the process.
    int code;
    int32_t id;
};

// Starts a program with the confinement that this kernel supports. Returns 0, or the error if the thread could not be
// created.
int galley_confined(struct galley_start *start);
