extension Setting {
    /// The rule after this setting.
    func applied(to rule: Value?) -> Value? {
        switch self {
        case .keep: rule
        case .clear: nil
        case .set(let value): value
        }
    }

    /// The setting that makes `new` of `old`.
    init(from old: Value?, to new: Value?) {
        self = old == new ? .keep : new.map { .set($0) } ?? .clear
    }
}

extension RowRules {
    mutating func apply(_ change: RowRulesChange) {
        editable = change.editable.applied(to: editable)
        deletable = change.deletable.applied(to: deletable)
        movable = change.movable.applied(to: movable)
        pinned = change.pinned.applied(to: pinned)
    }
}

extension RowRulesChange {
    /// The change that makes `new` of `old`.
    init(from old: RowRules, to new: RowRules) {
        self.init()
        editable = Setting(from: old.editable, to: new.editable)
        deletable = Setting(from: old.deletable, to: new.deletable)
        movable = Setting(from: old.movable, to: new.movable)
        pinned = Setting(from: old.pinned, to: new.pinned)
    }
}
