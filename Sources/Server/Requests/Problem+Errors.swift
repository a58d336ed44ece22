import FrontMatter
import Hummingbird
import JSONTree
import Panels
import Pictures
import PostStore
import Posts
import Rendering
import Targets
import Wire

extension Problem {
    /// The response to any known error; nil for an unforeseen one.
    init?(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let body as ProblemBody: self.init(body)
        case let error as StoreError: self = Problem(error)
        case let error as ReloadRefused: self = .reloadRefused(error)
        case let error as DecodingError: self = Problem(error)
        case let error as UnknownField: self = Problem(error)
        case let error as JSONError: self = Problem(error)
        case let error as FrontMatterError: self.init("bad-front-matter", error.description, status: 422)
        case let error as FreezeError: self.init("does-not-fit", error.description, status: 422)
        case let error as RenderError: self = .tooLarge(error.description)
        case let error as WhenError: self.init("bad-time", error.description, status: 422)
        case let error as ZoneNameError: self.init("bad-zone", error.description, status: 422)
        case let error as SlugError: self.init("bad-slug", error.description, status: 422, field: "slug")
        case let error as PostPathError: self.init("bad-path", error.description, status: 422, field: "path")
        case let error as TagError: self.init("bad-tag", error.description, status: 422, field: "tags")
        case let error as CommandError: self = .badField(error.field, error.reason)
        case let error as ArrangementNameError: self.init("bad-name", error.description, status: 422, field: "name")
        case let error as GivenNameError: self.init(error, field: error.field)
        case let error as LanguageError: self.init("bad-language", error.description, status: 422, field: "language")
        case let error as TargetNameError: self.init("bad-target", error.description, status: 422, field: "target")
        case let error as PictureError: self.init("no-picture", error.description, status: 422)
        case let error as HTTPError: self.init("bad-request", error.description, status: error.status.code)
        default: return nil
        }
    }

    /// - Parameter field: that has the name.
    init(_ error: GivenNameError, field: String) {
        self.init("bad-name", error.description, status: 422, field: field)
    }

    private init(_ error: StoreError) {
        let words = error.description
        switch error {
        case .noSuchPost: self.init("no-such-post", words, status: 404)
        case .noSuchRevision: self.init("no-such-revision", words, status: 404)
        case .noSuchDelivery: self.init("no-such-delivery", words, status: 404)
        case .noSuchUser: self.init("no-such-user", words, status: 404)
        case .noSuchToken: self.init("no-such-token", words, status: 404)
        case .noSuchSession: self.init("no-such-session", words, status: 404)
        case .noSuchBackup: self.init("no-such-backup", words, status: 404)
        case .noSuchWindow: self.init("no-such-window", words, status: 404)
        case .noSuchArrangement: self.init("no-such-arrangement", words, status: 404, field: "name")
        case .noSuchMedia: self.init("no-such-media", words, status: 404)
        case .ambiguous, .ambiguousMedia: self.init("ambiguous", words, status: 409)
        case .mediaInUse: self.init("media-in-use", words, status: 409)
        case .nameTaken: self.init("name-taken", words, status: 409, field: "name")
        case .badName(let error): self.init(error, field: error.field)
        case .uidTaken: self.init("uid-taken", words, status: 409, field: "uid")
        case .deleted: self.init("deleted", words, status: 409)
        case .slugTaken: self.init("slug-taken", words, status: 409, field: "slug")
        case .pathTaken: self.init("path-taken", words, status: 409, field: "path")
        case .keyReused: self.init("key-reused", words, status: 422, field: "Idempotency-Key")
        case .unstorable(let field): self.init("bad-field", words, status: 422, field: field)
        case .badCursor: self.init("bad-cursor", words, status: 400, field: "cursor")
        case .pausedByAdministrator: self.init("paused-by-administrator", words, status: 403)
        case .refused: self.init("refused", words, status: 409)
        case .panelRefused(let refusal): self = .panelRefused(refusal)
        case .stale(let current), .staleMedia(let current), .staleArrangement(_, let current),
            .staleWindow(let current):
            self.init("stale", words, status: 412, revision: current.number, headers: [.eTag: current.entityTag])
        case .newerArrangement: self.init("newer-arrangement", words, status: 409)
        case .inUse, .linked, .newerSchema, .notAStore, .halfRestored, .damaged:
            self.init("store-damaged", words, status: 500)
        case .unavailable: self.init("store-unavailable", words, status: 503)
        case .faulty(let fault): self = Problem(fault)
        }
    }

    /// The title is short enough for the composer's save status. The detail says what to do.
    private init(_ fault: MachineFault) {
        var body = ProblemBody(fault.word, fault.description, status: fault == .diskFull ? 507 : 503)
        body.detail = "\(fault.description) \(fault.advice)"
        self.init(body)
    }

    private init(_ error: UnknownField) {
        let name = error.place.shortened()
        let near = nearest(to: error.name.shortened(), among: error.known).map { "Did you mean “\($0)”?" }
        let advice = near ?? "Known are \(error.known.sorted().joined(separator: ", "))."
        self = .badField(name, "There is no field “\(name)”. \(advice)")
    }

    private init(_ error: JSONError) {
        switch error {
        case .tooLong: self = .tooLarge(error.description)
        case .tooDeep: self.init("bad-json", error.description, status: 400)
        case .notJSON:
            let words = "The request is not JSON. Check quotes, commas and that it is UTF-8."
            self.init("bad-json", words, status: 400)
        }
    }

    /// Names the field and the value found there.
    private init(_ error: DecodingError) {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            let field = context.codingPath.fieldName
            // The decoder writes “Expected to decode String but found number instead.”
            let words = context.debugDescription
            let found = words.firstRange(of: "but found ").map {
                words[$0.upperBound...].replacing(" instead", with: "")
            }
            let kind = found.map { $0.hasSuffix(".") ? String($0.dropLast()) : String($0) } ?? "something else"
            guard !field.isEmpty else {
                var found = kind
                if case .valueNotFound = error { found = "null" }
                let words = "The request is “\(found)” where an object is expected. Send one in braces: {…}."
                self.init("bad-json", words, status: 400)
                return
            }
            let what = ["number", "string", "bool"].contains(kind) ? "a \(kind)" : kind
            self = .badField(field, "The field “\(field)” is wrong. Found \(what), which does not fit.")
        case .keyNotFound(let key, let context):
            let field = (context.codingPath + [key]).fieldName
            self = .badField(field, "The field “\(field)” is missing.")
        case .dataCorrupted(let context):
            let field = context.codingPath.fieldName
            self =
                field.isEmpty
                ? Problem("bad-json", "The request cannot be read. \(context.debugDescription)", status: 400)
                : .badField(field, "The field “\(field)” is wrong. \(context.debugDescription)")
        @unknown default: self.init("bad-json", "The request cannot be read as JSON.", status: 400)
        }
    }
}

extension JSON {
    /// The value at a path of names and indices.
    subscript(path: [any CodingKey]) -> JSON? {
        path.reduce(JSON?.some(self)) { value, key in
            guard let index = key.intValue else { return value?[key.stringValue] }
            guard let elements = value?.elements, elements.indices.contains(index) else { return nil }
            return elements[index]
        }
    }
}

extension [any CodingKey] {
    /// Such as `tags[2]` or `overrides.fediverse.text`.
    var fieldName: String {
        reduce(into: "") { name, key in
            if let index = key.intValue {
                name += "[\(index)]"
            } else {
                name += name.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}
