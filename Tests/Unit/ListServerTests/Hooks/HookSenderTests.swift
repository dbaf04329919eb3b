import Foundation
import JSON
import ListEditing
import ListJournal
import ListProtocol
import Logging
import MemoryJournal
import Testing

@testable import ListHosting
@testable import ListWebhooks
@testable import ServerTesting

/// What a hook is told: everything, of each list in order, whatever fails meanwhile.
@Suite struct HookSenderTests {
    private static let timing = HookTiming(
        firstPause: 0.01, longestPause: 0.02, longestWait: 0.02, saveSeconds: 0.01)

    private func makeHook(events: Set<HookEvent.Kind> = [.changed, .created, .deleted]) -> Hook {
        Hook(name: "h", url: "http://h/", lists: .all, events: events, secrets: [])
    }

    private func sender(
        _ journal: any Journal, _ receiver: Receiver, _ hook: Hook? = nil
    ) -> HookSender {
        HookSender(
            hook ?? makeHook(),
            reader: HookReader(journal: journal, base: "http://s", now: { 0 }),
            timing: Self.timing, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            post: { _, event in receiver.take(event) })
    }

    private func heads(_ journal: any Journal) async throws -> [AnnouncedList] {
        try await journal.heads().map { AnnouncedList(head: $0, isOwn: true) }
    }

    /// Waits until everything is told.
    private func settle(_ sender: HookSender) async throws {
        for _ in 0..<2_000 where await sender.figures.lists > 0 {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(await sender.figures.lists == 0)
    }

    @Test func newHook_startsNow_andGetsEverySetInOrder() async throws {
        var stored = try await StoredList()
        try await stored.store(1...3)
        let receiver = Receiver()
        let sender = sender(stored.journal, receiver)
        try await sender.compare(with: try await heads(stored.journal))
        try await stored.store([edit(4, [rename("a", "x")]), edit(5, [rename("a", "y")])])
        try await stored.store(6...8)
        await sender.hear(["l": 8])
        try await settle(sender)
        #expect(receiver.notified == ["changed 5", "changed 6", "changed 7", "changed 8"])
        let first = try #require(receiver.events.first)
        let data = try #require(try JSONReader.read(first.body).object?["data"]?.object)
        #expect(first.id == "e_5")
        #expect(data["list"]?.string == "l" && data["epoch"]?.string == "e")
        #expect(data["from"]?.whole == 3)
        let sets = data["sets"]?.array?.compactMap { $0.object?["revision"]?.whole }
        #expect(sets == [4, 5])
        await sender.stop()
    }

    @Test func changesHeardBeforeTheHookHasBegun_areTold() async throws {
        var stored = try await StoredList()
        try await stored.store(1...3)
        let receiver = Receiver()
        let sender = sender(stored.journal, receiver)
        let heads = try await heads(stored.journal)
        try await stored.store(4...5)
        await sender.hear(["l": 5])
        try await sender.compare(with: heads)
        try await settle(sender)
        #expect(receiver.notified == ["changed 4", "changed 5"])
        await sender.stop()
    }

    /// Who has an answer to an edit finds it among what the hook is to be told, however late its sender looks.
    @Test func figures_countWhatWasNoted_beforeTheSenderLooks() async throws {
        var stored = try await StoredList()
        let receiver = Receiver()
        let sender = sender(stored.journal, receiver)
        try await sender.compare(with: try await heads(stored.journal))
        try await stored.store(1...2)
        #expect(sender.note("l", 2), "the sender has to be told")
        #expect(!sender.note("l", 2), "once")
        #expect(await sender.figures.lists == 1)
        try await settle(sender)
        #expect(receiver.notified == ["changed 1", "changed 2"])
        await sender.stop()
    }

    @Test func afterARestart_whatWasMissedIsTold_andNothingElse() async throws {
        var stored = try await StoredList()
        let receiver = Receiver()
        let first = sender(stored.journal, receiver)
        try await first.compare(with: try await heads(stored.journal))
        try await stored.store(1...3)
        await first.hear(["l": 3])
        try await settle(first)
        await first.stop()
        try await stored.store(4...5)
        _ = try await stored.journal.create(
            NewList(list: "new", epoch: "n", title: "", rows: 0, at: 0, snapshot: []))
        let second = sender(stored.journal, receiver)
        try await second.compare(with: try await heads(stored.journal))
        try await settle(second)
        await second.stop()
        #expect(
            receiver.notified.sorted() == [
                "changed 1", "changed 2", "changed 3", "changed 4", "changed 5", "created 0",
            ])
    }

    @Test func receiverThatFails_getsEverythingOnce_inOrder() async throws {
        var stored = try await StoredList()
        let receiver = Receiver()
        let sender = sender(stored.journal, receiver)
        try await sender.compare(with: try await heads(stored.journal))
        receiver.failures = [
            .unreachable("down", seconds: nil), .unreachable("busy", seconds: 9),
            .refused("it answered 500"), .refused("it answered 500"), .refused("it answered 404"),
        ]
        try await stored.store(1...4)
        await sender.hear(["l": 4])
        try await settle(sender)
        #expect(receiver.notified == ["changed 1", "changed 2", "changed 3", "changed 4"])
        let figures = await sender.figures
        #expect(figures.counts.taken == 4 && figures.counts.failed == 5)
        #expect(figures.state == .sending && figures.lastError == "it answered 404")
        await sender.stop()
    }

