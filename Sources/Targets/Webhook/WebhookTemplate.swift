import JSONTree
import Posts

/// The template of a webhook's body and the format that each value is encoded for.
struct WebhookTemplate: Sendable {
    let template: MarkedTemplate
    let format: BodyFormat

    init(_ source: String, format: BodyFormat) throws(FreezeError) {
        template = try MarkedTemplate(source)
        self.format = format
    }

    func fragments(_ values: WebhookValues) throws(FreezeError) -> [Parcel.Fragment] {
        try template.pieces { values.context(&$0) }.flatMap { piece in
            switch piece {
            case .text(let text): [Parcel.Fragment.text(text)]
            case .value(let value): value.fragments(format)
            }
        }.joinedTexts
    }
}

enum BodyFormat: Hashable, Sendable {
    case json, form, text

    init(contentType: String) {
        let type = String(contentType.prefix { $0 != ";" }).trimmed.lowercased()
        if type.hasSuffix("/json") || type.hasSuffix("+json") {
            self = .json
        } else if type.hasSuffix("x-www-form-urlencoded") {
            self = .form
        } else {
            self = .text
        }
    }

    var encoding: Parcel.HoleEncoding {
        switch self {
        case .json: .jsonString
        case .form: .form
        case .text: .verbatim
        }
    }
}

/// A value for a template.
enum WebhookValue: Hashable, Sendable {
    case text(String)
    /// Not yet known.
    case awaited(predicted: String)
    /// Any JSON, inserted without quotes; the same text in other formats.
    case json(JSON)
    /// The awaited address as a JSON string with its quotes.
    case awaitedJSON(predicted: String)

    func fragments(_ format: BodyFormat) -> [Parcel.Fragment] {
        let name = Parcel.addressHole
        switch self {
        case .text(let text): return [.text(format.encoding.encoded(text))]
        case .awaited(let predicted):
            return [.hole(Parcel.Hole(name: name, encoding: format.encoding, predicted: predicted))]
        case .json(let json): return [.text(format == .form ? json.written.formEncoded : json.written)]
        case .awaitedJSON(let predicted):
            let hole = Parcel.Fragment.hole(Parcel.Hole(name: name, encoding: .jsonString, predicted: predicted))
            return [.text("\""), hole, .text("\"")]
        }
    }
}
