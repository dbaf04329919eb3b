import HistoryChecking
import HistoryLoad
import JSON
import Testing

/// What a crowd orders upon what happens to it.
struct CrowdTests {
    private static let list = "check-x-0"

    /// A crowd of one client on one list, which is open at revision 0 under epoch `e`.
    private func open(seed: UInt64 = 1) throws -> Crowd {
        var settings = CrowdSettings(prefix: "check-x")
        settings.clients = 1
        settings.lists = 1
        settings.seed = seed
        settings.token = "secret"
        var crowd = Crowd(settings)
        #expect(crowd.tick(0) == [.connect(0)])
        #expect(crowd.tick(0) == [])
        let hello = try #require(Self.messages(crowd.connected(0, 0)).first)
        #expect(hello["type"]?.string == "hello")
        #expect(hello["token"]?.string == "secret")
        let asked = Self.messages(say(#"{"type":"welcome","client":"me"}"#, to: &crowd))
        #expect(asked.map { $0["type"]?.string } == ["open"])
        #expect(asked.map { $0["since"] } == [nil])
        #expect(!crowd.isSettled)
        _ = say(opened, to: &crowd)
        let snapshot = try snapshot(of: crowd)
        #expect(say(snapshot, to: &crowd) == [])
        #expect(crowd.isSettled)
        return crowd
    }

    private let opened =
        #"{"type":"opened","list":"check-x-0","epoch":"e","revision":0,"lastId":0,"role":"owner"}"#

    private func snapshot(of crowd: Crowd) throws -> String {
        let plan = try #require(crowd.lists.first)
        let value = try #require(try JSONReader.read(plan.body).object)
        let head: [JSONObject.Member] = [
            .init(name: "type", value: .string("snapshot")),
            .init(name: "epoch", value: .string("e")), .init(name: "revision", value: .whole(0)),
        ]
        return JSONValue.object(JSONObject(head + value.members)).canonicalText
    }

    private func say(_ text: String, to crowd: inout Crowd) -> [CrowdOrder] {
        crowd.received(0, Array(text.utf8), 0)
    }

    /// The messages of the frames that are to be sent.
    private static func messages(_ orders: [CrowdOrder]) -> [JSONObject] {
        orders.flatMap { order -> [JSONObject] in
            guard case .send(_, let bytes) = order,
                let value = try? JSONReader.read(bytes)
            else { return [] }
            return (value.array ?? [value]).compactMap(\.object)
        }
    }

    /// Lets time pass until the crowd has edited `list`; gives those edits.
    private func edits(_ crowd: inout Crowd, from now: inout Double) -> [JSONObject] {
        crowd.load()
        var edits: [JSONObject] = []
        while edits.isEmpty, now < 100 {
            now += 0.01
            edits = Self.messages(crowd.tick(now)).filter {
                $0["list"]?.string == Self.list && $0["id"] != nil
            }
        }
        return edits
    }

    @Test func whatWasNotAnswered_isSentAgain_inOrder_underItsEpoch() throws {
        var crowd = try open()
        var now = 0.0
        let first = edits(&crowd, from: &now)
        let sent = first + edits(&crowd, from: &now)
        crowd.settle()
        #expect(!crowd.isSettled)
        #expect(crowd.unanswered == sent.count)
        crowd.lost(0, now)
        #expect(crowd.tick(now + 1) == [.connect(0)])
        _ = crowd.connected(0, now + 1)
        let asked = Self.messages(say(#"{"type":"welcome","client":"me"}"#, to: &crowd))
        let open = try #require(asked.first { $0["list"]?.string == Self.list })
        #expect(open["since"]?.whole == 0)
        #expect(open["epoch"]?.string == "e")
        _ = say(opened, to: &crowd)
        let again = Self.messages(
            say(
                #"{"type":"catchup","list":"check-x-0","epoch":"e","from":0,"revision":0,"sets":[]}"#,
                to: &crowd))
        #expect(again == sent)
        #expect(again.allSatisfy { $0["epoch"]?.string == "e" })
        for edit in sent {
            let id = try #require(edit["id"]?.whole)
            _ = say(
                #"{"type":"reject","list":"check-x-0","id":\#(id),"code":"unknownRow"}"#, to: &crowd
            )
        }
        #expect(crowd.unanswered == 0)
    }

    @Test func ownSets_areAnswers_andMoveTheBaseOn() throws {
        var crowd = try open()
        var now = 0.0
        let first = edits(&crowd, from: &now)
        for (index, edit) in first.enumerated() {
            let id = try #require(edit["id"]?.whole)
            _ = say(
                #"{"type":"changes","list":"check-x-0","sets":[{"revision":\#(index + 1),"at":1,"#
                    + #""client":"me","intent":\#(id),"updatedList":{"title":"t"}}]}"#, to: &crowd)
        }
        #expect(crowd.unanswered == 0)
        #expect(crowd.isUpToDate(Self.list, first.count))
        let next = edits(&crowd, from: &now).filter { $0["actions"] != nil }
        #expect(next.allSatisfy { $0["base"]?.whole == first.count })
    }

    @Test func aRefusedClient_endsTheRun() throws {
        var crowd = try open()
        _ = say(
            #"{"type":"error","code":"unauthorized","message":"who?","fatal":true}"#, to: &crowd)
        #expect(crowd.failure?.contains("who?") == true)
    }

    @Test func theEnd_cutsEveryone_andNothingFollows() throws {
        var crowd = try open()
        crowd.load()
        #expect(crowd.end() == [.cut(0)])
        #expect(crowd.tick(100) == [])
        #expect(say(opened, to: &crowd) == [])
    }

    /// Many edits without an answer in between would stop at the window, so each is answered.
    @Test func overTime_everyKindOfEditIsMade_andOneSeedMakesTheSame() throws {
        func run(seed: UInt64) throws -> (ops: [String: Int], bytes: [[UInt8]]) {
            var crowd = try open(seed: seed)
            var now = 0.0
            var ops: [String: Int] = [:]
            var bytes: [[UInt8]] = []
            crowd.load()
            while now < 150 {
                now += 0.05
                for order in crowd.tick(now) {
                    switch order {
                    case .send(_, let frame): bytes.append(frame)
                    case .cut: ops["cut", default: 0] += 1
                    case .connect: reconnect(&crowd, now)
                    }
                    for message in Self.messages([order]) {
                        count(message, &ops)
                        guard let id = message["id"]?.whole else { continue }
                        _ = say(
                            #"{"type":"reject","list":"check-x-0","id":\#(id),"code":"unknownRow"}"#,
                            to: &crowd)
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

    private func reconnect(_ crowd: inout Crowd, _ now: Double) {
        _ = crowd.connected(0, now)
        _ = say(#"{"type":"welcome","client":"me"}"#, to: &crowd)
        _ = say(opened, to: &crowd)
        _ = say(
            #"{"type":"catchup","list":"check-x-0","epoch":"e","from":0,"revision":0,"sets":[]}"#,
            to: &crowd)
    }
}
