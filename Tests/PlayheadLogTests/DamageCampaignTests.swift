import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadLog
import Testing

/// Logs damaged in every way that disks and copies have. In full with PLAYHEAD_SOAK ('tools/soak
/// damage'), a share of it otherwise.
@Suite struct DamageCampaignTests {
  /// A little of everything, and stores that come and go.
  private var small: [[UInt8]] {
    get throws { [try LogScript.sampler(), try LogScript.changingStores()] }
  }

  /// Judges damaged logs and says how many there were. Returns how many of them read as if they were whole.
  @discardableResult
  private func judge(
    _ what: String, _ log: [UInt8], _ cases: some Sequence<Int>,
    _ damage: (inout [UInt8], Int) -> Void
  ) throws -> Int {
    var oracle = try DamageOracle(log)
    let start = ContinuousClock.now
    var count = 0
    for number in cases {
      var damaged = log
      damage(&damaged, number)
      let complaint = try oracle.complaint(about: damaged)
      #expect(complaint == nil, "\(what), case \(number)")
      count += 1
    }
    print(
      "damage: \(what): \(count) cases in \((ContinuousClock.now - start).components.seconds) s")
    return oracle.silent
  }

  @Test func `a log cut off at any byte gives only right actions and reports the loss`() throws {
    let logs = try Soak.isOn ? small + [LogScript.large(chunks: 12)] : small
    for log in logs {
      let lengths = stride(from: 0, to: log.count, by: Soak.isOn ? 1 : 3)
      try judge("cut at every byte", log, lengths) { $0.removeLast($0.count - $1) }
    }
  }

  @Test func `a log with one flipped bit gives only right actions and reports the loss`() throws {
    for log in try small {
      let bits = stride(from: 0, to: log.count * 8, by: Soak.isOn ? 1 : 17)
      let silent = try judge("every bit flipped", log, bits) { $0[$1 / 8] ^= 1 << UInt8($1 % 8) }
      // No decoder reads four bits of a block's last token, and an index need not be the magic number
      // itself.
      #expect(try silent <= 4 * LogFrames(log).starts.count)
    }
  }

  /// The size of a sector, how many chunks the log has, how many cases there are in full.
  @Test(arguments: [(64, 12, 20_000), (512, 12, 20_000), (4_096, 200, 1_000)])
  func `a log with zeroed sectors gives only right actions and reports the loss`(
    size: Int, chunks: Int, cases: Int
  ) throws {
    let log = try LogScript.large(chunks: chunks)
    let share = Soak.isOn ? cases : cases / 1_000
    try judge("1 to 4 sectors of \(size) of \(log.count) bytes zeroed", log, 0..<share) {
      var random = SplitMix64(seed: UInt64($1 * 7 + size))
      for _ in 0...random.below(4) { Self.zero(&$0, size, random.below($0.count / size + 1)) }
    }
  }

  @Test func `a log with overwritten, missing or extra bytes gives only right actions`() throws {
    let log = try LogScript.large(chunks: 4)
    try judge("bytes overwritten, left out, put in", log, 0..<(Soak.isOn ? 60_000 : 100)) {
      var random = SplitMix64(seed: UInt64($1))
      let place = random.below($0.count)
      let end = min($0.count, place + 1 + random.below(40))
      let noise = (0..<(1 + random.below(40))).map { _ in UInt8(random.below(256)) }
      switch random.below(3) {
      case 0: $0.replaceSubrange(place..<end, with: noise.prefix(end - place))
      case 1: $0.removeSubrange(place..<end)
      default: $0.insert(contentsOf: noise, at: place)
      }
    }
  }

  private static func zero(_ log: inout [UInt8], _ size: Int, _ sector: Int) {
    for place in min(sector * size, log.count)..<min((sector + 1) * size, log.count) {
      log[place] = 0
    }
  }
}
