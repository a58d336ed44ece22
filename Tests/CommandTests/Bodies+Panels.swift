import Wire

extension Bodies {
    static func window(
        id: String = "desk", label: String = "", follows: String? = "desk", seenAt: String? = nil
    ) -> WindowBody {
        WindowBody(
            id: id, label: label, follows: follows, revision: 3, class: "wide", width: 1366, height: 1024,
            insets: InsetsBody(top: 0, left: 0, bottom: 0, right: 0),
            body: RectangleBody(x: 0, y: 150, width: 1366, height: 874),
            panels: [
                panel("title", place: "pinned", side: "top", frame: RectangleBody(x: 0, y: 0, width: 866, height: 150)),
                panel("date", place: "floating", frame: RectangleBody(x: 500, y: 300, width: 400, height: 299.6)),
                panel("tags", place: "meta", reason: "There is no room for it."), panel("queue", place: "closed"),
            ], separators: [], canUndo: true, canRedo: false,
            diagnostics: ["The Date panel's place could not be read. It is at its default."],
            names: ["desk", "my desk", "writing"], seenAt: seenAt)
    }

    private static func panel(
        _ id: String, place: String, side: String? = nil, frame: RectangleBody? = nil, reason: String? = nil
    ) -> PanelBody {
        PanelBody(
            id: id, title: id, place: place, side: side, index: side == nil ? nil : 0, frame: frame, z: nil, resize: [],
            isWanted: place != "closed", reason: reason)
    }

    static func arranged(_ announcement: String, conflict: String? = nil) -> ArrangedBody {
        ArrangedBody(announcement: announcement, panel: "date", conflict: conflict, window: window())
    }
}
