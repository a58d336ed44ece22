import ArgumentParser
import Posts
import Wire

/// Completions in the shell that only the daemon knows. The shell runs `galley` at each press of Tab, and picks those that
/// begin like the word that is being typed.
extension CompletionKind {
    static var posts: CompletionKind {
        .custom { words, _, _ in
            let call = DaemonCall(API.listPosts)
            let isAboutDeleted = words.contains("undelete")
            let asked = try? isAboutDeleted ? call.asking(PostsQuery(state: "deleted")) : call
            return Completions(words).names(from: asked ?? call, \.slug)
        }
    }

    static var targets: CompletionKind { names(in: API.listTargets) { $0.name } }
    static var tags: CompletionKind { names(in: API.listTags) { $0.tag } }
    static var tokens: CompletionKind { names(in: API.listTokens) { $0.name } }

    private static func names<Item: Codable & Sendable>(
        in list: Operation<Nothing, Nothing, PageBody<Item>>, _ name: @escaping @Sendable (Item) -> String
    ) -> CompletionKind {
        .custom { words, _, _ in
            Completions(words).names(from: DaemonCall(list), name)
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

    /// The names that keep the rule for names: a shell may obey what else is in one, and adds it to a command line.
    func names<Item: Codable & Sendable>(
        from call: DaemonCall<some Any, some Any, PageBody<Item>>, _ name: (Item) -> String
    ) -> [String] {
        var names: [String] = []
        _ = try? client?.pages(call, limit: Self.countMax) { page in
            names += page.items.map(name).filter(GivenName.isPlain)
            return true
        }
        return names
    }
}

/// The script that completes commands in bash.
enum BashCompletions {
    /// The script of ArgumentParser with another function for lists of words. Its own passes them to `compgen -W`, which
    /// expands each word, and so runs the commands that a name may contain, such as `$(command)`.
    static func withoutExpansion(_ script: String) -> String {
        script.replacing(expanding, with: comparing)
    }

    private static let expanding = #"""
        __galley_add_completions() {
            local completion
            while IFS='' read -r completion; do
                COMPREPLY+=("${completion}")
            done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
        }
        """#

    private static let comparing = #"""
        __galley_add_completions() {
            local completion
            if [[ "${1}" = -W ]]; then
                # What is typed may have a quotation mark before it, and backslashes before blanks.
                local typed="${cur#[\'\"]}"
                typed="${typed//\\/}"
                # Words are compared and never expanded: a name may contain a command.
                while IFS='' read -r completion; do
                    [[ -n "${completion}" && "${completion}" = "${typed}"* ]] && COMPREPLY+=("${completion}")
                done <<<"${2}"
                return
            fi
            while IFS='' read -r completion; do
                COMPREPLY+=("${completion}")
            done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
        }
        """#
}
