extension Change {
  /// Makes this change in `value`, which must hold the old value at the path.
  public func apply(to value: inout Value) throws(ChangeError) {
    guard let last = path.components.last else {
      guard old != nil, let new else { throw .meaningless(path) }
      try check(value)
      value = new
      return
    }
    try descend(path.components.dropLast(), into: &value, last: last)
  }

  private func descend(
    _ components: ArraySlice<StatePath.Component>, into value: inout Value,
    last: StatePath.Component
  ) throws(ChangeError) {
    guard let first = components.first else { return try edit(last, of: &value) }
    guard let place = value.place(of: first) else { throw .noSuchPlace(path) }
    // The child leaves its container while it is edited, so that no copy is made.
    var child = value.takeChild(at: place)
    defer { value.putChild(child, at: place) }
    try descend(components.dropFirst(), into: &child, last: last)
  }

  private func edit(_ component: StatePath.Component, of parent: inout Value) throws(ChangeError) {
    switch (old, new) {
    case (nil, nil): throw .meaningless(path)
    case (nil, let new?): try insert(new, at: component, of: &parent)
    case (_?, let new):
      guard let place = parent.place(of: component) else { throw .noSuchPlace(path) }
      let child = parent.takeChild(at: place)
      guard child == old else {
        parent.putChild(child, at: place)
        throw .unexpectedValue(path)
      }
      if let new { parent.putChild(new, at: place) } else { parent.removeChild(at: place) }
    }
  }

  private func check(_ value: Value) throws(ChangeError) {
    guard value == old else { throw .unexpectedValue(path) }
  }

  private func insert(
    _ new: Value, at component: StatePath.Component, of parent: inout Value
  ) throws(ChangeError) {
    if case .index(let index) = component {
      guard index >= 0, index <= parent.childCount else { throw .noSuchPlace(path) }
      guard parent.insert(new, at: index) else { throw .noSuchPlace(path) }
      return
    }
    guard parent.place(of: component) == nil else { throw .alreadyThere(path) }
    let place = min(max(position ?? .max, 0), parent.childCount)
    guard parent.insert(new, as: component, at: place) else { throw .noSuchPlace(path) }
  }
}

// MARK: - Children by place

extension Value {
  fileprivate var childCount: Int {
    switch self {
    case .list(let elements), .set(let elements): elements.count
    case .dictionary(let entries): entries.count
    case .record(let fields): fields.count
    default: 0
    }
  }

  /// Where the child is that `component` names.
  fileprivate func place(of component: StatePath.Component) -> Int? {
    switch (self, component) {
    case (.list(let elements), .index(let index)), (.set(let elements), .index(let index)):
      elements.indices.contains(index) ? index : nil
    case (.dictionary(let entries), .key(let key)): entries.firstIndex { $0.key == key }
    case (.record(let fields), .field(let name)):
      fields.firstIndex { $0.name.hasSameUTF8(as: name) }
    default: nil
    }
  }

  /// Moves the child out, and leaves `.null`.
  fileprivate mutating func takeChild(at place: Int) -> Value {
    var child = Value.null
    exchangeChild(at: place, with: &child)
    return child
  }

  fileprivate mutating func putChild(_ child: Value, at place: Int) {
    var child = child
    exchangeChild(at: place, with: &child)
  }

  private mutating func exchangeChild(at place: Int, with child: inout Value) {
    edit(
      elements: { swap(&$0[place], &child) }, entries: { swap(&$0[place].value, &child) },
      fields: { swap(&$0[place].value, &child) })
  }

  fileprivate mutating func removeChild(at place: Int) {
    edit(
      elements: { $0.remove(at: place) }, entries: { $0.remove(at: place) },
      fields: { $0.remove(at: place) })
  }

  /// Whether this has elements to insert between.
  fileprivate mutating func insert(_ element: Value, at place: Int) -> Bool {
    guard kind == .list || kind == .set else { return false }
    edit(elements: { $0.insert(element, at: place) }, entries: { _ in }, fields: { _ in })
    return true
  }

  /// Whether this has parts of the component's kind.
  fileprivate mutating func insert(_ child: Value, as component: StatePath.Component, at place: Int)
    -> Bool
  {
    switch (kind, component) {
    case (.record, .field(let name)):
      edit(
        elements: { _ in }, entries: { _ in }, fields: { $0.insert(Field(name, child), at: place) })
    case (.dictionary, .key(let key)):
      edit(
        elements: { _ in }, entries: { $0.insert(Entry(key, child), at: place) }, fields: { _ in })
    default: return false
    }
    return true
  }

  /// Moves the value out, and leaves `.null`.
  private mutating func take() -> Value {
    var taken = Value.null
    swap(&self, &taken)
    return taken
  }

  /// Edits what this holds in place: the array leaves the enumeration meanwhile, so that it has
  /// one owner and is not copied.
  private mutating func edit(
    elements: (inout [Value]) -> Void, entries: (inout [Entry]) -> Void,
    fields: (inout [Field]) -> Void
  ) {
    let whole = take()
    switch consume whole {
    case .list(var held):
      elements(&held)
      self = .list(held)
    case .set(var held):
      elements(&held)
      self = .set(held)
    case .dictionary(var held):
      entries(&held)
      self = .dictionary(held)
    case .record(var held):
      fields(&held)
      self = .record(held)
    case let other: self = other
    }
  }
}
