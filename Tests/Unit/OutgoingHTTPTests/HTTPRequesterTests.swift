import Foundation
import OutgoingHTTP
import Testing
import TextBytes

/// Requests to a server of the test's own.
@Suite struct HTTPRequesterTests {
    private func requester(
        _ change: (inout HTTPRequesterSettings) -> Void = { _ in }
    ) -> HTTPRequester {
        var settings = HTTPRequesterSettings(userAgent: "lockstep-tests")
        settings.allowPrivate = true
        change(&settings)
        return HTTPRequester(settings)
    }

    private func get(_ url: String, seconds: Double = 20) -> OutgoingRequest {
        OutgoingRequest(url: url, seconds: seconds)
    }

    private func error(of requester: HTTPRequester, _ url: String) async -> HTTPRequestError? {
        do {
            _ = try await requester.send(get(url))
            return nil
        } catch {
            return error
        }
    }

    // MARK: What is sent and read

    @Test func aPost_arrivesAsItIs_andItsReplyIsRead() async throws {
        let server = ScriptedServer { _ in
            ScriptedServer.reply(
                "202 Accepted", "Retry-After: 7\r\nX-A: 1\r\nx-a:  2 \r\n", body: "né")
        }
        let requester = requester()
        let reply = try await requester.send(
            OutgoingRequest(
                method: "POST", url: server.url + "hook?a=b",
                headers: [("X-One", "1"), ("X-None", ""), ("Content-Type", "application/json")],
                body: Array("{}".utf8), seconds: 20))
        #expect(reply.status == 202)
        #expect(reply.headers["retry-after"] == "7")
        #expect(reply.headers["x-a"] == "2")
        #expect(reply.body == Array("né".utf8))
        let request = try #require(server.requests.first)
        let lines = request.components(separatedBy: "\r\n")
        #expect(lines.first == "POST /hook?a=b HTTP/1.1")
        #expect(request.hasSuffix("\r\n\r\n{}"))
        for line in [
            "User-Agent: lockstep-tests", "X-One: 1", "X-None:", "Content-Type: application/json",
            "Content-Length: 2",
        ] {
            #expect(lines.contains(line), "\(line) in \(lines)")
        }
        await requester.stop()
    }

