package import JSONTree

extension MastodonTarget {
    package static let declaration = KindDeclaration(
        title: "Mastodon", classes: "B or D", role: .social,
        overrides: ["text", "warning", "visibility", "language", "long"],
        login: { MastodonLogin(origin: $0.url()) }
    ) { .http(MastodonTarget($0)) }

    func wordsOnEdit(_ facts: MastodonFacts?) -> String {
        let start = "Edits are sent, and people who boosted the post are notified."
        if facts?.keepsAudience == false {
            return "Edits of public posts are sent, and people who boosted the post are notified. "
                + "\(service.name) runs \(facts?.software ?? ""), which makes every edited post public, so edits of all "
                + "other posts wait: take the post back and publish it again."
        }
        guard facts?.software == "snac" else { return start + " Who can see it stays as it was." }
        return start + " Only the text changes: snac keeps the pictures, the language and who can see the post."
    }

    package func readersTexts(in body: [String: JSON], _ bytes: [UInt8]) -> [String?] {
        ["spoiler_text", "status"].map { body[$0]?.text }
    }
}
