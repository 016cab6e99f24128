/// One place with what it held before and what it holds after.
public struct Change: Hashable, Sendable {
  /// Where.
  public var path: StatePath
  /// What was there; `nil` if the place is new.
  public var old: Value?
  /// What is there now; `nil` if the place is gone.
  public var new: Value?
  /// For a new field or dictionary entry, its place among its siblings (the order of fields
  /// belongs to a record, and a dictionary's order cannot be told from its keys alone); without
  /// it, the end.
  public var position: Int?

  /// The change at `path` from `old` to `new`.
  public init(path: StatePath, old: Value?, new: Value?, position: Int? = nil) {
    self.path = path
    self.old = old
    self.new = new
    self.position = position
  }
}
