import Glibc
import Logging
import Posts
import Synchronization

/// The log level. All loggers share it, so that a reload reaches each of them.
final class LogThreshold: Sendable {
    private let index: Atomic<Int>

    init(_ level: Logger.Level) { index = Atomic(Self.index(of: level)) }

    var level: Logger.Level { Logger.Level.allCases[index.load(ordering: .relaxed)] }

    func set(_ level: Logger.Level) { index.store(Self.index(of: level), ordering: .relaxed) }

    private static func index(of level: Logger.Level) -> Int { Logger.Level.allCases.firstIndex(of: level) ?? 0 }
}

/// Writes each message as one line to standard error. Under systemd the line begins with the level in journald's
/// notation (`<3>`, sd-daemon(3)), otherwise with the name of the level.
struct JournalLog: LogHandler {
    /// The logger's own level if it has one, otherwise the configured level.
    var logLevel: Logger.Level {
        get { ownLevel ?? threshold.level }
        set { ownLevel = newValue }
    }
    var metadata: Logger.Metadata = [:]
    private let label: String
    private let isJournal: Bool
    private let threshold: LogThreshold
    private var ownLevel: Logger.Level?

    init(label: String, isJournal: Bool, threshold: LogThreshold) {
        self.label = label
        self.isJournal = isJournal
        self.threshold = threshold
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: Logging.LogEvent) {
        let own = event.metadata ?? [:]
        let all = metadata.isEmpty ? own : metadata.merging(own) { $1 }
        var text = event.message.description
        for (key, value) in all.sorted(by: { $0.key < $1.key }) {
            text += " "
            text += key
            text += "="
            text += value.description
        }
        let start = isJournal ? "<\(Self.priority(event.level))>" : "\(event.level) "
        // What servers and users said is part of the text: it must neither begin a record nor command a terminal.
        Self.output.write(text.withVisibleControls(), after: "\(start)\(label): ")
    }

    private static let output = LogOutput()

    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }
}

/// Standard error, whose reader may take nothing: a terminal that Ctrl-S stopped, or a full pipe. The daemon waits a
/// second for room, and then leaves lines out until there is some.
private final class LogOutput: Sendable {
    /// How many lines were left out, and what is still to be written of the last line: a terminal may take half of it.
    private let behind = Mutex((lost: 0, rest: [UInt8]()[...]))
    private let file: Int32

    init() {
        // A terminal takes part of a line, and the rest of the call waits for its reader. Opened again, it does not wait,
        // without a change for the other programs that use it.
        guard isatty(STDERR_FILENO) == 1 else { file = STDERR_FILENO; return }
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let terminal = unsafe open("/proc/self/fd/\(STDERR_FILENO)", flags)
        file = terminal >= 0 ? terminal : STDERR_FILENO
    }

    /// Writes a line, after another one that counts the lines left out before it. Both begin with `head`.
    func write(_ text: String, after head: String) {
        behind.withLock { behind in
            let (lost, rest) = behind
            let notice =
                lost == 0 ? "" : "\(head)The log's reader took nothing for a while. Lines missing here: \(lost)\n"
            let line = Array("\(notice)\(head)\(text)\n".utf8)
            let left = put(rest + line, milliseconds: lost == 0 && rest.isEmpty ? 1000 : 0)
            behind = left.count < line.count ? (0, left) : (lost + 1, left.dropLast(line.count))
        }
    }

    /// Returns what there is no room for. Other errors count as written: there will be no reader.
    private func put(_ bytes: ArraySlice<UInt8>, milliseconds: Int32) -> ArraySlice<UInt8> {
        var rest = bytes
        while !rest.isEmpty {
            var output = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
            guard unsafe poll(&output, 1, milliseconds) > 0 else { return rest }
            // A pipe that has room takes this much without waiting (PIPE_BUF).
            let part = Array(rest.prefix(4096))
            let count = unsafe Glibc.write(file, part, part.count)
            guard count > 0 else { return errno == EAGAIN ? rest : [] }
            rest = rest.dropFirst(count)
        }
        return rest
    }
}
