import Server
import Settings

/// Where the daemon listens, and who may use it.
struct HTTPSettings {
    /// `HOST:PORT` on loopback; empty for no TCP socket.
    var listen: String
    var isListenChosen: Bool
    var socket: String
    var isSocketChosen: Bool
    var publicURL: String?
    /// The folder of the composer's page; nil for the installed one.
    var composer: String?
}

extension HTTPSettings {
    init(_ section: SettingsSection, directories: Directories) {
        self.init(
            listen: Self.listen(section), isListenChosen: section.has("listen"),
            socket: Self.socket(section, directories: directories), isSocketChosen: section.has("socket"),
            publicURL: Self.publicURL(section), composer: Self.composer(section, directories: directories))
    }

    private static func listen(_ section: SettingsSection) -> String {
        let listen = section.text("listen", default: "127.0.0.1:4470")
        if !listen.isEmpty, ListeningSocket.Address(listen: listen) == nil {
            let words =
                "Write an address of this machine's loopback with a port, such as “127.0.0.1:4470” or “[::1]:4470”, "
            section.complain(
                "listen", "Found “\(listen)”. " + words + "or nothing for none. For more there is a reverse proxy.")
        }
        return listen
    }

    private static func socket(_ section: SettingsSection, directories: Directories) -> String {
        let socket = section.text("socket", default: directories.socket)
        if !socket.hasPrefix("/") || socket.hasSuffix("/") || socket.utf8.count > 107 {
            section.complain(
                "socket", "Found “\(socket)”. Write the whole path of the socket, from /, with at most 107 bytes.")
        }
        return socket
    }

    private static func publicURL(_ section: SettingsSection) -> String? {
        guard let url = section.optionalText("public_url"), !url.isEmpty else { return nil }
        if !isAddressOfDesk(url) {
            let words = "Write the address that browsers are given, without a path, such as “https://desk.example.org”."
            section.complain("public_url", "Found “\(url)”. \(words)")
        }
        return url
    }

    /// Whether `url` has a host, perhaps a port, and no path: the page and the API are at the root of their host.
    private static func isAddressOfDesk(_ url: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: { url.lowercased().hasPrefix($0) }),
            url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"?#@\"".utf8.contains($0) })
        else { return false }
        let rest = url.dropFirst(scheme.count)
        let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
        guard let first = authority.first, first != ":", !authority.contains("/") else { return false }
        let end = first == "[" ? authority.drop { $0 != "]" }.dropFirst() : authority.drop { $0 != ":" }
        return end.isEmpty || end.first == ":" && UInt16(end.dropFirst()) ?? 0 > 0
    }

    private static func composer(_ section: SettingsSection, directories: Directories) -> String? {
        guard let folder = section.optionalText("composer").map(directories.inState) else { return nil }
        do {
            return try Installation().composer(chosen: folder)
        } catch {
            section.complain("composer", "\(error)")
            return nil
        }
    }
}