    @Test func outage_countsOnce_howeverManyWereUnderWay() async throws {
        let stored = try await StoredList()
        let receiver = Receiver()
        let sender = HookSender(
            makeHook(), reader: HookReader(journal: stored.journal, base: "http://s", now: { 0 }),
            timing: HookTiming(
                firstPause: 0.01, longestPause: 3_600, longestWait: 0, saveSeconds: 0.01),
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            post: { _, event in receiver.take(event) })
        try await sender.compare(with: try await heads(stored.journal))
        // Doubled with each of them, the wait would be years.
        receiver.failures = Array(repeating: .unreachable("down", seconds: nil), count: 8)
        for number in 0..<40 {
            _ = try await stored.journal.create(
                NewList(
                    list: "n\(number)", epoch: "e\(number)", title: "", rows: 0, at: 0,
                    snapshot: []))
        }
        await sender.hear(Dictionary(uniqueKeysWithValues: (0..<40).map { ("n\($0)", 0) }))
        try await settle(sender)
        #expect(receiver.notified.count == 40)
        await sender.stop()
    }

    @Test func narrowerPattern_tellsNothingOfOtherLists() async throws {
        var stored = try await StoredList()
        let receiver = Receiver()
        let wide = sender(stored.journal, receiver)
        try await wide.compare(with: try await heads(stored.journal))
        await wide.stop()
        try await stored.store(1...2)
        let pattern = try #require(ListPattern("team-*"))
        let narrow = sender(
            stored.journal, receiver,
            Hook(name: "h", url: "http://h/", lists: pattern, events: [.changed], secrets: []))
        try await narrow.compare(with: try await heads(stored.journal))
        try await settle(narrow)
        await narrow.stop()
        #expect(receiver.notified.isEmpty)
        let again = sender(stored.journal, receiver)
        try await again.compare(with: try await heads(stored.journal))
        try await settle(again)
        await again.stop()
        #expect(receiver.notified == ["changed 1", "changed 2"])
    }

