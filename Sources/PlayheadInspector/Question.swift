package import Foundation
package import PlayheadReplay
import PlayheadValues

/// Answers questions where the stores are: in another process.
package protocol InspectorHost: AnyObject {
  /// The answer, in the form that ``Question/value(_:)`` reads, as are its parts.
  func answer(
    to question: Question, _ onEvent: (InspectorEvent) throws -> Void,
    _ give: (Data) throws -> Void
  ) throws -> Data
}

/// A request on its way to another process, with all that an inspector there has to know: nothing is lost if that one is replaced.
package struct Question: Codable, Sendable {
  /// The name of the request's type.
  package let name: String
  private let request: Data
  private let edits: [BranchEdit]
  package var traps: [KnownTrap]
  package var branchTraps: [KnownTrap]

  init(
    _ request: some Request, _ edits: [BranchEdit], _ traps: [KnownTrap],
    _ branchTraps: [KnownTrap]
  ) throws {
    (name, self.request) = (Self.name(of: type(of: request)), try Self.bytes(request))
    (self.edits, self.traps, self.branchTraps) = (edits, traps, branchTraps)
  }

  /// Whether it is about a branch.
  package var isAboutBranch: Bool { !edits.isEmpty }

  // MARK: Answering

  private static let known: [String: any Request.Type] = {
    let types: [any Request.Type] = [
      ActionRequest.self, ActionsRequest.self, AppRequest.self, BisectRequest.self,
      BlameRequest.self, BranchComparisonRequest.self, BranchDrawsRequest.self,
      BranchRequest.self, DiffRequest.self, HandlerTimesRequest.self, HistoryRequest.self,
      LastChangeRequest.self, PartsRequest.self, SaveBranchRequest.self, StateRecordRequest.self,
      StateRequest.self, StopRequest.self, WatchRequest.self,
    ]
    return Dictionary(uniqueKeysWithValues: types.map { (name(of: $0), $0) })
  }()

  private static func name(of type: any Request.Type) -> String { "\(type)" }

  /// Has an inspector answer it, whose parts go to `give`. Nil if this build does not know the request, nor is it one of
  /// `others`.
  package func answer(
    from inspector: Inspector, _ others: [any Request.Type] = [], _ give: (Data) throws -> Void
  ) throws -> Data? {
    guard let type = Self.known[name] ?? others.first(where: { Self.name(of: $0) == name }) else {
      return nil
    }
    inspector.knownTraps = traps
    try inspector.enter(edits)
    inspector.avoid(branchTraps)
    return try answer(type, inspector, give)
  }

  private func answer<R: Request>(
    _ type: R.Type, _ inspector: Inspector, _ give: (Data) throws -> Void
  ) throws -> Data {
    let request: R = try Self.value(self.request)
    return try Self.bytes(inspector.ask(request) { try give(Self.bytes($0)) })
  }

  private static func bytes(_ value: some Encodable) throws -> Data {
    try CompactEncoder().encode(Boxed(value: value))
  }

  /// What was on its way.
  static func value<Value: Decodable>(_ bytes: Data) throws -> Value {
    try CompactDecoder().decode(Boxed<Value>.self, from: bytes).value
  }

  /// An optional value needs something around it.
  fileprivate struct Boxed<Value> {
    var value: Value
  }
}

extension Question.Boxed: Encodable where Value: Encodable {}
extension Question.Boxed: Decodable where Value: Decodable {}
