import PlayheadCoding
import PlayheadFiles
import PlayheadLog
import PlayheadRepair
import Testing

/// Frames of records that no recorder writes one behind the other.
@Suite struct OddFrameTests {
  /// A frame with one record of a gap for each range of steps.
  private func frame(gaps: ClosedRange<UInt64>...) -> [UInt8] {
    let records = ByteBuffer()
    for gap in gaps {
      let body = ByteBuffer()
      body.append(varint: gap.lowerBound)
      body.append(varint: gap.upperBound)
      body.append(varint: 0)
      body.append(string: "")
      records.append(varint: RecordKind.gap.rawValue)
      records.append(sized: body.bytes)
    }
    return LogFrames.pack([records.array])
  }

  /// A frame with the mark that the recording with this tag sets on what it flushes.
  private func frame(markedBy session: UInt32) -> [UInt8] {
    let mark = ByteBuffer()
    mark.append(varint: 9)
    mark.append(varint: 0)
    mark.append(littleEndian: session)
    let record = ByteBuffer()
    record.append(varint: RecordKind.flushMark.rawValue)
    record.append(sized: mark.bytes)
    return LogFrames.pack([record.array])
  }

  /// Steps 1 to 10, these frames, and steps 31 to 40.
  private func log(_ frames: [UInt8]...) throws -> LogReader {
    let first = try LogFrames(try LogScript.chunks(1))
    let last = try LogFrames(try LogScript.part(after: 30, chunks: 1))
    let bytes =
      first.bytes[..<first.starts[2]] + frames.flatMap(\.self)
      + last.bytes[last.starts[1]..<last.starts[2]]
    return try LogReader(bytes: Array(bytes), name: "log")
  }

  @Test func `steps after a short gap that lies within a longer gap are not lost`() throws {
    let log = try log(frame(gaps: 11...30, 12...13))
    #expect(try log.stepsRead() == [1...10, 31...40])
    #expect(log.damages == [] && log.lostSteps == [])
  }

  @Test func `a gap after a gap that ends later is reported as out of place`() throws {
    let log = try log(frame(gaps: 11...30), frame(gaps: 12...13))
    #expect(log.damages.map(\.isMisplaced) == [true])
    #expect(try log.stepsRead() == [1...10, 31...40] && log.lostSteps == [])
  }

  @Test func `recovery shortens the second of two gaps that share a step`() throws {
    let log = try log(frame(gaps: 11...20), frame(gaps: 20...30))
    let folder = try Folder()
    let report = try LogRecovery(log).write(to: folder.path("out"), isSynced: false)
    #expect(report.lost == [21...30])
    let saved = try LogReader(path: folder.path("out"))
    #expect(try saved.gaps().map(\.steps) == [11...20, 21...30] && saved.verify().problems == [])
  }

  @Test func `recovery shortens a gap that shares a step with an action`() throws {
    let log = try log(frame(gaps: 11...31))
    let folder = try Folder()
    let report = try LogRecovery(log).write(to: folder.path("out"), isSynced: false)
    #expect(report.lost == [11...30])
    let saved = try LogReader(path: folder.path("out"))
    #expect(try saved.gaps().map(\.steps) == [11...30] && saved.verify().problems == [])
  }

  @Test func `a frame that belongs to another recording is damage`() throws {
    let own = try log(frame(gaps: 11...30), frame(markedBy: FlushMark.tag(of: LogScript.session)))
    #expect(own.damages == [])
    let other = try log(frame(gaps: 11...30), frame(markedBy: 7))
    #expect(other.damages.map(\.fault) == ["it belongs to another recording"])
  }
}
