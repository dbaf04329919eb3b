import ListJournal
import Testing

@testable import ListHosting
@testable import ServerTesting

/// The bus between servers as the loop uses it, over a simulated one.
@Suite struct ServerBusTests {
    private let time: SimulatedTime
    private let bus: SimulatedBus
    private let one: ServerBus
    private let two: ServerBus

    init() throws {
        let time = SimulatedTime(seed: 1)
        let bus = SimulatedBus(in: time, .none)
        (self.time, self.bus) = (time, bus)
        func server(_ name: String) throws -> ServerBus {
            ServerBus(bus.endpoint(of: name), on: try time.makeLoop(name))
        }
        (one, two) = (try server("one"), try server("two"))
    }

    @Test func message_reachesAllThatSubscribed_untilTheyCancel() {
        let (observed, after) = (Log(), Log())
        let first = two.subscribe("s") { observed.add("two \($0.payload)") }
        let second = one.subscribe("s") { observed.add("one \($0.payload)") }
        one.publish([1], to: "s")
        #expect(time.run { observed.lines.count == 2 })
        #expect(observed.lines.sorted() == ["one [1]", "two [1]"])
        first.cancel()
        let last = one.subscribe("end") { _ in after.add("end") }
        one.publish([2], to: "s")
        time.after(1) { self.one.publish([], to: "end") }
        #expect(time.run { !after.lines.isEmpty })
        #expect(observed.lines.count == 3)
        withExtendedLifetime((second, last)) {}
    }

    @Test func request_getsTheAnswer_noResponders_orSilence() {
        let observed = Log()
        one.request([1], of: "edit.two", seconds: 1) { observed.add("\($0)") }
        #expect(time.run { observed.lines.count == 1 })
        let subscription = two.subscribe("edit.two") { [two] message in
            guard message.payload != [3] else { return }
            two.answer(message, with: message.payload + [9])
        }
        one.request([2], of: "edit.two", seconds: 1) { observed.add("\($0)") }
        #expect(time.run { observed.lines.count == 2 })
        let began = time.now
        one.request([3], of: "edit.two", seconds: 1) { observed.add("\($0)") }
        #expect(time.run { observed.lines.count == 3 })
        #expect(time.now - began >= 1)
        let errors = observed.lines.map { $0.hasPrefix("failure") }
        #expect(errors == [true, false, true])
        #expect(observed.lines[0].contains("noResponders") && observed.lines[2].contains("silent"))
        #expect(observed.lines[1].contains("[2, 9]"))
        withExtendedLifetime(subscription) {}
    }

    @Test func burst_isDeliveredInOrder_andDroppedBeyondItsBound() {
        let observed = Log()
        let subscription = two.subscribe("s") { observed.add("\($0.payload[0])") }
        bus.burst((0..<200).map { [UInt8($0)] }, to: "s")
        #expect(time.run { observed.lines.count == 200 })
        #expect(observed.lines == (0..<200).map { "\($0)" })
        bus.burst(
            [[UInt8]](repeating: [UInt8](repeating: 0, count: 1 << 20), count: 20), to: "s")
        #expect(time.run { observed.lines.count == 215 })
        #expect(two.dropped == 5)
        withExtendedLifetime(subscription) {}
    }
}

/// What was heard, in order.
final class Log: Sendable {
    private let content = Trace(in: SimulatedTime(seed: 0), isKept: true)

    var lines: [String] { content.lines.map { String($0.drop { $0 != " " }.dropFirst()) } }
    func add(_ line: String) { content.note(line) }
}
