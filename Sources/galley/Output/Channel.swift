import Glibc
import JSONTree

/// Results and messages go to separate streams, so that a pipe carries only results.
enum Channel: Int32 {
    case results = 1
    case complaints = 2

    /// The width of the terminal; nil when the stream is none.
    var columns: Int? {
        guard isatty(rawValue) == 1 else { return nil }
        var size = winsize()
        let isKnown = unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }
}

/// Writes all of `text`. The program ends successfully when the reader of the results has closed the pipe.
func write(_ text: String, to channel: Channel) { write(Array(text.utf8), to: channel) }

/// Writes a text that programs need byte for byte. On a terminal, control characters are replaced.
func writeAsItIs(_ text: String, to channel: Channel = .results) {
    write(channel.columns == nil ? text : text.printable, to: channel)
}

func write(_ bytes: [UInt8], to channel: Channel) {
    guard !writeAll(bytes, to: channel.rawValue) else { return }
    if errno == EPIPE {
        if channel == .results { _exit(ExitStatus.done.rawValue) }
        return
    }
    // If standard error fails, no stream is left for a message.
    if channel == .results {
        complain(CommandFailure(.refused, "The output could not be written: \(systemError())."))
    }
    _exit(ExitStatus.refused.rawValue)
}

/// - Returns: false, with `errno`, if not all could be written.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 || errno == EINTR else { return false }
        rest = rest.dropFirst(max(0, count))
    }
    return true
}

/// Writes an error to standard error: in words for people, as one line of problem JSON for programs.
func complain(_ failure: CommandFailure) {
    if isForPrograms, let bytes = try? JSONCoding.encode(failure.problem) {
        writeAsItIs(String(decoding: bytes, as: UTF8.self) + "\n", to: .complaints)
    } else {
        write("galley: \(failure.sentences.printable)\n", to: .complaints)
    }
}

/// Writes a remark for the user to standard error, so that it is not part of the results. A program gets none, since it
/// reads only errors there.
func remark(_ sentences: String) {
    if !isForPrograms { write("\(sentences.printable)\n", to: .complaints) }
}

/// Whether the command line asks for JSON. Known even when the rest of the command line is wrong.
var isForPrograms: Bool { CommandLine.arguments.prefix { $0 != "--" }.contains("--json") }

/// The system's message for the error of the last call.
func systemError() -> String { unsafe String(cString: strerror(errno)) }
