import Glibc

/// How far something is, on one line of the terminal that is written over; nothing where there is no terminal.
struct Ticker {
    private let isShown = isatty(Channel.complaints.rawValue) == 1 && environment("TERM") != "dumb"
    private var shown = ""

    mutating func show(_ words: String) {
        guard isShown, words != shown else { return }
        shown = words
        write("\r\u{1B}[K\(words.oneLine)", to: .complaints)
    }

    mutating func clear() {
        guard isShown, !shown.isEmpty else { return }
        shown = ""
        write("\r\u{1B}[K", to: .complaints)
    }
}
