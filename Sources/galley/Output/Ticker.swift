/// A progress line on a terminal that is rewritten in place; nothing elsewhere.
struct Ticker {
    private var shown = ""

    /// The columns that a line may fill; nil without a terminal or on one that cannot rewrite a line. A line that fills
    /// the last column would wrap.
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
