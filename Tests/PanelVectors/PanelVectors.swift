import Testing

/// Checks the test vectors of `Tests/Vectors` (or of the folder that `GALLEY_VECTORS` names) against the product. When a
/// row is read it becomes a ``Play``, in the product's documents and commands, or a question about one rule
/// (``Reading``). A row of an unknown area, or one with a field that its area does not have, fails.
@Suite struct PanelVectors {
    @Test("every test vector of the engine holds")
    func rows() async throws {
        // given
        let (file, kinds) = (try VectorFile.load(), try VectorKinds.shipped())
        let all = try file.rows + VectorFile.shipped().rows
        // when
        var passed = 0
        var elsewhere: [String: Int] = [:]
        for problem in file.malformed { Issue.record("\(problem).") }
        for row in file.rows where !kinds.gone.contains(row.id) {
            if kinds.ofPage.contains(row.area) || row.place == "browser" {
                elsewhere[row.area, default: 0] += 1
                continue
            }
            let reading = Reading(row, among: all)
            guard let form = reading.form else {
                Issue.record("\(row.id): unknown area “\(row.area)”.")
                continue
            }
            do {
                try await reading.check(by: form)
                passed += 1
            } catch { Issue.record("\(row.id): \(error)") }
        }
        // then
        #expect(passed + elsewhere.count > 0, "No row was tried.")
        print("\(passed) rows passed")
        let names = elsewhere.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        print("not of the engine, but of the page: \(names.joined(separator: ", "))")
    }

    @Test("a kind of rows that the page checks is not checked here, and each row is of a known kind")
    func kinds() throws {
        let kinds = try VectorKinds.shipped()
        for row in try VectorFile.shipped().rows {
            let isOfEngine = Reading(row, among: []).form != nil
            #expect(isOfEngine != kinds.ofPage.contains(row.area) || row.place == "browser", "\(row.id)")
        }
    }
}
