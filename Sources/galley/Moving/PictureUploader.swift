import Moving
import Posts
import Wire

/// Uploads the pictures that a text names, each once.
final class PictureUploader {
    private let root: String
    private(set) var address: String?
    private let client: DaemonClient
    /// Whether the daemon checks the pictures and keeps none.
    private let isDryRun: Bool
    /// The addresses on the desk by file, and why the daemon refused a file as a picture.
    private var known: [String: Result<String, Refusal>] = [:]
    /// In a dry run, the pictures that the daemon would keep, by their address.
    private(set) var checked: [String: MediaBody] = [:]
    private(set) var notes: [ImportNoteBody] = []
    private(set) var count = 0

    private static let bytesMax = 64_000_000
    /// Where generators keep files, beside the folder of the text itself. Pelican's are below `content`, Nikola's in `files`, Astro's in
    /// `public` and `src/assets`; other blogs have all of them below `src`.
    private static let foldersOfFiles =
        ["", "/static", "/assets", "/source", "/public", "/content", "/files"]
        + ["content", "src"].flatMap { folder in
            ["", "/static", "/assets", "/images", "/public", "/extra"].map { "/\(folder)\($0)" }
        }

    /// - Parameters:
    ///   - root: the folder to import, absolute and without symbolic links.
    ///   - address: the address of the site from which the posts come.
    init(root: String, address: String?, client: DaemonClient, isDryRun: Bool) {
        self.root = root
        self.address = address
        self.client = client
        self.isDryRun = isDryRun
    }

    private struct Refusal: Error {
        let words: String
    }

    /// Takes the site's address from the file if the author gave none.
    func adopt(_ address: String?) {
        if self.address == nil, let address, !address.isEmpty { self.address = address }
    }

    /// Whether the folder contains the file that an address in the text `file` names.
    func has(_ address: String, in file: String = "") -> Bool { path(of: address, in: file) != nil }

    /// The links of the text `file`, without those to files of the folder that Galley does not take, and a note about
    /// each of these.
    func withoutFiles(
        _ links: [LinkReferences.Link], of file: String
    ) -> (links: [LinkReferences.Link], notes: [ImportNoteBody]) {
        let others = links.filter { LinkReferences.namesFile($0.address) || !has($0.address, in: file) }
        let notes = links.filter { !others.contains($0) }.map { link in
            ImportNoteBody(
                line: link.line, what: "a file",
                words: "“\(link.address)” is a file, and Galley takes only pictures. Copy it to the same place in the "
                    + "site's folder: Galley leaves files there that it did not write.")
        }
        return (others, notes)
    }

    /// Uploads the pictures of a text and changes its references to them.
    /// - Parameters:
    ///   - file: the path of the text, relative to the folder.
    ///   - start: where the body begins.
    ///   - embedded: the pictures that the text itself contained.
    ///   - fingerprint: takes up the pictures, so that it changes with them.
    func collect(
        _ text: String, of file: String, from start: Int, embedded: [EmbeddedPicture] = [],
        fingerprint: inout Fingerprint
    ) throws -> (text: String, pictures: [ImportPictureBody]) {
        notes = []
        var found: [String: String] = [:]
        for reference in Set(PictureReferences.all(in: text, from: start)).sorted() {
            if let picture = embedded.first(where: { $0.name == reference }) {
                fingerprint.add(picture.bytes)
                if let media = try media(reference, picture.bytes) { found[reference] = media }
                continue
            }
            guard let path = path(of: reference, in: file) else {
                if !reference.contains(":"), !reference.hasPrefix("//") {
                    note("“\(reference)” is not there. The text still refers to it.")
                }
                continue
            }
            guard let bytes = try? FolderWalk.read(root + "/" + path, bytesMax: PictureUploader.bytesMax) else {
                note("“\(reference)” is larger than 64 MB or cannot be read. The text still refers to it.")
                continue
            }
            fingerprint.add(bytes)
            if let media = try media(path, bytes) { found[reference] = media }
        }
        let (changed, replaced) = PictureReferences.replacing(in: text, from: start) { found[$0] }
        return (changed, replaced.compactMap { old, new in picture(old, new, path(of: old, in: file) ?? old) })
    }

