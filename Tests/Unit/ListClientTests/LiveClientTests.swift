import Foundation
import ListEditing
import ListProtocol
import ListServer
import ReservedPorts
import Testing

@testable import ListClient

@Suite struct LiveClientTests {
    private static let sections = [
        SectionState(
            id: SectionID("s1"), title: "Produce",
            rows: ["Apples", "Pears"].map { title in
                Row(
                    id: RowID(title.lowercased()),
                    fields: Fields([Field(name: "title", value: .string(title))]))
            })
    ]

    private static func titles(_ list: EditableList) -> [String] {
        list.rows.map { $0.fields["title"]?.string ?? "" }
    }

    // The worked example of ListClient.docc, "A bot in ten lines".
    private static func example(url: String) async throws -> Int {
        let client = try await ListClient.connect(to: url, ClientOptions(name: "Ticker"))
        let list = try await client.open("groceries")
        let events = await list.events
        try await list.add("Tea")
        for await event in events {
            guard case .changed(let change) = event, !change.isOwn else { continue }
            for row in change.changes.insertedRows {
                try await list.set("done", of: row.row, to: .bool(true))
            }
            await client.stop()
            return change.revision
        }
        return 0
    }

    @Test(.timeLimit(.minutes(10))) func workedExample_ticksOffWhatIsAdded() async throws {
        try await LiveServer.run { server in
            let other = try await ListClient.connect(to: server.url)
            try await other.create("groceries", title: "Groceries", sections: Self.sections)
            let list = try await other.open("groceries")
            let events = await list.events
            async let revision = Self.example(url: server.url)
            // The example listens once its first edit has arrived.
            for await event in events {
                if case .presence(let others) = event, !others.isEmpty { break }
            }
            while await list.list.rowCount < 3 { await Task.yield() }
            try await list.add("Milk")
            #expect(try await revision >= 2)
            // The others hear of it by themselves, perhaps later than the example.
            func milk() async -> Row? {
                await list.list.rows.first { $0.fields["title"]?.string == "Milk" }
            }
            while await milk()?.fields["done"]?.isTrue != true {
                for await _ in events { break }
            }
            await other.stop()
        }
    }

