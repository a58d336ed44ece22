import JSONTree

// Commands about the whole arrangement that the toolbar's menu offers without a dedicated item in the page.
extension Arrangement {
    /// The menu commands that are possible here. Those about one panel are in its `PanelMenu`.
    package func offers(in container: Container, of catalogue: PanelCatalogue) -> [BookCommand] {
        PanelCommand.deeds.filter { $0.isInMenus && $0.fields.isEmpty }
            .compactMap { deed in
                try? BookCommand(.object(["command": .text(deed.word)]))
            }
            .filter { offer in
                guard case .arrange(let command) = offer else { return false }
                return (try? applying(command, in: container, of: catalogue)) != nil
            }
    }
}
