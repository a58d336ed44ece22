package import JSONTree

extension WordPressTarget {
    package static let declaration = KindDeclaration(
        title: "WordPress", classes: "D", role: .blog,
        wordsOnDelete: "A post that is taken back goes to the trash there.",
        login: { .wordpress(WordPressLogin(origin: $0.url())) }
    ) { .http(WordPressTarget($0)) }

    package func wordsOnEdit(facts: [UInt8]?) -> String {
        "Edits are sent. Its address, its date and its categories stay as they are there."
    }

    package func readersTexts(in body: [String: JSON], _ bytes: [UInt8]) -> [String?] {
        ["title", "excerpt", "content"].map { body[$0]?.text }
    }
}
