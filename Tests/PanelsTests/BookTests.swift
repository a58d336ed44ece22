import Testing

@testable import Panels

@Suite("The history of an arrangement")
struct BookTests {
    private let book = ArrangementBook(revision: 7, present: .standard(of: .titled))

    @Test("a book without past, future or copies refuses to go there")
    func nothingToUndo() {
        #expect(refusal(.undo, book)?.reason == "There is nothing to undo.")
        #expect(refusal(.redo, book)?.reason == "There is nothing to redo.")
        #expect(refusal(.load("writing"), book)?.reason == "There is no arrangement “writing”. No other one is saved.")
        for name in ["", "desk", "Own", "a/b", "a\nb", String(repeating: "a", count: 61)] {
            #expect(refusal(.saveAs(name), book) != nil, "\(name)")
        }
    }

    @Test("steps of one window on one panel within 400 ms are one step, and a pause begins another")
    func coalescing() throws {
        var book = try perform(.arrange(.float("date")), book, at: 0)
        book = try perform(.arrange(.move("date", dx: -10, dy: 0)), book, at: 1000)
        book = try perform(.arrange(.move("date", dx: -10, dy: 0)), book, at: 1400)
        #expect(book.past.count == 2 && book.revision == 10)
        book = try perform(.arrange(.move("date", dx: -10, dy: 0)), book, at: 1801)
        #expect(book.past.count == 3)
        book = try perform(.arrange(.move("date", dx: -10, dy: 0)), book, at: 1802, by: "w2")
        #expect(book.past.count == 4)
    }

    @Test("a clock that jumps, even by all of time, begins a new step and does not crash")
    func clock() throws {
        var book = try perform(.arrange(.float("date")), book, at: .max)
        book = try perform(.arrange(.move("date", dx: -10, dy: 0)), book, at: .min)
        book = try perform(.arrange(.move("date", dx: -10, dy: 0)), book, at: .max)
        #expect(book.past.count == 3)
    }

    @Test("the last 25 steps are kept")
    func limit() throws {
        var book = book
        for number in 0..<60 {
            let command: PanelCommand = number.isMultiple(of: 2) ? .close("date") : .open("date")
            book = try perform(.arrange(command), book, at: Int64(number) * 1000)
        }
        #expect(book.past.count == 25)
        while book.canUndo { book = try perform(.undo, book, at: 0) }
        #expect(book.future.count == 25)
    }

    @Test("a new step after undo closes the way forward")
    func redo() throws {
        var book = try perform(.arrange(.close("date")), book, at: 0)
        book = try perform(.undo, book, at: 1000)
        #expect(book.present == self.book.present && book.canRedo)
        book = try perform(.arrange(.close("tags")), book, at: 1001)
        #expect(!book.canRedo)
    }

    @Test("a copy is saved under a name and loaded, and undo reverts the loading")
    func copies() throws {
        var book = try perform(.saveAs("writing"), book, at: 0)
        #expect(book.revision == 7 && book.named["writing"] == book.present)
        book = try perform(.arrange(.closeAllPinned), book, at: 1000)
        book = try perform(.load("writing"), book, at: 2000)
        #expect(book.present == self.book.present)
        book = try perform(.undo, book, at: 3000)
        #expect(book.present.wide.turns.isEmpty)
        #expect(refusal(.load("Writing"), book)?.alternative == .load("writing"))
    }

    @Test("a change that another window changed since it was read is reported")
    func conflict() throws {
        let moved = try perform(.arrange(.float("date")), book, at: 0, by: "w2")
        let change = try moved.performing(
            .arrange(.close("date")), by: "w1", seen: 7, at: 9000, in: .wide, of: .titled)
        #expect(change.conflict?.hasPrefix("Date was also changed elsewhere.") == true)
        let other = try moved.performing(
            .arrange(.close("tags")), by: "w1", seen: 7, at: 9000, in: .wide, of: .titled)
        #expect(other.conflict == nil)
    }

    @Test("a whole arrangement based on an old revision keeps what others changed since")
    func merging() throws {
        let mine = try book.present.after(.float("date"))
        let theirs = try perform(.arrange(.close("tags")), book, at: 0, by: "w2")
        let write = theirs.writing(mine, base: 7, by: "w1", at: 5000)
        #expect(write.outcome == .merged(conflicts: []) && write.book.revision == 9)
        #expect(write.book.present.wide.place(of: "date") == .floating)
        #expect(write.book.present.wide.place(of: "tags") == .closed)
        // The base lies before all history, or in the future: only the comparison is lost.
        #expect(theirs.writing(mine, base: -3, by: "w1", at: 0).book.present.wide.place(of: "date") == .floating)
        #expect(theirs.writing(mine, base: .max, by: "w1", at: 0).outcome == .saved)
    }

    private func perform(
        _ command: BookCommand, _ book: ArrangementBook, at milliseconds: Int64, by author: String = "w1"
    ) throws -> ArrangementBook {
        try book.performing(command, by: author, at: milliseconds, in: .wide, of: .titled).book
    }

    private func refusal(_ command: BookCommand, _ book: ArrangementBook) -> Refusal? {
        do {
            _ = try book.performing(command, by: "w1", at: 0, in: .wide, of: .titled)
            return nil
        } catch { return error }
    }
}
