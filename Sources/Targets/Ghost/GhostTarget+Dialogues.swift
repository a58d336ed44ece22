import HTTPValues
import JSONTree
import Pictures
package import Posts

// Before a send: the slug has to be free, pictures have to be there, and an edit names the version that it replaces.

extension GhostTarget {
    package func prepare(_ parcel: Parcel, _ briefing: Briefing, answers: [Exchange]) -> Step<Preparation> {
        if parcel.deletedCopy != nil { return .done(.ready(holes: [:], facts: nil)) }
        guard let wanted = WantedGhostPost(parcel, body: briefing.lastRequest) else {
            return .done(.ended(.refused(ParcelError.unreadable.description)))
        }
        return Dialogue.run(answers, ended: Preparation.ended) { dialogue throws(Interruption) in
            if let id = parcel.identity[Parcel.copyIdentity] {
                guard let copy = copy(id, of: parcel) else {
                    return .ended(.refused(ParcelError.unknownCopy.description))
                }
                return try preparedEdit(of: copy, parcel, wanted, briefing, &dialogue)
            }
            let list = try dialogue.ask(search(wanted, copies: 0))
            if let ending = try slugProblem(list, wanted, briefing, &dialogue) { return .ended(ending) }
            if briefing.isRepetition { return .ready(holes: [:], facts: nil) }
            let serverNow = (list.answer?.receivedAt ?? briefing.now) + (list.answer?.clockLead ?? .zero)
            let date = max(min(wanted.published, serverNow), Instant(seconds: 0))
            var holes = [GhostPost.dateHole: JSON.quoted(GhostPost.date(date))]
            holes[GhostPost.tagsHole] = GhostPost.list(of: try spelled(wanted.tags, &dialogue))
            holes.merge(try addresses(of: parcel.pictures, in: "", at: serverNow, &dialogue)) { $1 }
            return .ready(holes: holes, facts: nil)
        }
    }

    private func preparedEdit(
        of copy: GhostCopy, _ parcel: Parcel, _ wanted: WantedGhostPost, _ briefing: Briefing,
        _ dialogue: inout Dialogue
    ) throws(Interruption) -> Preparation {
        let exchange = try dialogue.ask(get(copy.path, [("formats", "html")]))
        if exchange.lacksPost { return .ended(.gone(service.copyIsGone)) }
        if let problem = problem(exchange) { return .ended(problem) }
        guard let found = exchange.found(in: copy.collection, at: site), let version = found.version else {
            return .ended(service.unexpected(exchange, wanted: "the post"))
        }
        let serverNow = (exchange.answer?.receivedAt ?? briefing.now) + (exchange.answer?.clockLead ?? .zero)
        var holes = [GhostPost.versionHole: JSON.quoted(version), GhostPost.listHole: copy.collection]
        holes[GhostPost.tagsHole] = GhostPost.list(of: try spelled(wanted.tags, &dialogue))
        holes.merge(try addresses(of: parcel.pictures, in: found.html, at: serverNow, &dialogue)) { $1 }
        // This version would be replaced, and Galley looked at another.
        if let there = briefing.there, !found.standing.differences(from: there).isEmpty {
            return .ended(.overtaken("The copy at \(service.name) was changed while Galley made the edit ready."))
        }
        return .ready(holes: holes, facts: nil)
    }

    /// The tags as the site spells them. With MySQL, Ghost takes “swift” for its “Swift”, and renames that.
    private func spelled(_ tags: [String], _ dialogue: inout Dialogue) throws(Interruption) -> [String] {
        var known: [String: String] = [:]
        for portion in GhostTarget.portions(tags.compactMap(GhostTarget.quoted)) {
            let names = portion.joined(separator: ",")
            let exchange = try dialogue.ask(
                get("tags", [("filter", "name:[\(names)]"), ("fields", "id,name"), ("limit", "100")]))
            if let problem = problem(exchange) { throw .ended(problem) }
            guard let list = exchange.answer?.json?["tags"]?.elements else {
                throw .ended(service.unexpected(exchange, wanted: "a list of tags"))
            }
            for name in list.compactMap({ $0["name"]?.text }) { known[PlainSlug.folded(name)] = name }
            for name in list.compactMap({ $0["name"]?.text }) { known[name] = name }
        }
        return tags.map { known[$0] ?? known[PlainSlug.folded($0)] ?? $0 }
    }

