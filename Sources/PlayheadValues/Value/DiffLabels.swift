/// What stands before and after a container's parts.
struct Brackets {
  var open: String
  var close: String
}

extension ContainerKind {
  /// The brackets of a container whose type is called `name`, if that is known.
  func brackets(named name: String) -> Brackets {
    switch self {
    case .record: Brackets(open: name + "(", close: ")")
    case .set: Brackets(open: "Set([", close: "])")
    case .list, .dictionary: Brackets(open: "[", close: "]")
    }
  }
}

/// The labels of the parts of a container.
struct PartLabels {
  let kind: ContainerKind
  /// Whether the parts are an enumeration's associated values.
  var areAssociated = false

  /// `total: `, `"A-7": `, `[3]: `; nothing for a set's elements, which have no place of their own.
  func label(of place: PartPlace) -> String {
    switch place.component {
    case .field(let name): areAssociated ? EnumCase.label(of: name) : name.asLabel + ": "
    case .key(let key): ValuePrinter(options: PrintOptions()).layout(key).line + ": "
    case .index(let index): kind == .set ? "" : "[\(index)]: "
    }
  }
}
