import JSONTree
import Testing
import Wire

// Writes posts over HTTP, as an author does.

extension House {
    /// Saves the present post with `change`, over any revision.
    func save(_ post: PostBody, _ change: (inout DraftBody) -> Void) async throws {
        var draft = try await web.send("GET", "/v1/posts/\(post.id)").json(PostBody.self).draft
        change(&draft)
        let body = String(decoding: try JSONCoding.encode(draft), as: UTF8.self)
        let answer = try await web.json("PUT", "/v1/posts/\(post.id)", body, headers: ["If-Match": "*"])
        #expect(answer.status == 200, "\(answer.text)")
    }
}
