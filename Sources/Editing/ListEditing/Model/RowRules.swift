/// The rules of a row; nil: not set (the section's apply).
public struct RowRules: Hashable, Sendable {
    /// Whether the row can be updated and deleted.
    public var editable: Bool?
    /// Whether it can be deleted.
    public var deletable: Bool?
    /// Whether it can be moved.
    public var movable: Bool?
    /// The band that the row is pinned to.
    public var pinned: Pin?

    /// Creates rules that allow everything.
    public init() {}
}

// Canonical equivalence: foreign words are read by `init(word:)`.
/// The band that a row is pinned to (<doc:PositionsAndClamping>).
public enum Pin: String, Sendable, CaseIterable {
    /// The band at the top of the section.
    case top
    /// The band at the bottom of the section.
    case bottom
}

/// A part of a section: the rows pinned to its top, the free ones, those pinned to its bottom.
enum Band: Int, CaseIterable {
    case top, free, bottom

    init(_ pin: Pin?) {
        switch pin {
        case .top: self = .top
        case nil: self = .free
        case .bottom: self = .bottom
        }
    }
}

extension RowRules {
    /// Whether a row with these rules cannot be deleted, whatever the rules of its section are.
    var forbidDeletion: Bool { editable == false || deletable == false }

    /// The approximate size in bytes of the stored rules.
    var byteCount: Int {
        (editable == nil ? 0 : 17) + (deletable == nil ? 0 : 18) + (movable == nil ? 0 : 16)
            + (pinned == nil ? 0 : 16)
    }
}

/// A change of the rules of a row.
public struct RowRulesChange: Hashable, Sendable {
    /// The change of `editable`.
    public var editable: Patch<Bool> = .keep
    /// The change of `deletable`.
    public var deletable: Patch<Bool> = .keep
    /// The change of `movable`.
    public var movable: Patch<Bool> = .keep
    /// The change of `pinned`.
    public var pinned: Patch<Pin> = .keep

    /// Creates a change that keeps every rule.
    public init() {}
}

/// A change of one optional value: keep, clear or set it.
public enum Patch<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Keeps the value.
    case keep
    /// Removes the value.
    case clear
    /// Sets this value.
    case set(Value)
}

extension Patch {
    /// The value after this change.
    func applied(to rule: Value?) -> Value? {
        switch self {
        case .keep: rule
        case .clear: nil
        case .set(let value): value
        }
    }

    /// The change from `old` to `new`.
    init(from old: Value?, to new: Value?) {
        self = old == new ? .keep : new.map { .set($0) } ?? .clear
    }
}

extension RowRules {
    /// Applies a change to each rule.
    mutating func apply(_ change: RowRulesChange) {
        editable = change.editable.applied(to: editable)
        deletable = change.deletable.applied(to: deletable)
        movable = change.movable.applied(to: movable)
        pinned = change.pinned.applied(to: pinned)
    }
}

extension RowRulesChange {
    /// The change from `old` to `new`.
    init(from old: RowRules, to new: RowRules) {
        self.init()
        editable = Patch(from: old.editable, to: new.editable)
        deletable = Patch(from: old.deletable, to: new.deletable)
        movable = Patch(from: old.movable, to: new.movable)
        pinned = Patch(from: old.pinned, to: new.pinned)
    }
}
