import Foundation
import JSONTree
import Moving
import PostStore
import Posts
import Testing
import Wire

@testable import Panels
@testable import Server

/// What the page says of the daemon's words, fields and bounds: rows that this suite and the page's own hold.
@Suite struct PageFactTests {
    private struct Facts: Decodable {
        let fields, overrides, visibilities, longTexts, states, deliveryStates, blocks, verbs: [String]
        let preferences: [String: [String]]
        let bounds: [String: Int]
        let arrangement: String
        let distances, fractions: [String: Double]
        let sizes: [WindowSize]

        struct WindowSize: Decodable {
            let width, height: Double
            let isCompact: Bool
        }
    }

    @Test("the rows are the daemon's fields, words and bounds")
    func facts() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Vectors/page-facts.json")
        let facts = try JSONDecoder().decode(Facts.self, from: Data(contentsOf: file))
        #expect(try names(of: DraftBody.self).subtracting(["isSlugChosen"]) == Set(facts.fields))
        #expect(try names(of: TargetOverride.self) == Set(facts.overrides))
        #expect(facts.visibilities == Visibility.allCases.map(\.rawValue))
        #expect(facts.longTexts == LongText.allCases.map(\.rawValue))
        #expect(facts.states == PostState.allCases.map(\.rawValue))
        #expect(Set(facts.deliveryStates) == Set(DeliveryState.Word.allCases.map(\.rawValue)))
        #expect(Set(facts.blocks) == Set(DeliveryState.Block.allCases.map(\.rawValue)))
        #expect(facts.verbs == DeliveryVerb.all.map(\.word))
        #expect(facts.preferences == Dictionary(uniqueKeysWithValues: Preferences.all.map { ($0.name, $0.values) }))
        #expect(facts.arrangement == PanelCatalogue.composer.offered?.name)
        #expect(facts.distances == ["start": DragHints.start, "unpin": DragHints.unpin])
        let fractions = IndexRule.fractions
        #expect(facts.fractions == ["least": fractions.lowerBound, "most": fractions.upperBound])
        for size in facts.sizes {
            #expect(size.isCompact == (SizeClass.of(Size(width: size.width, height: size.height)) == .compact))
        }
        let bounds = [
            "notes": TextField.privateNotes.charactersMax, "snippet": NamedText.textMax, "name": NamedText.nameMax,
            "arrangement": try most(.arrangementName),
            "find": try most(FieldBounds.queries["TextsQuery"]?["containing"]),
            "description": try most(FieldBounds.table["MediaNotesBody"]?["alt"]),
            "address": try most(FieldBounds.table["ConfirmationBody"]?["url"]), "tag": Tag.scalarsMax,
            "html": RichText.bytesMax, "request": BodyBudget.jsonBytesMax,
            "list": try most(FieldBounds.queries["Paging"]?["limit"], "maximum"),
        ]
        #expect(facts.bounds == bounds)
    }

    private func names<Value: Decodable>(of type: Value.Type) throws -> Set<String> {
        let book = SchemaBook()
        _ = try book.schema(of: type)
        let schema = try #require(book.components.values.first { $0["properties"]?.fields != nil })
        let own = type == DraftBody.self ? book.components["DraftBody"] : schema
        return Set(try #require(own?["properties"]?.fields).keys)
    }

    private func most(_ bound: Bound?, _ word: String = "maxLength") throws -> Int {
        Int(try #require(bound?.words[word]?.number))
    }
}
