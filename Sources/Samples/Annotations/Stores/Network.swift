/// Whether changes can be sent.
package struct Network: Codable, Sendable, Hashable {
  /// Whether the device has a network.
  package private(set) var isOnline = true
  /// Why nothing is sent although there is a network; nil if there is no reason.
  package private(set) var pause: String?

  /// A network without problems.
  package init() {}

  /// Sets whether there is a network. Returns false if nothing changed.
  mutating func change(isOnline: Bool) -> Bool {
    let before = self
    self.isOnline = isOnline
    pause = nil
    return self != before
  }

  mutating func pause(_ sentence: String) { pause = sentence }

  /// Clears the reason not to send. Returns false if there was none.
  mutating func resume() -> Bool {
    defer { pause = nil }
    return pause != nil
  }
}
