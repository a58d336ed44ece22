import HTTPTypes
import Hummingbird
import JSONTree
import Panels
import PostStore
import Posts
import Wire

/// `/v1/arrangements`: the desk and its named copies. Each is one document that can be saved elsewhere and written
/// back.
struct ArrangementRoutes: ServiceRoutes {
    let service: PostService

    /// The largest document in bytes. A usual one has a few kilobytes.
    private static let bytesMax = 256 << 10

    func add(to book: inout RouteTable) {
        book.answer(API.listArrangements, list)
        book.answer(API.showArrangement, show)
        book.answer(API.writeArrangement, write)
        book.answer(API.deleteArrangement, delete)
    }

    @Sendable private func list(_ call: Call<Nothing, Nothing>) async throws -> Reply<PageBody<ArrangementSummaryBody>>
    {
        let found = try await store.arrangements(of: try call.user, .composer)
        let bodies = found.map { one in
            ArrangementSummaryBody(
                name: one.name, revision: one.revision.number, updatedAt: times.text(one.updatedAt),
                updatedBy: one.updatedBy)
        }
        return try call.page(of: bodies)
    }

    /// Returns the document as it is stored, even when a newer version of Galley wrote it.
    @Sendable private func show(_ call: Call<Nothing, Nothing>) async throws -> Reply<JSON> {
        let (document, revision) = try await store.arrangement(try call.arrangement, of: try call.user, .composer)
        if call.request.headers.has(entityTag: revision.entityTag) { return .notModified(revision.entityTag) }
        return try .json(document, headers: [.eTag: revision.entityTag])
    }

    /// With `If-Match` it replaces the revision that the caller read; with `If-None-Match: *` it creates an
    /// arrangement. `?window=` names the window that made the change and therefore gets no event for it.
    @Sendable private func write(_ call: Call<ArrangementQuery, JSON>) async throws -> Reply<WrittenArrangementBody> {
        let base = try base(call)
        let name = try base == nil ? ArrangementName(try call.name("name")) : call.arrangement
        let document = try await document(call)
        let written = try await store.write(
            document, to: name, of: try call.user, base: base, by: call.query.window.flatMap { WindowID($0) },
            .composer)
        return try .json(
            WrittenArrangementBody(
                name: name.text, revision: written.revision.number, conflicts: written.conflicts.map(\.text),
                diagnostics: written.diagnostics), status: base == nil ? .created : .ok,
            headers: [.eTag: written.revision.entityTag])
    }

    /// A write requires a precondition: a caller that has not read an arrangement must not overwrite it.
    private func base(_ call: Call<some Any, some Any>) throws -> Revision? {
        switch try call.condition {
        case .exactly(let revision): return revision
        case .none where call.header(.ifNoneMatch)?.trimmed == "*": return nil
        case .none, .any: throw Problem.arrangementNotRead
        }
    }

    private func document(_ call: Call<some Any, some Any>) async throws -> JSON {
        let document = try await call.document(limit: ArrangementRoutes.bytesMax)
        guard case .object(let members) = document, !members.isEmpty else {
            throw Problem.badField("", "The document is not a JSON object with members. Send one such as GET returns.")
        }
        return document
    }

    @Sendable private func delete(_ call: Call<Nothing, Nothing>) async throws -> Reply<Nothing> {
        let wanted = try call.condition.revision
        try await store.deleteArrangement(try call.arrangement, of: try call.user, ifRevision: wanted)
        return .nothing
    }
}

extension Call {
    /// One that exists may have a name that no new one gets.
    fileprivate var arrangement: ArrangementName {
        get throws {
            let text = try name("name")
            return try ArrangementName(kept: text) ?? ArrangementName(text)
        }
    }
}
