import Foundation
import PlayheadFlux

/// A server in this process. It knows the project's members, enforces the rules, and is behind the network of
/// a building site, which loses one message in four.
///
/// It has no memory of earlier runs. For an unknown annotation, it trusts the change.
package actor SiteServer: Server {
  /// The present members of the project. Dora has left.
  private let team: Set<String> = ["Ada", "Ben", "Cem"]

  private var annotations: [UUID: Annotation] = [:]
  private var answers: [UUID: ServerAnswer] = [:]
  private var weather: SplitMix64

  /// The percentage of messages that are lost, in either direction.
  private let losses: Int

  /// A server behind a network. The same seed gives the same losses.
  package init(seed: UInt64 = 2016, losses: Int = 25) {
    weather = SplitMix64(seed: seed)
    self.losses = losses
  }

  /// Accepts `change`, or rejects it with a reason.
  package func send(_ change: Change) throws(ServerUnreachable) -> ServerAnswer {
    if isLost { throw ServerUnreachable() }
    let answer = answers[change.id] ?? answer(to: change)
    answers[change.id] = answer
    if isLost { throw ServerUnreachable() }
    return answer
  }

  private var isLost: Bool { Int.random(in: 0..<100, using: &weather) < losses }

  private func answer(to change: Change) -> ServerAnswer {
    let row = annotations[change.subject] ?? change.before
    if let reason = objection(to: change, of: row) {
      return .rejected("#\(change.number) is as it was: \(reason)")
    }
    annotations[change.subject] = change.operation.applied(to: row)
    return .accepted
  }

  private func objection(to change: Change, of row: Annotation?) -> String? {
    switch (change.operation, row) {
    case (.add, nil): nil
    case (.add, _?): "there is one already"
    case (_, nil): "it does not exist"
    case (.delete, let row?) where row.author != change.author:
      "only \(row.author) may delete it"
    case (.assign(let name?), _) where !team.contains(name):
      "\(name) is no longer in this project"
    default: nil
    }
  }
}
