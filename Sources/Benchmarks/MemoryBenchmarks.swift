import Foundation
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import TextEditor

/// Whether memory stays flat as actions are added. Measures the peak memory of a process per case.
enum MemoryBenchmarks {
  /// What such a process does.
  enum Work: String {
    case record
    case read
    /// Goes to the end of a log.
    case stand
    /// Goes to the end of a log, and then to random steps.
    case travel
    /// Checks the fixtures in a folder.
    case fixtures
  }

  private static let few = 100_000
  /// The highest ratio that counts as flat. Memory that grows with the actions would reach 10 or 100; one
  /// more page in use is a few percent.
  private static let flat = 1.2
  /// The actions between two flushes. Without flushes, the number of pages in use would depend on the disk
  /// (16 MB at most), which is not measured here.
  private static let pause = 10_000

  /// `isLarge` compares 10⁷ actions with 10⁵, which takes most of a minute; otherwise 10⁶ with 10⁵.
  static func rows(isLarge: Bool, _ scratch: borrowing Scratch) throws -> [Row] {
    let many = isLarge ? 10_000_000 : 1_000_000
    let (small, large) = (scratch.path("few.playhead"), scratch.path("many.playhead"))
    return try [(Work.record, "recording"), (.read, "reading")].map { work, name in
      Row(
        subject: "memory while \(name)", input: "\(Self.name(many)) actions",
        playhead: try peak(of: work, many, large), competitor: "\(Self.name(few)) actions",
        other: try peak(of: work, few, small), unit: .megabytes, goal: flat)
    }
  }

  private static func name(_ count: Int) -> String {
    count.formatted(.number.locale(Locale(identifier: "en")))
  }

  /// The peak memory of a process that does this work, in MB.
  static func peak(of work: Work, _ count: Int, _ path: String) throws -> Double {
    let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let output = try Tool.run(
      program, [Options.memoryOption, work.rawValue, "\(count)", path], input: Data())
    guard let bytes = Double(String(decoding: output, as: UTF8.self)) else {
      throw BenchmarkError("the process that was to tell its memory did not")
    }
    return bytes / 1_000_000
  }

  // MARK: In the other process

  /// Does the work, and prints the peak memory, in bytes.
  static func tellPeak(_ arguments: [String]) throws {
    guard arguments.count == 3, let work = Work(rawValue: arguments[0]),
      let count = Int(arguments[1])
    else { throw BenchmarkError("'\(Options.memoryOption)' is for the benchmark itself") }
    switch work {
    case .record: try record(count, to: arguments[2])
    case .read: try read(arguments[2])
    case .stand: try travel(0, arguments[2])
    case .travel: try travel(count, arguments[2])
    case .fixtures: try FixtureBenchmarks.check(arguments[2])
    }
    print(try peakBytes(), terminator: "")
  }

  private static func record(_ count: Int, to path: String) throws {
    let dispatcher = try LatencyBenchmarks.counter()
    let recorder = try dispatcher.record(to: path, app: "bench")
    for number in 1...count {
      dispatcher.dispatch(Replace(at: number, count: 0, text: "e", transaction: number))
      if number % pause == 0 { try recorder.flush() }
    }
    try recorder.close()
  }

  private static func read(_ path: String) throws {
    let log = try LogReader(path: path)
    try log.forEachEntry(in: log.firstStep...log.lastStep) { consume(try $0.payload()) }
  }

  private static func travel(_ count: Int, _ path: String) throws {
    let replay = try Replay(LogReader(path: path), of: Library.self)
    let index = ChangeIndex(existingFor: replay)
    try replay.go(to: replay.log.lastStep)
    for step in RandomSteps(replay.log, count) { try replay.go(to: step) }
    withExtendedLifetime(index) {}
  }

  private static func peakBytes() throws -> Int {
    #if os(Linux)
      // `getrusage` includes the parent's memory at the fork.
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      guard let kibibytes = line?.split(separator: " ").compactMap({ Int($0) }).first else {
        throw BenchmarkError("the system does not tell how much memory was taken")
      }
      return kibibytes * 1_024
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }
}
