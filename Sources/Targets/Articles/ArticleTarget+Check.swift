import HTTPValues
import Posts

extension ArticleTarget {
    package func check(_ briefing: Briefing, answers: [Exchange]) -> Step<CheckReport> {
        Dialogue.run(answers, ended: CheckReport.init(endedWith:)) { dialogue throws(Interruption) in
            let facts = try readFacts(&dialogue, briefing)
            // Before the account was known, no page could name its records.
            let isFirst = ArticleFacts(encoded: briefing.facts, of: owner)?.site != facts.site
            let wellKnown = isFirst ? nil : try problemWithWellKnown(facts, &dialogue)
            let page = isFirst ? nil : try problemWithPage(briefing.sample, &dialogue)
            return report(facts, isFirst: isFirst, problems: [wellKnown, page].compactMap(\.self))
        }
    }

    private func report(_ facts: ArticleFacts, isFirst: Bool, problems: [String]) -> CheckReport {
        var details: [CheckReport.Detail] = [
            .init("account", facts.handle), .init("publication", facts.site),
            .init("proof", wellKnown), IdempotencyClass.deterministic.detail,
        ]
        if facts.isCut {
            details.append(
                .init(
                    "documents",
                    "the account has more than \(Self.documentsMax), and Galley looks for those of other tools among "
                        + "the newest only"))
        }
        let words =
            if isFirst {
                "\(service.name) knows the app password as \(facts.handle). Check again once the blog has been written."
            } else if problems.isEmpty {
                "\(service.name) takes the articles of “\(blog.target)”, and the blog names their records."
            } else {
                problems.joined(separator: " ")
            }
        return CheckReport(isWorking: problems.isEmpty, words: words, details: details, facts: facts.encoded)
    }

    // MARK: The blog's side

    /// Where networks look for the address of the blog's record.
    var wellKnown: String {
        let (start, path) = blog.address.hostAndPath
        return "\(start)/\(ArticleTarget.wellKnownFile)\(path)"
    }

    static let wellKnownFile = ".well-known/\(ArticleTarget.publication)"

    private func problemWithWellKnown(
        _ facts: ArticleFacts, _ dialogue: inout Dialogue
    ) throws(Interruption) -> String? {
        let exchange = try dialogue.ask(HTTPRequest("GET", wellKnown))
        let found = exchange.answer.flatMap { answer in
            answer.status == 200 ? String(decoding: answer.body.prefix(500), as: UTF8.self).trimmed : nil
        }
        if found == facts.site { return nil }
        let what =
            switch exchange {
            case .failure(let failure): failure.words
            case .success(let answer) where found == nil: "\(wellKnown) answered \(answer.status)."
            case .success: "\(wellKnown) says “\((found ?? "").shortened(to: 100))” instead of “\(facts.site)”."
            }
        return "Networks do not confirm the articles of “\(blog.target)”: \(service.plain(what)) \(advice(facts))"
    }

    private func advice(_ facts: ArticleFacts) -> String {
        let path = blog.address.hostAndPath.path
        if blog.isSite, path.isEmpty {
            return
                "Galley writes that file into the site's folder. Some hosts leave out folders whose name begins with "
                + "a dot: let yours serve `.well-known`, and `after_write` copy it."
        }
        if blog.isSite {
            return
                "Galley writes that file as `\(ArticleTarget.wellKnownFile)\(path)` into the site's folder. Let the web "
                + "server serve it at that address, at the root of the host."
        }
        return "Let the web server answer there with the text: \(facts.site)"
    }

    /// Reads a page whose article is written, from the blog's own host: a person may have confirmed a delivery with any
    /// address, and what is at another one does not concern the check. No exchange follows a redirect.
    private func problemWithPage(_ sample: RemotePost?, _ dialogue: inout Dialogue) throws(Interruption) -> String? {
        guard let sample, let page = sample.url, let copy = sample.id.flatMap(ArticleCopy.init) else { return nil }
        guard blog.isOnHost(page) else {
            return
                "Galley does not read the page of the newest article: \(service.plain(page.shortened(to: 200))) is not at "
                + "\(blog.address), the address of “\(blog.target)” in the settings."
        }
        let exchange = try dialogue.ask(HTTPRequest("GET", page))
        guard let answer = exchange.answer, answer.status == 200 else {
            let what = exchange.answer.map { "\(page) answered \($0.status)." } ?? exchange.failureWords
            return "Galley cannot read a page of “\(blog.target)”: \(service.plain(what))"
        }
        guard !String(decoding: answer.body, as: UTF8.self).contains(copy.uri) else { return nil }
        let cure =
            blog.isSite
            ? "Has `after_write` copied it? The layout of an own theme needs the value `page.document`."
            : "The theme has to print it; a plugin such as ATmosphere does."
        return "The page \(page) does not name its article, so networks do not confirm it. It needs "
            + "<link rel=\"\(ArticleTarget.document)\" href=\"\(copy.uri)\">. \(cure)"
    }
}

extension Exchange {
    fileprivate var failureWords: String { if case .failure(let failure) = self { failure.words } else { "" } }
}

extension String {
    /// Scheme and host, and the path with its leading slash.
    fileprivate var hostAndPath: (start: String, path: String) {
        let path = withoutScheme.firstIndex(of: "/") ?? endIndex
        return (String(self[..<path]), String(self[path...]))
    }
}
