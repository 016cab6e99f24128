import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

/// Records a session of the shop: two actions.
func recordShop(to url: URL) throws {
  // begin
  let shop = try Shop(inputs: .live)
  let recording = try shop.record(to: url)  // the one line

  shop.dispatcher.dispatch(AddItem(sku: "A-7", quantity: 2))
  recording.mark("user reported a bug")
  shop.dispatcher.dispatch(AddItem(sku: "B-1", quantity: 1))
  try recording.close()
  // end
}

func replayShop(from url: URL) throws {
  // begin
  let replay = try Replay(ActionLog(url), of: Shop.self)
  #expect(try replay.state(at: 1).value(at: StatePath(#"cart.items["A-7"]"#)) == .int(2))

  try replay.stepForward()
  try replay.stepBack()
  #expect(try replay.diff(from: 0, to: 2).changes.count == 2)
  // end
}

func checkShop(at url: URL) throws {
  // begin
  let divergence = try DeterminismCheck(ActionLog(url), of: Shop.self).run()
  #expect(divergence == nil, "\(String(describing: divergence))")
  // end
}
