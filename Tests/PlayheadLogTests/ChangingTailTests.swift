import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A tail that is read while its recorder writes.
@Suite struct ChangingTailTests {
  private static let pageLength = TailForge.pageLength

  private func look(_ open: () -> MemorySource?) throws -> TailReading? {
    try TailReading(pageLength: Self.pageLength) { open() }
  }

  /// What a tail has behind the log.
  private func frames(of tail: TailReading, behind log: LogReader) -> TailFrames {
    tail.frames(
      of: TailFormat.session(LogScript.session), after: log.lastFlushMark, step: log.lastStepOfAll)
  }

  @Test(arguments: Soak.isOn ? [1, 3, 6] : [1, 6])
  func `a tail that changes while it is read is read without losses`(distance: Int) throws {
    let moments = try TailFilm().moments
    var lossesAtOnce = 0
    for (earlier, later) in zip(moments, moments.dropFirst(distance)) {
      let log = try LogReader(bytes: later.log, name: "log")
      // Not by halves: each of the tail's pages is cut in other places.
      for cut in stride(from: 8, to: earlier.tail.count, by: Soak.isOn ? 8 * 61 : 8 * 821) {
        let torn = Array(earlier.tail[..<cut] + later.tail[cut..<earlier.tail.count])
        let decoding = try #require(try look(ChangingTail(torn, later.tail).open))
        let found = frames(of: decoding, behind: log)
        let bytes = later.log + found.flushed.flatMap(\.bytes.array)
        let steps = try LogReader(bytes: bytes, name: "log").stepsRead()
        #expect(found.losses == [] && steps.count == 1)
        #expect(steps.last.map { earlier.step...later.step ~= $0.upperBound } == true)
        guard lossesAtOnce == 0 else { continue }
        let atOnce = TailReading(torn, pageLength: Self.pageLength)
        lossesAtOnce = frames(of: atOnce, behind: log).losses.count
      }
    }
    // What a single look would have told.
    #expect(lossesAtOnce > 0 || distance == 1)
  }

  @Test func `a tail that disappears while it is read is ignored`()
    throws
  {
    let tail = try #require(try TailFilm().moments.last?.tail)
    var looks = 0
    let decoding = try look {
      looks += 1
      return looks == 1 ? MemorySource(bytes: tail) : nil
    }
    #expect(decoding == nil)
  }

  @Test func `a forged tail page with the largest page number is read without a trap`() throws {
    var tail = TailForge(pages: [[[]]]).bytes
    tail.replaceSubrange(16..<24, with: [UInt8](repeating: 0xFF, count: 8))
    let checksum = tail[8..<36].withUnsafeBytes { XXHash.hash32($0) }
    tail.replaceSubrange(36..<40, with: withUnsafeBytes(of: checksum.littleEndian) { Array($0) })
    var later = tail
    later[40] = 1
    for now in [tail, later] {
      #expect(try look(ChangingTail(tail, now).open)?.hasContent == true)
    }
  }

  @Test func `a record in the tail that the recorder is still writing is not damage`() throws {
    let script = try TailScript()
    try script.act(4)
    let before = try script.crash(flushing: 0)
    let end = before.end(ofPage: 0)
    try script.act(1, isOpen: true)
    let after = try script.crash(flushing: 0)
    let length = after.end(ofPage: 0) - end
    for count in 1...length {
      var crash = before
      crash.tail.replaceSubrange(end..<end + count, with: after.tail[end..<end + count])
      let found = try crash.frames()
      let last = found.flushed.compactMap(\.entry.steps).last?.upperBound
      #expect(found.losses == [] && last == (count == length ? 5 : 4), "\(count) bytes")
    }
  }

  /// Beside an empty tail, and beside none.
  @Test(arguments: [true, false])
  func `the last frame of a log that the recorder is still writing is not damage`(hasTail: Bool)
    throws
  {
    let folder = try Folder()
    let script = try TailScript()
    let empty = try script.bytes()
    try script.act(4)
    let whole = try script.crash(flushing: 1).log
    let path = try folder.write(Array(whole.dropLast(9)))
    if hasTail { try Data(empty).write(to: URL(filePath: path + ".tail")) }
    let descriptor = open(path, O_RDWR)
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    let running = try LogReader(path: path)
    close(descriptor)
    #expect(running.damages == [] && running.ending == .beingWritten && running.lastStep == 0)
    // Nobody goes on with it.
    #expect(try LogReader(path: path).damages.count == 1)
  }
}
