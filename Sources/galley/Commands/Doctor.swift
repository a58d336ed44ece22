import ArgumentParser
import Posts
import Wire

struct Doctor: DaemonCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the installation and print what to run next.",
        discussion: """
            Checks the daemon, the disk, the store, the last backup, the targets, stuck deliveries, derived data, the \
            files of the pictures, the clocks, pages that no change of the settings reaches, and whether a public post is called private by the file of its import. The exit code is 1 when something needs attention.

            With --repair it repairs what it can without touching posts or deliveries: it rebuilds the search index, \
            moves scheduled dates to today's zone rules, removes unused files, and reports what it did.

            Examples:
              galley doctor
              galley doctor --repair
              galley doctor --json
            """)

    @Flag(help: "Repair everything except posts and deliveries.") var repair = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let status = try client.send(DaemonCall(API.showStatus))
        var visit = DoctorRun()
        visit.look(at: status, place: client.address.place)
        if let database = status.database { visit.look(at: database) }
        visit.look(at: try client.targets())
        let settings = try client.all(DaemonCall(API.listSettings))
        visit.look(atClosed: status.closedFolders ?? [], settings)
        visit.look(atPictures: status.canFitPictures, settings)
        visit.look(atConfinement: status.pictureConfinement)
        try visit.look(atExposed: client.exposures())
        visit.look(at: status.warnings)
        try visit.look(at: repairs(client, isFaulty: status.fault != nil))
        visit.look(atZone: settings, here: LocalClock.zoneName)
        try output.show(all: visit.findings) { $0.map { $0.text(output) }.joined() }
        if visit.findings.contains(where: { $0.verdict == .wrong }) { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    /// Without `--repair` nil for callers without permission, for a daemon without repairs, and while the store is not
    /// writable.
    private func repairs(_ client: DaemonClient, isFaulty: Bool) throws -> [RepairBody]? {
        if isFaulty, !repair { return nil }
        do {
            return try client.send(DaemonCall(repair ? API.repair : API.listRepairs)).items
        } catch let problem as ProblemBody where [403, 404].contains(problem.status) && !repair {
            return nil
        }
    }
}

/// One check and its result.
private struct DoctorCheck: Encodable {
    enum Verdict: String, Encodable { case well, look, wrong, done }

    let verdict: Verdict
    let subject: String
    let found: String
    /// The next command to run.
    let next: String?
    /// The shell commands of `next`.
    var commands: [String]?

    private var ink: Ink {
        switch verdict {
        case .well: .good
        case .look: .warning
        case .wrong: .bad
        case .done: .busy
        }
    }

    func text(_ output: Output) -> String {
        let mark = output.style.paint(verdict.rawValue.padded(toColumns: 5), ink)
        let line = "\(mark)  \(output.style.paint(subject.oneLine, .strong)): \(found.oneLine)\n"
        return line + (next.map { "       next: \($0.oneLine)\n" } ?? "")
            + (commands ?? []).map { "         \($0.oneLine)\n" }.joined()
    }
}

/// The results, in the order of the checks.
private struct DoctorRun {
    private(set) var findings: [DoctorCheck] = []

    mutating func look(at status: StatusBody, place: String) {
        add(.well, "Daemon", "galleyd \(status.version) answers at \(place).")
        let isWell = status.isStoreHealthy
        if let fault = status.fault {
            add(.wrong, "Machine", "\(fault.words) \(fault.advice)", next: fault.next)
        }
        add(
            isWell ? .well : status.isStoreBeingChecked ? .look : .wrong, "Store",
            isWell ? "\(status.store) is healthy." : "\(status.store): \(status.storeFinding ?? status.storeHealth)",
            next: isWell || status.isStoreBeingChecked ? nil : "journalctl -u galleyd -e")
        guard let disk = status.disk else { return }
        look(at: disk, of: status.store)
        look(atBackup: status.lastBackupAt)
    }

