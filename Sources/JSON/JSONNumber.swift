/// A number of a JSON text, which can always be written again as it came.
package enum JSONNumber: Sendable, Hashable {
    /// A whole number in its shortest form, within ±(2⁵³ − 1).
    case whole(Int)
    /// Any other number: with a fraction, with an exponent, or `-0`.
    case written(String)

    /// The largest whole number that every JSON reader keeps exactly: 2⁵³ − 1.
    package static let largestWhole = (1 << 53) - 1

    /// The number as it was written.
    package var text: String {
        switch self {
        case .whole(let number): String(number)
        case .written(let text): text
        }
    }

    /// The number where it was written as a whole one: `1.0` and `1e2` are not, `-0` is 0.
    package var whole: Int? {
        switch self {
        case .whole(let number): number
        case .written("-0"): 0
        case .written: nil
        }
    }
}
