import PlayheadFlux

extension Context {
  /// Sets `value` to `new`. If they are equal, says that the action changes nothing.
  func set<Value: Equatable>(_ value: inout Value, to new: Value) {
    if value == new { leaveUnchanged() } else { value = new }
  }
}
