import JSON
package import ListEditing
package import ListProtocol

/// Reads the parts of a list that windows and queries ask for, within the bounds of one answer:
/// `limits.windowRows` rows, and `limits.setBytes` of them, but one row where there is one.
///
/// What it costs depends on the rows that it returns and on the number of sections, not on the number of
/// rows of the list.
package struct WindowReader {
    let list: EditableList
    let limits: ProtocolLimits
    /// Whether the rows tell who changed them.
    var hasAuthors = false

    package init(list: EditableList, limits: ProtocolLimits, hasAuthors: Bool = false) {
        self.list = list
        self.limits = limits
        self.hasAuthors = hasAuthors
    }

    /// Rows of one section by their indices.
    private struct Span {
        let section: Int
        var rows: Range<Int>
    }

    /// The list without its rows, and the rows of a window.
    package func outline(_ window: ListWindow, of id: ListID, _ epoch: String) -> Outline {
        Outline(
            list: id, epoch: epoch, revision: list.revision, title: list.title, rules: list.rules,
            sections: (0..<list.sectionCount).map { index in
                let section = list.section(at: index)
                let pinned = list.pinnedCounts(ofSection: index)
                return Outline.Section(
                    id: section.id, title: section.title, rules: section.rules,
                    rows: section.count, top: pinned.top, bottom: pinned.bottom)
            },
            runs: runs(around: window), hasAuthors: hasAuthors)
    }

    /// The rows that are asked for, and of ids those that the list does not have.
    package func read(_ selection: RowSelection) -> (runs: [RowRun], missing: [RowID]) {
        switch selection.rows {
        case .window(let window): (runs(around: window, selection.isOnlyIDs), [])
        case .ranges(let ranges): (runs(of: ranges, selection.isOnlyIDs), [])
        case .ids(let ids): runs(of: ids, selection.isOnlyIDs)
        }
    }

    // MARK: Around a place

    private func runs(around window: ListWindow, _ isOnlyIDs: Bool = false) -> [RowRun] {
        let place = place(window.around)
        let most = limits.windowRows
        var after = count(spans(from: place, rows: min(window.after, most)))
        var before = count(spans(before: place, rows: min(window.before, most)))
        if before + after > most {
            after = min(after, max(most - before, (most + 1) / 2))
            before = most - after
        }
        func read() -> [RowRun] {
            let spans = spans(before: place, rows: before)
            let start = spans.first.map { IndexPath(section: $0.section, row: $0.rows.lowerBound) }
            return runs(self.spans(from: start ?? place, rows: before + after))
        }
        let all = read()
        let sizes = all.flatMap { $0.rows.map { wireByteCount(of: $0, isOnlyIDs) } }
        let fitting = fitting(sizes, before: before)
        guard fitting.before + fitting.after < sizes.count else { return all }
        (before, after) = fitting
        return read()
    }

    /// The place that counts; its row is the number of rows where it is an end.
    private func place(_ places: [ListWindow.Place]) -> IndexPath {
        for place in places {
            switch place {
            case .row(let row):
                if let path = list.path(of: row) { return path }
            case .index(let id, let index):
                guard let section = list.sectionIndex(of: id) else { continue }
                return IndexPath(
                    section: section, row: min(index, list.rowCount(ofSection: section) ?? 0))
            }
        }
        return IndexPath(section: 0, row: 0)
    }

    /// How many rows before and after a place are within `limits.setBytes`, the nearest first.
    private func fitting(_ sizes: [Int], before: Int) -> (before: Int, after: Int) {
        let after = sizes.count - before
        var (taken, bytes) = ((before: 0, after: 0), 0)
        for distance in 0..<max(before, after) {
            if distance < after {
                bytes += sizes[before + distance]
                if bytes > limits.setBytes, taken != (0, 0) { return taken }
                taken.after += 1
            }
            if distance < before {
                bytes += sizes[before - 1 - distance]
                if bytes > limits.setBytes, taken != (0, 0) { return taken }
                taken.before += 1
            }
        }
        return taken
    }

    /// As many rows from a place on, ascending.
    private func spans(from place: IndexPath, rows: Int) -> [Span] {
        var spans: [Span] = []
        var left = rows
        var start = place.row
        for section in place.section..<max(place.section, list.sectionCount) where left > 0 {
            let end = min(list.rowCount(ofSection: section) ?? 0, start + left)
            if start < end { spans.append(Span(section: section, rows: start..<end)) }
            left -= max(0, end - start)
            start = 0
        }
        return spans
    }

    /// As many rows before a place, ascending.
    private func spans(before place: IndexPath, rows: Int) -> [Span] {
        var spans: [Span] = []
        var left = rows
        var (section, end) = (place.section, place.row)
        while left > 0 {
            let start = max(0, end - left)
            if start < end { spans.append(Span(section: section, rows: start..<end)) }
            left -= end - start
            section -= 1
            guard section >= 0 else { break }
            end = list.rowCount(ofSection: section) ?? 0
        }
        return spans.reversed()
    }

    private func count(_ spans: [Span]) -> Int { spans.reduce(0) { $0 + $1.rows.count } }

    private func runs(_ spans: [Span]) -> [RowRun] {
        spans.map { span in
            RowRun(
                at: IndexPath(section: span.section, row: span.rows.lowerBound),
                rows: list.rows(in: span.section, span.rows))
        }
    }

    // MARK: By path and by id

    private func runs(of ranges: [RowRange], _ isOnlyIDs: Bool) -> [RowRun] {
        var spans: [Span] = []
        var (rows, bytes) = (0, 0)
        for range in ranges where rows < limits.windowRows {
            let start = range.at.row
            guard let count = list.rowCount(ofSection: range.at.section), start < count,
                range.rows > 0
            else { continue }
            let most = min(range.rows, count - start, limits.windowRows - rows)
            var taken = 0
            let end = list.scanRows(in: range.at.section, from: start) { row in
                guard taken < most else { return false }
                bytes += wireByteCount(of: row, isOnlyIDs)
                guard bytes <= limits.setBytes || rows == 0 else { return false }
                (taken, rows) = (taken + 1, rows + 1)
                return true
            }
            spans.append(Span(section: range.at.section, rows: start..<start + taken))
            if end != nil, taken < most { break }
        }
        return runs(joined(spans))
    }

    /// The same rows, ascending and each once.
    private func joined(_ spans: [Span]) -> [Span] {
        let sorted = spans.sorted {
            ($0.section, $0.rows.lowerBound) < ($1.section, $1.rows.lowerBound)
        }
        var joined: [Span] = []
        for span in sorted where !span.rows.isEmpty {
            if let last = joined.last, last.section == span.section,
                span.rows.lowerBound <= last.rows.upperBound
            {
                let end = max(last.rows.upperBound, span.rows.upperBound)
                joined[joined.count - 1].rows = last.rows.lowerBound..<end
            } else {
                joined.append(span)
            }
        }
        return joined
    }

    private func runs(
        of ids: [RowID], _ isOnlyIDs: Bool
    ) -> (runs: [RowRun], missing: [RowID]) {
        var seen: Set<RowID> = []
        var rows: [(at: IndexPath, row: Row)] = []
        var missing: [RowID] = []
        var bytes = 0
        var isFull = false
        for id in ids where seen.insert(id).inserted {
            guard let row = list.row(id) else {
                missing.append(id)
                continue
            }
            bytes += wireByteCount(of: row, isOnlyIDs)
            isFull = isFull || rows.count >= limits.windowRows
            isFull = isFull || bytes > limits.setBytes && !rows.isEmpty
            guard !isFull, let path = list.path(of: id) else { continue }
            rows.append((path, row))
        }
        var runs: [RowRun] = []
        for (path, row) in rows.sorted(by: { $0.at < $1.at }) {
            if let last = runs.last, last.at.section == path.section,
                last.at.row + last.rows.count == path.row
            {
                runs[runs.count - 1].rows.append(row)
            } else {
                runs.append(RowRun(at: path, rows: [row]))
            }
        }
        return (runs, missing)
    }

    private func wireByteCount(of row: Row, _ isOnlyIDs: Bool) -> Int {
        row.wireByteCount(isOnlyIDs: isOnlyIDs, hasAuthors: hasAuthors)
    }
}

