import HistoryChecking

extension PlantedFault {
    /// Faults of revisions and their order.
    static let sequence: [PlantedFault] = [
        PlantedFault("two sets under one revision", .revisions) { tape in
            tape.connect(0)
            tape.connect(1)
            tape.edit(0, 1, Tape.rename)
            tape.sets(Tape.change(1, 1, Tape.renamed))
            tape.sets(Tape.change(1, 9, of: 7, #""updatedList":{"title":"X"}"#), to: [1])
        },
        PlantedFault("a set is left out", .revisions) { tape in
            tape.connect(0)
            for id in 1...3 { tape.edit(0, id, Tape.rename) }
            tape.sets(Tape.change(1, 1, Tape.renamed))
            tape.sets(Tape.change(3, 3, Tape.renamed))
            tape.ack(0, 2, #""revision":1,"outcome":"noop""#)
        },
        PlantedFault("a set comes twice", .revisions) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.sets(Tape.change(1, 1))
            tape.sets(Tape.change(1, 1))
        },
        PlantedFault("the time of a set falls", .revisions) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.edit(0, 2, Tape.rename)
            tape.sets(Tape.change(1, 1, at: 5), Tape.change(2, 2, at: 4, Tape.renamed))
        },
        PlantedFault("something that is no message", .revisions) { tape in
            tape.connect(0)
            tape.heard(0, #"{"type":"changes","list":"l","sets":[{"revision":"one"}]}"#)
        },
        PlantedFault("a later edit has a lower revision", .order) { tape in
            tape.connect(0)
            tape.connect(1)
            tape.edit(0, 1, Tape.rename)
            tape.ack(0, 1, #""revision":2,"outcome":"applied","ids":[]"#)
            tape.edit(1, 1)
            tape.sets(
                Tape.change(1, 1, of: 1), Tape.change(2, 1, Tape.renamed), to: [1])
        },
        PlantedFault("a client's edits change places", .order) { tape in
            tape.connect(0)
            tape.edit(0, 1, Tape.rename)
            tape.edit(0, 2)
            tape.sets(Tape.change(1, 2), Tape.change(2, 1, Tape.renamed))
        },
        PlantedFault("a revision falls for a client", .neverBack) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.sets(Tape.change(1, 1))
            tape.connect(0)
        },
        PlantedFault("a crash loses what one client saw", .neverBack) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.sets(Tape.change(1, 1))
            tape.connect(1)
        },
        PlantedFault("the server shows less than was seen", .neverBack) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.sets(Tape.change(1, 1))
            tape.get(revision: 0, rows: "abc")
        },
    ]
}
