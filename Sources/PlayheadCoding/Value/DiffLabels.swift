/// What stands before and after a container's parts.
struct Brackets {
  var open: String
  var close: String

  init(open: String, close: String) {
    self.open = open
    self.close = close
  }

  init(of container: Value, named name: String) {
    switch container {
    case .record: self.init(open: name + "(", close: ")")
    case .set: self.init(open: "Set([", close: "])")
    default: self.init(open: "[", close: "]")
    }
  }
}

/// The labels and values of the parts of a container, old and new.
struct ContainerLabels {
  private let oldParts: Value
  private let newParts: Value
  private let isCase: Bool

  init(old: Value, new: Value) {
    (oldParts, newParts, isCase) = (old, new, false)
  }

  init(old: EnumCase, new: EnumCase) {
    (oldParts, newParts, isCase) = (.record(old.payload), .record(new.payload), true)
  }

  func oldPart(_ place: Int) -> Value { oldParts.part(place) }
  func newPart(_ place: Int) -> Value { newParts.part(place) }
  func old(_ place: Int) -> String { label(oldParts, place) }
  func new(_ place: Int) -> String { label(newParts, place) }

  /// `total: `, `"A-7": `, `[3]: `; nothing for a set's elements, which have no place of their own.
  private func label(_ parts: Value, _ place: Int) -> String {
    switch parts {
    case .record(let fields):
      isCase ? EnumCase.label(of: fields[place]) : fields[place].name.asLabel + ": "
    case .dictionary(let entries):
      ValuePrinter(options: PrintOptions()).layout(entries[place].key).line + ": "
    case .set: ""
    default: "[\(place)]: "
    }
  }
}
