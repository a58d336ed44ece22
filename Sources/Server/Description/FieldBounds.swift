import FrontMatter
import JSONTree
import Panels
import Pictures
import PostStore
import Posts
import Rendering
import Wire

/// The bounds that the daemon checks in the fields of requests. `DescriptionTests` compares each with the daemon.
enum FieldBounds {
    /// By type, then by field.
    static let table: [String: [String: Bound]] = [
        "BackupKeptBody": ["place": .text(1...BackupRoutes.placeMax, Bound.storable)],
        "ConfirmationBody": ["url": .address],
        "DraftBody": texts.merging([
            "kind": .oneOf(["", "post", "page"]), "body": .text(0...bodyBytesMax), "language": .languageOrNone,
            // The pattern allows letters of all scripts; the daemon checks those.
            "slug": .text(
                0...Slug.charactersMax, #"^([^\s!-,./:-@\[-^`{-}\x00-\x1f\x7f][^\s!-,/:-@\[-^`{-}\x00-\x1f\x7f]*)?$"#),
            "tags": .items(0...Draft.tagsMax, each: .tag), "date": .timeOrNone, "zone": .zoneOrNone,
            // The daemon checks that there are such targets.
            "overrides": .names(.targetName, max: Draft.overridesMax),
        ]) { one, _ in one },
        "DragBody": [
            "panel": .text(1...60), "kind": .oneOf(["move", "tab", "resize"]),
            "edge": .oneOf(ResizeHandle.allCases.map(\.rawValue)), "pointer": .fields(["x": place, "y": place]),
        ],
        "ImportBody": [
            "format": .oneOf(Origin.Format.allCases.map(\.rawValue)),
            "items": .items(0...PostService.importItemsMax),
            "to": .items(0...100, each: .targetName), "zone": .zoneOrNone, "language": .languageOrNone,
            "generator": .oneOf(BlogGenerator.allCases.map(\.rawValue)),
            "feedAddress": .text(0...FeedID.bytesMax),
            "start": .number(0...Double(PostService.importStartMax)), "taken": .items(0...PostService.importNamesMax),
            "pictures": .items(0...PostService.importPicturesMax),
            "publicKeys": .items(0...PostService.importPublicKeysMax),
        ],
        "MediaNotesBody": [
            "name": .line, "alt": .text(0...MediaNotes.altMax, Bound.storable),
            "focus": .items(2...2, each: .number(-1...1)),
        ],
        "NewDeskWishBody": ["name": .arrangementName],
        "NewSessionBody": [
            "to": .text(1...2000, #"^/([^/\\\x00-\x20\x7f][^\\\x00-\x20\x7f]*)?$"#), "user": .accountName,
        ],
        "NameBody": ["name": .givenName(0...100)],
        "NewTokenBody": [
            "name": .givenName(GivenName.token.lengths),
            "scopes": .items(1...4, each: .oneOf(Scope.allCases.map(\.rawValue))),
            "user": .accountName, "expires": .time,
        ],
        "NewUserBody": ["name": .givenName(GivenName.user.lengths), "uid": .number(1...4_294_967_294)],
        "TargetOverride": [
            "text": .text(0...TargetOverride.textMax), "warning": .text(0...TargetOverride.warningMax),
            "language": .languageOrNone, "visibility": .oneOf([""] + Visibility.allCases.map(\.rawValue)),
            "long": .oneOf([""] + LongText.allCases.map(\.rawValue)),
        ],
        "PresentBody": [
            "key": .text(1...PresenceRoutes.keyMax, Bound.storable),
            "caret": .number(0...Double(PresenceRoutes.caretMax)),
        ],
        "PreviewRequestBody": ["body": .text(0...bodyBytesMax)],
        "PublicationBody": ["to": .items(1...100, each: .targetName), "at": .timeOrSlot],
        "KeptTextBody": ["text": .text(1...NamedText.textMax, Bound.storable)],
        "WindowSizeBody": [
            "width": .number(1...Lengths.most), "height": .number(1...Lengths.most), "scale": .number(0.1...16),
            "direction": .oneOf(["ltr", "rtl"]), "label": .givenName(GivenName.window.lengths),
            "keyboard": .fields([
                "x": place, "y": place, "width": extent, "height": extent,
            ]),
        ],
        "InsetsBody": Dictionary(
            uniqueKeysWithValues: ["top", "left", "bottom", "right"].map { ($0, .number(0...Lengths.most)) }),
    ]

    /// Of the parameters of queries, by type, then by name.
    static let queries: [String: [String: Bound]] = [
        "Paging": ["limit": whole(1...500)],
        "PostsQuery": [
            "state": .oneOf(PostState.allCases.map(\.rawValue)), "tag": .tag,
            "kind": .oneOf(PostKind.allCases.map(\.rawValue)), "since": .time, "until": .time,
            "order": .oneOf(ListOrder.allCases.map(\.rawValue) + [SearchOrder.rank.rawValue]),
        ],
        "TextsQuery": ["containing": .text(1...1000)],
        "PostPreviewQuery": ["target": .targetName],
        "PresenceQuery": ["key": .text(1...PresenceRoutes.keyMax)],
        "DrawingQuery": drawing,
        "SimulationQuery": drawing.merging([
            "width": .number(1...Lengths.most), "height": .number(1...Lengths.most),
        ]) { one, _ in one },
        "DeliveriesQuery": [
            "state": .oneOf(["open", "all", "restored"] + DeliveryState.Word.allCases.map(\.rawValue)),
            "target": .targetName,
        ],
        "SlotsQuery": ["target": .targetName],
        "NewMediaQuery": [
            "name": .line, "alt": .text(0...MediaNotes.altMax, Bound.storable), "focus": .focus,
        ],
        "EventsQuery": ["after": whole(0...9_000_000_000_000_000)],
    ]

    /// Of fields of the header.
    static let headers: [Route.Header.Name: Bound] = [
        .idempotencyKey: .text(1...255, "^[!-~]([ -~]*[!-~])?$"),
        .ifMatch: Bound(words: [
            "anyOf": .list([
                .object(Bound.oneOf(["*"]).words), .object(["pattern": .text(#"^"[1-9][0-9]{0,17}"$"#)]),
            ])
        ]),
    ]

    private static let drawing = ["columns": whole(20...400), "rows": whole(8...400)]

    private static func whole(_ range: ClosedRange<Int>) -> Bound {
        .number(Double(range.lowerBound)...Double(range.upperBound))
    }

    private static let texts = Dictionary(
        uniqueKeysWithValues: TextField.allCases.map { field -> (String, Bound) in
            switch field.form {
            case .words: (field.rawValue, .text(0...field.charactersMax, Bound.storable))
            case .webAddress: (field.rawValue, .addressOrNone)
            case .path: (field.rawValue, .pathOrNone)
            }
        })

    private static let place = number(-Lengths.most)
    private static let extent = number(0)

    private static func number(_ least: Double) -> Bound {
        Bound(words: Bound.number(least...Lengths.most).words.merging(["type": .text("number")]) { one, _ in one })
    }
}
