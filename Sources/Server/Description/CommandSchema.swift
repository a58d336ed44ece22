import JSONTree
import Panels
import Wire

// The description of panel commands, from the fields of their deeds.
extension CommandDocument: SelfDescribing {
    static var sample: CommandDocument { CommandDocument(.object([:])) }

    static func schema(in book: SchemaBook) throws -> JSON {
        let frame = try book.schema(of: RectangleBody.self)
        return book.component("PanelCommand") {
            let cases = CommandForm.all.flatMap { form in
                form.ways.map { schema(of: form.word, $0, besides: form.fields, frame, isRequest: book.isRequest) }
            }
            let words = JSON.ofType("string", ["enum": .texts(CommandForm.all.map(\.word))])
            return .ofType(
                "object",
                ["required": .texts(["command"]), "properties": .object(["command": words]), "anyOf": .list(cases)])
        }
    }

    /// A command in one of its ways. In a request null counts as absent, also for a field of another way.
    private static func schema(
        of word: String, _ way: [CommandForm.Field], besides all: [CommandForm.Field], _ frame: JSON, isRequest: Bool
    ) -> JSON {
        var properties: [String: JSON] = [:]
        if isRequest {
            for field in all { properties[field.name] = .ofType("null") }
        }
        for field in way {
            let bound = word == "saveAs" && field.name == "name" ? Bound.arrangementName.words : [:]
            let schema = field.value.schema(frame, bound)
            properties[field.name] = isRequest && !field.isNeeded ? schema.orNull : schema
        }
        properties["command"] = .ofType("string", ["enum": .texts([word])])
        properties["says"] = isRequest ? JSON.ofType("string").orNull : .ofType("string")
        if isRequest {
            properties["revision"] = .ofType("integer", Bound.number(1...9_000_000_000_000_000).words).orNull
        }
        return .object(properties, required: Set(["command"] + way.filter(\.isNeeded).map(\.name)))
    }
}

extension CommandForm.Value {
    fileprivate func schema(_ frame: JSON, _ bound: [String: JSON]) -> JSON {
        switch self {
        case .panel, .text, .name: .ofType("string", bound)
        case .number: .ofType("number")
        case .index: .ofType("integer")
        case .flag: .ofType("boolean")
        case .frame: frame
        case .word(let words): .ofType("string", ["enum": .texts(words)])
        case .separator:
            .ofType("string", ["pattern": .text("^(left|right|top|bottom)(/[1-9][0-9]{0,3})?$")])
        }
    }
}