    /// nil, with a note, for a file that no export would write again. The post shows it all the same.
    private func picture(_ reference: String, _ media: String, _ file: String) -> ImportPictureBody? {
        do throws(ExportedFileError) { try ExportedFile.picture.check(file) } catch {
            note("\(error) The picture is imported; an export puts it into “media” beside the post.")
            return nil
        }
        return ImportPictureBody(reference: reference, media: media, file: file)
    }

    private func media(_ path: String, _ bytes: [UInt8]) throws -> String? {
        let media = try known[path] ?? ask(path, bytes)
        known[path] = media
        switch media {
        case .success(let address): return address
        case .failure(let refusal):
            note(refusal.words)
            return nil
        }
    }

    private func ask(_ path: String, _ bytes: [UInt8]) throws -> Result<String, Refusal> {
        let name = path.split(separator: "/").last.map(String.init)
        do {
            let call = try DaemonCall(API.addMedia).asking(NewMediaQuery(name: name, isDryRun: isDryRun))
                .carrying(bytes, type: "application/octet-stream")
            let media = try client.send(call)
            if isDryRun { checked[media.address] = media }
            count += 1
            return .success(media.address)
        } catch let problem as ProblemBody where (400..<500).contains(problem.status) && problem.status != 403 {
            return .failure(Refusal(words: "“\(path)” was not taken: \(problem.words) The text still refers to it."))
        }
    }

    /// The file of a reference, relative to the folder; nil when it is outside the folder or missing.
    private func path(of reference: String, in file: String) -> String? {
        let reference = reference.referencesResolved.withoutEscapes
        var name = PelicanMark.path(in: String(reference.prefix { $0 != "?" && $0 != "#" }).percentRead)
        if let address, name.hasPrefix(address) { name = "/" + name.dropFirst(address.count).drop { $0 == "/" } }
        guard !name.contains("://"), !name.hasPrefix("media:"), !name.hasPrefix("//") else { return nil }
        let folder = name.hasPrefix("/") ? "" : file.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        // Hexo keeps the pictures of a post in a folder with its name.
        let ownFolder = name.hasPrefix("/") ? [] : [folder + "/" + file.nameWithoutEnding]
        for name in [name, name.ofOriginalSize].compactMap(\.self) {
            for start in [folder] + ownFolder + PictureUploader.foldersOfFiles {
                // After resolving links, the file must be inside the folder.
                guard let found = FolderWalk.resolved(root + start + "/" + name.drop { $0 == "/" }),
                    found.hasPrefix(root + "/"), FolderWalk.isFile(found)
                else { continue }
                return String(found.dropFirst(root.count + 1))
            }
        }
        return nil
    }

    private func note(_ words: String) { notes.append(ImportNoteBody(what: "a picture", words: words)) }
}

extension String {
    /// The last name of a path.
    fileprivate var nameWithoutEnding: String {
        let name = split(separator: "/").last ?? ""
        return String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
    }

    /// Without the backslashes before punctuation.
    fileprivate var withoutEscapes: String { replacing(/\\([!-\/:-@\[-`{-~])/) { String($0.1) } }

    /// The picture from which WordPress (`boats-300x200.jpg`) or Ghost (`/size/w600/boats.jpg`) made a smaller one; nil if
    /// it is not one of their names.
    fileprivate var ofOriginalSize: String? {
        let name = replacing(/-[0-9]{1,5}x[0-9]{1,5}(\.[A-Za-z]{3,4})$/) { String($0.1) }
            .replacing(/\/size\/w[0-9]{1,5}(?:h[0-9]{1,5})?(?:\/format\/[a-z]{3,4})?\//, with: "/")
        return name == self ? nil : name
    }
}
