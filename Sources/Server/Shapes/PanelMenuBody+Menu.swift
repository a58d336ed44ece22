import JSONTree
import Panels
import Posts
import Wire

extension PanelMenuBody {
    init(_ menu: PanelMenu, revision: Revision) throws {
        self.init(
            revision: revision.number, sections: try menu.sections.map { try MenuSectionBody($0) },
            mates: try MenuSectionBody(menu.mates))
    }
}

extension MenuSectionBody {
    fileprivate init(_ section: MenuSection) throws {
        self.init(title: section.title, isRow: section.isRow, items: try section.items.map { try MenuItemBody($0) })
    }
}

extension MenuItemBody {
    fileprivate init(_ item: MenuItem) throws {
        self.init(
            id: item.id, title: item.title, command: try item.command.map { try PanelCommandBody($0.document) },
            isChecked: item.isChecked, reason: item.reason)
    }
}
