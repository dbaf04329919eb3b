import Foundation
import Testing
import WebFiles

@testable import WebSocketTransport

@Suite struct StaticFileTests {
    /// A directory of files, with a secret beside it, for as long as `body` runs.
    private func withSite(
        _ more: [String: String] = [:],
        _ body: @escaping @Sendable (TestServer, _ root: URL) throws -> Void
    ) async throws {
        let base = FileManager.default.temporaryDirectory
            .appendingPathComponent("site-\(UUID().uuidString)")
        let root = base.appendingPathComponent("root")
        defer { try? FileManager.default.removeItem(at: base) }
        for folder in ["sub/.git", "api", "parts", "assets"] {
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
        }
        for (name, text) in Self.files.merging(more, uniquingKeysWith: { $1 }) {
            try Data(text.utf8).write(to: base.appendingPathComponent(name))
        }
        try FileManager.default.createSymbolicLink(
            at: root.appendingPathComponent("link.txt"),
            withDestinationURL: base.appendingPathComponent("secret.txt"))
        try await TestServer.run(making: { loop in
            let site = StaticSite(root: root.path, loop: loop)
            return ScriptedApplication(files: { site.serve($0, $1) })
        }) { try body($0, root) }
    }

    private static let files = [
        "secret.txt": "secret", "root/index.html": "<p>home", "root/app.js": "1;",
        "root/style.css": "p{}", "root/icon.svg": "<svg/>", "root/app.webmanifest": "{}",
        "root/data.json": "[]", "root/api/index.html": "<p>api", "root/api/doc.json": "{}",
        "root/api/data.txt": "unseen", "root/app.d.ts": "1", "root/favicon.ico": "ico",
        "root/.hidden": "secret", "root/sub/index.html": "<p>sub",
        "root/sub/.git/config": "secret", "root/with space.txt": "spaced",
        "root/long.js": long, "root/long.png": long, "root/assets/own.js": "3;",
    ]
    private static let long = String(repeating: "const one = 'of many';\n", count: 500)
    /// A page with a module that imports another, and two style sheets.
    private static let app = [
        "root/index.html": """
        <!doctype html>
          <link rel="stylesheet" href="style.css">
          <link rel="stylesheet" href="parts/more.css">
          <script type="module" src="app.js"></script>
        <p>home
        """,
        "root/app.js": "import { one } from './parts/one.js';\nconsole.log(one);\n",
        "root/parts/one.js": "export const one = 1;\n", "root/parts/more.css": "q{}",
    ]

    @Test(arguments: [
        ("/", "text/html; charset=utf-8", "<p>home"),
        ("/index.html?v=1", "text/html; charset=utf-8", "<p>home"),
        ("/app.js", "text/javascript; charset=utf-8", "1;"),
        ("/style.css", "text/css; charset=utf-8", "p{}"),
        ("/icon.svg", "image/svg+xml", "<svg/>"),
        ("/favicon.ico", "image/x-icon", "ico"),
        ("/app.webmanifest", "application/manifest+json", "{}"),
        ("/data.json", "application/json", "[]"),
        ("/sub/", "text/html; charset=utf-8", "<p>sub"),
        ("/app.d.ts", "text/plain; charset=utf-8", "1"),
        ("/with%20space.txt", "text/plain; charset=utf-8", "spaced"),
        ("/?", "text/html; charset=utf-8", "<p>home"),
        ("/?x", "text/html; charset=utf-8", "<p>home"),
        ("//?x=%20&y=/../", "text/html; charset=utf-8", "<p>home"),
        ("/assets/own.js", "text/javascript; charset=utf-8", "3;"),
    ])
    func file_hasItsType(path: String, type: String, text: String) async throws {
        try await withSite { server, _ in
            let answer = try HTTPClient(port: server.port).exchange("GET \(path) HTTP/1.1")
            #expect(answer.status == 200 && answer.text == text)
            #expect(answer.fields["content-type"] == type)
            #expect(answer.fields["cache-control"] == "no-cache")
            #expect(answer.fields["x-content-type-options"] == "nosniff")
            #expect(answer.fields["referrer-policy"] == "no-referrer")
            #expect(answer.fields["cross-origin-opener-policy"] == "same-origin")
            #expect(answer.fields["permissions-policy"]?.contains("camera=()") == true)
            let policy = try #require(answer.fields["content-security-policy"])
            #expect(policy.contains("default-src 'none'"))
            #expect(policy.contains("; connect-src 'self'; "))
        }
    }

    @Test(arguments: [
        "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt",
        "/sub/../../secret.txt", "/sub/..%5c..%5csecret.txt", "/link.txt", "/.hidden",
        "/sub/.git/config", "/sub/%2egit/config", "/sub", "/assets/app.0123456789abcdef.js",
        "/missing", "/index.html/", "/sub/..", "/sub/.", "/./app.js", "/sub/%2E%2e/app.js",
        "/sub%2f..%2fapp.js", "/sub/../?x", "/%2fetc/passwd", "/etc/passwd",
        "/assets/../../secret.txt",
    ])
    func whatIsNotAFileOfTheSite_isNotFound(path: String) async throws {
        try await withSite { server, _ in
            let answer = try HTTPClient(port: server.port).exchange("GET \(path) HTTP/1.1")
            #expect(answer.status == 404 && !answer.text.contains("secret"))
        }
    }

