package import Logging
import OpenMetrics
package import PostStore
package import Posts
package import ServiceLifecycle
package import Targets

/// The HTTP server. It answers every request to the daemon.
package struct GalleyServer: Sendable {
    private let store: PostStore
    private var service: PostService
    private var settings: ServerSettings
    private let log: Logger
    // A reload keeps these.
    private let sessions: Sessions
    private let backoffs: SignInBackoffs
    private let bodies = BodyBudget()
    private let currentRoutes = CurrentRoutes()

    /// - Parameter targets: in the order of the configuration.
    package init(store: PostStore, targets: [Target], writing: WritingSettings, settings: ServerSettings, log: Logger) {
        self.store = store
        self.service = PostService(store: store, targets: targets, settings: writing, now: settings.now)
        self.settings = settings
        self.log = log
        let cookies = SessionCookies(publicAddress: settings.publicURL.flatMap { PublicAddress($0) })
        sessions = Sessions(store: store, cookies: cookies)
        backoffs = SignInBackoffs(now: settings.now)
    }

    /// Returns a server that applies a reloaded configuration. It keeps the listening sockets, sessions and backoffs.
    package func reload(targets: [Target], writing: WritingSettings, settings: ServerSettings) -> GalleyServer {
        var next = self
        next.service = PostService(store: store, targets: targets, settings: writing, now: settings.now)
        next.settings = settings
        next.connect(address: currentRoutes.address)
        return next
    }

    /// The warnings that `status` shows, for the posts and deliveries of all users.
    package func warnings() async throws -> [Warning] {
        let routes = DaemonRoutes(service: service, settings: settings)
        return try await routes.warnings(routes.targetStates(), within: .everyone)
    }

    /// Freezes the deliveries of a post whose payloads are older than the post.
    func freezeStale(_ post: PostID) async throws { try await service.freezeStale(post) }

    var targetNames: [TargetName] { service.targets.map(\.name) }
    var now: @Sendable () -> Instant { settings.now }

    /// Looks for posts that imports of earlier versions published although their files call them private.
    /// - Returns: a sentence about each.
    package func exposures() async throws -> [String] {
        try await service.judgeImports()
        return try await service.exposures(within: .everyone).map(\.sentence)
    }

    /// A link that signs a browser in once, as the first user; nil when no browser can reach the desk.
    package func signInLink() async throws -> String? {
        guard let address = currentRoutes.address else { return nil }
        let (key, _) = try await sessions.newKey(
            for: settings.administrator, kept: PostStore.signInKeyKept, once: nil)
        return "\(address)/sign-in/\(key)"
    }

    /// The log of saves, and one service per listening socket. These share all routes. Each answers until a graceful shutdown
    /// starts; the first service is the last to end.
    package func services(_ sockets: [ListeningSocket]) -> [any Service] { services(sockets, limits: ListenerLimits()) }

    func services(_ sockets: [ListeningSocket], limits: ListenerLimits) -> [any Service] {
        connect(address: address(of: sockets))
        let dates = DateHeader(now: settings.now)
        let users = ConnectionQuota(connectionsMax: limits.userConnectionsMax, streamsMax: limits.userStreamsMax)
        let saves = SaveLog(log: log)
        let listeners: [any Service] = sockets.map { socket in
            let handler = RequestHandler(
                hosts: hosts(of: socket), publicAddress: publicAddress, currentRoutes: currentRoutes,
                dates: dates, requests: settings.metrics.requests, log: log, saves: saves)
            return Listener(socket: socket, handler: handler, limits: limits, users: users, log: log)
        }
        return [saves] + listeners
    }

    private func connect(address: String?) {
        let authenticator = Authenticator(
            store: store, sessions: sessions, backoffs: backoffs,
            ownUID: settings.ownUID, administrator: settings.administrator)
        currentRoutes.connect(routeTable(address: address).responder(authenticator, bodies), address: address)
    }

    private var publicAddress: PublicAddress? { settings.publicURL.flatMap { PublicAddress($0) } }

    /// The address at which browsers reach the desk, without a trailing slash; nil when no browser can reach it.
    private func address(of sockets: [ListeningSocket]) -> String? {
        if let address = settings.publicURL { return address.hasSuffix("/") ? String(address.dropLast()) : address }
        for socket in sockets { if case .loopback = socket.address { return "http://\(socket.address)" } }
        return nil
    }

    private func hosts(of socket: ListeningSocket) -> HostCheck? {
        guard case .loopback(let host, let port) = socket.address else { return nil }
        return HostCheck(host: host, port: port, publicAddress: publicAddress)
    }

    /// Every route with the access that it requires.
    /// - Parameter address: where browsers reach the desk; nil when they cannot.
    func routeTable(address: String?) -> RouteTable {
        var book = RouteTable()
        let presence = PresenceRoutes(service: service, presence: Presence())
        PostRoutes(service: service, presence: presence).add(to: &book)
        presence.add(to: &book)
        PreviewRoutes(service: service, version: settings.version).add(to: &book)
        PublicationRoutes(service: service).add(to: &book)
        MediaRoutes(service: service, settings: settings, log: log).add(to: &book)
        ImportRoutes(service: service).add(to: &book)
        DeliveryRoutes(service: service).add(to: &book)
        TargetRoutes(service: service, checkPatience: settings.checkPatience).add(to: &book)
        SlotRoutes(service: service).add(to: &book)
        ArticleRoutes(service: service).add(to: &book)
        RehearsalRoutes(service: service, pass: settings.rehearsalPass).add(to: &book)
        WindowRoutes(service: service).add(to: &book)
        ArrangementRoutes(service: service).add(to: &book)
        ConversionRoutes().add(to: &book)
        PreferenceRoutes(service: service).add(to: &book)
        NamedTextRoutes(service: service).add(to: &book)
        NewDeskRoutes(service: service).add(to: &book)
        EventRoutes(
            service: service, sessions: sessions,
            heartbeat: Heartbeat(every: settings.heartbeat),
            open: settings.metrics.streams
        ).add(to: &book)
        DaemonRoutes(service: service, settings: settings).add(to: &book)
        BackupRoutes(service: service, version: settings.version).add(to: &book)
        NotificationRoutes(service: service, settings: settings).add(to: &book)
        RepairRoutes(service: service, settings: settings).add(to: &book)
        MetricsRoutes(service: service, settings: settings).add(to: &book)
        TokenRoutes(service: service).add(to: &book)
        UserRoutes(service: service, ownUID: settings.ownUID).add(to: &book)
        SiteRoutes(folders: settings.siteFolders).add(to: &book)
        SessionRoutes(service: service, sessions: sessions, backoffs: backoffs, address: address).add(
            to: &book)
        ComposerRoutes(folder: settings.composerFolder, sessions: sessions, store: service.store).add(to: &book)
        DescriptionRoutes(version: settings.version).add(to: &book)
        return book
    }
}
