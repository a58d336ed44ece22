import Foundation

/// A program could not be written.
package struct ProgramError: Error { package let path: String }

/// Writes a program that tests may start at once.
///
/// A child writes the file. One that this process has open for writing may be inherited by a program that another test
/// starts at the same moment, and Linux starts no program that is open for writing (ETXTBSY).
package func writeProgram(_ text: String, to path: String) throws {
    let source = path + ".source"
    try Data(text.utf8).write(to: URL(filePath: source))
    defer { try? FileManager.default.removeItem(atPath: source) }
    let install = Process()
    install.executableURL = URL(filePath: "/usr/bin/install")
    install.arguments = ["-m", "755", source, path]
    try install.run()
    install.waitUntilExit()
    guard install.terminationStatus == 0 else { throw ProgramError(path: path) }
}
