import Glibc
import OpenMetrics
import Posts

/// The fault of the machine that prevents writing the store.
package enum MachineFault: Error, Hashable, Sendable, CustomStringConvertible {
    case diskFull
    case readOnly
    /// In the system's words.
    case diskFailed(String)
    /// As many files and connections are open as the system allows.
    case filesExhausted
    /// The store's file, or its WAL, was deleted, moved or replaced while the store was open.
    case storeGone(StoreLoss)
    /// No database answers; in its words.
    case serverAway(String)
    /// The database's own disk is full, read-only or broken; in its words.
    case serverFailed(String)
    /// Another daemon works with the store, or did since.
    case superseded
    /// A newer Galley has changed the tables.
    case schemaChanged(found: Int, known: Int)
    /// After a failover the server lacks commits that it had confirmed.
    case commitsLost

    static let silentServer = MachineFault.serverAway("it has been silent for ten seconds")

    /// One sentence: the fault.
    package var description: String {
        switch self {
        case .diskFull: "The disk is full."
        case .readOnly: "The disk is read-only."
        case .diskFailed(let words): "The disk failed: \(words)."
        case .filesExhausted: "Too many files and connections are open."
        case .storeGone(let loss): "The store \(loss.missing) was deleted, moved or replaced while Galley ran."
        case .serverAway(let words): "The database does not answer: \(words)."
        case .serverFailed(let words): "The database cannot write: \(words)."
        case .superseded: "Another galleyd has taken over, because this one was silent for too long."
        case .schemaChanged(let found, let known):
            "A newer Galley has changed the database: its schema is \(found), and this one knows \(known)."
        case .commitsLost:
            "The database lacks changes that it had confirmed: a standby without them has taken its place."
        }
    }

    /// One or two sentences: the effect, and what to do.
    package var advice: String {
        switch self {
        case .diskFull: "Nothing can be saved until you free some space."
        case .readOnly: "Nothing can be saved until you make it writable again."
        case .diskFailed: "Nothing can be saved. Look into the system's log before you trust this disk again."
        case .filesExhausted: "Close some windows, or let Galley open more; it then continues."
        case .storeGone(let loss): loss.advice
        case .serverAway: "Nothing can be saved until it answers; Galley then goes on by itself."
        case .serverFailed: "Nothing can be saved before its administrator repairs it."
        case .superseded: "This one ends. What was sent to it last may be saved: look before you do it again."
        case .schemaChanged: "This one ends. Install the newer Galley here, too."
        case .commitsLost:
            "This one ends. At its next start Galley checks what it may have sent since, and all users sign in again."
        }
    }

    /// The next command.
    /// - Parameters:
    ///   - store: the path of the store's file.
    ///   - isService: whether systemd runs the daemon; else the user stops and starts it as any program.
    package func next(store: String, isService: Bool) -> String {
        switch self {
        case .diskFull: showRoom(store)
        case .readOnly: "findmnt -T \(store.parentFolder.quotedForShell)"
        case .diskFailed: "journalctl -k -e"
        case .filesExhausted where isService: "systemctl edit galleyd, with LimitNOFILE=65536 under [Service]"
        case .filesExhausted: "ulimit -n 65536, in the shell that starts galleyd"
        case .storeGone(let loss): loss.next(isService: isService)
        case .serverAway, .serverFailed, .superseded, .schemaChanged, .commitsLost: "psql \(store.quotedForShell)"
        }
    }

    /// A stable word for programs.
    package var word: String {
        switch self {
        case .diskFull: "disk-full"
        case .readOnly: "disk-read-only"
        case .diskFailed: "disk-failed"
        case .filesExhausted: "files-exhausted"
        case .storeGone: "store-gone"
        case .serverAway: "database-away"
        case .serverFailed: "database-failed"
        case .superseded: "superseded"
        case .schemaChanged: "schema-changed"
        case .commitsLost: "commits-lost"
        }
    }

    /// Whether the daemon has to start again.
    package var endsDaemon: Bool {
        switch self {
        case .superseded, .schemaChanged, .commitsLost: true
        default: false
        }
    }

    var isStoreGone: Bool { if case .storeGone = self { true } else { false } }
}

/// A store whose file is no longer where it was opened. The open file keeps all its contents until the daemon ends.
package struct StoreLoss: Hashable, Sendable {
    /// The path of the store.
    package let store: String
    /// The file that is missing or was replaced.
    package let missing: String
    /// Where the contents were copied to; nil while that has not succeeded.
    package let copy: String?
    /// Why there is no copy yet.
    package let reason: String?

    fileprivate var advice: String {
        if let copy {
            return "Nothing more is saved. All that was, is in \(copy): stop Galley, put that in the store's place, "
                + "start it again."
        }
        return "Nothing more is saved, and what was could not be copied out yet. \(reason ?? "It is being tried.") "
            + "Do not stop Galley before it is: the words are only there."
    }

    fileprivate func next(isService: Bool) -> String {
        guard let copy else { return showRoom(store) }
        let exchange =
            "rm -f \((store + "-wal").quotedForShell) \((store + "-shm").quotedForShell) && mv \(copy.quotedForShell) \(store.quotedForShell)"
        // An open socket would start the daemon for the next request, with an empty store in place of the old one.
        if isService { return "systemctl stop galleyd.socket galleyd && \(exchange) && systemctl start galleyd" }
        // The shell has to wait: until the daemon has ended, it would use the file that is put there.
        let process = getpid()
        return "kill \(process); tail --pid=\(process) -f /dev/null; \(exchange), then start galleyd as before"
    }
}

/// The command that shows how many bytes and files the disk of the store still takes.
private func showRoom(_ store: String) -> String {
    "df -h --output=target,avail,iavail \(store.parentFolder.quotedForShell)"
}

extension MachineFault {
    /// The fault that an error number of the system means; nil for other errors.
    init?(systemError code: Int32) {
        switch code {
        // For a writer, a quota and a limit on a file's size are a full disk.
        case ENOSPC, EDQUOT, EFBIG: self = .diskFull
        case EROFS: self = .readOnly
        case EMFILE, ENFILE: self = .filesExhausted
        case EIO, ENXIO, ENODEV, ESTALE, EUCLEAN, ENOMEDIUM, EREMOTEIO:
            self = .diskFailed(StoreFile.reason(code))
        default: return nil
        }
    }

    /// The fault that a trial write beside the store meets, in a file without a name; nil when it succeeds.
    static func met(beside store: String) -> MachineFault? {
        if mayNotGrow(store + "-wal") { return .diskFull }
        let path = store + "-trial"
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return MachineFault(systemError: errno) }
        defer { close(file) }
        _ = unsafe unlink(path)
        let bytes = [UInt8](repeating: 0, count: 8192)
        let count = unsafe write(file, bytes, bytes.count)
        // The system gives no error for a part.
        if count >= 0, count < bytes.count { return .diskFull }
        return count >= 0 && fsync(file) == 0 ? nil : MachineFault(systemError: errno)
    }

    /// Whether the limit on file sizes leaves less room than a large change takes.
    private static func mayNotGrow(_ path: String) -> Bool {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(1), &limit) == 0 else { return false }
        // SQLite removes the file of a store that it cannot create.
        return limit.rlim_cur < rlim_t(clamping: StoreFile.size(of: path) ?? 0) + 16_000_000
    }

    /// Whether fewer than 16 further files can be opened. The system gives each file the lowest free number.
    static var areFilesExhausted: Bool {
        let file = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return errno == EMFILE || errno == ENFILE }
        close(file)
        return Int(file) + 16 >= ProcessReading.filesMax
    }
}
