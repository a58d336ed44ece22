extension StringProtocol {
    /// For messages that quote what was found: one line, not long.
    func shortened(to count: Int = 60) -> String {
        let line = prefix(count).map { $0.isNewline ? " " : $0 }
        return String(line) + (self.count > count ? "…" : "")
    }
}
