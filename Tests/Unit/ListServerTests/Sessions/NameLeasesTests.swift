import Foundation
import ListEditing
import ListJournal
import TestSeeds
import Testing

@testable import ListSessions
@testable import ServerTesting

/// Which of the sessions with one name remains, over a bus that loses, doubles and reorders.
@Suite struct NameLeasesTests {
    /// A server with its sessions of one name, and nothing else.
    private final class Node: Sendable {
        let bus: any MessageBus
        private let time: SimulatedTime
        private let lock = NSLock()
        // Guarded by `lock`.
        nonisolated(unsafe) private var leases: NameLeases
        nonisolated(unsafe) private var isOpen = false

        init(_ name: String, on bus: SimulatedBus, in time: SimulatedTime) {
            self.bus = bus.endpoint(of: name)
            self.time = time
            unsafe leases = NameLeases(server: name)
            _ = self.bus.subscribe("hello") { [weak self] message in self?.receive(message) }
            beat()
        }

        var hasSession: Bool { lock.withLock { unsafe isOpen } }

        func begin() {
            send(
                lock.withLock {
                    unsafe isOpen = true
                    return unsafe leases.began(name)
                })
        }

        /// Another server has come.
        func repeatAll() { lock.withLock { unsafe leases.repeatAll() } }

        private func send(_ message: NameLeases.Message) {
            bus.publish(message.encoded, to: "hello")
        }

        private func receive(_ message: BusMessage) {
            guard let message = NameLeases.Message(message.payload),
                message.server != bus.server
            else { return }
            let reaction = lock.withLock {
                let reaction = unsafe leases.receive(message)
                if reaction.replaced != nil { unsafe isOpen = false }
                return reaction
            }
            if let answer = reaction.send { send(answer) }
        }

        private func beat() {
            time.after(1) { [weak self] in
                guard let self else { return }
                for lease in lock.withLock({ unsafe self.leases.takeRepeats() }) { send(lease) }
                beat()
            }
        }
    }

    private static let name = ClientID("ana")

    private func nodes(_ count: Int, seed: Int, _ faults: SimulatedBus.Faults)
        -> (SimulatedTime, [Node])
    {
        let time = SimulatedTime(seed: UInt64(seed))
        let bus = SimulatedBus(in: time, faults)
        return (time, (0..<count).map { Node("server-\($0)", on: bus, in: time) })
    }

    private func wait(_ seconds: Double, in time: SimulatedTime) {
        let end = time.now + seconds
        _ = time.run { time.now >= end }
    }

    @Test(arguments: TestSeeds.range(20))
    func sessionThatComesLater_replacesTheEarlier_andStays(seed: Int) {
        let (time, nodes) = nodes(3, seed: seed, SimulatedBus.Faults(doubled: 4, late: 4))
        var turn = seed
        for _ in 0..<5 {
            turn += 1 + seed % 2
            nodes[turn % 3].begin()
            wait(5, in: time)
            #expect(nodes.map(\.hasSession) == (0..<3).map { $0 == turn % 3 }, "seed \(seed)")
        }
    }

    @Test(arguments: TestSeeds.range(20))
    func sessionsThatBeginAtOnce_leaveExactlyOne(seed: Int) {
        let (time, nodes) = nodes(3, seed: seed, SimulatedBus.Faults(doubled: 4, late: 4))
        for node in nodes { time.after(time.seconds(0...0.01)) { node.begin() } }
        wait(6, in: time)
        #expect(nodes.count { $0.hasSession } == 1, "seed \(seed)")
    }

    @Test(arguments: TestSeeds.range(20))
    func lostMessages_neverLeaveNone(seed: Int) {
        let (time, nodes) = nodes(3, seed: seed, SimulatedBus.Faults(lost: 3, doubled: 4, late: 4))
        for _ in 0..<4 {
            for node in nodes { time.after(time.seconds(0...2)) { node.begin() } }
            wait(6, in: time)
            #expect(nodes.contains { $0.hasSession }, "seed \(seed)")
        }
    }

    /// A server that has just started knows of no session: its first is the newest all the same.
    @Test(arguments: 1...20)
    func sessionOnANewServer_isNotReplacedByAnOldOne(seed: Int) {
        let time = SimulatedTime(seed: UInt64(seed))
        let bus = SimulatedBus(in: time, .none)
        let old = Node("z", on: bus, in: time)
        for _ in 0..<4 { old.begin() }
        wait(4, in: time)
        let new = Node("a", on: bus, in: time)
        old.repeatAll()
        time.after(time.seconds(0...0.9)) { new.begin() }
        wait(4, in: time)
        #expect(new.hasSession && !old.hasSession, "seed \(seed)")
    }

    @Test(arguments: [
        "", "{}", "[]", "{\"server\":\"a\"}", "{\"server\":\"a\",\"client\":\"c\",\"number\":0}",
        "{\"server\":1,\"client\":\"c\",\"number\":1,\"fresh\":true}",
        "{\"server\":\"a\",\"client\":\"c\",\"number\":9007199254740991,\"fresh\":true}",
        "{\"server\":\"a\",\"client\":\"c\",\"number\":1}",
    ])
    func whatIsNoClaim_isNotRead(text: String) {
        #expect(NameLeases.Message(Array(text.utf8)) == nil)
    }
}
