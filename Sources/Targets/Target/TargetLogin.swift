package import HTTPValues
import Posts
package import Settings

/// How a person gets the credential of a target: a dialogue with the service and with the person.
package struct TargetLogin: Sendable {
    private let form: any LoginForm

    /// - Throws: `TargetSettingsError` for an unusable kind or address, or a target without a credential.
    package init(_ table: SettingsSection) throws(TargetSettingsError) {
        // A credential may not cross a network in the clear, so the address is checked as that of a target that has one.
        let section = TargetSection(table, in: .none, secret: Secret("login"))
        guard let kind = section.kindName() else { throw section.firstProblem }
        guard let login = kind.declaration.login else {
            section.complain("kind", "A \(kind.declaration.title.lowercased()) needs no login.")
            throw section.firstProblem
        }
        form = login(section)
        guard section.isSound else { throw section.firstProblem }
    }

    /// - Parameters:
    ///   - answers: those of all steps before, in their order.
    ///   - random: 32 bytes, the same for each step of one login.
    package func next(_ answers: [LoginAnswer], random: [UInt8]) -> LoginStep {
        var talk = LoginTalk(random: random, answers: answers[...])
        do throws(LoginInterruption) {
            return .done(try form.credential(&talk))
        } catch {
            switch error {
            case .step(let step): return step
            case .failed(let error): return .failed(error)
            }
        }
    }
}

/// The login at the services of one kind. Like a `Dialogue`, it runs from its start with each answer.
protocol LoginForm: Sendable {
    /// - Returns: the credential to store.
    func credential(_ talk: inout LoginTalk) throws(LoginInterruption) -> String
}

/// What a login does next.
package enum LoginStep: Hashable, Sendable {
    case send(HTTPRequest)
    /// - Parameters:
    ///   - words: what the person reads first; may be empty.
    ///   - prompt: stands before what the person types.
    ///   - isSecret: what is typed is not shown.
    case ask(words: String, prompt: String, isSecret: Bool)
    /// Reads what an earlier login kept under the name.
    case recall(String)
    /// Keeps a text for later logins, where only the owner of the credentials can read it; nil removes it.
    case keep(String?, as: String)
    case done(String)
    case failed(LoginError)
}

package enum LoginAnswer: Sendable {
    case exchange(Exchange)
    /// What the person typed: one line, not empty.
    case typed(String)
    /// What is kept; nil if nothing is.
    case kept(String?)
}

enum LoginInterruption: Error {
    case step(LoginStep)
    case failed(LoginError)
}

struct LoginTalk {
    /// 32 random bytes.
    let random: [UInt8]
    private var answers: ArraySlice<LoginAnswer>

    init(random: [UInt8], answers: ArraySlice<LoginAnswer>) { (self.random, self.answers) = (random, answers) }

    mutating func send(_ request: HTTPRequest) throws(LoginInterruption) -> Exchange {
        guard case .exchange(let exchange)? = answers.popFirst() else { throw .step(.send(request)) }
        return exchange
    }

    mutating func ask(
        _ prompt: String, after words: String = "", isSecret: Bool = false
    ) throws(LoginInterruption) -> String {
        guard case .typed(let text)? = answers.popFirst() else {
            throw .step(.ask(words: words, prompt: prompt, isSecret: isSecret))
        }
        return text
    }

    mutating func recall(_ name: String) throws(LoginInterruption) -> String? {
        guard case .kept(let text)? = answers.popFirst() else { throw .step(.recall(name)) }
        return text
    }

    mutating func keep(_ text: String?, as name: String) throws(LoginInterruption) {
        guard case .kept? = answers.popFirst() else { throw .step(.keep(text, as: name)) }
    }
}

/// A step of a login that failed, in a sentence or two.
package struct LoginError: Error, Hashable, CustomStringConvertible {
    package let description: String
    /// Whether the service no longer knows the registered application.
    package let isUnknownApplication: Bool

    package init(_ description: String, isUnknownApplication: Bool = false) {
        self.description = description
        self.isUnknownApplication = isUnknownApplication
    }
}

/// A token that the person copies from the service's settings.
struct TokenLogin: LoginForm {
    let target: String

    func credential(_ talk: inout LoginTalk) throws(LoginInterruption) -> String {
        try talk.ask("Paste the secret of “\(target)”: ", isSecret: true)
    }
}

/// A page on which the person makes a password or a token for Galley.
struct PageLogin: LoginForm {
    let address: String
    /// What the person does there after the sign-in.
    var make = "make an app password or a token"
    /// Where else it can be made: not every server has such a page of its own.
    var alternative: String?

    func credential(_ talk: inout LoginTalk) throws(LoginInterruption) -> String {
        let page = "Open this address in a browser, sign in and \(make):\n\n  \(address)\n"
        let other = alternative.map { "\nIf that page makes none: \($0).\n" } ?? ""
        return try talk.ask("Paste what the page shows: ", after: page + other, isSecret: true)
    }
}

extension [(String, String)] {
    /// `application/x-www-form-urlencoded`.
    var formEncoded: String { map { "\($0.formEncoded)=\($1.formEncoded)" }.joined(separator: "&") }
}
