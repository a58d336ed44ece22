import FoundationEssentials
import GRDB
import GRDBSQLite
import Glibc

extension StoreError {
    /// The error for the author behind any error of the layers below.
    /// - Parameter store: the path of the file that could not be opened or created. A trial write beside it finds the
    ///   fault of the machine, which SQLite does not name then.
    init(_ error: any Error, store: String? = nil) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError: self = StoreError(sqlite: error, store: store)
        case let error as BadValue: self = .damaged("\(error) \(StoreError.damageAdvice)")
        case let error as CocoaError where error.underlying is POSIXError:
            let code = (error.underlying as? POSIXError)?.code.rawValue ?? EIO
            self = StoreFile.failure("\(error.filePath ?? "A file of the store") cannot be used", code)
        default: self = .unavailable("The store failed: \(error).")
        }
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
        let result = DatabaseError(resultCode: ResultCode(rawValue: code)).resultCode
        return result != .SQLITE_CORRUPT && result != .SQLITE_NOTADB
    }

    /// A daemon that cannot start because of the damage cannot answer “galley doctor”.
    private static let damageAdvice =
        "Run “galley doctor”. If galleyd does not start, restore the newest backup: “galley restore FILE”."

    private init(sqlite error: DatabaseError, store: String?) {
        if let fault = MachineFault(error, store: store) {
            self = .faulty(fault)
            return
        }
        let words = error.message ?? "code \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged("\(words). \(StoreError.damageAdvice)")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self = .unavailable("Another program keeps the store locked; nothing was saved. End it and try again.")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN:
            self = .unavailable("The store cannot be opened for writing: \(words). Check the folder's permissions.")
        default: self = .unavailable("The store failed: \(words).")
        }
    }
}

extension MachineFault {
    /// The fault of the machine behind an error of SQLite; nil when there is none.
    /// - Parameters:
    ///   - systemError: the system's error number, if SQLite knows it.
    ///   - store: the path of the store's file. Without an error number, a trial write beside it finds the fault.
    init?(_ error: DatabaseError, systemError: Int32 = 0, store: String? = nil) {
        switch error.resultCode {
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY:
            if let fault = MachineFault(systemError: systemError) {
                self = fault
            } else if let fault = store.flatMap(MachineFault.met(beside:)) {
                self = fault
            } else if error.resultCode == .SQLITE_IOERR {
                self = .diskFailed(error.message ?? "code \(error.extendedResultCode.rawValue)")
            } else if error.resultCode == .SQLITE_CANTOPEN, MachineFault.areFilesExhausted {
                self = .filesExhausted
            } else {
                return nil
            }
        default: return nil
        }
    }
}

extension Database {
    /// - Throws: `damaged`; `unavailable` when the disk did not give the whole store.
    func quickCheck() throws {
        let lines = try String.fetchAll(self, sql: "PRAGMA quick_check(10)")
        if let error = StoreError(quickCheck: lines) { throw error }
    }

    /// The system's error number of the last failure to read, write or open a file; 0 without one.
    var systemError: Int32 {
        guard let connection = unsafe sqliteConnection else { return 0 }
        return unsafe sqlite3_system_errno(connection)
    }
}
