import PlayheadCoding
package import PlayheadFiles
package import PlayheadLog

/// Joins the logs of one session into one small log.
///
/// Keeps everything in order: notes, gaps, digests, states, and records and skippable frames that this
/// version does not know. Memory does not grow with the logs.
package struct LogPacking {
  private let logs: [LogReader]

  /// Takes the segments of one session, in order. Throws `RewriteError`.
  package init(_ logs: [LogReader]) throws {
    self.logs = logs
    for log in logs { try log.requireWhole() }
    try requireOrder()
  }

  private func requireOrder() throws {
    var last: (log: LogReader, step: Step)?
    for log in logs {
      if let first = logs.first, first.header.session != log.header.session {
        throw RewriteError.otherSession(path: log.name, first: first.name)
      }
      guard let steps = try log.coveredSteps() else { continue }
      if let last {
        guard steps.lowerBound > last.step else {
          throw RewriteError.outOfOrder(
            path: log.name, begins: steps.lowerBound, before: last.log.name, ends: last.step)
        }
        guard steps.lowerBound == last.step.next else {
          let lost = Step(steps.lowerBound.number - 1)
          throw RewriteError.missing(last.step.next...lost, before: log.name)
        }
      }
      last = (log, steps.upperBound)
    }
  }

  /// Writes the joined log to `path`, which must not exist yet, and checks it; returns its size. Throws
  /// `RewriteError`. `progress` gets the number
  /// of bytes read so far.
  package func write(
    to path: String, progress: (_ bytes: Int) throws -> Void = { _ in }
  ) throws -> Int {
    let file = try OutputFile(logAt: path, mode: .common(to: logs.map(\.mode)))
    let size = try write(into: file, progress: progress)
    try file.finish()
    return size
  }

  /// Writes the joined log into a file that does not have its name yet.
  package func write(
    into file: OutputFile, progress: (_ bytes: Int) throws -> Void = { _ in }
  ) throws -> Int {
    let rewriter = LogRewriter(file)
    var done = 0
    for log in logs {
      try log.forEachFrame { frame, end in
        switch frame {
        case .index: break
        case .skippable(let bytes): try rewriter.append(skippable: bytes)
        case .records(let content):
          try append(content, of: log, to: rewriter)
          try rewriter.endInputFrame()
        }
        try progress(done + end)
      }
      done += log.byteCount
    }
    try rewriter.finish()
    try file.requireSound(madeOf: logs.map(\.name))
    return rewriter.byteCount
  }

  private func append(_ content: [UInt8], of log: LogReader, to rewriter: LogRewriter) throws {
    do {
      try content.withUnsafeBytes { content in
        var stream = RecordStream(content)
        while let (kind, body) = try stream.nextNumbered() { try rewriter.append(kind, body) }
      }
    } catch let fault as ByteFault {
      throw RewriteError.damaged(path: log.name, fault: fault.sentence)
    }
  }
}
