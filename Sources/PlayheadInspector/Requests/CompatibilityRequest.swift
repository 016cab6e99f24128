import PlayheadLog
import PlayheadReading
public import PlayheadReplay

/// Asks whether the app can replay the log, and what of it the app reads in another way than it was written.
public struct CompatibilityRequest: Request {
  /// Creates the request.
  public init() {}

  /// False: no store handles an action.
  public var needsStores: Bool { false }

  /// Throws ``InspectorError/storesMissing`` if the app is not known.
  public func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> Compatibility {
    guard let connection = inspector.connection, let spec = inspector.spec?.forStates else {
      throw InspectorError.storesMissing
    }
    let total = inspector.recording.lastStep.number
    guard let connection = connection as? ChildProcessConnection else {
      guard let app = connection.app else { throw InspectorError.storesMissing }
      return try Compatibility(inspector.recording, with: app.player()) {
        try inspector.reportProgress(.reading, $0.number, of: total)
      }
    }
    // The other process finds damage too, and says nothing of it.
    try inspector.recording.findDamage()
    return try connection.result(of: CompatibilityTask(spec)) {
      try inspector.reportProgress(.reading, $0, of: total)
    }
  }
}
