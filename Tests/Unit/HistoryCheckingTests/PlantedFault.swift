import HistoryChecking
import Testing

/// A history with one fault, and the properties that it breaks.
struct PlantedFault: CustomTestStringConvertible, Sendable {
    let name: String
    let broken: Set<Property>
    let build: @Sendable (inout HistoryBuilder) -> Void

    var testDescription: String { name }

    init(
        _ name: String, _ broken: Property...,
        build: @escaping @Sendable (inout HistoryBuilder) -> Void
    ) {
        self.name = name
        self.broken = Set(broken)
        self.build = build
    }

    static let all = sequence + answers + contents + windows
}

extension PlantedFault {
    /// Faults of revisions and their order.
    static let sequence: [PlantedFault] = [
        PlantedFault("two sets under one revision", .revisions) { builder in
            builder.connect(0)
            builder.connect(1)
            builder.edit(0, 1, Sample.rename)
            builder.sets(Sample.change(1, 1, Sample.renamed))
            builder.sets(Sample.change(1, 9, of: 7, #""updatedList":{"title":"X"}"#), to: [1])
        },
        PlantedFault("a set is left out", .revisions) { builder in
            builder.connect(0)
            for id in 1...3 { builder.edit(0, id, Sample.rename) }
            builder.sets(Sample.change(1, 1, Sample.renamed))
            builder.sets(Sample.change(3, 3, Sample.renamed))
            builder.ack(0, 2, #""revision":1,"outcome":"noop""#)
        },
        PlantedFault("a set comes twice", .revisions) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1))
            builder.sets(Sample.change(1, 1))
        },
        PlantedFault("the time of a set falls", .revisions) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.edit(0, 2, Sample.rename)
            builder.sets(Sample.change(1, 1, at: 5), Sample.change(2, 2, at: 4, Sample.renamed))
        },
        PlantedFault("a catchup does not say where it starts", .revisions) { builder in
            builder.connect(0)
            builder.received(
                0, #"{"type":"catchup","list":"l","epoch":"e","revision":0,"sets":[]}"#)
        },
        PlantedFault("a reject does not say of what", .revisions) { builder in
            builder.connect(0)
            builder.received(0, #"{"type":"reject","list":"l","code":"unknownRow"}"#)
        },
        PlantedFault("a set has an empty key", .revisions) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1, Sample.moved + #","deletedRows":[]"#))
        },
        PlantedFault("a set has an empty update of the list", .revisions) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1, Sample.moved + #","updatedList":{}"#))
        },
        PlantedFault("something that is no message", .revisions) { builder in
            builder.connect(0)
            builder.received(0, #"{"type":"changes","list":"l","sets":[{"revision":"one"}]}"#)
        },
        PlantedFault("a later edit has a lower revision", .order) { builder in
            builder.connect(0)
            builder.connect(1)
            builder.edit(0, 1, Sample.rename)
            builder.ack(0, 1, #""revision":2,"outcome":"applied","ids":[]"#)
            builder.edit(1, 1)
            builder.sets(
                Sample.change(1, 1, of: 1), Sample.change(2, 1, Sample.renamed), to: [1])
        },
        PlantedFault("a client's edits change places", .order) { builder in
            builder.connect(0)
            builder.edit(0, 1, Sample.rename)
            builder.edit(0, 2)
            builder.sets(Sample.change(1, 2), Sample.change(2, 1, Sample.renamed))
        },
        PlantedFault("a revision falls for a client", .neverBack) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1))
            builder.connect(0)
        },
        PlantedFault("a crash loses what one client saw", .neverBack) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1))
            builder.connect(1)
        },
        PlantedFault("the server shows less than was seen", .neverBack) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1))
            builder.get(revision: 0, rows: "abc")
        },
    ]
}

