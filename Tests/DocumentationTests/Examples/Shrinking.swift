import Foundation
import PlayheadLog
import PlayheadReplay
import Testing

// What the comment of `Shrinker` shows.

func shrinking(_ replay: Replay, to path: String) throws {
  // begin
  let condition = try Condition("json_array_length(state('cart.items')) > 0")
  guard let shrinker = try Shrinker(replay, until: condition) else { return }
  try shrinker.run()
  try shrinker.best.branch(of: replay).save(to: path)
  // end
  #expect(try ActionLog(URL(filePath: path)).lastStep == 1)
}
