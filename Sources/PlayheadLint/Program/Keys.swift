/// What units are found by, that are not a declaration with a USR.
enum Keys {
  /// The first value of a property.
  static func firstValue(_ usr: String) -> String { "\(usr)=" }
  /// A parameter of a function.
  static func parameter(_ function: String, _ number: Int) -> String { "\(function)#\(number)" }
  /// What a parameter is if it is not given.
  static func usualValue(_ function: String, _ number: Int) -> String { "\(function)#\(number)=" }
  /// Code without a name.
  static func closure(_ place: Place) -> String { "closure \(place.file):\(place.offset)" }
}

extension Program {
  /// What is known of a type by its readable name.
  func facts(named name: String) -> TypeFacts {
    if let facts = types[name] { return facts }
    let facts = TypeFacts(name: name)
    types[name] = facts
    return facts
  }
}
