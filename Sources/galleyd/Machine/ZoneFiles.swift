import FoundationEssentials
import Glibc
import Posts
import Synchronization
import Wire

/// The system's time zones from `/usr/share/zoneinfo` (package tzdata). Each is read on first use.
final class ZoneFiles: Sendable {
    private let folder: String
    private let known = Mutex<[ZoneName: ZoneRules]>([:])

    init(folder: String = "/usr/share/zoneinfo") { self.folder = folder }

    /// The zone `name`, in the spelling of its file, whatever its case; nil when the system does not have it. A fixed
    /// offset and UTC need no files.
    func zone(_ name: ZoneName) -> Zone? { Zone(fixed: name) ?? exact(name) ?? spelling(of: name).flatMap(exact) }

    private func spelling(of name: ZoneName) -> ZoneName? {
        let folded = name.text.lowercased()
        return names.first { $0.lowercased() == folded }.flatMap { try? ZoneName($0) }
    }

    private func exact(_ name: ZoneName) -> Zone? {
        if let rules = known.withLock({ $0[name] }) { return Zone(name: name, rules: rules) }
        // Files beside the zones, which browsers do not know; `localtime` is another zone on each machine.
        guard !["localtime", "posixrules", "Factory"].contains(name.text), !name.text.hasPrefix("posix/") else {
            return nil
        }
        guard let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(name.text)")),
            let rules = try? ZoneRules(tzif: [UInt8](data))
        else { return nil }
        known.withLock { $0[name] = rules }
        return Zone(name: name, rules: rules)
    }

    /// The zones and their other names that the package lists; empty when the list is missing.
    var names: [String] {
        let table = (try? String(contentsOfFile: "\(folder)/tzdata.zi", encoding: .utf8)) ?? ""
        // “Z Europe/Lisbon -0:36:45 …” is a zone, “L Europe/Lisbon Portugal” another name of one.
        return table.split(separator: "\n").filter { $0.hasPrefix("Z ") || $0.hasPrefix("L ") }.compactMap { line in
            let words = line.split(separator: " ", maxSplits: 3)
            return words.count < 3 ? nil : String(words[words[0] == "Z" ? 1 : 2])
        }
    }

    /// The words for the author of settings that name a zone which the system does not have.
    static func missing(_ name: ZoneName) -> String {
        let near = nearest(to: name.text, among: ZoneFiles().names).map { "Did you mean “\($0)”?" }
        let advice = near ?? "Use one from /usr/share/zoneinfo, which the package tzdata provides."
        return "The system has no time zone “\(name)”. \(advice)"
    }

    /// The instant of a wall-clock time under the current rules of its zone; nil for an unknown zone.
    @Sendable func instant(_ wall: WallClock, _ name: ZoneName) -> Instant? {
        zone(name).map { PlannedTime(wall, in: $0).instant }
    }

    /// Discards the cached zones after an update of tzdata.
    func readAgain() { known.withLock { $0 = [:] } }

    /// The version of tzdata; `unknown` when it cannot be read.
    var version: String {
        let file = unsafe open("\(folder)/tzdata.zi", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "unknown" }
        defer { close(file) }
        // The version is in the first line, such as “# version 2026b”. The rest, some hundred thousand bytes, is not
        // needed.
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(file, &bytes, bytes.count)
        let line = String(decoding: bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.hasPrefix("# version ") ? String(line.dropFirst(10)) : line
    }

    /// The machine's zone from `/etc/localtime`; UTC when that names none.
    static func systemZone() -> ZoneName {
        guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime"),
            let range = link.firstRange(of: "zoneinfo/")
        else { return .utc }
        let name = String(link[range.upperBound...])
        // Systems link to either name; people write the short one.
        return name == "Etc/UTC" ? .utc : (try? ZoneName(name)) ?? .utc
    }
}
