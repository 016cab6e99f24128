import PlayheadLint
import PlayheadValues

extension Finding {
  /// A line as compilers write it, and one for each call on the way there.
  var text: StyledText {
    let warning = StyledText("warning:", .yellow)
    let first: StyledText = "\(location.text): \(warning) \(message) [\(rule.rawValue)]"
    return ([first] + calls.map { "\($0.location.text): note: \($0.sentence)" }).joined(
      separator: "\n")
  }

  /// The same for programs.
  var json: JSON {
    .object(
      location.json + [
        ("rule", .string(rule.rawValue)), ("message", .string(message)),
        (
          "calls",
          .array(calls.map { .object($0.location.json + [("sentence", .string($0.sentence))]) })
        ),
      ])
  }
}

extension Finding.Location {
  /// `Stores/Cart.swift:12:5`.
  var text: String { "\(path):\(line):\(column)" }

  fileprivate var json: [(key: String, value: JSON)] {
    [("file", .string(path)), ("line", .number(line)), ("column", .number(column))]
  }
}
