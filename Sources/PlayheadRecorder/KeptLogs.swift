import PlayheadLog

/// The numbered logs of earlier launches; `shop.000001.playhead` is the oldest.
struct KeptLogs {
  let path: String
  let app: String
  let disk: any Disk
  let pageLength: Int

  /// Frees the log's name: gives the present log, with its tail, the next number.
  ///
  /// The tail is renamed first. If the launch is stopped in between, the next one gives the log the number of
  /// its tail. The tail of a deleted log gets its own number.
  func putAside() throws(LogError) {
    let tail = LogFormat.tailPath(of: path)
    let (hasLog, hasTail) = (exists(path), try hasContent(tail))
    guard hasLog || hasTail else { return }
    var number = (numbers.last ?? 0) + 1
    while hasTail, exists(tailPath(of: number)) { number += 1 }
    guard hasLog else { return try disk.move(tail, toFreeName: tailPath(of: number)) }
    // Throws if a recorder has the log.
    let file = try disk.openLog(path)
    defer { file.close() }
    if !hasTail, try isEmpty() {
      disk.remove(path)
      return
    }
    if hasTail { try disk.move(tail, toFreeName: tailPath(of: number)) }
    try disk.move(path, toFreeName: SegmentName.path(of: number, of: path))
  }

  /// Deletes the oldest logs until at most `count` are left that take at most `bytes` with their tails. Keeps
  /// logs that are open or belong to another app.
  func prune(to count: Int, bytes: Int) {
    var logs = numbers.compactMap { number -> (path: String, source: any LogSource, size: Int)? in
      let kept = SegmentName.path(of: number, of: path)
      guard let source = try? disk.source(of: kept) else { return nil }
      let tail = try? disk.source(of: LogFormat.tailPath(of: kept))
      return (kept, source, source.size + (tail?.size ?? 0))
    }
    var size = logs.reduce(0) { $0 + $1.size }
    while let oldest = logs.first, logs.count > count || size > bytes {
      logs.removeFirst()
      size -= oldest.size
      guard isOurs(oldest.source, oldest.path), let file = try? disk.openLog(oldest.path) else {
        continue
      }
      disk.removeTail(LogFormat.tailPath(of: oldest.path))
      disk.remove(oldest.path)
      file.close()
    }
  }

  private var numbers: [Int] { OlderSegment.numbers(of: path, on: disk) }

  private func tailPath(of number: Int) -> String {
    LogFormat.tailPath(of: SegmentName.path(of: number, of: path))
  }

  private func exists(_ path: String) -> Bool { (try? disk.source(of: path)) != nil }

  private func hasContent(_ tail: String) throws(LogError) -> Bool {
    guard exists(tail) else { return false }
    return TailReading(try LogContinuation.tail(of: path, on: disk), pageLength: pageLength)
      .hasContent
  }

  /// Whether a recorder was stopped before the log's first frame was complete. Throws for a file that is not
  /// a log, which then keeps its name.
  private func isEmpty() throws(LogError) -> Bool {
    let source = try disk.source(of: path)
    do throws(LogError) {
      _ = try LogReader(source, name: path)
      return false
    } catch {
      if case .notALog = error { throw .exists(path: path) }
      return try LogContinuation.isUnbegun(source)
    }
  }

  private func isOurs(_ source: any LogSource, _ name: String) -> Bool {
    (try? LogReader(source, name: name))?.header.app == app
  }
}
