/// A line of the table: something of Playhead's, and the same by other means, in the same run.
struct Row: Encodable {
  /// What is measured.
  var subject: String
  /// On what: the trace or the value, by name.
  var input: String
  /// Playhead's figure.
  var playhead: Double
  /// What the other figure is of.
  var competitor: String
  /// The other figure.
  var other: Double
  /// Of both figures.
  var unit: Unit
  /// What the ratio is meant to reach at most, where the project has set itself a number.
  var goal: Double?

  /// What a figure counts.
  enum Unit: String, Encodable {
    case nanoseconds = "ns"
    case bytesPerAction = "B/action"
    case bytes = "B"
    case milliseconds = "ms"
    case seconds = "s"
    case megabytes = "MB"
    case actions = "actions"
    case count = ""
    case ratio = "× zstd -19"
  }

  /// Playhead's figure as a part of the other.
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
