extension Kind {
  /// The kind in a sentence: "the log holds an integer".
  package var article: String {
    switch self {
    case .record: "a record"
    case .null: "nil"
    case .bool: "a Boolean"
    case .int: "an integer"
    case .uint: "an unsigned integer"
    case .int128, .uint128: "an integer of 128 bits"
    case .float: "a single-precision number"
    case .double: "a double-precision number"
    case .decimal: "a decimal number"
    case .string: "a text"
    case .bytes: "a run of bytes"
    case .date: "a date"
    case .uuid: "a UUID"
    case .list: "a list"
    case .set: "a set"
    case .map, .pairs: "a dictionary"
    case .nested: "a nested value"
    }
  }
}
