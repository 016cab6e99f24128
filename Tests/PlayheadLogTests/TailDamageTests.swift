import FluxTesting
import PlayheadLog
import PlayheadReading
import Testing

/// A tail behind its log, cut at every byte and with every bit flipped.
@Suite struct TailDamageTests {
  /// A log of 20 actions, and a tail of three pages that has 40 more and a note.
  private func crash() throws -> TailCrash {
    let script = try TailScript()
    for _ in 1...2 {
      try script.act(20)
      script.endPage()
    }
    try script.act(10)
    script.note("here")
    try script.act(10)
    return try script.crash(flushing: 1)
  }

  /// Reads the actions, where one that is wrong throws, and holds that they are all there or the reader
  /// says what is missing; of what would come last it cannot know.
  private func check(_ crash: TailCrash, _ place: Comment) throws -> [ClosedRange<Step>] {
    let (log, losses) = try crash.read()
    let steps = try log.stepsRead()
    let isTold = !losses.isEmpty || !log.damages.isEmpty || !log.lostSteps.isEmpty
    #expect(isTold || steps == [1...log.lastStep], place)
    return steps
  }

  @Test
  func
    `a tail cut off at a byte gives the actions before the cut, and the reader reports missing ones`()
    throws
  {
    let whole = try crash()
    #expect(try check(whole, "whole") == [1...60])
    let (used, stride) = (whole.end(ofPage: 2) + 2 * TailForge.pageLength, Soak.isOn ? 1 : 5)
    for length in whole.tail.indices
    where length % 1_024 == 0 || length < used && length % stride == 0 {
      var crash = whole
      crash.tail = Array(whole.tail[..<length])
      #expect(try check(crash, "cut at \(length)").count == 1, "cut at \(length)")
    }
  }

  @Test func `a flipped bit in a tail gives no wrong action, and the reader reports missing ones`()
    throws
  {
    let whole = try crash()
    // The bytes that are not zeros, and some that are; of all these a share, unless there is time.
    let bytes = whole.tail.indices.filter { whole.tail[$0] != 0 || $0 % 97 == 0 }
    for index in stride(from: 0, to: bytes.count, by: Soak.isOn ? 1 : 7) {
      for bit in 0..<8 {
        var crash = whole
        crash.tail[bytes[index]] ^= 1 << UInt8(bit)
        _ = try check(crash, "bit \(bit) of byte \(bytes[index])")
      }
    }
  }
}
