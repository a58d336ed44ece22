import CPostgres
import Glibc

/// A session at a PostgreSQL server.
///
/// It is always in libpq's pipeline mode: what `tell` sends needs no round trip of its own.
package final class PostgresDatabase: Database {
    package var engine: SQLEngine { .postgres }
    private let address: PostgresAddress
    private let setUp: String
    private var session: OpaquePointer?
    private var statements: [Wording: Statement] = [:]
    /// Sent, and not answered yet.
    private var sent: [Sent] = []
    private let warnings = Warnings()
    /// How many rows all statements so far have changed, those of a failed transaction included.
    package private(set) var rowsChanged = 0
    /// When no server answered, and what it said.
    private var failure: (at: ContinuousClock.Instant, error: SQLError)?
    /// Is called once for an answer that takes longer than `slowAfter`. Only a commit is waited for without limit: it may wait
    /// for a standby, and whether it happened would not be known.
    package var slow: (() -> Void)?
    /// Asked while it waits: whether to end the session without the answer.
    package var isGivenUp: (() -> Bool)?

    private static let statementsMax = 1000
    /// Answers lie in memory until they are waited for.
    private static let sentMax = 100
    /// Many that wait must not try a server one after the other that does not answer.
    private static let failureKept = Duration.seconds(1)
    package var slowAfter = Duration.seconds(10)
    /// Longer than any statement may take by the server's own clock. A server that was stopped keeps the connection.
    private static let answerWait = Duration.seconds(45)

    /// - Parameter setUp: runs at the beginning of each session; statements without arguments.
    /// - Throws: `SQLError`; `unreachable` when no server answers.
    package init(_ address: PostgresAddress, setUp: String = "") throws {
        self.address = address
        self.setUp = setUp
        try connect()
    }

    deinit { close() }

    package func close() {
        PQfinish(session)
        session = nil
        statements = [:]
        sent = []
    }

    /// Whether the server has ended the session, or cannot be reached.
    package var isLost: Bool { session == nil || PQstatus(session) != CONNECTION_OK }

    /// Begins a new session: prepared statements, and what was not committed, are gone.
    package func connect() throws {
        if let failure, ContinuousClock.now - failure.at < PostgresDatabase.failureKept { throw failure.error }
        close()
        let names = address.parameters.map { strdup($0.name) } + [nil]
        let values = address.parameters.map { strdup($0.value) } + [nil]
        defer { for text in names + values { free(text) } }
        session = PQconnectdbParams(names.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
        do {
            guard PQstatus(session) == CONNECTION_OK else { throw PostgresDatabase.connectError(session) }
            // By default libpq prints them.
            PQsetNoticeReceiver(session, { Warnings.note($0, $1) }, Unmanaged.passUnretained(warnings).toOpaque())
            guard PQenterPipelineMode(session) == 1 else { throw lost() }
            if !setUp.isEmpty { try script(setUp) }
        } catch {
            close()
            if let error = error as? SQLError { failure = (.now, error) }
            throw error
        }
    }

    @discardableResult
    package func run(
        _ sql: String, _ arguments: [any SQLArgument], _ read: (any Row) throws -> Bool
    ) throws -> Int {
        let statement = try send(sql, arguments)
        let answer = try answers()
        defer { PQclear(answer) }
        let row = PostgresRow(answer, statement.columns)
        while row.index < PQntuples(answer), try read(row) { row.index += 1 }
        return PostgresDatabase.rowsChanged(answer)
    }

    package func tell(_ sql: String, _ arguments: [any SQLArgument]) throws {
        _ = try send(sql, arguments)
        if sent.count >= PostgresDatabase.sentMax { try settle() }
    }

    /// Waits for what `tell` has sent.
    /// - Throws: the first error among it.
    package func settle() throws { if !sent.isEmpty { PQclear(try answers()) } }

    package func script(_ sql: String) throws {
        try settle()
        guard PQexitPipelineMode(session) == 1 else { throw lost() }
        defer { PQenterPipelineMode(session) }
        let answer = PQexec(session, sql)
        defer { PQclear(answer) }
        if let error = PostgresDatabase.error(answer) { throw isLost ? lost() : error }
    }

    // MARK: - Sending

    private func send(_ sql: String, _ arguments: [any SQLArgument]) throws -> Statement {
        guard !isLost else { throw lost() }
        let wording = Wording(sql: sql, types: arguments.map { type(of: $0).type })
        let statement = statements[wording] ?? Statement(name: "s\(statements.count)")
        if statements[wording] == nil {
            if statements.count >= PostgresDatabase.statementsMax { try forgetStatements() }
            statements[wording] = statement
        }
        if !statement.isPrepared {
            let (own, count) = Dialect.prepared(sql)
            // PostgreSQL would take one that no mark stands for.
            guard arguments.count == count else {
                throw SQLError(.other, "\(count) arguments were expected. Found \(arguments.count): \(sql)")
            }
            let types = wording.types.map(\.oid)
            guard PQsendPrepare(session, statement.name, own, Int32(count), types) == 1 else { throw lost() }
            statement.isPrepared = true
            sent.append(Sent(statement: statement, prepares: true))
        }
        let values = PostgresArguments(arguments)
        guard
            values.withPointers({
                PQsendQueryPrepared(
                    session, statement.name, Int32(arguments.count), $0, values.lengths, values.formats, 1)
            }) == 1
        else { throw lost() }
        sent.append(Sent(statement: statement, prepares: false))
        return statement
    }

    /// Waits for all that was sent.
    /// - Parameter wait: how long for each answer; nil for as long as it takes.
    /// - Returns: the answer to the last statement, which the caller clears.
    private func answers(within wait: Duration? = answerWait) throws -> OpaquePointer? {
        guard PQpipelineSync(session) == 1 else { throw lost() }
        let expected = sent
        sent = []
        var (place, last, failure) = (0, OpaquePointer?.none, SQLError?.none)
        while true {
            do { try awaitAnswer(within: wait) } catch {
                PQclear(last)
                throw error
            }
            guard let answer = PQgetResult(session) else {
                // One ends each answer.
                place += 1
                if isLost || place > expected.count {
                    PQclear(last)
                    throw lost()
                }
                continue
            }
            let status = PQresultStatus(answer)
            if status == PGRES_PIPELINE_SYNC {
                PQclear(answer)
                break
            }
            if let error = PostgresDatabase.error(answer) {
                // Those after a failed one were not tried.
                if failure == nil { failure = error }
                if expected.indices.contains(place), expected[place].prepares {
                    expected[place].statement.isPrepared = false
                }
            } else if place < expected.count, !expected[place].prepares {
                rowsChanged += PostgresDatabase.rowsChanged(answer)
            }
            PQclear(last)
            last = answer
        }
        guard let failure else { return last }
        PQclear(last)
        throw isLost ? lost() : failure
    }

    /// Returns when `PQgetResult` does not have to wait.
    private func awaitAnswer(within wait: Duration?) throws {
        let start = ContinuousClock.now
        var isSlow = false
        while PQisBusy(session) == 1 {
            var file = pollfd(fd: PQsocket(session), events: Int16(POLLIN), revents: 0)
            if poll(&file, 1, 200) > 0 {
                guard PQconsumeInput(session) == 1 else { throw lost() }
                continue
            }
            let waited = ContinuousClock.now - start
            if !isSlow, waited >= slowAfter {
                isSlow = true
                slow?()
            }
            if isGivenUp?() == true || wait.map({ waited >= $0 }) == true {
                close()
                throw SQLError(.unreachable, "The server keeps the connection and does not answer")
            }
        }
    }

    private func forgetStatements() throws {
        try settle()
        statements = [:]
        try script("DEALLOCATE ALL")
    }

    // MARK: - Errors

    /// The error of a session that has ended.
    private func lost() -> SQLError {
        guard let session else { return SQLError(.unreachable, "There is no connection to the database") }
        return SQLError(.unreachable, PostgresDatabase.words(PQerrorMessage(session)))
    }

    /// - Returns: nil for an answer that is none.
    private static func error(_ answer: OpaquePointer?) -> SQLError? {
        switch PQresultStatus(answer) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
        case PGRES_PIPELINE_ABORTED: return SQLError(.ended, "An earlier statement failed")
        default:
            let state = galley_pg_state(answer).map { String(cString: $0) } ?? ""
            let words = words(galley_pg_message(answer) ?? UnsafePointer(PQresultErrorMessage(answer)))
            return SQLError(SQLError.Kind(state: state), words, state: state)
        }
    }

    /// libpq gives no SQLSTATE for a session that could not begin.
    private static func connectError(_ session: OpaquePointer?) -> SQLError {
        let words = words(PQerrorMessage(session))
        // A server that knows the user may still refuse: a standby takes no writes, and one that starts no sessions.
        let isRefused =
            PQconnectionNeedsPassword(session) == 1 || words.contains("authentication failed")
            || words.contains("no pg_hba.conf entry")
        return SQLError(isRefused ? .notPermitted : .unreachable, words, state: "")
    }

    /// In one line and without the end of it.
    static func words(_ message: UnsafePointer<CChar>?) -> String {
        let lines = message.map { String(cString: $0) }?.split(whereSeparator: \.isNewline) ?? []
        let text = lines.map { $0.drop { $0 == "\t" || $0 == " " } }.joined(separator: " ")
        return text.isEmpty ? "the server gives no reason" : text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    private static func rowsChanged(_ answer: OpaquePointer?) -> Int {
        // The count of a SELECT is that of its rows.
        guard let status = PQcmdStatus(answer), status.pointee != CChar(bitPattern: UInt8(ascii: "S")) else { return 0 }
        return PQcmdTuples(answer).flatMap { Int(String(cString: $0)) } ?? 0
    }
}

// MARK: - Transactions

extension PostgresDatabase: ReadingDatabase {
    /// Whether a transaction is open. Call it after `settle`.
    package var isInTransaction: Bool {
        let state = isLost ? PQTRANS_IDLE : PQtransactionStatus(session)
        return state == PQTRANS_INTRANS || state == PQTRANS_INERROR
    }

    /// Ends the transaction, and returns when it is durable.
    /// - Throws: `unconfirmed` when the server has committed without the standby's answer; `unreachable` when it is not known
    ///   whether it has.
    package func commit() throws {
        warnings.states = []
        _ = try send("COMMIT", [])
        let answer = try answers(within: nil)
        defer { PQclear(answer) }
        // A transaction in which a statement failed is rolled back by COMMIT, without an error.
        guard PQcmdStatus(answer).map({ String(cString: $0) }) == "COMMIT" else {
            throw SQLError(.ended, "The transaction was rolled back")
        }
        // An administrator, or the end of the server, has cut short the wait for the synchronous standby. That warning has the
        // state of all warnings (01000), and COMMIT has no others.
        if let state = warnings.states.first {
            throw SQLError(.unconfirmed, "The server no longer waits for its standby", state: state)
        }
    }

    package func reading<Value>(_ work: () throws -> Value) throws -> Value {
        try afterReconnecting {
            do {
                try tell("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", [])
                let value = try work()
                try run("COMMIT", []) { _ in true }
                return value
            } catch {
                try? settle()
                _ = try? run("ROLLBACK", []) { _ in true }
                throw error
            }
        }
    }

    /// Runs `work`, in a new session if the last one is lost. `work` may run twice: the server may have been restarted since
    /// the last statement.
    package func afterReconnecting<Value>(_ work: () throws -> Value) throws -> Value {
        if isLost { try connect() }
        do {
            return try work()
        } catch  where isLost {
            try connect()
            return try work()
        }
    }
}

/// A statement and the types of its arguments, by which PostgreSQL prepares it.
private struct Wording: Hashable {
    let sql: String
    let types: [SQLType]
}

private final class Statement {
    let name: String
    let columns = PostgresColumns()
    var isPrepared = false

    init(name: String) { self.name = name }
}

private struct Sent {
    let statement: Statement
    let prepares: Bool
}

/// The warnings of a session, whose connection has a pointer to this.
private final class Warnings {
    var states: [String] = []
    private static let statesMax = 100

    static func note(_ warnings: UnsafeMutableRawPointer?, _ answer: OpaquePointer?) {
        guard let warnings, let severity = galley_pg_severity(answer),
            String(cString: severity) == "WARNING", let state = galley_pg_state(answer)
        else { return }
        let known = Unmanaged<Warnings>.fromOpaque(warnings).takeUnretainedValue()
        if known.states.count < statesMax { known.states.append(String(cString: state)) }
    }
}
