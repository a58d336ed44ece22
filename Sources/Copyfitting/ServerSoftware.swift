/// The software of a server with Mastodon's API, as the server names it.
package struct ServerSoftware: Hashable, Sendable {
    private let name: String
    private let version: String

    /// - Parameters:
    ///   - name: NodeInfo's `software.name`, in any case.
    ///   - version: of NodeInfo or of the instance, such as `4.4.0+glitch`.
    package init(_ name: String, version: String = "") {
        self.name = name.lowercased()
        self.version = version.lowercased()
    }

    /// Whether it is Mastodon or a fork that counts characters, remembers keys and lists posts as Mastodon does.
    package var isMastodonFork: Bool { ServerSoftware.forks.contains(name) }

    /// Whether it is glitch-soc, which takes the content type of a status. It calls itself `mastodon` and shows in its
    /// version what it is.
    package var isGlitch: Bool {
        ServerSoftware.glitch.contains(name) || (isMastodonFork && version.contains("+glitch"))
    }

    private static let glitch: Set<String> = ["glitch", "glitch-soc", "glitchsoc"]
    private static let forks = glitch.union([
        "mastodon", "hometown", "fedibird", "glitchcafe", "ecko", "kmyblue", "chuckya",
    ])
}
