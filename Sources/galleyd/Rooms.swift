import Courier
import Darkroom
import Glibc
import Logging
import Meters
import PostStore
import Posts
import Rendering
import Server
import ServiceLifecycle
import Synchronization
import Transfer
import Wire

/// The rooms into which settings go: built at the start, and led by others after a reload.
final class Rooms: Sendable {
    let courier: Courier
    let teller: Teller
    private let lasting: Lasting
    private let transport: LiveTransport
    private let desk: Mutex<FrontDesk>

    /// What a reload leaves as it is.
    struct Lasting: Sendable {
        let store: PostStore
        let zones: ZoneFiles
        let clock: ClockWarden
        let meters: Meters
        let environment: [String: String]
        let startedAt = systemClock()
        /// Opens the rehearsal inbox.
        let pass: String
        let reload: @Sendable () async throws -> ReloadBody
        /// What is wrong with the machine or the settings by now.
        let troubles: @Sendable () -> [String]
        /// Whether a unit says what may be written.
        let isService: Bool
        /// For pictures on their way; nil when there is no such folder.
        let scratch: String?
    }

    init(_ lasting: Lasting, settings: Settings, doors: [Door]) async throws {
        self.lasting = lasting
        var capacity = Transfer.Settings()
        capacity.perHostMax = settings.courier.perTargetMax
        capacity.totalMax = settings.courier.underWayMax
        transport = LiveTransport(
            transfer: try Transfer(capacity), limits: TransferLimits(settings.courier), userAgent: settings.userAgent,
            rehearsal: LiveTransport.Rehearsal(doors, pass: lasting.pass))
        courier = Courier(
            store: lasting.store, targets: settings.targets, transport: transport,
            limits: .init(underWayMax: settings.courier.underWayMax, perTargetMax: settings.courier.perTargetMax),
            log: Logger(label: "courier"), environment: lasting.environment,
            darkroom: settings.darkroom(lasting.environment), scratch: lasting.scratch,
            meters: lasting.meters, now: systemClock,
            isClockTrusted: { [clock = lasting.clock] in clock.verdict == .trusted })
        teller = Teller(
            store: lasting.store, settings: settings.notify, transport: transport, environment: lasting.environment,
            log: Logger(label: "notify"), meters: lasting.meters, now: systemClock)
        let name = settings.firstUserName(lasting.environment)
        let administrator = try await lasting.store.firstUser(named: name).id
        desk = Mutex(
            FrontDesk(
                store: lasting.store, targets: settings.targets, desk: try settings.desk(lasting),
                settings: settings.server(lasting, administrator), log: Logger(label: "server")))
        self.administrator = administrator
    }

    private let administrator: UserID

    func listeners(_ doors: [Door]) -> [any Service] { desk.withLock { $0 }.services(doors) }

    /// Goes by other settings from here on.
    /// - Throws: before anything has changed.
    func follow(_ settings: Settings) async throws {
        let words = try settings.desk(lasting)
        let server = settings.server(lasting, administrator)
        desk.withLock { $0 = $0.reload(targets: settings.targets, desk: words, settings: server) }
        let transport = transport.limited(to: TransferLimits(settings.courier))
        teller.follow(settings.notify, transport)
        await courier.reload(
            targets: settings.targets, transport: transport, darkroom: settings.darkroom(lasting.environment))
    }

    /// How the daemon is.
    func status(_ settings: Settings, doors: [Door]) async -> StatusWords {
        var words = StatusWords()
        words.troubles = lasting.store.fault.map { ["\($0.description) \($0.advice)"] } ?? []
        words.troubles += lasting.troubles()
        words.targets = settings.targets.count
        words.places = doors.map { "\($0.place)" }
        do {
            words.concerns = try await desk.withLock { $0 }.concerns().count - words.troubles.count
            let toCome = try await lasting.store.toCome()
            words.waiting = toCome.count
            if let next = toCome.next, let zone = settings.zone(lasting.zones) {
                let clock = zone.rules.wallClock(at: next).wall.text
                words.next = "\(clock.prefix(16).split(separator: "T").joined(separator: " ")) \(zone.name)"
            }
        } catch {
            words.troubles.append("The store cannot be read: \(error)")
        }
        return words
    }

