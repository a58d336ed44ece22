/// A number of bytes, as people are told of it.
package struct ByteCount: Hashable, Sendable {
    package let bytes: Int
    package init(_ bytes: Int) { self.bytes = bytes }

    /// Such as `2.1 MB`, `640 KB` or `12 bytes`: in thousands, as disks are sold.
    package var text: String {
        switch bytes {
        case ..<1000: "\(bytes) bytes"
        case ..<999_500: "\((bytes + 500) / 1000) KB"
        default: "\((bytes / 50_000 + 1) / 20).\((bytes / 50_000 + 1) / 2 % 10) MB"
        }
    }
}
