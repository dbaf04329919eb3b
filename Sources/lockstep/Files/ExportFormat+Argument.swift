import ArgumentParser
import ListFiles

extension ExportFormat: ExpressibleByArgument {}
