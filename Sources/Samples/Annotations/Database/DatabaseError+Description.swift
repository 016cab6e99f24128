extension DatabaseError: CustomStringConvertible {
  /// One sentence.
  package var description: String {
    switch self {
    case .cannotOpen(let path, let reason):
      "'\(path)' cannot be opened (\(reason)); the project that was open still is"
    case .foreign(let path):
      "'\(path)' is another program's database, and was left as it is; name a project's file, or "
        + "one that does not exist yet"
    case .newer(let path, let version):
      "'\(path)' has format \(version), which is newer than this app; open it with a newer one"
    case .damaged(let path, let reason):
      "'\(path)' is damaged or no database (\(reason)), and was left as it is; open a copy of it "
        + "from before"
    case .busy(let path):
      "'\(path)' is being used by another program; try again when that is done"
    case .failed(let reason):
      "the database could not do it (\(reason)); try again when that is over"
    }
  }
}
