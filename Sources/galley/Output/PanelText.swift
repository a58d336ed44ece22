import JSONTree
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

extension PanelCommandBody {
    /// The command line for this command.
    func line(window: String?) -> String {
        let words = ["galley", "panel"] + (typed ?? done) + (window.map { ["--window", $0] } ?? [])
        return words.map(\.quotedForShell).joined(separator: " ")
    }

    /// The words of commands with a name below `galley panel`; nil for others.
    private var typed: [String]? {
        let start = [command] + [panel].compactMap { $0 }
        return switch command {
        case "open", "close", "restore", "undo", "redo": start
        case "collapse": start + (alone == true ? ["--alone"] : [])
        case "pin": start + [side].compactMap { $0 } + option("index", index.map { "\($0)" })
        case "float":
            start + option("frame", frame.map { FieldValue.frame($0).words })
                + (overSides == true ? ["--over-sides"] : [])
        case "move":
            start + [direction].compactMap { $0 } + option("dx", dx?.plain) + option("dy", dy?.plain)
        case "resize":
            start + option("dw", dw?.plain) + option("dh", dh?.plain) + option("width", width?.plain)
                + option("height", height?.plain) + option("edge", edge)
        case "reset": start + (scope == "class" ? ["--class"] : [])
        case "saveAs": ["save"] + [name].compactMap { $0 }
        case "load": [command] + [name].compactMap { $0 }
        default: nil
        }
    }

    private func option(_ name: String, _ value: String?) -> [String] { value.map { ["--\(name)", $0] } ?? [] }

    /// The words of all other commands, which are run with `do`. Fields about the sender are left out.
    private var done: [String] {
        let fields = (try? JSONCoding.decode([String: FieldValue].self, from: JSONCoding.encode(self))) ?? [:]
        let rest = fields.filter { !["command", "panel", "says", "revision"].contains($0.key) }
        return ["do", command] + [panel].compactMap { $0 }
            + rest.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.words)" }
    }
}
