/// Why a text cannot be sent.
package enum FitError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The author's text for this service, which is never cut, is too long. The count includes the warning.
    case tooLong(count: Int, limit: Int, server: String, warningCount: Int)
    case warningTooLong(count: Int, limit: Int, server: String)
    case nothingToSend

    package var description: String {
        switch self {
        case .tooLong(let count, let limit, let server, let warning):
            "The text is too long by \(count - limit). \(server) counts \(count) characters"
                + (warning > 0 ? ", \(warning) of them in the content warning," : "")
                + " and takes \(limit). Shorten it."
        case .warningTooLong(let count, let limit, let server):
            "The content warning leaves no room for a text. \(server) counts \(count) characters and takes \(limit) "
                + "for both. Shorten it."
        case .nothingToSend:
            "There is nothing to send. The post has no title and no words. Write some, or give this target its own text."
        }
    }
}
