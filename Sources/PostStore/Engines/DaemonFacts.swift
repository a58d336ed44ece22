package import Posts
import SQL

/// What a daemon says of itself to the others on its store.
package struct DaemonFacts: Sendable {
    package let host: String
    package let version: String
    /// A digest of the settings that have to agree.
    package let settings: @Sendable () -> String
    /// The clock of its machine.
    package let clock: @Sendable () -> Instant

    package init(
        host: String, version: String, settings: @escaping @Sendable () -> String,
        clock: @escaping @Sendable () -> Instant
    ) {
        (self.host, self.version, self.settings, self.clock) = (host, version, settings, clock)
    }
}

/// A daemon on a store at a server, as it was last seen there.
package struct SeenDaemon: Hashable, Sendable {
    package let host, version, settings: String
    /// Whether it works with the store; the others wait.
    package let isHolder: Bool
    /// Whether it is the one that was asked.
    package let isThis: Bool
    /// How far its machine's clock was ahead of the database's.
    package let ahead: Span
    package let seenAt: Instant
}

/// What a database says of itself.
package struct DatabaseFacts: Hashable, Sendable {
    package let version: String
    /// Whether a standby confirms each commit.
    package let hasStandby: Bool
    /// Whether what was committed outlives a power cut.
    package let isDurable: Bool
    /// Those seen within half a minute, the one that works first.
    package let daemons: [SeenDaemon]
}

extension PostStore {
    /// nil for a store in a file.
    package func database() async throws(StoreError) -> DatabaseFacts? {
        guard let server else { return nil }
        return try await read { [boot = server.boot] db in
            func setting(_ name: String) throws -> String? {
                try (db.computed("SELECT current_setting('\(name)')") as [String?]).first ?? nil
            }
            return DatabaseFacts(
                version: try setting("server_version") ?? "",
                hasStandby: try setting("synchronous_standby_names") != "",
                isDurable: try setting("fsync") == "on" && setting("full_page_writes") == "on",
                daemons: try db.daemons(seenBy: boot))
        }
    }
}

/// In µs; every daemon says each five seconds that it is there.
private let silenceMax = 30_000_000

extension Database {
    fileprivate func daemons(seenBy boot: BootID) throws -> [SeenDaemon] {
        let sql = """
            SELECT boot, host, version, settings, ahead, seenAt, holder FROM daemon LEFT JOIN turn ON holder = boot
            WHERE holder IS NOT NULL OR seenAt > \(ServerWriter.now) - \(silenceMax) ORDER BY holder IS NULL, seenAt DESC LIMIT 100
            """
        return try all(sql, []) { row in
            let (daemon, turn) = (row.columns(of: "daemon"), row.columns(of: "turn"))
            return SeenDaemon(
                host: try daemon["host"], version: try daemon["version"], settings: try daemon["settings"],
                isHolder: try (turn["holder"] as String?) != nil, isThis: try daemon["boot"] == boot.text,
                ahead: try daemon["ahead"], seenAt: try daemon["seenAt"])
        }
    }
}
