extension LogReader {
  /// Opens the log at `path` with its tail, but without the older segments that lie beside it: whoever
  /// names several logs names those as well.
  package convenience init(alone path: String) throws(LogError) {
    let log = try TailedLog(path: path, isAlone: true)
    try self.init(log.source, name: path, log.facts)
  }
}
