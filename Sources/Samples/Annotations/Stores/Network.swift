/// Whether changes can be sent.
package struct Network: Codable, Sendable, Hashable {
  /// Whether the device has a network.
  package private(set) var isOnline = true
  /// Why nothing is sent although there is a network; nil while nothing speaks against it.
  package private(set) var pause: String?

  /// A network without trouble.
  package init() {}

  /// Whether the device has a network now; false if nothing is different.
  mutating func change(isOnline: Bool) -> Bool {
    let before = self
    self.isOnline = isOnline
    pause = nil
    return self != before
  }

  mutating func pause(_ sentence: String) { pause = sentence }

  /// Forgets why nothing was sent; false if nothing spoke against it.
  mutating func resume() -> Bool {
    defer { pause = nil }
    return pause != nil
  }
}
