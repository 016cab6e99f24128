import PlayheadFlux

extension Context {
  /// Puts `new` in place of `value`; if they are equal, the action changes nothing, and this says so.
  func set<Value: Equatable>(_ value: inout Value, to new: Value) {
    if value == new { leaveUnchanged() } else { value = new }
  }
}
