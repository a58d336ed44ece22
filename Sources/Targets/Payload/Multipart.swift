/// A form with a file (RFC 7578).
struct Multipart: Hashable, Sendable {
    let contentType: String
    /// The body before and after the file's bytes.
    let head: [UInt8]
    let tail: [UInt8]

    /// - Parameter digest: of the file; makes the boundary unique, because no file can contain its own digest.
    init(fields: [(name: String, value: String)], file: String, type: String, _ digest: String) {
        let boundary = "galley-\(digest.prefix(40))"
        contentType = "multipart/form-data; boundary=\(boundary)"
        let disposition = "Content-Disposition: form-data; name="
        let parts = fields.map { "--\(boundary)\r\n\(disposition)\"\($0.name)\"\r\n\r\n\($0.value)\r\n" }
        let last = "--\(boundary)\r\n\(disposition)\"file\"; filename=\"\(file)\"\r\nContent-Type: \(type)\r\n\r\n"
        head = Array((parts.joined() + last).utf8)
        tail = Array("\r\n--\(boundary)--\r\n".utf8)
    }
}
