package import HTTPValues
package import PostStore
package import Posts
import Settings
package import Targets

/// How Galley notifies the operator: by a command, a webhook, both or neither.
package struct NotifierSettings: Sendable {
    /// A program and its arguments; empty for no command.
    package var command: [String]
    package var commandTimeLimit: Span
    package var webhook: NotificationWebhook?

    package init(command: [String] = [], commandTimeLimit: Span = .seconds(30), webhook: NotificationWebhook? = nil) {
        self.command = command
        self.commandTimeLimit = commandTimeLimit
        self.webhook = webhook
    }

    package var means: [NotificationMeans] {
        (command.isEmpty ? [] : [.command]) + (webhook == nil ? [] : [.webhook])
    }

    /// The names in the command's arguments that no value has. Templates of other programs, such as `{{.ID}}`, are none.
    package var unknownValues: [String] {
        let pieces = command.flatMap { $0.split(separator: "{{", omittingEmptySubsequences: false).dropFirst() }
        return pieces.compactMap { piece in
            guard let end = piece.firstRange(of: "}}") else { return nil }
            let name = piece[..<end.lowerBound]
            let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isWhitespace }
            return isName && !["subject", "text"].contains(name) ? String(name) : nil
        }
    }

    /// Whether a value would become part of a program that a shell runs, as in `sh -c "echo {{subject}}"`.
    package var fillsAProgram: Bool {
        zip(command, command.dropFirst()).contains { option, program in
            option.wholeMatch(of: /-[a-z]*c/) != nil
                && ["{{subject}}", "{{text}}"].contains { program.contains($0) }
        }
    }
}

/// The URL that receives notifications. Requests are signed and may carry secrets in headers, as those of a `webhook`
/// target.
package struct NotificationWebhook: Sendable {
    let target: Target
    /// Sends plain text instead of JSON.
    let isText: Bool

    /// - Throws: the error in the address, the headers or the secret.
    package init(
        url: String, headers: [HTTPHeader], secret: Secret?, secretName: String?, isText: Bool
    ) throws(TargetSettingsError) {
        var table: [String: SettingsNode.Value] = [
            "name": "notify", "kind": "webhook", "url": .text(url),
            "headers": .table(of: Dictionary(headers.map { ($0.name, $0.value) }) { $1 }),
        ]
        if secret != nil { table["credential"] = .text(secretName ?? "notify") }
        let desk = TargetSurroundings(
            credential: { _, _ in secret.map { .secret($0) } ?? .unusable("There is none.") },
            site: { _, _ in throw NoSite() })
        target = try Target(SettingsSection(table), in: desk)
        self.isText = isText
    }

    private struct NoSite: Error {}

    /// The part of its address that every user may see.
    package func shown(_ address: String) -> String { target.shown(address) }

    /// - Parameter key: the idempotency key, the same for the same message.
    func request(_ message: NotificationMessage, key: String, at now: Instant) -> HTTPRequest? {
        let body = isText ? Array(message.text.utf8) : message.json
        let type = isText ? "text/plain; charset=utf-8" : "application/json"
        return target.request(carrying: body, of: type, key: key, at: now)
    }
}
