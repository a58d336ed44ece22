/// What a configuration says about the files of a blog, for generators of which it says all.
protocol BlogLayout: Sendable {
    /// Whether the generator makes no page of the file.
    func hides(_ file: String) -> Bool

    /// Whether the generator makes no page of a file without a title.
    var needsTitles: Bool { get }

    /// The files of which it makes no page because of what other files say.
    /// - Parameter read: the text of a file.
    func hidden(among files: [String], read: (String) -> String?) -> Set<String>

    /// The folder of the finished site, which may have copies of the texts.
    var output: String { get }

    /// The pattern of the address, with the placeholders of the generator.
    /// - Parameter head: of the file.
    /// - Returns: nil for a file that is not a page by itself, and for an address that cannot be told.
    func pattern(of file: String, _ head: HeadWords) -> String?

    /// What a file has if its front matter does not state it.
    func frontMatter(of file: String) -> [String: [String]]

    /// The addresses of the lists of categories and tags that show a file.
    func lists(of file: String, _ head: HeadWords) -> [(OldLists.Kind, String)]
}

extension BlogLayout {
    var needsTitles: Bool { false }

    func hidden(among files: [String], read: (String) -> String?) -> Set<String> { [] }

    func lists(of file: String, _ head: HeadWords) -> [(OldLists.Kind, String)] { [] }

    /// The path below a folder; nil for one outside. All paths are below the empty folder.
    func below(_ folder: String, _ path: String) -> String? {
        if folder.isEmpty { return path }
        return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : nil
    }
}

extension String {
    /// As a part of a pattern, where a colon would begin a placeholder and a percent sign an encoded character.
    var addressLiteral: String { replacing("%", with: "%25").replacing(":", with: "%3A") }
}
