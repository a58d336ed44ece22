package import JSONTree

extension WordPressTarget {
    package static let declaration = KindDeclaration(
        title: "WordPress", classes: "D", role: .blog,
        settings: ["username", "credential", "categories", "status", "format", "atproto", "edit", "delete"],
        wordsOnDelete: "A post that is taken back goes to the trash there.",
        login: { check throws(TargetSettingsError) in .wordpress(WordPressLogin(origin: try check.url())) }
    ) { check throws(TargetSettingsError) in .http(try WordPressTarget(check)) }

    package func wordsOnEdit(facts: [UInt8]?) -> String {
        "Edits are sent. Its address, its date and its categories stay as they are there."
    }

    package func readersTexts(in body: [String: JSON], _ bytes: [UInt8]) -> [String?] {
        ["title", "excerpt", "content"].map { body[$0]?.text }
    }
}
