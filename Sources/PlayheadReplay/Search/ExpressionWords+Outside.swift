/// What would give another answer on another day, or on another machine.
extension ExpressionWords {
  /// The functions of dates and times, by how many arguments come before their point in time: without one
  /// they take the present.
  private static let timeFunctions = [
    "date": 0, "time": 0, "datetime": 0, "julianday": 0, "unixepoch": 0, "strftime": 1,
    "timediff": 1,
  ]

  /// The first place at which the present or the machine's time zone is asked for by name. (A text that is
  /// only made by an evaluation can be asked for as well: that is not seen here.)
  var outsideWord: (what: String, offset: Int)? {
    for call in calls {
      guard let count = Self.timeFunctions[call.name.text.lowercased()] else { continue }
      let arguments = arguments(at: call.place)
      if arguments.count <= count { return (Self.present, call.name.offset) }
      for word in arguments.compactMap(Self.text) {
        switch word.text.lowercased() {
        case "now": return (Self.present, word.offset)
        case "localtime", "utc": return (Self.zone, word.offset)
        default: break
        }
      }
    }
    return nil
  }

  private static let present = "the present time, which is another each time,"
  private static let zone = "the machine's time zone, which is another elsewhere,"

  /// The text that an argument is; nil if it is something else.
  private static func text(_ argument: [Word]) -> Word? {
    let words = argument.filter { $0.kind != .sign || !"()".contains($0.text) }
    return words.count == 1 && words[0].kind == .text ? words[0] : nil
  }
}
