import FoundationEssentials
import Glibc
package import Pictures
package import Posts
import Programs

/// Makes pictures upright and smaller with libvips's `vipsthumbnail`, in a separate process for each picture, because
/// decoders are what malicious pictures attack. The process has no shell, no input and no network, sees only that
/// picture where the kernel can enforce it (`confinement`), and has limits of time, memory and size. Galley checks its
/// output like any other file.
/// - SeeAlso: https://www.libvips.org/API/current/using-vipsthumbnail.html
package struct Darkroom: Sendable {
    private let program: String
    private let searchPath: String
    private let timeLimit: Span

    private static let limits = ProgramLimits(
        memoryBytesMax: 2_000_000_000, processorSecondsMax: 60, fileBytesMax: 200_000_000)
    /// High enough to hide the loss of repeated compression.
    private static let quality = 88

    /// - Parameters:
    ///   - program: a name or a path.
    ///   - environment: the daemon's; only its `PATH` is used.
    /// - Returns: nil if there is no such program.
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

    /// How well its processes are confined on this machine, in one line for people.
    package static var confinement: (isWhole: Bool, words: String) {
        (Confinement.strength.isWhole, Confinement.strength.words)
    }

    /// Makes a new file from a picture: upright, in sRGB, without metadata, and with no side longer than `sideMax`.
    /// - Parameters:
    ///   - input: the path of the picture.
    ///   - output: the path of the new file; its folder must exist.
    ///   - sideMax: nil to keep the size.
    /// - Throws: `DarkroomError`; then there is no output file.
    package func develop(_ input: String, into output: String, as kind: PictureKind, sideMax: Int?) async throws {
        // A separate folder, because the output's folder contains other pictures. libvips writes large intermediate
        // files there.
        let folder = "\(output).making"
        guard unsafe mkdir(folder, 0o700) == 0 else {
            throw DarkroomError.failed("it has no folder (error \(errno))", "")
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // libvips chooses the output format by the extension.
        let named = "\(folder)/picture.\(kind.fileEnding)"
        let quality = kind == .png || kind == .gif ? "" : ",Q=\(Darkroom.quality)"
        let side = sideMax ?? 65_535
        let work = ShortProgram(
            arguments: [
                program, input, "--size", "\(side)x\(side)>", "--export-profile", "srgb", "--vips-concurrency=1",
                "--output", "\(named)[strip\(quality)]",
            ], folder: folder,
            // Its vector code generates machine code at run time, which the systemd unit forbids. libvips also blocks
            // decoders that their authors do not consider safe for untrusted files.
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

    /// Accepts only regular files, because the program may be compromised and could leave a link to another file.
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
