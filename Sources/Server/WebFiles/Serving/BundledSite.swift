import TextBytes

/// A page and its bundle, ready to be sent, and the files that they were made of.
struct BundledSite: Sendable {
    /// Why there is no bundle; nil: there is one.
    let refusal: BundleRefusal?
    /// The page that names the bundle; nil without one.
    let page: SiteContent?
    /// The files of the bundle by their names.
    let assets: [TextKey: SiteContent]
    /// What was read, by path in the site; nil where there was no such file.
    private let sources: [TextKey: SiteFile?]

    /// The path of the page in the site.
    static let pageFile = "index.html"

    /// Makes the bundle of the site's page.
    ///
    /// Takes about a quarter of a second, so not for the event loop's thread.
    init(of directory: SiteDirectory) {
        var sources: [TextKey: SiteFile?] = [:]
        func read(_ path: String) -> [UInt8]? {
            let file = directory.file(at: Self.segments(path))
            sources[TextKey(path)] = .some(file)
            return file?.read()
        }
        do throws(BundleRefusal) {
            guard let source = read(Self.pageFile) else {
                throw BundleRefusal(file: Self.pageFile, line: 1, reason: "there is no such file")
            }
            let bundle = try PageBundle(page: source, file: Self.pageFile, read: read)
            refusal = nil
            page = SiteContent(
                bundle.page, type: MediaType(ofFile: Self.pageFile),
                version: PageBundle.hash(of: bundle.page))
            assets = bundle.assets.reduce(into: [:]) { assets, asset in
                assets[asset.key] = SiteContent(
                    asset.value, type: MediaType(ofFile: asset.key.text),
                    version: PageBundle.hash(of: asset.value), caching: .immutable)
            }
        } catch {
            refusal = error
            page = nil
            assets = [:]
        }
        self.sources = sources
    }

    /// Whether the files are still those that it was made of.
    ///
    /// O(files), about ten microseconds each.
    func isCurrent(in directory: SiteDirectory) -> Bool {
        sources.allSatisfy { path, file in directory.file(at: Self.segments(path.text)) == file }
    }

    private static func segments(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
    }
}
