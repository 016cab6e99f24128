import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

/// A log with its tail, cut at every byte and with every bit flipped.
@Suite struct TailDamageTests {
  @Test
  func
    `a tail cut off at a byte gives the actions before the cut, and the reader reports missing ones`()
    throws
  {
    let crash = try Crash()
    let (used, stride) = (crash.used, Soak.isOn ? 1 : 5)
    for length in crash.tail.indices
    where length % 1_024 == 0 || length < used && length % stride == 0 {
      let read = try crash.read(tail: Array(crash.tail[..<length]))
      #expect(read.actions == Array(crash.actions.prefix(read.actions.count)), "cut at \(length)")
      #expect(read.isComplete || read.isTold, "cut at \(length)")
    }
  }

  @Test func `a flipped bit in a tail gives no wrong action, and the reader reports missing ones`()
    throws
  {
    let crash = try Crash()
    for place in crash.interesting {
      for bit in 0..<8 {
        var tail = crash.tail
        tail[place] ^= 1 << UInt8(bit)
        let read = try crash.read(tail: tail)
        let where_: Comment = "bit \(bit) of byte \(place)"
        #expect(crash.holds(read.actions), where_)
        #expect(read.isComplete || read.isTold, where_)
      }
    }
  }
}

/// What a killed process left: a log with some chunks, and a tail with the rest.
private struct Crash {
  private static let pageLength = 4_096
  let log: [UInt8]
  let tail: [UInt8]
  /// The amounts of the actions, in order.
  let actions: [Int]

  init() throws {
    let disk = ModelDisk()
    var options = RecordingOptions(digests: .never)
    options.waits = true
    let recording = try Recording(
      to: "log", app: "crash", build: "", stores: ["sum"],
      session: UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9)), clock: ManualClock(),
      options: options, on: disk, pageLength: Self.pageLength, states: [1])
    actions = (1...60).map { $0 * 7_919 }
    for (number, amount) in actions.enumerated() {
      recording.record(Add(amount: amount)) { [1] }
      if number == 19 || number == 39 { try recording.flush() }
      if number == 50 { recording.mark("here") }
    }
    (log, tail) = try (disk.bytes(of: "log"), disk.bytes(of: "log.tail"))
  }

  /// Where the last byte that counts is.
  var used: Int { (tail.lastIndex { $0 != 0 } ?? 0) + 1 }

  /// The bytes that are not zeros, and some that are; of all these a share, unless there is time.
  var interesting: [Int] {
    let bytes = tail.indices.filter { tail[$0] != 0 || $0 % 97 == 0 }
    return stride(from: 0, to: bytes.count, by: Soak.isOn ? 1 : 7).map { bytes[$0] }
  }

  /// Whether each of the actions is there, in order; some may be missing.
  func holds(_ found: [Int]) -> Bool {
    var rest = actions[...]
    return found.allSatisfy { amount in
      guard let place = rest.firstIndex(of: amount) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  struct Found {
    var actions: [Int]
    var isComplete: Bool
    /// Whether anything says that not all is there.
    var isTold: Bool
  }

  func read(log: [UInt8]? = nil, tail: [UInt8]? = nil) throws -> Found {
    let name = "log"
    let begun = try LogReader(bytes: log ?? self.log, name: name)
    let found = TailReading(tail ?? self.tail, pageLength: Self.pageLength)
      .frames(
        of: TailFormat.session(begun.header.session), after: begun.lastFlushMark,
        step: begun.lastStep)
    let whole = try LogReader(
      bytes: (log ?? self.log).prefix(begun.wholeLength) + found.flushed.flatMap(\.bytes.array),
      name: name)
    var amounts: [Int] = []
    for steps in whole.steps {
      try whole.forEachEntry(in: steps) { entry in
        if let amount = try entry.payload().amount { amounts.append(amount) }
      }
    }
    return Found(
      actions: amounts, isComplete: amounts.count == actions.count,
      isTold: !found.losses.isEmpty || !begun.damages.isEmpty || !whole.damages.isEmpty
        || !whole.lostSteps.isEmpty || amounts.count == whole.lastStep.number)
  }
}
