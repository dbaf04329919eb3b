import Dispatch
import TextBytes
package import WebSocketTransport

/// Serves the files of one directory to GET and HEAD, compressed, and its page with a bundle of all modules.
///
/// A changed file is served from the next request on. Reading, compressing and bundling happen on a thread
/// of their own, once for each version of a file that is kept; requests wait for that.
///
/// `/?modules` is the page as it is written, with each module and style sheet a file: for debugging. So is
/// `/` where the modules cannot be bundled.
package final class StaticSite: Sendable {
    /// The query that asks for the page without the bundle.
    private static let modulesQuery = "modules"
    /// The most bytes of all contents that are kept; what does not fit is read each time, and sent as it
    /// is.
    private static let maxKeptBytes = 32 << 20
    /// For how long the bundle is served without a look at its files, in seconds: a look takes some time,
    /// and anyone can request the page.
    private static let lookSeconds = 0.1

    private let directory: SiteDirectory
    private let loop: EventLoop
    private let refused: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "site.content", qos: .utility)
    private let bound: LoopBound<Kept>

    /// What is kept, and who waits for it; on the loop's thread.
    private final class Kept {
        var files = KeptFiles(maxBytes: StaticSite.maxKeptBytes)
        /// The requests for contents that are being read, by path and version.
        var waiting: [TextKey: [(HTTPRequest, HTTPExchange)]] = [:]
        var bundle: BundledSite?
        /// The files of the bundle before, which pages that are being loaded may ask for.
        var earlierAssets: [TextKey: SiteContent] = [:]
        /// When the bundle was last known to be current, in seconds of the loop's clock.
        var lookedAt = -Double.infinity
        /// The requests that wait for the bundle; nil: it is not being made.
        var waitingForBundle: [() -> Void]?
    }

    /// Serves the files of `root`; relative paths count from the working directory.
    ///
    /// - Parameter refused: Called with the file, the line and the reason where the modules cannot be
    ///   bundled; on any thread.
    package init(
        root: String, loop: EventLoop, refused: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        directory = SiteDirectory(root: root)
        self.loop = loop
        self.refused = refused
        bound = LoopBound(Kept(), loop: loop)
    }

    private var kept: Kept { bound.value }

    /// Begins to make the bundle, so that the first page need not wait; on the loop's thread.
    package func prepare() {
        withBundle { _ in }
    }

    /// Answers a request, at once or later; on the loop's thread.
    package func serve(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard request.method.isSame(as: "GET") || request.method.isSame(as: "HEAD") else {
            return exchange.respond(Self.readingOnly)
        }
        if let asset = asset(at: request.segments) {
            exchange.respond(asset.response(to: request))
        } else if isPage(request) {
            withBundle { [self] bundle in
                if let page = bundle.page {
                    exchange.respond(page.response(to: request))
                } else {
                    serveFile(request, at: request.segments, exchange)
                }
            }
        } else {
            serveFile(request, at: request.segments, exchange)
        }
    }

    /// Answers a request by the file at this path, whatever path it names.
    package func serve(_ request: HTTPRequest, at path: [String], _ exchange: HTTPExchange) {
        guard request.method.isSame(as: "GET") || request.method.isSame(as: "HEAD") else {
            return exchange.respond(Self.readingOnly)
        }
        serveFile(request, at: path, exchange)
    }

    private func isPage(_ request: HTTPRequest) -> Bool {
        (request.segments.isEmpty || areSame(request.segments, [BundledSite.pageFile]))
            && request.queryValue(Self.modulesQuery) == nil
    }

    // MARK: The bundle

    private func asset(at segments: [String]) -> SiteContent? {
        guard segments.count == 2, segments[0].isSame(as: PageBundle.folder) else {
            return nil
        }
        let name = TextKey(segments[1])
        return kept.bundle?.assets[name] ?? kept.earlierAssets[name]
    }

    /// Calls `work` with the bundle of the current files.
    private func withBundle(_ work: @escaping (BundledSite) -> Void) {
        if let bundle = kept.bundle, isCurrent(bundle) { return work(bundle) }
        let whenMade = { [self] in
            if let bundle = kept.bundle { work(bundle) }
        }
        guard kept.waitingForBundle == nil else {
            kept.waitingForBundle?.append(whenMade)
            return
        }
        kept.waitingForBundle = [whenMade]
        queue.async { [self] in
            let bundle = BundledSite(of: directory)
            if let refusal = bundle.refusal { refused("\(refusal)") }
            loop.execute { [self] in keep(bundle) }
        }
    }

    private func isCurrent(_ bundle: BundledSite) -> Bool {
        guard kept.waitingForBundle == nil else { return false }
        let now = EventLoop.now
        if now - kept.lookedAt < Self.lookSeconds { return true }
        guard bundle.isCurrent(in: directory) else { return false }
        kept.lookedAt = now
        return true
    }

    private func keep(_ bundle: BundledSite) {
        kept.earlierAssets = kept.bundle?.assets ?? [:]
        kept.bundle = bundle
        kept.lookedAt = EventLoop.now
        let waiting = kept.waitingForBundle ?? []
        kept.waitingForBundle = nil
        for work in waiting { work() }
    }

    // MARK: Files

    private func serveFile(_ request: HTTPRequest, at path: [String], _ exchange: HTTPExchange) {
        guard let file = directory.file(at: path) else {
            return exchange.respond(Self.notFound)
        }
        if let content = kept.files.content(of: file) {
            return exchange.respond(content.response(to: request))
        }
        let name = TextKey(file.path + " " + file.version)
        guard kept.waiting[name] == nil else {
            kept.waiting[name]?.append((request, exchange))
            return
        }
        kept.waiting[name] = [(request, exchange)]
        // Compressing what is not kept would be done over and over.
        let isCompressed = kept.files.hasRoom(for: file)
        queue.async { [self] in
            let content = file.read().map {
                SiteContent(
                    $0, type: MediaType(ofFile: file.path), version: file.version,
                    isCompressed: isCompressed)
            }
            loop.execute { [self] in answerWaiting(name, file, content) }
        }
    }

    private func answerWaiting(_ name: TextKey, _ file: SiteFile, _ content: SiteContent?) {
        if let content { kept.files.keep(content, of: file) }
        for (request, exchange) in kept.waiting.removeValue(forKey: name) ?? [] {
            exchange.respond(content?.response(to: request) ?? Self.unreadable)
        }
    }

    private static var readingOnly: HTTPResponse {
        HTTPResponse(status: 405, headers: [("Allow", "GET, HEAD")], text: "method not allowed\n")
    }

    private static var unreadable: HTTPResponse {
        HTTPResponse(status: 500, text: "the file cannot be read\n")
    }

    private static var notFound: HTTPResponse {
        HTTPResponse(status: 404, text: "not found\n")
    }
}
