import Glibc

/// A smaller version of a picture, as a file.
package struct SitePictureSize: Hashable, Sendable {
    /// Of the picture itself.
    package let digest: String
    /// Pixels.
    package let width: Int
    /// The extension of the file's name, without the dot.
    let ending: String
    package let path: String
    let bytes: Int

    /// - Parameter path: of the file, whose name is `DIGEST-WIDTH.ENDING`.
    /// - Returns: nil if there is no such file or it is empty.
    package init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let match = name.wholeMatch(of: /([0-9a-f]{64})-([0-9]{3,5})\.([a-z]{3,4})/), let width = Int(match.2),
            case var status = stat(), unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size > 0
        else { return nil }
        (digest, self.width, ending, self.path) = (String(match.1), width, String(match.3), path)
        bytes = Int(status.st_size)
    }

    /// The name beside the picture's own on the site.
    func file(beside picture: String) -> String {
        let stem = picture.lastIndex(of: ".").map { picture[..<$0] } ?? picture[...]
        return "\(stem)-\(width).\(ending)"
    }
}
