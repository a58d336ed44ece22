import JSONTree

/// A document as frozen: its record without the account, the path and the uploaded picture.
struct ArticleDocument: Codable, Hashable, Sendable {
    /// The key of the record that Galley creates.
    let key: String
    let title: String
    let description: String?
    /// The text of the post without markup.
    let text: String
    let tags: [String]
    /// In the format of a record.
    let publishedAt: String
    let updatedAt: String?
    /// The address of a picture in the author's text.
    let cover: String?

    /// - Parameters:
    ///   - site: the address of the publication's record.
    ///   - path: of the page, below the publication's address.
    ///   - cover: the uploaded picture.
    ///   - former: the record that this one replaces. Its fields that Galley does not write stay, except for the full
    ///     text in another tool's format.
    func record(site: String, path: String, cover: JSON?, replacing former: JSON? = nil) -> JSON {
        var fields = former?.fields ?? [:]
        fields["$type"] = .text(ArticleTarget.document)
        fields["site"] = .text(site)
        fields["path"] = .text(path)
        fields["title"] = .text(title)
        fields["description"] = description.map(JSON.text)
        fields["textContent"] = .text(text)
        fields["tags"] = tags.isEmpty ? nil : .texts(tags)
        fields["publishedAt"] = .text(publishedAt)
        fields["updatedAt"] = updatedAt.map(JSON.text)
        fields["coverImage"] = cover
        fields["content"] = nil
        return .object(fields)
    }
}

// MARK: - Frozen

extension ArticleDocument {
    private static let identityName = "document"

    /// The document as a part of a parcel's identity.
    func identity() throws(FreezeError) -> [String: String] {
        try Parcel.identity(self, named: ArticleDocument.identityName)
    }

    /// - Returns: nil for a parcel that writes no document.
    init?(_ parcel: Parcel) {
        guard let document = parcel.decoded(ArticleDocument.self, named: ArticleDocument.identityName) else {
            return nil
        }
        self = document
    }
}

// MARK: - Limits

extension String {
    /// At most this many characters and bytes, with an ellipsis if anything was cut.
    /// - SeeAlso: https://standard.site, where a lexicon limits both.
    func fitted(characters: Int, bytes: Int) -> String {
        var (text, limit) = (shortened(to: characters), characters)
        while text.utf8.count > bytes, limit > 1 {
            // Each round keeps the share that the bytes allow, so there are few.
            limit = max(1, min(limit - 1, Int(Double(text.count) * Double(bytes) / Double(text.utf8.count)) - 1))
            text = shortened(to: limit)
        }
        return text
    }
}
