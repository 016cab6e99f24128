import PlayheadCoding
package import PlayheadFiles
package import PlayheadLog

/// A part of a session as a log of its own: the actions of some steps with their numbers, the state
/// before them, and what the log says of those steps besides. What causes an action may lie before.
package struct LogCut {
  private let log: LogReader
  /// The steps whose actions are kept.
  package let steps: ClosedRange<Step>
  /// The step before, with whose state the new log begins.
  package let start: Step
  /// The stores with which it begins.
  private let stretch: StoreListHistory.Stretch

  /// The actions of `steps`, the first and the last of which the log must have.
  package init(_ log: LogReader, _ steps: ClosedRange<Step>) throws {
    try log.requireWhole()
    self.log = log
    self.steps = steps
    _ = try log.chunk(holding: steps.lowerBound)
    _ = try log.chunk(holding: steps.upperBound)
    start = Step(steps.lowerBound.number - 1)
    stretch = try log.storeLists.stretch(after: start)
  }

  /// Whether the log has the state of every store at `start`: if not, a replay must bring it.
  package func hasState() throws -> Bool { try ownState() != nil }

  /// The log's own state at `start`, as it is in its record.
  private func ownState() throws -> [UInt8]? {
    // Stores that arrived just there have their states elsewhere.
    guard stretch.step < start || stretch.arrived.isEmpty else { return nil }
    var state: [UInt8]?
    for (number, frame) in log.index.frames.enumerated()
    where frame.kinds.contains(.of(.checkpoint)) {
      try log.forEachRecord(in: number) { kind, body throws(ByteFault) in
        guard kind == .checkpoint else { return }
        let checkpoint = try Checkpoint(from: body)
        if checkpoint.step == start, checkpoint.storeCount == stretch.count { state = Array(body) }
      }
    }
    return state
  }

  /// Writes the new log to `path`, which must not be there yet.
  ///
  /// - Parameter state: The record of the state of every store at `start`, needed if the log does not have it.
  package func write(to path: String, _ state: [UInt8]? = nil) throws {
    let file = try OutputFile(logAt: path, mode: log.mode)
    try write(into: file, state)
    try file.finish()
  }

  /// Writes the new log into a file that has yet to get its name.
  package func write(into file: OutputFile, _ state: [UInt8]? = nil) throws {
    let rewriter = LogRewriter(file)
    let state = try ownState() ?? state
    var copy = CutCopy(steps: steps, names: log.stores)
    try log.forEachFrame { frame, _ in
      guard case .records(let content) = frame else { return }
      try copy.take(content, of: log, to: rewriter) { header in
        try begin(header, state, rewriter)
      }
    }
    try append(.end, to: rewriter) { bytes in
      RecordingEnd(step: steps.upperBound, moment: try log.entry(at: steps.upperBound).moment)
        .encode(to: bytes)
    }
    try rewriter.finish()
  }

  /// The header with the names of the stores so far, which of them handle actions, their states.
  private func begin(
    _ header: LogHeader, _ state: [UInt8]?, _ rewriter: LogRewriter
  ) throws {
    var header = header
    header.stores = Array(log.stores.prefix(stretch.count))
    try append(.header, to: rewriter) { header.encode(to: $0) }
    if stretch.registered != Array(0..<stretch.count) {
      let storeList = StoreList(step: start, stores: header.stores, registered: stretch.registered)
      try append(.storeList, to: rewriter) { bytes in
        try storeList.encode(knowing: 0, CheckpointDraft(step: start), shapes: [], to: bytes)
      }
    }
    if let state { try append(.checkpoint, to: rewriter) { $0.append(state) } }
  }

  private func append(
    _ kind: RecordKind, to rewriter: LogRewriter, _ fill: (ByteBuffer) throws -> Void
  ) throws {
    let body = ByteBuffer()
    try fill(body)
    try rewriter.append(kind.rawValue, body.bytes)
  }
}