    /// A text in Ghost's language of filters, in which a backslash stands for itself unless a quote follows.
    /// - Returns: nil for a text that it cannot express.
    private static func quoted(_ text: String) -> String? {
        if text.hasSuffix("\\") { return nil }
        return "'\(text.replacing("'", with: "\\'").replacing("\"", with: "\\\""))'"
    }

    /// Servers take addresses of some thousand bytes.
    private static func portions(_ names: [String]) -> [[String]] {
        var (portions, size): ([[String]], Int) = ([], .max / 2)
        for name in names {
            let length = name.percentEncoded().utf8.count + 3
            if size + length > 3000 || (portions.last?.count ?? 0) >= 50 {
                portions.append([])
                size = 0
            }
            portions[portions.count - 1].append(name)
            size += length
        }
        return portions
    }

    /// - Parameter copies: how many of the slugs are included that Ghost gives instead of a used one.
    private func search(_ wanted: WantedGhostPost, copies: Int, in collection: String? = nil) -> HTTPRequest {
        let slugs = [wanted.slug] + (0..<copies).map { "\(wanted.slug)-\($0 + 2)" }
        let names = slugs.map { "'\($0)'" }.joined(separator: ",")
        return get(
            collection ?? wanted.collection,
            [("filter", "slug:[\(names)]"), ("formats", "html"), ("limit", "50")])
    }

    /// Why the post cannot be sent: the answer is an error, or another post or page has the slug.
    private func slugProblem(
        _ exchange: Exchange, _ wanted: WantedGhostPost, _ briefing: Briefing, _ dialogue: inout Dialogue
    ) throws(Interruption) -> Outcome? {
        if let problem = problem(exchange) { return problem }
        guard let posts = exchange.all(in: wanted.collection, at: site) else {
            return service.unexpected(exchange, wanted: "a list of posts")
        }
        // An earlier attempt that seemed lost has arrived.
        if briefing.firstSentAt != nil,
            let found = posts.first(where: { !isTaken($0.copy, briefing) && $0.isSame(as: wanted) }),
            found.status == wanted.status
        {
            return .accepted(found.record)
        }
        let others = wanted.collection == "posts" ? "pages" : "posts"
        let list = try dialogue.ask(search(wanted, copies: 0, in: others))
        if let problem = problem(list) { return problem }
        guard let other = posts.first ?? list.all(in: others, at: site)?.first else { return nil }
        let title = service.plain(other.title)
        return .refused(
            "\(service.name) already uses the slug “\(wanted.slug)” for “\(title)” (\(service.plain(other.status))). "
                + "Change the slug of this post or of that one.")
    }

    package func lookUp(
        _ parcel: Parcel, body: [UInt8], _ briefing: Briefing, answers: [Exchange]
    ) -> Step<LookUpResult> {
        guard let wanted = WantedGhostPost(parcel, body: body) else { return .done(.textIsLost) }
        return Dialogue.run(answers, ended: LookUpResult.unclear) { dialogue throws(Interruption) in
            // Ghost silently renames a used slug to “slug-2”, so the search includes such names.
            var others = try found(try dialogue.ask(search(wanted, copies: 9)), wanted, briefing)
            // It writes those of other alphabets in Latin letters, so the search is for the time, and for the newest drafts.
            if !wanted.slug.utf8.allSatisfy({ $0 < 0x80 }) {
                let time = wanted.sentDate.map { "published_at:'\($0.prefix(19).replacing("T", with: " "))'" }
                let list = get(
                    wanted.collection,
                    [
                        ("filter", time ?? "status:draft"), ("formats", "html"), ("limit", "50"),
                        ("order", "created_at desc"),
                    ])
                others += try found(try dialogue.ask(list), wanted, briefing)
            }
            let same = others.filter { $0.isSame(as: wanted) }
            if let published = same.first(where: { $0.status == wanted.status }) { return .found(published.record) }
            if briefing.isRestored, let later = others.first(where: { $0.mayBeLater(than: wanted) }) {
                return .found(later.record)
            }
            if let other = same.first { return .unclear(stateWords(other, wanted)) }
            return others.first { $0.isLike(wanted) }.map { service.similarPost(at: $0.record.url) } ?? .absent
        }
    }

    private func found(
        _ exchange: Exchange, _ wanted: WantedGhostPost, _ briefing: Briefing
    ) throws(Interruption) -> [FoundGhostPost] {
        if let problem = problem(exchange) { throw .ended(problem) }
        guard let posts = exchange.all(in: wanted.collection, at: site) else {
            throw .ended(service.unexpected(exchange, wanted: "a list of posts"))
        }
        return posts.filter { !isTaken($0.copy, briefing) }
    }

    package func check(_ briefing: Briefing, answers: [Exchange]) -> Step<CheckReport> {
        Dialogue.run(answers, ended: CheckReport.init(endedWith:)) { dialogue throws(Interruption) in
            let site = try dialogue.ask(get("site", isOpen: true))
            if let problem = problem(site) { return CheckReport(isWorking: false, words: problem.words) }
            guard let facts = site.answer?.json?["site"], let version = facts["version"]?.text else {
                let words = "\(service.name) answers, but not as Ghost does. Is `url` the site's address?"
                return CheckReport(isWorking: false, words: words)
            }
            let title = service.plain(facts["title"]?.text ?? url)
            let email =
                status == "draft"
                ? "sent when you publish the draft in Ghost and choose so"
                : "never sent; for one set status = \"draft\""
            let details: [CheckReport.Detail] = [
                .init("site", title), .init("software", "Ghost \(service.plain(version))"), .init("e-mail", email),
                IdempotencyClass.searchable.detail,
            ]
            // The site is open to everyone; only a list shows whether the key is right.
            let posts = try dialogue.ask(get("posts", [("limit", "1"), ("fields", "id")]))
            if let problem = problem(posts) {
                return CheckReport(isWorking: false, words: problem.words, details: details)
            }
            guard posts.answer?.json?["posts"]?.elements != nil else {
                let words = service.unexpected(posts, wanted: "a list of posts").words
                return CheckReport(isWorking: false, words: words, details: details)
            }
            return CheckReport(isWorking: true, words: "\(service.name) takes the key: “\(title)”.", details: details)
        }
    }
}

