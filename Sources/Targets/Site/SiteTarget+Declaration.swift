extension SiteTarget {
    /// A site always shows what is published, so it has no settings for edits and deletions.
    static let declaration = KindDeclaration(
        title: "Web site", classes: "A", role: .blog, settings: ["language", "atproto"],
        wordsOnDelete: "A post that is taken back leaves the site at once.",
        login: { check throws(TargetSettingsError) in
            throw check.error("kind", "A site is a folder on this machine and needs no login.")
        }
    ) { check throws(TargetSettingsError) in .site(try SiteTarget(check)) }
}
