/// Which types have no order of their own, and which members of the standard library show one.
enum HashOrder {
  /// Whether a mangled type is a set, a dictionary, or the keys or values of one.
  static func isUnordered(_ type: String) -> Bool {
    guard type.hasPrefix("$sSh") || type.hasPrefix("$sSD") else { return false }
    let rest = type.dropFirst(4)
    let isWhole = rest.hasPrefix("y") || rest.hasPrefix("4KeysV") || rest.hasPrefix("6ValuesV")
    return isWhole && (rest.hasSuffix("GD") || rest.hasSuffix("GzD"))
  }

  /// Whether a mangled type is the iterator of a loop over such a type, with or without counting.
  static func isIterator(_ type: String) -> Bool {
    ["$sSh8IteratorV", "$sSD8IteratorV", "$sSD4KeysV8IteratorV", "$sSD6ValuesV8IteratorV"]
      .contains(where: type.hasPrefix)
      || (type.hasPrefix("$ss18EnumeratedSequenceV8IteratorVySh")
        || type.hasPrefix("$ss18EnumeratedSequenceV8IteratorVySD"))
  }

  /// The word for such a type in messages.
  static func word(_ type: String) -> String {
    if type.contains("KeysV") { return "a dictionary's keys" }
    if type.contains("ValuesV") { return "a dictionary's values" }
    return type.contains("Sh") && type.hasPrefix("$sSh") ? "a set" : "a dictionary"
  }

  /// Whether values of a mangled type are the same in whatever order they are added up.
  static func isOrderless(_ type: String) -> Bool {
    // Int, UInt, Bool and the integers of a fixed width.
    ["$sSiD", "$sSuD", "$sSbD"].contains(type) || isUnordered(type)
      || ["Int8VD", "Int16VD", "Int32VD", "Int64VD"].contains(where: type.contains)
  }

  /// Methods with a result that shows the order.
  static let methods: Set<String> = [
    "map", "flatMap", "compactMap", "filter", "enumerated", "prefix", "dropFirst", "dropLast",
    "drop", "suffix", "joined", "first", "firstIndex", "reduce", "reversed", "split",
    "elementsEqual", "popFirst", "removeFirst", "makeIterator", "lexicographicallyPrecedes",
    "starts",
  ]

  /// Properties that show the order.
  static let properties: Set<String> = ["first", "lazy", "description", "debugDescription"]

  /// Methods that hide the order.
  static let orderless: Set<String> = [
    "sorted", "sort", "contains", "allSatisfy", "min", "max", "count", "isEmpty",
    "underestimatedCount",
    "union", "formUnion", "intersection", "formIntersection", "subtracting", "subtract",
    "symmetricDifference", "formSymmetricDifference", "isSubset", "isSuperset", "isDisjoint",
    "isStrictSubset", "isStrictSuperset", "merge", "merging",
  ]

  /// Methods and initializers with a result that keeps the order.
  static let carriers: Set<String> = [
    "map", "flatMap", "compactMap", "filter", "lazy", "reversed", "joined",
    "dropFirst",
  ]

  /// Whether a function takes a sequence and keeps its order.
  static func takesOrder(_ symbol: Symbol) -> Bool {
    switch symbol.owner {
    case "Array", "ContiguousArray", "ArraySlice", "RangeReplaceableCollection":
      return ["init", "append", "insert", "+", "+=", "replaceSubrange"].contains(symbol.name)
    case "String": return symbol.name == "init"
    case "DefaultStringInterpolation": return symbol.name == "appendInterpolation"
    case "": return symbol.name == "zip"
    default: return false
    }
  }
}
