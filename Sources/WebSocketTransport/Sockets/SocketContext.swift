/// What the sockets of one listener or dialer share; on the loop's thread.
@safe
final class SocketContext {
    let loop: EventLoop
    let turns: LoopTurns
    var counters = Counters()
    /// What waits in all outbound queues.
    let queues = QueueTotal()
    /// What is held for all sockets.
    let ledger: MemoryLedger
    /// Where sockets gather what they write together.
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

    init(_ loop: EventLoop, ledger: MemoryLedger) {
        self.loop = loop
        self.ledger = ledger
        turns = loop.turns
    }

    deinit {
        unsafe scratch.deallocate()
    }
}
