/// `POST /v1/windows` and `PUT /v1/windows/{id}`: how large a window is.
package struct WindowSizeBody: Codable, Hashable, Sendable {
    /// What the user knows the window by; only when it is new.
    package var label: String?
    package var width, height: Double
    package var insets: InsetsBody?
    /// Device pixels per CSS pixel; absent: frames are not rounded to them.
    package var scale: Double?
    /// `ltr` or `rtl`; absent: `ltr`.
    package var direction: String?
    /// Where the keyboard on the screen lies over the window; absent while there is none.
    package var keyboard: RectangleBody?
    /// What a notch or a round corner takes at the edges.
    package var safeArea: InsetsBody?
    /// By panel, what the page has chosen there already, when it comes to a daemon that has forgotten it.
    package var inside: [String: ChoiceBody]?

    package init(label: String? = nil, width: Double, height: Double, insets: InsetsBody? = nil) {
        self.label = label
        self.width = width
        self.height = height
        self.insets = insets
    }
}

/// A window with everything that is shown in it.
package struct WindowBody: Codable, Hashable, Sendable {
    /// `desk` for the desk itself, seen as large as the window that was seen last.
    package let id: String
    package let label: String
    /// `desk`; null when the window has an arrangement of its own.
    @OrNull package var follows: String?
    /// `desk` or `own`.
    package let arrangement: String
    package let revision: Int64
    /// `compact`, `medium` or `wide`.
    package let `class`: String
    package let width, height: Double
    package let insets: InsetsBody
    package let body: RectangleBody
    /// Every panel there is, in the order of the catalogue.
    package let panels: [PanelBody]
    package let separators: [SeparatorBody]
    package let canUndo, canRedo: Bool
    /// A sentence for each part of the arrangement that is not as it was saved.
    package let diagnostics: [String]
    /// Of the arrangements that can be loaded, the desk first.
    package let names: [String]
    /// To the minute; null for the desk.
    @OrNull package var seenAt: String?
    /// The sides that are collapsed, each a strip of names.
    package var strips: [StripBody]?
    /// How the window looks at its arrangement for a while.
    package var view: ViewBody?
    /// Nothing is arranged until it is unlocked.
    package var isLocked: Bool?
    /// `left`, `right`, `top`, `bottom`: nothing comes there, goes or gets another size.
    package var lockedSides: [String]?
    /// In which people read there: `ltr` or `rtl`.
    package var direction: String?
    /// What menus offer there beside what a page knows by itself, each as it `says`.
    package var offers: [PanelCommandBody]?

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

/// A panel as it is shown, which may be less than what is wanted of it.
package struct PanelBody: Codable, Hashable, Sendable {
    package let id: String
    package let title: String
    /// `floating`, `pinned`, `sheet`, `stacked` (a tab in the frame of its stack), `strip` (on a collapsed side),
    /// `popover` (at a button), `away` (in a browser window of its own), `meta`, `inside` (in Meta, and shown there),
    /// `open` or `closed`.
    package let place: String
    /// Of a pinned panel; of one that went into Meta, the side it comes back to.
    @OrNull package var side: String?
    @OrNull package var index: Int?
    @OrNull package var frame: RectangleBody?
    /// 0 is the body; what is higher lies in front.
    @OrNull package var z: Int?
    /// The edges and corners by which it may be resized.
    package let resize: [String]
    /// Whether the user wants it on screen. What is wanted and in Meta found no room; `reason` says so.
    package let isWanted: Bool
    @OrNull package var reason: String?
    /// Of each panel of a stack; absent when it stands alone.
    package var stack: StackBody?
    /// How it stands as a sheet, also when it is the `open` panel of a compact window; absent for other panels.
    package var sheet: SheetBody?
    /// Of a panel that has an index, while it is shown.
    package var inside: InsideBody?
    /// True when it is as high as its content wants to be: its page measures that and says it with `naturalSize`.
    package var fitsContent: Bool?
    /// It stays where it is: it is locked, or its side is, or everything. Absent when it is not.
    package var isLocked: Bool?
    /// Where it is seen, smaller, while all panels are spread out; its frame stays what it was.
    package var exposed: RectangleBody?
    /// It gets out of the way of the keyboard on the screen. Absent when it does not.
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

/// A bar by which the length of a pinned panel is changed.
package struct SeparatorBody: Codable, Hashable, Sendable {
    /// `right`: the thickness of that side; `right/1`: the border between its panels 0 and 1.
    package let id: String
    package let side: String
    /// Of the bar itself: `vertical` or `horizontal`.
    package let orientation: String
    package let frame: RectangleBody
    package let value, minimum, maximum: Double
    /// The panel that the value is a length of.
    package let controls: String
    package let label: String
    /// It cannot be moved; absent when it can.
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
