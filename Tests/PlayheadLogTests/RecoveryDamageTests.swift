import FluxTesting
import PlayheadLog
import PlayheadRepair
import Testing

/// Every frame and every pair of frames of small logs is damaged: what is recovered and what is told to be
/// lost is everything, and the new log is clean.
@Suite struct RecoveryDamageTests {
  /// A log in which stores come and go, with a state in the middle and a pause at the end.
  private static func varied() throws -> [UInt8] {
    let script = try LogScript(stores: ["a"], states: [0])
    try script.fill(1, of: 3)
    script.note("before the state")
    try script.checkpoint([3])
    try script.change(to: ["a", "b"], [1, 0], arriving: [7])
    try script.fill(2, of: 2)
    script.digest(1, 2)
    try script.skip(2, to: [9, 9])
    return try script.close()
  }

  private static func logs() throws -> [[UInt8]] {
    let chunks = try LogScript.chunks(3, of: 3)
    let closed = [chunks, try LogScript.sampler(), try varied()]
    let unindexed = try closed.map { Array($0[..<(try #require(LogFrames($0).starts.last))]) }
    let open = try unindexed.map { Array($0[..<(try #require(LogFrames($0).starts.last))]) }
    return closed + unindexed + open
  }

  /// How a frame is damaged: within, so that its length is still known, or from its first byte on.
  enum Blow: CaseIterable {
    case flip, zero

    func strike(_ bytes: inout [UInt8], _ frame: Range<Int>) {
      switch self {
      case .flip: bytes[frame.lowerBound + frame.count / 2] ^= 0x55
      case .zero: bytes.replaceSubrange(frame, with: repeatElement(0, count: frame.count))
      }
    }
  }

  @Test(arguments: 0..<9, Blow.allCases)
  func `recovery keeps each step or reports it as lost if one or two frames are damaged`(
    kind: Int, blow: Blow
  ) throws {
    let whole = try Self.logs()[kind]
    let content = try LogContent(whole)
    let starts = try LogFrames(whole).starts
    let frames = zip(starts, starts.dropFirst() + [whole.count]).map { $0..<$1 }
    for first in frames.indices {
      for second in first..<frames.count
      where Soak.isOn || first == second || (first + second) % 3 == kind % 3 {
        var bytes = whole
        for frame in Set([first, second]) { blow.strike(&bytes, frames[frame]) }
        guard let check = try? RecoveryCheck(bytes) else { continue }
        let complaint = try check.complaint(knowing: content)
        #expect(complaint == nil, "frames \(first) and \(second) of \(frames.count)")
      }
    }
  }

  @Test func `recovery keeps each step of a log in the fuzz corpus or reports it as lost`() throws {
    for (name, bytes) in try Corpus.files(of: "log") {
      guard let check = try? RecoveryCheck(bytes) else { continue }
      #expect(try check.complaint() == nil, "\(name)")
    }
  }

  /// Joined with itself, in another order, with a piece twice: what a copy may have made of a log.
  @Test func `recovery keeps every step once if a piece of the log is duplicated`() throws {
    for whole in try Self.logs().prefix(Soak.isOn ? 9 : 3) {
      let content = try LogContent(whole)
      let places = try LogFrames(whole).starts + [whole.count]
      for (number, start) in places.enumerated() {
        for end in places[(number + 1)...] {
          let check = try RecoveryCheck(Array(whole[..<end] + whole[start...]))
          let complaint = try check.complaint(knowing: content)
          #expect(complaint == nil, "bytes \(start) to \(end) of \(whole.count)")
          #expect(check.report.lost == [], "bytes \(start) to \(end) of \(whole.count)")
        }
      }
    }
  }
}
