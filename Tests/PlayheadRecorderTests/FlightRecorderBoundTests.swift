import FluxTesting
import PlayheadFlux
import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import Testing

/// A flight recorder's files, while the states can be encoded now and then.
@Suite struct FlightRecorderBoundTests {
  private static let segment = 64 << 10

  private struct Wobbly: Encodable, Sendable {
    struct Refusal: Error {}
    var sum: Int
    var fails: Bool
    var ballast: String

    func encode(to encoder: any Encoder) throws {
      if fails { throw Refusal() }
      var container = encoder.unkeyedContainer()
      try container.encode(sum)
      try container.encode(ballast)
    }
  }

  @Test(arguments: 0..<(Soak.isOn ? 6 : 4) as Range<UInt64>)
  func `a flight recorder's files stay within their bound even if some states cannot be encoded`(
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    let (disk, clock) = (ModelDisk(), ManualClock())
    let bytes = Int.random(in: 2...6, using: &generator) * Self.segment
    var options = RecordingOptions(digests: .every(16))
    options.keeps =
      Bool.random(using: &generator) ? .last(bytes: bytes) : .last(.seconds(100), bytes: bytes)
    options.waits = seed.isMultiple(of: 2)
    let state = Box(
      Wobbly(sum: 0, fails: false, ballast: String(repeating: "b", count: Int(seed) * 100)))
    let recording = try Recording(
      to: Flight.path, app: "flight", stores: ["sum"], clock: clock, options: options, on: disk,
      pageLength: Flight.pageLength, states: [state.value])
    let largestPayload = 6_000
    // A segment more than the bound, the page that fills it, and a tail.
    let tail =
      options.waits ? 4 * Flight.pageLength : (TailFormat.pageLimit + 2) * Flight.pageLength
    let bound = bytes + Self.segment + 2 * largestPayload + 2 * tail
    var largest = 0
    for phase in 0..<12 {
      // Ends with states that can be encoded.
      let fails = phase % 2 == 1 && phase < 11
      state.change { $0.fails = fails }
      for _ in 0..<Int.random(in: 1...600, using: &generator) {
        let count = Int.random(in: 0...largestPayload / 8, using: &generator)
        let load = Load(amount: 1, ballast: generator.letters(count))
        recording.record(load, changed: { [0] }) {
          state.change { $0.sum += 1 }
          return [state.value]
        }
        // As many as the tail has room for: an app that does not wait may be faster than the recorder's thread.
        if !options.waits, recording.step.number.isMultiple(of: 256) { try recording.flush() }
        if Int.random(in: 0..<40, using: &generator) == 0 {
          recording.mark("a mark of some length")
        }
        largest = max(largest, disk.byteCount)
      }
    }
    state.change { $0.fails = false }
    // A segment may still be on its way.
    try recording.flush()
    for _ in 0..<20 {
      recording.record(Load(amount: 1, ballast: ""), changed: { [0] }) { [state.value] }
    }
    let last = recording.step
    try recording.close()
    #expect(largest <= bound, "\(largest) of \(bound) bytes, for \(bytes)")
    try expectWhole(disk, to: last)
  }

  /// Each segment is a log without damage, and together they have every step, or a gap.
  private func expectWhole(_ disk: ModelDisk, to last: Step) throws {
    var steps: Set<UInt64> = []
    var first: Step?
    for path in Flight.numbers(on: disk).map({ SegmentName.path(of: $0, of: Flight.path) }) {
      let log = try LogReader(disk.source(of: path), name: path)
      #expect(try log.verify().problems == [], "\(path)")
      first = first ?? log.initialStep
      for part in log.steps { try log.forEachEntry(in: part) { steps.insert($0.step.number) } }
      for gap in try log.gaps() {
        #expect([.unencodable, .unencodableState].contains(gap.reason))
        for step in gap.steps.lowerBound.number...gap.steps.upperBound.number { steps.insert(step) }
        // The last actions are there.
        #expect(gap.steps.upperBound.number + 20 <= last.number)
      }
    }
    let expected = Set((try #require(first).number + 1)...last.number)
    #expect(expected == steps, "\(expected.symmetricDifference(steps).sorted().prefix(5))")
  }
}
