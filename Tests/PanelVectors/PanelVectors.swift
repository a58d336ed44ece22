import Testing

/// Checks the test vectors of `Tests/Vectors/panels.json` (or of the folder that `GALLEY_VECTORS` names) against the
/// product's own functions. Lists the areas whose rule does not exist yet; a vector of an unknown area fails.
@Suite struct PanelVectors {
    @Test("every test vector of the existing rules holds, and the remaining areas are listed")
    func rows() async throws {
        // given
        let file = try VectorFile.load()
        let rows = file.rows
        let all = VectorChecks(rows: rows)
        let checks = all.checks
        // when
        var passed = 0
        var waiting: [String: Int] = [:]
        var elsewhere: [String: Int] = [:]
        for problem in file.malformed { Issue.record("\(problem).") }
        for row in rows {
            guard checks[row.area] != nil || VectorChecks.waiting.contains(row.area) else {
                Issue.record("\(row.id): unknown area “\(row.area)”.")
                continue
            }
            if row.isForBrowser {
                elsewhere[row.area, default: 0] += 1
                continue
            }
            guard let check = row.system == "Multi-window" ? all.multiWindow : checks[row.area] else {
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
        print("not of the engine, but of the page: \(list(elsewhere))")
    }

    private func list(_ counts: [String: Int]) -> String {
        let names = counts.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}

/// The check for each area.
struct VectorChecks {
    let rows: [VectorRow]

    typealias Check = (_ row: VectorRow, _ given: Fields, _ expected: Fields) async throws -> Void

    /// A check throws errors in the vector or in the product.
    var checks: [String: Check] {
        [
            "clamp": clamp, "float": float, "pin": pin, "unpin": unpin, "resize": resize, "close": close,
            "permission": permission, "defaults": defaults, "z-order": zOrder, "container-resize": containerResize,
            "state-encode": stateEncode, "state-restore": stateRestore, "restore": restore, "sync": sync,
            "stale-echo": staleEcho, "size-class": sizeClass, "responsive-collapse": responsiveCollapse,
            "anchor-location": anchorLocation, "state-order": stateOrder, "segment": segment,
            "drag-location": dragLocation, "surface-frame": surfaceFrame, "rubber-band": rubberBand,
            "target-state": targetState, "projection": projection, "removal": removal, "content-mode": contentMode,
            "rounding": rounding, "controller": controller, "events": events, "split": indexDetail,
            "collapse": indexDetail, "expand": indexDetail, "show": indexDetail, "traits": traits, "expose": expose,
            "offscreen": offscreen, "keyboard": keyboard,
        ]
    }

    /// The areas whose rule does not exist yet.
    static let waiting: Set = [
        "backdrop", "dragging", "gesture", "motion", "drag-start", "scroll", "spring", "surface", "target-size",
        "shared-data", "per-window-state",
    ]
}
