import Glibc
import Posts
import Targets

/// Questions to the person at the terminal. They also work through a pipe.
enum Terminal {
    /// No credential is longer.
    private static let lineBytesMax = 4096
    /// Ctrl-C.
    private static let interruption: UInt8 = 3

    static func say(_ words: String) { write(words + "\n") }

    /// - Parameter isSecret: the terminal does not show what is typed.
    /// - Returns: one line without the blanks around it.
    static func ask(_ words: String, isSecret: Bool) throws(LoginError) -> String {
        write(words)
        var before = termios()
        let isTerminal = unsafe tcgetattr(STDIN_FILENO, &before) == 0
        let isHidden = isSecret && isTerminal
        if isHidden {
            var silent = before
            // Without signals, because a program that Ctrl-C ends would leave the terminal silent.
            silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
            unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        }
        defer {
            if isHidden {
                unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
                write("\n")
            }
        }
        var (line, byte): ([UInt8], UInt8) = ([], 0)
        while line.count <= lineBytesMax, unsafe read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
            if isHidden, byte == interruption { throw LoginError("Interrupted. Nothing has changed.") }
            line.append(byte)
        }
        let text = String(decoding: line, as: UTF8.self).trimmed
        guard !text.isEmpty else { throw LoginError("Nothing was pasted, so nothing has changed.") }
        guard line.count <= lineBytesMax else {
            throw LoginError("That is longer than \(lineBytesMax) bytes, so it is no credential. Nothing has changed.")
        }
        return text
    }

    private static func write(_ words: String) {
        let bytes = Array(words.utf8)
        _ = unsafe Glibc.write(STDOUT_FILENO, bytes, bytes.count)
    }
}
