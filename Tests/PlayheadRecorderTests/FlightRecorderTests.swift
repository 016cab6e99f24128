import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import Testing

/// A recording of which the end is kept, in segments.
@Suite struct FlightRecorderTests {
  /// Eight segments of 64 KiB, the shortest there are.
  private static let keeps = Retention.last(bytes: 8 * segment)
  private static let segment = 64 << 10

  @Test
  func
    `a flight recorder's segments are closed logs that follow each other and have the app's states`()
    throws
  {
    let flight = try Flight(Self.keeps)
    flight.act(4_000)
    try flight.recording.close()
    let wreck = Wreck(flight)
    let logs = try wreck.logs()
    for log in logs { try wreck.expect(log) }
    #expect(logs.count == 9 && logs.allSatisfy { $0.isClosed })
    #expect(zip(logs, logs.map(\.initialStep).dropFirst()).allSatisfy { $0.lastStep == $1 })
    #expect(logs.last?.lastStep == 4_000)
  }

  /// Killed in front of every write, sync and deletion, while the app does not wait.
  @Test
  func
    `a kill while the app dispatches during a change of segments loses at most the current action`()
    throws
  {
    let flight = try Flight(.last(bytes: 2 * Self.segment), change: Flight.goingOn)
    var wrecks: [Wreck] = []
    // The last ones let an old segment go.
    let changes = Soak.isOn ? 6 : 1
    for _ in 1...3 { try flight.changeSegment() }
    for _ in 1...changes { try flight.changeSegment { wrecks.append(Wreck(flight)) } }
    // Each call but the last ones is looked at twice.
    #expect(wrecks.count >= changes * 12)
    for (number, wreck) in wrecks.enumerated() where Soak.isOn || number.isMultiple(of: 3) {
      // The last one may not have reached the tail yet, and no store then.
      let whole = try wreck.newest()
      try wreck.expect(whole)
      #expect(whole.lastStep.number >= UInt64(wreck.amounts.count - 2), "wreck \(number)")
      // Of what the tail had lost, they would tell.
      #expect(try whole.gaps().isEmpty && whole.notes().isEmpty, "wreck \(number)")
    }
    try flight.recording.close()
    try Wreck(flight).expect(Wreck(flight).newest(), to: flight.amounts.count - 1)
  }

  @Test
  func `after a power loss, a flight recorder's segments have the actions up to the last flush`()
    throws
  {
    for seed in 0..<UInt64(PowerLossTests.seeds / (Soak.isOn ? 30 : 40)) {
      var generator = SplitMix64(seed: seed)
      let flight = try Flight(.last(bytes: 2 * Self.segment), seed: seed)
      let count = Int.random(in: 600..<1_000, using: &generator)
      flight.act(count) {
        if Int.random(in: 0..<30, using: &generator) == 0 { flight.disk.writeBack(&generator) }
      }
      try flight.recording.flush()
      flight.act(10)
      let left = Wreck(flight.disk.afterPowerLoss(&generator), flight.amounts)
      let log = try left.newest()
      try left.expectActions(of: log)
      // What came behind the flush may be lost, which is told then.
      #expect(log.lastStep.number >= UInt64(count), "seed \(seed)")
      #expect(log.lostSteps.allSatisfy { $0.lowerBound.number > UInt64(count) }, "seed \(seed)")
      #expect(try log.gaps() == [], "seed \(seed)")
    }
  }

  @Test func `a flight recorder that cannot create its next segment goes on in the current one`()
    throws
  {
    let failures = Box<[String]>([])
    let flight = try Flight(.last(bytes: 2 * Self.segment)) { options in
      options.onFailure = { error in failures.change { $0.append("\(error)") } }
      options.onRecovery = { failures.change { $0.append("well") } }
    }
    let fault = LogError.unwritable(
      path: "session.2.playhead", reason: .content("it must not be"))
    flight.disk.namesFault = fault
    flight.act(1_000)
    #expect(flight.olderNumbers == [] && failures.value == [fault.description])
    try Wreck(flight).expect(Wreck(flight).newest(), to: 1_000)
    flight.disk.namesFault = nil
    flight.act(1_000)
    try flight.recording.close()
    #expect(!flight.olderNumbers.isEmpty && failures.value == [fault.description, "well"])
    for log in try Wreck(flight).logs() { try Wreck(flight).expect(log) }
  }

  @Test
  func `a flight recorder that cannot delete an old segment keeps all later ones until it can`()
    throws
  {
    let flight = try Flight(.last(bytes: 2 * Self.segment))
    flight.act(1_000)
    let first = try #require(flight.olderNumbers.first)
    flight.disk.canRemove = false
    flight.act(2_000)
    let kept = flight.olderNumbers
    #expect(kept.first == first && kept.count > 3)
    #expect(kept == Array(first..<first + kept.count))
    flight.disk.canRemove = true
    flight.act(100)
    #expect(flight.olderNumbers.count <= 3)
    try flight.recording.close()
    try Wreck(flight).expect(Wreck(flight).newest(), to: 3_100)
  }

  @Test
  func `a flight recorder on a full disk deletes its oldest segments and keeps the newest actions`()
    throws
  {
    let failures = Box<[String]>([])
    let flight = try Flight(Self.keeps) { options in
      options.onFailure = { error in failures.change { $0.append("\(error)") } }
    }
    flight.disk.room = 4 * Self.segment
    flight.act(3_000)
    try flight.recording.close()
    #expect(failures.value == [] && (1...3).contains(flight.olderNumbers.count))
    let whole = try Wreck(flight).newest()
    try Wreck(flight).expect(whole, to: 3_000)
    #expect(try whole.gaps() == [] && flight.disk.logBytes > 2 * Self.segment)
  }
}
