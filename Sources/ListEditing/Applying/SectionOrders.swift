/// The order of sections before an edit, beside today's.
///
/// It holds no list: a second holder would make every change to the list a copy.
struct SectionOrders {
    /// Nil: the sections are the same after as before.
    let before: [SectionID]?
    private let indices: [SectionID: Int]

    init(_ before: [SectionID]?) {
        self.before = before
        var indices: [SectionID: Int] = [:]
        for (index, section) in (before ?? []).enumerated() { indices[section] = index }
        self.indices = indices
    }

    func indexBefore(_ id: SectionID, _ contents: Contents) -> Int? {
        before == nil ? contents.index(of: id) : indices[id]
    }

    func idBefore(_ index: Int, _ contents: Contents) -> SectionID {
        before?[index] ?? contents.section(at: index).id
    }
}
