import Foundation

/// The daemon's executable, run as an operator would.
struct Program {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("galleyd-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    /// Beside the test bundle, because one build puts both there.
    static var path: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("galleyd")
    }

    /// Writes `text` as the settings file.
    @discardableResult
    func write(_ text: String, to name: String = "galley.toml", mode: Int = 0o600) throws -> String {
        let file = home.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return file.path
    }

    /// Runs the program until it ends, in a separate home.
    /// - Parameters:
    ///   - name: what the program takes for its own name.
    ///   - isBound: whether the modes of files bind it, which root's privileges would pass over.
    func run(
        _ arguments: String..., environment: [String: String]? = nil, as name: String = "galleyd", isBound: Bool = false
    ) throws -> (status: Int32, output: String, complaints: String) {
        let process = Process()
        let privileges = "-dac_override,-dac_read_search"
        let binding =
            isBound && geteuid() == 0
            ? ["setpriv", "--bounding-set=\(privileges)", "--inh-caps=\(privileges)"] : []
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments =
            ["-c", #"name=$1; shift; exec -a "$name" "$@""#, "bash", binding.isEmpty ? name : "setpriv"] + binding
            + [Program.path.path] + arguments
        process.environment =
            environment
            ?? ["HOME": home.path, "XDG_CONFIG_HOME": home.path + "/config", "PATH": "/usr/bin:/bin"]
        let output = Pipe()
        let complaints = Pipe()
        process.standardOutput = output
        process.standardError = complaints
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        let complained = complaints.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: said, as: UTF8.self),
            String(decoding: complained, as: UTF8.self)
        )
    }
}
