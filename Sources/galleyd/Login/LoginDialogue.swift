import Digests
import HTTPValues
import JSONTree
import Targets
import Transfer
import Wire

/// Walks a person through the login of one target.
struct LoginDialogue {
    let target: LoginTarget
    let folder: CredentialFolder

    /// - Returns: the credential.
    func run() async throws -> String {
        switch target.login {
        case .mastodon(let login): return try await run(login)
        case .wordpress(let login): return try await run(login)
        case .bluesky(let login): return try paste(from: login.page, or: login.alternative)
        case .page(let address): return try paste(from: address)
        case .token: return try Terminal.ask("Paste the secret of “\(target.name)”: ", isSecret: true)
        }
    }

    private func paste(from address: String, or alternative: String? = nil) throws -> String {
        Terminal.say(
            "Open this address in a browser, sign in and make an app password or a token:\n\n  \(address)\n")
        if let alternative { Terminal.say("If that page makes none: \(alternative).\n") }
        return try Terminal.ask("Paste what the page shows: ", isSecret: true)
    }

    private func run(_ login: MastodonLogin) async throws -> String {
        let file = "app-\(login.origin.drop { $0 != ":" }.drop { ":/".contains($0) })".replacing(":", with: "-")
        let application: MastodonLogin.Application
        if let kept = folder.read(file),
            let known = try? JSONCoding.decode(MastodonLogin.Application.self, from: Array(kept.utf8))
        {
            application = known
        } else {
            application = try login.application(in: try await exchange(login.registration))
            _ = try folder.write(try JSONCoding.text(application), to: file)
        }
        let verifier = try RandomBytes.make(32).base64URL
        Terminal.say(
            """
            Open this address in a browser, sign in and approve. It may post and see your own posts, nothing else:

              \(login.approval(application, challenge: SHA256.hash(verifier.utf8).base64URL))

            """)
        let code = try Terminal.ask("Paste the code that the page shows: ", isSecret: false)
        do {
            return try login.token(in: try await exchange(login.exchange(application, code: code, verifier: verifier)))
        } catch let error as LoginError where error.isUnknownApplication {
            folder.remove(file)
            throw LoginError("\(error) Galley registers itself again: run the command once more.")
        }
    }

    private func run(_ login: WordPressLogin) async throws -> String {
        guard let username = target.username else {
            throw LoginError("Add username = \"…\" to the target first: WordPress asks for both.")
        }
        let page = try login.approval(in: try await exchange(login.discovery))
        if let other = login.otherOrigin(of: page) {
            Terminal.say("\(login.origin) names a page on another server, \(other). You would sign in there.")
            guard try Terminal.ask("If it belongs to your blog, type “yes”: ", isSecret: false) == "yes" else {
                throw LoginError("Nothing was stored. If the blog has moved, correct its url in the settings.")
            }
        }
        Terminal.say(
            """
            Open this address in a browser, sign in as \(username) and approve:

              \(page)

            """)
        return try Terminal.ask("Paste the application password that the page shows: ", isSecret: true)
    }

    private func exchange(_ request: HTTPRequest) async throws -> Exchange {
        var order = TransferRequest(request, certificateAuthorityFile: target.certificateAuthorityFile)
        order.http.headers.append("User-Agent", "Galley/\(GalleyVersion.text)")
        do throws(TransferError) {
            return .success(try await Transfer().exchange(order))
        } catch {
            return .failure(HTTPFailure(reached: error.reached, words: error.description))
        }
    }
}
