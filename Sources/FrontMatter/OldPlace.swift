package import Posts

/// What a file itself does not say about its place on the old site.
package struct OldPlace: Hashable, Sendable {
    /// nil if unknown; then the file's path tells.
    package let generator: BlogGenerator?
    /// What stands before the addresses in each language of the blog, by its tag in lower case: `/pt`, or nothing.
    package let languageFolders: [String: String]
    /// The pattern of its address, with the generator's placeholders (`OldAddress`); nil if unknown.
    package var pattern: String?
    /// The address of the old site, if its feed has the ids that its generator makes of it; nil if unknown.
    package var feedAddress: String?
    /// The form of the addresses of all posts, as the author states it, which counts more; nil if not stated.
    package var permalink: OldPermalink?
    /// Whether the old site showed the file as a page, without being sorted by date, if it has no date.
    package var isPageIfUndated = false
    /// The front matter that the configuration gives to a file without such entries, as words by key.
    package var defaults: [String: [String]]
    /// Which entries keep a post from the public.
    package var privacy: PrivacyRules

    package init(
        generator: BlogGenerator? = nil, languageFolders: [String: String] = [:], pattern: String? = nil,
        permalink: OldPermalink? = nil, defaults: [String: [String]] = [:], privacy: PrivacyRules = PrivacyRules()
    ) {
        self.generator = generator
        self.languageFolders = languageFolders
        self.pattern = pattern
        self.permalink = permalink
        self.defaults = defaults
        self.privacy = privacy
    }

    /// Of a file that Galley writes: what an unknown key may mean does not decide whether its post is public here.
    static let own = OldPlace(privacy: PrivacyRules().withoutGuesses)
}