    @Test(arguments: ["GET", "HEAD", "PUT", "PATCH", "DELETE", "POST"])
    func methods_areSentWithoutABody(method: String) async throws {
        let server = ScriptedServer { _ in ScriptedServer.reply() }
        let requester = requester()
        let reply = try await requester.send(
            OutgoingRequest(method: method, url: server.url, seconds: 20))
        #expect(reply.status == 200)
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("\(method) / HTTP/1.1\r\n"))
        #expect(!request.contains("Content-Type"))
        await requester.stop()
    }

    /// Longer than what libcurl asks for leave to send.
    @Test func aLongBody_isSentAtOnce() async throws {
        let server = ScriptedServer { _ in ScriptedServer.reply() }
        let requester = requester()
        let body = [UInt8](repeating: 0x61, count: 3 << 20)
        _ = try await requester.send(
            OutgoingRequest(method: "POST", url: server.url, body: body, seconds: 20))
        let request = try #require(server.requests.first)
        #expect(request.utf8.count > body.count)
        #expect(!request.lowercased().contains("expect"))
        await requester.stop()
    }

    @Test func redirects_areRepliesLikeOthers() async throws {
        let server = ScriptedServer { _ in
            ScriptedServer.reply("302 Found", "Location: /elsewhere\r\n")
        }
        let requester = requester()
        let reply = try await requester.send(get(server.url))
        #expect(reply.status == 302)
        #expect(reply.headers["location"] == "/elsewhere")
        #expect(server.requests.count == 1)
        await requester.stop()
    }

    @Test func cookies_areNotKept() async throws {
        let server = ScriptedServer { _ in ScriptedServer.reply("200 OK", "Set-Cookie: a=b\r\n") }
        let requester = requester()
        for _ in 0..<2 { _ = try await requester.send(get(server.url)) }
        #expect(server.requests.count == 2)
        #expect(!server.requests.joined().contains("Cookie"))
        await requester.stop()
    }

    @Test func aHundred_areUnderWayAtOnce() async throws {
        // The last one lets all others go.
        let arrived = Counter(100)
        let server = ScriptedServer { _ in
            arrived.arriveAndWait()
            return ScriptedServer.reply(body: "ok")
        }
        let requester = requester()
        let url = server.url
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<100 {
                group.addTask {
                    try await requester.send(
                        OutgoingRequest(url: url + String(number), seconds: 60)
                    ).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 100))
        #expect(Set(server.requests.map { $0.prefix { $0 != "\r\n" } }).count == 100)
        await requester.stop()
    }

    // MARK: What is refused

    @Test(
        arguments: [
            "ftp://127.0.0.1/", "file:///etc/passwd", "127.0.0.1", "", "http:/127.0.0.1",
            "https://",
            "http://a b/", "http://a/\r\nX: y", "http://münchen.example/", "http://u:p@127.0.0.1/",
            "http://127.0.0.1:99999/", "gopher://127.0.0.1/", "unix:///tmp/socket",
        ])
    func otherURLs_areRefused(url: String) async {
        let requester = requester()
        let error = await #expect(throws: HTTPRequestError.self) {
            try await requester.send(get(url))
        }
        guard case .badURL = error else { Issue.record("\(url): \(error as Any)"); return }
        await requester.stop()
    }

    @Test(
        arguments: [
            ("POST", "X-A", "1\r\nX-B: 2"), ("POST", "X-A", "1\n2"), ("POST", "X-A\r\nX-B", "1"),
            ("POST", "X-A:", "1"), ("POST", "", "1"), ("POST", "X-A", "a\0b"), ("POST", "X A", "1"),
            ("POST", "Content-Length", "0"), ("POST", "transfer-encoding", "chunked"),
            ("POST", "Host", "elsewhere"), ("GET / HTTP/1.1\r\nX-A:", "X-A", "1"), ("", "X-A", "1"),
        ])
    func injectedLines_areRefused(method: String, name: String, value: String) async {
        let server = ScriptedServer { _ in ScriptedServer.reply() }
        let requester = requester()
        let error = await #expect(throws: HTTPRequestError.self) {
            try await requester.send(
                OutgoingRequest(
                    method: method, url: server.url, headers: [(name, value)], seconds: 20))
        }
        guard case .badRequest = error else { Issue.record("\(error as Any)"); return }
        #expect(server.requests.isEmpty)
        await requester.stop()
    }

    @Test(
        arguments: [
            "127.0.0.1", "localhost", "0x7f.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "0",
        ])
    func privateAddresses_areNotDialed_howeverTheyAreWritten(host: String) async {
        let server = ScriptedServer { _ in ScriptedServer.reply() }
        let requester = requester { $0.allowPrivate = false }
        let error = await #expect(throws: HTTPRequestError.self) {
            try await requester.send(get("http://\(host):\(server.port)/"))
        }
        guard case .refusedAddress = error else { Issue.record("\(error as Any)"); return }
        #expect(server.requests.isEmpty)
        await requester.stop()
    }

    @Test func longAnswers_areTooLarge() async throws {
        let server = ScriptedServer { request in
            switch request.prefix(7) {
            case "GET /a ": ScriptedServer.reply(body: String(repeating: "x", count: 1000))
            case "GET /b ": ScriptedServer.reply(body: String(repeating: "x", count: 1001))
            case "GET /c ":
                .bytes("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 100_000))
            default:
                .bytes(
                    "HTTP/1.1 200 OK\r\n" + String(repeating: "X-A: 1\r\n", count: 10_000)
                        + "Content-Length: 0\r\n\r\n")
            }
        }
        let requester = requester { $0.maximumReplyBytes = 1000 }
        #expect(try await requester.send(get(server.url + "a")).body.count == 1000)
        for path in ["b", "c", "d"] {
            await #expect(throws: HTTPRequestError.tooLarge, "\(path)") {
                try await requester.send(get(server.url + path))
            }
        }
        await requester.stop()
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"])
    func slowAnswers_timeOut(begun: String) async {
        let server = ScriptedServer { _ in .unfinished(begun) }
        let requester = requester()
        await #expect(throws: HTTPRequestError.timedOut) {
            try await requester.send(get(server.url, seconds: 0.2))
        }
        await requester.stop()
    }

    @Test(arguments: ["", "no HTTP\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"])
    func brokenAnswers_areNoReplies(text: String) async throws {
        let server = ScriptedServer { _ in .unfinished(text) }
        let requester = requester()
        async let outcome = error(of: requester, server.url)
        try await server.awaitRequest()
        server.stop()
        let error = await outcome
        guard case .notConnected = error else { Issue.record("\(error as Any)"); return }
        await requester.stop()
    }

    // MARK: Ends

    @Test func stop_endsWhatIsUnderWay_andLaterRequests() async throws {
        let server = ScriptedServer { _ in .unfinished("") }
        let requester = requester()
        async let first = error(of: requester, server.url)
        try await server.awaitRequest()
        await requester.stop()
        let error = await first
        #expect(error == .stopped)
        await #expect(throws: HTTPRequestError.stopped) {
            try await requester.send(get(server.url))
        }
        await requester.stop()
    }

    @Test func everyRequest_hasItsOutcomeWhenStopReturns() async {
        let server = ScriptedServer { _ in .unfinished("") }
        for count in [1, 2, 100] {
            let requester = requester()
            let outcomes = Outcomes()
            for _ in 0..<count { requester.send(get(server.url)) { outcomes.add($0) } }
            await requester.stop()
            #expect(outcomes.errors == Array(repeating: .stopped, count: count))
        }
    }

    @Test func aRequesterWithoutRequests_stops() async {
        await requester().stop()
    }

    @Test func aCancelledTask_endsItsRequest() async throws {
        let server = ScriptedServer { _ in .unfinished("") }
        let requester = requester()
        let request = get(server.url)
        let task = Task { try await requester.send(request) }
        try await server.awaitRequest()
        task.cancel()
        await #expect(throws: HTTPRequestError.stopped) { try await task.value }

        let early = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await requester.send(request)
        }
        await #expect(throws: HTTPRequestError.stopped) { try await early.value }
        #expect(server.requests.count == 1)
        await requester.stop()
    }
}

/// What requests have come to.
private final class Outcomes: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var all: [HTTPRequestError?] = []

    var errors: [HTTPRequestError?] { lock.withLock { unsafe all } }

    func add(_ result: Result<HTTPReply, HTTPRequestError>) {
        let error: HTTPRequestError? = if case .failure(let error) = result { error } else { nil }
        lock.withLock { unsafe all.append(error) }
    }
}

/// Lets as many threads go as it waits for.
private final class Counter: Sendable {
    private let condition = NSCondition()
    nonisolated(unsafe) private var missing: Int

    init(_ count: Int) { unsafe missing = count }

    func arriveAndWait() {
        condition.lock()
        defer { condition.unlock() }
        unsafe missing -= 1
        condition.broadcast()
        while unsafe missing > 0 { condition.wait() }
    }
}
