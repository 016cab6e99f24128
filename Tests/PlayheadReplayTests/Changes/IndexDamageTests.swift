import FluxTesting
import PlayheadFlux
import PlayheadLog
import Testing

@testable import PlayheadReplay

/// Whatever happens to an index's file, what it says is right.
@Suite struct IndexDamageTests {
  /// One of the harms that come to a file: a flipped bit, a sector of zeros or of another place, a cut.
  private static func harm(_ bytes: inout [UInt8], _ generator: inout Seeded) {
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    let sector = place / 512 * 512..<min(place / 512 * 512 + 512, bytes.count)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: bytes.replaceSubrange(sector, with: [UInt8](repeating: 0, count: sector.count))
    case 1: bytes.replaceSubrange(sector, with: bytes.prefix(sector.count))
    case 2: bytes.removeLast(bytes.count - place)
    case 3:
      let page = (place / 4_096 * 4_096..<min(place / 4_096 * 4_096 + 4_096, bytes.count))
      bytes.replaceSubrange(page, with: bytes.suffix(page.count))
    default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    }
  }

  @Test(arguments: 0..<(Soak.isOn ? 40 : 1) as Range<UInt64>)
  func `a change index whose file is damaged still gives right answers`(seed: UInt64) throws {
    var generator = Seeded(seed: seed)
    let board = try IndexedBoard()
    let whole = board.file
    var remade = 0
    for _ in 0..<25 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
        Self.harm(&bytes, &generator)
      }
      try board.path.write(bytes)
      let replay = try board.session.replay()
      var isMade = false
      let index = try board.index(replay) { _ in isMade = true }
      remade += isMade ? 1 : 0
      #expect(try board.answers(of: index) == board.answers)
      for step in [Step(110), 57, 3] {
        #expect(try replay.state(at: step) == board.session.live[step.number])
      }
    }
    #expect(remade > 3)
  }
}
