import FoundationEssentials
import Glibc
import Logging

/// Writes one line per message to standard error. Under systemd each begins with its level as journald reads it
/// (`<3>`, sd-daemon(3)); by hand with the time and the level's word.
struct JournalLog: LogHandler {
    var logLevel: Logger.Level = .info
    var metadata: Logger.Metadata = [:]
    private let label: String
    private let isJournal: Bool

    init(label: String, isJournal: Bool) {
        self.label = label
        self.isJournal = isJournal
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let own = event.metadata ?? [:]
        let all = metadata.isEmpty ? own : metadata.merging(own) { $1 }
        var text = event.message.description
        for (key, value) in all.sorted(by: { $0.key < $1.key }) {
            text += " "
            text += key
            text += "="
            text += value.description
        }
        var line = isJournal ? "<\(Self.priority(event.level))>" : "\(event.level) "
        line += label
        line += ": "
        line += Self.onOneLine(text)
        line += "\n"
        line.withUTF8 { bytes in _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }

    /// A line end inside a message would begin a new record.
    private static func onOneLine(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\n")) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(scalar == "\n" ? "\u{2424}" : scalar) }
        return String(scalars)
    }

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
