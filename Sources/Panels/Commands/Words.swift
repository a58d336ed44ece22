/// Sentences about panels, the same for every client.
enum Words {
    static let oneAtATime = "A window this narrow shows one panel at a time, below the text."
    static let unreadable = "The arrangement could not be read. The default is shown."
    static let newer =
        "The arrangement was saved by a newer Galley. The default is shown; the saved one is left as it is."
    static let notANumber = "That is not a number of pixels. Use finite numbers, and sizes above 0."

    static func noRoom(isFull: Bool, isThin: Bool, isShort: Bool, on side: Side, of catalogue: PanelCatalogue)
        -> String?
    {
        if isFull { return full(side, of: catalogue) }
        if isThin {
            let minimum = pixels(side.thickness(of: catalogue.bodyMinimum))
            return
                "There is no room for it: the text keeps at least \(minimum) px of \(side.isColumn ? "width" : "height")."
        }
        return isShort ? "There is no room for it: the \(side.rawValue) side is too short for one more panel." : nil
    }

    /// Why a panel that is pinned there is shown as a tab.
    static func sharing(_ side: Side) -> String {
        "The \(side.rawValue) side has no room for it alone, so it is a tab there."
    }

    static func tabForLackOfRoom(_ title: String) -> String {
        "\(title) is a tab only while its side has no room for it."
    }

    static func noPanel(_ panel: PanelID, among known: [PanelID]) -> String {
        let names = known.prefix(20).map(\.text).joined(separator: ", ")
        return "There is no panel “\(panel.text.prefix(60))”. There are \(names)."
    }

    static func notOpen(_ title: String) -> String { "\(title) is not open." }

    static func collapsed(_ side: Side) -> String { "The \(side.rawValue) side is collapsed to a strip." }

    static func full(_ side: Side, of catalogue: PanelCatalogue) -> String {
        switch catalogue.maximum(on: side) {
        case ...0: "The \(side.rawValue) side takes no panels."
        case 1: "The \(side.rawValue) side is full: it takes one panel."
        case let maximum: "The \(side.rawValue) side is full: it takes \(count(maximum)) panels."
        }
    }

    static func locked(_ scope: LockScope, of catalogue: PanelCatalogue) -> String {
        switch scope {
        case .panel(let panel): "\(catalogue[panel]?.title ?? panel.text) is locked. Unlock it first."
        case .side(let side): "The \(side.rawValue) side is locked. Unlock it first."
        case .all: "The panels are locked. Unlock them first."
        }
    }

    /// For the start of a sentence.
    static func capital(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// "pinned right", "pinned at the top".
    static func pinned(_ side: Side) -> String {
        side.isColumn ? "pinned \(side.rawValue)" : "pinned at the \(side.rawValue)"
    }

    /// ", second of two"; empty for a single panel.
    static func rank(_ index: Int, of total: Int) -> String {
        total < 2 ? "" : ", \(ordinal(index + 1)) of \(count(total))"
    }

    static func count(_ number: Int) -> String {
        let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        return words.indices.contains(number) ? words[number] : "\(number)"
    }

    static func ordinal(_ number: Int) -> String {
        let words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
        return words.indices.contains(number - 1) ? words[number - 1] : "number \(number)"
    }

    /// Whole pixels, for sentences; at most the limit of a measure.
    static func pixels(_ length: Double) -> Int {
        Int(exactly: min(max(length, -Measure.limit), Measure.limit).rounded()) ?? 0
    }

    /// "24 px right", "24 px left and 3 px down".
    static func distance(_ dx: Double, _ dy: Double) -> String {
        let across = dx == 0 ? nil : "\(pixels(abs(dx))) px \(dx < 0 ? "left" : "right")"
        let down = dy == 0 ? nil : "\(pixels(abs(dy))) px \(dy < 0 ? "up" : "down")"
        return [across, down].compactMap(\.self).joined(separator: " and ")
    }

    /// "on the right", "at the top".
    static func at(_ side: Side) -> String { "\(side.isColumn ? "on" : "at") the \(side.rawValue)" }

    static func thickness(_ value: Double, _ side: Side) -> String {
        "\(pixels(value)) \(side.isColumn ? "wide" : "high")"
    }

    static func asFarAsItGoes(_ panel: PanelSpecification) -> String {
        "\(panel.title) is as large or as small as it gets that way."
    }

    static func sameThickness(_ side: Side, _ value: Double, _ now: Double) -> String {
        let wish = value < now ? "thinner: its panels need that much" : "thicker: the text and the panels set the limit"
        return value == now
            ? "The \(side.rawValue) side is \(thickness(now, side)) already."
            : "The \(side.rawValue) side cannot be \(wish)."
    }

    /// A description of a history step: "closing Date".
    static func deed(_ kind: CommandKind, _ panel: PanelID?, of catalogue: PanelCatalogue) -> String {
        let object = panel.map { " " + (catalogue[$0]?.title ?? $0.text) } ?? ""
        return kind.doing + object
    }
}

// Sentences about sheets.
extension Words {
    static func behind(_ front: String) -> String { "It is behind \(front)." }

    static func noRoomForSheet(_ catalogue: PanelCatalogue) -> String {
        let least = catalogue.bodyMinimum
        return
            "There is no room for it: the text keeps at least \(pixels(least.width)) by \(pixels(least.height)) px."
    }

    /// "half height", "full width".
    static func extent(_ state: SheetState, on edge: Side) -> String {
        "\(state.name == SheetState.tip.name ? "low" : state.name) \(edge.isColumn ? "width" : "height")"
    }

    static func sheet(_ panel: PanelSpecification, _ sheet: SheetShown) -> String {
        let kind = sheet.isModal ? "a sheet over everything" : "a sheet \(at(sheet.edge))"
        return "\(panel.title) is \(kind), \(extent(sheet.state, on: sheet.edge))."
    }

    static func oneAxis(_ panel: PanelSpecification, _ edge: Side) -> String {
        "\(panel.title) is a sheet: only its \(edge.isColumn ? "width" : "height") changes."
    }

    static func noState(_ name: String, _ track: SheetTrack) -> String {
        "A sheet has no state “\(name.prefix(60))” here. There are \(states(track))."
    }

    private static func states(_ track: SheetTrack) -> String {
        let names = track.ladder.states.reversed().map(\.name)
        guard let last = names.last else { return "none" }
        return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
    }
}
