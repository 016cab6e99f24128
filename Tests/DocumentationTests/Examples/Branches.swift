import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

// What the comment of `Branch` shows.

func branching(_ replay: Replay, to path: String) throws {
  // begin
  var branch = Branch(of: replay)
  try branch.skip(2, withEffects: true)
  try branch.edit(1, set: StatePath("quantity"), to: .int(3))
  let difference = try branch.comparison().first
  try branch.save(to: path)
  // end
  #expect(difference?.step == 1)
  #expect(try firstChange(of: branch) == 1)
  let items = try StatePath(#"cart.items["A-7"]"#)
  #expect(try branch.state(at: 1).value(at: items) == .int(3))
  #expect(try ActionLog(URL(filePath: path)).lastStep == 1)
}

/// The first step at which the cart becomes another.
private func firstChange(of branch: Branch) throws -> Step? {
  // begin
  let step = try branch.replaying { replay in
    try Search(branch.log, for: Condition("changed('cart')"), with: replay).bisect().first
  }
  // end
  return step
}
