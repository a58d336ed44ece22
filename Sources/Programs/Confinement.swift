import CConfine
import Glibc

/// The rights of a program that reads untrusted files: it can read some files, write into some folders and run the
/// system's programs. It has no network, cannot send signals and cannot inspect other processes.
///
/// Landlock restricts files, seccomp forbids sockets. If the kernel, or the sandbox in which the daemon runs, lacks one
/// of them, the program runs with the other or with neither.
package struct Confinement: Hashable, Sendable {
    /// Files, or folders with all their contents.
    package let readable: [String]
    /// Folders with all their contents.
    package let writable: [String]

    /// The folders of programs and libraries. None contains user data; `/proc` is missing because it exposes the daemon
    /// itself.
    static let system = [
        "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store", "/etc/ld.so.cache",
        "/etc/ld.so.preload", "/etc/fonts", "/dev/urandom",
    ]

    package init(readable: [String], writable: [String]) {
        self.readable = readable
        self.writable = writable
    }

    /// The confinement that this machine can enforce.
    package struct Strength: Hashable, Sendable {
        /// The system's error numbers; 0 if enforced.
        package let files, calls: Int32

        package init(files: Int32, calls: Int32) {
            self.files = files
            self.calls = calls
        }

        package var isWhole: Bool { files == 0 && calls == 0 }

        /// One line for people.
        package var words: String {
            switch (files, calls) {
            case (0, 0): "confined: no network, sees its picture only"
            case (_, 0):
                "confined in part: no network, but it may read what the daemon may, since \(reason(files, "Landlock"))"
            case (0, _):
                "confined in part: sees its picture only, but has the network, since \(reason(calls, "seccomp"))"
            default: "not confined: \(reason(files, "Landlock")), and \(reason(calls, "seccomp"))"
            }
        }

        private func reason(_ code: Int32, _ name: String) -> String {
            switch code {
            case ENOSYS: "this kernel has no \(name)"
            case EOPNOTSUPP: "\(name) is switched off in this kernel"
            case EPERM, EACCES: "the service's or container's filter refuses \(name)"
            default: "\(name) failed with error \(code)"
            }
        }
    }

    /// Tries the confinement on a temporary thread. Takes less than a millisecond.
    package static var strength: Strength {
        let rules = Rules(galley_rules_make())
        var start = unsafe galley_start()
        unsafe start.rules = rules.file
        let code = unsafe galley_confined(&start)
        return unsafe code == 0 ? Strength(files: start.files, calls: start.calls) : Strength(files: code, calls: code)
    }

    /// The rules of this confinement, and the files that `program` needs to run.
    func rules(toRun program: String) -> Rules {
        let rules = Rules(galley_rules_make())
        for path in Self.system + [program] { rules.allow(path, mayRun: true) }
        for path in readable { rules.allow(path) }
        for path in writable + ["/dev/null"] { rules.allow(path, mayWrite: true) }
        return rules
    }

    /// Owns the descriptor of a Landlock ruleset, if there is one.
    struct Rules: ~Copyable {
        /// If negative, an error number.
        let file: Int32

        init(_ file: Int32) { self.file = file }

        deinit { if file >= 0 { close(file) } }

        /// A missing path needs no rule; paths without a rule stay inaccessible.
        func allow(_ path: String, mayRun: Bool = false, mayWrite: Bool = false) {
            guard file >= 0 else { return }
            _ = unsafe galley_rules_allow(file, path, mayRun ? 1 : 0, mayWrite ? 1 : 0)
        }
    }
}
