extension PanelDocument: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // Ordered by how often each occurs: every miss costs a thrown error.
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let object = try? value.decode([String: PanelDocument].self) {
            self = .object(object)
        } else if let list = try? value.decode([PanelDocument].self) {
            self = .list(list)
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if value.decodeNil() {
            self = .null
        } else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "This is no value of JSON.")
        }
    }

    /// Numbers that JSON cannot say are written as null.
    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let bool): try value.encode(bool)
        case .number(let number) where number.isFinite: try value.encode(number)
        case .number: try value.encodeNil()
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let object): try value.encode(object)
        }
    }
}
