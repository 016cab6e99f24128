/// A piece of code that runs as one: a function's body, a closure, the first value of a property. A property, or a
/// parameter that is a function, has no code of its own, and leads to its possible values.
final class Unit {
  /// Something in the code that breaks a rule, no matter who calls it.
  struct Hit {
    var rule: Rule
    /// What is written there: `Date()`.
    var what: String
    /// Why that matters and what to do about it, if it is not what the rule says.
    var advice: Advice?
    var place: Place
  }

  /// Why something matters: the end of a sentence that begins with its name; and what to do about it.
  struct Advice {
    var reason: String
    var wayOut: String
  }

  /// A way to another unit.
  struct Edge {
    var target: String
    var place: Place
  }

  /// What people call it: `Cart.add(_:)`; a closure is called as what it is in.
  let title: String
  var hits: [Hit] = []
  var edges: [Edge] = []
  /// What closures use of objects that they captured.
  var captured: [CapturedObjects.Use] = []
  /// The names of the properties that it sets: `timeZone`.
  var assigned: Set<String> = []

  init(title: String) { self.title = title }
}

/// All code of the sources, and what calls what.
final class Program {
  private(set) var units: [String: Unit] = [:]
  /// Where replays come in.
  var roots: [Root] = []
  var types: [String: TypeFacts] = [:]
  var variables: [String: Variable] = [:]
  var constructors: [Constructor] = []
  /// Types of states, by their readable names, and where they are said to be.
  var states: [String] = []

  /// Code that a replay calls.
  struct Root {
    var key: String
    /// `the handler of 'Put'`.
    var title: String
    var place: Place
  }

  /// The unit of a key, which is made where there is none.
  func unit(_ key: String, title: @autoclosure () -> String = "") -> Unit {
    if let unit = units[key] { return unit }
    let unit = Unit(title: title())
    units[key] = unit
    return unit
  }

  /// Leads from one unit to another.
  func link(_ key: String, to target: String, at place: Place) {
    unit(key).edges.append(Unit.Edge(target: target, place: place))
  }
}

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

/// A place in the sources.
struct Place: Hashable {
  /// The file's number among those that are looked at.
  var file: Int
  /// Where in it, in bytes.
  var offset: Int
}
