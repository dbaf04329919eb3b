package import ListEditing

/// What a windowed client holds of a list: follows the change sets, and takes in the answers.
///
/// The clients of a check hold a `SparseList`; tests give them one with a fault.
package protocol HeldWindow: Sendable {
    /// The number of rows of each section.
    var counts: [Int] { get }
    /// The rows that it holds, ascending; none touches another.
    var runs: [SparseList.Run] { get }
    /// The ids of the rows of which it knows nothing else.
    var holes: [RowID] { get }

    /// Applies a change set of the newest revision.
    ///
    /// - Parameter stamp: whose edit it was, and when; nil for a folded one.
    /// - Throws: a `CountError` where it does not fit.
    mutating func replay(
        _ changes: ChangeSet, stamp: RowStamp?, folds: Int, counts: [Int]?
    ) throws(CountError)

    /// Holds the rows of an answer.
    ///
    /// - Throws: a `CountError` where they do not fit.
    mutating func hold(_ run: SparseList.Run) throws(CountError)

    /// The list does not have a row that was asked for.
    mutating func forget(_ id: RowID)

    /// The digest of rows; nil where not all of them are held.
    func digest(from path: IndexPath, count: Int) -> UInt32?
}

extension SparseList: HeldWindow {}
