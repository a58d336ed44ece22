import Composer
import FoundationEssentials
import Glibc

/// Where the program's own files are: in `share/galley` beside its prefix once installed, in the build folder while developing.
struct Installation {
    private let programFolder: String

    /// - Throws: a sentence when the system does not say where the program lies.
    init() throws(InstallationError) {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        guard let link, let slash = link.lastIndex(of: "/") else {
            throw InstallationError(words: "/proc/self/exe cannot be read, so galleyd cannot find its files.")
        }
        programFolder = String(link[..<slash])
    }

    /// The folder of the composer's page.
    /// - Parameter chosen: the one that the settings name, if they do.
    /// - Throws: what the composer's room says, in words, so that no other file needs to know that room.
    func composer(chosen: String?) throws(InstallationError) -> String {
        do throws(ComposerError) {
            return try Composer(programFolder: programFolder, chosen: chosen).folder
        } catch {
            throw InstallationError(words: error.description)
        }
    }

    /// The folder of the default theme.
    /// - Throws: the places that were looked at.
    func defaultTheme() throws(InstallationError) -> String {
        let candidates = [
            "\(programFolder)/../share/galley/themes/default", "\(programFolder)/galley_Site.resources/themes/default",
        ]
        if let found = candidates.first(where: FileManager.default.fileExists(atPath:)) { return found }
        let places = candidates.joined(separator: ", ")
        throw InstallationError(words: "The default theme is missing. Looked in: \(places). Install Galley again.")
    }
}

struct InstallationError: Error, CustomStringConvertible {
    let words: String
    var description: String { words }
}
