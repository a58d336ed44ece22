import ArgumentParser
import Wire

/// Completions in the shell that only the daemon knows. The shell runs `galley` at each press of Tab.
extension CompletionKind {
    static var posts: CompletionKind {
        .custom { words, _, start in
            let call = DaemonCall("posts").asking("state", words.contains("undelete") ? "deleted" : nil)
            return Completions(words).names(from: call, of: PostSummaryBody.self, start, \.slug)
        }
    }

    static var targets: CompletionKind { names(in: "targets") { (target: TargetBody) in target.name } }
    static var tokens: CompletionKind { names(in: "tokens") { (token: TokenBody) in token.name } }

    private static func names<Item: Codable & Sendable>(
        in list: String, _ name: @escaping @Sendable (Item) -> String
    ) -> CompletionKind {
        .custom { words, _, start in
            Completions(words).names(from: DaemonCall(list), of: Item.self, start, name)
        }
    }
}

/// Asks the daemon on behalf of a shell: within two seconds, and without a word if it cannot be asked.
private struct Completions {
    private let client: DaemonClient?
    /// The newest posts are the ones that an author names; an older one can be typed.
    private static let countMax = 1000

    /// - Parameter words: the command line so far, which may say where the daemon is.
    init(_ words: [String]) {
        var arguments: [String] = []
        for option in ["--socket", "--url", "--token-file"] {
            // Of “--socket=PATH”, bash makes three words, zsh and fish one.
            if let joined = words.first(where: { $0.hasPrefix(option + "=") && $0 != option + "=" }) {
                arguments.append(joined)
            } else if let index = words.firstIndex(of: option),
                let value = words[(index + 1)...].first(where: { $0 != "=" })
            {
                arguments += [option, value]
            }
        }
        let options = try? DaemonOptions.parse(arguments)
        client = options.flatMap { try? DaemonClient(DaemonAddress($0), timeoutSeconds: 2) }
    }

    /// The names that begin with `start`.
    func names<Item: Codable & Sendable>(
        from call: DaemonCall, of type: Item.Type, _ start: String, _ name: (Item) -> String
    ) -> [String] {
        var names: [String] = []
        _ = try? client?.pages(call, of: type, limit: Self.countMax) { page in
            names += page.map(name).filter { $0.hasPrefix(start) }
            return true
        }
        return names
    }
}
