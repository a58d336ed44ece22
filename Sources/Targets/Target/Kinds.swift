/// The list of all kinds: a new kind is a case here, and its declaration.
extension Target {
    /// The word in the settings.
    package enum KindName: String, Hashable, Sendable, CaseIterable {
        case site, wordpress, ghost, writefreely, mastodon, bluesky, telegram, webhook
        /// Implied by the setting `atproto` of a blog; see `Target.withArticles`.
        case articles

        package var declaration: KindDeclaration {
            switch self {
            case .site: SiteTarget.declaration
            case .wordpress: WordPressTarget.declaration
            case .ghost: GhostTarget.declaration
            case .writefreely: WriteFreelyTarget.declaration
            case .mastodon: MastodonTarget.declaration
            case .bluesky: BlueskyTarget.declaration
            case .telegram: TelegramTarget.declaration
            case .webhook: WebhookTarget.declaration
            case .articles: ArticleTarget.declaration
            }
        }
    }
}

extension Target.KindName {
    /// Those that a `[[target]]` may have.
    package static let configurable = allCases.filter { $0 != .articles }

    /// Whether readers see when a post appears, and a text has to fit.
    package var isSocial: Bool { declaration.role == .social }

    /// Whether it gives a post its address.
    package var isBlog: Bool { declaration.role == .blog }

    /// Whether Galley checks it before the first delivery.
    package var asksFirst: Bool { isSocial || self == .articles }
}
