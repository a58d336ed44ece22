import Posts
import SQL
import Synchronization

/// The deliveries and posts that are left out, because a row of theirs is damaged.
///
/// Lists and claims go on without a row that they cannot read, so that it does not stop all others. A delivery that cannot
/// be worked on for another row, such as its payload, is left out as well. None of them is sent. `PostStore.checkRows`
/// forgets those that can be read again.
final class SpoiledRows: Sendable {
    private struct State {
        var rows: [Name: String] = [:]
        /// How often a row was left out that was not before.
        var count = 0
        var reported: Set<Name> = []
    }
    private let state = Mutex(State())
    private let report: @Sendable (String) -> Void

    /// Log at most so many; `galley doctor` lists them all.
    private static let reportedMax = 100

    /// - Parameter report: gets a sentence for the log, once for each row.
    init(report: @escaping @Sendable (String) -> Void = { _ in }) { self.report = report }

    enum Name: Hashable {
        case delivery(DeliveryID)
        case post(String)
    }

    var count: Int { state.withLock { $0.count } }

    /// What is damaged, by name.
    var rows: [Name: String] { state.withLock { $0.rows } }

    func has(_ name: Name) -> Bool { state.withLock { $0.rows[name] != nil } }

    func add(_ name: Name, _ words: String) {
        let isNew = state.withLock { state in
            if state.rows.updateValue(words, forKey: name) == nil { state.count += 1 }
            return state.reported.count < SpoiledRows.reportedMax && state.reported.insert(name).inserted
        }
        if isNew { report("\(name) is damaged and left out. Next: galley doctor") }
    }

    /// - Parameter row: with the columns of a delivery or of a post, perhaps after others.
    func add(_ row: any Row, _ error: BadValue) {
        if let name = Name(row, error) { add(name, "\(error)") }
    }

    /// Replaces those that were left out so far.
    func replace(by found: [Name: String]) {
        state.withLock { $0.rows = [:] }
        for (name, words) in found { add(name, words) }
    }

    /// Runs `work` for one of them, which is left out from then on when `work` meets a damaged row.
    func working<Value>(on name: Name, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            if let words = SpoiledRows.damage(error) { add(name, words) }
            throw error
        }
    }

    /// nil for an error that is not about a row.
    private static func damage(_ error: any Error) -> String? {
        switch error {
        case let error as BadValue: "\(error)"
        case StoreError.noSuchDelivery, StoreError.noSuchPost: "A row of another table is missing. \(error)"
        // The schema reads this value, and no code does.
        case let error as SQLError where error.kind == .constraint: "\(StoreError(error))"
        default: nil
        }
    }
}

extension SpoiledRows.Name: CustomStringConvertible {
    /// nil when the row does not say which it is.
    fileprivate init?(_ row: any Row, _ error: BadValue) {
        switch (error.table, row["id"], row["number"]) {
        case ("delivery", .integer(let number)?, _): self = .delivery(DeliveryID(number))
        case (_, .text(let id)?, _): self = .post(id)
        case (_, _, .integer(let number)?): self = .post("with the number \(number)")
        default: return nil
        }
    }

    var description: String {
        switch self {
        case .delivery(let id): "Delivery \(id.number)"
        case .post(let id): "The post \(id)"
        }
    }
}

/// A row that can be left out.
protocol SpoilableRow { var spoiledName: SpoiledRows.Name { get } }

extension Delivery: SpoilableRow { var spoiledName: SpoiledRows.Name { .delivery(id) } }
extension PostRow: SpoilableRow { var spoiledName: SpoiledRows.Name { .post(id.text) } }

extension Database {
    /// What `read` makes of each row that it can read; nil leaves out the row.
    /// - Parameters:
    ///   - limit: of values. A `LIMIT` in the statement would count damaged rows, too.
    ///   - spoiled: gets the rows that cannot be read; nil for rows without a name, such as counts.
    func readable<Value>(
        _ sql: String, _ arguments: [any SQLArgument] = [], limit: Int = .max, noting spoiled: SpoiledRows?,
        _ read: (any Row) throws -> Value?
    ) throws -> [Value] {
        var values: [Value] = []
        guard limit > 0 else { return [] }
        try run(sql, arguments) { row in
            do {
                if let value = try read(row) { values.append(value) }
            } catch let error as BadValue {
                spoiled?.add(row, error)
            }
            return values.count < limit
        }
        return values
    }

    /// The same without those that are left out already.
    func workable<Value: SpoilableRow>(
        _ sql: String, _ arguments: [any SQLArgument] = [], limit: Int = .max, leavingOut spoiled: SpoiledRows,
        _ read: (any Row) throws -> Value
    ) throws -> [Value] {
        try readable(sql, arguments, limit: limit, noting: spoiled) { row in
            let value = try read(row)
            return spoiled.has(value.spoiledName) ? nil : value
        }
    }
}

extension PostStore {
    /// As `commit`, and again as long as each try finds a further row that has to be left out.
    func commitLeavingOut<Value: Sendable>(
        _ work: @escaping @Sendable (WriteTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        while true {
            let known = spoiled.count
            do throws(StoreError) {
                return try await commit(work)
            } catch {
                guard spoiled.count > known else { throw error }
            }
        }
    }

    /// Reads rows to find those that are damaged.
    /// - Parameter everything: all deliveries and posts, which takes 20 µs for each; else the deliveries that are not over.
    package func checkRows(everything: Bool = false) async throws(StoreError) {
        let found = try await read { db in
            let rows = SpoiledRows()
            let deliveries = "SELECT \(DeliveryRow.columns) FROM delivery"
            let open = " INDEXED BY deliveryOpen WHERE NOT isOver"
            _ = try db.readable(deliveries + (everything ? "" : open), noting: rows) { row -> Never? in
                _ = try DeliveryRow.delivery(row: row)
                return nil
            }
            guard everything else { return rows.rows }
            let posts = "SELECT \(PostRow.columns) FROM post WHERE forgottenAt IS NULL"
            _ = try db.readable(posts, noting: rows) { row -> Never? in
                _ = try PostRow(row: row)
                return nil
            }
            return rows.rows
        }
        spoiled.replace(by: found)
    }

    /// The deliveries and posts that are left out, in sentences.
    package var spoiledRows: [String] {
        spoiled.rows.sorted { "\($0.key)" < "\($1.key)" }.map { name, words in
            switch name {
            case .delivery: "\(name) is left out and not sent, because a row of it is damaged: \(words)"
            case .post: "\(name) is left out of lists, because a row of it is damaged: \(words)"
            }
        }
    }
}
