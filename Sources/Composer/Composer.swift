import FoundationEssentials

/// The page in which an author writes: plain files in `Page`, which the daemon serves unchanged. This type finds them.
package struct Composer: Hashable, Sendable {
    /// Holds `index.html` and the files that it refers to.
    package let folder: String

    /// Searches `share/galley/composer` beside the program's prefix (an installation), then the sources above SwiftPM's build
    /// folder, `.build/TRIPLE/release` (development).
    /// - Parameters:
    ///   - programFolder: the folder of the daemon's executable.
    ///   - chosen: the folder that the settings name instead; nil if they name none.
    package init(programFolder: String, chosen: String?) throws(ComposerError) {
        let places =
            chosen.map { [$0] } ?? [
                "\(programFolder)/../share/galley/composer", "\(programFolder)/../../../Sources/Composer/Page",
            ]
        let found = places.first { FileManager.default.fileExists(atPath: "\($0)/index.html") }
        guard let found else { throw ComposerError(places: places, isChosen: chosen != nil) }
        folder = found
    }
}

/// No folder with a page was found.
package struct ComposerError: Error, Hashable, CustomStringConvertible {
    let places: [String]
    let isChosen: Bool

    package var description: String {
        let advice = isChosen ? "Name the folder with the composer's index.html." : "Install Galley again."
        return "The composer's page is missing. Looked for index.html in \(places.joined(separator: ", ")). \(advice)"
    }
}
