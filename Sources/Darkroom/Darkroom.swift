import FoundationEssentials
import Glibc
package import Pictures
package import Posts
import Programs

/// Makes pictures upright and smaller, by libvips's `vipsthumbnail`: a program of its own for each picture, since what
/// reads pictures of strangers is what is attacked through them. It has no shell, no input, no network and sight of that
/// picture alone where the kernel can do that (`confinement`), and limits in time, memory and size; what it leaves is looked at
/// like any other file before it counts.
/// - SeeAlso: https://www.libvips.org/API/current/using-vipsthumbnail.html
package struct Darkroom: Sendable {
    private let program: String
    private let searchPath: String
    private let timeLimit: Span

    private static let limits = ProgramLimits(
        memoryBytesMax: 2_000_000_000, processorSecondsMax: 60, fileBytesMax: 200_000_000)
    /// So that a loss by repeated compression cannot be seen.
    private static let quality = 88

    /// - Parameters:
    ///   - program: a name or a path.
    ///   - environment: the daemon's; only its `PATH` is used.
    /// - Returns: nil when there is no such program.
    package init?(program: String, environment: [String: String], timeLimit: Span = .seconds(60)) {
        guard !program.isEmpty else { return nil }
        self.program = program
        searchPath = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        self.timeLimit = timeLimit
        let path = ShortProgram(
            arguments: [program], folder: "/", environment: [], searchPath: searchPath, timeLimit: timeLimit
        ).path
        guard let path, unsafe access(path, X_OK) == 0 else { return nil }
    }

    /// How far its programs are kept from the network and from other files: one line, for people.
    package static var confinement: String { Confinement.strength.words }

    /// Makes another file of a picture: upright, in the colours of every screen (sRGB), without metadata, and no side
    /// longer than `sideMax`.
    /// - Parameters:
    ///   - input: the path of the picture.
    ///   - output: the path of the file to be made; its folder must exist.
    ///   - sideMax: nil for as large as it is.
    /// - Throws: `DarkroomError`; then there is no such file.
    package func develop(_ input: String, into output: String, as kind: PictureKind, sideMax: Int?) async throws {
        // A folder of its own: the others of the output's are pictures, too. Large ones are written there in between.
        let folder = "\(output).making"
        guard unsafe mkdir(folder, 0o700) == 0 else {
            throw DarkroomError.failed("it has no folder (error \(errno))", "")
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The ending says of what kind the output is.
        let named = "\(folder)/picture.\(kind.fileEnding)"
        let quality = kind == .png || kind == .gif ? "" : ",Q=\(Darkroom.quality)"
        let side = sideMax ?? 65_535
        let work = ShortProgram(
            arguments: [
                program, input, "--size", "\(side)x\(side)>", "--export-profile", "srgb", "--vips-concurrency=1",
                "--output", "\(named)[strip\(quality)]",
            ], folder: folder,
            // Its vector code writes programs into memory, which the unit forbids; and it shall not use readers of pictures
            // that their makers do not call safe for files of strangers.
            environment: [
                "PATH=\(searchPath)", "LANG=C.UTF-8", "VIPS_NOVECTOR=1", "VIPS_BLOCK_UNTRUSTED=1", "HOME=/nonexistent",
                "TMPDIR=\(folder)",
            ],
            searchPath: searchPath, timeLimit: timeLimit, limits: Darkroom.limits,
            confinement: Confinement(readable: [input], writable: [folder]))
        let (end, words) = try await run(work)
        guard end == .exited(0), isFile(named), unsafe rename(named, output) == 0 else {
            throw DarkroomError.failed(end.words, words)
        }
    }

    /// Nothing else is taken from a program that may be under attack, least of all a link to another file.
    private func isFile(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private func run(_ work: ShortProgram) async throws -> (ShortProgram.End, String) {
        do { return try await work.run() } catch ProgramError.notFound {
            throw DarkroomError.notThere(program)
        } catch ProgramError.cannotStart(let code) {
            throw DarkroomError.failed("it could not be started (error \(code))", "")
        }
    }
}

package enum DarkroomError: Error, Hashable, Sendable, CustomStringConvertible {
    case notThere(String)
    case failed(String, String)

    package var description: String {
        switch self {
        case .notThere(let program):
            "“\(program)” is no longer installed, so the picture cannot be shrunk. Install libvips-tools."
        case .failed(let reason, let words):
            "The picture could not be made to fit: \(reason).\(Self.quoted(words)) Make it smaller yourself."
        }
    }

    private static func quoted(_ words: String) -> String {
        let lines = words.split(whereSeparator: \.isNewline).suffix(2).joined(separator: " ")
        return lines.isEmpty ? "" : " It printed: \(lines.prefix(300))."
    }
}

extension ShortProgram.End {
    fileprivate var words: String {
        switch self {
        case .exited(0): "its result is not there"
        case .exited(let status): "it ended with status \(status)"
        case .signalled(let signal): "it was ended by signal \(signal)"
        case .outOfTime: "it took too long"
        case .cancelled: "Galley is ending"
        }
    }
}
