import Wire

/// Panels as a person reads them.
struct PanelText {
    private let output: Output
    init(_ output: Output) { self.output = output }

    func list(_ window: WindowBody) -> String {
        var table = Table("PANEL", "PLACE", "SIZE", "NOTE", flexible: "NOTE")
        for panel in window.panels {
            table.add(
                .init(panel.id, .strong), .init(place(panel), panel.frame == nil ? .faint : .plain),
                .init(panel.frame.map { Self.size($0.width, $0.height) } ?? ""), .init(panel.reason ?? "", .warning))
        }
        var facts = Facts()
        facts.add("Window", "\(Self.size(window.width, window.height)), \(window.class)")
        facts.add("Shows", window.follows ?? "its own arrangement")
        facts.add("Saved", window.names.filter { $0 != "desk" }.map(\.oneLine).joined(separator: ", "))
        return table.text(for: output) + "\n" + facts.text(output.style)
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
    /// What to type for it.
    func line(window: String?) -> String {
        var words = ["galley", "panel"]
        switch command {
        case "saveAs": words.append("save")
        case "collapseSide": words.append("collapse-side")
        case "expandSide": words.append("expand-side")
        case "popOut": words.append("pop-out")
        case "takeOut": words.append("take-out")
        case "useEverywhere": words.append("use-everywhere")
        case "nextPanel": words.append("next")
        case "previousPanel": words.append("previous")
        case "closeAllPinned": words += ["close-all", "--pinned"]
        case "closeAllFloating": words += ["close-all", "--floating"]
        default: words += PanelDo.words(for: command)
        }
        let isSideOptional = ["unstack", "lock", "unlock"].contains(command)
        let isSheet = command == "sheet"
        words += [
            separator, move, panel, item, with, isSideOptional ? nil : side, isSheet ? edge : nil, state, direction,
            name,
        ].compactMap { $0 }
        if isSideOptional, let side { words += ["--side", side] }
        if command.hasSuffix("lock"), panel == nil, side == nil { words.append("--all") }
        if let value { words.append(Self.text(value)) }
        if scope == "class" { words.append("--class") }
        if let frame {
            let numbers = [frame.x, frame.y, frame.width, frame.height].map(Self.text)
            words += [command == "popover" ? "--at" : "--frame", numbers.joined(separator: ",")]
        }
        if alone == true { words.append("--alone") }
        if let isModal, isSheet { words.append(isModal ? "--modal" : "--no-modal") }
        if overSides == true { words.append("--over-sides") }
        if let index { words += ["--index", "\(index)"] }
        for (option, number) in [("dx", dx), ("dy", dy), ("dw", dw), ("dh", dh), ("width", width), ("height", height)] {
            if let number { words += ["--\(option)", Self.text(number)] }
        }
        if let edge, command == "resize" { words += ["--edge", edge] }
        if let window { words += ["--window", window] }
        return words.map(Self.quoted).joined(separator: " ")
    }

    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }

    /// As a shell reads it.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.,".contains($0)) }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }
}
