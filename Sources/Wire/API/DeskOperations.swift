package import JSONTree
package import Posts

// Windows, arrangements, and what a user keeps for the composer.
extension API {
    package static let listWindows = Operation(
        .get, "/v1/windows", .read, "Lists the caller's windows, most recently seen first."
    ).returnsPage(WindowBody.self)
    package static let createWindow = Operation(.post, "/v1/windows", .write, "Registers a window.")
        .takes(WindowSizeBody.self).creates(WindowBody.self)
    package static let showWindow = Operation(
        .get, "/v1/windows/:window", .read, "Shows a window; “desk” is the shared arrangement."
    ).query(DrawingQuery.self).returns(WindowBody.self).orReturns("text/plain", "A drawing.")
    package static let resizeWindow = Operation(.put, "/v1/windows/:window", .write, "Sets the size of a window.")
        .takes(WindowSizeBody.self).returns(WindowBody.self)
    package static let renameWindow = Operation(
        .put, "/v1/windows/:window/name", .write, "Gives a window another label."
    ).takes(NameBody.self).returns(WindowBody.self)
    package static let deleteWindow = Operation(.delete, "/v1/windows/:window", .write, "Deletes a window.")
        .returnsNothing
    package static let arrangePanels = Operation(.post, "/v1/windows/:window/commands", .write, "Arranges panels.")
        .takes(CommandDocument.self).ifMatch.returns(ArrangedBody.self)
        .needsNoKey("a command arranges what is there; “undo” takes back what was done twice.")
    package static let simulateWindow = Operation(
        .get, "/v1/windows/:window/simulation", .read, "Shows a window at another size."
    ).query(SimulationQuery.self).returns(WindowBody.self).orReturns("text/plain", "A drawing.")
    package static let showPanelMenu = Operation(
        .get, "/v1/windows/:window/panels/:panel/menu", .read,
        "Shows a panel's menu: its commands, and why some are refused."
    ).returns(PanelMenuBody.self)
    package static let dragPanel = Operation(
        .put, "/v1/windows/:window/drag", .write, "Lists where a panel can be dropped."
    ).takes(DragBody.self).returns(DragHintsBody.self)
}

extension API {
    package static let listArrangements = Operation(
        .get, "/v1/arrangements", .read, "Lists the caller's arrangements."
    ).returnsPage(ArrangementSummaryBody.self)
    package static let showArrangement = Operation(
        .get, "/v1/arrangements/:name", .read, "Gives an arrangement as a document."
    ).returns(JSON.self)
    package static let writeArrangement = Operation(
        .put, "/v1/arrangements/:name", .write, "Writes an arrangement."
    ).takes(JSON.self).ifMatch.header(.ifNoneMatch, "* makes a new one.").query(ArrangementQuery.self)
        .returns(WrittenArrangementBody.self).returns(WrittenArrangementBody.self, status: 201)
    package static let deleteArrangement = Operation(
        .delete, "/v1/arrangements/:name", .write, "Deletes an arrangement."
    ).ifMatch.returnsNothing
    package static let showNewDesk = Operation(
        .get, "/v1/new-desk", .read, "Shows the arrangement that new users start with."
    ).returns(NewDeskBody.self)
    package static let setNewDesk = Operation(
        .put, "/v1/new-desk", .admin, "Makes new users start with a copy of one of the caller's arrangements."
    ).takes(NewDeskWishBody.self).returns(NewDeskBody.self)
    package static let forgetNewDesk = Operation(
        .delete, "/v1/new-desk", .admin, "Makes new users start with Galley's own arrangement."
    ).returnsNothing
}

extension API {
    package static let showPreferences = Operation(
        .get, "/v1/preferences", .read, "Shows what the caller has chosen for the composer."
    ).returns([String: String].self)
    package static let choosePreferences = Operation(
        .patch, "/v1/preferences", .write, "Changes the named preferences, and keeps the others."
    ).takes(PreferenceChoicesBody.self).returns([String: String].self)

    /// The texts of a kind that the caller keeps.
    package static func listNamedTexts(_ kind: NamedText.Kind) -> Operation<Nothing, Nothing, PageBody<NamedTextBody>> {
        Operation(.get, path(kind), .read, "Lists the caller's \(kind.plural), by name.")
            .returnsPage(NamedTextBody.self)
    }
    package static func keepNamedText(_ kind: NamedText.Kind) -> Operation<Nothing, KeptTextBody, NamedTextBody> {
        Operation(.put, "\(path(kind))/:\(kind.parameter)", .write, "Adds a \(kind.words), or changes it.")
            .takes(KeptTextBody.self).returns(NamedTextBody.self)
    }
    package static func removeNamedText(_ kind: NamedText.Kind) -> Operation<Nothing, Nothing, Nothing> {
        Operation(.delete, "\(path(kind))/:\(kind.parameter)", .write, "Removes a \(kind.words).").returnsNothing
    }

    private static func path(_ kind: NamedText.Kind) -> String { "/v1/\(kind.collection)" }
}

extension NamedText.Kind {
    fileprivate var plural: String {
        switch self {
        case .snippet, .key: "\(words)s"
        case .search: "saved searches"
        }
    }

    /// The name of the path's parameter.
    package var parameter: String {
        switch self {
        case .snippet: "snippet"
        case .search: "search"
        case .key: "command"
        }
    }
}

// MARK: - Parameters

package struct ArrangementQuery: Query {
    package var window: String?

    package static let words = ["window": "In which it was made."]
}

package struct DrawingQuery: Query {
    package var columns: Int?
    package var rows: Int?

    package static let words = ["columns": "Of the drawing.", "rows": "Of the drawing."]
}

package struct SimulationQuery: Query {
    package var width: Double?
    package var height: Double?
    package var columns: Int?
    package var rows: Int?

    package static let words = DrawingQuery.words.merging(
        ["width": "CSS pixels.", "height": "CSS pixels."]) { one, _ in one }

    package init(width: Double?, height: Double?) { (self.width, self.height) = (width, height) }

    package var drawing: DrawingQuery { DrawingQuery(columns: columns, rows: rows) }
}
