/// Whether one property held, and how often it was tried.
package struct Verdict: Sendable {
    package let property: Property
    /// How many things were held against it.
    package let tried: Int
    package let findings: [Finding]

    package var isBroken: Bool { !findings.isEmpty }

    init(_ property: Property, tried: Int, findings: [Finding]) {
        self.property = property
        self.tried = tried
        self.findings = findings
    }
}
