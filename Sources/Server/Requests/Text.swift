extension StringProtocol {
    /// One short line, for messages that quote the value found.
    func shortened(to count: Int = 60) -> String {
        let line = prefix(count).map { $0.isNewline ? " " : $0 }
        return String(line) + (self.count > count ? "…" : "")
    }
}
