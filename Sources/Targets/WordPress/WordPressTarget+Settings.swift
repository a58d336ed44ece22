import Posts
import Settings

extension WordPressTarget {
    init(_ section: TargetSection) {
        url = section.wordPressURL()
        password = section.secret()
        username = section.username()
        categories = section.categories()
        status = section.oneOf("status", Self.statuses) ?? "publish"
        format = section.oneOf("format", Self.formats)
        rawHTML = section.desk.rawHTML
    }
}

extension TargetSection {
    fileprivate func wordPressURL() -> String {
        let url = url(hasQuery: true)
        guard let query = url.firstIndex(of: "?") else {
            return url.hasSuffix("/wp-json") ? String(url.dropLast(8)) : url
        }
        if url[query...] != WordPressTarget.routeQuery, url[query...] != WordPressTarget.routeQuery + "/" {
            let words = "Found “\(url.shortened(to: 100))”. Write the site's address, without a query; "
            complain("url", words + "only where there are no pretty permalinks end it with “/?rest_route=”.")
        }
        return url.withoutTrailing("/")
    }

    fileprivate func username() -> String {
        guard let name = text("username"), !name.isEmpty else {
            if !isRehearsal {
                complain("username", "The “username” is missing. Write the WordPress user's login name.")
            }
            return "rehearsal"
        }
        if name.contains(":") || name.contains(where: \.isControl) || name.utf8.count > 200 {
            complain(
                "username", "Found “\(name.shortened(to: 60))”. A login name has no “:” and no control characters.")
        }
        return name
    }

    fileprivate func categories() -> [String] {
        var seen: Set<String> = []
        let names = (table.optionalTexts("categories") ?? []).map(\.trimmed)
            .filter { seen.insert($0.lowercased()).inserted }
        if let found = names.first(where: { $0.isEmpty || $0.utf8.count > 200 || $0.contains(where: \.isControl) }) {
            complain("categories", "Found “\(found.shortened(to: 60))”. Write names of 1 to 200 bytes.")
        }
        if names.count > 20 { complain("categories", "There are \(names.count). Name at most 20.") }
        return names
    }
}
