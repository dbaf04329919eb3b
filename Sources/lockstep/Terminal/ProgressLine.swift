/// One line that says how far something is: `verifying [#####.....]  52 %  520 of 1000 lists`.
struct ProgressLine {
    let label: String
    /// What is counted, such as `lists`.
    let unit: String

    /// The line, at most `width` columns long; the bar gives way first, then the counts.
    func text(done: Int, total: Int, width: Int) -> String {
        let share = total > 0 ? min(1, max(0, Double(done) / Double(total))) : 0
        let percent = "\(Int(share * 100)) %"
        let counts = "\(done) of \(total) \(unit)"
        let plain = "\(label) \(percent)"
        let room = min(40, width - label.count - counts.count - 14)
        guard room >= 10 else {
            let whole = "\(plain)  \(counts)"
            return String((whole.count <= width ? whole : plain).prefix(max(0, width)))
        }
        let padding = String(repeating: " ", count: 5 - percent.count)
        return "\(label) \(Self.bar(share, columns: room)) \(padding)\(percent)  \(counts)"
    }

    /// `[#####.....]`, with `columns` between the brackets.
    ///
    /// - Parameter share: What is done of it all, 0 to 1.
    static func bar(_ share: Double, columns: Int) -> String {
        let filled = Int(min(max(share, 0), 1) * Double(columns))
        return "[" + String(repeating: "#", count: filled)
            + String(repeating: ".", count: columns - filled) + "]"
    }
}
