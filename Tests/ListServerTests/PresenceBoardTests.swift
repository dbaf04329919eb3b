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
        #expect(board.takeNews().changed.map(\.client) == [ana, ben])
        #expect(!board.hasNews)
        board.update(ben, to: PresenceState(mode: .active))
        board.update(ben, to: PresenceState(mode: .transient))
        let news = board.takeNews()
        #expect(news.changed.map(\.state.mode) == [.transient])
        #expect(board.everyone.count == 2)
    }

    @Test func whoCameAndWent_isOnlyToldToHaveLeft() {
        var board = PresenceBoard()
        board.enter(ana, name: nil)
        board.leave(ana)
        let news = board.takeNews()
        #expect(news.changed.isEmpty && news.left == [ana])
        board.update(ana, to: PresenceState())
        #expect(!board.hasNews)
    }

    @Test func whoLeftAndCameBack_isThere() {
        var board = PresenceBoard()
        board.enter(ana, name: nil)
        _ = board.takeNews()
        board.leave(ana)
        board.enter(ana, name: nil)
        let news = board.takeNews()
        #expect(news.changed.map(\.client) == [ana] && news.left.isEmpty)
    }
}
