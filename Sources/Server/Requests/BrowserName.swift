import Posts

/// A short name for a browser, by which an author tells sessions apart.
enum BrowserName {
    /// The first match counts, because most browsers also claim to be the ones below.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("Vivaldi", "Vivaldi"), ("Firefox/", "Firefox"), ("FxiOS", "Firefox"),
        ("Chromium", "Chromium"), ("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Epiphany", "Epiphany"),
        ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
        ("Macintosh", "Mac"), ("FreeBSD", "FreeBSD"), ("OpenBSD", "OpenBSD"), ("Linux", "Linux"),
    ]

    /// Such as “Firefox on Linux”; the start of the header field when no name matches. At most 60 characters.
    static func label(_ userAgent: String) -> String {
        let text = userAgent.prefix(500)
        let browser = browsers.first { text.contains($0.0) }?.1
        let system = systems.first { text.contains($0.0) }?.1
        switch (browser, system) {
        case (let browser?, let system?): return "\(browser) on \(system)"
        case (let browser?, nil): return browser
        default: break
        }
        let plain = text.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }.map(Character.init)
        let rest = String(plain).trimmed.shortened(to: 59)
        return rest.isEmpty ? "a browser without a name" : rest
    }
}
