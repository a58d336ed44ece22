package import OpenMetrics
package import Pictures
package import PostStore
package import Posts
package import Rendering
package import Wire

/// The part of the daemon's configuration that the server needs. `galleyd` makes it and checks the values.
package struct ServerSettings: Sendable {
    package var version: String
    package var startedAt: Instant
    /// The same by a clock that cannot be set.
    package var steadyStart = ContinuousClock.now
    /// The address behind a reverse proxy, such as `https://desk.example.org`, without a trailing slash.
    package var publicURL: String?
    /// The pass for the rehearsal inbox. The daemon makes a new one each time it starts.
    package var rehearsalPass: String
    /// The folders of the `site` targets. The server shows them under `/sites/NAME/`.
    package var siteFolders: [TargetName: String]
    /// The folder of the composer's page; nil when the page is not installed.
    package var composerFolder: String?
    /// The largest picture that the server accepts, in bytes.
    package var mediaBytesMax: Int
    /// Writes an upright copy of the picture at the first path to the second path; nil where the daemon has no program
    /// for it.
    package var makeUpright: (@Sendable (_ from: String, _ to: String, _ kind: PictureKind) async throws -> Void)?
    /// How the sandbox confines the picture program.
    package var pictureConfinement: ConfinementBody?
    /// The effective configuration, line by line, without secrets.
    package var report: [SettingBody]
    /// The uid of the daemon. Only this uid, root and the uids of users may use the Unix socket.
    package var ownUID: UInt32
    /// The first user. Root and the daemon's own uid act for this user at the Unix socket.
    package var administrator: UserID
    /// The interval between the comments that keep an event stream alive.
    package var heartbeat = Duration.seconds(15)
    /// How long `POST …/check` waits for the courier's report.
    package var checkPatience = Duration.seconds(20)
    /// Reads the configuration again and applies all of it, or none of it.
    /// - Throws: `ReloadRefused`; the old configuration then stays in force.
    package var reload: @Sendable () async throws -> ReloadBody = { .nothing }
    /// Reads the configuration again, and reports what `reload` would do.
    package var planReload: @Sendable () async throws -> ReloadPlanBody = { .nothing }
    /// Makes the pages of sites again, by the settings in the files.
    /// - Throws: `ReloadRefused`
    package var rebuild: @Sendable (RebuildRequestBody) async throws -> RebuildBody = {
        RebuildBody(sites: [], isDryRun: $0.isDryRun ?? false)
    }
    /// Current faults of the machine and the settings.
    package var troubles: @Sendable () -> [Warning] = { [] }
    /// The site folders that the daemon may not write to when it runs as a service.
    package var closedFolders: @Sendable () -> [String] = { [] }
    /// Whether systemd runs the daemon. Advice then names systemd's commands.
    package var isService = false
    /// Counters shared with the other modules and reported at `/metrics`.
    package var metrics = Metrics()
    /// How Galley notifies the operator; empty for not at all.
    package var notificationMeans: [NotificationMeans] = []
    /// How long the server waits for a trial notification.
    package var trialPatience = Duration.seconds(20)
    /// The version of the system's time zone data; nil when unknown.
    package var zoneData: @Sendable () -> String? = { nil }
    /// Discards the cached time zones, so that the next use reads the files again.
    package var readZonesAgain: @Sendable () -> Void = {}
    package var now: @Sendable () -> Instant

    package init(
        version: String, startedAt: Instant, publicURL: String?, rehearsalPass: String,
        siteFolders: [TargetName: String], composerFolder: String?, mediaBytesMax: Int, report: [SettingBody],
        ownUID: UInt32, administrator: UserID, now: @escaping @Sendable () -> Instant
    ) {
        self.version = version
        self.startedAt = startedAt
        self.publicURL = publicURL
        self.rehearsalPass = rehearsalPass
        self.siteFolders = siteFolders
        self.composerFolder = composerFolder
        self.mediaBytesMax = mediaBytesMax
        self.report = report
        self.ownUID = ownUID
        self.administrator = administrator
        self.now = now
    }
}

/// The settings files cannot be used.
package struct ReloadRefused: Error, Sendable {
    /// One line per problem: file, line, column, the value found and the values allowed.
    package let lines: [String]
    package init(lines: [String]) { self.lines = lines }
}

/// The part of the configuration for writing and publishing.
package struct WritingSettings: Sendable {
    /// How previews of drafts are rendered. Each target has its own options.
    package var render: RenderOptions
    /// The zone for times that name none.
    package var zone: Zone
    /// Looks a zone up in the system's time zone data; nil when it is unknown.
    package var zones: @Sendable (ZoneName) -> Zone?
    /// The targets of a `publish` that names none; empty for every target.
    package var defaultTargets: [TargetName]
    /// How long “publish now” waits before Galley sends anything.
    package var undoWindow: Span
    /// Whether Galley shrinks pictures that are too large for a target.
    package var canFitPictures = false
    /// Why nothing is sent while the machine's clock is doubted, with the next command; nil while it is trusted.
    package var clockDoubt: @Sendable () -> String? = { nil }

    package init(
        render: RenderOptions, zone: Zone, zones: @escaping @Sendable (ZoneName) -> Zone?,
        defaultTargets: [TargetName], undoWindow: Span
    ) {
        self.render = render
        self.zone = zone
        self.zones = zones
        self.defaultTargets = defaultTargets
        self.undoWindow = undoWindow
    }
}
