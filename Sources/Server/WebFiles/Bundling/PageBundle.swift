import Hashing
import TextBytes

/// A page whose module, with all that it imports, and whose style sheets are one file each.
///
/// Classic scripts are files of their own, in their place. The files are named by their content, so that browsers may keep them for good. The page stays as it is
/// but for the lines that name them, and for one that names what is loaded later (`<meta name="lazy">`),
/// so that a service worker finds it. They are written like this:
///
///     <script src="theme.js"></script>
///     <link rel="stylesheet" href="styles/base.css">
///     <script type="module" src="app.js"></script>
struct PageBundle {
    /// The text of the page.
    private(set) var page: [UInt8] = []
    /// The content of the files in ``folder``, by their names.
    private(set) var assets: [TextKey: [UInt8]] = [:]

    /// The folder of the files, beside the page.
    static let folder = "assets"

    private static let style = Element(opening: "<link rel=\"stylesheet\" href=\"", closing: "\">")
    private static let classic = Element(opening: "<script src=\"", closing: "\"></script>")
    private static let module = Element(
        opening: "<script type=\"module\" src=\"", closing: "\"></script>")

    /// What a line has that names a script or a style sheet in another way.
    private static let others = ["<script", "rel=\"stylesheet\""]

    /// An element in a line of its own, around the path of a file.
    private struct Element {
        let opening: String
        let closing: String

        /// The path that `line` names; nil if it is another line.
        func path(in line: Substring) -> String? {
            let text = line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard text.starts(with: opening.utf8), Substring(text).ends(with: closing) else {
                return nil
            }
            let path = text.dropFirst(opening.utf8.count).dropLast(closing.utf8.count)
            return path.contains(UInt8(ascii: "\"")) ? nil : String(Substring(path))
        }

        func line(_ path: String) -> String { "  \(opening)\(path)\(closing)" }
    }

    /// Makes the bundle of the page `source`, which stands at the top of the site.
    ///
    /// - Parameters:
    ///   - file: The page's path, for refusals.
    ///   - read: Reads a file of the site by its path; nil if there is none.
    init(
        page source: [UInt8], file: String, read: @escaping (String) -> [UInt8]?
    ) throws(BundleRefusal) {
        var lines: [String] = []
        var styles = StyleBundle()
        var styleLine: Int?
        var hasModule = false
        let text = String(decoding: source, as: UTF8.self)
        let written = text.utf8.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).map { Substring($0) }
        for (index, line) in written.enumerated() {
            func refusal(_ reason: String) -> BundleRefusal {
                BundleRefusal(file: file, line: index + 1, reason: reason)
            }
            if let path = Self.style.path(in: line) {
                guard let sheet = read(path) else { throw refusal("there is no file \(path)") }
                try styles.add(sheet, file: path)
                if styleLine == nil {
                    styleLine = lines.count
                    lines.append("")
                }
            } else if let path = Self.module.path(in: line) {
                guard !hasModule else { throw refusal("a second module") }
                hasModule = true
                let bundle = try ModuleBundle(entry: path, read: read)
                lines.append(Self.module.line(add(bundle.bytes, "app", "js")))
                assets.merge(bundle.lazyBundles) { $1 }
                lines += bundle.lazyBundles.keys.sorted().map { name in
                    "  <meta name=\"lazy\" content=\"\(Self.folder)/\(name)\">"
                }
            } else if let path = Self.classic.path(in: line) {
                guard let script = read(path) else { throw refusal("there is no file \(path)") }
                let name = path.utf8.split(separator: UInt8(ascii: "/")).last?
                    .split(separator: UInt8(ascii: ".")).first.map { String(Substring($0)) }
                lines.append(Self.classic.line(add(script, name ?? "script", "js")))
            } else if Self.others.contains(where: { line.utf8.contains($0.utf8) }) {
                throw refusal("a script or style sheet that is written another way")
            } else {
                lines.append(String(line))
            }
        }
        guard hasModule else {
            throw BundleRefusal(file: file, line: 1, reason: "the page has no module")
        }
        if let styleLine { lines[styleLine] = Self.style.line(add(styles.bytes, "style", "css")) }
        page = Array(lines.joined(separator: "\n").utf8)
    }

    /// Adds a file to the folder; returns its path.
    private mutating func add(_ bytes: [UInt8], _ name: String, _ suffix: String) -> String {
        let file = "\(name).\(Self.hash(of: bytes)).\(suffix)"
        assets[TextKey(file)] = bytes
        return "\(Self.folder)/\(file)"
    }

    /// 64 bits of a hash of `bytes`, in hexadecimal digits.
    static func hash(of bytes: [UInt8]) -> String {
        SHA256.hash(bytes).prefix(8).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }
}
