import Annotations
import Foundation
import PlayheadFlux

extension Annotations {
  /// Every store's state as text, in the stores' order.
  var states: [String] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return try dispatcher.stores.map { store in
        "\(store.name): " + String(decoding: try encoder.encode(store.anyState), as: UTF8.self)
      }
    }
  }
}
