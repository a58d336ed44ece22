import JSONTree
import Testing

@testable import Panels

@Suite("Documents of arrangements")
struct DocumentTests {
    private let wide = Container(size: Size(width: 1366, height: 1024))

    @Test("no malformed document stops the engine; unreadable parts get their defaults")
    func spoilt() throws {
        var diagnosed = 0
        for seed in 0..<UInt64(4000) {
            var dice = Dice(seed: seed)
            let book = Self.book(after: 12, &dice)
            var document = book.present.document
            for _ in 0..<Int.random(in: 1...4, using: &dice) { document = dice.spoilt(document) }
            let salvage = Arrangement.salvaging(document, of: .titled)
            diagnosed += salvage.diagnostics.isEmpty ? 0 : 1
            for width in [390.0, 820, 1366] {
                let container = Container(size: Size(width: width, height: 800))
                let violation = Invariants.violation(of: salvage.arrangement, in: container, .titled)
                #expect(violation == nil, "seed \(seed)")
            }
            let again = Arrangement.salvaging(salvage.arrangement.document, of: .titled)
            let isSame = again.arrangement == salvage.arrangement
            #expect(isSame, "seed \(seed)")
        }
        #expect(diagnosed > 1000)
    }

    @Test(
        "a value that is not a document gives the default and one diagnostic",
        arguments: [JSON.null, .bool(true), .number(.nan), .text(""), .list([.null, .number(1e308)])])
    func noDocument(_ document: JSON) {
        let salvage = Arrangement.salvaging(document, of: .titled)
        #expect(salvage.arrangement == .standard(of: .titled))
        #expect(salvage.diagnostics.count == 1 && !salvage.isNewer)
    }

    @Test("impossible numbers cost a panel its place, and only that panel")
    func absurdNumbers() {
        for number in [Double.nan, .infinity, -.infinity] {
            let float = JSON.object([
                "corner": .text("top-left"), "distance": .pair(number, 0), "size": .pair(300, 300),
            ])
            let document = Self.document(wide: [
                "date": .object(["place": .text("floating"), "float": float]),
                "tags": .object(["place": .text("closed")]),
            ])
            let salvage = Arrangement.salvaging(document, of: .titled)
            #expect(salvage.arrangement.wide.place(of: "date") == .pinned(.right))
            #expect(salvage.arrangement.wide.place(of: "tags") == .closed)
            #expect(salvage.diagnostics == ["The Date panel's place could not be read. It is at its default."])
        }
    }

    @Test("huge indices, gaps and duplicates only order the panels")
    func indices() {
        let entries = [("title", -1e308), ("date", 7), ("tags", 1e308)].map { panel, index in
            (panel, JSON.object(["place": .text("pinned"), "side": .text("right"), "index": .number(index)]))
        }
        let document = Self.document(wide: Dictionary(entries, uniquingKeysWith: { first, _ in first }))
        let plan = Arrangement.salvaging(document, of: .titled).arrangement.wide
        #expect(plan.sides.right.slots.map(\.panel) == ["title", "date", "tags"])
    }

    @Test("one panel too many on a side becomes a tab of the last one there, with a diagnostic")
    func overMaximum() {
        let entries = ["title", "date", "tags", "queue"].enumerated().map { index, panel in
            (panel, JSON.object(["place": .text("pinned"), "side": .text("right"), "index": .number(index)]))
        }
        let document = Self.document(wide: Dictionary(entries, uniquingKeysWith: { first, _ in first }))
        let salvage = Arrangement.salvaging(document, of: .titled)
        #expect(salvage.arrangement.wide.place(of: "queue") == .stacked("tags"))
        #expect(salvage.diagnostics == ["The right side is full: it takes three panels. Queue is a tab instead."])
    }

