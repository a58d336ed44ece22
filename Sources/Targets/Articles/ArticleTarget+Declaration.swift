package import JSONTree

extension ArticleTarget {
    /// Its settings are those of the blog.
    package static let declaration = KindDeclaration(
        title: "Articles", classes: "A", role: .program, login: nil
    ) { _ in nil }

    package func readersTexts(in body: [String: JSON], _ bytes: [UInt8]) -> [String?] {
        ["title", "description", "textContent"].map { body["record"]?[$0]?.text }
    }
}
