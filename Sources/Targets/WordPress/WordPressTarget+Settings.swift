import Posts

extension WordPressTarget {
    init(_ check: SettingsCheck) throws(TargetSettingsError) {
        let settings = check.settings
        url = try check.wordPressURL()
        password = try check.secret()
        username = try check.username()
        categories = try check.categories()
        status = try check.oneOf("status", settings.status, Self.statuses) ?? "publish"
        format = try check.oneOf("format", settings.format, Self.formats)
        rawHTML = try check.rawHTML()
    }
}

extension SettingsCheck {
    func wordPressURL() throws(TargetSettingsError) -> String {
        let url = try url(hasQuery: true)
        guard let query = url.firstIndex(of: "?") else {
            return url.hasSuffix("/wp-json") ? String(url.dropLast(8)) : url
        }
        guard url[query...] == WordPressTarget.routeQuery || url[query...] == WordPressTarget.routeQuery + "/" else {
            let words = "Found “\(url.shortened(to: 100))”. Write the site's address, without a query; "
            throw error("url", words + "only where there are no pretty permalinks end it with “/?rest_route=”.")
        }
        return url.withoutTrailing("/")
    }

    func username() throws(TargetSettingsError) -> String {
        guard let name = settings.username, !name.isEmpty else {
            if settings.rehearsal { return "rehearsal" }
            throw error("username", "The “username” is missing. Write the WordPress user's login name.")
        }
        guard !name.contains(":"), !name.contains(where: \.isControl), name.utf8.count <= 200 else {
            throw error(
                "username", "Found “\(name.shortened(to: 60))”. A login name has no “:” and no control characters.")
        }
        return name
    }

    func categories() throws(TargetSettingsError) -> [String] {
        var seen: Set<String> = []
        let names = (settings.categories ?? []).map(\.trimmed).filter { seen.insert($0.lowercased()).inserted }
        if let found = names.first(where: { $0.isEmpty || $0.utf8.count > 200 || $0.contains(where: \.isControl) }) {
            throw error("categories", "Found “\(found.shortened(to: 60))”. Write names of 1 to 200 bytes.")
        }
        guard names.count <= 20 else {
            throw error("categories", "There are \(names.count). Name at most 20.")
        }
        return names
    }
}
