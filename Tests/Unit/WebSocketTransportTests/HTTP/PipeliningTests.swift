import Testing

@testable import WebSocketTransport

/// Requests that are sent before the one ahead of them is answered.
@Suite struct PipeliningTests {
    /// Answers with the method and the body.
    private static let mirror = ScriptedApplication(respond: { request, exchange in
        let body = String(decoding: request.body, as: UTF8.self)
        exchange.respond(HTTPResponse(status: 200, text: request.method + " " + body))
    })

    private static let get = "GET /api/x HTTP/1.1\r\nHost: a\r\n\r\n"
    private static func post(_ body: String) -> String {
        "POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
    }

    @Test(
        arguments: [
            ([get, get, get], ["GET ", "GET ", "GET "]),
            ([post("{}"), get, get], ["POST {}", "GET ", "GET "]),
            ([get, post("")], ["GET ", "POST "]),
            ([post("[]"), post(""), get], ["POST []", "POST ", "GET "]),
        ])
    func requestsInOneSegment_areAnsweredInOrder(requests: [String], answers: [String]) async throws
    {
        try await TestServer.run(Self.mirror) { server in
            let client = try HTTPClient(port: server.port)
            try client.socket.send(requests.joined())
            for answer in answers { #expect(try client.receive().text == answer) }
        }
    }

    /// libwebsockets would read such a body from the wrong place, and then never return.
    @Test(
        arguments: [
            [get, post("{}")], [post("{}"), post("{}")], [get, get, post("PO")],
            [get, post(String(repeating: "x", count: 10_000))],
            [get, "GET /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"],
            [get, "GET /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 02\r\n\r\n{}"],
            [get, "POST /api/x HTTP/1.1\r\nHost: a\r\n\r\n{}"],
            [get, "PUT /api/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
            [get, "DELETE /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"],
        ])
    func bodyBehindARequest_isRefused_andTheServerGoesOn(requests: [String]) async throws {
        try await TestServer.run(Self.mirror) { server in
            let client = try HTTPClient(port: server.port)
            try client.socket.send(requests.joined())
            for _ in requests.dropLast() { #expect(try client.receive().status == 200) }
            let refused = try client.receive()
            #expect(refused.status == 503 && refused.fields["connection"] == "close")
            #expect(refused.fields["retry-after"] == "1")
            #expect(try client.isAtEnd())
            let other = try HTTPClient(port: server.port)
            #expect(try other.exchange("GET /api/x HTTP/1.1").status == 200)
        }
    }

    @Test func bodyBehindARequestThatWaits_isRefusedOnceThatIsAnswered() async throws {
        let box = ExchangeBox()
        let application = ScriptedApplication(respond: { _, exchange in box.put(exchange) })
        try await TestServer.run(application) { server in
            let client = try HTTPClient(port: server.port)
            try client.socket.send(Self.get + Self.post("{}"))
            let exchange = try #require(box.waitForNext())
            server.onLoop { exchange.respond(HTTPResponse(status: 200, text: "late")) }
            #expect(try client.receive().text == "late")
            #expect(try client.receive().status == 503)
            #expect(try client.isAtEnd())
        }
    }

    @Test func headOfALaterRequest_mayComeInPieces() async throws {
        try await TestServer.run(Self.mirror) { server in
            let all = Self.get + Self.post("{}")
            for cut in 1..<all.utf8.count {
                let client = try HTTPClient(port: server.port)
                try client.socket.send(Array(all.utf8.prefix(cut)))
                // A round trip to the loop, so that lws reads the piece by itself.
                server.onLoop {}
                try client.socket.send(Array(all.utf8.dropFirst(cut)))
                let first = try client.receive()
                #expect(first.text == "GET ")
                // A head of which a part passed by unseen is the last one.
                if first.fields["connection"] == "close", cut < Self.get.utf8.count { continue }
                let second = try client.receive()
                #expect(second.text == "POST {}" || second.status == 503)
            }
        }
    }

    /// What others have sent together must not have a client refused that waits for each answer.
    @Test func bodiesInTurn_areAllTaken_besideAPeerThatReadsNoAnswer() async throws {
        let large = ScriptedApplication(respond: { request, exchange in
            let body = String(decoding: request.body, as: UTF8.self)
            let size = request.method == "GET" ? 50_000_000 : 0
            exchange.respond(
                HTTPResponse(status: 200, text: body + String(repeating: "x", count: size)))
        })
        try await TestServer.run(large) { server in
            let hostile = try HTTPClient(port: server.port)
            try hostile.socket.send(Self.get + Self.get)
            let client = try HTTPClient(port: server.port)
            for number in 0..<50 {
                try client.socket.send(Self.post("\(number)"))
                #expect(try client.receive().text == "\(number)")
            }
        }
    }
}
