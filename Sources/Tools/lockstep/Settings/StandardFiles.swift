import Foundation

/// Where files are that no setting names: below the working directory, as in the source tree, or where the
/// package has installed them.
struct StandardFiles {
    private let folder: String
    private let root: String

    /// - Parameters:
    ///   - folder: The working directory.
    ///   - root: What the paths of an installation begin with.
    init(folder: String = ".", root: String = "") {
        self.folder = folder
        self.root = root
    }

    /// The settings file; nil where there is none.
    var settings: String? { first("config/lockstep.json", or: "/etc/lockstep/lockstep.json") }

    /// The defaults that differ from those below the working directory, by key.
    var defaults: [String: String] {
        var found = [
            "web": first("web-client", or: "/usr/share/lockstep/web-client"),
            "lists": first("config/lists", or: "/usr/share/lockstep/lists"),
        ]
        // The store may be yet to be made: its folder tells.
        if first("data", or: "/var/lib/lockstep") == root + "/var/lib/lockstep" {
            found["store"] = root + "/var/lib/lockstep/lists.sqlite"
        }
        return found.compactMapValues { $0 }
    }

    /// The first of two paths that exists.
    private func first(_ local: String, or installed: String) -> String? {
        if FileManager.default.fileExists(atPath: "\(folder)/\(local)") {
            return folder == "." ? local : "\(folder)/\(local)"
        }
        return FileManager.default.fileExists(atPath: root + installed) ? root + installed : nil
    }
}
