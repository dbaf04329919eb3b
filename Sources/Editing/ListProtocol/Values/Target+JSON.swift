import JSON
import ListEditing
import TextBytes

extension JSONWriter {
    /// Writes an index path: section, row.
    mutating func path(_ path: IndexPath) {
        array { writer in
            writer.whole(path.section)
            writer.whole(path.row)
        }
    }

    /// Writes a target of rows; `{}` where it is unspecified.
    mutating func target(_ target: RowTarget) {
        object { writer in
            switch target {
            case .index(let section, let index):
                writer.member("section", section.text)
                writer.member("index", index)
            case .before(let row): writer.member("before", row.text)
            case .after(let row): writer.member("after", row.text)
            case .start(let section):
                writer.member("section", section.text)
                writer.member("at", "start")
            case .end(let section):
                writer.member("section", section.text)
                writer.member("at", "end")
            case .unspecified: break
            }
        }
    }

    /// Writes a target of sections; `{}` where it is unspecified.
    mutating func target(_ target: SectionTarget) {
        object { writer in
            switch target {
            case .index(let index): writer.member("index", index)
            case .before(let section): writer.member("before", section.text)
            case .after(let section): writer.member("after", section.text)
            case .start: writer.member("at", "start")
            case .end: writer.member("at", "end")
            case .unspecified: break
            }
        }
    }
}

extension ValueReader {
    /// Reads the `to` of an action on rows; unspecified where it is absent.
    func rowTarget(ifPresentIn members: Members) throws(DecodingProblem) -> RowTarget {
        try members.inside(ifPresent: "to") { (to) throws(DecodingProblem) in
            try rowTarget(to)
        } ?? .unspecified
    }

    /// Reads the `to` of an action on sections; unspecified where it is absent.
    func sectionTarget(ifPresentIn members: Members) throws(DecodingProblem) -> SectionTarget {
        try members.inside(ifPresent: "to") { (to) throws(DecodingProblem) in
            try sectionTarget(to)
        } ?? .unspecified
    }

    /// Reads a target.
    ///
    /// - Throws: a `DecodingProblem` where the target has no form, or more than one.
    func rowTarget(_ to: Members) throws(DecodingProblem) -> RowTarget {
        switch try form(of: to) {
        case .before?:
            try refuseSection(in: to)
            return .before(try row(to, "before"))
        case .after?:
            try refuseSection(in: to)
            return .after(try row(to, "after"))
        case .index?: return .index(try section(to), try to.whole("index"))
        case .at?:
            let section = try section(to)
            return try isStart(to) ? .start(section) : .end(section)
        case nil:
            guard to["section"] != nil else { throw DecodingProblem("", "must name a place") }
            return .end(try section(to))
        }
    }

    /// Reads a target.
    ///
    /// - Throws: a `DecodingProblem` where the target has no form, or more than one.
    func sectionTarget(_ to: Members) throws(DecodingProblem) -> SectionTarget {
        switch try form(of: to) {
        case .before?: return .before(try section(to, "before"))
        case .after?: return .after(try section(to, "after"))
        case .index?: return .index(try to.whole("index"))
        case .at?: return try isStart(to) ? .start : .end
        case nil: throw DecodingProblem("", "must name a place")
        }
    }

    // Canonical equivalence: the names are words of this program.
    private enum Form: String, CaseIterable { case index, before, after, at }

    private func form(of to: Members) throws(DecodingProblem) -> Form? {
        var found: Form?
        for form in Form.allCases where to[form.rawValue] != nil {
            guard found == nil else {
                throw DecodingProblem("", "must have one form, not two: \(form.rawValue)")
            }
            found = form
        }
        return found
    }

    /// Refuses `section` with a neighbour: alone it is a form itself, the end of the section.
    private func refuseSection(in to: Members) throws(DecodingProblem) {
        guard to["section"] == nil else {
            throw DecodingProblem("", "must have one form, not two: section")
        }
    }

    private func isStart(_ to: Members) throws(DecodingProblem) -> Bool {
        switch to["at"]?.string.map({ TextKey($0) }) {
        case "start": true
        case "end": false
        default: throw DecodingProblem("at", "must be 'start' or 'end'")
        }
    }
}
