import Testing

/// Checks the test vectors of `Tests/Vectors` (or of the folder that `GALLEY_VECTORS` names) against the product. When a
/// row is read it becomes a ``Play``, in the product's documents and commands, or a question about one rule
/// (``Reading``). A row of an unknown area, or one with a field that its area does not have, fails.
@Suite struct PanelVectors {
    @Test("every test vector of the engine holds")
    func rows() async throws {
        // given
        let file = try VectorFile.load()
        let all = try file.rows + VectorFile.shipped().rows
        // when
        var passed = 0
        var elsewhere: [String: Int] = [:]
        for problem in file.malformed { Issue.record("\(problem).") }
        for row in file.rows {
            let reading = Reading(row, among: all)
            let isOfPage = row.place != "server" && Self.areasOfPage.contains(row.area)
            guard let form = reading.form ?? (isOfPage ? { [] } : nil) else {
                Issue.record("\(row.id): unknown area “\(row.area)”.")
                continue
            }
            if isOfPage || row.place == "browser" {
                elsewhere[row.area, default: 0] += 1
                continue
            }
            do {
                try await reading.check(by: form)
                passed += 1
            } catch { Issue.record("\(row.id): \(error)") }
        }
        // then
        #expect(passed > 0, "No row was tried.")
        print("\(passed) rows passed")
        let names = elsewhere.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        print("not of the engine, but of the page: \(names.joined(separator: ", "))")
    }

    /// Drawn and measured by the page, not decided by the engine; `ComposerTests` checks them.
    private static let areasOfPage: Set = [
        "backdrop", "dragging", "gesture", "motion", "drag-start", "scroll", "spring", "surface", "target-size",
    ]
}
