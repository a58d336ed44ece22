extension PanelDocument: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // What is most frequent first: every miss costs a thrown error, and together they are most of a reading's time.
        if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let fields = try? value.decode([String: PanelDocument].self) {
            self = .object(fields)
        } else if let list = try? value.decode([PanelDocument].self) {
            self = .list(list)
        } else if value.decodeNil() {
            self = .null
        } else {
            self = .bool(try value.decode(Bool.self))
        }
    }

    /// Numbers that JSON cannot say are written as null.
    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let flag): try value.encode(flag)
        case .number(let number) where number.isFinite: try value.encode(number)
        case .number: try value.encodeNil()
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let fields): try value.encode(fields)
        }
    }
}
