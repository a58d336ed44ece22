extension SiteTarget {
    /// A site always shows what is published, so it has no settings for edits and deletions.
    static let declaration = KindDeclaration(
        title: "Web site", classes: "A", role: .blog,
        wordsOnDelete: "A post that is taken back leaves the site at once.", login: nil
    ) { SiteTarget($0).map { .site($0) } }
}
