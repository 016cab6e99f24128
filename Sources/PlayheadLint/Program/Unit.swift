/// A piece of code that runs as one: a function's body, a closure, the first value of a property.
///
/// A property, or a parameter that is a function, is one without code: it leads to what it may stand for.
final class Unit {
  /// Something in the code that breaks a rule, whoever calls it.
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
