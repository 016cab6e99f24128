extension EditingTrace.Transaction: Decodable {
  private enum CodingKeys: CodingKey {
    case time
    case patches
  }

  /// Reads `{"time": "…", "patches": […]}`; a trace without times has no `time`.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    patches = try container.decode([EditingTrace.Patch].self, forKey: .patches)
    guard let text = try container.decodeIfPresent(String.self, forKey: .time) else { return }
    guard let parsed = Duration(since1970: text) else {
      throw EditingTraceError.notATime(
        place: EditingTraceError.place(container.codingPath + [CodingKeys.time]), text: text)
    }
    time = parsed
  }
}

extension EditingTrace.Patch: Decodable {
  /// Reads `[position, deleted, "inserted"]`.
  package init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    position = try container.decode(Int.self)
    deleted = try container.decode(Int.self)
    inserted = try container.decode(String.self)
    guard container.isAtEnd else {
      throw EditingTraceError.notAPatch(place: EditingTraceError.place(container.codingPath))
    }
  }
}
