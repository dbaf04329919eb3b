import ListEditing
import ListProtocol
import Testing

@testable import ListHosting
@testable import ServerTesting

@Suite struct PresenceBoardTests {
    private let ana = ClientID("a")
    private let ben = ClientID("b")

    @Test func changes_areSentOnce() {
        var board = PresenceBoard()
        board.enter(ana, name: "Ana")
        board.enter(ben, name: nil)
        #expect(board.takeChanges(for: 1).changed.map(\.client) == [ana, ben])
        #expect(!board.hasChanges)
        board.update(ben, to: PresenceState(mode: .active))
        board.update(ben, to: PresenceState(mode: .transient))
        let part = board.takeChanges(for: 1)
        #expect(part.changed.map(\.state.mode) == [.transient])
        #expect(board.clients.count == 2)
    }

    @Test func whoCameAndWent_isOnlyToldToHaveLeft() {
        var board = PresenceBoard()
        board.enter(ana, name: nil)
        board.leave(ana)
        let part = board.takeChanges(for: 1)
        #expect(part.changed.isEmpty && part.left == [ana])
        board.update(ana, to: PresenceState())
        #expect(!board.hasChanges)
    }

    @Test func whoLeftAndCameBack_isThere() {
        var board = PresenceBoard()
        board.enter(ana, name: nil)
        _ = board.takeChanges(for: 1)
        board.leave(ana)
        board.enter(ana, name: nil)
        let part = board.takeChanges(for: 1)
        #expect(part.changed.map(\.client) == [ana] && part.left.isEmpty)
    }

    @Test func changesForMany_areSentInParts_thoseThatWaitedLongestFirst() {
        var board = PresenceBoard()
        let rows = (0..<500).map { RowID("row-\($0)") }
        let clients = (0..<50).map { ClientID("c\($0 + 10)") }
        for client in clients {
            board.enter(client, name: nil)
            board.update(client, to: PresenceState(mode: .active, selected: rows))
        }
        var notified: [ClientID] = []
        while board.hasChanges {
            let part = board.takeChanges(for: 500)
            #expect(part.changed.count == 1)
            notified += part.changed.map(\.client)
        }
        #expect(notified == clients)
    }

    @Test func whatCostsMuch_isToldLessOften() {
        #expect(PresenceBoard.pause(after: 1_000) == PresenceBoard.leastSeconds)
        #expect(PresenceBoard.pause(after: 20_000_000) == 1)
    }

    @Test func whoOpensTheListAnew_keepsWhatItDoes() {
        var board = PresenceBoard()
        board.enter(ana, name: nil)
        board.update(ana, to: PresenceState(mode: .active))
        board.enter(ana, name: nil)
        #expect(board.clients.map(\.state.mode) == [.active])
    }
}
