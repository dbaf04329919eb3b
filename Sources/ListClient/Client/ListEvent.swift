/// What happens to a list, in the order in which the server's sessions see it.
///
/// Own edits come with ``changed(_:)`` too, once the server has applied them.
public enum ListEvent: Sendable, Hashable {
    /// The list is another one as a whole: read for the first time, or read anew, or so much has
    /// happened that not every change is told. To be read from ``SharedList/list``.
    case replaced(revision: Int)
    /// One change set.
    case changed(ListChange)
    /// Who else is there, and what they do: everyone, by name.
    case presence([Participant])
    /// The status is another one; after `gone` the events end.
    case status(ListStatus)
}
