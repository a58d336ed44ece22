import HTTPValues
import JSONTree
import Pictures
import Posts

// Galley uploads pictures before the post. Readers see them only when a post contains their ids, and the server deletes
// unused ones. Uploading again is therefore safe.
// https://docs.joinmastodon.org/methods/media/

extension MastodonTarget {
    /// The wait before each check whether a picture is processed: two and a half minutes in all. A later attempt begins with
    /// another upload, for which a busy server takes as long.
    private static let pauses: [Span] = [1, 1, 2, 2, 3, 5, 8, 13, 21, 34, 55].map { .seconds($0) }

    /// Uploads the pictures one after the other, and waits until the server has processed each.
    /// - Returns: their ids on the server, in order.
    func upload(
        _ pictures: [ParcelPicture], _ facts: MastodonFacts, _ dialogue: inout Dialogue, _ briefing: Briefing
    ) throws(Interruption) -> [String] {
        var ids: [String] = []
        for picture in pictures {
            if let problem = picture.problem(at: service.name, facts.pictureLimits, canFit: briefing.canFit) {
                throw .ended(.refused(problem))
            }
            ids.append(try upload(picture, facts, &dialogue, briefing))
        }
        return ids
    }

    /// A sentence about what the server will do with the picture.
    func fate(of picture: ParcelPicture, _ facts: MastodonFacts) -> String {
        let fate = picture.fate("goes along with the post", facts.pictureLimits)
        let length = picture.alt.unicodeScalars.count
        guard length > facts.altMax else { return fate }
        return "\(fate) Its description has \(length) characters, and \(facts.altMax) are sent."
    }

    private func upload(
        _ picture: ParcelPicture, _ facts: MastodonFacts, _ dialogue: inout Dialogue, _ briefing: Briefing
    ) throws(Interruption) -> String {
        var answer = try dialogue.ask(upload(of: picture, facts, path: "/api/v2/media"))
        // Older servers have only the version that answers after the processing.
        if [404, 405].contains(answer.status) {
            answer = try dialogue.ask(upload(of: picture, facts, path: "/api/v1/media"))
        }
        if let problem = uploadProblem(answer, picture) { throw .ended(problem) }
        guard let id = answer.answer?.json?["id"]?.identifier else {
            throw .ended(service.unexpected(answer, wanted: "the id of the picture"))
        }
        // Pleroma answers 202 with the finished picture, and shows it again only to tokens with the right read:media.
        guard answer.status == 202, answer.answer?.json?["url"]?.text == nil else { return id }
        for pause in MastodonTarget.pauses {
            var look = Question(get("/api/v1/media/\(id.percentEncoded())"))
            look.pause = pause
            answer = try dialogue.ask(look)
            if let problem = uploadProblem(answer, picture) { throw .ended(problem) }
            if answer.status == 200 { return id }
        }
        let words = "\(service.name) is still at work on the picture \(picture.described)."
        throw .ended(.busy(until: briefing.now + .minutes(2), words))
    }

    private func uploadProblem(_ exchange: Exchange, _ picture: ParcelPicture) -> Outcome? {
        let problem = problem(exchange)
        return switch problem {
        case .refused(let words): .refused("\(picture.refusal) \(words)")
        case .denied(let words): .denied("\(words) To send pictures the token needs the right write:media.")
        case nil, .accepted, .misconfigured, .harmful, .busy, .overtaken, .unsent, .unknown, .diverged, .gone:
            problem
        }
    }

    private func upload(of picture: ParcelPicture, _ facts: MastodonFacts, path: String) -> Question {
        var fields: [(name: String, value: String)] = []
        let alt = picture.alt.shortened(toCodePoints: facts.altMax)
        if !alt.isEmpty { fields.append(("description", alt)) }
        if let focus = picture.focus { fields.append(("focus", "\(focus.x),\(focus.y)")) }
        let form = Multipart(fields: fields, file: picture.fileName, type: picture.facts.kind.mediaType, picture.digest)
        var upload = Question(
            HTTPRequest(
                "POST", origin + path,
                headers: [HTTPHeader("Content-Type", form.contentType), .acceptsJSON, authorization], isMutation: true,
                carriesCredentials: true))
        upload.attachment = HTTPAttachment(digest: picture.digest, head: form.head, tail: form.tail)
        upload.attachment?.facts = picture.facts
        upload.attachment?.limits = facts.pictureLimits
        return upload
    }
}
