import Posts

/// The redirects of a site as tables for web servers, which then answer with 301 before they look for a file.
///
/// They are in `.redirects`, which no recommended configuration of a web server shows, and which moves with the folder.
/// A page redirects from the same place, so a server without a table loses nothing.
///
/// | file | program | key |
/// |---|---|---|
/// | `nginx.map` | nginx, in a `map $uri` | the decoded path, in quotation marks |
/// | `apache.map` | Apache, a `RewriteMap` of text | the decoded path |
/// | `caddy.conf` | Caddy, imported in the block of a site | the decoded path, in quotation marks |
/// | `_redirects` | Netlify, at the root of what it publishes | the encoded path |
///
/// Old addresses come from outside. Those with signs that have a meaning in one of these files are in none of them.
struct RedirectMaps {
    /// From the host's root, percent-encoded; no two with the same `from`.
    let redirects: [(from: String, to: String)]

    static let folder = ".redirects"

    /// - Parameter redirects: former paths, each with the present one.
    init(_ redirects: [(from: SitePath, to: SitePath)], _ links: SiteLinks) {
        self.redirects = redirects.map { (from: links.local($0.from), to: links.local($0.to)) }
            .filter { RedirectMaps.isPlain($0.from.percentRead) }
    }

    enum File: String, CaseIterable {
        case nginx = "nginx.map"
        case apache = "apache.map"
        case caddy = "caddy.conf"
        case netlify = "_redirects"
    }

    func text(of file: File) -> String {
        let lines =
            switch file {
            case .nginx: nginx
            case .apache: apache
            case .caddy: caddy
            case .netlify: netlify
            }
        return "# Redirects from former addresses, written by Galley.\n" + lines.map { $0 + "\n" }.joined()
    }

    private var nginx: [String] { redirects.map { "\"\($0.from.percentRead)\" \"\($0.to)\";" } }

    private var apache: [String] { redirects.map { "\($0.from.percentRead) \($0.to)" } }

    private var caddy: [String] {
        ["map {path} {moved} {", "\tdefault \"\""] + redirects.map { "\t\"\($0.from.percentRead)\" \"\($0.to)\"" }
            + ["}", "@moved expression `{moved} != \"\"`", "redir @moved {moved} 301"]
    }

    /// `!`, because Netlify shows the page at the old address otherwise.
    private var netlify: [String] { redirects.map { "\($0.from) \($0.to) 301!" } }

    /// Whether a path has only letters, digits and signs that mean nothing in any of the files.
    private static func isPlain(_ path: String) -> Bool {
        path.unicodeScalars.allSatisfy { scalar in
            guard !scalar.isASCII else {
                return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || "/-._~+,=@".unicodeScalars.contains(scalar)
            }
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                .spacingMark, .decimalNumber:
                return true
            default: return false
            }
        }
    }
}

extension SiteEdition {
    /// None for a site without redirects.
    func redirectMaps() -> [SitePart] {
        let maps = RedirectMaps(contents.redirects.map { (from: $0.path, to: places[$0.target].path) }, site.links)
        guard !maps.redirects.isEmpty else { return [] }
        let inputs = hash("redirects") { hasher in
            for redirect in maps.redirects {
                hasher.combine(redirect.from)
                hasher.combine(redirect.to)
            }
        }
        return RedirectMaps.File.allCases.map { file in
            SitePart("\(RedirectMaps.folder)/\(file.rawValue)", inputs: inputs, givesWay: true) { maps.text(of: file) }
        }
    }
}
