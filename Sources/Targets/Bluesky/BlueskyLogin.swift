/// The login at a server of the AT Protocol: the person makes an app password on a page, and pastes it.
///
/// - SeeAlso: https://atproto.com/specs/xrpc#app-passwords
struct BlueskyLogin: LoginForm {
    /// The server that holds the account, without a trailing `/`; nil if the settings leave it to be found.
    let origin: String?

    private static let pageOfApp = "https://bsky.app/settings/app-passwords"

    /// The page of the account at its server. Bluesky's own servers leave it to the app.
    var page: String { otherServer.map { "\($0)/account" } ?? BlueskyLogin.pageOfApp }

    /// Where else the password can be made: not every server has a page of its own for that.
    var alternative: String? {
        otherServer.map { "\(BlueskyLogin.pageOfApp), signed in with \($0.hostText) as the hosting provider" }
    }

    func credential(_ talk: inout LoginTalk) throws(LoginInterruption) -> String {
        try PageLogin(address: page, alternative: alternative).credential(&talk)
    }

    /// Both pages in one line, for a message.
    var pages: String { page + (alternative.map { ", or \($0)" } ?? "") }

    private var otherServer: String? {
        guard let origin else { return nil }
        let host = ".\(origin.hostText.lowercased().prefix { $0 != ":" })"
        return [".bsky.social", ".bsky.network", ".bsky.app"].contains { host.hasSuffix($0) } ? nil : origin
    }
}
