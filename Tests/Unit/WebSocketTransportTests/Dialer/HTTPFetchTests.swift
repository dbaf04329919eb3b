import Testing

@testable import WebSocketTransport

@Suite struct HTTPFetchTests {
    @Test func get_bringsStatusFieldsAndBody() async throws {
        let application = ScriptedApplication(respond: { request, exchange in
            exchange.respond(
                HTTPResponse(
                    status: 404, contentType: "application/json", headers: [("ETag", "\"7\"")],
                    body: Array("\(request.path) \(request.header("authorization") ?? "")".utf8)))
        })
        try await DialedServer.run(application) { server in
            let answer = try await server.dialer.fetch(
                HTTPClientRequest(
                    to: server.url("/api/lists?x=1"), headers: [("Authorization", "Bearer abc")]))
            #expect(answer.status == 404 && answer.header("ETag") == "\"7\"")
            #expect(answer.header("Content-Type") == "application/json")
            #expect(answer.text == "/api/lists Bearer abc")
        }
    }

    @Test(arguments: [0, 1, 1000, 65_536, 1_000_000])
    func post_sendsItsBodyWhole_andReadsItBack(size: Int) async throws {
        let application = ScriptedApplication(respond: { request, exchange in
            exchange.respond(HTTPResponse(status: 201, body: request.body))
        })
        try await DialedServer.run(application) { server in
            let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            for _ in 0..<3 {
                let answer = try await server.dialer.fetch(
                    HTTPClientRequest(to: server.url("/api/lists"), method: "POST", body: body))
                #expect(answer.status == 201 && answer.body == body)
            }
        }
    }

    @Test func manyRequestsAtOnce_eachGetTheirAnswer() async throws {
        let application = ScriptedApplication(respond: { request, exchange in
            exchange.respond(HTTPResponse(status: 200, text: request.path))
        })
        try await DialedServer.run(application) { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let answer = try await server.dialer.fetch(
                            HTTPClientRequest(to: server.url("/api/\(number)")))
                        #expect(answer.text == "/api/\(number)")
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: ["HEAD", "DELETE"])
    func answerWithoutBody_isWhole(method: String) async throws {
        let application = ScriptedApplication(respond: { request, exchange in
            let status = request.method == "DELETE" ? 204 : 200
            exchange.respond(HTTPResponse(status: status, body: [1, 2, 3]))
        })
        try await DialedServer.run(application) { server in
            let answer = try await server.dialer.fetch(
                HTTPClientRequest(to: server.url("/api/lists"), method: method))
            #expect(answer.body.isEmpty)
        }
    }

    @Test func bigBody_waitsWithThePeer_untilItIsAskedFor() async throws {
        let size = 32 << 20
        let application = ScriptedApplication(respond: { _, exchange in
            exchange.respond(HTTPResponse(status: 200, body: [UInt8](repeating: 7, count: size)))
        })
        try await DialedServer.run(application) { server in
            let download = try await server.dialer.download(
                HTTPClientRequest(to: server.url("/api")))
            #expect(download.response.header("content-length") == "\(size)")
            var count = 0
            var largest = 0
            while let piece = try await download.nextPiece() {
                count += piece.count
                largest = max(largest, piece.count)
            }
            #expect(count == size && largest <= 65_536)
            #expect(try await download.nextPiece() == nil)
        }
    }

    @Test func bodyOverTheBound_isRefused() async throws {
        let application = ScriptedApplication(respond: { _, exchange in
            exchange.respond(HTTPResponse(status: 200, body: [UInt8](repeating: 7, count: 1001)))
        })
        try await DialedServer.run(application) { server in
            let url = try server.url("/api")
            await #expect(throws: DialError.tooLarge(url.authority, limit: 1000)) {
                try await server.dialer.fetch(HTTPClientRequest(to: url), maxBodyBytes: 1000)
            }
        }
    }

    @Test func serverThatIsTooSlow_isGivenUp() async throws {
        try await DialedServer.run(
            ScriptedApplication(respond: { _, _ in }),
            configure: {
                _ = $0; $1.requestSeconds = 0.2
            }
        ) { server in
            let url = try server.url("/api")
            await #expect(throws: DialError.timedOut(url.authority, seconds: 0.2)) {
                try await server.dialer.fetch(HTTPClientRequest(to: url))
            }
        }
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort", nil),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n", nil),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nwhole\r\n3\r\n it\r\n0\r\n\r\n",
            "whole it"
        ),
        ("HTTP/1.1 200 OK\r\n\r\nuntil the end", "until the end"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ""),
        ("HTTP/1.1 301 Moved\r\nLocation: /x\r\nContent-Length: 2\r\n\r\nno", "no"),
    ])
    func framings_areRead_andCutAnswersNotTakenForWhole(answer: String, body: String?) async throws
    {
        let peer = try SilentPeer(answers: answer)
        try await DialedServer.run { server in
            let url = try RemoteURL("http://127.0.0.1:\(peer.port)/")
            if let body {
                #expect(try await server.dialer.fetch(HTTPClientRequest(to: url)).text == body)
            } else {
                await #expect(throws: DialError.cut(url.authority)) {
                    try await server.dialer.fetch(HTTPClientRequest(to: url))
                }
            }
        }
    }

    @Test func headerField_cannotSmuggleAnother() async throws {
        try await DialedServer.run { server in
            let request = HTTPClientRequest(
                to: try server.url("/api"), headers: [("Authorization", "a\r\nX-More: b")])
            await #expect(
                throws: DialError.badRequest(
                    reason: "the header field Authorization holds control characters")
            ) { try await server.dialer.fetch(request) }
        }
    }
}