    static func newWord() -> String { PostID(bits: UInt64.random(in: .min ... .max)).text }
}

// MARK: - What settings come to

extension Settings {
    fileprivate func zone(_ zones: ZoneFiles) -> Zone? { zones.zone(timeZone ?? ZoneFiles.systemZone()) }

    fileprivate func desk(_ lasting: Rooms.Lasting) throws -> DeskSettings {
        guard let zone = zone(lasting.zones) else {
            throw DaemonError.noZone(timeZone ?? ZoneFiles.systemZone())
        }
        var render = RenderOptions()
        render.rawHTML = rawHTML
        render.smartPunctuation = smartPunctuation
        var desk = DeskSettings(
            render: render, zone: zone, zones: { [zones = lasting.zones] in zones.zone($0) },
            defaultTargets: defaultTargets, undoWindow: undoWindow)
        desk.canFitPictures = darkroom(lasting.environment) != nil
        return desk
    }

    fileprivate func server(_ lasting: Rooms.Lasting, _ administrator: UserID) -> ServerSettings {
        var server = ServerSettings(
            version: GalleyVersion.text, startedAt: lasting.startedAt, publicURL: http.publicURL,
            rehearsalPass: lasting.pass, siteFolders: siteFolders, composerFolder: composerFolder,
            mediaBytesMax: mediaBytesMax,
            report: readersReport.map { SettingBody(name: $0.name, value: $0.value, source: $0.source) },
            ownUID: geteuid(), administrator: administrator, now: systemClock)
        if let darkroom = darkroom(lasting.environment) {
            server.makeUpright = { try await darkroom.develop($0, into: $1, as: $2, sideMax: nil) }
            server.pictureConfinement = Darkroom.confinement
        }
        server.meters = lasting.meters
        server.tellingMeans = notify.means
        server.zoneData = { [zones = lasting.zones] in zones.version }
        server.readZonesAgain = { [zones = lasting.zones] in zones.readAgain() }
        server.reload = lasting.reload
        server.troubles = lasting.troubles
        server.isService = lasting.isService
        if lasting.isService {
            let folders = SiteFolders(folders: siteFolders)
            server.closedFolders = { folders.closed }
        }
        return server
    }

    /// What is due is delivered whether or not there is a page to write in.
    private var composerFolder: String? {
        do {
            return try Installation().composer(chosen: http.composer)
        } catch {
            Logger(label: "galleyd").error("\(error)")
            return nil
        }
    }

    fileprivate func darkroom(_ environment: [String: String]) -> Darkroom? {
        Darkroom(program: vipsthumbnail, environment: environment)
    }

    fileprivate var userAgent: String {
        let name = "Galley/\(GalleyVersion.text)"
        return http.publicURL.map { "\(name) (+\($0))" } ?? name
    }

    fileprivate func firstUserName(_ environment: [String: String]) -> String {
        if !author.isEmpty { return String(author.prefix(100)) }
        return environment["USER"].flatMap { $0.isEmpty ? nil : $0 } ?? "author"
    }
}

extension TransferLimits {
    fileprivate init(_ settings: CourierSettings) {
        self.init()
        connectMilliseconds = settings.connect.milliseconds
        firstByteMilliseconds = settings.firstByte.milliseconds
        stallMilliseconds = settings.stall.milliseconds
        wholeMilliseconds = settings.whole.milliseconds
        downloadBytesMax = settings.answerBytesMax
    }
}

extension Span {
    fileprivate var milliseconds: Int { Int(microseconds / 1000) }
}

extension LiveTransport.Rehearsal {
    /// The daemon's own inbox, through its TCP door if it has one.
    fileprivate init(_ doors: [Door], pass: String) {
        for door in doors {
            if case .loopback(let host, let port) = door.place {
                let address = host.contains(":") ? "[\(host)]" : host
                self.init(address: "http://\(address):\(port)/rehearsal", pass: pass)
                return
            }
        }
        var socket: String?
        if case .file(let path)? = doors.first?.place { socket = path }
        self.init(address: "http://localhost/rehearsal", pass: pass, unixSocket: socket)
    }
}
