/// A piece of code that runs as a whole: a function's body, a closure, the initial value of a property. A
/// property, or a function parameter, has no code of its own, and links to its possible values.
final class Unit {
  /// Code that breaks a rule, whatever calls it.
  struct Hit {
    var rule: Rule
    /// The code: `Date()`.
    var what: String
    /// Why it matters and what to do, if that differs from the rule's text.
    var advice: Advice?
    var place: Place
  }

  /// Why code matters, as the end of a sentence that begins with its name, and what to do.
  struct Advice {
    var reason: String
    var wayOut: String
  }

  /// A link to another unit.
  struct Edge {
    var target: String
    var place: Place
  }

  /// The name in messages: `Cart.add(_:)`. A closure has the name of the code around it.
  let title: String
  var hits: [Hit] = []
  var edges: [Edge] = []
  /// The members of captured objects that closures use.
  var captured: [CapturedObjects.Use] = []
  /// The names of the properties that the code sets: `timeZone`.
  var assigned: Set<String> = []

  init(title: String) { self.title = title }
}

/// All code of the sources, and its calls.
final class Program {
  private(set) var units: [String: Unit] = [:]
  /// The code that replays call.
  var roots: [Root] = []
  var types: [String: TypeFacts] = [:]
  var variables: [String: Variable] = [:]
  var constructors: [Constructor] = []
  /// The readable names of the types of states.
  var states: [String] = []

  /// Code that a replay calls.
  struct Root {
    var key: String
    /// `the handler of 'Put'`.
    var title: String
    var place: Place
  }

  /// The unit with a key. Makes the unit if there is none.
  func unit(_ key: String, title: @autoclosure () -> String = "") -> Unit {
    if let unit = units[key] { return unit }
    let unit = Unit(title: title())
    units[key] = unit
    return unit
  }

  /// Links one unit to another.
  func link(_ key: String, to target: String, at place: Place) {
    unit(key).edges.append(Unit.Edge(target: target, place: place))
  }
}

/// The keys of units without a USR.
enum Keys {
  /// The initial value of a property.
  static func firstValue(_ usr: String) -> String { "\(usr)=" }
  /// A parameter of a function.
  static func parameter(_ function: String, _ number: Int) -> String { "\(function)#\(number)" }
  /// The default value of a parameter.
  static func usualValue(_ function: String, _ number: Int) -> String { "\(function)#\(number)=" }
  /// A closure, or other code without a name.
  static func closure(_ place: Place) -> String { "closure \(place.file):\(place.offset)" }
}

extension Program {
  /// The facts about a type by its readable name. Makes them if there are none.
  func facts(named name: String) -> TypeFacts {
    if let facts = types[name] { return facts }
    let facts = TypeFacts(name: name)
    types[name] = facts
    return facts
  }
}

/// A place in the sources.
struct Place: Hashable {
  /// The file's number among the checked files.
  var file: Int
  /// The offset in the file, in bytes.
  var offset: Int
}
