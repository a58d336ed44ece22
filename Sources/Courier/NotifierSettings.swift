package import HTTPValues
package import PostStore
package import Posts
package import Targets

/// How the operator is told: by a command, by a webhook, by both or not at all.
package struct NotifierSettings: Sendable {
    /// A program and its arguments; empty for none.
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
}

/// Where notifications are posted: signed, and with secrets in headers, as a `webhook` target's requests are.
package struct NotificationWebhook: Sendable {
    let target: Target
    /// Plain text instead of JSON.
    let isText: Bool

    /// - Throws: what is wrong with the address, the headers or the secret.
    package init(
        url: String, headers: [HTTPHeader], secret: Secret?, secretName: String?, isText: Bool
    ) throws(TargetSettingsError) {
        var settings = TargetSettings(name: "notify", kind: "webhook")
        settings.url = url
        settings.headers = headers.isEmpty ? nil : headers
        settings.secret = secret
        settings.secretName = secretName
        target = try Target(settings)
        self.isText = isText
    }

    /// - Parameter key: the same for the same message.
    func request(_ message: NotificationMessage, key: String, at now: Instant) -> HTTPRequest? {
        let body = isText ? Array(message.text.utf8) : message.json
        let type = isText ? "text/plain; charset=utf-8" : "application/json"
        return target.request(carrying: body, of: type, key: key, at: now)
    }
}
