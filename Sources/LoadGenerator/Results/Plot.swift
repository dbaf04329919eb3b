import Foundation

/// Lines over two logarithmic axes, as SVG.
struct Plot {
    /// One line.
    struct Line {
        var title: String
        /// Where a point is not above 0 it is left out.
        var points: [(x: Double, y: Double)]
    }

    private static let width = 640.0
    private static let height = 320.0
    private static let left = 64.0
    private static let right = 16.0
    private static let top = 16.0
    private static let bottom = 44.0
    /// Told apart by people who do not see all colours, too.
    private static let colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00"]

    var xTitle: String
    var yTitle: String
    var lines: [Line]
    /// What stands at places of the x axis; empty: powers of ten.
    var xMarks: [(x: Double, text: String)] = []

    /// The picture; empty where there is nothing to draw.
    var svg: String {
        let drawn = lines.map { line in
            Line(title: line.title, points: line.points.filter { $0.x > 0 && $0.y > 0 })
        }.filter { !$0.points.isEmpty }
        let all = drawn.flatMap(\.points)
        guard let x = Axis(all.map(\.x)), let y = Axis(all.map(\.y)) else { return "" }
        let parts =
            xGrid(x) + yGrid(y)
            + drawn.enumerated().flatMap { number, line in
                draw(line, colour: Plot.colours[number % Plot.colours.count], number, x, y)
            }
        return """
            <svg viewBox="0 0 \(Int(Plot.width)) \(Int(Plot.height))" role="img" \
            aria-label="\(yTitle) over \(xTitle)">
            \(parts.joined(separator: "\n"))
            <text x="\(Int(Plot.width / 2))" y="\(Int(Plot.height - 6))" class="t">\(xTitle)</text>
            <text transform="translate(14 \(Int(Plot.height / 2))) rotate(-90)" class="t">\
            \(yTitle)</text>
            </svg>
            """
    }

    private func xPlace(_ value: Double, _ axis: Axis) -> Double {
        Plot.left + axis.part(value) * (Plot.width - Plot.left - Plot.right)
    }

    private func yPlace(_ value: Double, _ axis: Axis) -> Double {
        Plot.height - Plot.bottom - axis.part(value) * (Plot.height - Plot.top - Plot.bottom)
    }

    private func xGrid(_ axis: Axis) -> [String] {
        let marks =
            xMarks.isEmpty
            ? axis.marks.map { (x: $0, text: Plot.text($0)) }
            : xMarks.filter { axis.holds($0.x) }
        return marks.map { mark in
            let x = Plot.digits(xPlace(mark.x, axis))
            return """
                <path d="M\(x) \(Int(Plot.top))V\(Int(Plot.height - Plot.bottom))" class="g"/>\
                <text x="\(x)" y="\(Int(Plot.height - Plot.bottom + 16))" class="t">\(mark.text)\
                </text>
                """
        }
    }

    private func yGrid(_ axis: Axis) -> [String] {
        axis.marks.map { mark in
            let y = Plot.digits(yPlace(mark, axis))
            return """
                <path d="M\(Int(Plot.left)) \(y)H\(Int(Plot.width - Plot.right))" class="g"/>\
                <text x="\(Int(Plot.left - 6))" y="\(y)" dy="4" class="e">\(Plot.text(mark))</text>
                """
        }
    }

    private func draw(
        _ line: Line, colour: String, _ number: Int, _ x: Axis, _ y: Axis
    ) -> [String] {
        let places = line.points.map {
            "\(Plot.digits(xPlace($0.x, x))),\(Plot.digits(yPlace($0.y, y)))"
        }
        let dots = places.map { place in
            let parts = place.split(separator: ",")
            return "<circle cx=\"\(parts[0])\" cy=\"\(parts[1])\" r=\"2\" fill=\"\(colour)\"/>"
        }
        let legend = Int(Plot.top) + 14 + number * 16
        return [
            """
            <polyline points="\(places.joined(separator: " "))" fill="none" stroke="\(colour)" \
            stroke-width="1.5"/>
            """
        ] + dots + [
            """
            <rect x="\(Int(Plot.left + 10))" y="\(legend - 8)" width="10" height="10" \
            fill="\(colour)"/><text x="\(Int(Plot.left + 26))" y="\(legend + 1)">\(line.title)</text>
            """
        ]
    }

    private static func digits(_ value: Double) -> String { String(format: "%.1f", value) }

    private static func text(_ value: Double) -> String {
        value >= 1 ? String(Int(value)) : String(format: "%g", value)
    }
}
