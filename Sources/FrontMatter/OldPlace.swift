/// The program that made a blog from its files.
package enum BlogGenerator: String, Hashable, Sendable, CaseIterable {
    case hugo, jekyll, zola
}

/// What a file itself does not say about its place on the old site.
package struct OldPlace: Hashable, Sendable {
    /// nil if unknown; then the file's path tells.
    package let generator: BlogGenerator?
    /// The pattern of its address, with the generator's placeholders (`OldAddress`); nil if unknown.
    package let pattern: String?
    /// The front matter that the configuration gives to a file without such entries, as words by key.
    package let defaults: [String: [String]]

    package init(
        generator: BlogGenerator? = nil, pattern: String? = nil, defaults: [String: [String]] = [:]
    ) {
        self.generator = generator
        self.pattern = pattern
        self.defaults = defaults
    }
}
