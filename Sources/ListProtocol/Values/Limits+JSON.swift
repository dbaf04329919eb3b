package import JSON

extension Limits {
    /// Writes the limits as `welcome` shows them.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("frameBytes", frameBytes)
            writer.member("setBytes", setBytes)
            writer.member("inFlight", inFlight)
            writer.member("actions", actions)
            writer.member("fieldsBytes", fieldsBytes)
            writer.member("lists", lists)
            writer.member("rows", rows)
            writer.member("sections", sections)
            writer.member("titleBytes", titleBytes)
            writer.member("undo", undo)
            writer.member("undoBytes", undoBytes)
            writer.member("listBytes", listBytes)
            writer.member("headSeconds", headSeconds)
            writer.member("queueBytes", queueBytes)
            writer.member("stallSeconds", stallSeconds)
            writer.member("rememberDays", rememberDays)
        }
    }
}
