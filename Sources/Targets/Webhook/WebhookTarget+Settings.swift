import HTTPValues
import JSONTree
import Posts

extension WebhookTarget {
    static let methods = ["POST", "PUT", "PATCH"]

    init(_ check: SettingsCheck) throws(TargetSettingsError) {
        let settings = check.settings
        url = try check.url(hasQuery: true)
        secret = try check.optionalSecret()
        method = try check.webhookMethod()
        let all = try check.webhookHeaders(hasSecret: secret != nil)
        secretHeaders = all.filter { $0.value.contains(Self.secretPlaceholder) }
        let plain = all.filter { !$0.value.contains(Self.secretPlaceholder) }
        contentType = plain.first("Content-Type") ?? "application/json"
        headers = plain.filter { $0.name.lowercased() != "content-type" }
        let format = BodyFormat(contentType: contentType)
        template = try check.webhookTemplate(format)
        success = try check.successCodes()
        idPointer = try check.pointer("id_pointer", settings.idPointer)
        urlPointer = try check.pointer("url_pointer", settings.urlPointer)
        let isIdempotent = settings.idempotent ?? false
        idempotencyWindow = try check.idempotencyWindow(isIdempotent)
        alreadyDoneStatus = try check.alreadyDone(isIdempotent)
        rawHTML = try check.rawHTML()
        try check.tellsEvents(template: settings.body)
        try checkSample(check, format)
    }

    /// Fills the template with two posts: one with everything that could break the format, and one without optional
    /// fields. Both must give a well-formed body.
    private func checkSample(_ check: SettingsCheck, _ format: BodyFormat) throws(TargetSettingsError) {
        if template == nil, format != .json {
            throw check.error(
                "body", "Without a template JSON is sent, but Content-Type is “\(contentType)”. Write one.")
        }
        for sample in [Manuscript.sample(isFull: true), Manuscript.sample(isFull: false)].compactMap({ $0 }) {
            let parcelBody: [Parcel.Fragment]
            do {
                parcelBody = try body(of: sample, key: "sample").0
            } catch {
                throw check.error("body", error.description)
            }
            let parcel = Parcel(method: method, url: url, headers: [], body: parcelBody, key: "", identity: [:])
            guard format == .json else { continue }
            let bytes = Array(parcel.predictedBody.utf8)
            do {
                _ = try JSON(reading: bytes)
            } catch {
                let words = "What it makes of a sample post is not JSON, which Content-Type promises. "
                throw check.error("body", words + sampleWords(error, bytes))
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

extension SettingsCheck {
    func webhookMethod() throws(TargetSettingsError) -> String {
        let method = settings.method ?? "POST"
        guard WebhookTarget.methods.contains(method) else {
            let allowed = WebhookTarget.methods.joined(separator: ", ")
            throw error("method", "Found “\(method.shortened(to: 20))”. Use one of \(allowed).")
        }
        return method
    }

    /// A template without the event would make a new post of each edit.
    func tellsEvents(template: String?) throws(TargetSettingsError) {
        let isChanged = (settings.edit ?? "ignore") != "ignore" || settings.delete == "delete"
        guard isChanged, let template, !template.contains("event") else { return }
        throw error(
            "body",
            "With `edit` or `delete` set, the receiver has to tell what happened. Add {{event}}, which is "
                + "published, edited or deleted.")
    }

    /// Sorted by name, because a TOML table has no order.
    func webhookHeaders(hasSecret: Bool) throws(TargetSettingsError) -> [HTTPHeader] {
        let own = [
            "content-length", "transfer-encoding", "connection", "host", "expect", "x-signature", "x-timestamp",
            "idempotency-key",
        ]
        var names: Set<String> = []
        for header in settings.headers ?? [] {
            let shown = header.name.shortened(to: 40)
            let isToken =
                !header.name.isEmpty
                && header.name.utf8.allSatisfy { byte in
                    (byte > 0x20 && byte < 0x7F) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
                }
            guard isToken else { throw error("headers", "“\(shown)” cannot be the name of a header.") }
            guard !own.contains(header.name.lowercased()) else {
                throw error("headers", "“\(shown)” is set by Galley itself. Take it out.")
            }
            guard names.insert(header.name.lowercased()).inserted else {
                throw error("headers", "“\(shown)” is there twice. Names of headers differ by more than case.")
            }
            guard header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }), header.value.utf8.count <= 4096 else {
                throw error("headers", "The value of “\(shown)” has line breaks or letters beyond ASCII in it.")
            }
            if header.value.contains(WebhookTarget.secretPlaceholder), !hasSecret {
                throw error("headers", "“\(shown)” wants {{secret}}, and the target names no credential.")
            }
        }
        return (settings.headers ?? []).sorted { $0.name.lowercased() < $1.name.lowercased() }
    }

    func webhookTemplate(_ format: BodyFormat) throws(TargetSettingsError) -> WebhookTemplate? {
        guard let body = settings.body else { return nil }
        let template: WebhookTemplate
        do { template = try WebhookTemplate(body, format: format) } catch {
            throw self.error("body", error.description)
        }
        guard let sample = Manuscript.sample(isFull: true) else { return template }
        let known = WebhookValues(manuscript: sample, html: "", text: "", summary: "A", key: "", delivery: .create)
            .names
        if let name = template.template.unknownName(among: known) {
            let names = known.filter { !$0.hasPrefix("json.") }.sorted().joined(separator: ", ")
            throw error(
                "body", "There is no value “\(name.shortened(to: 40))”. Use \(names), or json.title and the like.")
        }
        return template
    }

    func successCodes() throws(TargetSettingsError) -> Set<Int> {
        let codes = settings.success ?? []
        if let found = codes.first(where: { !(200..<400).contains($0) }) {
            throw error("success", "Found \(found). A success is one of 200 to 399.")
        }
        return Set(codes)
    }

    func pointer(_ setting: String, _ text: String?) throws(TargetSettingsError) -> JSONPointer? {
        guard let text else { return nil }
        guard let pointer = JSONPointer(text) else {
            let shown = text.shortened(to: 60)
            throw error(
                setting, "“\(shown)” is not a JSON Pointer. Write it as /data/id; “~” is “~0” there and “/” is “~1”.")
        }
        return pointer
    }

    func idempotencyWindow(_ isIdempotent: Bool) throws(TargetSettingsError) -> Span? {
        guard isIdempotent else {
            guard settings.idempotencyWindow == nil else {
                throw error("idempotency_window", "It says how long keys are recognised. It needs `idempotent = true`.")
            }
            return nil
        }
        let window = try span("idempotency_window", settings.idempotencyWindow) ?? .hours(24)
        guard window >= .minutes(1) else {
            throw error("idempotency_window", "Found \(window.text). It needs at least 1m.")
        }
        return window
    }

    /// 409 means “already done” only at a receiver that recognises keys; elsewhere it is any conflict.
    func alreadyDone(_ isIdempotent: Bool) throws(TargetSettingsError) -> Int? {
        guard let status = settings.alreadyDoneStatus else { return isIdempotent ? 409 : nil }
        guard isIdempotent else {
            throw error("already_done", "It is the answer to a known key. It needs `idempotent = true`.")
        }
        guard (400..<500).contains(status), ![401, 403, 408, 429].contains(status) else {
            throw error("already_done", "Found \(status). Use one of 400 to 499 that means nothing else, such as 409.")
        }
        return status
    }
}
