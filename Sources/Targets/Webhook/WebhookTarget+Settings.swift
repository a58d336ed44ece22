import HTTPValues
import JSONTree
import Posts
import Settings

extension WebhookTarget {
    static let methods = ["POST", "PUT", "PATCH"]

    init(_ section: TargetSection) {
        url = section.url(hasQuery: true)
        secret = section.optionalSecret()
        method = section.oneOf("method", Self.methods) ?? "POST"
        let all = section.webhookHeaders(hasSecret: section.hasCredential)
        secretHeaders = all.filter { $0.value.contains(Self.secretPlaceholder) }
        let plain = all.filter { !$0.value.contains(Self.secretPlaceholder) }
        contentType = plain.first("Content-Type") ?? "application/json"
        headers = plain.filter { $0.name.lowercased() != "content-type" }
        let format = BodyFormat(contentType: contentType)
        template = section.webhookTemplate(format)
        success = section.successCodes()
        idPointer = section.pointer("id_pointer")
        urlPointer = section.pointer("url_pointer")
        let isIdempotent = section.flag("idempotent") == true || section.isBad("idempotent")
        idempotencyWindow = section.idempotencyWindow(isIdempotent)
        alreadyDoneStatus = section.alreadyDone(isIdempotent)
        rawHTML = section.desk.rawHTML
        section.askForEvents(template: section.text("body"))
        // Where a setting is wrong, what it makes says nothing.
        if section.isSound { checkSample(section, format) }
    }

    /// Fills the template with two posts: one with everything that could break the format, and one without optional
    /// fields. Both must give a well-formed body.
    private func checkSample(_ section: TargetSection, _ format: BodyFormat) {
        if template == nil, format != .json {
            return section.complain(
                "body", "Without a template JSON is sent, but Content-Type is “\(contentType)”. Write one.")
        }
        for sample in [Manuscript.sample(isFull: true), Manuscript.sample(isFull: false)].compactMap({ $0 }) {
            let parcelBody: [Parcel.Fragment]
            do {
                parcelBody = try body(of: sample, key: "sample").0
            } catch {
                return section.complain("body", error.description)
            }
            let parcel = Parcel(method: method, url: url, headers: [], body: parcelBody, key: "", identity: [:])
            guard format == .json else { continue }
            let bytes = Array(parcel.predictedBody.utf8)
            do {
                _ = try JSON(reading: bytes)
            } catch {
                let words = "What it makes of a sample post is not JSON, which Content-Type promises. "
                return section.complain("body", words + sampleWords(error, bytes))
            }
        }
    }

    private func sampleWords(_ error: JSONError, _ bytes: [UInt8]) -> String {
        guard error == .notJSON else { return error.description }
        let start = service.plain(String(decoding: bytes.prefix(100), as: UTF8.self))
        return "It begins with “\(start)”. Put quotes around {{title}}, or write {{json.title}} without quotes."
    }
}

extension Manuscript {
    /// - Parameter isFull: whether optional fields are set and texts contain special characters.
    fileprivate static func sample(isFull: Bool) -> Manuscript? {
        let hostile = "A \"sample\" \\ with\nlines, <b>tags</b> & \u{1}\u{2}\u{7} signs {{title}}"
        guard let id = PostID("0123456789ab"), let slug = try? Slug(checking: "sample") else { return nil }
        var sample = Manuscript(
            id: id, slug: slug, body: hostile, published: Instant(seconds: 0), changedAt: Instant(seconds: 0))
        guard isFull else { return sample }
        sample.title = hostile
        sample.summary = hostile
        sample.author = hostile
        sample.language = try? Language("en")
        sample.tags = ["one", "two"].compactMap { try? Tag($0) }
        sample.address = .awaited(predicted: "https://example.org/sample/")
        return sample
    }
}

extension TargetSection {
    /// A template without the event would make a new post of each edit.
    fileprivate func askForEvents(template: String?) {
        let isChanged = (text("edit") ?? "ignore") != "ignore" || text("delete") == "delete"
        guard isChanged, let template, !template.contains("event") else { return }
        complain(
            "body",
            "With `edit` or `delete` set, the receiver has to tell what happened. Add {{event}}, which is "
                + "published, edited or deleted.")
    }

