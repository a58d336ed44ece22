#define _GNU_SOURCE
#include "CConfine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: - Extensions of glibc

int galley_start_in(void *actions, const char *folder) { return posix_spawn_file_actions_addchdir_np(actions, folder); }

int galley_start_without(void *actions, int from) { return posix_spawn_file_actions_addclosefrom_np(actions, from); }

void galley_limit(int32_t process, int64_t memoryBytes, int64_t processorSeconds, int64_t fileBytes) {
    const int resources[] = {RLIMIT_AS, RLIMIT_CPU, RLIMIT_FSIZE};
    const int64_t limits[] = {memoryBytes, processorSeconds, fileBytes};
    for (unsigned int at = 0; at < 3; at++) {
        struct rlimit limit = {.rlim_cur = (rlim_t)limits[at], .rlim_max = (rlim_t)limits[at]};
        if (limits[at] >= 0) prlimit(process, resources[at], &limit, NULL);
    }
}

// MARK: - Files

// The numbers are the same on every architecture. Older headers lack them.
enum {
    galley_landlock_create_ruleset = 444,
    galley_landlock_add_rule = 445,
    galley_landlock_restrict_self = 446,
};

struct galley_landlock_ruleset {
    uint64_t files, network, scopes;
};

struct galley_landlock_path {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

enum {
    galley_files_run = 1 << 0,
    galley_files_write = 1 << 1,
    galley_files_read = 1 << 2,
    galley_files_list = 1 << 3,
    galley_files_remove = 1 << 5,
    galley_files_make = 1 << 8,
    galley_files_truncate = 1 << 14,
};

int galley_rules_make(void) {
    long version = syscall(galley_landlock_create_ruleset, NULL, 0, 1);
    if (version < 0) return -errno;
    struct galley_landlock_ruleset rules = {.files = (1 << 13) - 1};
    if (version >= 2) rules.files |= 1 << 13;
    if (version >= 3) rules.files |= galley_files_truncate;
    if (version >= 4) rules.network = 3;
    if (version >= 5) rules.files |= 1 << 15;
    if (version >= 6) rules.scopes = 3;
    long rulesFile = syscall(galley_landlock_create_ruleset, &rules, sizeof rules, 0);
    return rulesFile < 0 ? -errno : (int)rulesFile;
}

int galley_rules_allow(int rules, const char *path, int mayRun, int mayWrite) {
    int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0) return errno;
    struct stat status;
    int code = fstat(place, &status) == 0 ? 0 : errno;
    if (code == 0) {
        uint64_t allowed = galley_files_read;
        if (mayRun) allowed |= galley_files_run;
        if (mayWrite) allowed |= galley_files_write;
        if (S_ISDIR(status.st_mode)) allowed |= galley_files_list;
        if (S_ISDIR(status.st_mode) && mayWrite) allowed |= galley_files_make | galley_files_remove;
        long version = syscall(galley_landlock_create_ruleset, NULL, 0, 1);
        if (mayWrite && version >= 3) allowed |= galley_files_truncate;
        struct galley_landlock_path rule = {.allowed = allowed, .parent = place};
        if (syscall(galley_landlock_add_rule, rules, 1, &rule, 0) != 0) code = errno;
    }
    close(place);
    return code;
}

// MARK: - System calls

#if defined(__x86_64__)
#define GALLEY_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define GALLEY_MACHINE AUDIT_ARCH_AARCH64
#endif

// Refuses all later sockets of this thread and its children, and the calls that reach other processes or bypass
// Landlock. Returns 0 or an error number.
static int galley_calls_refuse(void) {
#ifdef GALLEY_MACHINE
    static const uint32_t refused[] = {
        SYS_socket, SYS_socketpair, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill, SYS_tkill, SYS_tgkill,
        SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_keyctl, SYS_add_key,
        SYS_request_key, SYS_unshare, SYS_setns,
        // Landlock does not cover these, or not in every kernel: modes, owners and the length of a file.
        SYS_truncate, SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
        SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_utimensat,
#ifdef __x86_64__
        SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
        // pidfd_send_signal, io_uring, pidfd_getfd and fchmodat2; the same numbers on every architecture.
        424, 425, 426, 427, 438, 452,
    };
    enum { count = sizeof refused / sizeof *refused };
    struct sock_filter program[count + 12];
    unsigned int end = 0;
#define GALLEY_LOAD(field) \
    program[end++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define GALLEY_ANSWER(answer) program[end++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, answer)
#define GALLEY_WHERE(test, value, isTrue, isFalse) \
    program[end++] = (struct sock_filter)BPF_JUMP(BPF_JMP | test | BPF_K, value, isTrue, isFalse)
    GALLEY_LOAD(arch);
    GALLEY_WHERE(BPF_JEQ, GALLEY_MACHINE, 1, 0);
    GALLEY_ANSWER(SECCOMP_RET_ERRNO | EACCES);
    GALLEY_LOAD(nr);
    // The x32 calls of x86-64.
    GALLEY_WHERE(BPF_JGE, 0x40000000, count + 4, 0);
    // The program may set its own limits only.
    GALLEY_WHERE(BPF_JEQ, SYS_prlimit64, 0, 2);
    GALLEY_LOAD(args[0]);
    GALLEY_WHERE(BPF_JEQ, 0, count, count + 1);
#undef GALLEY_LOAD
    for (unsigned int at = 0; at < count; at++) GALLEY_WHERE(BPF_JEQ, refused[at], count - at, 0);
    GALLEY_ANSWER(SECCOMP_RET_ALLOW);
    GALLEY_ANSWER(SECCOMP_RET_ERRNO | EACCES);
#undef GALLEY_ANSWER
#undef GALLEY_WHERE
    struct sock_fprog filter = {.len = (unsigned short)end, .filter = program};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ? 0 : errno;
#else
    return ENOSYS;
#endif
}

// MARK: - Starting

static void *galley_start_confined(void *raw) {
    struct galley_start *start = raw;
    int code = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
    start->files = start->calls = code;
    if (code == 0) {
        if (start->rules < 0) start->files = -start->rules;
        else start->files = syscall(galley_landlock_restrict_self, start->rules, 0) == 0 ? 0 : errno;
        start->calls = galley_calls_refuse();
    }
    if (start->program != NULL)
        start->code = posix_spawn(
            &start->id, start->program, start->actions, start->attributes, start->arguments, start->environment);
    return NULL;
}

int galley_confined(struct galley_start *start) {
    pthread_t thread;
    int code = pthread_create(&thread, NULL, galley_start_confined, start);
    return code != 0 ? code : pthread_join(thread, NULL);
}
