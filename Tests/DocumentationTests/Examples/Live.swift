import Foundation
import Playhead
import PlayheadLive
import PlayheadReplay
import SwiftUIStub
import Testing

// What the pages about running apps show.

func recordingAndServing(_ shop: Shop) throws -> Recording {
  // begin
  let recording = try shop.record()
  #if DEBUG
    recording.serve(Shop.self)  // prints http://127.0.0.1:51234/6f1c…/
  #endif
  // end
  return recording
}

func servingQuietly(_ recording: Recording) {
  // begin
  #if DEBUG
    recording.serve(Shop.self)
  #endif
  // end
}

func servingWithSign(_ recording: Recording) {
  // begin
  var options = LiveOptions()
  options.onChange = { position in print("the debugger shows:", position) }
  recording.serve(Shop.self, options)
  // end
}

/// A store of an app's own.
@MainActor final class ServedStore {
  var state = Counter()
}

@MainActor func servingOwnStore(
  _ recording: Recording, _ todo: AppEntry, _ store: ServedStore
) {
  // begin
  recording.serve(todo) { states in
    store.state = states["todo"] ?? store.state
  }
  // end
}

// begin
struct ServedShopApp: App {
  private let shop: Shop
  private let recording: Recording

  init() {
    do {
      shop = try Shop(inputs: .live)
      recording = try shop.record()
      recording.serve(Shop.self)
    } catch { fatalError("The shop cannot open: \(error)") }
  }

  var body: some Scene {
    WindowGroup { CartView(shop: shop) }
  }
}
// end
