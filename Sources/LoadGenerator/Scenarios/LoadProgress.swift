/// Tells people how far a run is.
package protocol LoadProgress {
    /// - Parameters:
    ///   - part: From 0 to 1; nil where nobody knows.
    ///   - text: What is being done.
    func show(_ part: Double?, _ text: String)
}
