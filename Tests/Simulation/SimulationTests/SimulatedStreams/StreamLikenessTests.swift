import Dispatch
import NATS
import NATSNodes
import SeededRandom
import TestSeeds
import Testing

@testable import ListJournal
@testable import ServerTesting

/// Streams of the simulation answer as those of a real node do: whatever is asked, in any order.
@Suite struct StreamLikenessTests {
    private static let node = Task { try await NATSNode() }

    /// One call of a journal to its streams.
    private enum Call: Sendable {
        case publish([UInt8], to: String, expected: Int?, id: String?)
        case purge(String, below: Int)
        case last(String)
        case next(String, from: Int)
        case messages(String, from: Int, limit: Int)
        case lasts([String])
        case subjects(String)
        case isEmpty(String, at: Int)
        case info
    }

    /// Calls, as a seed says, on the logs of three lists and on all of them.
    private static func calls(_ seed: Int, of layout: StreamLayout, _ count: Int) -> [Call] {
        var random = SplitMix64(seed: UInt64(seed))
        let root = layout.logs(0).dropLast(2)
        let lists = (0..<3).map { "\(root).l\($0)" }
        return (0..<count).map { number in
            let list = lists[random.below(3)]
            let subject = random.chance(25) ? layout.logs(0) : list
            let sequence = random.below(count)
            switch random.below(12) {
            case 0: return .purge(subject, below: sequence)
            case 1: return .last(list)
            case 2: return .next(subject, from: sequence)
            case 3:
                return .messages(subject, from: sequence, limit: 1 + random.below(20))
            case 4: return .lasts(random.chance(50) ? [layout.logs(0)] : lists)
            case 5: return .subjects(subject)
            case 6: return .isEmpty(list, at: random.below(8))
            case 7: return .info
            default:
                let expected = [nil, 0, sequence][random.below(3)]
                let id = random.chance(70) ? "id-\(random.below(count / 4))" : nil
                return .publish([UInt8(number % 256)], to: list, expected: expected, id: id)
            }
        }
    }

    /// What a client answers, in words, without what a simulation need not have: times and bytes.
    private static func answer(
        to call: Call, by client: any StreamClient, in stream: String
    ) async -> String {
        func notified(_ message: StoredMessage?) -> String {
            guard let message else { return "none" }
            return "\(message.sequence) \(message.subject) \(message.id ?? "-") \(message.payload)"
        }
        do throws(JetStreamError) {
            switch call {
            case .publish(let payload, let subject, let expected, let id):
                let outcome = await client.publish(payload, to: subject, expected: expected, id: id)
                return "\(outcome)"
            case .purge(let subject, let sequence):
                return "\(try await client.purge(stream, filter: subject, below: sequence))"
            case .last(let subject):
                let leader = try await client.lastMessage(of: subject, in: stream)
                let any = try await client.lastMessageOfAnyNode(of: subject, in: stream)
                return "\(notified(leader)), \(notified(any))"
            case .next(let subject, let sequence):
                let leader = try await client.nextMessageOfLeader(
                    of: subject, from: sequence, in: stream)
                let any = try await client.nextMessage(of: subject, from: sequence, in: stream)
                return "\(notified(leader)), \(notified(any))"
            case .messages(let subject, let sequence, let limit):
                let batch = try await client.messages(
                    of: subject, from: sequence, in: stream, limit: limit, maximumBytes: 1 << 20)
                return "\(batch.messages.map(notified)) \(batch.isMore)"
            case .lasts(let subjects):
                let batch = try await client.lastMessages(
                    of: subjects, in: stream, maximumBytes: 1 << 20)
                return "\(batch.messages.map(notified).sorted()) \(batch.isMore)"
            case .subjects(let subject):
                return "\(try await client.subjects(of: subject, in: stream).sorted())"
            case .isEmpty(let subject, let sequence):
                return "\(try await client.isEmpty(subject, of: stream, at: sequence))"
            case .info:
                let info = try await client.stream(stream)
                return "\(info?.lastSequence ?? -1)"
            }
        } catch {
            return "\(error)"
        }
    }

    /// A simulated stream with a client, of which nothing goes wrong.
    private static func simulated(_ layout: StreamLayout) -> (SimulatedTime, SimulatedStreamClient)
    {
        let time = SimulatedTime(seed: 1)
        let streams = SimulatedStreams(layout, in: time)
        return (time, SimulatedStreamClient(of: "one", to: streams, in: time, Trace(in: time)))
    }

    /// The first stream of a layout on the real node.
    private static func real(
        _ layout: StreamLayout, maximumBytes: Int? = nil
    ) async throws -> (client: JetStream, connection: NATSConnection) {
        let queue = DispatchQueue(label: "likeness")
        let connection = try await NATSConnection.connect(
            NATSConfiguration.patient([node.value.url]), execute: { queue.async(execute: $0) },
            events: { _ in })
        let client = JetStream(connection)
        for settings in layout.streams(replicas: 1, maximumBytes: maximumBytes)
        where settings.name == layout.logStream(0) {
            _ = try await client.create(settings)
        }
        return (client, connection)
    }

    @Test(arguments: TestSeeds.range(4))
    func answers_areThoseOfARealNode(seed: Int) async throws {
        let layout = try #require(StreamLayout(prefix: "like\(seed)"))
        let stream = layout.logStream(0)
        let (time, simulated) = Self.simulated(layout)
        let (client, connection) = try await Self.real(layout)
        for (number, call) in Self.calls(seed, of: layout, 400).enumerated() {
            let expected = await Self.answer(to: call, by: client, in: stream)
            let answer = time.wait { await Self.answer(to: call, by: simulated, in: stream) }
            #expect(answer == expected, "call \(number): \(call)")
            guard answer == expected else { break }
        }
        await connection.close()
    }

    @Test func fullStream_refusesInTheSameWords() async throws {
        let layout = try #require(StreamLayout(prefix: "full"))
        let (client, connection) = try await Self.real(layout, maximumBytes: 100_000)
        let subject = "\(layout.logs(0).dropLast(2)).l"
        var outcome = PublishOutcome.unknown("not asked")
        for _ in 0..<1_000 {
            outcome = await client.publish(
                [UInt8](repeating: 0, count: 1_000), to: subject, expected: nil, id: nil)
            if case .stored = outcome { continue }
            break
        }
        let time = SimulatedTime(seed: 1)
        let streams = SimulatedStreams(layout, in: time)
        streams.setFull(true)
        let simulated = SimulatedStreamClient(of: "one", to: streams, in: time, Trace(in: time))
        let answer = time.wait {
            await simulated.publish([0], to: subject, expected: nil, id: nil)
        }
        #expect(answer == outcome)
        await connection.close()
    }
}
