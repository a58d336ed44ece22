import Glibc
import Posts

/// The folders of the sites. A service may write only to folders that its unit lists.
struct SiteFolders {
    let folders: [TargetName: String]

    /// The folders that the daemon can neither write to nor create.
    var closed: [String] { folders.values.sorted().filter { unsafe access(Self.nearest(to: $0), W_OK) != 0 } }

    static func warning(_ folder: String) -> Warning {
        Warning(.folder, "\(folder) cannot be written by the service.", next: "galley doctor")
    }

    /// The path without symbolic links, `.` and `..`, as far as it exists.
    static func resolved(_ folder: String) -> String {
        let near = nearest(to: folder)
        guard let found = unsafe realpath(near, nil) else { return folder }
        defer { unsafe free(found) }
        let rest = folder.dropFirst(near.count).split(separator: "/").filter { $0 != "." }
        return rest.reduce(unsafe String(cString: found)) { "\($0)/\($1)" }
    }

    /// The folder itself, or the nearest existing parent.
    private static func nearest(to folder: String) -> String {
        var path = folder
        while path != "/", unsafe access(path, F_OK) != 0, let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }
}
