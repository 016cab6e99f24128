import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

/// What other packages see of a log.
@Suite struct ActionLogTests {
  @Test func `a log gives its actions with their types, times and payloads`() throws {
    let log = try log(damaging: [])
    #expect(log.lastStep == 50 && log.isClosed && log.stoppedHandling == nil)
    let entry = try log.entry(at: 7)
    #expect(entry.step == 7 && entry.type.name == "Count")
    #expect(entry.time == Date(timeIntervalSince1970: 0))
    #expect(try entry.payload() == .record([.init("number", .uint(7))]))
    #expect(throws: LogError.self) { try log.entry(at: 51) }
  }

  @Test func `a damaged chunk is skipped and reported while a log is read`() throws {
    let log = try log(damaging: [2])
    var steps: [UInt64] = []
    var damages = 0
    try log.forEachEntry(in: 1...30, onDamage: { _ in damages += 1 }) {
      steps.append($0.step.number)
    }
    #expect(steps == Array(1...10) + Array(21...30))
    #expect(damages == 1)
  }

  private func log(damaging frames: [Int]) throws -> ActionLog {
    let url = FileManager.default.temporaryDirectory.appending(path: "log \(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(SumLog.bytes(damaging: frames, hasIndex: true)).write(to: url)
    return try ActionLog(url)
  }
}
