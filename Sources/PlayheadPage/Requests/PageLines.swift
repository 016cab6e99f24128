import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues

/// Writes actions as lines of a page's block.
struct PageLines {
  /// The types to which the numbers in lines lead.
  private(set) var types: [PageMeta.Kind] = []
  private var typeNumbers: [ActionType: Int] = [:]
  private let storeNumbers: [String: Int]
  /// The module that all types share. Their titles leave it out.
  private let module: String
  /// The action of the line before: a line has its distance from there.
  private var last: (step: Step, offset: Int64) = (.initial, 0)

  /// Lines of actions of `log`, whose stores have these names.
  init(of log: any ActionSource, _ stores: [String]) {
    storeNumbers = Dictionary(
      stores.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    module = log.sharedModule
  }

  /// Begins a block, whose first line depends on none before it.
  mutating func beginBlock() { last = (.initial, 0) }

  /// The line of an action, without the end of the line. A payload of more than `limit` bytes of JSON is left out.
  mutating func line(of action: ActionRecord, limit: Int? = nil) -> String {
    let outcome = action.outcome
    let changed = (outcome?.changed ?? []).compactMap { storeNumbers[$0] }
    var flags = (outcome?.isHandled ?? true ? 0 : 1) + (outcome?.isExact ?? true ? 0 : 2)
    var payload = action.payload.json
    if let limit, payload.utf8.count > limit { (payload, flags) = ("null", flags + 4) }
    // An action of a branch was not recorded there.
    if outcome == nil { flags += 8 }
    // Negative if a forged log has the cause after its effect.
    func distance(from other: UInt64) -> Int64 { Int64(bitPattern: action.step.number &- other) }
    let members = [
      "\(distance(from: last.step.number))", "\(action.offset &- last.offset)",
      "\(number(of: action.type))", payload,
      "\(action.cause.map { distance(from: $0.number) } ?? 0)",
      "[\(changed.map(String.init).joined(separator: ","))]",
      "\(outcome?.nanoseconds ?? 0)", "\(flags)",
    ]
    last = (action.step, action.offset)
    return "[\(members.joined(separator: ","))]"
  }

  /// The line of the app's text at a step.
  static func line(of text: String, at step: Step) -> String {
    "[\(step),\(Value.string(text).json)]"
  }

  /// The line of the app's picture at a step; nil if it has none any more.
  static func line(of picture: Picture?, at step: Step) -> String {
    switch picture {
    case .svg(let text): #"[\#(step),{"svg":\#(Value.string(text).json)}]"#
    case .png(let data): #"[\#(step),{"png":"\#(data.base64EncodedString())"}]"#
    case nil: "[\(step),{}]"
    }
  }

  /// The line of a picture that is left out, because of its size in bytes.
  static func line(ofPictureOf size: Int, at step: Step) -> String {
    #"[\#(step),{"bytes":\#(size)}]"#
  }

  /// The place of a type in ``types``.
  mutating func number(of type: ActionType) -> Int {
    if let known = typeNumbers[type] { return known }
    let number = types.count
    types.append(PageMeta.Kind(type, in: module))
    typeNumbers[type] = number
    return number
  }
}

extension PageMeta.Kind {
  /// A type, with its title among types that share a module.
  init(_ type: ActionType, in module: String, count: Int? = nil) {
    let version = type.version == 1 ? "" : " (version \(type.version))"
    self.init(
      name: type.name, title: type.name.dropping(prefix: module) + version, count: count)
  }
}
