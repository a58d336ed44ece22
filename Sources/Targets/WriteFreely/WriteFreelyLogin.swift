import HTTPValues
import JSONTree

/// The login at WriteFreely: the person's name and password give a token, which is stored in place of them.
///
/// - SeeAlso: https://developers.write.as/docs/api/#authenticate-a-user
struct WriteFreelyLogin: LoginForm {
    /// Scheme, host and port, without a trailing `/`.
    let origin: String

    private var service: Service { Service(name: origin.hostText, secrets: []) }

    func credential(_ talk: inout LoginTalk) throws(LoginInterruption) -> String {
        let words =
            "\(origin) gives a token for your name and password. The token is stored, and the password is not. Without a "
            + "password there, as with a sign-in by another service, type “token” as the name.\n"
        let name = try talk.ask("Your user name at \(service.name): ", after: words)
        if name == "token" { return try talk.ask("Paste the token: ", isSecret: true) }
        let password = try talk.ask("Its password: ", isSecret: true)
        let exchange = try talk.send(
            .json(.object(["alias": .text(name), "pass": .text(password)]), to: "\(origin)/api/auth/login"))
        if let problem = service.problem(exchange, detail: { $0.writeFreelyError }) {
            let hidden = Service(name: service.name, secrets: [Secret(password)]).plain(problem.words)
            throw .failed(LoginError(hidden))
        }
        guard let token = exchange.answer?.json?.at("data", "access_token")?.identifier else {
            throw .failed(LoginError("\(service.name) sent no token. Is `url` the address of a WriteFreely server?"))
        }
        return token
    }
}
