import Foundation
import Playhead
import PlayheadLive
import PlayheadReplay
import SwiftUIStub
import Testing

// What the pages about running apps show.

func recordingAndServing(_ shop: Shop) throws -> (Recording, LiveServer?) {
  // begin
  let recording = try shop.record()
  #if DEBUG
    let live = recording.serve(Shop.self)  // prints http://127.0.0.1:51234/6f1c…/
  #endif
  // end
  #if DEBUG
    return (recording, live)
  #else
    return (recording, nil)
  #endif
}

func servingQuietly(_ recording: Recording) -> LiveServer? {
  // begin
  #if DEBUG
    let live = recording.serve(Shop.self)
  #endif
  // end
  #if DEBUG
    return live
  #else
    return nil
  #endif
}

/// A store of an app's own.
@MainActor final class ServedStore {
  var state = Counter()
}

@MainActor func servingOwnStore(
  _ recording: Recording, _ todo: AppEntry, _ store: ServedStore
) -> LiveServer {
  // begin
  let live = recording.serve(todo) { states in
    store.state = states["todo"] ?? store.state
  }
  // end
  return live
}

// begin
struct ServedShopApp: App {
  private let shop: Shop
  private let recording: Recording
  private let live: LiveServer

  init() {
    do {
      shop = try Shop(inputs: .live)
      recording = try shop.record()
      live = recording.serve(Shop.self)
    } catch { fatalError("The shop cannot open: \(error)") }
  }

  var body: some Scene {
    WindowGroup { CartView(shop: shop) }
  }
}
// end