extension Row {
    /// The bytes of the row as clients are sent it, with a comma.
    func wireByteCount(isOnlyIDs: Bool, hasAuthors: Bool = false) -> Int {
        let id = 10 + self.id.text.utf8.count
        guard !isOnlyIDs else { return id }
        let escapes =
            fields.isPacked
            ? 0
            : fields.entries.reduce(0) {
                $0 + JSONWriter.length(of: $1.name) - $1.name.utf8.count - 2
            }
        let row = id + 10 + fields.byteCount + escapes + rules.wireByteCount
        guard hasAuthors else { return row }
        return row + (by.map { 6 + $0.wireByteCount } ?? 0)
            + (added.map { 9 + $0.wireByteCount } ?? 0)
    }
}

extension RowStamp {
    /// The bytes of the stamp as an object.
    fileprivate var wireByteCount: Int {
        let user = author.user.map { 8 + JSONWriter.length(of: $0) } ?? 0
        return 31 + author.client.text.utf8.count + user + revision.digitCount + at.digitCount
    }
}

extension Int {
    /// The number of decimal digits of a number that is not negative.
    fileprivate var digitCount: Int {
        var (digits, rest) = (1, self)
        while rest > 9 { (digits, rest) = (digits + 1, rest / 10) }
        return digits
    }
}

extension RowRules {
    /// The bytes of the members of a row that tell its rules.
    fileprivate var wireByteCount: Int {
        func bytes(_ name: Int, _ rule: Bool?) -> Int {
            rule.map { name + 4 + ($0 ? 4 : 5) } ?? 0
        }
        return bytes(8, editable) + bytes(9, deletable) + bytes(7, movable)
            + (pinned.map { 12 + $0.rawValue.utf8.count } ?? 0)
    }
}
