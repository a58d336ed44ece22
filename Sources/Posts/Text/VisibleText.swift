extension Unicode.Scalar {
    /// Whether a terminal obeys it, or it changes the direction of text and so can disguise it. A line break and a tab count.
    package var isControl: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// What stands for a control character: `␛` for the C0 set (Unicode's control pictures), `\u{202E}` for others.
    private var visibleName: String {
        switch value {
        case 0x0A: "\u{2424}"
        case 0x00...0x1F: Unicode.Scalar(0x2400 + value).map { String($0) } ?? ""
        case 0x7F: "\u{2421}"
        default: "\\u{\(String(value, radix: 16, uppercase: true))}"
        }
    }

    fileprivate func visible(keeping kept: String.UnicodeScalarView) -> String {
        isControl && !kept.contains(self) ? visibleName : String(self)
    }
}

extension StringProtocol {
    /// The text with a visible sign for each control character, for a log or a notification: what a server said or a user
    /// typed must neither begin a line nor command a terminal.
    /// - Parameter kept: control characters that stay.
    package func withVisibleControls(keeping kept: String = "") -> String {
        guard unicodeScalars.contains(where: \.isControl) else { return String(self) }
        return unicodeScalars.map { $0.visible(keeping: kept.unicodeScalars) }.joined()
    }
}
