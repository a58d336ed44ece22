import Foundation
import Pictures
import Posts
import TestSupport
import Testing

@testable import Darkroom

/// With the test's own program in place of `vipsthumbnail`: its arguments, and the handling of its result.
@Suite("The darkroom", .timeLimit(.minutes(10)))
struct DarkroomTests {
    private func folder() throws -> String {
        let path = FileManager.default.temporaryDirectory.path + "/darkroom-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    private func darkroom(_ script: String, in folder: String, seconds: Int64 = 20) throws -> Darkroom {
        let path = folder + "/program"
        try writeProgram("#!/bin/sh\n\(script)\n", to: path)
        return try #require(
            Darkroom(program: path, environment: ["PATH": "/usr/bin:/bin", "X": "y"], timeLimit: .seconds(seconds)))
    }

    @Test("the program gets its arguments one by one, no environment of the daemon's, and creates the file")
    func develops() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = #"out="${8%%[*}"; for word; do echo "$word"; done >"$out"; env >>"$out""#
        let darkroom = try darkroom(script, in: folder)
        try await darkroom.develop(folder + "/in $(x)", into: folder + "/out", as: .jpeg, sideMax: 100)
        let words = try String(contentsOfFile: folder + "/out", encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(
            words.prefix(8) == [
                "\(folder)/in $(x)", "--size", "100x100>", "--export-profile", "srgb", "--vips-concurrency=1",
                "--output",
                "\(folder)/out.making/picture.jpg[strip,Q=88]",
            ])
        #expect(!words.contains { $0.hasPrefix("X=") })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["out", "program"])
    }

    @Test("a program that fails, takes too long or too much or creates nothing leaves no file, and says so")
    func fails() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (script, words) in [
            ("echo broken >&2; exit 3", "status 3. It printed: broken"), ("sleep 30", "it took too long"),
            (":", "its result is not there"), (#"ln -s "$1" "${8%%[*}"; :"#, "its result is not there"),
        ] {
            let darkroom = try darkroom(script, in: folder, seconds: 1)
            let error = await #expect(throws: DarkroomError.self) {
                try await darkroom.develop(folder + "/in", into: folder + "/out", as: .png, sideMax: nil)
            }
            #expect("\(try #require(error))".contains(words))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["program"])
        }
    }

    @Test("a picture is reduced until it fits, and each attempt is smaller than the previous one")
    func fits() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(png(width: 200, height: 200)).write(to: URL(filePath: folder + "/large"))
        let small = png(width: 40, height: 40).map { String(format: "\\%03o", $0) }.joined()
        let script = #"""
            case "$3" in
            "50x50>" | "40x40>") cat "$1" ;;
            "32x32>") printf '\#(small)' ;;
            *) exit 9 ;;
            esac >"${8%%[*}"
            """#
        let facts = MediaFacts(kind: .png, bytes: 1000, width: 250, height: 250)
        let limits = PictureLimits(pixelsMax: 2500)
        let bytes = try await darkroom(script, in: folder).fitted(folder + "/large", facts, to: limits, in: folder)
        #expect(bytes == png(width: 40, height: 40))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["large", "program"])
    }

    @Test("without the program there is no darkroom")
    func missing() {
        #expect(Darkroom(program: "no-such-program", environment: [:]) == nil)
        #expect(Darkroom(program: "", environment: [:]) == nil)
        #expect(Darkroom(program: "/no/such/program", environment: [:]) == nil)
    }
}
