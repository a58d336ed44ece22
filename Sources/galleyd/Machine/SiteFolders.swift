import Glibc
import Posts

/// The folders into which sites are written. A service may write where its unit says, and nowhere else.
struct SiteFolders {
    let folders: [TargetName: String]

    /// Those that cannot be written, or made.
    var closed: [String] { folders.values.sorted().filter { unsafe access(Self.nearest(to: $0), W_OK) != 0 } }

    static func words(_ folder: String) -> String {
        "\(folder) cannot be written by the service. Next: galley doctor"
    }

    /// The folder itself, or the one in which it would be made.
    private static func nearest(to folder: String) -> String {
        var path = folder
        while path != "/", unsafe access(path, F_OK) != 0, let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }
}
