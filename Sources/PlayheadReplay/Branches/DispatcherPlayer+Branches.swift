import PlayheadFlux
import PlayheadLog

extension DispatcherPlayer {
  /// The names of the types of action that the app's stores take, sorted.
  public var actionTypes: [String] { maker.types.present.keys.sorted() }

  /// The places of the stores that the last action changed; nil if no store got it.
  var lastChanged: [Int]? {
    last.map { last in last.replayed.changed.map { last.places[$0] } }
  }

  /// The action as this build has it; nil if it is left out.
  func present(_ action: LoggedAction) throws -> (any Action)? { try maker.read(action) }
}
