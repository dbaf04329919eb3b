/// What is known of a list without loading it.
package struct ListHead: Hashable, Sendable {
    package var list: String
    package var epoch: String
    package var title: String
    /// The number of rows at `position`.
    package var rows: Int
    package var position: JournalPosition

    package init(list: String, epoch: String, title: String, rows: Int, position: JournalPosition) {
        self.list = list
        self.epoch = epoch
        self.title = title
        self.rows = rows
        self.position = position
    }
}
