import HistoryChecking
import HistoryLoad
import JSON
import Testing

/// The actions that simulated clients return for events.
struct SimulatedClientsTests {
    private static let list = "check-x-0"

    /// One client with one list, which is open at revision 0 under epoch `e`.
    private func open(
        seed: UInt64 = 1, keepsConnections: Bool = false
    ) throws -> SimulatedClients {
        var settings = SimulationSettings(prefix: "check-x")
        settings.clients = 1
        settings.lists = 1
        settings.seed = seed
        settings.token = "secret"
        settings.keepsConnections = keepsConnections
        var clients = SimulatedClients(settings)
        #expect(clients.tick(0) == [.connect(0)])
        #expect(clients.tick(0) == [])
        let hello = try #require(Self.messages(clients.connected(0, 0)).first)
        #expect(hello["type"]?.string == "hello")
        #expect(hello["token"]?.string == "secret")
        let asked = Self.messages(say(#"{"type":"welcome","client":"me"}"#, to: &clients))
        #expect(asked.map { $0["type"]?.string } == ["open"])
        #expect(asked.map { $0["since"] } == [nil])
        #expect(!clients.isSettled)
        _ = say(opened, to: &clients)
        let snapshot = try snapshot(of: clients)
        #expect(say(snapshot, to: &clients) == [])
        #expect(clients.isSettled)
        return clients
    }

    private let opened =
        #"{"type":"opened","list":"check-x-0","epoch":"e","revision":0,"lastId":0,"role":"owner"}"#

    private func snapshot(of clients: SimulatedClients) throws -> String {
        let plan = try #require(clients.lists.first)
        let value = try #require(try JSONReader.read(plan.body).object)
        let head: [JSONObject.Member] = [
            .init(name: "type", value: .string("snapshot")),
            .init(name: "epoch", value: .string("e")), .init(name: "revision", value: .whole(0)),
        ]
        return JSONValue.object(JSONObject(head + value.members)).canonicalText
    }

    private func say(_ text: String, to clients: inout SimulatedClients) -> [ConnectionAction] {
        clients.received(0, Array(text.utf8), 0)
    }

    /// The messages of the frames to send.
    private static func messages(_ actions: [ConnectionAction]) -> [JSONObject] {
        actions.flatMap { action -> [JSONObject] in
            guard case .send(_, let bytes) = action,
                let value = try? JSONReader.read(bytes)
            else { return [] }
            return (value.array ?? [value]).compactMap(\.object)
        }
    }

    /// Advances the time until the client has edited `list`, and returns those edits.
    private func edits(_ clients: inout SimulatedClients, from now: inout Double) -> [JSONObject] {
        clients.load()
        var edits: [JSONObject] = []
        while edits.isEmpty, now < 100 {
            now += 0.01
            edits = Self.messages(clients.tick(now)).filter {
                $0["list"]?.string == Self.list && $0["id"] != nil
            }
        }
        return edits
    }

    @Test func whatWasNotAnswered_isSentAgain_inOrder_underItsEpoch() throws {
        var clients = try open()
        var now = 0.0
        let first = edits(&clients, from: &now)
        let sent = first + edits(&clients, from: &now)
        clients.settle()
        #expect(!clients.isSettled)
        #expect(clients.unanswered == sent.count)
        clients.lost(0, now)
        #expect(clients.tick(now + 1) == [.connect(0)])
        _ = clients.connected(0, now + 1)
        let asked = Self.messages(say(#"{"type":"welcome","client":"me"}"#, to: &clients))
        let open = try #require(asked.first { $0["list"]?.string == Self.list })
        #expect(open["since"]?.whole == 0)
        #expect(open["epoch"]?.string == "e")
        _ = say(opened, to: &clients)
        let again = Self.messages(
            say(
                #"{"type":"catchup","list":"check-x-0","epoch":"e","from":0,"revision":0,"sets":[]}"#,
                to: &clients))
        #expect(again == sent)
        #expect(again.allSatisfy { $0["epoch"]?.string == "e" })
        for edit in sent {
            let id = try #require(edit["id"]?.whole)
            _ = say(
                #"{"type":"reject","list":"check-x-0","id":\#(id),"code":"unknownRow"}"#,
                to: &clients
            )
        }
        #expect(clients.unanswered == 0)
    }

    /// Its id may be unused, so that it would be applied: some three of ten answered edits are sent again.
    @Test func whatWasRefused_isNotSentAgain() throws {
        var again: [JSONObject] = []
        var refused = 0
        for seed in 1...40 as ClosedRange<UInt64> {
            var clients = try open(seed: seed)
            var now = 0.0
            for edit in edits(&clients, from: &now) {
                let id = try #require(edit["id"]?.whole)
                _ = say(
                    #"{"type":"reject","list":"check-x-0","id":\#(id),"code":"unavailable"}"#,
                    to: &clients)
            }
            // Some cut their connection right after the edit, and hear no answer.
            guard clients.unanswered == 0 else { continue }
            refused += 1
            clients.settle()
            clients.lost(0, now)
            _ = clients.tick(now + 1)
            _ = clients.connected(0, now + 1)
            _ = say(#"{"type":"welcome","client":"me"}"#, to: &clients)
            _ = say(opened, to: &clients)
            again += Self.messages(
                say(
                    #"{"type":"catchup","list":"check-x-0","epoch":"e","from":0,"revision":0,"sets":[]}"#,
                    to: &clients))
        }
        #expect(again == [])
        #expect(refused > 20)
    }

    @Test func ownSets_areAnswers_andMoveTheBaseOn() throws {
        var clients = try open()
        var now = 0.0
        let first = edits(&clients, from: &now)
        for (index, edit) in first.enumerated() {
            let id = try #require(edit["id"]?.whole)
            _ = say(
                #"{"type":"changes","list":"check-x-0","sets":[{"revision":\#(index + 1),"at":1,"#
                    + #""client":"me","intent":\#(id),"updatedList":{"title":"t"}}]}"#, to: &clients
            )
        }
        #expect(clients.unanswered == 0)
        #expect(clients.isUpToDate(Self.list, first.count))
        let next = edits(&clients, from: &now).filter { $0["actions"] != nil }
        #expect(next.allSatisfy { $0["base"]?.whole == first.count })
    }

    @Test func longestWait_isFromTheFirstSending_toTheAnswer() throws {
        var clients = try open()
        var now = 0.0
        func millis(_ seconds: Double) -> Int { Int((seconds * 1_000).rounded()) }
        let sent = edits(&clients, from: &now)
        clients.settle()
        #expect(clients.longestWaits == [:])
        #expect(clients.statuses(at: now + 2).map { $0.waiting.map(millis) } == [2_000])
        clients.lost(0, now + 1)
        #expect(clients.statuses(at: now + 1).map(\.isReady) == [false])
        _ = clients.tick(now + 2)
        _ = clients.connected(0, now + 2)
        _ = say(#"{"type":"welcome","client":"me"}"#, to: &clients)
        _ = say(opened, to: &clients)
        _ = say(
            #"{"type":"catchup","list":"check-x-0","epoch":"e","from":0,"revision":0,"sets":[]}"#,
            to: &clients)
        for edit in sent {
            let id = try #require(edit["id"]?.whole)
            _ = clients.received(
                0,
                Array(
                    #"{"type":"reject","list":"check-x-0","id":\#(id),"code":"unknownRow"}"#.utf8),
                now + 4)
        }
        #expect(clients.longestWaits.mapValues(millis) == [Self.list: 4_000])
        let status = try #require(clients.statuses(at: now + 5).first)
        #expect(status.isReady && status.waiting == nil && millis(status.longestWait) == 4_000)
        #expect(status.lists == [Self.list])
        #expect(clients.revisions == [Self.list: 0])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func everyList_hasAClient_whereThereAreAsMany(seed: UInt64) {
        var settings = SimulationSettings(prefix: "check-x")
        settings.clients = 5
        settings.lists = 5
        settings.seed = seed
        let clients = SimulatedClients(settings)
        let edited = clients.statuses(at: 0).map(\.lists)
        #expect(Set(edited.joined()) == Set(clients.lists.map(\.name)))
        #expect(edited.allSatisfy { 1...3 ~= $0.count && Set($0).count == $0.count })
    }

    @Test func connectionsThatAreKept_areNotCut() throws {
        var clients = try open(seed: 28, keepsConnections: true)
        clients.load()
        for step in 1...3_000 {
            for action in clients.tick(Double(step) * 0.05) {
                guard case .send = action else {
                    Issue.record("\(action)")
                    continue
                }
                for id in Self.messages([action]).compactMap({ $0["id"]?.whole }) {
                    _ = say(
                        #"{"type":"reject","list":"check-x-0","id":\#(id),"code":"unknownRow"}"#,
                        to: &clients)
                }
            }
        }
    }

    @Test func aRefusedClient_endsTheRun() throws {
        var clients = try open()
        _ = say(
            #"{"type":"error","code":"unauthorized","message":"who?","fatal":true}"#, to: &clients)
        #expect(clients.failure?.contains("who?") == true)
    }

    @Test func theEnd_cutsEveryone_andNothingFollows() throws {
        var clients = try open()
        clients.load()
        #expect(clients.end() == [.cut(0)])
        #expect(clients.tick(100) == [])
        #expect(say(opened, to: &clients) == [])
    }

    /// Each edit is answered, as a client stops at its window of unanswered edits.
    @Test func overTime_everyKindOfEditIsMade_andOneSeedMakesTheSame() throws {
        func run(seed: UInt64) throws -> (ops: [String: Int], bytes: [[UInt8]]) {
            var clients = try open(seed: seed)
            var now = 0.0
            var ops: [String: Int] = [:]
            var bytes: [[UInt8]] = []
            clients.load()
            while now < 150 {
                now += 0.05
                for action in clients.tick(now) {
                    switch action {
                    case .send(_, let frame): bytes.append(frame)
                    case .cut: ops["cut", default: 0] += 1
                    case .connect: reconnect(&clients, now)
                    }
                    for message in Self.messages([action]) {
                        count(message, &ops)
                        guard let id = message["id"]?.whole else { continue }
                        _ = say(
                            #"{"type":"reject","list":"check-x-0","id":\#(id),"code":"unknownRow"}"#,
                            to: &clients)
                    }
                }
            }
            return (ops, bytes)
        }
        let first = try run(seed: 28)
        let wanted = [
            "insertRow", "updateRow", "deleteRows", "moveRow", "moveRows", "insertSection",
            "updateSection", "deleteSections", "moveSection", "updateList", "fly", "undo", "redo",
            "malformed", "create", "cut",
        ]
        for kind in wanted { #expect(first.ops[kind, default: 0] > 0, "\(kind)") }
        let same = try run(seed: 28)
        let other = try run(seed: 13)
        #expect(same.bytes == first.bytes)
        #expect(other.bytes != first.bytes)
    }

    private func count(_ message: JSONObject, _ ops: inout [String: Int]) {
        let type = message["type"]?.string ?? ""
        guard type == "edit" else {
            ops[type, default: 0] += 1
            return
        }
        guard let actions = message["actions"]?.array else {
            ops["malformed", default: 0] += 1
            return
        }
        for action in actions { ops[action.object?["op"]?.string ?? "", default: 0] += 1 }
    }

    private func reconnect(_ clients: inout SimulatedClients, _ now: Double) {
        _ = clients.connected(0, now)
        _ = say(#"{"type":"welcome","client":"me"}"#, to: &clients)
        _ = say(opened, to: &clients)
        _ = say(
            #"{"type":"catchup","list":"check-x-0","epoch":"e","from":0,"revision":0,"sets":[]}"#,
            to: &clients)
    }
}