    @Test(arguments: ["/api", "/api/", "/api/data.txt", "/api/sub/doc.json", "/api/doc.json/"])
    func pathsOfOtherRoutes_areTheApplications(path: String) async throws {
        try await withSite { server, _ in
            let answer = try HTTPClient(port: server.port).exchange("GET \(path) HTTP/1.1")
            #expect(answer.text == "GET" && answer.fields["etag"] == nil)
        }
    }

    @Test(arguments: ["/%", "/%zz", "/%ff", "/%00", "/sub/%00", "*", "index.html"])
    func malformedTarget_isABadRequest(path: String) async throws {
        try await withSite { server, _ in
            let answer = try HTTPClient(port: server.port).exchange("GET \(path) HTTP/1.1")
            #expect(answer.status == 400)
        }
    }

    @Test func headAndOtherMethods() async throws {
        try await withSite { server, _ in
            let client = try HTTPClient(port: server.port)
            let head = try client.exchange("HEAD /app.js HTTP/1.1")
            #expect(head.status == 200 && head.fields["content-length"] == "2")
            let post = try client.exchange(
                "POST /app.js HTTP/1.1", fields: ["Content-Length: 2"], body: "{}")
            #expect(post.status == 405 && post.fields["allow"] == "GET, HEAD")
            #expect(try client.exchange("GET /app.js HTTP/1.1").text == "1;")
        }
    }

    // MARK: Encodings

