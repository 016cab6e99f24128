import PlayheadLog
import PlayheadReading
package import PlayheadReplay

/// Asks where two builds of the app come to other states.
package struct CompareRequest: Request {
  private let baseline: AppExecutable
  private let keepsDiffs: Bool

  /// Compares with the stores of the `baseline`, the old build. If `keepsDiffs`, with all that is different at the first
  /// different step of each store and at the end.
  package init(with baseline: AppExecutable, keepsDiffs: Bool = false) {
    (self.baseline, self.keepsDiffs) = (baseline, keepsDiffs)
  }

  /// False: both builds run in processes of their own.
  package var needsStores: Bool { false }

  package func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> ComparedBuilds {
    guard let connection = inspector.connection as? ChildProcessConnection,
      let spec = inspector.spec?.forStates
    else { throw CompareError.noProcess }
    let log = inspector.recording
    let app = log.header.app
    guard baseline.apps.contains(app) else {
      throw CompareError.noApp(app, log: log.name, build: baseline.path, known: baseline.apps)
    }
    try log.findDamage()
    let total = log.lastStep.number
    do {
      return try connection.pair(with: baseline, keepsDiffs: keepsDiffs)
        .result(on: spec, log) { try inspector.reportProgress(.comparing, $0, of: total) }
    } catch let error as NothingInCommon {
      throw CompareError.nothingShared(error.onlyInOneBuild, log: log.name, build: baseline.path)
    }
  }
}
