import FoundationEssentials
import Glibc
import SQL

extension StoreError {
    /// The error for the author behind any error of the layers below.
    /// - Parameter store: the path of the file that could not be opened or created. A trial write beside it finds the
    ///   fault of the machine, which SQLite does not name then.
    init(_ error: any Error, store: String? = nil) {
        switch error {
        case let error as StoreError: self = error
        case let error as SQLError: self = StoreError(sqlite: error, store: store)
        case let error as PostgresAddressError: self = .refused("The address of the store cannot be used. \(error)")
        case let error as BadValue: self = .damaged("\(error) \(StoreError.damageAdvice)")
        case let error as CocoaError where error.underlying is POSIXError:
            let code = (error.underlying as? POSIXError)?.code.rawValue ?? EIO
            self = StoreFile.failure("\(error.filePath ?? "A file of the store") cannot be used", code)
        default: self = .unavailable("The store failed: \(error).")
        }
    }

    static func catching<Value>(_ work: () throws -> Value) throws(StoreError) -> Value {
        do { return try work() } catch { throw StoreError(error) }
    }

    /// The error behind the lines of a `quick_check`; nil when the store is sound.
    ///
    /// SQLite lists an unreadable page among the wrong ones, and then reports the pages that depend on it as lost. So a list
    /// with a read error says nothing about the store: the next read may succeed.
    init?(quickCheck lines: [String]) {
        if lines == ["ok"] { return nil }
        if let line = lines.first(where: { StoreError.namesReadError($0) }) {
            self = .unavailable(
                "The disk did not give the whole store: \(line). Look into the system's log, and check again.")
        } else {
            self = .damaged(lines.first ?? "quick_check says nothing.")
        }
    }

    /// Whether a line ends with an error code that is not about the contents of a page, such as “error code=266”.
    private static func namesReadError(_ line: String) -> Bool {
        guard let words = line.firstRange(of: "error code") else { return false }
        let digits = line[words.upperBound...].drop { $0 == " " || $0 == "=" }.prefix { $0.isNumber }
        guard let code = Int32(digits) else { return false }
        return SQLError.Kind(code) != .damaged
    }

    /// A daemon that cannot start because of the damage cannot answer “galley doctor”.
    private static let damageAdvice =
        "Run “galley doctor”. If galleyd does not start, restore the newest backup: “galley restore FILE”."

    private init(sqlite error: SQLError, store: String?) {
        if let fault = MachineFault(error, store: store) {
            self = .faulty(fault)
            return
        }
        let words = error.message
        switch error.kind {
        case .damaged: self = .damaged("\(words). \(StoreError.damageAdvice)")
        case .busy:
            self = .unavailable("Another program keeps the store locked; nothing was saved. End it and try again.")
        case .unreachable:
            self = .unavailable("The database does not answer: \(words). Check its address, and whether it runs.")
        case .notPermitted where error.isOfServer, .cannotOpen where error.isOfServer:
            self = .unavailable(
                "The database refuses: \(words). Check the password in “store-password”, the user's rights, and the database's name."
            )
        case .readOnly, .notPermitted, .cannotOpen:
            self = .unavailable("The store cannot be opened for writing: \(words). Check the folder's permissions.")
        default: self = .unavailable("The store failed: \(words).")
        }
    }
}

extension MachineFault {
    /// The fault of the machine behind an error of SQLite; nil when there is none.
    /// - Parameter store: the path of the store's file. Without an error number of the system, a trial write beside it
    ///   finds the fault.
    init?(_ error: SQLError, store: String? = nil) {
        switch error.kind {
        case .diskFull: self = .diskFull
        case .diskFailed, .cannotOpen, .readOnly:
            if let fault = MachineFault(systemError: error.systemError) {
                self = fault
            } else if let fault = store.flatMap(MachineFault.met(beside:)) {
                self = fault
            } else if error.kind == .diskFailed {
                self = .diskFailed(error.message)
            } else if error.kind == .cannotOpen, MachineFault.areFilesExhausted {
                self = .filesExhausted
            } else {
                return nil
            }
        default: return nil
        }
    }
}

extension SQLiteDatabase {
    /// What SQLite finds in the whole file: “ok”, or the first faults.
    func quickCheckLines(max: Int) throws -> [String] {
        try computed("PRAGMA quick_check(\(max))").compactMap { $0 }
    }

    /// - Throws: `damaged`; `unavailable` when the disk did not give the whole store.
    func quickCheck() throws {
        if let error = StoreError(quickCheck: try quickCheckLines(max: 10)) { throw error }
    }
}
