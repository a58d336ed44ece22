/// What can be asked of one window's look at its arrangement.
package enum ViewCommand: Hashable, Sendable {
    /// The panel takes the whole room; asked again, it goes back. nil: whichever does goes back.
    case maximise(PanelID?)
    /// All panels beside each other; asked again, back. A panel: back, and that one in front.
    case expose(PanelID?)
    /// All panels off the screen; asked again, back.
    case zen
    /// A panel of a strip is shown beside it; asked again, or nil, it goes back.
    case peek(PanelID?)
    /// A panel that is not open is shown at a button; nil: away with it.
    case popover(Popover?)
    /// Into a browser window of its own.
    case popOut(PanelID)
    /// Back from there.
    case comeBack(PanelID)
    /// What stands with all that belongs to it in a file of its own: `show`, `back`, `naturalSize`, …
    case deed(AnyViewDeed)
}

/// The word of a view command, without what it is applied to.
package enum ViewCommandKind: String, CaseIterable, Sendable {
    case maximise, expose, zen, peek, popover, popOut
    case comeBack = "return"
}

// In the words that HTTP, command line and page use: {"command": "maximise", "panel": "date"}.
extension ViewCommand {
    /// - Returns: nil when the document's word is none of a view command.
    package init?(_ document: PanelDocument) throws(CommandError) {
        guard let fields = CommandFields(document), let word = document.fields?["command"]?.text else { return nil }
        if let deed = try AnyViewDeed(word: word, fields) {
            self = .deed(deed)
            return
        }
        guard let kind = ViewCommandKind(rawValue: word) else { return nil }
        switch kind {
        case .maximise: self = .maximise(try fields.optionalPanel())
        case .expose: self = .expose(try fields.optionalPanel())
        case .zen: self = .zen
        case .peek: self = .peek(try fields.optionalPanel())
        case .popover: self = .popover(try Popover(fields))
        case .popOut: self = .popOut(try fields.panel())
        case .comeBack: self = .comeBack(try fields.panel())
        }
    }

    package var word: String {
        switch self {
        case .maximise: ViewCommandKind.maximise.rawValue
        case .expose: ViewCommandKind.expose.rawValue
        case .zen: ViewCommandKind.zen.rawValue
        case .peek: ViewCommandKind.peek.rawValue
        case .popover: ViewCommandKind.popover.rawValue
        case .popOut: ViewCommandKind.popOut.rawValue
        case .comeBack: ViewCommandKind.comeBack.rawValue
        case .deed(let deed): deed.word
        }
    }

    package var document: PanelDocument {
        var fields: [String: PanelDocument] =
            switch self {
            case .maximise(let panel), .expose(let panel): panel.map { ["panel": .text($0.text)] } ?? [:]
            case .zen: [:]
            case .peek(let panel): panel.map { ["panel": .text($0.text)] } ?? [:]
            case .popover(let popover): popover?.document.fields ?? [:]
            case .popOut(let panel), .comeBack(let panel): ["panel": .text(panel.text)]
            case .deed(let deed): deed.deed.document
            }
        fields["command"] = .text(word)
        return .object(fields)
    }
}

extension Popover {
    /// - Returns: nil without a panel: no popover.
    fileprivate init?(_ fields: CommandFields) throws(CommandError) {
        guard let panel = try fields.optionalPanel() else { return nil }
        self.init(
            panel: panel, anchor: try fields.optionalText("anchor") ?? "",
            at: try fields.frame().flatMap(Measure.anchor))
    }
}
