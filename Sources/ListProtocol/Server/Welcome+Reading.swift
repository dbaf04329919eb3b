import JSON
import ListEditing

extension Welcome {
    init(members: Members) throws(DecodingProblem) {
        self.init(
            server: try members.string(ifPresent: "server") ?? "",
            client: ClientID(try members.string("client")),
            user: try members.string(ifPresent: "user"),
            limits: try members.inside(ifPresent: "limits") { (limits) throws(DecodingProblem) in
                try Limits(members: limits)
            } ?? Limits(),
            time: try members.whole(ifPresent: "time") ?? 0)
    }
}

extension Limits {
    /// Those that are given; the others are the protocol's.
    fileprivate init(members: Members) throws(DecodingProblem) {
        self.init()
        let all: [(String, WritableKeyPath<Limits, Int>)] = [
            ("frameBytes", \.frameBytes), ("setBytes", \.setBytes), ("inFlight", \.inFlight),
            ("actions", \.actions), ("fieldsBytes", \.fieldsBytes), ("lists", \.lists),
            ("rows", \.rows), ("sections", \.sections), ("titleBytes", \.titleBytes),
            ("undo", \.undo), ("undoBytes", \.undoBytes), ("listBytes", \.listBytes),
            ("headSeconds", \.headSeconds), ("queueBytes", \.queueBytes),
            ("stallSeconds", \.stallSeconds), ("rememberDays", \.rememberDays),
        ]
        for (name, path) in all {
            if let value = try members.whole(ifPresent: name, atLeast: 1) {
                self[keyPath: path] = value
            }
        }
    }
}
