package import OpenMetrics
package import Pictures
package import PostStore
package import Posts
package import Rendering
package import Wire

/// What the daemon's configuration says to the server. Made by `galleyd`, checked there.
package struct ServerSettings: Sendable {
    package var version: String
    package var startedAt: Instant
    /// The address behind a reverse proxy, such as `https://service.example.org`, without a trailing slash.
    package var publicURL: String?
    /// The word that opens the rehearsal inbox; new for every run of the daemon.
    package var rehearsalPass: String
    /// The folders of the `site` targets, shown under `/sites/NAME/`.
    package var siteFolders: [TargetName: String]
    /// The composer's page; nil when there is none.
    package var composerFolder: String?
    /// The largest picture that is taken, in bytes.
    package var mediaBytesMax: Int
    /// Makes an upright picture at the second path of the one at the first; nil where nothing can.
    package var makeUpright: (@Sendable (_ from: String, _ to: String, _ kind: PictureKind) async throws -> Void)?
    /// How far the program that does so is kept from the network and from other files, in one line.
    package var pictureConfinement: String?
    /// The effective configuration, line by line, without secrets.
    package var report: [SettingBody]
    /// The uid of the daemon: beside root the only one that may use the Unix socket.
    package var ownUID: UInt32
    /// The first user, whom those act for who come through the Unix socket.
    package var administrator: UserID
    /// Between the comments that keep a stream of events alive.
    package var heartbeat: Duration
    /// How long `POST …/check` waits for the courier.
    package var checkPatience: Duration
    /// Reads the configuration again: all of it, or nothing.
    /// - Throws: `ReloadRefused`, and everything stays as it was.
    package var reload: @Sendable () async throws -> ReloadBody = { .nothing }
    /// What is wrong with the machine or the settings by now, each a sentence or two, with the next command.
    package var troubles: @Sendable () -> [String] = { [] }
    /// Folders of sites that the daemon may not write, where it is a service.
    package var closedFolders: @Sendable () -> [String] = { [] }
    /// Whether a unit of systemd runs the daemon: then its commands are the next ones.
    package var isService = false
    /// Shared with the other rooms; told at `/metrics`.
    package var metrics = Metrics()
    /// How the operator is told; empty for not at all.
    package var notificationMeans: [NotificationMeans] = []
    /// How long a trial of telling is waited for.
    package var trialPatience = Duration.seconds(20)
    /// The version of the system's time zones.
    package var zoneData: @Sendable () -> String? = { nil }
    /// Forgets what was read of the zones.
    package var readZonesAgain: @Sendable () -> Void = {}
    package var now: @Sendable () -> Instant

    package init(
        version: String, startedAt: Instant, publicURL: String? = nil, rehearsalPass: String,
        siteFolders: [TargetName: String] = [:], composerFolder: String? = nil, mediaBytesMax: Int = 32_000_000,
        report: [SettingBody] = [], ownUID: UInt32, administrator: UserID,
        heartbeat: Duration = .seconds(15),
        checkPatience: Duration = .seconds(20), now: @escaping @Sendable () -> Instant
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
        self.heartbeat = heartbeat
        self.checkPatience = checkPatience
        self.now = now
    }
}

/// The settings files cannot be used.
package struct ReloadRefused: Error, Sendable {
    /// Each with file, line, column, what was found and what is allowed.
    package let lines: [String]
    package init(lines: [String]) { self.lines = lines }
}

/// What the configuration says about writing and publishing.
package struct WritingSettings: Sendable {
    /// How drafts are shown. Targets have their own.
    package var render: RenderOptions
    /// For times that name no zone.
    package var zone: Zone
    /// The system's zones.
    package var zones: @Sendable (ZoneName) -> Zone?
    /// Where a plain `publish` goes; empty for every target.
    package var defaultTargets: [TargetName]
    /// How long “publish now” waits before anything leaves.
    package var undoWindow: Span
    /// Whether pictures that are too large for a target are made smaller.
    package var canFitPictures = false

    package init(
        render: RenderOptions = RenderOptions(), zone: Zone = .utc, zones: @escaping @Sendable (ZoneName) -> Zone?,
        defaultTargets: [TargetName] = [], undoWindow: Span = .seconds(30)
    ) {
        self.render = render
        self.zone = zone
        self.zones = zones
        self.defaultTargets = defaultTargets
        self.undoWindow = undoWindow
    }
}
