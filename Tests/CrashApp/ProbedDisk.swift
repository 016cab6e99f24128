package import PlayheadLog
import PlayheadReading

/// The operating system's disk, with somebody who is asked around each call: whether it fails, waits,
/// or never comes.
package struct ProbedDisk: Disk {
  /// What a disk is asked for.
  package enum Call: String, CaseIterable, Sendable {
    case createLog, openLog, createTail, size, start, remove, names, syncNames
    case append, cut, syncLog, writeAgain, closeLog
    case map, unmap, cutTail, syncTail, closeTail
  }

  /// Where in a call: an append has its first half written amid it.
  package enum Stage: String, CaseIterable, Sendable {
    case before, amid, after
  }

  /// A call that is under way.
  package struct Moment: Sendable {
    package let call: Call
    package let stage: Stage
  }

  /// Lets a moment pass, or makes the call fail with what it throws. What is thrown after a call, and
  /// where a call cannot fail, is passed over.
  package typealias Probe = @Sendable (Moment) throws(LogError) -> Void

  private let base = SystemDisk()
  private let calls: Calls

  /// - Parameter syncs: Whether a call that waits for the disk does so: for tests that are about the
  ///   call alone, it need not.
  package init(syncs: Bool = true, _ probe: @escaping Probe) {
    calls = Calls(syncs, probe)
  }

  package func createLog(_ path: String, like model: String?) throws(LogError) -> any LogFile {
    let file = try calls.around(.createLog) { () throws(LogError) in
      try base.createLog(path, like: model)
    }
    return ProbedLogFile(file, calls)
  }

  package func openLog(_ path: String) throws(LogError) -> any LogFile {
    let file = try calls.around(.openLog) { () throws(LogError) in try base.openLog(path) }
    return ProbedLogFile(file, calls)
  }

  package func createTail(_ path: String, like model: String?) throws(LogError) -> any TailFile {
    let file = try calls.around(.createTail) { () throws(LogError) in
      try base.createTail(path, like: model)
    }
    return ProbedTailFile(file, calls)
  }

  package func size(of path: String) -> Int? {
    (try? calls.around(.size) { base.size(of: path) }) ?? nil
  }

  package func start(of path: String, count: Int) -> [UInt8]? {
    (try? calls.around(.start) { base.start(of: path, count: count) }) ?? nil
  }

  @discardableResult package func remove(_ path: String) -> Bool {
    (try? calls.around(.remove) { base.remove(path) }) ?? false
  }

  package func names(in folder: String) -> [String] {
    (try? calls.around(.names) { base.names(in: folder) }) ?? []
  }

  package func syncNames(in folder: String) {
    try? calls.around(.syncNames) { if calls.syncs { base.syncNames(in: folder) } }
  }
}

/// Asks around the calls of all threads.
private final class Calls: Sendable {
  private let probe: ProbedDisk.Probe
  let syncs: Bool

  init(_ syncs: Bool, _ probe: @escaping ProbedDisk.Probe) {
    (self.syncs, self.probe) = (syncs, probe)
  }

  func around<Result>(
    _ call: ProbedDisk.Call, _ body: () throws(LogError) -> Result
  ) throws(LogError) -> Result {
    try probe(.init(call: call, stage: .before))
    let result = try body()
    try? probe(.init(call: call, stage: .after))
    return result
  }

  func append(_ bytes: UnsafeRawBufferPointer, to file: any LogFile) throws(LogError) {
    let length = file.length
    try probe(.init(call: .append, stage: .before))
    let half = bytes.count / 2
    try file.append(UnsafeRawBufferPointer(rebasing: bytes[..<half]))
    do throws(LogError) {
      try probe(.init(call: .append, stage: .amid))
      try file.append(UnsafeRawBufferPointer(rebasing: bytes[half...]))
    } catch {
      try file.cut(to: length)
      throw error
    }
    try? probe(.init(call: .append, stage: .after))
  }
}

private final class ProbedLogFile: LogFile {
  private let base: any LogFile
  private let calls: Calls

  init(_ base: any LogFile, _ calls: Calls) {
    self.base = base
    self.calls = calls
  }

  var path: String { base.path }
  var length: Int { base.length }
  var isDeleted: Bool { base.isDeleted }

  func append(_ bytes: UnsafeRawBufferPointer) throws(LogError) {
    try calls.append(bytes, to: base)
  }

  func cut(to length: Int) throws(LogError) {
    try calls.around(.cut) { () throws(LogError) in try base.cut(to: length) }
  }

  func sync() throws(LogError) {
    try calls.around(.syncLog) { () throws(LogError) in if calls.syncs { try base.sync() } }
  }

  func writeAgain(_ bytes: UnsafeRawBufferPointer) throws(LogError) {
    try calls.around(.writeAgain) { () throws(LogError) in try base.writeAgain(bytes) }
  }

  func close() {
    try? calls.around(.closeLog) { base.close() }
  }
}

private final class ProbedTailFile: TailFile {
  private let base: any TailFile
  private let calls: Calls

  init(_ base: any TailFile, _ calls: Calls) {
    self.base = base
    self.calls = calls
  }

  var isDeleted: Bool { base.isDeleted }

  func remove() {
    try? calls.around(.remove) { base.remove() }
  }

  func grow(by count: Int) throws(LogError) -> UnsafeMutableRawBufferPointer {
    try calls.around(.map) { () throws(LogError) in try base.grow(by: count) }
  }

  func cut(to length: Int) throws(LogError) {
    try calls.around(.cutTail) { () throws(LogError) in try base.cut(to: length) }
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    try? calls.around(.unmap) { base.unmap(memory) }
  }

  func sync(_ memory: UnsafeRawBufferPointer) throws(LogError) {
    try calls.around(.syncTail) { () throws(LogError) in
      if calls.syncs { try base.sync(memory) }
    }
  }

  func close() {
    try? calls.around(.closeTail) { base.close() }
  }
}
