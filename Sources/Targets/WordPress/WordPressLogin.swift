import HTTPValues
import JSONTree

/// The login at WordPress: its own page makes an application password and shows it.
///
/// - SeeAlso: https://developer.wordpress.org/advanced-administration/security/application-passwords/
struct WordPressLogin: LoginForm {
    /// The address of the blog, without a trailing `/`.
    let origin: String
    /// The user's login name; nil if the settings name none.
    var username: String?

    func credential(_ talk: inout LoginTalk) throws(LoginInterruption) -> String {
        guard let username else {
            throw .failed(LoginError("Add username = \"…\" to the target first: WordPress asks for both."))
        }
        let page = try page(&talk)
        if let other = otherOrigin(of: page) {
            let words = "\(origin) names a page on another server, \(other). You would sign in there."
            guard try talk.ask("If it belongs to your blog, type “yes”: ", after: words) == "yes" else {
                throw .failed(LoginError("Nothing was stored. If the blog has moved, correct its url in the settings."))
            }
        }
        return try talk.ask(
            "Paste the application password that the page shows: ",
            after: "Open this address in a browser, sign in as \(username) and approve:\n\n  \(page)\n", isSecret: true)
    }

    private func page(_ talk: inout LoginTalk) throws(LoginInterruption) -> String {
        let exchange = try talk.send(discovery)
        do throws(LoginError) { return try approval(in: exchange) } catch { throw .failed(error) }
    }

    /// The description of the API, which names the page.
    var discovery: HTTPRequest {
        HTTPRequest("GET", origin + "/?rest_route=/", headers: [.acceptsJSON])
    }

    /// The page that makes the password.
    func approval(in exchange: Exchange) throws(LoginError) -> String {
        let service = Service(name: origin.hostText, secrets: [])
        if let problem = service.problem(exchange, detail: { _ in nil }) { throw LoginError(problem.words) }
        let pages = exchange.answer?.json?.at("authentication", "application-passwords", "endpoints", "authorization")
        guard let page = pages?.text, page.isWebAddress else {
            throw LoginError(
                "\(service.name) has no application passwords. WordPress has them since 5.6, over https, "
                    + "unless a plugin turns them off.")
        }
        return page + (page.contains("?") ? "&" : "?") + [("app_name", "Galley")].formEncoded
    }

    /// The origin of the page if it is not that of the blog. The person types a password there, so a blog that names the
    /// page of another server needs their consent.
    func otherOrigin(of page: String) -> String? {
        page.originText == origin.originText ? nil : page.originText
    }
}
