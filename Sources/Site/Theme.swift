import FoundationEssentials
import Mustache

/// The look of a site: Mustache templates, and files such as `style.css` that are published unchanged.
///
/// An author's theme extends the default one: a file of the same name replaces the default file, and all others stay.
/// `themes/README.md` describes the values for templates.
package struct Theme: Sendable {
    let templates: MustacheLibrary
    /// Sorted by path.
    let assets: [SiteFile]
    /// A hash over all files. It changes with any of them and is only valid within one process.
    let fingerprint: Int

    /// Reads files, so call it on a thread that may block.
    /// - Parameters:
    ///   - defaultFolder: the complete theme that comes with Galley.
    ///   - folder: the author's theme, which may contain any part of one; nil for none.
    package init(defaultFolder: String, folder: String? = nil) throws(ThemeError) {
        var files: [String: ThemeFile] = [:]
        for folder in [defaultFolder, folder].compactMap({ $0 }) {
            for file in try ThemeFile.all(in: folder) { files[file.name] = file }
        }
        var sources: [ThemeSource] = []
        for file in files.values.sorted(by: { $0.name < $1.name }) where file.isTemplate {
            sources.append(try ThemeSource(file))
        }
        for name in Self.required where !sources.contains(where: { $0.name == name }) {
            throw ThemeError(
                file: defaultFolder + "/\(name).mustache", line: nil, problem: "The theme needs this file.")
        }
        try ThemeSource.checkPartials(of: sources)
        templates = MustacheLibrary(templates: Dictionary(sources.map { ($0.name, $0.template) }) { first, _ in first })
        assets = files.values.filter { !$0.isTemplate }.sorted { $0.name < $1.name }
            .map { SiteFile(path: $0.name, bytes: $0.bytes) }
        var hasher = Hasher()
        for file in files.values.sorted(by: { $0.name < $1.name }) {
            hasher.combine(file.name)
            hasher.combine(file.bytes)
        }
        fingerprint = hasher.finalize()
    }

    static let required = ["list", "missing", "page", "post", "redirect", "tags", "archive"]

    /// The theme's icon for browsers; nil for the one that Galley makes.
    var icon: String? {
        ["favicon.svg", "favicon.png", "favicon.ico"].first { name in assets.contains { $0.path == name } }
    }

    /// The page that `template` makes from `context`.
    func page(_ template: String, _ context: TemplateTable) -> String {
        templates.render(context, withTemplate: template) ?? ""
    }
}

/// Why a theme cannot be used: the file, the line and the problem.
package struct ThemeError: Error, Equatable, CustomStringConvertible {
    package let file: String
    /// Counts from 1.
    package let line: Int?
    let problem: String
    package var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(problem)" }
}

/// A file of a theme on disk.
private struct ThemeFile {
    /// From the theme's folder, such as `fonts/text.woff2`.
    let name: String
    let origin: String
    let bytes: [UInt8]

    var isTemplate: Bool { name.hasSuffix(".mustache") }

    private static let bytesMax = 32 << 20

    /// All files except hidden ones and documentation such as `README.md`.
    static func all(in folder: String) throws(ThemeError) -> [ThemeFile] {
        let names: [String]
        do {
            names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        } catch {
            throw ThemeError(
                file: folder, line: nil, problem: "The theme's folder cannot be read. Check its path and permissions.")
        }
        var files: [ThemeFile] = []
        for name in names.sorted() {
            let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") }
            guard !isHidden, !name.hasPrefix("README"), !name.hasPrefix("LICENSE") else { continue }
            if let file = try read(name, in: folder) { files.append(file) }
        }
        return files
    }

