import JSONTree

// Commands that menus offer without a dedicated item in the page.
extension Arrangement {
    /// The menu commands that are possible here: those about the whole arrangement, and those about one panel for each
    /// panel on screen.
    package func offers(on shown: Frames, in container: Container, of catalogue: PanelCatalogue) -> [BookCommand] {
        PanelCommand.deeds.filter { $0.isInMenus }
            .flatMap { Self.commands(of: $0, on: shown) }
            .filter { (try? applying($0, in: container, of: catalogue)) != nil }
            .map { .arrange($0) }
    }

    private static func commands(of deed: any PanelDeed.Type, on shown: Frames) -> [PanelCommand] {
        let word = ["command": JSON.text(deed.word)]
        let panels = shown.onScreen.map { ["command": .text(deed.word), "panel": JSON.text($0.id.text)] }
        let documents = deed.fields == [.panel] ? panels : [word]
        return documents.compactMap { fields -> PanelCommand? in
            guard case .arrange(let command)? = try? BookCommand(.object(fields)) else { return nil }
            return command
        }
    }
}
