// Commands about the whole arrangement that the toolbar's menu offers without a dedicated item in the page.
extension Arrangement {
    /// The menu commands that are possible here. Those about one panel are in its `PanelMenu`.
    package func offers(in container: Container, of catalogue: PanelCatalogue) -> [BookCommand] {
        PanelCommand.deeds.compactMap { $0 as? any WordDeed.Type }.filter { $0.isInMenus }
            .map { PanelCommand($0.init()) }
            .filter { (try? applying($0, in: container, of: catalogue)) != nil }
            .map { .arrange($0) }
    }
}
