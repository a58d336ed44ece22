import GRDB
import GRDBSQLite

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
    /// The system's error number of the last failure to read, write or open a file; 0 without one.
    var systemError: Int32 {
        guard let connection = unsafe sqliteConnection else { return 0 }
        return unsafe sqlite3_system_errno(connection)
    }
}
