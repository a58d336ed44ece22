/// The program that made a blog from its files.
package enum BlogGenerator: String, Hashable, Sendable, CaseIterable {
    case hugo, jekyll, hexo, zola, pelican, nikola

    /// Whether it shows each date by the clocks of the site, if these are known. Others show a date with an offset as it is
    /// written.
    package var convertsDates: Bool {
        switch self {
        case .jekyll, .hexo: true
        case .hugo, .zola, .pelican, .nikola: false
        }
    }

    /// The id of a post in the feed of the old site, by which readers know it.
    /// - Parameters:
    ///   - address: of the site, without the last `/`.
    ///   - path: of the post.
    ///   - name: its slug, else the name of its file without the date.
    ///   - day: the date of the post as its address states it.
    /// - Returns: nil if the id is no IRI.
    package func feedID(at address: String, _ path: PostPath, name: String, day: CivilDate?) -> FeedID? {
        switch self {
        // The address: `guid` of Hugo's and Nikola's RSS, `id` of Zola's and Hexo's Atom.
        case .hugo, .zola, .hexo, .nikola:
            FeedID(address + BlogGenerator.encoded(path.names) + (path.isFolder ? "/" : ""))
        // `jekyll-feed` takes the page's id: its folder, and its name without an ending (`lib/jekyll/document.rb`).
        case .jekyll:
            FeedID(address + BlogGenerator.encoded(path.names.dropLast() + [name]))
        // `get_tag_uri` in `pelican/utils.py`, with the path as it is.
        case .pelican:
            day.flatMap { day in
                let parts = address.split(separator: "/", maxSplits: 2)
                guard parts.count > 1 else { return nil }
                let host = parts[1].prefix { $0 != ":" }.lowercased()
                let folder = parts.count > 2 ? "/" + parts[2] : ""
                return FeedID("tag:\(host),\(day.text):\(folder)\(path.text)")
            }
        }
    }

    private static func encoded(_ names: [String]) -> String {
        names.map { "/" + $0.percentEncoded(keeping: "-._~$&+,:;=@") }.joined()
    }
}
