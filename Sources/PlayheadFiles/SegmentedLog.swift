import PlayheadLog

/// The files of a recording as they are at one moment: the newest segment, and those before it.
struct SegmentedLog {
  let newest: FileSource
  let older: [OlderSegment]

  /// A recorder may go on to its next segment while its files are opened; then it takes a second look.
  private static let looks = 3

  /// The log at `path` and, unless it is wanted alone, the segments beside it.
  init(path: String, isAlone: Bool) throws(LogError) {
    guard !isAlone else {
      (newest, older) = (try FileSource(path: path), [])
      return
    }
    let place = LogFormat.place(of: path)
    var found = try Self.look(at: place)
    for _ in 1..<Self.looks where found.older.last?.isSame == true {
      found = try Self.look(at: place)
    }
    newest = found.newest
    // One that stays was given a second name by a recorder that was stopped in between.
    older = found.older.filter { !$0.isSame }.map(\.segment)
  }

  /// Opens the newest first: if it is an older one a moment later, it is found among those as well.
  private static func look(
    at path: String
  ) throws(LogError) -> (newest: FileSource, older: [(segment: OlderSegment, isSame: Bool)]) {
    let newest = try FileSource(path: path)
    guard !OlderSegment.numbers(of: path, on: SystemDisk()).isEmpty,
      let log = try? LogReader(newest, name: path), log.hasHeader
    else { return (newest, []) }
    let older = OlderSegment.all(of: path, session: log.header.session, on: SystemDisk())
    return (newest, older.map { ($0, $0.initialStep == log.initialStep) })
  }

  /// All of it, with `source` in the newest segment's place.
  func joined(with source: any LogSource) -> any LogSource {
    guard !older.isEmpty else { return source }
    return JoinedSource(older.map { ($0.source, $0.byteCount) } + [(source, source.size)])
  }
}
