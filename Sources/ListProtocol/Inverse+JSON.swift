package import JSON
package import ListEditing

extension Inverse {
    /// Writes the steps as the journal keeps them, in an array.
    package func write(to writer: inout JSONWriter) {
        writer.array { writer in
            for step in steps { step.write(to: &writer) }
        }
    }

    /// Reads what `write` wrote.
    ///
    /// - Throws: a `DecodingProblem` that names the step and the member.
    package init(json: JSONValue) throws(DecodingProblem) {
        guard case .array(let elements) = json else {
            throw DecodingProblem("", "must be an array")
        }
        var steps: [InverseStep] = []
        steps.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do { steps.append(try InverseStep(members: Members(element))) } catch {
                throw error.within("[\(index)]")
            }
        }
        self.init(steps: steps)
    }
}
