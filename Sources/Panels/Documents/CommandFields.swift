package import JSONTree

/// The typed fields of a command. A null field counts as missing.
struct CommandFields {
    private let fields: [String: JSON]

    init?(_ document: JSON) {
        guard let fields = document.fields else { return nil }
        self.fields = fields.filter { $0.value != .null }
    }

    func text(_ field: String) throws(CommandError) -> String {
        guard let text = fields[field]?.text else {
            throw CommandError(reason: "The command needs the text “\(field)”.", field: field)
        }
        return text
    }

    func optionalText(_ field: String) throws(CommandError) -> String? {
        fields[field] == nil ? nil : try text(field)
    }

    func panel() throws(CommandError) -> PanelID { PanelID(try text("panel")) }
    func optionalPanel() throws(CommandError) -> PanelID? { fields["panel"] == nil ? nil : try panel() }

    func number(_ field: String) throws(CommandError) -> Double? {
        guard let value = fields[field] else { return nil }
        guard let number = value.number else {
            throw CommandError(reason: "“\(field)” is not a finite number.", field: field)
        }
        return number
    }

    func required(_ field: String) throws(CommandError) -> Double {
        guard let number = try number(field) else {
            throw CommandError(reason: "The command needs the number “\(field)”.", field: field)
        }
        return number
    }

    /// Clamps absurd indices to a range that Int can hold; the engine clamps them to the side.
    func index() throws(CommandError) -> Int? {
        try number("index").map { Int(min(max($0, -Measure.limit), Measure.limit).rounded(.down)) }
    }

    func flag(_ field: String) throws(CommandError) -> Bool? {
        guard let value = fields[field] else { return nil }
        guard let flag = value.flag else {
            throw CommandError(reason: "“\(field)” is neither true nor false.", field: field)
        }
        return flag
    }

    func side() throws(CommandError) -> Side { try word("side") }
    func optionalSide() throws(CommandError) -> Side? { try optionalWord("side") }

    /// The scope; if it is missing, the named panel, otherwise the window's class.
    func scope() throws(CommandError) -> ResetScope {
        guard fields["scope"] != nil else { return fields["panel"] == nil ? .sizeClass : .panel(try panel()) }
        switch try text("scope") {
        case "all": return .all
        case "class": return .sizeClass
        case "panel": return .panel(try panel())
        case let other:
            throw CommandError(reason: "“scope” is “\(other.prefix(60))”. Use all, class or panel.", field: "scope")
        }
    }

    func frame() throws(CommandError) -> Rectangle {
        guard let value = fields["frame"] else {
            throw CommandError(reason: "The command needs the rectangle “frame”.", field: "frame")
        }
        guard let frame = Rectangle(value) else {
            throw CommandError(reason: "“frame” needs the numbers x, y, width and height.", field: "frame")
        }
        return frame
    }

    func optionalFrame() throws(CommandError) -> Rectangle? { fields["frame"] == nil ? nil : try frame() }

    /// One of the type's words.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ field: String) throws(CommandError) -> Word {
        let found = try text(field)
        guard let word = Word(rawValue: found) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandError(
                reason: "“\(field)” is “\(found.prefix(60))”. Use one of \(known).", field: field)
        }
        return word
    }

    func optionalWord<Word: RawRepresentable<String> & CaseIterable>(_ field: String) throws(CommandError) -> Word? {
        fields[field] == nil ? nil : try word(field)
    }
}

extension Rectangle {
    /// `{"x": 0, "y": 0, "width": 400, "height": 300}`.
    package init?(_ document: JSON) {
        guard let fields = document.fields, let x = fields["x"]?.number, let y = fields["y"]?.number,
            let width = fields["width"]?.number, let height = fields["height"]?.number
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }

    package var document: JSON {
        .object(["x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height)])
    }
}
