import FoundationEssentials
import Glibc
import Settings

extension StoreSettings {
    /// The store of the desk on which a command for a stopped daemon works: the system's for root, unless root has a desk.
    static func found(by file: String?) throws -> StoreSettings {
        try Settings(file, directories: Directories(environment: environment)).store
    }

    /// The password of a database that the settings need not name.
    static func passwordOfServer() throws -> String? {
        let credentials = Credentials(directories: try Directories(environment: environment))
        do throws(CredentialError) { return try credentials.secret(StoreServer.credential) } catch {
            guard error.isMissing else { throw error }
            return nil
        }
    }

    private static var environment: [String: String] {
        let own = ProcessInfo.processInfo.environment
        func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
        guard geteuid() == 0, own["STATE_DIRECTORY"] == nil, isThere("/etc/galley"),
            let directories = try? Directories(environment: own), !isThere(directories.store)
        else { return own }
        return own.merging([
            "STATE_DIRECTORY": "/var/lib/galley", "CONFIGURATION_DIRECTORY": "/etc/galley",
            "RUNTIME_DIRECTORY": "/run/galley",
        ]) { $1 }
    }
}
