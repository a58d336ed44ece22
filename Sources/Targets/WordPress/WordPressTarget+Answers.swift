import HTTPValues
import JSONTree
package import Posts

// Interprets WordPress's answers.

extension WordPressTarget {
    package func outcome(of exchange: Exchange, for parcel: Parcel, body: [UInt8]) -> Outcome {
        if let copy = parcel.deletedCopy { return outcome(ofDeletion: exchange, of: copy) }
        if let problem = problem(exchange) { return problem }
        guard let answer = exchange.answer, let found = answer.json.flatMap(FoundPost.init),
            let wanted = WantedPost(parcel, body: body)
        else { return service.unexpected(exchange, wanted: "the post") }
        guard found.isTitled(as: wanted) else {
            return .unknown("\(service.name) answered \(answer.status) with a post that is not this one.")
        }
        if let copy = parcel.identity[Parcel.copyIdentity] { return outcome(ofEdit: found, of: copy, wanted: wanted) }
        guard found.status == wanted.status else { return .unknown(stateWords(found, wanted)) }
        return .accepted(found.record)
    }

    package func lookUp(
        _ parcel: Parcel, body: [UInt8], _ briefing: Briefing, answers: [Exchange]
    ) -> Step<LookUpResult> {
        guard let wanted = WantedPost(parcel, body: body) else {
            return .done(.textIsLost)
        }
        return Dialogue.run(answers, ended: LookUpResult.unclear) { dialogue throws(Interruption) in
            // WordPress silently renames a used slug to “slug-2”, so the search includes such names.
            let exchange = try dialogue.ask(slugRequest(wanted, copies: 9))
            if let problem = problem(exchange) { return .unclear(problem) }
            guard let list = exchange.answer?.json?.elements else {
                return .unclear("\(service.name) did not answer with a list of posts.")
            }
            let found = list.compactMap(FoundPost.init)
            guard found.count == list.count else {
                return .unclear("\(service.name)'s list of posts has one that cannot be read.")
            }
            let others = found.filter { !briefing.taken.contains($0.id) }
            let finding = judge(others, wanted)
            if case .found = finding { return finding }
            if briefing.isRestored, let later = others.first(where: { $0.mayBeLater(than: wanted) }) {
                return .found(later.record)
            }
            guard case .absent = finding, exchange.answer?.hidesPosts(besides: list.count) == true else {
                return finding
            }
            return .unseeable(
                "\(service.name) has posts with this slug that \(username) may not edit. Look whether this one is among them."
            )
        }
    }

    private func judge(_ found: [FoundPost], _ wanted: WantedPost) -> LookUpResult {
        let same = found.filter { $0.isSame(as: wanted) }
        if let published = same.first(where: { $0.status == wanted.status }) { return .found(published.record) }
        if let other = same.first { return .unclear(stateWords(other, wanted)) }
        return found.first { $0.isLike(wanted) }.map { service.similarPost(at: $0.link) } ?? .absent
    }

    func stateWords(_ found: FoundPost, _ wanted: WantedPost) -> String {
        if found.status == "future" {
            return
                "\(service.name) keeps the post as “future” and publishes it itself at its time, because its clock is "
                + "behind. Correct that clock."
        }
        return
            "\(service.name) took the post and keeps it as “\(service.plain(found.status))” instead of “\(wanted.status)”. "
            + "Publish it there, or give \(username) the right to publish."
    }
}

/// A post as WordPress returns it to accounts that may edit it.
struct FoundPost {
    let id: String
    let link: String?
    /// nil if the answer does not have it.
    let slug: String?
    let status: String
    /// Plain text.
    let title: String
    let content: NormalizedText?

    /// - Returns: nil if `json` is not a post with an id.
    init?(_ json: JSON) {
        guard let number = json["id"]?.integer, number > 0, let status = json["status"]?.text,
            json["slug"]?.text != nil || json["link"]?.text != nil
        else { return nil }
        id = String(number)
        slug = json["slug"]?.text
        self.status = status
        link = json["link"]?.text.flatMap { $0.isWebAddress ? $0 : nil }
        let title = json.at("title", "raw") ?? json.at("title", "rendered")
        self.title = title?.text?.referencesResolved ?? ""
        content = json.at("content", "raw")?.text.map { NormalizedText($0.textOfHTML) }
    }

    var record: RemotePost { RemotePost(id: id, url: link) }

    func isTitled(as wanted: WantedPost) -> Bool { NormalizedText(title) == NormalizedText(wanted.title) }

    func isSame(as wanted: WantedPost) -> Bool { isTitled(as: wanted) && content == wanted.content }

    /// Whether it may be `wanted` with a later text. Its slug shows that it is not just any other post; one that WordPress
    /// made may be that of another post with the same title.
    func mayBeLater(than wanted: WantedPost) -> Bool {
        guard status == wanted.status else { return false }
        let isAlike = content?.resembles(wanted.content) == true
        let isNumbered = slug?.isNumbered(besides: wanted.slug) ?? false
        return isNumbered ? isTitled(as: wanted) && isAlike : isTitled(as: wanted) || isAlike
    }

    func isLike(_ wanted: WantedPost) -> Bool {
        guard isTitled(as: wanted) else { return false }
        return content?.resembles(wanted.content) ?? true
    }
}

extension HTTPAnswer {
    /// Whether a list leaves out posts. WordPress counts also those that the account may not read, in newer versions edit.
    func hidesPosts(besides shown: Int) -> Bool {
        headers.first("X-WP-Total").flatMap { Int($0.trimmed) }.map { $0 > shown } ?? false
    }

    /// WordPress's message in `{"code": …, "message": …, "data": {"params": {…}}}`.
    var wordPressError: String? {
        guard let json, let code = json["code"]?.identifier else { return nil }
        var words = json["message"]?.text?.textOfHTML ?? ""
        if let parameters = json.at("data", "params")?.fields {
            words += parameters.sorted { $0.key < $1.key }.prefix(3).compactMap(\.value.text).map { " " + $0 }.joined()
        }
        return words.isEmpty ? code : "\(words) (\(code))"
    }
}
