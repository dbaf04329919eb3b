/// Lets a caller on another thread cancel what it has asked a loop to dial.
final class DialSlot: Sendable {
    private let state = LoopConfined(State())

    private final class State {
        var outgoing: Outgoing?
        var isCancelled = false
    }

    /// Dials, unless that was cancelled meanwhile; on the loop's thread.
    func begin(_ outgoing: Outgoing, _ core: DialerCore) {
        if state.value.isCancelled { outgoing.cancel(.cancelled) }
        state.value.outgoing = outgoing
        core.dial(outgoing)
    }

    /// Ends it if it is still under way; on the loop's thread.
    func cancel() {
        state.value.isCancelled = true
        state.value.outgoing?.cancel(.cancelled)
        state.value.outgoing = nil
    }
}