    /// The store needs room to grow and for the copy that a backup makes.
    private mutating func look(at disk: DiskBody, of store: String) {
        let free = ByteCount(disk.freeBytes).text
        let wanted = max(200_000_000, 2 * min(disk.storeBytes, Int.max / 2))
        let isEnough = disk.freeBytes >= wanted
        add(
            isEnough ? .well : .look, "Disk",
            isEnough ? "\(free) are free." : "Only \(free) are left for a store of \(ByteCount(disk.storeBytes).text).",
            next: isEnough || store.contains("://") ? nil : "df -h \(store.parentFolder.quotedForShell)")
    }

    /// A clock further off than this is shown.
    private static let secondsAheadMax = 2.0

    mutating func look(at database: DatabaseBody) {
        let name = "PostgreSQL \(database.version)"
        if !database.isDurable {
            add(
                .wrong, "Database", "\(name) loses what was saved when the power fails.",
                next: "set fsync and full_page_writes to on in postgresql.conf, then restart it")
        } else if database.hasStandby {
            add(.well, "Database", "\(name); a standby confirms each commit.")
        } else {
            add(
                .look, "Database",
                "\(name); no standby confirms commits, so a failover may forget saved words, and send posts again.",
                next: "set synchronous_standby_names in postgresql.conf, once a standby follows")
        }
        if database.daemons.count < 2 {
            add(.look, "Daemons", "No other galleyd waits to take over.", next: "start galleyd on another machine")
        }
        let working = database.daemons.first(where: \.isWorking)
        for daemon in database.daemons {
            var faults: [String] = []
            if daemon.version != working?.version { faults.append("it is galleyd \(daemon.version)") }
            if !daemon.hasSameSettings { faults.append("its settings are others") }
            if abs(daemon.secondsAhead) > DoctorRun.secondsAheadMax {
                faults.append(
                    "its clock is \(abs(daemon.secondsAhead)) s \(daemon.secondsAhead > 0 ? "ahead of" : "behind") the database's"
                )
            }
            let role = daemon.isWorking ? "works" : "waits, seen \(LocalClock().text(daemon.seenAt))"
            add(
                faults.isEmpty ? .well : .look, "Daemon on \(daemon.host)",
                faults.isEmpty ? "It \(role)." : "It \(role), and \(faults.joined(separator: "; ")).",
                next: faults.isEmpty ? nil : "galley config show, on both machines")
        }
    }

    private mutating func look(atBackup at: String?) {
        guard let at, let instant = try? RFC3339.instant(at) else {
            return add(.look, "Backup", "There is no backup yet.", next: "galley backup FILE")
        }
        let isOld = LocalClock().age(of: instant) > .days(7)
        add(
            isOld ? .look : .well, "Backup", "The newest that was checked is of \(LocalClock().text(at)).",
            next: isOld ? "galley backup FILE" : nil)
    }

    mutating func look(at targets: [TargetBody]) {
        if targets.isEmpty {
            add(.wrong, "Targets", "There are no targets, so nothing can be published.", next: "galley config check")
        }
        for target in targets {
            let subject = "Target \(target.name)"
            guard let check = target.check else {
                add(.look, subject, "It was never checked.", next: "galley target check \(target.name.quotedForShell)")
                continue
            }
            let when = LocalClock().text(check.at)
            let found = check.lines.first ?? (check.isWell ? "It answered." : "The last check failed.")
            add(
                check.isWell ? .well : .wrong, subject, "\(found) (\(when))",
                next: check.isWell ? nil : "galley target check \(target.name.quotedForShell)")
        }
    }

    /// Site folders that the service may not write to.
    mutating func look(atClosed folders: [String], _ settings: [SettingBody]) {
        guard !folders.isEmpty else { return }
        // The drop-in also names the folders that are writable already. A relative path is in the state directory,
        // which is writable.
        let all = settings.filter { $0.name.hasPrefix("target.") && $0.name.hasSuffix(".folder") }.map(\.value)
        let dropIn = SiteDropIn(folders: Set(all.filter { $0.hasPrefix("/") } + folders).sorted())
        findings.append(
            DoctorCheck(
                verdict: .wrong, subject: "Sites",
                found: "\(folders.joined(separator: ", ")) cannot be written by the service.",
                next: "make a folder for each, and let the unit write there", commands: dropIn.commands))
    }