    /// Sorted by name, because a TOML table has no order.
    fileprivate func webhookHeaders(hasSecret: Bool) -> [HTTPHeader] {
        let headers = table.dictionary("headers").map { HTTPHeader($0.key, $0.value) }
            .sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
        var names: Set<String> = []
        for header in headers {
            let isNew = names.insert(header.name.lowercased()).inserted
            if let problem = problem(of: header, isNew: isNew, hasSecret: hasSecret) {
                complain("headers", problem)
                return []
            }
        }
        return headers
    }

    private func problem(of header: HTTPHeader, isNew: Bool, hasSecret: Bool) -> String? {
        let own = [
            "content-length", "transfer-encoding", "connection", "host", "expect", "x-signature", "x-timestamp",
            "idempotency-key",
        ]
        let shown = header.name.shortened(to: 40)
        let isToken =
            !header.name.isEmpty
            && header.name.utf8.allSatisfy { byte in
                (byte > 0x20 && byte < 0x7F) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
            }
        guard isToken else { return "“\(shown)” cannot be the name of a header." }
        guard !own.contains(header.name.lowercased()) else { return "“\(shown)” is set by Galley itself. Take it out." }
        guard isNew else { return "“\(shown)” is there twice. Names of headers differ by more than case." }
        guard header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }), header.value.utf8.count <= 4096 else {
            return "The value of “\(shown)” has line breaks or letters beyond ASCII in it."
        }
        guard hasSecret || !header.value.contains(WebhookTarget.secretPlaceholder) else {
            return "“\(shown)” wants {{secret}}, and the target names no credential."
        }
        return nil
    }

    fileprivate func webhookTemplate(_ format: BodyFormat) -> WebhookTemplate? {
        guard let body = text("body") else { return nil }
        let template: WebhookTemplate
        do { template = try WebhookTemplate(body, format: format) } catch {
            complain("body", error.description)
            return nil
        }
        guard let sample = Manuscript.sample(isFull: true) else { return template }
        let known = WebhookValues(manuscript: sample, html: "", text: "", summary: "A", key: "", delivery: .create)
            .names
        if let name = template.template.unknownName(among: known) {
            let names = known.filter { !$0.hasPrefix("json.") }.sorted().joined(separator: ", ")
            complain(
                "body", "There is no value “\(name.shortened(to: 40))”. Use \(names), or json.title and the like.")
        }
        return template
    }

    fileprivate func successCodes() -> Set<Int> {
        let codes = table.optionalWholes("success", in: 100...599) ?? []
        if let found = codes.first(where: { !(200..<400).contains($0) }) {
            complain("success", "Found \(found). A success is one of 200 to 399.")
        }
        return Set(codes)
    }

    fileprivate func pointer(_ setting: String) -> JSONPointer? {
        guard let text = text(setting) else { return nil }
        if let pointer = JSONPointer(text) { return pointer }
        complain(
            setting,
            "“\(text.shortened(to: 60))” is not a JSON Pointer. Write it as /data/id; “~” is “~0” there and “/” is “~1”."
        )
        return nil
    }

    fileprivate func idempotencyWindow(_ isIdempotent: Bool) -> Span? {
        let window = span("idempotency_window")
        guard isIdempotent else {
            if text("idempotency_window") != nil {
                complain("idempotency_window", "It says how long keys are recognised. It needs `idempotent = true`.")
            }
            return nil
        }
        if let window, window < .minutes(1) {
            complain("idempotency_window", "Found \(window.text). It needs at least 1m.")
        }
        return window ?? .hours(24)
    }

    /// 409 means “already done” only at a receiver that recognises keys; elsewhere it is any conflict.
    fileprivate func alreadyDone(_ isIdempotent: Bool) -> Int? {
        guard let status = table.optionalWhole("already_done", in: 200...599) else { return isIdempotent ? 409 : nil }
        if !isIdempotent {
            complain("already_done", "It is the answer to a known key. It needs `idempotent = true`.")
        } else if !(400..<500).contains(status) || [401, 403, 408, 429].contains(status) {
            complain("already_done", "Found \(status). Use one of 400 to 499 that means nothing else, such as 409.")
        }
        return status
    }
}
