import JSONTree
import Posts

// Why an exchange with WordPress failed, in WordPress's own words if it names the cause.
// https://developer.wordpress.org/rest-api/extending-the-rest-api/adding-custom-endpoints/#return-value

extension WordPressTarget {
    /// nil if the exchange succeeded.
    func problem(_ exchange: Exchange) -> Outcome? {
        guard let problem = service.problem(exchange, detail: { $0.wordPressError }) else { return nil }
        switch problem {
        case .denied(let words): return .denied("\(words) \(accountAdvice(exchange))")
        // WordPress answers 400 to a request for a status that only members may query.
        case .refused(let words) where exchange.forbiddenStatus != nil:
            return .denied("\(words) \(accountAdvice(exchange))")
        case .refused(let words) where exchange.status == 404 && exchange.answer?.json == nil:
            let hint = "Is `url` the site's address? Without pretty permalinks it ends with “/?rest_route=”."
            return .misconfigured("\(words) \(hint)")
        case .refused(let words) where exchange.answer?.json?["code"]?.text == "rest_no_route":
            return .misconfigured("\(words) WordPress is there, and its interface for posts is switched off.")
        case .accepted, .refused, .misconfigured, .harmful, .busy, .overtaken, .unsent, .unknown, .diverged, .gone:
            return problem
        }
    }

    /// What to do next. If WordPress knows the account, the account lacks a right. With a wrong password WordPress
    /// treats the caller as a visitor and cannot name the cause.
    private func accountAdvice(_ exchange: Exchange) -> String {
        let code = exchange.answer?.json?["code"]?.text ?? ""
        let status = exchange.forbiddenStatus ?? exchange.status
        if status == 403, code.hasPrefix("rest_") {
            return
                "WordPress knows \(username), who lacks the right to do that. Give the account the role of an author."
        }
        if status == 403 {
            return "That is not how WordPress refuses: see what protects the site, such as a firewall or a plugin."
        }
        switch code {
        case "invalid_username", "invalid_email": return "Put the login name into `username`."
        case "incorrect_password":
            return "Make a new application password there, and put it into the credential's file."
        case "application_passwords_disabled", "application_passwords_disabled_for_user":
            return "Switch application passwords on there."
        default: return WordPressTarget.visitorAdvice
        }
    }

    private static let visitorAdvice =
        "It took the request for a visitor's: the user name or the application password may be wrong. If both are right, "
        + "something before WordPress may take the Authorization header away, or application passwords are switched off."
}

extension Exchange {
    /// For a 400, the status that WordPress means: 401 for a visitor, 403 for an account without the right.
    fileprivate var forbiddenStatus: Int? {
        guard status == 400, let details = answer?.json?.at("data", "details", "status"),
            details["code"]?.text == "rest_forbidden_status"
        else { return nil }
        return details.at("data", "status")?.integer ?? 401
    }
}