    /// Adds nothing for an older daemon, which does not report this, and when the settings name no program.
    mutating func look(atPictures canFit: Bool?, _ settings: [SettingBody]) {
        let program = settings.first { $0.name == "media.vipsthumbnail" }?.value ?? "vipsthumbnail"
        guard let canFit, !program.isEmpty else { return }
        add(
            canFit ? .well : .look, "Pictures",
            canFit
                ? "Galley turns them upright, and shrinks them for targets with a limit."
                : "“\(program)” is not installed: pictures stay as they are, and those too large for a target are not sent.",
            next: canFit ? nil : "sudo apt install --no-install-recommends libvips-tools, then restart galleyd")
    }

    /// Adds nothing for an older daemon, which does not report this, and without a picture program.
    mutating func look(atConfinement confinement: ConfinementBody?) {
        guard let confinement else { return }
        add(confinement.isWhole ? .well : .look, "Picture program", confinement.words)
    }

    /// Adds nothing if there is none.
    mutating func look(atExposed posts: [ExposureBody]) {
        for post in posts {
            let keys = post.keys.map { "“\($0)”" }.joined(separator: ", ")
            let found =
                "It is public, and \(keys.isEmpty ? "the front matter" : keys) in \(post.path) calls it private."
            add(.wrong, "Post \(post.slug)", found)
        }
        guard !posts.isEmpty else { return }
        add(
            .wrong, "Imports",
            "\(counted(posts.count, "post is", "posts are")) public although the import file says otherwise. "
                + "“galley publish POST” keeps one public.",
            next: "galley unpublish --exposed")
    }

    /// The warnings of the daemon that no check has found yet.
    mutating func look(at warnings: [Warning]) {
        if !warnings.contains(where: { [.delivery, .restore].contains($0.kind) }) {
            add(.well, "Queue", "No delivery is stuck.")
        }
        // What this command checks itself.
        var known: Set<Warning.Kind> = [.machine, .damage, .folder, .row, .target]
        if findings.contains(where: { $0.subject == "Imports" }) { known.insert(.exposure) }
        for warning in warnings where !known.contains(warning.kind) {
            add(.wrong, "Warning", warning.words, next: warning.next)
        }
    }

    mutating func look(at repairs: [RepairBody]?) {
        guard let repairs else { return }
        for repair in repairs {
            let subjects = [
                "search-index": "Search", "dates": "Dates", "leftovers": "Files", "pictures": "Picture files",
                "rows": "Rows", "pages": "Pages",
            ]
            let subject = subjects[repair.kind] ?? repair.kind
            if repair.kind == "pictures", repair.isNeeded {
                // Galley does not have the originals.
                add(.wrong, subject, repair.found, next: "galley media add FILE, with the original of each")
            } else if repair.kind == "rows", repair.isNeeded {
                // Only the user knows what was there.
                let next =
                    "galley restore FILE, of a backup from before; or correct them with sqlite3 while galleyd is stopped"
                add(.wrong, subject, repair.found, next: next)
            } else if repair.kind == "pages", repair.isNeeded {
                add(.look, subject, repair.found, next: "edit those that matter, such as: galley post edit POST")
            } else if let done = repair.done {
                add(.done, subject, "\(repair.found) \(done)")
            } else {
                add(
                    repair.isNeeded ? .look : .well, subject, repair.found,
                    next: repair.isNeeded ? "galley doctor --repair" : nil)
            }
        }
    }

    mutating func look(atZone settings: [SettingBody], here: String) {
        guard let zone = settings.first(where: { $0.name == "time_zone" })?.value, !zone.isEmpty else { return }
        add(.well, "Clock", "The desk's time zone is \(zone); this terminal shows times in \(here).")
    }

    private mutating func add(_ verdict: DoctorCheck.Verdict, _ subject: String, _ found: String, next: String? = nil) {
        findings.append(DoctorCheck(verdict: verdict, subject: subject, found: found, next: next))
    }
}
