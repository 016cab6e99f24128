import Foundation

/// The project in a new database, as an office has sent it to the site.
struct SampleProject {
  let name: String
  let user: String
  let people: [String]
  let sheets: [Sheet]
  let annotations: [Annotation]

  /// A house with two sheets, for the user Ada. Ben made most of it. Dora has left the project since then,
  /// which this device does not know.
  static let sample = SampleProject(
    name: "House at the Canal", user: "Ada", people: ["Ada", "Ben", "Cem", "Dora"],
    sheets: [Sheet(number: 1, name: "Ground floor"), Sheet(number: 2, name: "Roof")],
    annotations: [
      .sample(1, 1, "Crack above the door", "Ben", .issue(Issue(assignee: "Cem"))),
      .sample(1, 2, "Keep the fire exit clear", "Ben", .text),
      .sample(1, 3, "Stair from below", "Ada", .photo),
      .sample(1, 4, "Socket is missing", "Ada", .issue(Issue())),
      .sample(1, 5, "Window was changed", "Ben", .issue(Issue(status: .closed, assignee: "Ada"))),
      .sample(2, 1, "Gutter leaks", "Ben", .issue(Issue(assignee: "Ben"))),
      .sample(2, 2, "Where the ladder stands", "Cem", .drawing),
    ])
}

extension Annotation {
  /// An annotation with an ID and a date that follow from its place, the same in every new project.
  fileprivate static func sample(
    _ sheet: Int, _ number: Int, _ title: String, _ author: String, _ content: Content
  ) -> Annotation {
    let place = (UInt8(sheet), UInt8(number))
    let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, place.0, place.1))
    // 2016-05-17 08:00 UTC, plus an hour for each number.
    let created = Date(timeIntervalSince1970: 1_463_472_000 + 3600 * Double(number))
    // Ada has not shared her photo. She sees only shared annotations of the others.
    let shareStatus: ShareStatus = content == .photo ? .personal : .shared
    return Annotation(
      id: id, sheet: sheet, number: number, title: title, author: author, created: created,
      shareStatus: shareStatus, content: content)
  }
}
