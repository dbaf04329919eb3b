import HistoryChecking

extension PlantedFault {
    private static let gone = #""deletedRows":[{"row":"a","at":[0,0]}]"#
    private static let delete = #"{"op":"deleteRows","rows":["a"]}"#
    private static let back = #""insertedRows":[{"row":"a","at":[0,0],"fields":{}}]"#

    private static func move(_ row: String, _ to: String) -> String {
        #"{"op":"moveRow","row":"\#(row)","to":\#(to)}"#
    }

    /// Faults of what the list holds.
    static let contents: [PlantedFault] = [
        PlantedFault("a client is behind", .allEqual) { tape in
            tape.connect(0)
            tape.connect(1)
            tape.edit(0, 1)
            tape.sets(Tape.change(1, 1))
            tape.quiet(revision: 1, rows: "bca")
        },
        PlantedFault("a digest is wrong", .allEqual) { tape in
            tape.connect(0)
            tape.heard(0, #"{"type":"head","list":"l","revision":0,"digest":"00000000"}"#)
        },
        PlantedFault("a move doubles a row", .rowsKept) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.sets(
                Tape.change(
                    1, 1, Tape.moved + #","insertedRows":[{"row":"a","at":[0,3],"fields":{}}]"#))
        },
        PlantedFault("a deleted row comes back", .rowsKept, .places) { tape in
            tape.connect(0)
            tape.edit(0, 1, delete)
            tape.sets(Tape.change(1, 1, gone), counts: "2,0")
            tape.edit(0, 2, base: 1, Tape.rename)
            tape.sets(Tape.change(2, 2, back + "," + Tape.renamed), counts: "3,0")
        },
        PlantedFault("an undo of another client's edit", .rowsKept) { tape in
            tape.connect(0)
            tape.connect(1)
            tape.edit(0, 1, delete)
            tape.sets(Tape.change(1, 1, gone), to: [0, 1])
            tape.said(1, #"{"type":"undo","list":"l","id":1,"epoch":"e"}"#)
            tape.sets(Tape.change(2, 1, of: 1, #""undoes":1,"# + back), to: [0, 1])
        },
        PlantedFault("a row lands elsewhere", .places) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.sets(Tape.change(1, 1, #""movedRows":[{"row":"a","from":[0,0],"to":[0,1]}]"#))
        },
        PlantedFault("a clamp in an empty section is not told", .places) { tape in
            tape.connect(0)
            tape.edit(0, 1, move("c", #"{"section":"s2","index":4}"#))
            tape.sets(Tape.change(1, 1, #""movedRows":[{"row":"c","from":[0,2],"to":[1,0]}]"#))
        },
        PlantedFault("an index is not carried", .places) { tape in
            tape.connect(0)
            tape.connect(1)
            tape.edit(
                1, 1,
                #"{"op":"insertRow","row":"x","fields":{},"to":{"section":"s1","at":"start"}}"#)
            tape.sets(
                Tape.change(
                    1, 1, of: 1, #""insertedRows":[{"row":"x","at":[0,0],"fields":{}}]"#),
                to: [0, 1])
            tape.edit(0, 1, move("c", #"{"section":"s1","index":1}"#))
            tape.sets(Tape.change(2, 1, #""movedRows":[{"row":"c","from":[0,3],"to":[0,1]}]"#))
        },
        PlantedFault("a field is not set", .places) { tape in
            tape.connect(0)
            tape.edit(
                0, 1, #"{"op":"updateRow","row":"a","fields":{"title":"A"}},"# + Tape.rename)
            tape.sets(Tape.change(1, 1, Tape.renamed))
        },
        PlantedFault("a noop that should have moved", .places) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.ack(0, 1, #""revision":0,"outcome":"noop""#)
        },
        PlantedFault("a refusal that the rules do not know", .places) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.reject(0, 1, "moveDisabled")
        },
        PlantedFault("an edit that should have been refused", .places) { tape in
            tape.connect(0)
            tape.edit(0, 1, move("nobody", #"{"section":"s1"}"#))
            tape.sets(Tape.change(1, 1))
        },
        PlantedFault("a snapshot is not what the sets give", .resuming) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.sets(Tape.change(1, 1))
            tape.get(revision: 1, rows: "bac")
        },
        PlantedFault("a catchup from elsewhere", .resuming) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.sets(Tape.change(1, 1))
            tape.resume(0, since: 1, revision: 1, from: 0)
        },
        PlantedFault("a folded set leads elsewhere", .resuming) { tape in
            tape.connect(0)
            tape.connect(1)
            tape.edit(0, 1)
            tape.edit(0, 2, Tape.rename)
            tape.sets(Tape.change(1, 1), Tape.change(2, 2, Tape.renamed))
            tape.resume(
                1, since: 0, revision: 2,
                sets: [#"{"revision":2,"at":2,"folds":2,"# + Tape.moved + "}"])
        },
        PlantedFault("the counts are wrong", .resuming) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.sets(Tape.change(1, 1), counts: "2,1")
        },
    ]
}
