import ListEditing
import ListProtocol
import Testing

@testable import ListDocument
@testable import ListServer
@testable import ServerTesting

@Suite struct EditQueueTests {
    private func request(_ id: Int, by author: Author) -> EditRequest {
        edit(id, [rename("a", "\(id)")], by: author)
    }

    /// The ids in the order in which they are taken.
    private func drain(_ queue: inout EditQueue) -> [Int] {
        var ids: [Int] = []
        while let next = queue.next {
            ids.append(next.id)
            queue.removeNext()
        }
        return ids
    }

    @Test func clients_takeTurns_andEachKeepsItsOrder() {
        var queue = EditQueue([
            request(1, by: ana), request(2, by: ana), request(3, by: ana), request(11, by: ben),
            request(12, by: ben),
        ])
        #expect(queue.count == 5)
        #expect(drain(&queue) == [1, 11, 2, 12, 3])
        #expect(queue.isEmpty)
    }

    @Test func blockedClient_isPassedOver_untilItsHistoryIsThere() {
        var queue = EditQueue([request(1, by: ana), request(2, by: ana), request(11, by: ben)])
        queue.blockNext()
        #expect(queue.next?.id == 11)
        queue.removeNext()
        #expect(queue.next == nil && queue.count == 2)
        queue.append(request(3, by: ana))
        #expect(queue.next == nil)
        queue.unblock(withHistory: true)
        #expect(queue.nextReads.hasHistory)
        #expect(drain(&queue) == [1, 2, 3])
        #expect(!queue.nextReads.hasHistory)
    }

    @Test func whatIsTakenOut_leavesTheOthersInOrder() {
        var queue = EditQueue([
            request(1, by: ana), request(2, by: ana), request(3, by: ana), request(11, by: ben),
        ])
        let taken = queue.remove { $0.id == 2 || $0.id == 11 }
        #expect(taken.map(\.id) == [2, 11])
        #expect(drain(&queue) == [1, 3])
    }

    @Test func blockedEdits_areGivenBackTogether() {
        var queue = EditQueue([request(1, by: ana), request(2, by: ana), request(11, by: ben)])
        queue.blockNext()
        #expect(queue.removeBlocked().map(\.id) == [1, 2])
        #expect(drain(&queue) == [11])
    }

    @Test func queuesOfClientsThatAreGone_areDropped_andNoEditWithThem() {
        var queue = EditQueue([request(1, by: ana), request(2, by: ana)])
        var taken: [Int] = []
        for number in 0..<1_000 {
            queue.append(
                request(100 + number, by: Author(client: ClientID("\(number)"), name: nil)))
            queue.append(request(10_000 + number, by: ana))
            taken.append(queue.next?.id ?? 0)
            queue.removeNext()
            taken.append(queue.next?.id ?? 0)
            queue.removeNext()
            #expect(queue.queueCount <= 16 + 2 * (queue.count + 1))
        }
        #expect(queue.count == 2)
        taken += drain(&queue)
        let own = taken.filter { !(100..<10_000).contains($0) }
        #expect(own == [1, 2] + (10_000..<11_000))
        #expect(taken.filter { (100..<10_000).contains($0) } == Array(100..<1_100))
    }
}
