import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import Testing

/// Frames of records that no recorder writes one behind the other.
@Suite struct OddFrameTests {
  private func frame(_ kind: RecordKind, _ body: ByteBuffer) -> [UInt8] {
    LogFrames.pack([RecordFraming([(kind.rawValue, body.array)]).content])
  }

  /// A frame with a gap of these steps.
  private func frame(gap: ClosedRange<UInt64>) -> [UInt8] {
    let body = ByteBuffer()
    body.append(varint: gap.lowerBound)
    body.append(varint: gap.upperBound)
    body.append(varint: 0)
    body.append(string: "")
    return frame(.gap, body)
  }

  /// A frame with the mark that the recording with this tag sets on what it flushes.
  private func frame(markedBy session: UInt32) -> [UInt8] {
    let mark = ByteBuffer()
    mark.append(varint: 9)
    mark.append(varint: 0)
    mark.append(littleEndian: session)
    return frame(.flushMark, mark)
  }

  /// Steps 1 to 10, these frames, and steps 31 to 40.
  private func log(_ frames: [[UInt8]]) throws -> LogReader {
    let first = try LogFrames(try LogScript.chunks(1))
    let last = try LogFrames(try LogScript.part(after: 30, chunks: 1))
    let bytes =
      first.bytes[..<first.starts[2]] + frames.flatMap(\.self)
      + last.bytes[last.starts[1]..<last.starts[2]]
    return try LogReader(bytes: Array(bytes), name: "log")
  }

  @Test(arguments: [[11...20, 20...30], [11...30, 12...13], [11...31], [5...30]])
  func `a frame with a gap whose steps do not follow those before it is damage`(
    gaps: [ClosedRange<UInt64>]
  ) throws {
    let log = try log(gaps.map { frame(gap: $0) })
    #expect(Set(log.damages.map(\.fault)) == ["its steps do not follow those before it"])
    let folder = try Folder()
    _ = try LogRecovery(log).write(to: folder.path("out"), isSynced: false)
    let saved = try LogReader(path: folder.path("out"))
    let steps = try saved.gaps().map(\.steps) + saved.stepsRead()
    #expect(LostSteps(from: 1, to: saved.lastCountedStep, known: steps).ranges == [])
    #expect(try saved.verify().problems == [])
  }

  @Test func `a frame that belongs to another recording is damage`() throws {
    let own = try log([frame(gap: 11...30), frame(markedBy: FlushMark.tag(of: LogScript.session))])
    #expect(own.damages == [])
    let other = try log([frame(gap: 11...30), frame(markedBy: 7)])
    #expect(other.damages.map(\.fault) == ["it belongs to another recording"])
  }
}
