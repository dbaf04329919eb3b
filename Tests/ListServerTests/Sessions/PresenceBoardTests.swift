import ListEditing
import ListProtocol
import Testing

@testable import ListServer

@Suite struct PresenceBoardTests {
    private let ana = ClientID("a")
    private let ben = ClientID("b")

    @Test func news_areToldOnce() {
        var board = PresenceBoard()
        board.enter(ana, name: "Ana")
        board.enter(ben, name: nil)
        #expect(board.takeNews(for: 1).changed.map(\.client) == [ana, ben])
        #expect(!board.hasNews)
        board.update(ben, to: PresenceState(mode: .active))
        board.update(ben, to: PresenceState(mode: .transient))
        let news = board.takeNews(for: 1)
        #expect(news.changed.map(\.state.mode) == [.transient])
        #expect(board.everyone.count == 2)
    }

    @Test func whoCameAndWent_isOnlyToldToHaveLeft() {
        var board = PresenceBoard()
        board.enter(ana, name: nil)
        board.leave(ana)
        let news = board.takeNews(for: 1)
        #expect(news.changed.isEmpty && news.left == [ana])
        board.update(ana, to: PresenceState())
        #expect(!board.hasNews)
    }

    @Test func whoLeftAndCameBack_isThere() {
        var board = PresenceBoard()
        board.enter(ana, name: nil)
        _ = board.takeNews(for: 1)
        board.leave(ana)
        board.enter(ana, name: nil)
        let news = board.takeNews(for: 1)
        #expect(news.changed.map(\.client) == [ana] && news.left.isEmpty)
    }

    @Test func newsForMany_areToldInParts_thoseThatWaitedLongestFirst() {
        var board = PresenceBoard()
        let rows = (0..<500).map { RowID("row-\($0)") }
        let clients = (0..<50).map { ClientID("c\($0 + 10)") }
        for client in clients {
            board.enter(client, name: nil)
            board.update(client, to: PresenceState(mode: .active, selected: rows))
        }
        var told: [ClientID] = []
        while board.hasNews {
            let news = board.takeNews(for: 500)
            #expect(news.changed.count == 1)
            told += news.changed.map(\.client)
        }
        #expect(told == clients)
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
        #expect(board.everyone.map(\.state.mode) == [.active])
    }
}
