import HTTPValues
import JSONTree
import Posts

/// What a WriteFreely server said of the account and the blog.
struct WriteFreelyFacts: ServerFacts {
    let owner: String
    let fetchedAt: Int64
    /// The name of the user.
    let account: String
    /// Of the blog, with a trailing `/`. A post's is its slug after that.
    let address: String
}

extension WriteFreelyTarget {
    func knownFacts(_ dialogue: inout Dialogue, _ briefing: Briefing) throws(Interruption) -> WriteFreelyFacts {
        if let known = WriteFreelyFacts(freshIn: briefing, of: owner) { return known }
        return try readFacts(&dialogue, briefing)
    }

    /// Asks for the user of the token, and for the blog among those of the user.
    func readFacts(_ dialogue: inout Dialogue, _ briefing: Briefing) throws(Interruption) -> WriteFreelyFacts {
        let user = try dialogue.ask(get("/api/me"))
        if let problem = problem(user) { throw .ended(problem) }
        guard let name = user.answer?.json?.at("data", "username")?.identifier else {
            throw .ended(
                .misconfigured("\(service.name) answers, but not as WriteFreely does. Is `url` the server's address?"))
        }
        let blogs = try dialogue.ask(get("/api/me/collections"))
        if let problem = problem(blogs) { throw .ended(problem) }
        guard let list = blogs.answer?.json?["data"]?.elements else {
            throw .ended(service.unexpected(blogs, wanted: "the list of blogs"))
        }
        let found = list.first { $0["alias"]?.text?.lowercased() == blog.lowercased() }
        guard let address = found?["url"]?.text, address.isWebAddress else {
            let names = list.compactMap { $0["alias"]?.text }.map { "“\(service.plain($0))”" }
            let known = names.isEmpty ? "The account has none." : "The account has \(names.listed(upTo: 5))."
            throw .ended(.misconfigured("\(service.name) has no blog “\(blog)” of \(service.plain(name)). \(known)"))
        }
        return WriteFreelyFacts(
            owner: owner, fetchedAt: briefing.now.microseconds, account: name,
            address: address.withoutTrailing("/") + "/")
    }

    package func check(_ briefing: Briefing, answers: [Exchange]) -> Step<CheckReport> {
        Dialogue.run(answers, ended: CheckReport.init(endedWith:)) { dialogue throws(Interruption) in
            let facts = try readFacts(&dialogue, briefing)
            let blog = try dialogue.ask(get(blogPath("/posts")))
            let details: [CheckReport.Detail] = [
                .init("account", service.plain(facts.account)), .init("software", "WriteFreely"),
                .init("blog", facts.address), .init("pictures", "none: the server stores no files"),
                IdempotencyClass.searchable.detail,
            ]
            if let problem = problem(blog) {
                return CheckReport(isWorking: false, words: problem.words, details: details, facts: facts.encoded)
            }
            return CheckReport(
                isWorking: true, words: "\(service.name) knows \(service.plain(facts.account)).", details: details,
                facts: facts.encoded)
        }
    }

    /// Why an exchange failed, in the server's words; nil if it succeeded.
    func problem(_ exchange: Exchange) -> Outcome? {
        let problem = service.problem(exchange, detail: { $0.writeFreelyError })
        guard let answer = exchange.answer, let words = problem?.words else { return problem }
        switch (answer.status, answer.writeFreelyError) {
        // The server answers 400 to a request without a token, and to one whose token is not in its form.
        case (400, "Authorization token required."?): return .denied("\(words) \(loginAdvice)")
        case (401, "You don't have permission to access this collection."?):
            return .misconfigured(
                "\(words) The blog “\(blog)” has a password, and then the server shows it to no program. Take the password off."
            )
        case (401, _): return .denied("\(words) \(loginAdvice)")
        case (404, "Collection doesn't exist."?): return .misconfigured("\(words) Is `blog` right?")
        case (404, nil): return .misconfigured("\(words) Is `url` the address of a WriteFreely server?")
        default: return problem
        }
    }

    private var loginAdvice: String { "Get a new token: galley target login …" }
}

extension HTTPAnswer {
    /// The server's message in `{"code": 404, "error_msg": "…"}`.
    var writeFreelyError: String? { json?["error_msg"]?.text }
}
