import Foundation
import Testing

/// Checks the test vectors of `Tests/Vectors/panels.json` (or of the folder that `GALLEY_VECTORS` names) against the
/// product's own functions. Lists the areas whose rule does not exist yet; a vector of an unknown area fails.
@Suite struct PanelVectors {
    @Test("every test vector of the existing rules holds, and the remaining areas are listed")
    func rows() async throws {
        // given
        let rows = try VectorFile.load().rows
        let checks = VectorChecks(rows: rows)
        // when
        var passed = 0
        var waiting: [String: Int] = [:]
        var elsewhere: [String: Int] = [:]
        for row in rows {
            guard let area = VectorArea(rawValue: row.area) else {
                Issue.record("\(row.id): nobody knows the area “\(row.area)”.")
                continue
            }
            if row.isForBrowser || (row.system == "Multi-window" && !VectorChecks.knowsWindows) {
                elsewhere[row.area, default: 0] += 1
                continue
            }
            guard let check = row.system == "Multi-window" ? checks.multiWindow : checks.check(of: area) else {
                waiting[row.area, default: 0] += 1
                continue
            }
            do {
                try await row.run { given, expected in try await check(row, given, expected) }
                passed += 1
            } catch {
                Issue.record("\(row.id): \(error)")
            }
        }
        // then
        #expect(passed > 0, "No row was tried.")
        print("\(passed) rows passed")
        print("waiting for the whole engine: \(list(waiting))")
        print("not of the engine, but of the page and of the posts that windows share: \(list(elsewhere))")
    }

    private func list(_ counts: [String: Int]) -> String {
        let names = counts.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}

/// All areas of the file.
enum VectorArea: String, CaseIterable {
    case clamp, float, pin, unpin, resize, close, permission, defaults, restore, sync
    case zOrder = "z-order"
    case containerResize = "container-resize"
    case stateEncode = "state-encode"
    case stateRestore = "state-restore"
    case sizeClass = "size-class"
    case responsiveCollapse = "responsive-collapse"
    case staleEcho = "stale-echo"
    case sharedData = "shared-data"
    case perWindowState = "per-window-state"
    // Sheets, exposé, index and detail, the on-screen keyboard: the next issue.
    case anchorLocation = "anchor-location"
    case backdrop, collapse, controller, dragging, events, expand, expose, gesture, keyboard, motion, offscreen
    case contentMode = "content-mode"
    case dragLocation = "drag-location"
    case dragStart = "drag-start"
    case projection, removal, rounding, scroll, segment, show, split, spring, surface, traits
    case rubberBand = "rubber-band"
    case stateOrder = "state-order"
    case surfaceFrame = "surface-frame"
    case targetSize = "target-size"
    case targetState = "target-state"
}

/// The check for each area.
struct VectorChecks {
    let rows: [VectorRow]

    typealias Check = (_ row: VectorRow, _ given: Fields, _ expected: Fields) async throws -> Void

    /// The check throws errors in the vector or in the product; nil while the rule does not exist.
    func check(of area: VectorArea) -> Check? {
        switch area {
        case .clamp: clamp
        case .float: float
        case .pin: pin
        case .unpin: unpin
        case .resize: resize
        case .close: close
        case .permission: permission
        case .defaults: defaults
        case .zOrder: zOrder
        case .containerResize: containerResize
        case .stateEncode: stateEncode
        case .stateRestore: stateRestore
        case .restore: restore
        case .sync: sync
        case .staleEcho: staleEcho
        case .sizeClass: sizeClass
        case .responsiveCollapse: responsiveCollapse
        case .anchorLocation: anchorLocation
        case .stateOrder: stateOrder
        case .segment: segment
        case .dragLocation: dragLocation
        case .surfaceFrame: surfaceFrame
        case .rubberBand: rubberBand
        case .targetState: targetState
        case .projection: projection
        case .removal: removal
        case .contentMode: contentMode
        case .rounding: rounding
        case .controller: controller
        case .events: events
        case .split, .collapse, .expand, .show: indexDetail
        case .traits: traits
        case .expose: expose
        case .offscreen: offscreen
        case .keyboard: keyboard
        case .backdrop, .dragging, .gesture, .motion, .dragStart, .scroll, .spring, .surface, .targetSize, .sharedData,
            .perWindowState:
            nil
        }
    }
}