// MARK: - Pictures

// Ghost has no list of files, and gives the second file of a name another. So the name follows from the picture, and Galley
// looks first whether the file is there: in the copy, and where this month's files are.
// https://docs.ghost.org/admin-api/images/uploading-an-image/

extension GhostTarget {
    /// - Parameter html: of the copy that is there; empty if there is none.
    /// - Returns: the addresses by the holes' names.
    private func addresses(
        of pictures: [ParcelPicture], in html: String, at serverNow: Instant, _ dialogue: inout Dialogue
    ) throws(Interruption) -> [String: String] {
        var addresses: [String: String] = [:]
        let there = pictures.isEmpty ? [:] : html.galleyPictures
        for picture in pictures {
            if let known = there[picture.fileName] {
                addresses[picture.address] = known
                continue
            }
            let month = RFC3339.text(serverNow).prefix(7).replacing("-", with: "/")
            let place = "\(url)/content/images/\(month)/\(picture.fileName)"
            var look = Question(HTTPRequest("HEAD", place))
            look.subject = picture.fileName
            let file = try dialogue.ask(look)
            if let wait = service.wait(file, detail: { _ in nil }) { throw .ended(wait) }
            if file.status == 200, file.answer?.headers.first("Content-Type")?.hasPrefix("image/") == true {
                addresses[picture.address] = place
                continue
            }
            addresses[picture.address] = try uploaded(picture, &dialogue)
        }
        return addresses
    }

    private func uploaded(_ picture: ParcelPicture, _ dialogue: inout Dialogue) throws(Interruption) -> String {
        let form = Multipart(
            fields: [("purpose", "image"), ("ref", picture.fileName)], file: picture.fileName,
            type: picture.facts.kind.mediaType, picture.digest)
        var upload = Question(
            HTTPRequest(
                "POST", address("images/upload"),
                headers: [HTTPHeader("Content-Type", form.contentType), .acceptsJSON, .ghostVersion], isMutation: true,
                carriesCredentials: true))
        upload.attachment = HTTPAttachment(digest: picture.digest, head: form.head, tail: form.tail)
        upload.subject = picture.fileName
        let answer = try dialogue.ask(upload)
        if let problem = problem(answer) {
            guard case .refused(let words) = problem else { throw .ended(problem) }
            let advice = answer.status == 413 ? " Make it smaller, or let the server take larger files." : ""
            throw .ended(.refused("\(picture.refusal) \(words)\(advice)"))
        }
        let made = answer.answer?.json?["images"]?.elements?.first?["url"]?.text
        guard let made, made.isPlainPicture else { throw .ended(service.unexpected(answer, wanted: "the picture")) }
        return made
    }
}

extension String {
    /// Whether it may stand in an attribute.
    fileprivate var isPlainPicture: Bool { isWebAddress && !contains { "\"<>".contains($0) } }

    /// The addresses of Galley's pictures in attributes, by the names of their files. Ghost and its stores add to a name that
    /// is taken: `galley-ID-1.jpg`.
    fileprivate var galleyPictures: [String: String] {
        var found: [String: String] = [:]
        for address in split(separator: "\"") {
            guard let start = address.ranges(of: "/galley-").last else { continue }
            let name = address[start.lowerBound...].dropFirst()
            let id = name.dropFirst("galley-".count).prefix(MediaID.length)
            let ending = name.drop { $0 != "." }
            if String(address).isPlainPicture { found["galley-\(id)\(ending)"] = String(address) }
        }
        return found
    }
}
