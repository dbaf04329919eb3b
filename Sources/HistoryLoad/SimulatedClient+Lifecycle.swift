import JSON

extension LoadClient {
    /// The next stage of the list that comes and goes, when its time has come.
    mutating func found(_ world: inout World) -> JSONValue? {
        guard var founding else { return nil }
        founding.left -= 1
        defer { self.founding = founding }
        guard founding.left < 0 else { return nil }
        switch founding.stage {
        case .none:
            founding.stage = .creating
            return create(founding)
        case .there:
            founding.stage = .deleting
            founding.left = 5
            world.passing.remove(founding.plan.name)
            return delete(founding)
        case .creating, .deleting: return nil
        }
    }

    /// After a reconnect: goes on with what was under way.
    func takeUpFounding() -> [JSONValue] {
        guard let founding else { return [] }
        switch founding.stage {
        case .none: return []
        case .creating: return [create(founding)]
        case .deleting: return [delete(founding)]
        case .there: return [open(founding.plan.name)]
        }
    }

    /// The list is there.
    mutating func wasFounded(_ name: String) -> [JSONValue] {
        guard founding?.plan.name == name, founding?.stage == .creating else { return [] }
        founding?.stage = .there
        founding?.left = 5 + maker.dice.below(25)
        if lists[name] == nil { lists[name] = HeldList(used: used[name] ?? 0) }
        return [open(name)]
    }

    private func create(_ founding: Founding) -> JSONValue {
        founding.plan.value.with(("type", .string("create")))
    }

    private func delete(_ founding: Founding) -> JSONValue {
        .members(("type", .string("delete")), ("list", .string(founding.plan.name)))
    }
}