    @Test("fields that this version does not know are preserved exactly")
    func unknownParts() {
        let strange = JSON.object(["side": .list([.number(1.5), .null]), "deep": .object(["a": .bool(true)])])
        var fields = Arrangement.standard(of: .titled).document.fields ?? [:]
        fields["theme"] = .text("dusk")
        var classes = fields["classes"]?.fields ?? [:]
        classes["gigantic"] = strange
        var wide = classes["wide"]?.fields ?? [:]
        wide["grid"] = strange
        var panels = wide["panels"]?.fields ?? [:]
        panels["poll"] = strange
        wide["panels"] = .object(panels)
        classes["wide"] = .object(wide)
        fields["classes"] = .object(classes)
        let salvage = Arrangement.salvaging(.object(fields), of: .titled)
        #expect(salvage.arrangement.document == .object(fields))
        #expect(
            salvage.diagnostics
                == ["The panel “poll” is not known here. Its place is kept for a program that knows it."])
    }

    @Test("a newer document is left alone, and the default is shown")
    func newer() {
        let salvage = Arrangement.salvaging(.object(["version": .number(1e9), "classes": .text("?")]), of: .titled)
        #expect(salvage.isNewer && salvage.diagnostics.count == 1)
        #expect(salvage.arrangement == .standard(of: .titled))
    }

    @Test("version 1 migrates to version 2 like the golden pair")
    func migration() {
        let before: [String: JSON] = [
            "version": .number(1),
            "panels": .object([
                "1": .object([
                    "pinnedMetadata": .object(["side": .number(0), "index": .number(0), "date": .number(5.5e8)])
                ]),
                "2": .object([
                    "floatingState": .object(["relativePosition": .pair(0.4, 0.4), "zIndex": .number(3)]),
                    "floatingSize": .pair(320, 500),
                ]),
                "3": .object(["pinnedMetadata": .object(["side": .number(9), "index": .number(0)])]),
                "4": .object([:]), "5": .text("broken"),
            ]),
        ]
        let plan = JSON.object([
            "panels": .object([
                "1": .object(["place": .text("pinned"), "side": .text("left"), "index": .number(0)]),
                "2": .object([
                    "place": .text("floating"), "index": .number(3),
                    "float": .object(["fraction": .pair(0.4, 0.4), "size": .pair(320, 500)]),
                ]),
                "3": .object(["place": .text("pinned"), "side": .null, "index": .number(0)]),
                "4": .object(["place": .text("closed")]), "5": .text("broken"),
            ])
        ])
        let after: [String: JSON] = [
            "version": .number(1), "classes": .object(["medium": plan, "wide": plan]),
        ]
        #expect(Migration.migrated(before, from: 1) == after)
        #expect(Migration.all.count == Arrangement.documentVersion - 1)
    }

    @Test("a panel that is new in this version gets its default place and is not forced open")
    func newPanel() {
        var document = Self.document(wide: ["title": .object(["place": .text("closed")])])
        #expect(Arrangement.salvaging(document, of: .titled).arrangement.wide.place(of: "queue") == .closed)
        document = .object(["version": .number(2)])
        #expect(Arrangement.salvaging(document, of: .titled).arrangement == .standard(of: .titled))
    }

    /// A document whose wide plan has these entries.
    static func document(wide entries: [String: JSON]) -> JSON {
        .object(["version": .number(2), "classes": .object(["wide": .object(["panels": .object(entries)])])])
    }

    static func book(after count: Int, _ dice: inout Dice) -> ArrangementBook {
        let steps = Step.sequence(count, &dice, .titled)
        var book = ArrangementBook(revision: 1, present: .standard(of: .titled))
        for (number, step) in steps.enumerated() {
            let change = try? book.performing(
                step.command, by: "w1", at: Int64(number) * 1000, in: step.container, of: .titled)
            book = change?.book ?? book
        }
        return book
    }
}

extension Dice {
    /// The document with one part replaced by junk, duplicated or removed.
    mutating func spoilt(_ document: JSON) -> JSON {
        switch document {
        case .object(var fields) where !fields.isEmpty && happens(90):
            let key = pick(fields.keys.sorted())
            if happens(15) {
                fields[key] = nil
            } else if happens(10) {
                fields[pick(["poll", "date", "version", "wide", "index", "side", "classes"])] = fields[key]
            } else {
                fields[key] = fields[key].map { spoilt($0) }
            }
            return .object(fields)
        case .list(var items) where !items.isEmpty && happens(80):
            let index = Int.random(in: 0..<items.count, using: &self)
            items[index] = spoilt(items[index])
            if happens(20) { items.append(.null) }
            return .list(items)
        case .null, .bool, .number, .large, .text, .list, .object: return junk()
        }
    }

    /// Not NaN, which would not even equal itself.
    private mutating func junk() -> JSON {
        let number = number(-1e6...1e6)
        return pick([
            .null, .bool(true), .number(number.isNaN ? .infinity : number), .number(-.infinity), .number(1e308),
            .number(-1), .number(0.5), .large(.max),
            .text(""), .text("floating"), .text("pinned"), .text("right"), .text("meta"), .list([]), .object([:]),
            .list([.number(1), .number(2)]), .object(["place": .text("floating")]), .object(["version": .number(1)]),
        ])
    }
}
