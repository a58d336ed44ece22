import FoundationEssentials
import Glibc
import Posts
import Synchronization

/// The system's time zones: `/usr/share/zoneinfo`, package tzdata, read when first asked for.
final class ZoneFiles: Sendable {
    private let folder: String
    private let known = Mutex<[ZoneName: ZoneRules]>([:])

    init(folder: String = "/usr/share/zoneinfo") { self.folder = folder }

    /// The zone called `name`; `nil` when the system has none of that name.
    func zone(_ name: ZoneName) -> Zone? {
        if let rules = known.withLock({ $0[name] }) { return Zone(name: name, rules: rules) }
        guard let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(name.text)")),
            let rules = try? ZoneRules(tzif: [UInt8](data))
        else { return nil }
        known.withLock { $0[name] = rules }
        return Zone(name: name, rules: rules)
    }

    /// The zones that are named for a place, as the package lists them; empty when it does not.
    var names: [String] {
        let table = (try? String(contentsOfFile: "\(folder)/zone1970.tab", encoding: .utf8)) ?? ""
        return table.split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t")
            return line.hasPrefix("#") || columns.count < 3 ? nil : String(columns[2])
        }
    }

    /// What a wall clock in a zone comes to by the rules of today.
    @Sendable func instant(_ wall: WallClock, _ name: ZoneName) -> Instant? {
        zone(name).map { PlannedTime(wall, in: $0).instant }
    }

    /// Forgets what was read: an update of tzdata has replaced the files.
    func readAgain() { known.withLock { $0 = [:] } }

    /// Changes whenever tzdata is updated.
    var version: String {
        let file = unsafe open("\(folder)/tzdata.zi", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "unknown" }
        defer { close(file) }
        // It stands in the first line, such as “# version 2026b”; the hundred thousand bytes behind it are not ours to read.
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(file, &bytes, bytes.count)
        let line = String(decoding: bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.hasPrefix("# version ") ? String(line.dropFirst(10)) : line
    }

    /// The zone this machine keeps, by `/etc/localtime`; UTC when it does not say.
    static func systemZone() -> ZoneName {
        guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime"),
            let range = link.firstRange(of: "zoneinfo/")
        else { return .utc }
        let name = String(link[range.upperBound...])
        // Systems link to either name of it; people write the short one.
        return name == "Etc/UTC" ? .utc : (try? ZoneName(name)) ?? .utc
    }
}
