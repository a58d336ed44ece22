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

    /// More than any login has.
    private static let stepsMax = 20

    /// - Returns: the credential.
    func run() async throws -> String {
        let random = try RandomBytes.make(32)
        var answers: [LoginAnswer] = []
        for _ in 0..<Self.stepsMax {
            switch target.login.next(answers, random: random) {
            case .send(let request): answers.append(.exchange(await exchange(request)))
            case .ask(let words, let prompt, let isSecret):
                if !words.isEmpty { Terminal.say(words) }
                answers.append(.typed(try Terminal.ask(prompt, isSecret: isSecret)))
            case .recall(let name): answers.append(.kept(folder.read(name)))
            case .keep(let text?, let name):
                _ = try folder.write(text, to: name)
                answers.append(.kept(text))
            case .keep(nil, let name):
                folder.remove(name)
                answers.append(.kept(nil))
            case .done(let secret): return secret
            case .failed(let error): throw error
            }
        }
        throw LoginError("The login at “\(target.name)” does not end. Nothing was stored.")
    }

    private func exchange(_ request: HTTPRequest) async -> Exchange {
        var order = TransferRequest(request, certificateAuthorityFile: target.certificateAuthorityFile)
        order.http.headers.append("User-Agent", "Galley/\(GalleyVersion.text)")
        do throws(TransferError) {
            return .success(try await Transfer().exchange(order))
        } catch {
            return .failure(HTTPFailure(reached: error.reached, words: error.description))
        }
    }
}
