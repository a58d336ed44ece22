/// The meaning of a word, from which `Style` derives its colour.
enum Ink: CaseIterable {
    case plain, strong, faint, good, busy, warning, bad

    /// The meaning of a post's or delivery's state.
    init(state: String) {
        switch state {
        case "published", "delivered": self = .good
        case "scheduled", "due", "preparing", "armed", "retrying", "reconciling": self = .busy
        case "blocked", "uncertain", "missed": self = .warning
        case "failed": self = .bad
        default: self = .faint
        }
    }
}

/// Colours for terminals that support them.
struct Style {
    let hasColour: Bool

    func paint(_ text: String, _ ink: Ink) -> String {
        guard hasColour, !text.isEmpty, let code = Style.code(ink) else { return text }
        return "\u{1B}[\(code)m\(text.printable)\u{1B}[0m"
    }

    /// The escape sequences that `paint` writes.
    static let sequences = (Ink.allCases.compactMap(code) + ["0"]).map { "\u{1B}[\($0)m" }

    /// The terminal's sixteen colours, because users choose those to be readable.
    private static func code(_ ink: Ink) -> String? {
        switch ink {
        case .plain: nil
        case .strong: "1"
        case .faint: "2"
        case .good: "32"
        case .busy: "36"
        case .warning: "33"
        case .bad: "31"
        }
    }
}
