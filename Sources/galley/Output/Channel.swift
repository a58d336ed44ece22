import Glibc

/// Results go one way and complaints another, so that a pipe carries nothing but results.
enum Channel: Int32 {
    case results = 1
    case complaints = 2

    /// Of the terminal; nil where there is none.
    var columns: Int? {
        guard isatty(rawValue) == 1 else { return nil }
        var size = winsize()
        let isKnown = unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }
}

/// Writes all of `text`. When nobody reads any more, the program ends: it has done what was wanted of it.
func write(_ text: String, to channel: Channel) { write(Array(text.utf8), to: channel) }

/// A text that programs want byte for byte. A terminal gets it without what it would obey.
func writeAsItIs(_ text: String) { write(Channel.results.columns == nil ? text : text.printable, to: .results) }

func write(_ bytes: [UInt8], to channel: Channel) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(channel.rawValue, $0.baseAddress, $0.count) }
        if count > 0 {
            rest = rest.dropFirst(count)
        } else if errno == EPIPE {
            if channel == .results { _exit(ExitStatus.done.rawValue) }
            return
        } else if errno != EINTR {
            // There is no place left to complain about the complaint itself.
            if channel == .results { complain("The output could not be written: \(systemError()).") }
            _exit(ExitStatus.refused.rawValue)
        }
    }
}

/// Says what is wrong, on standard error.
func complain(_ sentences: String) { write("galley: \(sentences.printable)\n", to: .complaints) }

/// A remark beside the results: it is for the person, and not part of what a program reads.
func remark(_ sentences: String) { write("\(sentences.printable)\n", to: .complaints) }

/// The system's words for the error of the last call.
func systemError() -> String { unsafe String(cString: strerror(errno)) }
