/// The moment at which a command is handled.
package struct Moment: Hashable, Sendable {
    /// Monotonic seconds.
    package var loop: Double
    /// Unix milliseconds.
    package var wall: Int
    /// Unix milliseconds by which things are forgotten (``WallClock/steady``).
    package var steady: Int

    /// - Parameter steady: `nil` where the clock is right.
    package init(loop: Double, wall: Int, steady: Int? = nil) {
        (self.loop, self.wall, self.steady) = (loop, wall, steady ?? wall)
    }
}
