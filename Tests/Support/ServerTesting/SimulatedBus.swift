import Foundation
import ListJournal

/// The bus of a simulation's servers: it delays, loses, doubles and reorders messages.
final class SimulatedBus: Sendable {
    /// How it treats messages.
    struct Faults: Sendable {
        /// One in so many is lost, comes twice, or comes up to a second late; nil: none.
        var lost: Int?
        var doubled: Int?
        var late: Int?

        static let none = Faults()
        static let all = Faults(lost: 12, doubled: 12, late: 12)
    }

    private struct Subscriber: Sendable {
        let number: Int
        let server: String
        let subject: String
        let receive: @Sendable (BusMessage) -> Void
    }

    private struct State: Sendable {
        var subscribers: [Subscriber] = []
        var cut: Set<String> = []
        var faults: Faults
        var numbers = 0
        var answers: [String: @Sendable (Result<[UInt8], BusError>) -> Void] = [:]
    }

    private let time: SimulatedTime
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var state: State

    init(in time: SimulatedTime, _ faults: Faults) {
        self.time = time
        unsafe state = State(faults: faults)
    }

    /// The bus as one server has it.
    func endpoint(of server: String) -> any MessageBus { Endpoint(server: server, bus: self) }

    /// From here on nothing reaches a server, nor comes from it.
    func cut(_ server: String) { _ = lock.withLock { unsafe state.cut.insert(server) } }

    /// The server is connected again.
    func mend(_ server: String) { _ = lock.withLock { unsafe state.cut.remove(server) } }

    /// Treats messages otherwise from here on.
    func setFaults(_ faults: Faults) { lock.withLock { unsafe state.faults = faults } }

    /// Hands messages to all subscribers of a subject at once, before any loop has a turn.
    func burst(_ payloads: [[UInt8]], to subject: String) {
        let subscribers = lock.withLock { unsafe state.subscribers }
        for subscriber in subscribers where subscriber.subject == subject {
            for payload in payloads {
                subscriber.receive(BusMessage(subject: subject, payload: payload))
            }
        }
    }

    private func isCut(_ server: String) -> Bool {
        lock.withLock { unsafe state.cut.contains(server) }
    }

    private func happens(_ odds: Int?) -> Bool { odds.map { time.isTrue(oneIn: $0) } ?? false }

    private func send(_ message: BusMessage, from server: String) {
        guard !isCut(server) else { return }
        let (subscribers, faults) = lock.withLock { unsafe (state.subscribers, state.faults) }
        for subscriber in subscribers where subscriber.subject == message.subject {
            for _ in 0..<(happens(faults.doubled) ? 2 : 1) where !happens(faults.lost) {
                let delay = happens(faults.late) ? 0.1...1 : 0.000_2...0.003
                time.after(time.seconds(delay)) {
                    guard !self.isCut(subscriber.server) else { return }
                    subscriber.receive(message)
                }
            }
        }
    }

    private func subscribe(_ subscriber: (Int) -> Subscriber) -> Int {
        lock.withLock {
            unsafe state.numbers += 1
            unsafe state.subscribers.append(subscriber(state.numbers))
            return unsafe state.numbers
        }
    }

    private func unsubscribe(_ number: Int) {
        lock.withLock { unsafe state.subscribers.removeAll { $0.number == number } }
    }

    private func finish(_ reply: String, _ result: Result<[UInt8], BusError>) {
        let done = lock.withLock { unsafe state.answers.removeValue(forKey: reply) }
        done?(result)
    }

    private struct Endpoint: MessageBus {
        let server: String
        let bus: SimulatedBus

        func publish(_ payload: [UInt8], to subject: String) {
            bus.send(BusMessage(subject: subject, payload: payload), from: server)
        }

        func subscribe(
            _ subject: String, receive: @escaping @Sendable (BusMessage) -> Void
        ) -> @Sendable () -> Void {
            let number = bus.subscribe {
                Subscriber(number: $0, server: server, subject: subject, receive: receive)
            }
            return { [bus] in bus.unsubscribe(number) }
        }

        func request(
            _ payload: [UInt8], of subject: String, seconds: Double,
            done: @escaping @Sendable (Result<[UInt8], BusError>) -> Void
        ) {
            let (reply, isObserved) = bus.lock.withLock {
                unsafe bus.state.numbers += 1
                let reply = unsafe "reply.\(bus.state.numbers)"
                unsafe bus.state.answers[reply] = done
                let (subscribers, cut) = unsafe (bus.state.subscribers, bus.state.cut)
                let isObserved = subscribers.contains {
                    $0.subject == subject && !cut.contains($0.server)
                }
                return (reply, isObserved)
            }
            guard isObserved else {
                return bus.time.after(0.001) { [bus] in
                    bus.finish(reply, .failure(bus.isCut(server) ? .silent : .noResponders))
                }
            }
            bus.send(BusMessage(subject: subject, payload: payload, reply: reply), from: server)
            bus.time.after(seconds) { [bus] in bus.finish(reply, .failure(.silent)) }
        }

        func answer(_ message: BusMessage, with payload: [UInt8]) {
            guard let reply = message.reply, !bus.isCut(server) else { return }
            let faults = bus.lock.withLock { unsafe bus.state.faults }
            guard !bus.happens(faults.lost) else { return }
            bus.time.after(bus.time.seconds(0.000_2...0.003)) { [bus] in
                bus.finish(reply, .success(payload))
            }
        }
    }
}
