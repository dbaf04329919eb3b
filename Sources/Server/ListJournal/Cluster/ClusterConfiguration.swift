// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import JSON

/// What all servers of a cluster agree on: a record in the configuration's stream.
///
/// Replaying a record gives the same list on every server only where these are equal.
package struct ClusterConfiguration: Sendable, Hashable {
    /// The format of records and snapshots that this version reads and writes.
    package static let currentFormat = 1

    /// Tells this cluster's streams from those of others.
    package var cluster: String
    /// How many streams the logs are spread over.
    package var partitions = StreamLayout.partitions
    package var format = Self.currentFormat
    /// `limits.inFlight`: the edits that a client may have under way.
    package var inFlight: Int
    /// `limits.undo`: the steps that a client can undo.
    package var undo: Int
    /// What a copying of lists left; no server starts with it.
    package var mark: CopyMark?

    package init(cluster: String, inFlight: Int, undo: Int) {
        self.cluster = cluster
        self.inFlight = inFlight
        self.undo = undo
    }

    /// Reads a stored configuration; nil where it is none.
    init?(json: [UInt8]) {
        guard let object = (try? JSONReader.read(json))?.object, object["v"]?.whole == 1,
            let cluster = object["cluster"]?.string,
            let partitions = object["partitions"]?.whole, let format = object["format"]?.whole,
            let limits = object["limits"]?.object, let inFlight = limits["inFlight"]?.whole,
            let undo = limits["undo"]?.whole
        else { return nil }
        self.init(cluster: cluster, inFlight: inFlight, undo: undo)
        self.partitions = partitions
        self.format = format
        guard let mark = object["mark"] else { return }
        guard let mark = CopyMark(mark) else { return nil }
        self.mark = mark
    }

    var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("v", 1)
            writer.member("cluster", cluster)
            writer.member("partitions", partitions)
            writer.member("format", format)
            writer.name("limits" as StaticString)
            writer.object { writer in
                writer.member("inFlight", inFlight)
                writer.member("undo", undo)
            }
            guard let mark else { return }
            writer.name("mark" as StaticString)
            writer.object { writer in
                writer.member("kind", mark.kind.rawValue)
                writer.member("id", mark.id)
                writer.member("place", mark.place)
                writer.member("keepsEpochs", mark.keepsEpochs)
            }
        }
        return writer.bytes
    }

    /// Why a server with the configuration `own` must not work on these streams: a text for each reason,
    /// that says what to change.
    func problems(for own: ClusterConfiguration) -> [String] {
        var problems: [String] = []
        if partitions != own.partitions {
            problems.append(
                "the cluster spreads lists over \(partitions) streams, this version over "
                    + "\(own.partitions): use the version that made the cluster")
        }
        if format != own.format {
            problems.append(
                "the cluster's records have the format \(format), this version's \(own.format): "
                    + "use a version for that format")
        }
        if inFlight != own.inFlight {
            problems.append(
                "limits.inFlight is \(own.inFlight) here and \(inFlight) in the cluster: set it to "
                    + "\(inFlight)")
        }
        if undo != own.undo {
            problems.append(
                "limits.undo is \(own.undo) here and \(undo) in the cluster: set it to \(undo)")
        }
        return problems
    }
}

extension CopyMark {
    fileprivate init?(_ value: JSONValue) {
        guard let object = value.object,
            let kind = object["kind"]?.string.flatMap(Kind.init(rawValue:)),
            let id = object["id"]?.string, let place = object["place"]?.string
        else { return nil }
        self.init(
            kind, id: id, place: place, keepsEpochs: object["keepsEpochs"] == .bool(true))
    }
}