    @Test func listThatIsRefused_holdsNoOther() async throws {
        var stored = try await StoredList()
        let receiver = Receiver()
        let sender = sender(stored.journal, receiver)
        try await sender.compare(with: try await heads(stored.journal))
        receiver.refuses = { $0.id.hasPrefix("e_") }
        try await stored.store(1...2)
        _ = try await stored.journal.create(
            NewList(list: "new", epoch: "n", title: "", rows: 0, at: 0, snapshot: []))
        await sender.hear(["l": 2, "new": 0])
        for _ in 0..<2_000 where receiver.notified != ["created 0"] {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(receiver.notified == ["created 0"])
        #expect(await sender.figures.state == .retrying)
        receiver.refuses = { _ in false }
        try await settle(sender)
        #expect(receiver.notified == ["created 0", "changed 1", "changed 2"])
        await sender.stop()
    }

    @Test func receiverThatEndsTheHook_isLeftAlone_untilItIsResumed() async throws {
        var stored = try await StoredList()
        let receiver = Receiver()
        let sender = sender(stored.journal, receiver)
        try await sender.compare(with: try await heads(stored.journal))
        receiver.failures = [.ended]
        try await stored.store(1...2)
        await sender.hear(["l": 2])
        for _ in 0..<2_000 where await sender.figures.state != .paused {
            try await Task.sleep(for: .milliseconds(5))
        }
        try await stored.store(3...3)
        await sender.hear(["l": 3])
        // What it would send it would send now: each of its turns ends before it is asked the next time.
        for _ in 0..<100 { #expect(await sender.figures.state == .paused) }
        #expect(receiver.notified.isEmpty)
        await sender.resume()
        try await settle(sender)
        #expect(receiver.notified == ["changed 1", "changed 2", "changed 3"])
        await sender.stop()
    }

    @Test func historyThatIsGone_isReset() async throws {
        var stored = try await StoredList()
        let receiver = Receiver()
        let sender = sender(stored.journal, receiver, makeHook(events: [.changed]))
        try await sender.compare(with: try await heads(stored.journal))
        for ids in [1...3, 4...6, 7...9] {
            try await stored.store(ids)
            try await stored.saveSnapshot()
        }
        _ = try await stored.journal.trim(list: "l", through: 6)
        await sender.hear(["l": 9])
        try await settle(sender)
        #expect(receiver.notified == ["reset 9"])
        let data = try JSONReader.read(try #require(receiver.events.first).body).object?["data"]
        #expect(data?.object?["url"]?.string == "http://s/api/lists/l")
        await sender.stop()
    }

    /// Where the cursors could not be read, nobody knows what the hook would be told.
    @Test func deletionThatCannotBeSaved_isRefused() async throws {
        let stored = try await StoredList()
        let sender = HookSender(
            makeHook(), reader: HookReader(journal: stored.journal, base: "", now: { 0 }),
            timing: HookTiming(sleep: { _ in }),
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, post: { _, _ in .taken })
        #expect(await !sender.willDelete("l", epoch: "e"))
        try await sender.compare(with: try await heads(stored.journal))
        #expect(await sender.willDelete("l", epoch: "e"))
        await sender.stop()
    }

    @Test func deletions_areToldOfEachList_alsoAfterARestart() async throws {
        let stored = try await StoredList()
        let journal = stored.journal
        let receiver = Receiver()
        let first = sender(journal, receiver)
        try await first.compare(with: try await heads(journal))
        receiver.failures = Array(repeating: .unreachable("down", seconds: nil), count: 10_000)
        for epoch in ["e", "e2", "e3"] {
            #expect(await first.willDelete("l", epoch: epoch))
            try await journal.delete(list: "l", epoch: epoch)
            await first.hear(["l": 0])
            let next = epoch == "e" ? "e2" : epoch == "e2" ? "e3" : "e4"
            _ = try await journal.create(
                NewList(list: "l", epoch: next, title: "", rows: 0, at: 0, snapshot: []))
        }
        await first.stop()
        receiver.failures = []
        let second = sender(journal, receiver)
        try await second.compare(with: try await heads(journal))
        try await settle(second)
        #expect(
            receiver.events.map(\.id) == ["e_deleted", "e2_deleted", "e3_deleted", "e4_created"])
        await second.stop()
    }

    @Test func whatIsUnreadable_isToldOnceItCanBeRead() async throws {
        var stored = try await StoredList()
        let receiver = Receiver()
        let sender = sender(stored.journal, receiver)
        try await sender.compare(with: try await heads(stored.journal))
        try await stored.store(1...3)
        stored.journal.tamper("l") { records, _ in records[1].isIntact = false }
        await sender.hear(["l": 3])
        for _ in 0..<2_000 where await sender.figures.counts.failed < 2 {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(receiver.notified.isEmpty, "not told as history that is gone")
        stored.journal.tamper("l") { records, _ in records[1].isIntact = true }
        try await settle(sender)
        #expect(receiver.notified == ["changed 1", "changed 2", "changed 3"])
        await sender.stop()
    }

    @Test func resending_goesBack() async throws {
        var stored = try await StoredList()
        let receiver = Receiver()
        let sender = sender(stored.journal, receiver)
        try await stored.store(1...4)
        try await sender.compare(with: try await heads(stored.journal))
        #expect(try await sender.resend("l", after: 2) == 2)
        try await settle(sender)
        #expect(receiver.notified == ["changed 3", "changed 4"])
        #expect(try await sender.resend("l", after: 0) == 0)
        #expect(try await sender.resend("none", after: 0) == nil)
        try await settle(sender)
        #expect(receiver.notified.count == 6)
        await sender.stop()
    }

    @Test func longRecord_namesItsURL() async throws {
        let long = String(repeating: "x", count: 700_000)
        let sets = [Array("\"\(long)\"".utf8)[...], Array("\"\(long)\"".utf8)[...]]
        let event = HookEvent(
            sets: sets, of: "l", "e", to: 9, at: 1_795_453_200_123, url: "http://s/api/lists/l")
        #expect(
            try JSONReader.read(event.body).object?["timestamp"]?.string
                == "2026-11-23T17:00:00.123Z")
        #expect(event.body.count < 1_000)
        let data = try JSONReader.read(event.body).object?["data"]?.object
        #expect(data?["truncated"] == .bool(true))
        #expect(data?["sets"] == nil)
        #expect(
            data?["url"]?.string == "http://s/api/lists/l/changes?since=7&limit=2&epoch=e")
    }
}

/// A receiver that keeps what it takes.
private final class Receiver: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var taken: [HookEvent] = []
    nonisolated(unsafe) private var answers: [HookAnswer] = []
    nonisolated(unsafe) private var refusal: @Sendable (HookEvent) -> Bool = { _ in false }

    /// What it answers before it takes anything.
    var failures: [HookAnswer] {
        get { lock.withLock { unsafe answers } }
        set { lock.withLock { unsafe answers = newValue } }
    }

    var refuses: @Sendable (HookEvent) -> Bool {
        get { lock.withLock { unsafe refusal } }
        set { lock.withLock { unsafe refusal = newValue } }
    }

    var events: [HookEvent] { lock.withLock { unsafe taken } }

    /// Kind and revision of what it took.
    var notified: [String] {
        events.map { event in
            let data = (try? JSONReader.read(event.body))?.object?["data"]?.object
            return "\(event.kind.rawValue.dropFirst(5)) \(data?["revision"]?.whole ?? 0)"
        }
    }

    func take(_ event: HookEvent) -> HookAnswer {
        lock.withLock {
            if unsafe !answers.isEmpty { return unsafe answers.removeFirst() }
            if unsafe refusal(event) { return .refused("it answered 500") }
            unsafe taken.append(event)
            return .taken
        }
    }
}
