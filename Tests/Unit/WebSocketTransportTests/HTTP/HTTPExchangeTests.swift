import Foundation
import Synchronization
import Testing

@testable import WebSocketTransport

@Suite struct HTTPExchangeTests {
    @Test func connection_isKeptForFurtherRequests() async throws {
        let application = ScriptedApplication(respond: { request, exchange in
            exchange.respond(
                HTTPResponse(
                    status: 201, headers: [("ETag", "\"1\"")],
                    body: Array("\(request.method) \(request.segments) ".utf8) + request.body))
        })
        try await TestServer.run(application) { server in
            let client = try HTTPClient(port: server.port)
            for number in 0..<20 {
                let answer = try client.exchange(
                    "POST /api/lists/a%20b HTTP/1.1", fields: ["Content-Length: \(number)"],
                    body: String(repeating: "z", count: number))
                #expect(answer.status == 201 && answer.fields["etag"] == "\"1\"")
                #expect(answer.fields["content-type"] == "application/json")
                #expect(
                    answer.text == "POST [\"api\", \"lists\", \"a b\"] "
                        + String(repeating: "z", count: number))
            }
        }
    }

    @Test(arguments: [
        "/metrics/x/..", "/metrics/x%2f..", "/metrics/%2e", "/x/../metrics", "/api/./x", "/..",
        "/ws/.",
    ])
    func pathsWithPartsOfDots_areNotServed(path: String) async throws {
        try await TestServer.run { server in
            let client = try HTTPClient(port: server.port)
            let answer = try client.exchange("GET \(path) HTTP/1.1")
            #expect(answer.status == 404 && answer.fields["connection"] == "close")
        }
    }

    @Test(arguments: [("evil.example", 421), ("127.0.0.1", 200), ("localhost:1", 200)])
    func openRoute_hasTheNameOfTheServer(host: String, status: Int) async throws {
        try await TestServer.run(configure: { $0.acceptsAnyHost = false }) { server in
            let socket = try RawSocket(port: server.port)
            try socket.send(
                "GET /metrics HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            let answer = String(decoding: try socket.receive(), as: UTF8.self)
            #expect(answer.utf8.starts(with: "HTTP/1.1 \(status) ".utf8))
        }
    }

    @Test(arguments: [
        ("Connection", 200), ("Origin", 200), ("X-Forwarded-For", 200), ("If-None-Match", 200),
        ("Host", 400), ("Expect", 417),
    ])
    func marksInAField_areTextLikeAnyOther(field: String, status: Int) async throws {
        let marks = String(repeating: "\u{301}\u{323}", count: 500)
        try await TestServer.run { server in
            let client = try HTTPClient(port: server.port)
            let answer = try client.exchange(
                "GET /api/\(marks)?\(marks)=\(marks) HTTP/1.1", fields: ["\(field): \(marks)"])
            #expect(answer.status == status)
        }
    }

    @Test func pipelinedRequests_areAnsweredInOrder() async throws {
        let application = ScriptedApplication(respond: { request, exchange in
            exchange.respond(HTTPResponse(status: 200, text: request.queryValue("n") ?? ""))
        })
        try await TestServer.run(application) { server in
            let client = try HTTPClient(port: server.port)
            let requests = (0..<50).map { "GET /api/x?n=\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }
            try client.socket.send(requests.joined())
            for number in 0..<50 {
                #expect(try client.receive().text == "\(number)")
            }
        }
    }

    @Test func answerGivenLater_arrives_andOnlyOnce() async throws {
        let box = ExchangeBox()
        let application = ScriptedApplication(respond: { _, exchange in box.put(exchange) })
        try await TestServer.run(application) { server in
            let client = try HTTPClient(port: server.port)
            for round in 0..<3 {
                try client.send("GET /api/slow HTTP/1.1")
                let exchange = try #require(box.waitForNext())
                server.onLoop {
                    exchange.respond(HTTPResponse(status: 200, text: "round \(round)"))
                    exchange.respond(HTTPResponse(status: 500, text: "again"))
                }
                #expect(try client.receive().text == "round \(round)")
                server.onLoop { exchange.respond(HTTPResponse(status: 500, text: "late")) }
            }
        }
    }

    @Test func answerToAPeerThatHasGone_isHarmless() async throws {
        let box = ExchangeBox()
        let application = ScriptedApplication(respond: { _, exchange in box.put(exchange) })
        try await TestServer.run(application, configure: { $0.closeSeconds = 0.1 }) { server in
            var client: HTTPClient? = try HTTPClient(port: server.port)
            try client?.send("GET /api/slow HTTP/1.1")
            let exchange = try #require(box.waitForNext())
            client = nil
            server.onLoop { exchange.respond(HTTPResponse(status: 200, text: "nobody")) }
            #expect(try HTTPClient(port: server.port).exchange("GET / HTTP/1.1").status == 404)
        }
    }

    @Test func largeAnswer_toASlowReader_arrivesWhole() async throws {
        let body = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 / 100) }
        let application = ScriptedApplication(respond: { _, exchange in
            exchange.respond(HTTPResponse(status: 200, body: body))
        })
        try await TestServer.run(application) { server in
            let client = try HTTPClient(port: server.port)
            try client.send("GET /api/x HTTP/1.1", fields: ["Connection: close"])
            let answer = try client.receive()
            #expect(answer.body == body && answer.fields["connection"] == "close")
            #expect(try client.isAtEnd())
        }
    }

    @Test(arguments: [
        ("HEAD /api/x HTTP/1.1", "", 200), ("GET /api/x HTTP/1.0", "", 200),
        ("POST /api/x HTTP/1.1", "", 411),
        ("POST /api/x HTTP/1.1", "Transfer-Encoding: chunked", 411),
        ("POST /api/x HTTP/1.1", "Content-Length: 101", 413),
        ("POST /api/x HTTP/1.1", "Content-Length: 99999999999999999999", 413),
        ("POST /api/x HTTP/1.1", "Content-Length: -1", 400),
        ("POST /api/x HTTP/1.1", "Content-Length: 1\r\nContent-Length: 2", 400),
        ("GET /api/x HTTP/1.1", "Host: second", 400), ("GET /api/x HTTP/3", "", 505),
        ("GET /api/x?y=%0D%0A HTTP/1.1", "", 400), ("GET /api/%0A HTTP/1.1", "", 400),
        ("POST /api/x HTTP/1.1", "Expect: wonders\r\nContent-Length: 3", 417),
        ("DELETE /api/x HTTP/1.1", "", 200), ("GET /metrics HTTP/1.1", "", 200),
        ("GET /readyz HTTP/1.1", "", 200), ("GET /apix HTTP/1.1", "", 404),
    ])
    func request_getsItsStatus(line: String, field: String, status: Int) async throws {
        try await TestServer.run(configure: { $0.maxBodyBytes = 100 }) { server in
            let client = try HTTPClient(port: server.port)
            let answer = try client.exchange(line, fields: field.isEmpty ? [] : [field])
            #expect(answer.status == status)
            let isLast = status != 404 && (status != 200 || line.hasSuffix("1.0"))
            #expect(answer.fields["connection"] == (isLast ? "close" : "keep-alive"))
        }
    }

    @Test(arguments: [
        "GET /api/x HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
        "GET /api/x HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n", "G@T / HTTP/1.1\r\n\r\n",
        "GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n",
        "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET /api/x HTTP/1.1\r\nX: " + String(repeating: "x", count: 17_000) + "\r\n\r\n",
    ])
    func malformedHead_reachesNobody_andIsCut(head: String) async throws {
        let application = ScriptedApplication(respond: { _, exchange in
            Issue.record("no request")
            exchange.respond(HTTPResponse(status: 200))
        })
        try await TestServer.run(application, configure: { $0.handshakeSeconds = 0.2 }) { server in
            let socket = try RawSocket(port: server.port)
            try socket.send(head)
            var answer: [UInt8] = []
            do {
                while case let bytes = try socket.receive(), !bytes.isEmpty { answer += bytes }
            } catch RawSocket.Failure.closed {}
            let ways = ["HTTP/1.1 400 ", "HTTP/1.0 403 "]
            #expect(answer.isEmpty || ways.contains { answer.starts(with: $0.utf8) })
        }
    }

    @Test(arguments: [
        "/api/x?epoch=a%00b", "/api/x?a%00=b", "/api/a%00b", "/a%00b", "/%00", "/api/x?a=%zz",
        "/api/%4x", "/api/x%", "/api/x?a=%", "/api/x?%", "/ws?a=%00", "/ws/%g0",
    ])
    func escapeThatMayNotBe_isAnsweredWith400(target: String) async throws {
        try await TestServer.run { server in
            for fields in [[], ["Upgrade: websocket", "Connection: Upgrade"]] {
                let client = try HTTPClient(port: server.port)
                // Also after others on the same connection.
                #expect(try client.exchange("GET /api/x HTTP/1.1").status == 200)
                let answer = try client.exchange("GET \(target) HTTP/1.1", fields: fields)
                #expect(answer.status == 400 && answer.fields["connection"] == "close")
                #expect(try client.isAtEnd())
            }
        }
    }

    /// What lws has read already is not looked at: it must not be taken for the begin of a request.
    @Test func requestsCutAnywhere_areRead() async throws {
        try await TestServer.run { server in
            let one = "GET /api/a%20b?c=%41 HTTP/1.1\r\nHost: a\r\n\r\n"
            for size in [1, 7, one.utf8.count - 1, one.utf8.count, 60] {
                var left = 5
                while left > 0 {
                    let client = try HTTPClient(port: server.port)
                    let all = Array(String(repeating: one, count: left).utf8)
                    for start in stride(from: 0, to: all.count, by: size) {
                        let piece = Array(all[start..<min(start + size, all.count)])
                        guard (try? client.socket.send(piece)) != nil else { break }
                        // A round trip to the loop: so the piece mostly comes alone.
                        server.onLoop {}
                    }
                    var isLast = false
                    while left > 0, !isLast {
                        let answer = try client.receive()
                        #expect(answer.status == 200)
                        isLast = answer.fields["connection"] == "close"
                        left -= 1
                    }
                    // A head that comes in pieces may pass by in part where they come together.
                    #expect(!isLast || size < one.utf8.count)
                }
            }
        }
    }

    /// Bytes that arrive between a look at the head and lws's reading pass by unseen: the head is not judged by
    /// the others.
    @Test func headByteByByte_isNotTakenForAMalformedOne() async throws {
        try await TestServer.run { server in
            for _ in 0..<200 {
                let client = try HTTPClient(port: server.port)
                for byte in Array("GET /api/x?c=%41 HTTP/1.1\r\nHost: a\r\n\r\n".utf8) {
                    try client.socket.send([byte])
                }
                #expect(try client.receive().status == 200)
            }
        }
    }

    @Test func upgradeToHTTP2_isIgnored() async throws {
        try await TestServer.run { server in
            let client = try HTTPClient(port: server.port)
            for _ in 0..<2 {
                let answer = try client.exchange(
                    "GET /api/x HTTP/1.1",
                    fields: [
                        "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c",
                        "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
                    ])
                #expect(answer.status == 200 && answer.text == "GET")
            }
        }
    }

    @Test func bodyThatMustBeAskedFor_isAskedFor() async throws {
        try await TestServer.run { server in
            let client = try HTTPClient(port: server.port)
            try client.send(
                "POST /api/x HTTP/1.1", fields: ["Expect: 100-continue", "Content-Length: 3"])
            #expect(try client.receive().status == 100)
            try client.socket.send("abc")
            #expect(try client.receive().status == 200)
        }
    }

    @Test func lineBreakInAField_doesNotBecomeAField() async throws {
        let application = ScriptedApplication(respond: { _, exchange in
            exchange.respond(
                HTTPResponse(status: 200, headers: [("ETag", "a\r\nX-Evil: 1")], text: "x"))
        })
        try await TestServer.run(application) { server in
            let answer = try HTTPClient(port: server.port).exchange("GET /api/x HTTP/1.1")
            #expect(answer.fields["x-evil"] == nil)
        }
    }

    @Test(arguments: [10, 600_000])
    func file_isLetGoBeforeThePeerHasItsLastByte(byteCount: Int) async throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("response-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let content = String(repeating: "f", count: byteCount)
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        let descriptor = unsafe open(path, O_RDONLY)
        try #require(descriptor >= 0)
        let isDone = Flag()
        // Held here, so that it does not merely end with the answer.
        let file = ResponseFile(descriptor: descriptor, byteCount: byteCount) { isDone.set() }
        let application = ScriptedApplication(respond: { _, exchange in
            var response = HTTPResponse(status: 200, contentType: "text/plain")
            response.file = file
            exchange.respond(response)
        })
        try await TestServer.run(application) { server in
            let client = try HTTPClient(port: server.port)
            #expect(try client.exchange("GET /api/file HTTP/1.1").text == content)
            #expect(isDone.isSet)
        }
    }
}

/// Something that has happened, or not yet.
private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}