    @Test func twoClients_seeTheSame_andUndoIsEachOnesOwn() async throws {
        try await LiveServer.run { server in
            let ana = try await ListClient.connect(to: server.url, ClientOptions(name: "Ana"))
            let ben = try await ListClient.connect(to: server.url, ClientOptions(name: "Ben"))
            try await ana.create("a", sections: Self.sections)
            #expect(try await ben.overview().map(\.id) == ["a"])
            let hers = try await ana.open("a")
            let his = try await ben.open("a")
            let events = await his.events
            #expect(try await hers.add("Tea") == .applied(revision: 1, clamped: []))
            #expect(try await his.add("Salt") == .applied(revision: 2, clamped: []))
            let moved = try await hers.move(
                RowID("apples"), to: .index(SectionID("s1"), 99))
            guard case .applied(revision: 3, let clamped) = moved else {
                Issue.record("\(moved)")
                return
            }
            #expect(clamped.map(\.why) == [.bounds])
            #expect(try await hers.undo() == .applied(revision: 4, clamped: []))
            #expect(try await hers.undo() == .applied(revision: 5, clamped: []))
            #expect(try await hers.redo() == .applied(revision: 6, clamped: []))
            #expect(
                try await hers.delete { $0.fields["title"]?.string == "Salt" }
                    == .applied(revision: 7, clamped: []))
            guard
                case .refused(let refusal) = try await hers.set(
                    "title", of: RowID("nobody"), to: nil)
            else {
                Issue.record("an unknown row was changed")
                return
            }
            #expect(refusal.code == "unknownRow" && refusal.action == 0)
            var revisions: [Int] = []
            for await event in events {
                if case .changed(let change) = event { revisions.append(change.revision) }
                // Presence arrives apart from the changes, before or after them.
                if revisions.last == 7, await !his.participants.isEmpty { break }
            }
            #expect(revisions == Array(1...7))
            #expect(await Self.titles(his.list) == ["Apples", "Pears", "Tea"])
            #expect(await his.participants.map(\.name) == ["Ana"])
            #expect(await his.mismatches == 0)
            await ana.stop()
            await ben.stop()
        }
    }

    @Test func secondSessionWithTheSameKey_takesOver_andTheFirstStaysAway() async throws {
        try await LiveServer.run { server in
            let options = ClientOptions(key: "the-same-key")
            let first = try await ListClient.connect(to: server.url, options)
            let next = Task { await first.nextState() }
            while await first.stateWaiters.isEmpty { await Task.yield() }
            let second = try await ListClient.connect(to: server.url, options)
            #expect(await next.value == .stopped(.replaced))
            await #expect(throws: ListClientError.stopped(.replaced)) {
                try await first.open("a")
            }
            #expect(await second.state == .online)
            await first.stop()
            await second.stop()
        }
    }

    @Test func unknownList_closedPort_andTakenId_areSaid() async throws {
        try await LiveServer.run { server in
            let client = try await ListClient.connect(to: server.url)
            await #expect(throws: ListClientError.noList("nowhere")) {
                try await client.open("nowhere")
            }
            try await client.create("a")
            await #expect {
                try await client.create("a")
            } throws: { error in
                guard case .refused("409", _)? = error as? ListClientError else { return false }
                return true
            }
            let list = try await client.open("a")
            try await client.delete("a")
            for await event in await list.events {
                if case .status(.gone) = event { break }
            }
            #expect(await list.status == .gone(code: "deleted"))
            await client.stop()
        }
        await #expect(throws: ListClientError.self) {
            try await ListClient.connect(to: "http://127.0.0.1:1")
        }
    }

    @Test func serverThatGoesAndComesBack_isFollowed_andEditsWait() async throws {
        let port = try ReservedPort()
        defer { withExtendedLifetime(port) {} }
        try await LiveServer.withFolder { folder in
            var server = try await LiveServer(port: port.number, folder: folder)
            let client = try await ListClient.connect(to: server.url)
            try await client.create("a", sections: Self.sections)
            let list = try await client.open("a")
            try await list.add("Tea")
            let events = await list.events
            await server.server.stop()
            for await event in events where event == .status(.offline) { break }
            async let answer = list.add("Salt")
            while await list.waiting == 0 { await Task.yield() }
            #expect(await Self.titles(list.list) == ["Apples", "Pears", "Tea", "Salt"])
            #expect(await Self.titles(list.confirmed) == ["Apples", "Pears", "Tea"])
            server = try await LiveServer(port: port.number, folder: folder)
            #expect(try await answer == .applied(revision: 2, clamped: []))
            #expect(await Self.titles(list.confirmed) == ["Apples", "Pears", "Tea", "Salt"])
            await client.stop()
            await server.server.stop()
        }
    }

    @Test func clientOfTwoAddresses_goesOnAtTheOther_andResends() async throws {
        // At the second one, no server is up at first.
        let ports = (try ReservedPort(), try ReservedPort())
        defer { withExtendedLifetime(ports) {} }
        let names = ("127.0.0.1:\(ports.0.number)", "127.0.0.1:\(ports.1.number)")
        try await LiveServer.withFolder { folder in
            let first = try await LiveServer(port: ports.0.number, folder: folder)
            let client = try await ListClient.connect(
                to: ["http://\(names.0)", "http://\(names.1)"])
            #expect(await client.server == names.0)
            try await client.create("a", sections: Self.sections)
            let list = try await client.open("a")
            let events = await list.events
            await first.server.stop()
            for await event in events where event == .status(.offline) { break }
            async let answer = list.add("Salt")
            while await list.waiting == 0 { await Task.yield() }
            let second = try await LiveServer(port: ports.1.number, folder: folder)
            #expect(try await answer == .applied(revision: 1, clamped: []))
            #expect(await client.server == names.1)
            #expect(try await client.overview().map(\.revision) == [1])
            await client.stop()
            await second.server.stop()
        }
    }

    @Test func addressesOfWhichNoneAnswers_orNoneIsGiven_areSaid() async throws {
        await #expect {
            try await ListClient.connect(to: ["http://127.0.0.1:1", "http://127.0.0.1:2"])
        } throws: { error in
            guard case .notConnected(let reason)? = error as? ListClientError else { return false }
            // Which is the last depends on how long the tries took.
            return reason.hasPrefix("none of the 2 servers; the last: ")
                && reason.contains("127.0.0.1:")
        }
        await #expect(throws: ListClientError.badURL("no address of a server is given")) {
            try await ListClient.connect(to: [])
        }
        try await LiveServer.run { server in
            let client = try await ListClient.connect(to: ["http://127.0.0.1:1", server.url])
            #expect(await client.state == .online)
            await client.stop()
        }
    }

    @Test func cancelledEdit_endsItsWait_andNotItself() async throws {
        let port = try ReservedPort()
        defer { withExtendedLifetime(port) {} }
        try await LiveServer.withFolder { folder in
            var server = try await LiveServer(port: port.number, folder: folder)
            let client = try await ListClient.connect(to: server.url)
            try await client.create("a", sections: Self.sections)
            let list = try await client.open("a")
            let events = await list.events
            await server.server.stop()
            for await event in events where event == .status(.offline) { break }
            let edit = Task { try await list.add("Salt") }
            while await list.waiting == 0 { await Task.yield() }
            edit.cancel()
            await #expect(throws: ListClientError.outcomeUnknown) { try await edit.value }
            let opening = Task { try await client.open("b") }
            while await client.machine(of: ListID("b")) == nil { await Task.yield() }
            opening.cancel()
            await #expect(throws: ListClientError.cancelled) { _ = try await opening.value }
            let more = await list.events
            server = try await LiveServer(port: port.number, folder: folder)
            for await event in more {
                guard case .changed(let change) = event else { continue }
                #expect(change.isOwn && change.changes.insertedRows.count == 1)
                break
            }
            #expect(await Self.titles(list.confirmed) == ["Apples", "Pears", "Salt"])
            await client.stop()
            await server.server.stop()
        }
    }

    @Test func cancelledTask_sendsNothing_andDoesNotConnect() async throws {
        try await LiveServer.run { server in
            let client = try await ListClient.connect(to: server.url)
            try await client.create("a", sections: Self.sections)
            let list = try await client.open("a")
            let late = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await list.add("Salt")
            }
            late.cancel()
            await #expect(throws: ListClientError.cancelled) { try await late.value }
            #expect(await list.waiting == 0)
            await client.stop()
        }
        var options = ClientOptions()
        options.waitsForServer = true
        let connecting = Task { [options] in
            try await ListClient.connect(to: "http://127.0.0.1:1", options)
        }
        connecting.cancel()
        await #expect(throws: ListClientError.cancelled) { _ = try await connecting.value }
    }

    @Test func fieldNestedTooDeep_isRefusedBeforeItIsSent() async throws {
        try await LiveServer.run { server in
            let client = try await ListClient.connect(to: server.url)
            let deep = FieldValue(
                json: String(repeating: "[", count: 17) + String(repeating: "]", count: 17))
            let rows = [Row(id: RowID("r"), fields: Fields([Field(name: "x", value: deep)]))]
            await #expect {
                try await client.create(
                    "b", sections: [SectionState(id: SectionID("s"), title: "", rows: rows)])
            } throws: { error in
                guard case .refused("badMessage", let text)? = error as? ListClientError else {
                    return false
                }
                return text.contains("row r: the field x nests 17 deep")
            }
            try await client.create("a", sections: Self.sections)
            let list = try await client.open("a")
            guard
                case .refused(let refusal) = try await list.set("x", of: RowID("apples"), to: deep)
            else {
                Issue.record("it was sent")
                return
            }
            #expect(refusal.code == "badMessage" && refusal.message.contains("17 deep"))
            #expect(try await list.add("Tea") == .applied(revision: 1, clamped: []))
            await client.stop()
        }
    }

    @Test func whoLagsBehind_findsTheListReplaced() async {
        let feed = EventBuffer()
        for revision in 1...EventBuffer.capacity {
            feed.push(.replaced(revision: -revision), revision: 0)
        }
        feed.push(.status(.live), revision: 4711)
        #expect(await feed.next() == .replaced(revision: 4711))
        feed.push(.status(.offline), revision: 4712)
        #expect(await feed.next() == .status(.offline))
        feed.finish()
        #expect(await feed.next() == nil)
    }
}
