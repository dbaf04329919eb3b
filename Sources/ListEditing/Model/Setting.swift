/// What an update does with one rule of a row.
public enum Setting<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Leaves it as it is.
    case keep
    /// Takes it off.
    case clear
    /// Gives it this value.
    case set(Value)
}
