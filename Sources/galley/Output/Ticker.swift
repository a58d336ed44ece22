import Glibc

/// How far something is, on one line of the terminal that is written over; nothing where there is no terminal.
struct Ticker {
    private var shown = ""

    /// Columns that a line may fill; nil where there is no terminal, or one that cannot write over its lines. A line that
    /// fills the last column would begin another.
    var columns: Int? {
        environment("TERM") == "dumb" ? nil : Channel.complaints.columns.map { max(1, $0 - 1) }
    }

    mutating func show(_ words: String) {
        guard let columns, words != shown else { return }
        shown = words
        write("\r\u{1B}[K\(words.oneLine.cut(toColumns: columns))", to: .complaints)
    }

    mutating func clear() {
        guard !shown.isEmpty else { return }
        shown = ""
        write("\r\u{1B}[K", to: .complaints)
    }
}
