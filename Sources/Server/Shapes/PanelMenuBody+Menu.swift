import Panels
import Posts
import Wire

extension PanelMenuBody {
    init(_ menu: PanelMenu, revision: Revision) {
        self.init(
            revision: revision.number, sections: menu.sections.map { MenuSectionBody($0) },
            mates: MenuSectionBody(menu.mates))
    }
}

extension MenuSectionBody {
    fileprivate init(_ section: MenuSection) {
        self.init(title: section.title, isRow: section.isRow, items: section.items.map { MenuItemBody($0) })
    }
}

extension MenuItemBody {
    fileprivate init(_ item: MenuItem) {
        self.init(
            id: item.id, title: item.title, command: item.command.map { CommandDocument($0) },
            isChecked: item.isChecked, reason: item.reason)
    }
}
