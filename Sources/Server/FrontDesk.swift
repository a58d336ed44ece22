import Hummingbird
package import Logging
import Meters
import Panels
package import PostStore
package import ServiceLifecycle
package import Targets

/// The server: everything that answers requests.
package struct FrontDesk: Sendable {
    private let store: PostStore
    private let desk: Desk
    private let settings: ServerSettings
    private let log: Logger
    private let books: Books

    /// - Parameter targets: in the order of the configuration.
    package init(
        store: PostStore, targets: [Target], desk: DeskSettings, settings: ServerSettings, log: Logger
    ) {
        self.store = store
        self.desk = Desk(store: store, targets: targets, settings: desk, now: settings.now)
        self.settings = settings
        self.log = log
        let cookies = SessionCookies(publicAddress: settings.publicURL.flatMap { PublicAddress($0) })
        books = Books(
            tokens: TokenBook(store: store, now: settings.now),
            sessions: SessionBook(store: store, cookies: cookies, now: settings.now),
            suspicions: SuspicionBook(now: settings.now), drags: DragBook(), switchboard: Switchboard())
    }

    private init(_ old: FrontDesk, targets: [Target], desk: DeskSettings, settings: ServerSettings) {
        store = old.store
        self.desk = Desk(store: old.store, targets: targets, settings: desk, now: settings.now)
        self.settings = settings
        log = old.log
        books = old.books
    }

    /// The configuration was read again: from here on requests are answered by it, at the same doors and to the same callers.
    package func reload(targets: [Target], desk: DeskSettings, settings: ServerSettings) -> FrontDesk {
        let next = FrontDesk(self, targets: targets, desk: desk, settings: settings)
        next.connect(address: books.switchboard.address)
        return next
    }

    /// What somebody should look at, as the status has it: everybody's.
    package func concerns() async throws -> [String] {
        let routes = DeskRoutes(desk: desk, settings: settings)
        return try await routes.concerns(routes.pauses(), within: .everyone)
    }

    /// One service for each door. They share all routes; each answers until it is told to shut down gracefully.
    package func services(_ doors: [Door]) -> [any Service] { services(doors, limits: ListenerLimits()) }

    func services(_ doors: [Door], limits: ListenerLimits) -> [any Service] {
        connect(address: address(of: doors))
        let dates = DateLine(now: settings.now)
        let users = UserPlaces(connectionsMax: limits.userConnectionsMax, streamsMax: limits.userStreamsMax)
        return doors.map { door in
            let reception = Reception(
                hosts: hosts(of: door), publicAddress: publicAddress, switchboard: books.switchboard, dates: dates,
                requests: settings.meters.requests, log: log)
            return Listener(door: door, reception: reception, limits: limits, users: users, log: log)
        }
    }

    private func connect(address: String?) {
        let gate = Gate(
            store: store, tokens: books.tokens, sessions: books.sessions, suspicions: books.suspicions,
            ownUID: settings.ownUID, administrator: settings.administrator)
        books.switchboard.connect(routeBook(address: address).responder(gate), address: address)
    }

    private var publicAddress: PublicAddress? { settings.publicURL.flatMap { PublicAddress($0) } }

    /// Where browsers find the desk, without a slash at its end; nil when they cannot.
    private func address(of doors: [Door]) -> String? {
        if let address = settings.publicURL { return address.hasSuffix("/") ? String(address.dropLast()) : address }
        for door in doors { if case .loopback = door.place { return "http://\(door.place)" } }
        return nil
    }

    private func hosts(of door: Door) -> HostCheck? {
        guard case .loopback(let host, let port) = door.place else { return nil }
        return HostCheck(host: host, port: port, publicAddress: publicAddress)
    }

    /// All that can be asked, and who may.
    /// - Parameter address: where browsers find the desk.
    func routeBook(address: String?) -> RouteBook {
        var book = RouteBook()
        PostRoutes(desk: desk).add(to: &book)
        PreviewRoutes(desk: desk, version: settings.version).add(to: &book)
        PublicationRoutes(desk: desk).add(to: &book)
        MediaRoutes(desk: desk, settings: settings, log: log).add(to: &book)
        ImportRoutes(desk: desk).add(to: &book)
        DeliveryRoutes(desk: desk).add(to: &book)
        TargetRoutes(desk: desk, checkPatience: settings.checkPatience).add(to: &book)
        RehearsalRoutes(desk: desk, pass: settings.rehearsalPass).add(to: &book)
        WindowRoutes(desk: desk, catalogue: .composer, drags: books.drags).add(to: &book)
        ArrangementRoutes(desk: desk, catalogue: .composer).add(to: &book)
        NewDeskRoutes(desk: desk, catalogue: .composer).add(to: &book)
        EventRoutes(
            desk: desk, catalogue: .composer, sessions: books.sessions, heartbeat: Heartbeat(every: settings.heartbeat),
            open: settings.meters.streams
        ).add(to: &book)
        DeskRoutes(desk: desk, settings: settings).add(to: &book)
        BackupRoutes(desk: desk, version: settings.version).add(to: &book)
        NotificationRoutes(desk: desk, settings: settings).add(to: &book)
        RepairRoutes(desk: desk, settings: settings).add(to: &book)
        MetricsRoutes(desk: desk, settings: settings).add(to: &book)
        TokenRoutes(desk: desk, tokens: books.tokens).add(to: &book)
        UserRoutes(desk: desk, tokens: books.tokens, sessions: books.sessions, ownUID: settings.ownUID).add(to: &book)
        SiteRoutes(folders: settings.siteFolders).add(to: &book)
        SessionRoutes(desk: desk, sessions: books.sessions, suspicions: books.suspicions, address: address).add(
            to: &book)
        ComposerRoutes(folder: settings.composerFolder, sessions: books.sessions, store: desk.store).add(to: &book)
        DescriptionRoutes(version: settings.version).add(to: &book)
        return book
    }

    /// What outlives a reload: who is known here, what is going on, and where requests are led.
    private struct Books {
        let tokens: TokenBook
        let sessions: SessionBook
        let suspicions: SuspicionBook
        let drags: DragBook
        let switchboard: Switchboard
    }
}
