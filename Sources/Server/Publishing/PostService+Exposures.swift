import FrontMatter
import PostStore
import Posts
import Wire

// Earlier versions knew only `draft` and `published`, so that an import published `status: draft`. The store has the head
// of every imported file: each is read once, after the first start with this version.

extension PostService {
    /// Reads the heads that no version has judged yet. It costs some 0.1 ms for each public post from a Markdown file, and
    /// goes on after an interruption where it was.
    func judgeImports() async throws {
        while try await store.settlePrivacy({ !marks(in: $0, at: $1).isEmpty }) > 0 { try Task.checkCancellation() }
    }

    /// The posts that are public although their files call them private, until their authors publish or unpublish them.
    func exposures(within scope: AccessScope) async throws -> [ExposureBody] {
        try await store.exposedPosts(within: scope).map { post in
            ExposureBody(
                post: post.id.text, slug: post.slug.text, title: post.title, path: post.path,
                keys: marks(in: post.head, at: post.path).map(\.key))
        }
    }

    private func marks(in head: String, at path: String) -> [PrivacyMark] {
        (try? BlogFile(head, path: path, clock: fileClock(settings.zone)).privacyMarks) ?? []
    }
}

extension ExposureBody {
    /// For the log.
    var sentence: String {
        let named = keys.map { "“\($0.shortened())”" }.joined(separator: ", ")
        return "“\(slug)” is public although \(named.isEmpty ? "the front matter" : named) in \(path) calls it private."
    }

    /// The command that unpublishes all of them.
    static let next = "galley unpublish --exposed"

    /// One warning for all of them; nil for none.
    static func warning(_ exposures: [ExposureBody]) -> Warning? {
        guard let first = exposures.first else { return nil }
        guard exposures.count > 1 else { return Warning(.exposure, first.sentence, next: next) }
        let names = exposures.prefix(3).map { "“\($0.slug)”" }.joined(separator: ", ")
        let more = exposures.count > 3 ? " and \(exposures.count - 3) more" : ""
        return Warning(
            .exposure,
            "\(exposures.count) posts are public although the files from which they were imported call them private: "
                + "\(names)\(more). “galley doctor” lists them.", next: next)
    }
}
