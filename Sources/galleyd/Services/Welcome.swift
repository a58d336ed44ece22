import Logging
import ServiceLifecycle

/// Prints a link that signs a browser in, for a user who started the daemon in a terminal. The link is never logged.
struct Welcome: Service {
    let link: @Sendable () async throws -> String?
    let log: Logger

    func run() async throws {
        do {
            if let link = try await link() {
                print("Write here:\n  \(link)")
                print("The link signs a browser in, once and within five minutes; `galley open` makes another.")
            }
        } catch {
            log.warning("There is no sign-in link. Run `galley open`.", metadata: ["error": "\(error)"])
        }
        try await gracefulShutdown()
    }
}
