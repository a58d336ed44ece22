/// What can be asked of one window's look at its arrangement.
package enum ViewCommand: Hashable, Sendable {
    /// The panel takes the whole room; asked again, it goes back. nil: whichever does goes back.
    case maximise(PanelID?)
    /// All panels beside each other; asked again, back. A panel: back, and that one in front.
    case expose(PanelID?)
    /// All panels off the screen; asked again, back.
    case zen
}

/// The word of a view command, without what it is applied to.
package enum ViewCommandKind: String, CaseIterable, Sendable { case maximise, expose, zen }

// In the words that HTTP, command line and page use: {"command": "maximise", "panel": "date"}.
extension ViewCommand {
    /// - Returns: nil when the document's word is none of a view command.
    package init?(_ document: PanelDocument) throws(CommandError) {
        guard let fields = CommandFields(document), let word = document.fields?["command"]?.text,
            let kind = ViewCommandKind(rawValue: word)
        else { return nil }
        switch kind {
        case .maximise: self = .maximise(try fields.optionalPanel())
        case .expose: self = .expose(try fields.optionalPanel())
        case .zen: self = .zen
        }
    }

    package var kind: ViewCommandKind {
        switch self {
        case .maximise: .maximise
        case .expose: .expose
        case .zen: .zen
        }
    }

    package var document: PanelDocument {
        var fields: [String: PanelDocument] =
            switch self {
            case .maximise(let panel), .expose(let panel): panel.map { ["panel": .text($0.text)] } ?? [:]
            case .zen: [:]
            }
        fields["command"] = .text(kind.rawValue)
        return .object(fields)
    }
}
