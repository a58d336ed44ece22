/// `POST /v1/windows` and `PUT /v1/windows/{id}`: the size of a window.
package struct WindowSizeBody: Codable, Hashable, Sendable {
    /// The user's name for the window; only for a new one.
    package var label: String?
    package var width, height: Double
    package var insets: InsetsBody?
    /// Device pixels per CSS pixel; absent to leave frames unrounded.
    package var scale: Double?
    /// `ltr` or `rtl`; absent for `ltr`.
    package var direction: String?
    /// The on-screen keyboard's rectangle over the window; absent without one.
    package var keyboard: RectangleBody?
    /// The space that a notch or round corners take at the edges.
    package var safeArea: InsetsBody?
    /// The page's choices by panel, for a daemon that no longer has them.
    package var inside: [String: ChoiceBody]?
}

/// A window and everything shown in it.
package struct WindowBody: Codable, Hashable, Sendable {
    /// `desk` for the desk itself, at the size of the window seen last.
    package let id: String
    package let label: String
    /// `desk`; null when the window has its own arrangement.
    @OrNull package var follows: String?
    /// `desk` or `own`.
    package let arrangement: String
    package let revision: Int64
    /// `compact`, `medium` or `wide`.
    package let `class`: String
    package let width, height: Double
    package let insets: InsetsBody
    package let body: RectangleBody
    /// All panels, in the order of the catalogue.
    package let panels: [PanelBody]
    package let separators: [SeparatorBody]
    package let canUndo, canRedo: Bool
    /// A sentence for each part of the arrangement that differs from the saved one.
    package let diagnostics: [String]
    /// The arrangements that can be loaded, the desk first.
    package let names: [String]
    /// Accurate to the minute; null for the desk.
    @OrNull package var seenAt: String?
    /// The collapsed sides, each a strip of names.
    package var strips: [StripBody]?
    /// The window's temporary display states.
    package var view: ViewBody?
    /// Whether the arrangement is locked against changes.
    package var isLocked: Bool?
    /// The locked sides: `left`, `right`, `top`, `bottom`. Panels cannot enter, leave or change their size there.
    package var lockedSides: [String]?
    /// The reading direction: `ltr` or `rtl`.
    package var direction: String?
    /// Commands for menus beyond those that a page knows, each with its label in `says`.
    package var offers: [CommandDocument]?

    package init(
        id: String, label: String, follows: String?, revision: Int64, class: String, width: Double, height: Double,
        insets: InsetsBody, body: RectangleBody, panels: [PanelBody], separators: [SeparatorBody], canUndo: Bool,
        canRedo: Bool, diagnostics: [String], names: [String], seenAt: String?
    ) {
        self.id = id
        self.label = label
        arrangement = follows == nil ? "own" : "desk"
        self.revision = revision
        self.class = `class`
        self.width = width
        self.height = height
        self.insets = insets
        self.body = body
        self.panels = panels
        self.separators = separators
        self.canUndo = canUndo
        self.canRedo = canRedo
        self.diagnostics = diagnostics
        self.names = names
        self.follows = follows
        self.seenAt = seenAt
    }
}

/// A panel as the window shows it, which may differ from the user's wish.
package struct PanelBody: Codable, Hashable, Sendable {
    package let id: String
    package let title: String
    /// `floating`, `pinned`, `sheet`, `stacked` (a tab in the frame of its stack), `strip` (on a collapsed side),
    /// `popover` (at a button), `away` (in its own browser window), `meta`, `inside` (in Meta, and shown there),
    /// `open` or `closed`.
    package let place: String
    /// For a pinned panel, its side; for one that moved into Meta, the side to which it returns.
    @OrNull package var side: String?
    @OrNull package var index: Int?
    @OrNull package var frame: RectangleBody?
    /// 0 is the body; higher numbers are in front.
    @OrNull package var z: Int?
    /// The edges and corners at which it may be resized.
    package let resize: [String]
    /// Whether the user wants it on the screen. If there is no room, it is in Meta, and `reason` says so.
    package let isWanted: Bool
    @OrNull package var reason: String?
    /// For each panel of a stack; absent when it stands alone.
    package var stack: StackBody?
    /// The sheet's state, also for the `open` panel of a compact window; absent for other panels.
    package var sheet: SheetBody?
    /// For a panel with an index, while it is shown.
    package var inside: InsideBody?
    /// Whether its height follows its content. The page measures the content and reports it with `naturalSize`.
    package var fitsContent: Bool?
    /// Whether it is locked, by itself or by its side or the whole arrangement. Absent when it is not.
    package var isLocked: Bool?
    /// Its smaller frame while all panels are spread out; `frame` stays the same.
    package var exposed: RectangleBody?
    /// Whether it moves out of the way of the on-screen keyboard. Absent when it does not.
    package var adjustsForKeyboard: Bool?

    package init(
        id: String, title: String, place: String, side: String?, index: Int?, frame: RectangleBody?, z: Int?,
        resize: [String], isWanted: Bool, reason: String?
    ) {
        self.id = id
        self.title = title
        self.place = place
        self.resize = resize
        self.isWanted = isWanted
        self.side = side
        self.index = index
        self.frame = frame
        self.z = z
        self.reason = reason
    }
}

/// A bar that changes the length of a pinned panel.
package struct SeparatorBody: Codable, Hashable, Sendable {
    /// `right`: the thickness of that side; `right/1`: the border between its panels 0 and 1.
    package let id: String
    package let side: String
    /// The orientation of the bar itself: `vertical` or `horizontal`.
    package let orientation: String
    package let frame: RectangleBody
    package let value, minimum, maximum: Double
    /// The panel whose length the value is.
    package let controls: String
    package let label: String
    /// Whether it is locked; absent when it is not.
    package var isLocked: Bool?

    package init(
        id: String, side: String, orientation: String, frame: RectangleBody, value: Double, minimum: Double,
        maximum: Double, controls: String, label: String
    ) {
        self.id = id
        self.side = side
        self.orientation = orientation
        self.frame = frame
        self.value = value
        self.minimum = minimum
        self.maximum = maximum
        self.controls = controls
        self.label = label
    }
}
