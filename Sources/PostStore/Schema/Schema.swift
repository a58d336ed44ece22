import SQL

/// The schema of a store, as the migrations that lead to it; `schema.sql` shows the result.
///
/// A migration is one SQL file, which Package.swift embeds in the program. A released one is never edited: stores have it
/// behind them. `user_version` counts them, so that the first hundred bytes of a file say whether this program knows its
/// schema (`StoreFile.check`).
enum Schema {
    static var version: Int { migrations.count }

    /// Runs the migrations that a store lacks, each in a transaction.
    /// - Parameter last: the number of the last one that it gets.
    /// - Returns: whether it lacked any.
    @discardableResult
    static func migrate(_ db: SQLiteDatabase, upTo last: Int = version) throws -> Bool {
        let found = Int(try db.integer("PRAGMA user_version") ?? 0)
        let missing = migrations.prefix(last).enumerated().dropFirst(found)
        guard !missing.isEmpty else { return false }
        try TitleKey.add(to: db)
        // Migrations drop tables to which others refer, and create them again. SQLite takes this setting between
        // transactions only.
        let hasReferences = try db.integer("PRAGMA foreign_keys") == 1
        try db.script("PRAGMA foreign_keys = OFF")
        defer { if hasReferences { try? db.script("PRAGMA foreign_keys = ON") } }
        // A row whose reference led nowhere before is no reason to stop: the store worked with it.
        let known = try lostReferences(db)
        for (index, migration) in missing {
            try db.transaction {
                try db.script(String(decoding: migration.sql, as: UTF8.self))
                guard try !hasReferences || lostReferences(db) <= known else {
                    throw StoreError.damaged(
                        "Migration \(migration.name) would leave rows without those that they name.")
                }
                try db.script("PRAGMA user_version = \(index + 1)")
            }
        }
        return true
    }

    /// The number of references that lead nowhere.
    private static func lostReferences(_ db: SQLiteDatabase) throws -> Int {
        try db.count("SELECT count(*) FROM pragma_foreign_key_check")
    }

    /// In the order in which they run.
    static let migrations: [(name: String, sql: [UInt8])] = [
        ("1 first light", PackageResources.v01_first_light_sql),
        ("2 the desk", PackageResources.v02_the_desk_sql),
        ("3 sessions", PackageResources.v03_sessions_sql),
        ("4 views", PackageResources.v04_views_sql),
        ("5 accounts", PackageResources.v05_accounts_sql),
        ("6 media", PackageResources.v06_media_sql),
        ("7 requests", PackageResources.v07_requests_sql),
        ("8 changes of copies", PackageResources.v08_changes_of_copies_sql),
        ("9 new desks", PackageResources.v09_new_desks_sql),
        ("10 backups", PackageResources.v10_backups_sql),
        ("11 origins", PackageResources.v11_origins_sql),
        ("12 restores", PackageResources.v12_restores_sql),
        ("13 telling", PackageResources.v13_telling_sql),
        ("14 ended deliveries", PackageResources.v14_ended_deliveries_sql),
        ("15 search of all scripts", PackageResources.v15_search_of_all_scripts_sql),
        ("16 undeleting", PackageResources.v16_undeleting_sql),
        ("17 copies as they stood", PackageResources.v17_copies_as_they_stood_sql),
        ("18 who paused", PackageResources.v18_who_paused_sql),
        ("19 blocked ones that are tried again", PackageResources.v19_blocked_ones_that_are_tried_again_sql),
        ("20 paths", PackageResources.v20_paths_sql),
        ("21 formats of imports", PackageResources.v21_formats_of_imports_sql),
        ("22 implied paths", PackageResources.v22_implied_paths_sql),
        ("23 drawings", PackageResources.v23_drawings_sql),
        ("24 threads", PackageResources.v24_threads_sql),
        ("25 preferences", PackageResources.v25_preferences_sql),
        ("26 private notes", PackageResources.v26_private_notes_sql),
        ("27 last edited first", PackageResources.v27_last_edited_first_sql),
        ("28 snippets", PackageResources.v28_snippets_sql),
        ("29 named texts", PackageResources.v29_named_texts_sql),
        ("30 waking by target", PackageResources.v30_waking_by_target_sql),
        ("31 accounts of attempts", PackageResources.v31_accounts_of_attempts_sql),
        ("32 waiting deliveries change in place", PackageResources.v32_waiting_deliveries_change_in_place_sql),
        ("33 private imports", PackageResources.v33_private_imports_sql),
        ("34 titles in order", PackageResources.v34_titles_in_order_sql),
        ("35 growing stores", PackageResources.v35_growing_stores_sql),
        ("36 identities in feeds", PackageResources.v36_identities_in_feeds_sql),
        ("37 revisions of payloads", PackageResources.v37_revisions_of_payloads_sql),
        ("38 unreserved names", PackageResources.v38_unreserved_names_sql),
        ("39 one count of migrations", PackageResources.v39_one_count_of_migrations_sql),
        ("40 conflicts with names", PackageResources.v40_conflicts_with_names_sql),
    ]
}
