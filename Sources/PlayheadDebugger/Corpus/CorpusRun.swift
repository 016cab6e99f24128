import Foundation
import PlayheadCoding
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues

/// Asks the same about each log of a list, and prints a line about each, in the order of the list.
struct CorpusRun {
  /// What finds out about a log, with the stores at a connection.
  typealias Work = (
    _ log: LogReader, ChildProcessConnection?, _ onSteps: @escaping (UInt64) -> Void
  ) throws -> CorpusFinding

  private let asked: String
  private let build: String
  private let names: LogNames
  private let arguments: ParsedArguments
  private let console: Console
  /// Whether the last line that is there was cut off. What is printed may be added to it.
  private let isAfterTornLine: Bool

  /// nil if the call has no list. `options` are those that change an answer, as they are typed, and `others` the files of
  /// other builds that have a part in it.
  init?(
    _ command: String, options: [String] = [], with others: [String] = [],
    _ arguments: ParsedArguments, _ console: Console
  ) throws {
    guard let list = arguments[ListParameters.list] else { return nil }
    let decoding = [ReadingParameters.strict, ReadingParameters.salvage, ReadingParameters.risky]
      .filter { arguments.has($0) && arguments[$0] }.map(\.spec.name)
    asked = ([command] + options + decoding).joined(separator: " ")
    let programs = [console.terminal.programFile].compactMap(\.self) + others
    build = programs.map { Self.digest(ofFile: $0) ?? "?" }.joined(separator: "+")
    (self.arguments, self.console) = (arguments, console)
    var (done, isTorn) = (Set<Digest>(), false)
    if let path = arguments[ListParameters.done] {
      let file = try CorpusFile(path)
      (done, isTorn) = (try file.namesDone(asked, build), try file.isTorn())
    }
    isAfterTornLine = isTorn
    names = try LogNames(list, arguments, without: done, console)
  }

  /// Prints a line for each log. The exit code is good if every log has its line, even one that reports a failure.
  func run(
    workers: Int = ProcessInfo.processInfo.activeProcessorCount,
    ready: @escaping (ChildProcessConnection) throws -> Void = { _ in }, _ work: @escaping Work
  ) throws -> ExitCode {
    let interrupts = InterruptFlag()
    console.terminal.raiseWhenInterrupted(interrupts)
    defer { console.terminal.raiseWhenInterrupted(nil) }
    let jobs = try LogBatch.jobs(
      on: names.next, workers: workers, arguments, console, interrupts, ready: ready
    ) { path, connection, onSteps in
      try interrupts.check()
      return try row(path) { try work($0, connection, onSteps) }
    }
    defer { jobs.end(within: .seconds(2)) }
    if isAfterTornLine { try console.write("\n") }
    do {
      while let result = try jobs.next({ try interrupts.check() }) {
        try interrupts.check()
        try console.print(json: result.get())
        try console.flush()
      }
    } catch is Interruption {
      try console.printError("stopped; '--resume' goes on after the lines so far")
      return .badAnswer
    }
    if let failure = names.failure { throw failure }
    return .good
  }

  /// The line about a log.
  private func row(_ path: String, _ work: (LogReader) throws -> CorpusFinding) throws -> CorpusRow
  {
    var row = CorpusRow(
      asked: asked, build: build, log: path, outcome: .failed, causes: [])
    let finding: CorpusFinding
    do {
      // A pipe or a device could be without an end.
      let log = try LogReader(file: path)
      (row.digest, row.app, row.actions) = (log.source.digest, log.appName, log.actionCount)
      finding = try log.explaining(isOneOfMany: true) { try work(log) }
      row.loss = log.lossWarning
    } catch let error as Interruption {
      throw error
    } catch {
      finding = CorpusFinding(failed: error)
      row.error = errorSentence(error)
      row.digest = row.digest ?? Self.digest(ofFile: path)
    }
    (row.outcome, row.step, row.lastAgreed) = (finding.outcome, finding.step, finding.lastAgreed)
    (row.causes, row.count) = (finding.causes, finding.count)
    if let expected = finding.expected, let log = row.digest {
      var text = log + expected
      row.digest = text.withUTF8 { XXHash.hash64(UnsafeRawBufferPointer($0)).hexadecimal }
    }
    return row
  }

  /// The digest of a file that may be no log, or of one in a shard; nil if it cannot be read, or is larger than any log.
  private static func digest(ofFile path: String) -> String? {
    let source: (any LogSource)?
    if let place = Shard.place(of: path) {
      source = try? Shard.opened(place.shard).source(ofLog: place.name)
    } else {
      source = FileSource.isRegular(path) ? try? FileSource(regular: path) : nil
    }
    return source.flatMap { $0.size <= 1 << 30 ? $0.digest : nil }
  }
}

extension LogSource {
  /// The XXH64 of all bytes, in hexadecimal; nil if they cannot be read. That of each mebibyte is the seed of the next.
  fileprivate var digest: String? {
    var hash: UInt64 = 0
    for place in stride(from: 0, to: size, by: 1 << 20) {
      guard let bytes = try? read(at: place, count: min(1 << 20, size - place)) else { return nil }
      hash = bytes.withUnsafeBytes { XXHash.hash64($0, seed: hash) }
    }
    return size == 0
      ? XXHash.hash64(UnsafeRawBufferPointer(start: nil, count: 0)).hexadecimal : hash.hexadecimal
  }
}
