extension EditingTraceError: CustomStringConvertible {
  /// What is wrong, where, and what to do, in one sentence.
  var description: String {
    switch self {
    case .compressed:
      "the input is compressed with gzip; pass it through 'gunzip -c' first"
    case .cutOff(let bytes):
      "the trace breaks off after \(bytes) bytes; get the whole file"
    case .unreadable:
      "the trace is not valid JSON, or has a number that is not a whole one; "
        + "compare it with the original"
    case .missing(let member, let place):
      "the trace has no '\(member)'\(within(place)); an editing trace is "
        + "{\"startContent\", \"endContent\", \"txns\"}, and a transaction {\"time\", \"patches\"}"
    case .wrongType(let place):
      "the trace has a value of the wrong type\(within(place)); "
        + "a patch is [position, deleted count, \"inserted text\"]"
    case .notAPatch(let place):
      "the trace has more than three elements\(within(place)); "
        + "a patch is [position, deleted count, \"inserted text\"]"
    case .notATime(let place, let text):
      "the trace has '\(text.prefix(40))'\(within(place)), which is not a time "
        + "like 2021-04-19T06:06:58.513Z"
    case .outsideText(let place, let length):
      "the trace edits outside the text\(within(place)), where the text has \(length) scalars; "
        + "the file is damaged or counts in other units than Unicode scalars"
    case .startsWithText(let scalars):
      "the trace starts with \(scalars) scalars of text in 'startContent' and only traces that "
        + "start empty can be recorded; make the text the first transaction's patch"
    }
  }

  private func within(_ place: String) -> String {
    place.isEmpty ? "" : " at \(place)"
  }
}
