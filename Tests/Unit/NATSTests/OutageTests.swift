import Foundation
import NATS
import NATSNodes
import Testing

/// What a connection and its appends do while nodes halt, die and come back.
@Suite struct OutageTests {
    private static func settings(replicas: Int) -> StreamSettings {
        .log(
            name: "OUTAGE", subjects: ["outage.>"], replicas: replicas, maximumBytes: nil,
            duplicateSeconds: 120)
    }

    @Test func anAppendToAHaltedNode_timesOut_andIsStoredLater() async throws {
        let node = try await NATSNode()
        let connection = try await Owner().connect([node.url])
        let jetStream = JetStream(connection)
        _ = try await jetStream.create(Self.settings(replicas: 1))
        try node.halt()
        let outcome = await JetStream(connection, seconds: 0.2).publish(
            [1], to: "outage.a", expected: 0, id: "late")
        #expect(outcome == .unknown("no answer in time"))
        node.resume()
        try await wait {
            try await jetStream.lastMessage(of: "outage.a", in: "OUTAGE")?.id == "late"
        }
        // Tried again, it finds its place taken: by itself, as the id of the message there tells.
        #expect(
            await jetStream.publish([1], to: "outage.a", expected: 0, id: "late")
                == .conflict(last: 1))
        await connection.close()
    }

    @Test func aHaltedNode_isGivenUpByItsPings() async throws {
        let node = try await NATSNode()
        let owner = Owner()
        let connection = try await owner.connect([node.url]) { $0.pingSeconds = 0.1 }
        let silent = try connection.subscribe("silent") { _ in }
        try node.halt()
        await #expect(throws: RequestError.disconnected) {
            try await connection.request("silent", seconds: 60)
        }
        node.resume()
        try await wait { owner.events.last == .reconnected(node.url) }
        silent.cancel()
        await connection.close()
    }

    @Test func aConnection_movesOnWhenItIsTold() async throws {
        let nodes = [try await NATSNode("a"), try await NATSNode("b")]
        let owner = Owner()
        let connection = try await owner.connect(nodes.map(\.url))
        let received = Collected<[UInt8]>()
        let echo = try connection.subscribe("echo") { received.add($0.payload) }
        for move in 1...3 {
            connection.moveOn()
            try await wait {
                owner.events.count { if case .reconnected = $0 { true } else { false } } == move
            }
        }
        let places = owner.events.compactMap { event in
            if case .reconnected(let url) = event { url } else { nil }
        }
        #expect(places[0] == places[2] && Set(places) == Set(nodes.map(\.url)))
        connection.publish(NATSMessage(subject: "echo", payload: [1]))
        try await wait { received.values == [[1]] }
        echo.cancel()
        await connection.close()
    }

    @Test func writesToAHaltedNode_holdNobodyUp() async throws {
        let node = try await NATSNode()
        let owner = Owner()
        let connection = try await owner.connect([node.url]) {
            $0.writeSeconds = 0.2
            $0.maximumQueuedBytes = 16 << 20
        }
        try node.halt()
        let outcomes = Collected<Result<NATSMessage, RequestError>>()
        let body = [UInt8](repeating: 1, count: 1 << 19)
        owner.block {
            for _ in 0..<200 {
                connection.request("a", payload: body, seconds: 60) { outcomes.add($0) }
            }
        }
        // More than sockets hold and than may wait: the write's deadline ends the connection.
        try await wait { outcomes.values.count == 200 }
        #expect(outcomes.values.contains(.failure(.notSent("too much waits to be sent"))))
        #expect(outcomes.values.contains(.failure(.disconnected)))
        node.resume()
        try await wait { owner.events.last == .reconnected(node.url) }
        await connection.close()
    }

    @Test func aConnection_comesBackWithItsSubscriptions() async throws {
        let node = try await NATSNode()
        let owner = Owner()
        let connection = try await owner.connect([node.url])
        let received = Collected<NATSMessage>()
        let subscription = try connection.subscribe("here.>") { received.add($0) }
        let jetStream = JetStream(connection)
        _ = try await jetStream.create(Self.settings(replicas: 1))
        #expect(
            await jetStream.publish([1], to: "outage.a", expected: 0, id: "1")
                == .stored(sequence: 1, isDuplicate: false))
        node.kill()
        try await wait {
            owner.events.contains { if case .disconnected = $0 { true } else { false } }
        }
        #expect(
            await jetStream.publish([2], to: "outage.a", expected: 1, id: "2")
                == .notStored("not sent: not connected to NATS"))
        try await node.start()
        try await wait { owner.events.contains(.reconnected(node.url)) }
        #expect(
            await jetStream.publish([2], to: "outage.a", expected: 1, id: "2")
                == .stored(sequence: 2, isDuplicate: false))
        connection.publish(NATSMessage(subject: "here.again"))
        try await wait { received.values.map(\.subject) == ["here.again"] }
        subscription.cancel()
        await connection.close()
    }

    @Test func threeNodes_takeAnAppendOnce_whileTheirLeaderDies() async throws {
        let cluster = try await NATSCluster()
        let connection = try await Owner().connect(cluster.urls)
        let (jetStream, patient) = (
            JetStream(connection, seconds: 0.5), JetStream(connection, seconds: 10)
        )
        try await wait { (try? await jetStream.create(Self.settings(replicas: 3))) != nil }
        #expect(
            await patient.publish([1], to: "outage.a", expected: 0, id: "1")
                == .stored(sequence: 1, isDuplicate: false))
        var found: StreamInfo?
        // Nodes that the machine keeps from running for a while have no leader once more.
        try await wait {
            found = try? await jetStream.stream("OUTAGE")
            return found != nil
        }
        let info = try #require(found)
        #expect(Set(info.nodes) == ["node-1", "node-2", "node-3"])
        let leader = try #require(info.leader.flatMap { cluster.node($0) })

        // Halted, it takes the append and cannot commit it: the others elect another leader.
        try leader.halt()
        var outcome = await jetStream.publish([2], to: "outage.a", expected: 1, id: "2")
        #expect(outcome != .stored(sequence: 2, isDuplicate: false))
        leader.kill()
        try await wait {
            outcome = await jetStream.publish([2], to: "outage.a", expected: 1, id: "2")
            switch outcome {
            case .stored, .conflict: return true
            case .unknown, .notStored: return false
            case .refused(let reason):
                Issue.record("\(reason)")
                return true
            }
        }
        var last: StoredMessage?
        try await wait {
            last = try? await jetStream.lastMessage(of: "outage.a", in: "OUTAGE")
            return last != nil
        }
        #expect(last?.id == "2" && last?.sequence == 2)
        try await leader.start()
        #expect(
            await patient.publish([3], to: "outage.a", expected: 2, id: "3")
                == .stored(sequence: 3, isDuplicate: false))
        await connection.close()
    }
}
