import PlayheadReading

#if os(Linux)
  import FluxTesting
  import Foundation
  import Glibc
  import PlayheadLog
  import TestSupport
  import Testing

  /// Signals at every moment of the start of a real process. However fast or slow the machine is, the process has to
  /// end.
  @Suite(.serialized, .timeLimit(.minutes(15))) struct SignalTimingTests {
    /// No process that has got its signal takes so long, s.
    private static let limit = 60.0
    private static let log = TranscriptTests.directory.appendingPathComponent(
      "../feed/likes.playhead"
    ).standardized.path

    /// When a signal is sent.
    enum Moment {
      /// So many milliseconds after the start.
      case after(Double)
      /// As soon as the process does anything of its own with the signal.
      case handled

      /// All of them are for `PLAYHEAD_SOAK`.
      static let all =
        (0..<(Soak.isOn ? 6 : 3)).map { _ in Self.handled }
        + stride(from: 0, to: 120, by: Soak.isOn ? 10 : 30).map { .after($0) }
    }

    /// Starts the tool, sends the signal, and gives how the tool ended.
    private func end(
      of words: [String], on desk: Desk, _ signal: Int32, _ moment: Moment,
      closesInput: Bool = false
    ) throws -> StartedTool.End? {
      let tool = try StartedTool(Desk.tool, words, in: desk.path(""))
      switch moment {
      case .after(let milliseconds): usleep(UInt32(milliseconds * 1_000))
      case .handled: while tool.isRunning, !Self.handles(signal, tool.id) {}
      }
      tool.send(signal)
      if closesInput { tool.closeInput() }
      return tool.end(within: Self.limit)
    }

    /// Whether a process ignores or catches a signal.
    private static func handles(_ signal: Int32, _ process: Int32) -> Bool {
      let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
      return text.split(separator: "\n").contains { line in
        guard line.hasPrefix("SigIgn:") || line.hasPrefix("SigCgt:") else { return false }
        let digits = line.split(separator: "\t").last ?? ""
        return (UInt64(digits, radix: 16) ?? 0) >> UInt64(signal - 1) & 1 == 1
      }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `'record' ended by a signal at many moments leaves no unclosed log and no tail file`(
      signal: Int32
    ) async throws {
      try await onOwnThread {
        let desk = try Desk()
        for (number, moment) in Moment.all.enumerated() {
          let log = desk.path("s\(number).playhead")
          let words = ["record", "text-editor", "-o", log]
          let end = try self.end(of: words, on: desk, signal, moment)
          try #require(
            end == .signal(signal) || end == .exit(128 + signal), "\(moment): \(end as Any)")
          #expect(!FileManager.default.fileExists(atPath: log + ".tail"), "\(moment)")
          guard FileManager.default.fileExists(atPath: log) else { continue }
          #expect(try LogReader(path: log).isClosed, "\(moment)")
        }
      }
    }

    @Test(arguments: [
      ["debug", Self.log], ["check", Self.log],
      ["shrink", Self.log, "--where", "step = 9", "-o", "o.playhead"],
    ])
    func `'debug', 'check' and 'shrink' end after a SIGTERM sent at many moments of their start`(
      words: [String]
    ) async throws {
      try await onOwnThread {
        let desk = try Desk()
        for delay in stride(from: 0.0, to: 90, by: Soak.isOn ? 6 : 18) {
          let end = try self.end(of: words, on: desk, SIGTERM, .after(delay))
          // 'shrink' says that it wrote nothing.
          let ends: [StartedTool.End?] = [.signal(SIGTERM), .exit(0), .exit(128 + SIGTERM)]
          try #require(ends.contains(end), "\(delay) ms: \(end as Any)")
          try? FileManager.default.removeItem(atPath: desk.path("o.playhead"))
        }
      }
    }

    @Test func `'debug' ends at the end of its input after a SIGINT at many moments of its start`()
      async throws
    {
      try await onOwnThread {
        let desk = try Desk()
        for moment in Moment.all {
          let end = try self.end(
            of: ["debug", Self.log], on: desk, SIGINT, moment, closesInput: true)
          try #require(end == .signal(SIGINT) || end == .exit(0), "\(moment): \(end as Any)")
        }
      }
    }
  }
#endif
