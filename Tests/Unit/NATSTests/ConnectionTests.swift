import Foundation
import NATSNodes
import Testing

@testable import NATS

/// One node for all of these: it is only talked to.
@Suite struct ConnectionTests {
    private static let node = Task { try await NATSNode() }

    @Test func messages_reachSubscribersWithHeaders_untilTheyCancel() async throws {
        let owner = Owner()
        let connection = try await owner.connect([Self.node.value.url])
        let received = Collected<NATSMessage>()
        let subscription = try connection.subscribe("a.*") { received.add($0) }
        let sent = NATSMessage(
            subject: "a.b", reply: "r", headers: ["X": "1", "Y": "two words"], payload: [0, 255])
        #expect(connection.publish(sent))
        try await wait { received.values == [sent] }
        subscription.cancel()
        let others = Collected<NATSMessage>()
        let other = try connection.subscribe("a.>") { others.add($0) }
        connection.publish(NATSMessage(subject: "a.c"))
        try await wait { others.values.count == 1 }
        #expect(received.values == [sent])
        other.cancel()
        await connection.close()
    }

    @Test func requests_areAnsweredOrNotResponded() async throws {
        let owner = Owner()
        let connection = try await owner.connect([Self.node.value.url])
        let answering = try connection.subscribe("echo") { question in
            connection.publish(
                NATSMessage(subject: question.reply ?? "", payload: question.payload))
        }
        let answer = try await connection.request("echo", payload: [1, 2, 3], seconds: 5)
        #expect(answer.payload == [1, 2, 3])
        await #expect(throws: RequestError.noResponders) {
            try await connection.request("nobody", seconds: 5)
        }
        answering.cancel()
        await connection.close()
        #expect(connection.requestsUnderWay == 0)
    }

    @Test func aRequestWithoutAnswer_timesOut_andALateAnswerIsIgnored() async throws {
        let owner = Owner()
        let connection = try await owner.connect([Self.node.value.url])
        let questions = Collected<NATSMessage>()
        let silent = try connection.subscribe("silent") { questions.add($0) }
        await #expect(throws: RequestError.timedOut) {
            try await connection.request("silent", seconds: 0.05)
        }
        connection.publish(NATSMessage(subject: questions.values.first?.reply ?? "lost"))
        let surveyed = try await connection.survey("silent", seconds: 0.05)
        #expect(surveyed.isEmpty)
        silent.cancel()
        await connection.close()
    }

    @Test func answersThatArriveTogether_takeFewTurnsOfTheOwner() async throws {
        let owner = Owner()
        let connection = try await owner.connect([Self.node.value.url])
        let answers = Collected<Bool>()
        let before = owner.turns
        owner.block {
            for _ in 0..<1_000 {
                connection.request("nobody", seconds: 5) {
                    answers.add($0 == .failure(.noResponders))
                }
            }
            // The owner is busy until all answers are there: libnats does not wait for it.
            while connection.requestsUnderWay > 0 { usleep(1_000) }
        }
        try await wait { answers.values.count == 1_000 }
        #expect(answers.values.allSatisfy { $0 })
        #expect(owner.turns - before == 4, "256 at most in each turn")
        await connection.close()
    }

    @Test func closing_answersWhatIsUnderWay_andRefusesWhatFollows() async throws {
        let owner = Owner()
        let connection = try await owner.connect([Self.node.value.url])
        let silent = try connection.subscribe("quiet") { _ in }
        let results = Collected<Result<NATSMessage, RequestError>>()
        connection.request("quiet", seconds: 60) { results.add($0) }
        await connection.close()
        connection.request("quiet", seconds: 60) { results.add($0) }
        try await wait { results.values.count == 2 }
        #expect(results.values[0] == .failure(.closed))
        #expect(results.values[1] == .failure(.notSent("the connection to NATS is closed")))
        #expect(owner.events.contains { if case .closed = $0 { true } else { false } })
        silent.cancel()
    }

    @Test func draining_waitsForAnswers() async throws {
        let owner = Owner()
        let connection = try await owner.connect([Self.node.value.url])
        let questions = Collected<NATSMessage>()
        let slow = try connection.subscribe("slow") { questions.add($0) }
        async let answer = connection.request("slow", seconds: 10)
        try await wait { !questions.values.isEmpty }
        async let drained: Void = connection.drain()
        // Sent while the connection drains, since its owner answers itself here.
        connection.publish(NATSMessage(subject: questions.values[0].reply ?? "", payload: [7]))
        #expect(try await answer.payload == [7])
        await drained
        slow.cancel()
    }

    /// libnats 3.4.1 uses a subscription that is freed while a message of it is being read.
    @Test func subscriptionsThatEndWhileMessagesArrive_harmNothing() async throws {
        let sender = Owner()
        let sending = try await sender.connect([Self.node.value.url])
        let owner = Owner()
        let connection = try await owner.connect([Self.node.value.url])
        for _ in 0..<200 {
            let received = Collected<Bool>()
            let subscriptions = try (0..<20).map { _ in
                try connection.subscribe("storm") { _ in received.add(true) }
            }
            try await wait {
                for _ in 0..<100 { sending.publish(NATSMessage(subject: "storm", payload: [1])) }
                return !received.values.isEmpty
            }
            for subscription in subscriptions { subscription.cancel() }
        }
        await connection.close()
        await sending.close()
    }

    @Test func aConnection_isReleasedWithItsRequests_onceItIsClosed() async throws {
        weak let core = try await Questions.ask(1_000, of: Self.node.value.url)
        try await wait { core == nil }
    }

    @Test func wrongSettings_areNamed() async throws {
        let owner = Owner()
        let url = try await Self.node.value.url
        func text(_ urls: [String], _ change: (inout NATSConfiguration) -> Void) async -> String {
            do {
                _ = try await owner.connect(urls, change)
                return "connected"
            } catch {
                return "\(error)"
            }
        }
        #expect(await text([url]) { $0.authorities = "/none.pem" }.hasPrefix("nats.ca /none.pem: "))
        #expect(
            await text([url]) { $0.certificate = ("/a.pem", "/b.pem") }
                .hasPrefix("nats.cert /a.pem, nats.key /b.pem: "))
        #expect(await text([]) { _ in }.hasPrefix("nats.urls: "))
        #expect(
            await text(["nats://127.0.0.1:1"]) { _ in }
                .hasPrefix("no NATS server took the connection ("))
        #expect(
            await text([url]) { $0.credentials = "/none.creds" }.contains(
                "/none.creds cannot be read"))
    }

    @Test(arguments: ["", "a b", "a..b", ".a", "a."])
    func badSubjects_areRefused(subject: String) async throws {
        let connection = try await Owner().connect([Self.node.value.url])
        #expect(throws: NATSError.badSetting("'\(subject)' is no subject to subscribe to")) {
            try connection.subscribe(subject) { _ in }
        }
        await connection.close()
    }
}
