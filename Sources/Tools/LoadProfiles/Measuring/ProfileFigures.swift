package import LoadGenerator

/// The counts of one operation.
package struct OperationFigures: Sendable {
    /// From when each operation was due to when it was answered.
    package var latencies = Latencies()
    /// Operations that failed.
    package var errors = 0
    /// Edits that came too late: another had deleted the row, or there was nothing to undo.
    package var conflicts = 0

    package init() {}

    /// Operations of any outcome.
    package var count: Int { latencies.count + errors + conflicts }

    package mutating func add(_ other: OperationFigures) {
        latencies.add(other.latencies)
        errors += other.errors
        conflicts += other.conflicts
    }
}

/// What became of an operation.
enum OperationOutcome {
    case done
    case conflict
    case failed(String)
}

/// The counts of a test, by phase and operation, and of the current interval.
package struct ProfileFigures: Sendable {
    /// By the number of the phase in which an operation was due.
    package private(set) var phases: [[UserOperation: OperationFigures]]
    /// Since the interval began.
    private(set) var interval: [UserOperation: OperationFigures] = [:]
    /// How often each error came, the first ones of them.
    package private(set) var problems: [String: Int] = [:]

    init(phases: Int) {
        self.phases = Array(repeating: [:], count: phases)
    }

    mutating func add(
        _ operation: UserOperation, _ outcome: OperationOutcome, nanoseconds: Int64, phase: Int
    ) {
        Self.add(outcome, nanoseconds, to: &phases[phase][operation, default: OperationFigures()])
        Self.add(outcome, nanoseconds, to: &interval[operation, default: OperationFigures()])
        guard case .failed(let reason) = outcome else { return }
        let text = "\(operation.rawValue): \(reason)"
        if problems[text] != nil || problems.count < 10 { problems[text, default: 0] += 1 }
    }

    private static func add(
        _ outcome: OperationOutcome, _ nanoseconds: Int64, to figures: inout OperationFigures
    ) {
        switch outcome {
        case .done: figures.latencies.record(nanoseconds: nanoseconds)
        case .conflict: figures.conflicts += 1
        case .failed: figures.errors += 1
        }
    }

    mutating func beginInterval() { interval = [:] }

    /// The sum over phases and operations; nil stands for all phases, and for what users do.
    package func sum(phase: Int?, _ operation: UserOperation?) -> OperationFigures {
        var all = OperationFigures()
        for (number, figures) in phases.enumerated() where number == phase ?? number {
            all.add(Self.sum(of: figures, operation))
        }
        return all
    }

    /// The sum of one operation, or, for nil, of those that users do.
    static func sum(
        of figures: [UserOperation: OperationFigures], _ operation: UserOperation?
    ) -> OperationFigures {
        if let operation { return figures[operation] ?? OperationFigures() }
        var all = OperationFigures()
        for (operation, figures) in figures where operation.isChosen { all.add(figures) }
        return all
    }
}

/// What a test measured in one interval.
package struct ProfileInterval: Sendable {
    /// Seconds since the start, at the interval's end, and its length.
    package var time: Double
    package var seconds: Double
    package var phase: String
    package var users: Int
    package var figures: [UserOperation: OperationFigures]
    /// From the server's `/metrics`: its processor time as a part of one processor, and its memory in bytes.
    package var serverShare: Double?
    package var serverMemory: Double?

    package func sum(_ operation: UserOperation?) -> OperationFigures {
        ProfileFigures.sum(of: figures, operation)
    }
}
