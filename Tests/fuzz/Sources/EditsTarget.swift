import EditScripts

/// The editing core: scripts of edits, made of the bytes, on it and on the plain model.
enum EditsTarget {
    static func run(_ bytes: [UInt8]) {
        var edits = RandomEdits(script: bytes)
        edits.withRules = edits.random.chance(70)
        guard var run = try? ModelRun(edits) else { return }
        if let difference = run.differs(within: 40) { FuzzTarget.found(difference) }
    }
}
