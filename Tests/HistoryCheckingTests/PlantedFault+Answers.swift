import HistoryChecking

extension PlantedFault {
    /// Faults of answers and resending.
    static let answers: [PlantedFault] = [
        PlantedFault("an answered edit is lost", .onceOnly) { tape in
            tape.connect(0)
            tape.edit(0, 1, Tape.rename)
            tape.edit(0, 2, Tape.rename)
            tape.ack(0, 1, #""revision":1,"outcome":"applied","ids":[]"#)
            tape.sets(Tape.change(1, 2, Tape.renamed))
        },
        PlantedFault("an edit is there twice", .onceOnly) { tape in
            tape.connect(0)
            tape.edit(0, 1, Tape.rename)
            tape.sets(Tape.change(1, 1, Tape.renamed))
            tape.sets(Tape.change(2, 1, Tape.renamed))
        },
        PlantedFault("an edit was never sent", .onceOnly) { tape in
            tape.connect(0)
            tape.sets(Tape.change(1, 5))
        },
        PlantedFault("an edit is never answered", .onceOnly) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.quiet(revision: 0, rows: "abc")
        },
        PlantedFault("a deleted list is there again", .onceOnly) { tape in
            tape.connect(0)
            tape.delete(0)
            tape.connect(0)
        },
        PlantedFault("a resent edit has another revision", .resending, .onceOnly) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.sets(Tape.change(1, 1))
            tape.edit(0, 2, base: 1, Tape.rename)
            tape.sets(Tape.change(2, 2, Tape.renamed))
            tape.resume(0, since: 2, revision: 2)
            tape.edit(0, 1)
            tape.ack(0, 1, #""revision":2,"outcome":"duplicate","applied":true"#)
        },
        PlantedFault("a resent edit is denied", .resending, .onceOnly) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.sets(Tape.change(1, 1))
            tape.resume(0, since: 1, revision: 1)
            tape.edit(0, 1)
            tape.ack(0, 1, #""revision":1,"outcome":"duplicate","applied":false"#)
        },
        PlantedFault("a resent edit is refused", .resending, .rejections) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.sets(Tape.change(1, 1))
            tape.resume(0, since: 1, revision: 1)
            tape.edit(0, 1)
            tape.reject(0, 1, "rateLimited")
        },
        PlantedFault("a refused edit is there", .rejections) { tape in
            tape.connect(0)
            tape.connect(1)
            tape.edit(0, 1, Tape.rename)
            tape.reject(0, 1, "unavailable")
            tape.sets(Tape.change(1, 1, Tape.renamed), to: [1])
        },
        PlantedFault("a second answer", .answers) { tape in
            tape.connect(0)
            tape.edit(0, 1)
            tape.sets(Tape.change(1, 1))
            tape.ack(0, 1, #""revision":1,"outcome":"duplicate","applied":true"#)
        },
        PlantedFault("an answer to nothing", .answers) { tape in
            tape.connect(0)
            tape.reject(0, 4, "unknownRow")
        },
    ]
}
