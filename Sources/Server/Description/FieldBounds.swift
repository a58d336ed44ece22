import Panels
import Posts
import Rendering

/// What a value is held to beside its type, in the words of JSON Schema (draft 2020-12).
struct Bound: Sendable {
    let words: [String: PanelDocument]

    /// Length in characters, which JSON Schema counts as Unicode scalars.
    static func text(_ length: ClosedRange<Int>, _ pattern: String? = nil) -> Bound {
        var words: [String: PanelDocument] = ["maxLength": .number(Double(length.upperBound))]
        if length.lowerBound > 0 { words["minLength"] = .number(Double(length.lowerBound)) }
        if let pattern { words["pattern"] = .text(pattern) }
        return Bound(words: words)
    }

    static func oneOf(_ texts: [String]) -> Bound { Bound(words: ["enum": .texts(texts)]) }

    static func number(_ range: ClosedRange<Double>) -> Bound {
        Bound(words: ["minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)])
    }

    static func items(_ count: ClosedRange<Int>, each: Bound? = nil) -> Bound {
        var words: [String: PanelDocument] = ["maxItems": .number(Double(count.upperBound))]
        if count.lowerBound > 0 { words["minItems"] = .number(Double(count.lowerBound)) }
        if let each { words["items"] = .object(each.words) }
        return Bound(words: words)
    }

    static let address = text(8...2000, "^https?://[!-~]+$")
    /// An empty text says as much as none.
    static let addressOrNone = text(0...2000, "^(https?://[!-~]+)?$")
    static let language = text(2...35, languagePattern)
    static let languageOrNone = text(0...35, "^$|" + languagePattern)
    static let tag = text(1...100, #"^[^,\x00-\x1f\x7f-\x9f]*$"#)
    static let targetName = text(1...40, "^[a-z0-9-]+$")
    /// Of a user or a token: no “/”, no control characters, no blanks at the ends.
    static let accountName = text(
        1...100, #"^(?!\.{1,2}$)[^\s/\x00-\x1f\x7f]([^/\x00-\x1f\x7f]*[^\s/\x00-\x1f\x7f])?$"#)
    private static let languagePattern = "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"
}

extension PanelDocument {
    /// This schema with a bound; a list's bound may be one of its items, too.
    func bounded(_ bound: Bound) -> PanelDocument {
        guard case .object(let fields) = self else { return self }
        return .object(
            fields.merging(bound.words) { own, more in
                guard case .object(let more) = more else { return own }
                return own.bounded(Bound(words: more))
            })
    }
}

/// The bounds of the fields of requests, where the daemon checks them. `DescriptionTests` holds each against the daemon.
enum FieldBounds {
    /// By component, then by field.
    static let table: [String: [String: Bound]] = [
        "BackupKeptBody": ["place": .text(1...4096)],
        "ConfirmationBody": ["url": .address],
        "DraftBody": [
            "kind": .oneOf(["", "post", "page"]), "body": .text(0...bodyBytesMax),
            "language": .languageOrNone, "canonicalAddress": .addressOrNone,
            // Letters of other scripts, too, which this pattern leaves to the daemon.
            "slug": .text(
                0...Slug.charactersMax, #"^([^\s!-,./:-@\[-^`{-}\x00-\x1f\x7f][^\s!-,/:-@\[-^`{-}\x00-\x1f\x7f]*)?$"#),
            "tags": .items(0...10_000, each: .tag),
        ],
        "ImportBody": [
            "format": .oneOf(["markdown", "wordpress", "jsonfeed"]), "items": .items(0...500),
            "to": .items(0...100, each: .targetName),
        ],
        "MediaNotesBody": ["alt": .text(0...1500), "focus": .items(2...2, each: .number(-1...1))],
        "NewDeskWishBody": ["name": .text(1...60, "^[^/\\s]+$")],
        "NewSessionBody": ["to": .text(1...2000, "^/([^/\\\\]|$)"), "user": .accountName],
        "NewTokenBody": [
            "name": .accountName, "scopes": .items(1...4, each: .oneOf(Scope.allCases.map(\.rawValue))),
            "user": .accountName,
        ],
        "NewUserBody": ["name": .accountName, "uid": .number(1...4_294_967_294)],
        "OverrideBody": [
            "language": .languageOrNone, "visibility": .oneOf([""] + Visibility.allCases.map(\.rawValue)),
        ],
        "PreviewRequestBody": ["body": .text(0...bodyBytesMax)],
        "PublicationBody": ["to": .items(1...100, each: .targetName)],
        "WindowSizeBody": [
            "width": .number(1...Lengths.most), "height": .number(1...Lengths.most), "scale": .number(0.1...16),
            "direction": .oneOf(["ltr", "rtl"]),
        ],
        "InsetsBody": Dictionary(
            uniqueKeysWithValues: ["top", "left", "bottom", "right"].map { ($0, .number(0...Lengths.most)) }),
    ]
}