    private static func read(_ name: String, in folder: String) throws(ThemeError) -> ThemeFile? {
        let origin = folder + "/" + name
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: origin)
            guard attributes[.type] as? FileAttributeType == .typeRegular else { return nil }
            if let size = attributes[.size] as? Int, size > bytesMax {
                throw ThemeError(
                    file: origin, line: nil, problem: "It has \(size) bytes; a theme's files have up to 32 MB.")
            }
            return ThemeFile(name: name, origin: origin, bytes: [UInt8](try Data(contentsOf: URL(filePath: origin))))
        } catch let error as ThemeError {
            throw error
        } catch {
            throw ThemeError(file: origin, line: nil, problem: "The file cannot be read. Check its permissions.")
        }
    }
}

/// A parsed template and the templates that it uses.
private struct ThemeSource {
    let name: String
    let origin: String
    let template: MustacheTemplate
    let uses: [(name: String, line: Int)]

    init(_ file: ThemeFile) throws(ThemeError) {
        name = String(file.name.dropLast(".mustache".count))
        origin = file.origin
        guard let text = String(validating: file.bytes, as: UTF8.self) else {
            throw ThemeError(file: origin, line: nil, problem: "The template is not UTF-8 text.")
        }
        do {
            template = try MustacheTemplate(string: text)
        } catch let error as MustacheTemplate.ParserError {
            throw ThemeError(file: origin, line: error.context.lineNumber, problem: Self.words(for: error.error))
        } catch {
            throw ThemeError(file: origin, line: nil, problem: "The template cannot be understood: \(error).")
        }
        uses = try Self.uses(in: text, of: origin)
    }

    /// Checks that each used template exists and that none uses itself, directly or indirectly, which would never end.
    static func checkPartials(of sources: [ThemeSource]) throws(ThemeError) {
        let byName = Dictionary(sources.map { ($0.name, $0) }) { first, _ in first }
        var done: Set<String> = []
        func visit(_ source: ThemeSource, path: [String]) throws(ThemeError) {
            guard !done.contains(source.name) else { return }
            for use in source.uses {
                guard let next = byName[use.name] else {
                    let problem = "It uses the template “\(use.name)”, but \(use.name).mustache does not exist."
                    throw ThemeError(file: source.origin, line: use.line, problem: problem)
                }
                guard !(path + [source.name]).contains(use.name) else {
                    let problem = "It uses “\(use.name)”, which uses it in turn."
                    throw ThemeError(file: source.origin, line: use.line, problem: problem)
                }
                try visit(next, path: path + [source.name])
            }
            done.insert(source.name)
        }
        for source in sources { try visit(source, path: []) }
    }

    /// The names in `{{> name}}` and `{{< name}}`. Syntax that this simple parser cannot follow is refused.
    private static func uses(in text: String, of origin: String) throws(ThemeError) -> [(name: String, line: Int)] {
        var uses: [(name: String, line: Int)] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            for tag in line.split(separator: "{{").dropFirst(line.hasPrefix("{{") ? 0 : 1) {
                guard let kind = tag.first, "<>=".contains(kind) else { continue }
                let name = tag.dropFirst().drop(while: \.isWhitespace).prefix { $0 != "}" && !$0.isWhitespace }
                guard kind != "=", !name.hasPrefix("*") else {
                    let problem = "Other delimiters and names taken from values are not supported. Write {{> name}}."
                    throw ThemeError(file: origin, line: index + 1, problem: problem)
                }
                uses.append((String(name), index + 1))
            }
        }
        return uses
    }

    private static func words(for error: any Error) -> String {
        switch error as? MustacheTemplate.Error {
        case .sectionCloseNameIncorrect?: "A section is closed by another name than it was opened with."
        case .unfinishedName?: "A tag is not finished: “{{” needs a name and “}}”."
        case .expectedSectionEnd?: "A section is opened and never closed: {{#name}} needs {{/name}}."
        case .illegalTokenInsideInheritSection?, .textInsideInheritSection?:
            "Between {{<layout}} and {{/layout}} only blocks may stand: {{$main}} … {{/main}}."
        default: "The template cannot be understood here."
        }
    }
}
