import JSON
import ListEditing

extension ValueReader {
    /// The `to` of an action on rows; unspecified where there is none.
    func rowTarget(ifPresentIn members: Members) throws(DecodingProblem) -> RowTarget {
        try members.inside(ifPresent: "to") { (to) throws(DecodingProblem) in
            try rowTarget(to)
        } ?? .unspecified
    }

    /// The `to` of an action on sections; unspecified where there is none.
    func sectionTarget(ifPresentIn members: Members) throws(DecodingProblem) -> SectionTarget {
        try members.inside(ifPresent: "to") { (to) throws(DecodingProblem) in
            try sectionTarget(to)
        } ?? .unspecified
    }

    /// - Throws: where the place has no form, or more than one.
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

    /// - Throws: where the place has no form, or more than one.
    func sectionTarget(_ to: Members) throws(DecodingProblem) -> SectionTarget {
        switch try form(of: to) {
        case .before?: return .before(try section(to, "before"))
        case .after?: return .after(try section(to, "after"))
        case .index?: return .index(try to.whole("index"))
        case .at?: return try isStart(to) ? .start : .end
        case nil: throw DecodingProblem("", "must name a place")
        }
    }

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

    /// `section` alone means its end, so beside a neighbour it is a second form.
    private func refuseSection(in to: Members) throws(DecodingProblem) {
        guard to["section"] == nil else {
            throw DecodingProblem("", "must have one form, not two: section")
        }
    }

    private func isStart(_ to: Members) throws(DecodingProblem) -> Bool {
        switch to["at"] {
        case .string("start")?: true
        case .string("end")?: false
        default: throw DecodingProblem("at", "must be 'start' or 'end'")
        }
    }
}
