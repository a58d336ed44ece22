import Copyfitting
import HTTPValues
import JSONTree
import Posts

// Makes the requests of a post: one status, or the statuses of a thread, each of which answers to the one before it.

extension MastodonTarget {
    func frozenPost(
        _ manuscript: Manuscript, isEdit: Bool, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen {
        let known = self.facts(facts)
        let form = try StatusForm(manuscript, isEdit: isEdit, known ?? .assumed, for: self)
        let composed = try MastodonComposition(manuscript, form, for: self)
        for picture in composed.pictures {
            let problem = picture.problem(at: service.name, form.facts.pictureLimits, canFit: manuscript.canFit)
            if let problem { throw FreezeError(problem) }
        }
        let count = composed.parts.count
        let parcels = Parcels(
            composed.parts.enumerated().map { index, part in
                parcel(part, number: index + 1, of: count, form, key: index == 0 ? key : "\(key)-\(index + 1)")
            })
        try check(parcels)
        var preview = Preview(text: "")
        preview.show(composed.shown)
        preview.limit = form.facts.charactersMax
        (preview.rule, preview.losses) = (form.facts.countingRule.words, composed.losses)
        preview.pictures = composed.pictures.map { fate(of: $0, form.facts) }
        preview.warnings = composed.warnings + form.facts.escapingWarnings(preview.text, at: service.name)
        if parcels.all.count > 1 { preview.warnings += form.threadWarnings(at: service.name) }
        if known == nil {
            preview.warnings.append(
                "The limits of \(service.name) have not been read yet; those of an ordinary Mastodon are assumed.")
        }
        return Frozen(
            payload: try parcels.frozenBytes(), parts: parcels.all.count, preview: preview, thread: composed.thread)
    }

    private func check(_ parcels: Parcels) throws(FreezeError) {
        let (count, bytes) = (parcels.all.count, parcels.all.reduce(0) { $0 + $1.predictedBody.utf8.count })
        guard count > 0 else { throw FreezeError("There is nothing to send: the text is empty.") }
        guard count <= Delivery.partsMax else {
            throw FreezeError(
                "The thread would have \(count) parts, and at most \(Delivery.partsMax) are sent. Shorten the text, or "
                    + "send its beginning and a link: long = \"link\".")
        }
        guard count == 1 || bytes <= MastodonTarget.threadBytesMax else {
            throw FreezeError(
                "The thread takes \(bytes) bytes, and at most \(MastodonTarget.threadBytesMax) are sent. Shorten the text."
            )
        }
    }

    private static let threadBytesMax = 140_000

    private func parcel(
        _ part: MastodonComposition.Part, number: Int, of count: Int, _ form: StatusForm, key: String
    ) -> Parcel {
        let pictures = part.pictures.map(ParcelPicture.init)
        let visibility = form.visibility(ofPart: number)
        var identity = pictures.identity
        identity["visibility"] = visibility?.rawValue
        if form.isEdit, !form.facts.keepsAudience {
            identity[MastodonTarget.audienceIdentity] = form.audience(ofPart: count > 1 ? 2 : 1).rawValue
        }
        identity[Parcel.guardedIdentity] = form.facts.escaping?.rawValue
        // An edit in doubt is settled by reading the copy.
        let hasKey = !form.isEdit && form.facts.takesKey
        return Parcel(
            method: form.isEdit ? "PUT" : "POST",
            url: origin + "/api/v1/statuses" + (form.isEdit ? "/\(Parcel.copyPlaceholder)" : ""),
            headers: .json + (hasKey ? [HTTPHeader("Idempotency-Key", key)] : []),
            body: form.body(part.fragments, pictures, visibility, isReply: number > 1), key: key, identity: identity)
    }
}

/// What all statuses of a post have in common.
struct StatusForm {
    /// An edit omits the visibility and what it answers to, because servers cannot change them.
    let isEdit: Bool
    let facts: MastodonFacts
    let warning: String?
    private let visibility: Visibility
    private let threadVisibility: Visibility
    private let language: Language?

    init(
        _ manuscript: Manuscript, isEdit: Bool, _ facts: MastodonFacts, for target: MastodonTarget
    ) throws(FreezeError) {
        let override = manuscript.override
        (self.isEdit, self.facts) = (isEdit, facts)
        visibility = override?.visibility ?? target.visibility
        threadVisibility = target.threadVisibility
        if !isEdit, let problem = target.problem(with: visibility, facts) { throw FreezeError(problem) }
        if isEdit, let problem = facts.editProblem(at: target.service.name) { throw FreezeError(problem) }
        warning = (override?.warning ?? target.warning).flatMap { $0.trimmed.isEmpty ? nil : $0 }
        language = override?.language ?? manuscript.language ?? target.language
    }

    /// As a request names it.
    func visibility(ofPart number: Int) -> Visibility? { isEdit ? nil : audience(ofPart: number) }

    /// A part is never more public than the first one.
    func audience(ofPart number: Int) -> Visibility {
        number == 1 ? visibility : threadVisibility.isMorePrivate(than: visibility) ? threadVisibility : visibility
    }

    func threadWarnings(at name: String) -> [String] {
        guard let visibility = visibility(ofPart: 2), !facts.searchable.contains(visibility), !facts.showsOwnPostsAtHome
        else { return [] }
        return [
            "\(name) does not list \(visibility.rawValue) posts. If the answer to one of the parts is lost, Galley asks you "
                + "whether it is there."
        ]
    }

    /// Names in alphabetical order. Unset fields are omitted, because some servers reject null.
    func body(
        _ text: [Parcel.Fragment], _ pictures: [ParcelPicture], _ visibility: Visibility?, isReply: Bool
    ) -> [Parcel.Fragment] {
        var fragments: [Parcel.Fragment] = [.text(facts.takesContentType ? "{\"content_type\":\"text/plain\"," : "{")]
        if isReply, !isEdit {
            let previous = Parcel.Hole(
                name: Parcel.previousHole, encoding: .jsonString, predicted: "(the part before this one)")
            fragments += [.text("\"in_reply_to_id\":\""), .hole(previous), .text("\",")]
        }
        // Services know languages; few know their regions.
        if let language { fragments.append(.text("\"language\":\(JSON.quoted(language.primary)),")) }
        if !pictures.isEmpty {
            let names = pictures.map { JSON.quoted($0.address) }.joined(separator: ",")
            let ids = Parcel.Hole(name: Parcel.picturesHole, encoding: .verbatim, predicted: names)
            fragments += [.text("\"media_ids\":["), .hole(ids), .text("],")]
        }
        if let warning { fragments.append(.text("\"sensitive\":true,\"spoiler_text\":\(JSON.quoted(warning)),")) }
        let end = visibility.map { "\",\"visibility\":\(JSON.quoted($0.rawValue))}" } ?? "\"}"
        return (fragments + [.text("\"status\":\"")] + text + [.text(end)]).joinedTexts
    }
}
