import Darkroom
import HTTPValues
import Pictures
import PostStore
import Posts
import Programs
import Targets

/// Requests that carry a picture.
extension Courier {
    /// Sends one request of a dialogue, after the pause that it asks for and with its picture attached.
    func exchange(_ question: Question, for target: Target) async -> Exchange {
        if question.pause > .zero { try? await Task.sleep(for: .microseconds(question.pause.microseconds)) }
        var whole = question.request
        guard let attachment = question.attachment else { return await transport.exchange(whole, for: target) }
        do {
            // A rehearsal shows the request; the bytes of a picture would only fill the inbox.
            let file = target.isRehearsal ? Array("(\(attachment.digest))".utf8) : try await bytes(of: attachment)
            whole.body = attachment.head + file + attachment.tail
        } catch {
            return .failure(HTTPFailure(reached: .nothing, words: "\(error)"))
        }
        return await transport.exchange(whole, for: target)
    }

    private func bytes(of attachment: HTTPAttachment) async throws -> [UInt8] {
        let folder = store.mediaFolder
        if let facts = attachment.facts, let limits = attachment.limits, limits.problem(with: facts) != nil {
            guard let darkroom, limits.fitsSmaller(facts) else { throw TooLarge() }
            return try await darkroom.fitted(
                folder.file(of: attachment.digest), facts, to: limits, in: try scratch ?? folder.scratch())
        }
        return try await onOwnThread { try folder.bytes(of: attachment.digest) }
    }
}

private struct TooLarge: Error, CustomStringConvertible {
    var description: String {
        "A picture is too large for the target. Make it smaller, or install vipsthumbnail, which lets Galley do it."
    }
}
