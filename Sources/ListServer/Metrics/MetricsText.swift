/// Figures in Prometheus' text format, version 0.0.4.
struct MetricsText {
    enum Kind: String {
        case counter, gauge, histogram
    }

    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// A figure that only grows.
    mutating func counter(_ name: String, _ help: String, _ value: some Numeric) {
        head(name, .counter, help)
        text += "\(name) \(value)\n"
    }

    /// One of each kind of something.
    mutating func counter(
        _ name: String, _ help: String, by label: String, _ values: [(String, some Numeric)]
    ) {
        head(name, .counter, help)
        for (kind, value) in values {
            text += "\(name){\(label)=\"\(Self.escaped(kind))\"} \(value)\n"
        }
    }

    /// A figure that goes up and down.
    mutating func gauge(_ name: String, _ help: String, _ value: some Numeric) {
        head(name, .gauge, help)
        text += "\(name) \(value)\n"
    }

    /// What does not change, in a label.
    mutating func info(_ name: String, _ help: String, _ label: String, _ value: String) {
        head(name, .gauge, help)
        text += "\(name){\(label)=\"\(Self.escaped(value))\"} 1\n"
    }

    mutating func histogram(_ name: String, _ help: String, _ values: Histogram) {
        head(name, .histogram, help)
        ranges(name, values, label: "")
    }

    /// One of each kind of something.
    mutating func histogram(
        _ name: String, _ help: String, by label: String, _ values: [(String, Histogram)]
    ) {
        head(name, .histogram, help)
        for (kind, values) in values {
            ranges(name, values, label: "\(label)=\"\(Self.escaped(kind))\"")
        }
    }

    private mutating func ranges(_ name: String, _ values: Histogram, label: String) {
        var below = 0
        let start = "\(name)_bucket{\(label)\(label.isEmpty ? "" : ",")le="
        let labels = label.isEmpty ? "" : "{\(label)}"
        for (bound, count) in zip(values.bounds, values.counts) {
            below += count
            text += "\(start)\"\(bound)\"} \(below)\n"
        }
        text += "\(start)\"+Inf\"} \(values.count)\n"
        text += "\(name)_sum\(labels) \(values.sum)\n"
        text += "\(name)_count\(labels) \(values.count)\n"
    }

    private mutating func head(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
    }
}
