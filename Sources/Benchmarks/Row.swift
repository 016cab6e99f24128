/// A line of the table: compares Playhead with other means, in the same run.
struct Row: Encodable {
  /// What is measured.
  var subject: String
  /// The name of the trace or value.
  var input: String
  var playhead: Double
  /// What Playhead is compared with.
  var competitor: String
  /// The competitor's figure.
  var other: Double
  /// The unit of both figures.
  var unit: Unit
  /// The highest ratio that meets the project's goal; nil if there is no goal.
  var goal: Double?

  /// The unit of a figure.
  enum Unit: String, Encodable {
    case nanoseconds = "ns"
    case bytesPerAction = "B/action"
    case bytes = "B"
    case microseconds = "µs"
    case milliseconds = "ms"
    case seconds = "s"
    case megabytes = "MB"
    case actions = "actions"
    case count = ""
    case ratio = "× zstd -19"
  }

  /// Playhead's figure divided by the other; 0 if the other is not positive.
  var ratio: Double { other > 0 ? playhead / other : 0 }

  enum CodingKeys: String, CodingKey {
    case subject, input, playhead, competitor, other, unit, ratio, goal
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(subject, forKey: .subject)
    try container.encode(input, forKey: .input)
    try container.encode(playhead, forKey: .playhead)
    try container.encode(competitor, forKey: .competitor)
    try container.encode(other, forKey: .other)
    try container.encode(unit, forKey: .unit)
    try container.encode(ratio, forKey: .ratio)
    try container.encodeIfPresent(goal, forKey: .goal)
  }
}