    @Test(arguments: ["/", "/app.js", "/long.js", "/long.png"], ["", "gzip", "br"])
    func unchangedFile_isNotSentAgain(path: String, encoding: String) async throws {
        try await withSite(Self.app) { server, _ in
            let client = try HTTPClient(port: server.port)
            let accepted = "Accept-Encoding: \(encoding)"
            let first = try client.exchange("GET \(path) HTTP/1.1", fields: [accepted])
            let tag = try #require(first.fields["etag"])
            for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let again = try client.exchange(
                    "GET \(path) HTTP/1.1", fields: [accepted, "If-None-Match: \(known)"])
                #expect(again.status == 304 && again.body.isEmpty && again.fields["etag"] == tag)
                #expect(again.fields["vary"] == first.fields["vary"])
            }
            let other = try client.exchange(
                "GET \(path) HTTP/1.1", fields: [accepted, "If-None-Match: \"x\""])
            #expect(other.status == 200)
        }
    }

    @Test func aLongText_isSentCompressed() async throws {
        try await withSite { server, _ in
            let client = try HTTPClient(port: server.port)
            var tags: Set<String?> = []
            for encoding in ["br", "gzip"] {
                for method in ["GET", "HEAD"] {
                    let answer = try client.exchange(
                        "\(method) /long.js HTTP/1.1", fields: ["Accept-Encoding: \(encoding)"])
                    #expect(answer.fields["content-encoding"] == encoding)
                    #expect(answer.fields["vary"] == "Accept-Encoding")
                    let length = try #require(answer.fields["content-length"].flatMap { Int($0) })
                    #expect(length < 500 && answer.body.count == (method == "GET" ? length : 0))
                    tags.insert(answer.fields["etag"])
                }
            }
            let plain = try client.exchange("GET /long.js HTTP/1.1")
            #expect(plain.text == Self.long && plain.fields["content-encoding"] == nil)
            #expect(plain.fields["vary"] == "Accept-Encoding")
            tags.insert(plain.fields["etag"])
            #expect(tags.count == 3 && !tags.contains(nil))
        }
    }

    @Test(arguments: ["/long.png", "/app.js"])
    func whatDoesNotBecomeSmaller_isSentAsItIs(path: String) async throws {
        try await withSite { server, _ in
            let answer = try HTTPClient(port: server.port).exchange(
                "GET \(path) HTTP/1.1", fields: ["Accept-Encoding: gzip, br"])
            #expect(answer.status == 200 && answer.fields["content-encoding"] == nil)
            #expect(answer.fields["vary"] == nil)
        }
    }

    @Test(arguments: [(2 << 20, 200, true), (2 << 20 + 1, 200, false), (32 << 20 + 1, 404, false)])
    func aLargeFile_isNotCompressed_andAVeryLargeOneNotServed(
        count: Int, status: Int, isCompressed: Bool
    ) async throws {
        try await withSite { server, root in
            let file = root.appendingPathComponent("large.txt")
            try Data(count: count).write(to: file)
            let answer = try HTTPClient(port: server.port).exchange(
                "HEAD /large.txt HTTP/1.1", fields: ["Accept-Encoding: gzip"])
            #expect(answer.status == status)
            #expect((answer.fields["content-encoding"] == "gzip") == isCompressed)
        }
    }

    @Test func requestsWhileAFileIsCompressed_areAllAnswered() async throws {
        try await withSite { server, _ in
            let clients = try (0..<8).map { _ in try HTTPClient(port: server.port) }
            for client in clients {
                try client.send("GET /long.js HTTP/1.1")
            }
            for client in clients { #expect(try client.receive().text == Self.long) }
        }
    }

    @Test func aChangedFile_isSentFromThenOn() async throws {
        try await withSite { server, root in
            let client = try HTTPClient(port: server.port)
            let tag = try #require(try client.exchange("GET /long.js HTTP/1.1").fields["etag"])
            let file = root.appendingPathComponent("long.js")
            try Data((Self.long + "2;").utf8).write(to: file)
            let changed = try client.exchange(
                "GET /long.js HTTP/1.1", fields: ["If-None-Match: \(tag)"])
            #expect(changed.text == Self.long + "2;")
            try FileManager.default.removeItem(at: file)
            #expect(try client.exchange("GET /long.js HTTP/1.1").status == 404)
        }
    }

    // MARK: The bundle

    /// The path of the bundle that a page names.
    private static func asset(_ suffix: String, in page: String) throws -> String {
        let pattern = try Regex("assets/[a-z]+\\.[0-9a-f]{16}\\.\(suffix)")
        return String(page[try #require(page.firstMatch(of: pattern)).range])
    }

    @Test func thePage_namesABundleThatMayBeKept() async throws {
        try await withSite(Self.app) { server, _ in
            let client = try HTTPClient(port: server.port)
            let page = try client.exchange("GET / HTTP/1.1")
            #expect(page.fields["cache-control"] == "no-cache" && !page.text.contains("app.js\""))
            for (suffix, type, text) in [
                ("js", "text/javascript; charset=utf-8", "const one = 1;"),
                ("css", "text/css; charset=utf-8", "p{}\nq{}\n"),
            ] {
                let path = try Self.asset(suffix, in: page.text)
                let asset = try client.exchange("GET /\(path) HTTP/1.1")
                #expect(asset.status == 200 && asset.text.contains(text))
                #expect(asset.fields["content-type"] == type)
                #expect(
                    asset.fields["cache-control"] == "public, max-age=31536000, immutable")
            }
        }
    }

    @Test func theModules_stayReachable() async throws {
        try await withSite(Self.app) { server, _ in
            let client = try HTTPClient(port: server.port)
            for path in ["/?modules", "/index.html?modules=1"] {
                let page = try client.exchange("GET \(path) HTTP/1.1")
                #expect(page.text == Self.app["root/index.html"])
            }
            #expect(
                try client.exchange("GET /parts/one.js HTTP/1.1").text == "export const one = 1;\n")
        }
    }

    @Test(arguments: ["root/parts/one.js", "root/parts/more.css", "root/index.html"])
    func aChangedModule_isInTheNextBundle(name: String) async throws {
        try await withSite(Self.app) { server, root in
            let client = try HTTPClient(port: server.port)
            let before = try client.exchange("GET / HTTP/1.1")
            let script = try Self.asset("js", in: before.text)
            let style = try Self.asset("css", in: before.text)
            let added = name.hasSuffix("html") ? "<p>changed" : "\nx/**/{ }"
            let file = root.deletingLastPathComponent().appendingPathComponent(name)
            let text = try #require(Self.app[name])
            // Of another length: the time of a file is coarse.
            try Data((name.hasSuffix("js") ? "export const one = 20;\n" : text + added).utf8)
                .write(to: file)
            let known = try #require(before.fields["etag"])
            let deadline = EventLoop.now + 30
            var after = before
            repeat {
                after = try client.exchange("GET / HTTP/1.1", fields: ["If-None-Match: \(known)"])
            } while after.status == 304 && EventLoop.now < deadline
            #expect(after.status == 200)
            let changesScript = try Self.asset("js", in: after.text) != script
            let changesStyle = try Self.asset("css", in: after.text) != style
            #expect(changesScript == name.hasSuffix("js"))
            #expect(changesStyle == name.hasSuffix("css"))
            #expect(after.text.contains("<p>changed") == name.hasSuffix("html"))
            // A page that is being loaded still gets the files that it names.
            #expect(try client.exchange("GET /\(script) HTTP/1.1").status == 200)
        }
    }

    @Test func modulesThatCannotBeBundled_areServedOneByOne() async throws {
        let broken = Self.app.merging(
            ["root/parts/one.js": "export default 1;\n"], uniquingKeysWith: { $1 })
        try await withSite(broken) { server, _ in
            let page = try HTTPClient(port: server.port).exchange("GET / HTTP/1.1")
            #expect(page.text == Self.app["root/index.html"])
        }
    }
}
