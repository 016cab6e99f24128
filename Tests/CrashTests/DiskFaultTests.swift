import FluxTesting
import PlayheadLog
import PlayheadRecorder
import Synchronization
import Testing
import crash_app

/// Every call to the disk fails, the first, the second, and so on to the last: once, for a while, or
/// from then on.
@Suite struct DiskFaultTests {
  enum Lasting: CaseIterable {
    case once, aWhile, forever

    /// How long the session is.
    var bursts: Int {
      switch self {
      case .once: 6
      // Each burst takes a page, of which a tail has 64.
      case .aWhile: 70
      case .forever: 66
      }
    }

    func contains(_ number: Int, from first: Int) -> Bool {
      switch self {
      case .once: number == first
      // Longer than the tail holds out, and shorter than the session.
      case .aWhile: number >= first && number < first + 66
      case .forever: number >= first
      }
    }
  }

  static let calls: [ProbedDisk.Call] = [
    .createLog, .createTail, .append, .syncLog, .map, .syncTail,
  ]

  @Test(arguments: calls, Lasting.allCases)
  func `if a disk call fails, the app's states are right, and the log or a gap has each step`(
    call: ProbedDisk.Call, lasting: Lasting
  ) throws {
    for stage in call == .append ? [ProbedDisk.Stage.before, .amid] : [.before] {
      var first = 1
      while try hasFault(at: first, of: call, stage, lasting) {
        first += Soak.isOn ? 1 : call == .syncTail ? 13 : 2
      }
      // All that there is, each at least once: the header's, a chunk's, the end's, the index's.
      #expect(first > (call == .append ? lasting.bursts : 1))
    }
  }

  /// Whether there were so many calls.
  private func hasFault(
    at first: Int, of call: ProbedDisk.Call, _ stage: ProbedDisk.Stage, _ lasting: Lasting
  ) throws -> Bool {
    let faults = Atomic(0)
    let count = Atomic(0)
    let disk = ProbedDisk(syncs: false) { moment throws(LogError) in
      guard moment.call == call, moment.stage == stage else { return }
      let number = count.add(1, ordering: .relaxed).newValue
      guard lasting.contains(number, from: first) else { return }
      faults.add(1, ordering: .relaxed)
      throw .unwritable(path: "log", reason: .content("the test says so"))
    }
    let workshop = try Workshop()
    var options = RecordingOptions(digests: .every(8))
    if call == .syncTail { options.durability = .everyAction }
    try? workshop.record(on: disk, options: options)
    try workshop.work(bursts: lasting.bursts)
    let isWhole = workshop.close()
    let place: Comment = "\(call) \(first), \(stage)"
    #expect(workshop.problems(isWhole: isWhole) == [], place)
    return faults.load(ordering: .relaxed) > 0
  }
}
