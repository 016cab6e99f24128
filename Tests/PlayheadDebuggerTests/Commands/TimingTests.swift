import PlayheadInspector
import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// How long handlers took, as `info --timings` tells it.
@Suite struct TimingTests {
  @Test func `percentiles of handler times are times that were measured`() {
    var times = TimeCounts()
    for time in (1...200).reversed() { times.add(Int64(time), isCoarse: false) }
    #expect(times.percentiles([50, 99, 100]) == [100, 198, 200])
    #expect(times.count == 200 && times.total == 20_100 && !times.areCoarse)
    var one = TimeCounts()
    one.add(7, isCoarse: true)
    #expect(one.percentiles([50, 99, 100]) == [7, 7, 7] && one.areCoarse)
    #expect(TimeCounts().percentiles([50]) == [0])
    var three = TimeCounts()
    for time in [5, 6, 7] as [Int64] { three.add(time, isCoarse: false) }
    #expect(three.percentiles([50, 99]) == [6, 7])
  }

  @Test(arguments: [true, false])
  func `'info --timings --replay' shows recorded and replayed times and says which are exact`(
    isExact: Bool
  ) throws {
    let desk = try Desk()
    let words = isExact ? " --exact" : ""
    try desk.write(Data("insert Dear\ninsert Ada\n".utf8), to: "letter.txt")
    #expect(
      desk.playhead("record text-editor -i letter.txt\(words) -o letter.playhead").code == .good)
    let outcome = desk.playhead("info letter.playhead --timings --replay --json")
    let rows = try #require(
      outcome.output.components(separatedBy: "\"timings\":").dropFirst().first)
    #expect(rows.hasPrefix("{\"live\":[{\"type\":\"Replace\"") && outcome.code == .good)
    let exact = rows.matches(of: /"exact":(true|false)/).map { $0.output.1 }
    let stores = rows.matches(of: /"store":"([a-z]+)"/).map { $0.output.1 }
    #expect(Set(stores) == ["history", "document", "caret", "statistics"] && stores.count == 4)
    #expect(exact == [isExact ? "true" : "false"] + ["true", "true", "true", "true", "true"])
    let counts = rows.matches(of: /"count":([0-9]+)/).map { $0.output.1 }
    #expect(counts.count == 6 && Set(counts).count == 1 && counts[0] != "0")
    for row in rows.matches(of: /"median":(\d+),"percentile99":(\d+),"longest":(\d+)/) {
      let times = [row.output.1, row.output.2, row.output.3].compactMap { Int($0) }
      #expect(times == times.sorted() && times.count == 3)
    }
    let text = desk.playhead("info letter.playhead --timings").output
    #expect(isExact || text.contains(/[<≥] [0-9.]+ [µm]?s/))
    #expect(!text.contains("by store"))
    let replayed = desk.playhead("info letter.playhead --timings --replay").output
    #expect(replayed.contains("replay, by store"))
  }

  @Test func `'info --timings --replay' leaves out actions that cannot be replayed`() throws {
    let desk = try Desk(apps: [Counted.self])
    try desk.record(chunks: 3, to: "counted.playhead")
    var bytes = try desk.bytes("counted.playhead")
    bytes[bytes.count / 2] ^= 0xFF
    try desk.write(bytes, to: "damaged.playhead")
    let outcome = desk.playhead("info damaged.playhead --timings --replay --json")
    let counts = outcome.output.matches(of: /"type":"Count","version":1,"count":([0-9]+)/)
      .compactMap { Int($0.output.1) }
    #expect(counts.count == 2 && counts[0] == 20 && counts[1] <= 20, "\(outcome)")
  }
}
