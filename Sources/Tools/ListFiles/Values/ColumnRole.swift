/// What the cells of a column of a foreign table mean.
enum ColumnRole: Hashable {
    case title
    /// Words for done and not done.
    case done
    /// When the row was done, or given up; empty: it is not.
    case completion
    case detail, due, priority, labels, assignee, url
    case list, project, section
    /// The id or title of the row that this one stands below.
    case parent
    case id, indent
    /// What is about the program itself: ids, times of making and changing, orders, zones, colours.
    case program
    /// A text that keeps the column's name.
    case other

    /// Whether several columns of a table can have this role.
    var isShared: Bool {
        switch self {
        case .completion, .detail, .labels, .program, .other: true
        default: false
        }
    }
}
