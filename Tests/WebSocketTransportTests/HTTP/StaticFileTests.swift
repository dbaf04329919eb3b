import Foundation
import Testing

@testable import WebSocketTransport

@Suite struct StaticFileTests {
    /// A directory of files, with a secret beside it, for as long as `body` runs.
    private func withSite(_ body: @escaping @Sendable (TestServer) throws -> Void) async throws {
        let base = FileManager.default.temporaryDirectory
            .appendingPathComponent("site-\(UUID().uuidString)")
        let root = base.appendingPathComponent("root")
        defer { try? FileManager.default.removeItem(at: base) }
        try FileManager.default.createDirectory(
            at: root.appendingPathComponent("sub/.git"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            at: root.appendingPathComponent("api"), withIntermediateDirectories: true)
        for (name, text) in Self.files {
            try Data(text.utf8).write(to: base.appendingPathComponent(name))
        }
        try FileManager.default.createSymbolicLink(
            at: root.appendingPathComponent("link.txt"),
            withDestinationURL: base.appendingPathComponent("secret.txt"))
        try await TestServer.run(configure: { $0.webRoot = root.path }, body)
    }

    private static let files = [
        "secret.txt": "secret", "root/index.html": "<p>home", "root/app.js": "1;",
        "root/style.css": "p{}", "root/icon.svg": "<svg/>", "root/app.webmanifest": "{}",
        "root/data.json": "[]", "root/api/index.html": "<p>api", "root/api/doc.json": "{}",
        "root/api/data.txt": "unseen", "root/app.d.ts": "1",
        "root/.hidden": "secret", "root/sub/index.html": "<p>sub",
        "root/sub/.git/config": "secret", "root/with space.txt": "spaced",
    ]

    @Test(arguments: [
        ("/", "text/html; charset=utf-8", "<p>home"),
        ("/index.html?v=1", "text/html; charset=utf-8", "<p>home"),
        ("/app.js", "text/javascript; charset=utf-8", "1;"),
        ("/style.css", "text/css; charset=utf-8", "p{}"),
        ("/icon.svg", "image/svg+xml", "<svg/>"),
        ("/app.webmanifest", "application/manifest+json", "{}"),
        ("/data.json", "application/json", "[]"),
        ("/sub/", "text/html; charset=utf-8", "<p>sub"),
        ("/app.d.ts", "text/plain; charset=utf-8", "1"),
        ("/with%20space.txt", "text/plain; charset=utf-8", "spaced"),
        ("/?", "text/html; charset=utf-8", "<p>home"),
        ("/?x", "text/html; charset=utf-8", "<p>home"),
        ("/a/../sub/..//./?x=%20&y", "text/html; charset=utf-8", "<p>home"),
    ])
    func file_hasItsType(path: String, type: String, text: String) async throws {
        try await withSite { server in
            let answer = try HTTPClient(port: server.port).exchange("GET \(path) HTTP/1.1")
            #expect(answer.status == 200 && answer.text == text)
            #expect(answer.fields["content-type"] == type)
            #expect(answer.fields["cache-control"] == "no-cache")
            #expect(answer.fields["x-content-type-options"] == "nosniff")
            #expect(answer.fields["referrer-policy"] == "no-referrer")
            let policy = try #require(answer.fields["content-security-policy"])
            #expect(policy.contains("default-src 'none'") && policy.contains("connect-src 'self'"))
        }
    }

    @Test(arguments: [
        "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt",
        "/sub/../../secret.txt", "/sub/..%5c..%5csecret.txt", "/link.txt", "/.hidden",
        "/sub/.git/config", "/sub/%2egit/config", "/sub",
        "/missing", "/index.html/", "/%2fetc/passwd", "/etc/passwd",
    ])
    func whatIsNotAFileOfTheSite_isNotFound(path: String) async throws {
        try await withSite { server in
            let answer = try HTTPClient(port: server.port).exchange("GET \(path) HTTP/1.1")
            #expect(answer.status == 404 && !answer.text.contains("secret"))
        }
    }

    @Test(arguments: ["/api", "/api/", "/api/data.txt", "/api/sub/doc.json", "/api/doc.json/"])
    func pathsOfOtherRoutes_areTheApplications(path: String) async throws {
        try await withSite { server in
            let answer = try HTTPClient(port: server.port).exchange("GET \(path) HTTP/1.1")
            #expect(!answer.text.contains("unseen") && answer.fields["etag"] == nil)
        }
    }

    @Test(arguments: ["/%", "/%zz", "/%ff", "/%00", "/sub/%00", "*", "index.html"])
    func malformedTarget_isABadRequest(path: String) async throws {
        try await withSite { server in
            let answer = try HTTPClient(port: server.port).exchange("GET \(path) HTTP/1.1")
            #expect(answer.status == 400)
        }
    }

    @Test func unchangedFile_isNotSentAgain() async throws {
        try await withSite { server in
            let client = try HTTPClient(port: server.port)
            let tag = try #require(try client.exchange("GET / HTTP/1.1").fields["etag"])
            for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let again = try client.exchange(
                    "GET / HTTP/1.1", fields: ["If-None-Match: \(known)"])
                #expect(again.status == 304 && again.body.isEmpty && again.fields["etag"] == tag)
            }
            let other = try client.exchange("GET / HTTP/1.1", fields: ["If-None-Match: \"x\""])
            #expect(other.status == 200)
        }
    }

    @Test func headAndOtherMethods() async throws {
        try await withSite { server in
            let client = try HTTPClient(port: server.port)
            let head = try client.exchange("HEAD /app.js HTTP/1.1")
            #expect(head.status == 200 && head.fields["content-length"] == "2")
            let post = try client.exchange(
                "POST /app.js HTTP/1.1", fields: ["Content-Length: 2"], body: "{}")
            #expect(post.status == 405 && post.fields["allow"] == "GET, HEAD")
            #expect(try client.exchange("GET /app.js HTTP/1.1").text == "1;")
        }
    }
}
