import Hummingbird
package import Logging
package import PostStore
package import ServiceLifecycle
package import Targets

/// The server: everything that answers requests.
package struct FrontDesk: Sendable {
    private let store: PostStore
    private let desk: Desk
    private let settings: ServerSettings
    private let log: Logger

    /// - Parameter targets: in the order of the configuration.
    package init(
        store: PostStore, targets: [Target], desk: DeskSettings, settings: ServerSettings, log: Logger
    ) {
        self.store = store
        self.desk = Desk(store: store, targets: targets, settings: desk, now: settings.now)
        self.settings = settings
        self.log = log
    }

    /// One service for each door. They share all routes; each answers until it is told to shut down gracefully.
    package func services(_ doors: [Door]) -> [any Service] { services(doors, limits: ListenerLimits()) }

    func services(_ doors: [Door], limits: ListenerLimits) -> [any Service] {
        let tokens = TokenBook(store: store, now: settings.now)
        let gate = Gate(tokens: tokens, ownUID: settings.ownUID, administrator: settings.administrator)
        let responder = routes(tokens).responder(gate)
        let dates = DateLine(now: settings.now)
        return doors.map { door in
            let reception = Reception(hosts: hosts(of: door), responder: responder, dates: dates, log: log)
            return Listener(door: door, reception: reception, limits: limits, log: log)
        }
    }

    private func hosts(of door: Door) -> HostCheck? {
        guard case .loopback(let host, let port) = door.place else { return nil }
        return HostCheck(host: host, port: port, publicURL: settings.publicURL)
    }

    func routes(_ tokens: TokenBook) -> RouteBook {
        var book = RouteBook()
        PostRoutes(desk: desk).add(to: &book)
        PreviewRoutes(desk: desk, version: settings.version).add(to: &book)
        PublicationRoutes(desk: desk).add(to: &book)
        DeliveryRoutes(desk: desk).add(to: &book)
        TargetRoutes(desk: desk, checkPatience: settings.checkPatience).add(to: &book)
        RehearsalRoutes(desk: desk, pass: settings.rehearsalPass).add(to: &book)
        EventRoutes(desk: desk, heartbeat: settings.heartbeat).add(to: &book)
        DeskRoutes(desk: desk, settings: settings, tokens: tokens).add(to: &book)
        SiteRoutes(folders: settings.siteFolders).add(to: &book)
        return book
    }
}