extension PlantedFault {
    /// Faults of answers and resending.
    static let answers: [PlantedFault] = [
        PlantedFault("an answered edit is lost", .onceOnly) { builder in
            builder.connect(0)
            builder.edit(0, 1, Sample.rename)
            builder.edit(0, 2, Sample.rename)
            builder.ack(0, 1, #""revision":1,"outcome":"applied","ids":[]"#)
            builder.sets(Sample.change(1, 2, Sample.renamed))
        },
        PlantedFault("an edit is there twice", .onceOnly) { builder in
            builder.connect(0)
            builder.edit(0, 1, Sample.rename)
            builder.sets(Sample.change(1, 1, Sample.renamed))
            builder.sets(Sample.change(2, 1, Sample.renamed))
        },
        PlantedFault("an edit was never sent", .onceOnly) { builder in
            builder.connect(0)
            builder.sets(Sample.change(1, 5))
        },
        PlantedFault("an edit is never answered", .onceOnly) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.quiet(revision: 0, rows: "abc")
        },
        PlantedFault("a deleted list is there again", .onceOnly) { builder in
            builder.connect(0)
            builder.delete(0)
            builder.connect(0)
        },
        PlantedFault("a resent edit has another revision", .resending, .onceOnly) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1))
            builder.edit(0, 2, base: 1, Sample.rename)
            builder.sets(Sample.change(2, 2, Sample.renamed))
            builder.resume(0, since: 2, revision: 2)
            builder.edit(0, 1)
            builder.ack(0, 1, #""revision":2,"outcome":"duplicate","applied":true"#)
        },
        PlantedFault("a resent edit is denied", .resending, .onceOnly) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1))
            builder.resume(0, since: 1, revision: 1)
            builder.edit(0, 1)
            builder.ack(0, 1, #""revision":1,"outcome":"duplicate","applied":false"#)
        },
        PlantedFault("a resent edit is refused", .resending, .rejections) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1))
            builder.resume(0, since: 1, revision: 1)
            builder.edit(0, 1)
            builder.reject(0, 1, "rateLimited")
        },
        PlantedFault("a refused edit is there", .rejections) { builder in
            builder.connect(0)
            builder.connect(1)
            builder.edit(0, 1, Sample.rename)
            builder.reject(0, 1, "unavailable")
            builder.sets(Sample.change(1, 1, Sample.renamed), to: [1])
        },
        PlantedFault("a second answer", .answers) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1))
            builder.ack(0, 1, #""revision":1,"outcome":"duplicate","applied":true"#)
        },
        PlantedFault("an answer to nothing", .answers) { builder in
            builder.connect(0)
            builder.reject(0, 4, "unknownRow")
        },
    ]
}

extension PlantedFault {
    private static let gone = #""deletedRows":[{"row":"a","at":[0,0]}]"#
    private static let delete = #"{"op":"deleteRows","rows":["a"]}"#
    private static let back = #""insertedRows":[{"row":"a","at":[0,0],"fields":{}}]"#

    private static func move(_ row: String, _ to: String) -> String {
        #"{"op":"moveRow","row":"\#(row)","to":\#(to)}"#
    }

