import GRDB
import Posts

extension StoreError {
    /// What any error of the layers below means to the author.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError: self = StoreError(error)
        default: self = .unavailable("The store failed: \(error).")
        }
    }

    private init(_ error: DatabaseError) {
        if let fault = MachineFault(error) {
            self = .faulty(fault)
            return
        }
        let words = error.message ?? "code \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged("\(words). Run “galley doctor”.")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self = .unavailable("Another program keeps the store locked; nothing was saved. End it and try again.")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN:
            self = .unavailable("The store cannot be opened for writing: \(words). Check the folder's permissions.")
        default: self = .unavailable("The store failed: \(words).")
        }
    }
}
