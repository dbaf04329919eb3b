import Foundation

/// A plot of lines over two axes, logarithmic unless they are said to be linear, as SVG.
package struct Plot {
    /// One line.
    package struct Line {
        var title: String
        /// Points; on logarithmic axes those with a value of 0 or less are left out.
        var points: [(x: Double, y: Double)]

        package init(title: String, points: [(x: Double, y: Double)]) {
            self.title = title
            self.points = points
        }
    }

    private static let width = 640.0
    private static let height = 320.0
    private static let left = 64.0
    private static let right = 16.0
    private static let top = 16.0
    private static let bottom = 44.0
    /// Colours that colour-blind people can tell apart.
    private static let colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00"]

    var xTitle: String
    var yTitle: String
    var lines: [Line]
    /// The labels of the x axis; empty: round numbers.
    var xMarks: [(x: Double, text: String)] = []
    var xIsLinear = false
    var yIsLinear = false

    /// A plot whose axes have round numbers as labels.
    package init(
        xTitle: String, yTitle: String, lines: [Line], xIsLinear: Bool = false,
        yIsLinear: Bool = false
    ) {
        self.init(xTitle: xTitle, yTitle: yTitle, lines: lines, xMarks: [])
        self.xIsLinear = xIsLinear
        self.yIsLinear = yIsLinear
    }

    init(
        xTitle: String, yTitle: String, lines: [Line], xMarks: [(x: Double, text: String)]
    ) {
        self.xTitle = xTitle
        self.yTitle = yTitle
        self.lines = lines
        self.xMarks = xMarks
    }

    /// The SVG element; empty where there is nothing to draw.
    package var svg: String {
        let drawn = lines.map { line in
            Line(
                title: line.title,
                points: line.points.filter {
                    (xIsLinear || $0.x > 0) && (yIsLinear || $0.y > 0)
                })
        }.filter { !$0.points.isEmpty }
        let all = drawn.flatMap(\.points)
        guard let x = Axis(all.map(\.x), isLinear: xIsLinear),
            let y = Axis(all.map(\.y), isLinear: yIsLinear)
        else { return "" }
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
        value >= 1 && value == value.rounded() ? String(Int(value)) : String(format: "%g", value)
    }
}

/// A logarithmic axis between two powers of ten, or a linear one from 0 to a round number.
struct Axis {
    private let lowest: Double
    private let highest: Double
    /// The distance of the marks of a linear axis; nil: logarithmic.
    private let step: Double?

    /// Creates an axis that holds all values, which on a logarithmic one must be above 0; nil where there are
    /// none.
    init?(_ values: [Double], isLinear: Bool = false) {
        guard let least = values.min(), let most = values.max() else { return nil }
        if isLinear {
            let raw = max(most, 1) / 6
            let power = pow(10, log10(raw).rounded(.down))
            let distance = [1.0, 2, 5, 10].first { $0 * power >= raw }.map { $0 * power } ?? raw
            step = distance
            lowest = 0
            highest = (max(most, 1) / distance).rounded(.up) * distance
            return
        }
        step = nil
        lowest = log10(least).rounded(.down)
        highest = max(log10(most).rounded(.up), lowest + 1)
    }

    /// The powers of ten on the axis, or its multiples of a round number.
    var marks: [Double] {
        if let step { return Array(stride(from: 0, through: highest, by: step)) }
        return stride(from: lowest, through: highest, by: 1).map { pow(10, $0) }
    }

    func holds(_ value: Double) -> Bool { (0...1).contains(part(value)) }

    /// The position of a value on the axis, from 0 to 1.
    func part(_ value: Double) -> Double {
        ((step == nil ? log10(value) : value) - lowest) / (highest - lowest)
    }
}
