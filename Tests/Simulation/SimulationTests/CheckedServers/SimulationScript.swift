import SeededRandom

/// Something that goes wrong with a server.
struct Disturbance: Hashable, Sendable, CustomStringConvertible {
    enum Kind: String, Sendable {
        /// Its loop stands still.
        case pause
        /// It is killed, and another one starts in its place.
        case kill
        /// It hears no other server, and none hears it.
        case cutOff
        /// It reaches neither the other servers nor the streams.
        case isolation
        /// The node of its number leads no stream any more, and does not know it.
        case election
        /// The streams, or the disk, have no room.
        case full
        /// The disk and its server lose their power, at any call or at the end, and start again.
        case powerCut
        /// The disk fails to write and to sync.
        case broken
    }

    var kind: Kind
    var server: Int
    /// Seconds that pass before it.
    var after: Double
    /// Seconds for which it lasts.
    var lasts: Double

    var description: String { "after \(after) s \(kind) \(server) for \(lasts) s" }
}

/// What is decided before a simulation begins: who takes part, and what goes wrong.
///
/// The order in which everything else happens follows from the seed and from this. So a script that fails
/// can be made shorter, one step after the other, as long as it fails.
struct SimulationScript: Hashable, Sendable, CustomStringConvertible {
    enum Storage: String, Sendable {
        /// SQLite, for one server.
        case disk
        /// JetStream, for three.
        case streams

        var servers: Int { self == .disk ? 1 : 3 }

        var disturbances: [Disturbance.Kind] {
            switch self {
            case .disk: [.pause, .kill, .full, .powerCut, .broken]
            case .streams: [.pause, .kill, .cutOff, .isolation, .election, .full]
            }
        }
    }

    let seed: Int
    let storage: Storage
    var clients: Int
    /// Seconds for which the clients edit.
    var seconds: Double
    var disturbances: [Disturbance] = []
    /// Whether messages between servers get lost, come twice or late.
    var losesMessages: Bool
    /// Sets that are kept of a list's history at least.
    let keptSets: Int

    /// Whether a leader of the journal may be deposed, and answer with what it knew.
    var deposesLeaders: Bool { disturbances.contains { $0.kind == .election } }

    /// What the seed says.
    init(seed: Int, clients: Int = 5, seconds: Double = 10) {
        self.seed = seed
        self.clients = clients
        self.seconds = seconds
        storage = seed.isMultiple(of: 3) ? .disk : .streams
        losesMessages = storage == .streams && seed.isMultiple(of: 2)
        keptSets = seed.isMultiple(of: 2) ? 10_000 : 50
        var random = SplitMix64(seed: UInt64(seed) &+ 0x5EED)
        var now = 0.0
        while now < seconds {
            let disturbance = Disturbance(
                kind: storage.disturbances.randomElement(using: &random) ?? .kill,
                server: Int.random(in: 0..<storage.servers, using: &random),
                after: Double.random(in: 0.3...2.5, using: &random),
                lasts: Double.random(in: 0.2...4, using: &random))
            now += disturbance.after + (disturbance.kind == .kill ? 0 : disturbance.lasts)
            disturbances.append(disturbance)
        }
    }

    var description: String {
        let steps = disturbances.map { "\n  \($0)" }.joined()
        return "seed \(seed), lists on \(storage), \(clients) clients for \(seconds) s, messages "
            + "\(losesMessages ? "get lost" : "arrive")\(steps)"
    }

    // MARK: Shrinking

    /// Scripts that are simpler by one step, those first that leave out most.
    var simpler: [SimulationScript] {
        var found: [SimulationScript] = []
        func add(_ change: (inout SimulationScript) -> Void) {
            var script = self
            change(&script)
            if script != self { found.append(script) }
        }
        var length = disturbances.count
        while length > 0 {
            for start in stride(from: 0, to: disturbances.count, by: length) {
                let end = min(start + length, disturbances.count)
                add { $0.disturbances.removeSubrange(start..<end) }
            }
            length /= 2
        }
        add { $0.losesMessages = false }
        add { $0.clients = max(1, $0.clients / 2) }
        add { $0.clients = max(1, $0.clients - 1) }
        add { $0.seconds = ($0.seconds / 2).rounded(.up) }
        return found
    }

    /// The shortest script that was found to fail, of those that this one can be made into.
    ///
    /// - Parameters:
    ///   - most: Scripts that are tried.
    ///   - fails: Whether a script fails.
    func shrunk(most: Int = 150, while fails: (SimulationScript) throws -> Bool) rethrows
        -> SimulationScript
    {
        var (shortest, tried) = (self, 0)
        var candidates = simpler[...]
        while let candidate = candidates.popFirst(), tried < most {
            tried += 1
            guard try fails(candidate) else { continue }
            shortest = candidate
            candidates = candidate.simpler[...]
        }
        return shortest
    }
}
