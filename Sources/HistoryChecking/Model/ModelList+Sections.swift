import ListEditing

extension PlainList {
    mutating func performOnSections(_ action: Action, _ earlier: [Action], _ base: Int)
        throws(Refused)
    {
        switch action {
        case .insertSection(let id, let title, let rules, let target):
            guard let id else { throw Refused(code: .badAction) }
            if sectionIndex(id) != nil || gone.contains("#\(id.text)") {
                throw Refused(code: .duplicateID)
            }
            let at = try sectionPlace(target, nil, earlier, base)
            sections.insert(
                PlainSection(id: id, title: title, rules: rules ?? Rules(), rows: []), at: at)
        case .updateSection(let id, let title, let rules):
            guard let s = sectionIndex(id) else { throw Refused(code: .unknownSection) }
            sections[s].title = title ?? sections[s].title
            sections[s].rules = rules ?? sections[s].rules
        case .deleteSections(let ids):
            for id in ids {
                guard let s = sectionIndex(id) else { continue }
                for r in sections[s].rows.indices where !deletable(s, r) {
                    throw Refused(code: .deleteDisabled)
                }
            }
            let order = sections.map(\.id)
            for id in ids {
                guard let s = sectionIndex(id) else { continue }
                for r in sections[s].rows.indices { bury(s, r) }
                gone.insert("#\(id.text)")
                sectionGraves[id] = order
                sections.remove(at: s)
            }
        case .moveSection(let id, let target):
            guard let s = sectionIndex(id) else { throw Refused(code: .unknownSection) }
            let at = try sectionPlace(target, id, earlier, base)
            sections.insert(sections.remove(at: s), at: at)
        case .updateList(let title, let rules):
            self.title = title ?? self.title
            self.rules = rules ?? self.rules
        default: break
        }
    }

    private mutating func sectionPlace(
        _ target: SectionTarget, _ moving: SectionID?, _ earlier: [Action], _ base: Int
    ) throws(Refused) -> Int {
        let now = sections.map(\.id).filter { $0 != moving }
        let isStale = base != revision
        func carry(_ old: [SectionID], _ gap: Int, _ restless: Set<String>) -> Int {
            let a = gap == 0 ? -1 : now.firstIndex(of: old[gap - 1]) ?? -9
            let b = gap == old.count ? now.count : now.firstIndex(of: old[gap]) ?? -5
            if a + 1 == b { return b }
            for id in old[gap...] where !restless.contains("#\(id.text)") {
                if let index = now.firstIndex(of: id) { return index }
            }
            return now.count
        }
        switch target {
        case .start: return 0
        case .end, .unspecified: return now.count
        case .index(let index):
            var old = now
            if isStale { old = atBase(base, earlier).sections.map(\.id).filter { $0 != moving } }
            let bounded = min(max(0, index), old.count)
            let at = isStale ? carry(old, bounded, restless(since: base)) : bounded
            if bounded != index { note((nil, at, .bounds)) }
            return at
        case .before(let id), .after(let id):
            let isAfter = if case .after = target { true } else { false }
            if let s = sectionIndex(id) {
                let upTo = sections[..<(isAfter ? s + 1 : s)].map(\.id)
                return upTo.filter { $0 != moving }.count
            }
            if isStale {
                let old = atBase(base, earlier).sections.map(\.id).filter { $0 != moving }
                if let gap = old.firstIndex(of: id) {
                    return carry(old.filter { $0 != id }, gap, restless(since: base))
                }
            }
            guard let order = sectionGraves[id] else { throw Refused(code: .unknownSection) }
            let old = order.filter { $0 != moving }
            let gap = old.firstIndex(of: id) ?? 0
            return carry(old.filter { $0 != id }, gap, [])
        }
    }
}
