import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Sessions that are not as they should be for one reason.
struct GroupAnswer: Encodable {
  let group: Int
  let sessions: Int
  let kind: String
  let action: String?
  @IfPresent var afterGap: Bool?
  @IfPresent var why: String? = nil
  @IfPresent var place: String? = nil
  @IfPresent var old: String?? = nil
  @IfPresent var new: String?? = nil
  /// The number of sessions before, if the rows of an earlier time are known.
  @IfPresent var before: Int? = nil
  /// Whether it is one of the earlier time only.
  @IfPresent var gone: Bool? = nil
  let alsoAt: [String]
  let samePlaceAs: [Int]
  let example: Example
  let logs: [String]

  struct Example: Encodable {
    let log: String
    let step: Step
    let lastAgreed: Step?
    let action: String?
    @IfPresent var afterGap: Bool?
    @IfPresent var path: String?
    @IfPresent var old: JSON?
    @IfPresent var new: JSON?
    @IfPresent var movedTo: String?
    /// Why there is no answer.
    @IfPresent var error: String? = nil
  }

  init(_ group: SessionGroup) {
    (self.group, sessions) = (group.number, group.members.count)
    (logs, samePlaceAs) = (group.members.map(\.session.path), group.samePlace)
    alsoAt = group.alsoCommon.compactMap(\.pattern)
    action = group.cause.action
    afterGap = group.cause.isAfterGap ? true : nil
    let (difference, change) = (group.example.difference, group.exampleChange)
    example = Example(
      log: group.example.session.path, step: difference.step, lastAgreed: difference.lastAgreed,
      action: difference.action, afterGap: difference.isAfterGap ? true : nil,
      path: change?.change.path.description,
      old: change.map { .text($0.change.old?.json ?? "null") },
      new: change.map { .text($0.change.new?.json ?? "null") },
      movedTo: change?.movedTo?.description)
    switch group.cause.kind {
    case .place(let pattern):
      kind = "values"
      place = pattern
    case .stop(let one, let other):
      kind = "stop"
      (old, new) = (.some(one), .some(other))
    case .draws(let one, let other):
      kind = "draws"
      (old, new) = (.some(one), .some(other))
    }
  }

  /// A group of rows.
  init(
    _ number: Int, _ cause: CorpusCause, alsoAt: [String], _ members: [CorpusRow],
    samePlaceAs: [Int], before: Int?
  ) {
    let isAfterGap = cause.afterGap ? true : nil
    (group, sessions, self.samePlaceAs) = (number, members.count, samePlaceAs)
    (kind, action) = (cause.kind, cause.action)
    afterGap = isAfterGap
    self.alsoAt = alsoAt
    logs = members.map(\.log)
    // As in 'compare': the earliest difference, among equals the shortest session, and then the first by its path.
    let shown = members.min {
      ($0.step ?? .initial, $0.actions ?? 0, $0.log) < (
        $1.step ?? .initial, $1.actions ?? 0, $1.log
      )
    }
    let here = shown?.causes.first { $0.common == cause }
    let hasValues = cause.kind != "stop" && cause.kind != "draws" && here?.path != nil
    example = Example(
      log: shown?.log ?? "", step: shown?.step ?? .initial, lastAgreed: shown?.lastAgreed,
      action: cause.action, afterGap: isAfterGap, path: here?.path,
      old: hasValues ? Self.json(here?.old) : nil,
      new: hasValues ? Self.json(here?.new) : nil, movedTo: here?.movedTo, error: shown?.error
    )
    (why, place) = (cause.why, cause.place)
    if !hasValues, cause.kind == "stop" || cause.kind == "draws" {
      (old, new) = (.some(cause.old), .some(cause.new))
    }
    self.before = before
  }

  /// A row's value, which is JSON in a text. A text that is not JSON, as in a row written by hand, becomes a string.
  private static func json(_ text: String?) -> JSON {
    guard let text else { return .text("null") }
    let isJSON =
      !text.utf8.contains(UInt8(ascii: "\n"))
      && (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed))
        != nil
    return .text(isJSON ? text : Value.string(text).json)
  }
}
