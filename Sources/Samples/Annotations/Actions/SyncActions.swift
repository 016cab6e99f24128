package import Foundation
import PlayheadFlux

/// The database keeps a change: it may be sent now.
package struct ChangeSaved: Action {
  /// What logs call it.
  package static let actionName = "ChangeSaved"

  /// The change.
  package var change: UUID
}

/// The database could not keep a change: it is taken back, so that no more is shown than is kept.
package struct ChangeNotSaved: Action {
  /// What logs call it.
  package static let actionName = "ChangeNotSaved"

  /// The change.
  package var change: UUID
  /// Why not.
  package var sentence: String
}

/// The server has taken a change.
package struct ChangeAccepted: Action {
  /// What logs call it.
  package static let actionName = "ChangeAccepted"

  /// The change.
  package var change: UUID
}

/// The server refuses a change: it is taken back.
package struct ChangeRejected: Action {
  /// What logs call it.
  package static let actionName = "ChangeRejected"

  /// The change.
  package var change: UUID
  /// The rule that it breaks.
  package var sentence: String

  /// A refusal of `change`.
  package init(change: UUID, sentence: String) {
    self.change = change
    self.sentence = sentence
  }
}

/// The server did not answer: nothing is sent until there is a reason to try again.
package struct SyncPaused: Action {
  /// What logs call it.
  package static let actionName = "SyncPaused"

  /// What happened.
  package var sentence: String
}

/// The user wants what waits to be sent now.
package struct RetrySync: Action {
  /// What logs call it.
  package static let actionName = "RetrySync"

  /// Tries again.
  package init() {}
}

/// The device has lost its network, or found one.
package struct NetworkChanged: Action {
  /// What logs call it.
  package static let actionName = "NetworkChanged"

  /// Whether there is one now.
  package var isOnline: Bool

  /// The network is there, or not.
  package init(isOnline: Bool) { self.isOnline = isOnline }
}
