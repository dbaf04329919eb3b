/// A list to be created, at revision 0.
package struct NewList: Sendable {
    package var list: String
    package var epoch: String
    package var title: String
    package var rows: Int
    /// Unix milliseconds.
    package var at: Int
    package var snapshot: [UInt8]

    package init(
        list: String, epoch: String, title: String, rows: Int, at: Int, snapshot: [UInt8]
    ) {
        self.list = list
        self.epoch = epoch
        self.title = title
        self.rows = rows
        self.at = at
        self.snapshot = snapshot
    }
}
