package import Foundation
import PlayheadFlux

/// The database has saved a change, which can now be sent.
package struct ChangeSaved: Action {
  package static let actionName = "ChangeSaved"

  /// The change's ID.
  package var change: UUID
}

/// The database could not save a change. The change is undone, so that the screen shows only saved changes.
package struct ChangeNotSaved: Action {
  package static let actionName = "ChangeNotSaved"

  /// The change's ID.
  package var change: UUID
  /// The reason.
  package var sentence: String
}

/// The server has accepted a change.
package struct ChangeAccepted: Action {
  package static let actionName = "ChangeAccepted"

  /// The change's ID.
  package var change: UUID
}

/// The server has rejected a change, which is undone.
package struct ChangeRejected: Action {
  package static let actionName = "ChangeRejected"

  /// The change's ID.
  package var change: UUID
  /// The broken rule.
  package var sentence: String

  package init(change: UUID, sentence: String) {
    self.change = change
    self.sentence = sentence
  }
}

/// The server did not answer. Nothing is sent until there is a reason to try again.
package struct SyncPaused: Action {
  package static let actionName = "SyncPaused"

  /// What happened.
  package var sentence: String
}

/// Sends the waiting changes now.
package struct RetrySync: Action {
  package static let actionName = "RetrySync"

  package init() {}
}

/// The device has lost its network, or found one.
package struct NetworkChanged: Action {
  package static let actionName = "NetworkChanged"

  /// Whether there is a network.
  package var isOnline: Bool

  package init(isOnline: Bool) { self.isOnline = isOnline }
}
