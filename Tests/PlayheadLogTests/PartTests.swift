import Foundation
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadValues
import Testing

/// Logs that begin at a later step, logs that are joined, and logs of several indexes.
@Suite struct PartTests {
  @Test func `a log that begins at a later step is read, and asking for an earlier step throws`()
    throws
  {
    let log = try LogReader(bytes: try LogScript.part(after: 70), name: "log")
    #expect(log.initialStep == 70 && log.firstStep == 71 && log.lastStep == 90)
    #expect(try log.stepsRead() == [71...90] && log.lostSteps == [])
    #expect(try log.verify().problems == [])
    #expect(
      try sentence { _ = try log.entry(at: 70) }
        == "'log' begins with the state at step 70, so there is no step 70; name a step from 70 on")
  }

  @Test func `a second log joined to a log with cat is not read and is reported`() throws {
    let first = try LogScript.part(after: 0)
    for isLater in [false, true] {
      let other = try LogScript(session: UUID(), after: isLater ? 20 : 0)
      try other.fill(1)
      let second = try other.close()
      let log = try LogReader(bytes: first + second, name: "log")
      #expect(try log.stepsRead() == [1...20] && log.damages.count == 1)
      #expect(
        log.damages[0].offset == first.count && log.damages[0].fault == "another log begins here")
      let check = try RecoveryCheck(first + second)
      #expect(check.bytes == first && check.report.otherLog?.offset == first.count)
      #expect(check.report.lostAfter == nil && !check.report.isComplete)
    }
  }

  @Test
  func
    `a log with an index every few megabytes opens by the last complete one after it is cut off`()
    throws
  {
    let whole = try LogScript.megabytes(14)
    #expect(try LogReader(bytes: whole, name: "log").verify().problems == [])
    let indexes = try LogFrames(whole).starts.filter { start in
      try whole[start...].withUnsafeBytes { try FrameHeader.read($0).skippable != nil }
    }
    #expect(indexes.count == 4)
    // Cut behind the third index, in the middle of a frame.
    let cut = Array(whole[..<(indexes[2] + 300_000)])
    let log = try LogReader(bytes: cut, name: "log")
    #expect(log.steps == [1...log.lastStep] && log.lastStep > 45)
    #expect(log.damages.map(\.lost) == [.rest])
    #expect(try log.verify().problems.count == 1)
  }
}

extension LogScript {
  /// Steps 1 to 20 and 41 to 60, and nothing that says why those in between are missing.
  static func lackingSteps() throws -> [UInt8] {
    let (first, second) = (try LogFrames(part(after: 0)), try LogFrames(part(after: 40)))
    let index = second.starts[second.starts.count - 1]
    return Array(first.bytes[..<first.starts[3]] + second.bytes[second.starts[1]..<index])
  }

  /// A closed log of about so many megabytes, with chunks of a quarter of one.
  static func megabytes(_ count: Int) throws -> [UInt8] {
    let script = try LogScript()
    var generator = SplitMix64(seed: 22)
    let noise = Data(
      (0..<32_768).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } })
    for _ in 0..<count * 4 {
      try script.act(noise)
      try script.endChunk()
    }
    return try script.close()
  }
}
