/// Whether a client is editing, as the others see it.
package enum EditMode: String, Sendable {
    case inactive
    case active
    /// One row is swiped open.
    case transient
}
