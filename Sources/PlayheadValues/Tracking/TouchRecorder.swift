import PlayheadCoding

/// Records which fields of a value were ever written since a moment.
///
/// It holds a copy of the value from that moment. While the copy exists, storage that it shares with the app's
/// value is never changed in place, so a field with the same bits is the same field. It goes into a field with other
/// bits only if that is a record: any other container counts as written as a whole. Not thread-safe.
package final class TouchRecorder {
  private let comparison = PartComparison()
  private let root: TrackedField
  /// Whether the last value could not be encoded.
  package private(set) var isRefused = false

  /// Records what is written from now on. `value` is the value now.
  package init(_ value: any Encodable) {
    let book = comparison.book
    func open<T: Encodable>(_ value: T) -> TrackedField {
      TrackedField(value, depth: 0, isWrapped: false, book)
    }
    root = open(value)
  }

  /// Compares the value after a step with the one from the start. Call it after every step that may have written
  /// the value, as a field may get its first value back. Throws the value's own error if it cannot be encoded; it
  /// then counts as written as a whole.
  package func note(_ value: any Encodable) throws {
    func open<T: Encodable>(_ value: T) throws { try noteValue(value) }
    try open(value)
  }

  private func noteValue<T: Encodable>(_ value: T) throws {
    if root.isSame(as: value, isWrapped: false) { return isRefused = false }
    guard !root.isTouched || isRefused else { return }
    do {
      if try !root.compare(value, isWrapped: false) {
        // Only a whole encoding shows whether the value can be encoded.
        _ = try comparison.core(of: Part(value, depth: 0))
      }
      isRefused = false
    } catch {
      isRefused = true
      root.touch()
      _ = try comparison.explaining(Part(value, depth: 0)) { throw error }
    }
  }

  package var isTouched: Bool { root.isTouchedWithin }

  /// The names on the way to each written field, from the value on, in the order of the names; no names if the whole
  /// value counts as written.
  package var touched: [[String]] { root.touched }
}
