import Composer
import FoundationEssentials

/// The program's own files: in `share/galley` next to its prefix when installed, in the sources above SwiftPM's build
/// folder during development.
struct Installation {
    private let programFolder: String

    /// - Throws: a sentence when the system does not report the program's path.
    init() throws(InstallationError) {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        guard let link, let slash = link.lastIndex(of: "/") else {
            throw InstallationError(words: "/proc/self/exe cannot be read, so galleyd cannot find its files.")
        }
        programFolder = String(link[..<slash])
    }

    /// The folder of the composer's page.
    /// - Parameter chosen: the folder from the settings, if there is one.
    /// - Throws: the message of `ComposerError`, so that no other file needs to import that module.
    func composer(chosen: String?) throws(InstallationError) -> String {
        do throws(ComposerError) {
            return try Composer(programFolder: programFolder, chosen: chosen).folder
        } catch {
            throw InstallationError(words: error.description)
        }
    }

    /// The folder of the default theme.
    /// - Throws: a sentence that names every place searched.
    func defaultTheme() throws(InstallationError) -> String {
        let candidates = [
            "\(programFolder)/../share/galley/themes/default",
            "\(programFolder)/../../../Sources/Site/themes/default",
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
