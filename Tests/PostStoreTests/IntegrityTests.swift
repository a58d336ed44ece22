import Foundation
import SQL
import StoreSupport
import Testing

@testable import PostStore

@Suite("What a check of the store proves")
struct IntegrityTests {
    @Test(
        "what SQLite finds in the pages is damage; a page that the disk did not give is none, whatever hangs on it",
        arguments: [
            (["ok"], "nothing"), (["Tree 4 page 4: btreeInitPage() returns error code 11"], "damaged"),
            (["wrong # of entries in index postByDate"], "damaged"), ([], "damaged"),
            (["Tree 2 page 3: unable to get the page. error code=266", "Page 9: never used"], "unavailable"),
            (["Page 9: never used", "Tree 2 page 3: btreeInitPage() returns error code 522"], "unavailable"),
        ])
    func lines(lines: [String], meaning: String) {
        switch StoreError(quickCheck: lines) {
        case nil: #expect(meaning == "nothing")
        case .damaged?: #expect(meaning == "damaged")
        case .unavailable?: #expect(meaning == "unavailable")
        default: Issue.record("It means something else.")
        }
    }

    @Test("an error on the way to the pages leaves open whether the store is sound; one of the pages does not")
    func errors() {
        for code in [SQLError.Kind.diskFailed, .cannotOpen, .busy, .ended, .other] {
            guard case .unchecked = IntegrityCheck.verdict(of: .failure(SQLError(code, "It failed"))) else {
                Issue.record("\(code) counts as damage.")
                continue
            }
        }
        for code in [SQLError.Kind.damaged] {
            guard case .damaged = IntegrityCheck.verdict(of: .failure(SQLError(code, "It failed"))) else {
                Issue.record("\(code) does not count as damage.")
                continue
            }
        }
    }

    @Test("what could not be checked is checked again, and then it is known")
    func again() async throws {
        let temporary = try TemporaryStore()
        let (reports, tell) = AsyncStream<String>.makeStream()
        var lines = reports.makeAsyncIterator()
        let check = IntegrityCheck()
        check.begin(temporary.path) { tell.yield($0) }
        _ = await lines.next()
        #expect(await lines.next()?.contains("will be again") ?? false)
        guard case .unchecked = check.state else {
            Issue.record("It is \(check.state).")
            return
        }
        try SQLiteDatabase(temporary.path).write {
            try $0.script("CREATE TABLE item (number INTEGER)")
        }
        check.retry()
        #expect(await lines.next() == "The store was checked and is sound.")
        #expect(check.state == .sound)
    }
}
