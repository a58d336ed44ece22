import JSONTree

@testable import Panels

/// A row that is being read. The methods in its extensions convert the rows of an area into plays. Rules that take no
/// document and no command, such as the rounding to pixels, are asked for their value; so is the store about several
/// windows, which share posts and not only an arrangement.
struct Reading {
    let row: VectorRow
    let given, wanted: Given
    /// The rows of the same file and then this project's own: a row may begin where another ended.
    let rows: [VectorRow]

    init(_ row: VectorRow, among rows: [VectorRow]) {
        self.row = row
        self.rows = rows
        given = Given(row.input, "input")
        wanted = Given(row.expected, "expected")
    }

    typealias Form = () async throws -> [Claim]

    /// nil for an unknown area.
    var form: Form? { row.system == "Multi-window" ? formsOfWindows[row.area] : forms[row.area] }

    func check(by form: Form) async throws {
        let claims = try await form()
        try given.expectAllRead()
        try wanted.expectAllRead()
        for claim in claims { try claim.check(within: row.tolerance) }
    }

    private var forms: [String: Form] {
        [
            "play": { [try Play(given).claim(wanted.all())] },
            "clamp": clamp, "float": float, "pin": pin, "unpin": unpin, "resize": resize, "close": close,
            "z-order": zOrder, "permission": permission, "responsive-collapse": responsiveCollapse,
            "container-resize": containerResize, "expose": expose, "offscreen": offscreen, "keyboard": keyboard,
            "state-encode": stateEncode, "state-restore": stateRestore, "restore": restore, "sync": sync,
            "controller": controller, "anchor-location": anchorLocation,
            "state-order": stateOrder, "content-mode": contentMode, "surface-frame": surfaceFrame,
            "rounding": rounding, "size-class": sizeClass, "defaults": defaults,
            "split": indexDetail, "collapse": indexDetail, "expand": indexDetail, "show": indexDetail,
            "traits": traits,
        ]
    }

    /// Of rows about several windows on one desk.
    private var formsOfWindows: [String: Form] {
        ["shared-data": sharedData, "per-window-state": ownState, "restore": windowRestore]
    }

    /// The value of a rule, of which the row must say everything.
    func answer(_ told: [String: JSON]) -> [Claim] { [Claim(told: told, expected: wanted.all())] }

    func unknown(_ word: String) -> RowError { RowError("unknown: “\(word)”") }
}