    /// Faults of the content of the list.
    static let contents: [PlantedFault] = [
        PlantedFault("a client is behind", .allEqual) { builder in
            builder.connect(0)
            builder.connect(1)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1))
            builder.quiet(revision: 1, rows: "bca")
        },
        PlantedFault("two servers show other bytes of one revision", .allEqual) { builder in
            builder.connect(0)
            builder.get(revision: 0, rows: "abc", tag: "0")
            builder.get(body: Sample.snapshot(0, "abc") + " ", tag: "0")
        },
        PlantedFault("two servers show one revision under two tags", .allEqual) { builder in
            builder.connect(0)
            builder.get(revision: 0, rows: "abc", tag: "0")
            builder.get(revision: 0, rows: "abc", tag: "1")
        },
        PlantedFault("a digest is wrong", .allEqual) { builder in
            builder.connect(0)
            builder.received(0, #"{"type":"head","list":"l","revision":0,"digest":"00000000"}"#)
        },
        PlantedFault("a move doubles a row", .rowsKept) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(
                Sample.change(
                    1, 1, Sample.moved + #","insertedRows":[{"row":"a","at":[0,3],"fields":{}}]"#))
        },
        PlantedFault("the entries of a set do not ascend", .rowsKept) { builder in
            builder.connect(0)
            builder.edit(0, 1, #"{"op":"deleteRows","rows":["a","b"]}"#)
            builder.sets(
                Sample.change(
                    1, 1,
                    #""deletedRows":[{"row":"b","at":[0,1]},{"row":"a","at":[0,0]}]"#))
        },
        PlantedFault("a set updates a row that it deletes", .rowsKept) { builder in
            builder.connect(0)
            builder.edit(0, 1, delete)
            builder.sets(
                Sample.change(
                    1, 1,
                    gone + #","updatedRows":[{"row":"a","at":[0,0],"fields":{"title":"A"}}]"#))
        },
        PlantedFault("a deleted row comes back", .rowsKept, .places) { builder in
            builder.connect(0)
            builder.edit(0, 1, delete)
            builder.sets(Sample.change(1, 1, gone), counts: "2,0")
            builder.edit(0, 2, base: 1, Sample.rename)
            builder.sets(Sample.change(2, 2, back + "," + Sample.renamed), counts: "3,0")
        },
        PlantedFault("an undo of another client's edit", .rowsKept) { builder in
            builder.connect(0)
            builder.connect(1)
            builder.edit(0, 1, delete)
            builder.sets(Sample.change(1, 1, gone), to: [0, 1])
            builder.sent(1, #"{"type":"undo","list":"l","id":1,"epoch":"e"}"#)
            builder.sets(Sample.change(2, 1, of: 1, #""undoes":1,"# + back), to: [0, 1])
        },
        PlantedFault("a row is placed elsewhere", .places) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(
                Sample.change(1, 1, #""movedRows":[{"row":"a","from":[0,0],"to":[0,1]}]"#))
        },
        PlantedFault("a clamp in an empty section is not told", .places) { builder in
            builder.connect(0)
            builder.edit(0, 1, move("c", #"{"section":"s2","index":4}"#))
            builder.sets(
                Sample.change(1, 1, #""movedRows":[{"row":"c","from":[0,2],"to":[1,0]}]"#))
        },
        PlantedFault("an index is not rebased", .places) { builder in
            builder.connect(0)
            builder.connect(1)
            builder.edit(
                1, 1,
                #"{"op":"insertRow","row":"x","fields":{},"to":{"section":"s1","at":"start"}}"#)
            builder.sets(
                Sample.change(
                    1, 1, of: 1, #""insertedRows":[{"row":"x","at":[0,0],"fields":{}}]"#),
                to: [0, 1])
            builder.edit(0, 1, move("c", #"{"section":"s1","index":1}"#))
            builder.sets(
                Sample.change(2, 1, #""movedRows":[{"row":"c","from":[0,3],"to":[0,1]}]"#))
        },
        PlantedFault("a field is not set", .places) { builder in
            builder.connect(0)
            builder.edit(
                0, 1, #"{"op":"updateRow","row":"a","fields":{"title":"A"}},"# + Sample.rename)
            builder.sets(Sample.change(1, 1, Sample.renamed))
        },
        PlantedFault("a noop that should have moved", .places) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.ack(0, 1, #""revision":0,"outcome":"noop""#)
        },
        PlantedFault("a refusal that the rules do not know", .places) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.reject(0, 1, "moveDisabled")
        },
        PlantedFault("an edit that should have been refused", .places) { builder in
            builder.connect(0)
            builder.edit(0, 1, move("nobody", #"{"section":"s1"}"#))
            builder.sets(Sample.change(1, 1))
        },
        PlantedFault("a snapshot is not what the sets give", .resuming) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1))
            builder.get(revision: 1, rows: "bac")
        },
        PlantedFault("a catchup from elsewhere", .resuming) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1))
            builder.resume(0, since: 1, revision: 1, from: 0)
        },
        PlantedFault("a folded set leads elsewhere", .resuming) { builder in
            builder.connect(0)
            builder.connect(1)
            builder.edit(0, 1)
            builder.edit(0, 2, Sample.rename)
            builder.sets(Sample.change(1, 1), Sample.change(2, 2, Sample.renamed))
            builder.resume(
                1, since: 0, revision: 2,
                sets: [#"{"revision":2,"at":2,"folds":2,"# + Sample.moved + "}"])
        },
        PlantedFault("a folded set among others leads elsewhere", .resuming) { builder in
            builder.connect(0)
            builder.connect(1)
            builder.edit(0, 1)
            builder.edit(0, 2, Sample.rename)
            builder.sets(Sample.change(1, 1), Sample.change(2, 2, Sample.renamed))
            builder.sets(#"{"revision":2,"at":2,"folds":2,"# + Sample.moved + "}", to: [1])
        },
        PlantedFault("changes are refused that must be kept", .resuming) { builder in
            builder.connect(0)
            builder.refused(since: 0, isKept: true)
        },
        PlantedFault("changes are not given for another reason", .resuming) { builder in
            builder.connect(0)
            builder.refused(since: 0, 500)
        },
        PlantedFault("changes over HTTP have an empty key", .resuming) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1))
            builder.changes(
                since: 0, revision: 1, Sample.change(1, 1, Sample.moved + #","deletedRows":[]"#))
        },
        PlantedFault("the counts are wrong", .resuming) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1), counts: "2,1")
        },
    ]
}

extension PlantedFault {
    /// Faults of what a client with a window holds.
    static let windows: [PlantedFault] = [
        PlantedFault("a run is not shortened by a move out of it", .windows) { builder in
            builder.connect(0)
            builder.edit(0, 1)
            builder.sets(Sample.change(1, 1))
            builder.holds(0, revision: 1, from: 0, "ab")
        },
        PlantedFault("a window counts other rows", .windows) { builder in
            builder.connect(0)
            builder.holds(0, revision: 0, from: 0, "a", counts: [4, 0])
        },
        PlantedFault("a run lies past the end of its section", .windows) { builder in
            builder.connect(0)
            builder.holds(0, revision: 0, from: 2, "cd")
        },
        PlantedFault("a row of a window has other fields", .windows) { builder in
            builder.connect(0)
            builder.edit(
                0, 1, #"{"op":"updateRow","row":"a","fields":{"title":"A"}}"#)
            builder.sets(
                Sample.change(
                    1, 1, #""updatedRows":[{"row":"a","at":[0,0],"fields":{"title":"A"}}]"#))
            builder.holds(0, revision: 1, from: 0, "ab")
        },
        PlantedFault("a set does not fit a window", .windows) { builder in
            builder.connect(0)
            builder.misfit(0, revision: 0)
        },
    ]
}
