import JSONTree
import Panels
import Posts
import Wire

/// Formats panels for people.
struct PanelText {
    let output: Output

    func list(_ window: WindowBody) -> String {
        let table = output.table(window.panels, "PANEL", "PLACE", "SIZE", "NOTE", flexible: "NOTE") { panel in
            [
                .init(panel.id, .strong), .init(place(panel), panel.frame == nil ? .faint : .plain),
                .init(panel.frame.map { Self.size($0.width, $0.height) } ?? ""), .init(panel.reason ?? "", .warning),
            ]
        }
        var facts = Facts()
        facts.add("Window", "\(Self.size(window.width, window.height)), \(window.class)")
        facts.add("Shows", window.follows?.shownName ?? "its own arrangement")
        facts.add("Saved", window.names.filter { $0 != "desk" }.map(\.shownName).joined(separator: ", "))
        return table + "\n" + facts.text(output.style)
    }

    private func place(_ panel: PanelBody) -> String {
        switch panel.place {
        case "pinned": "pinned \(panel.side ?? "")"
        case "sheet": "sheet \(panel.side ?? ""), \(panel.sheet?.state ?? "")"
        case "open": panel.sheet.map { "open, \($0.state)" } ?? panel.place
        case "meta": "in Meta"
        case "strip": "in the \(panel.side ?? "") strip"
        case "away": "own window"
        case "stacked": "tab of \(panel.stack?.panels.first ?? "")"
        case "inside": "in Meta, shown there"
        default: panel.place
        }
    }

    /// Such as “1366×1024”, in whole pixels.
    static func size(_ width: Double, _ height: Double) -> String { "\(whole(width))×\(whole(height))" }

    private static func whole(_ length: Double) -> String { Int(exactly: length.rounded()).map { "\($0)" } ?? "?" }
}

extension CommandDocument {
    /// The command line for this command.
    func line(window: String?) -> String {
        let words = ["galley", "panel"] + (named ?? done) + (window.map { ["--window", $0] } ?? [])
        return words.map(\.quotedForShell).joined(separator: " ")
    }

    /// The value of a field, as it is typed.
    private func typed(_ field: String) -> [String] {
        guard let value = document[field], value != .null else { return [] }
        return [value.typed]
    }

    private func option(_ field: String) -> [String] { typed(field).flatMap { ["--\(field)", $0] } }
    private func flag(_ field: String, _ option: String) -> [String] { document[field]?.flag == true ? [option] : [] }

    /// The words of commands with a name below `galley panel`; nil for others.
    private var named: [String]? {
        let start = [word] + typed("panel")
        return switch word {
        case "open", "close", "restore", "undo", "redo": start
        case "collapse": start + flag("alone", "--alone")
        case "pin": start + typed("side") + option("index")
        case "float": start + option("frame") + flag("overSides", "--over-sides")
        case "move": start + typed("direction") + option("dx") + option("dy")
        case "resize": start + ["dw", "dh", "width", "height", "edge"].flatMap { option($0) }
        case "reset": start + (document["scope"]?.text == "class" ? ["--class"] : [])
        case "saveAs": ["save"] + typed("name")
        case "load": start + typed("name")
        default: nil
        }
    }

    /// The words of all other commands, which are run with `do`. Fields about the sender are left out.
    private var done: [String] {
        let rest = (document.fields ?? [:]).filter {
            $0.key != "panel" && !ArrangementCommand.companions.contains($0.key)
        }
        return ["do", word] + typed("panel")
            + rest.filter { $0.value != .null }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.typed)" }
    }
}
