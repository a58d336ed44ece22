extension Site {
    /// The page of an entry that the site may not have yet, as it can be shown elsewhere: with the theme's styles in it, and
    /// without links to other entries. Fonts and pictures of the theme, which stand on the site, are not in it.
    /// - Parameter picture: the address of a picture in the content; nil leaves the one on the site.
    package func page(of entry: SiteEntry, picture: (SitePicture) -> String?) throws -> String {
        var entry = entry
        let addresses = Dictionary(
            (entry.pictures ?? []).map { (links.local("media/\($0.file)"), picture($0)) },
            uniquingKeysWith: { one, _ in one })
        entry.contentHTML = entry.contentHTML.withAddresses { addresses[$0] ?? nil }
        let item = SiteItem(entry, at: settings)
        _ = try item.path.get()
        let edition = SiteEdition(
            site: self, contents: SiteContents(SiteAddresses(of: [item], on: claimed)), sizes: [:], publication: nil)
        guard case .page(let make) = edition.entryPages().first?.source else { return "" }
        return withStyles(try make())
    }

    /// The page with the theme's style sheets in place of links to them.
    private func withStyles(_ page: String) -> String {
        let sheets = theme.assets.filter { $0.path.hasSuffix(".css") }.map { (links.local($0.path), $0.bytes) }
        var (result, rest) = ("", page[...])
        while let start = rest.firstRange(of: "<link ") {
            let tag = rest[start.lowerBound...].prefix { $0 != ">" }
            result += rest[..<start.lowerBound]
            rest = rest[tag.endIndex...].dropFirst()
            let sheet = sheets.first { path, _ in ["\"", "'"].contains { tag.contains("href=\($0)\(path)\($0)") } }
            if let sheet, tag.contains("stylesheet") {
                // In a style element only this could end it.
                result += "<style>\(String(decoding: sheet.1, as: UTF8.self).replacing("</", with: "<\\/"))</style>"
            } else {
                result += tag + ">"
            }
        }
        return result + rest
    }
}
