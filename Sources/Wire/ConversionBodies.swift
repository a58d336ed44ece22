/// `POST /v1/conversions`: converts rich text to Markdown, and stores nothing.
package struct ConversionRequestBody: Codable, Hashable, Sendable {
    /// At most 1,000,000 bytes.
    package var html: String
}

/// A converted text.
package struct ConversionBody: Codable, Hashable, Sendable {
    package let markdown: String

    package init(markdown: String) { self.markdown = markdown }
}
