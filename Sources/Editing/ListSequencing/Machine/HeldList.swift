import ListDocument

/// A list in memory as its machine holds it: a value, of which moving costs a pointer.
///
/// Copies share the list until one of them is changed.
struct HeldList: Sendable {
    /// Changed by its only owner alone.
    private final class Box: @unchecked Sendable {
        var list: LoadedList

        init(_ list: consuming LoadedList) { self.list = list }
    }

    private var box: Box

    init(_ list: consuming LoadedList) { box = Box(list) }

    /// Bytes of history that it could read again.
    var historyByteCount: Int { Self.historyByteCount(of: &box.list) }

    /// In place: a list that is read by value is copied.
    private static func historyByteCount(of list: inout LoadedList) -> Int { list.historyByteCount }

    var loaded: LoadedList {
        _read { yield box.list }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.list) }
            yield &box.list
        }
    }
}
