package import JSONTree

extension WordPressTarget {
    package static let declaration = KindDeclaration(
        title: "WordPress", classes: "D", role: .blog,
        wordsOnDelete: "A post that is taken back goes to the trash there.",
        login: { WordPressLogin(origin: $0.url(), username: $0.text("username")) }
    ) { .http(WordPressTarget($0)) }

    package func readersTexts(in body: [String: JSON], _ bytes: [UInt8]) -> [String?] {
        ["title", "excerpt", "content"].map { body[$0]?.text }
    }
}
