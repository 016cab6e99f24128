import PlayheadReading
package import PlayheadReplay

/// Finds the place in the app's code at which a store crashes: replays the action once more, in a process with
/// Swift's backtracer.
package struct CrashLocator: Sendable {
  /// How many innermost frames to ask for. Most crashes are in the app's code or a few frames below it. Each frame
  /// takes the backtracer about 0.1 seconds in a debug build of 60 MB, so all of them are for the others.
  static let frames = [6, 64]
  static let grace = Duration.seconds(30)

  private let program: WorkerProgram

  package init(_ program: WorkerProgram) { self.program = program }

  /// The crash with its place in the code and the reason, as far as both can be known. `call` is about the
  /// action. Unchanged if its place is known, or if the store does not crash again.
  func locating(_ trap: KnownCrash, by call: InspectorCall<ActionRequest>) throws -> KnownCrash {
    guard trap.kind == .trap, trap.location?.line == nil else { return trap }
    var call = call
    // The step is certain only if no other thread decodes later actions.
    call.task.decodesAhead = false
    call.task.isObserved = true
    guard let crash = try crash(call), crash.kind == .trap, crash.step == trap.step else {
      return trap
    }
    var located = trap
    (located.reason, located.location) = (crash.reason, crash.location)
    return located
  }

  /// Runs `body`, which replays the log of `task` in workers. Adds the place to a crash that it throws.
  package func locating<T>(in task: ReplaySpec, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch WorkerError.ended(var end) {
      if let trap = end.trap {
        let call = InspectorCall(ActionRequest(of: trap.step), about: task)
        let located = try locating(trap, by: call)
        (end.reason, end.location) = (located.reason, located.location)
      }
      throw WorkerError.ended(end)
    }
  }

  /// The crash of the action of `call`; nil if it does not crash.
  fileprivate func crash(_ call: InspectorCall<ActionRequest>) throws -> KnownCrash? {
    var crash: KnownCrash?
    for frames in Self.frames where crash?.location?.line == nil {
      guard let found = try self.crash(call, frames)?.trap,
        crash.map({ $0.step == found.step && $0.kind == found.kind }) ?? true
      else { break }
      crash = found
    }
    return crash
  }

  /// How a process with the backtracer ends; nil if it answers, or cannot be started.
  private func crash(_ call: InspectorCall<ActionRequest>, _ frames: Int) throws -> WorkerEnd? {
    do {
      let worker = try program.start(backtraceFrames: frames)
      worker.limit = program.stepLimit + Self.grace
      _ = try worker.result(of: call)
      return nil
    } catch WorkerError.ended(let end) {
      return end
    } catch is WorkerError {
      return nil
    }
  }
}

/// Asks for the crash of the log's last action, with its place in the app's code.
package struct FinalCrashRequest: Request {
  package init() {}

  /// False: only another process can crash.
  package var needsStores: Bool { false }

  /// Nil if the action does not crash, or if no process can be started.
  package func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> KnownCrash? {
    guard let program = inspector.connection?.program, var spec = inspector.spec else { return nil }
    spec.decodesAhead = false
    let action = ActionRequest(of: inspector.recording.lastStep)
    return try CrashLocator(program).crash(InspectorCall(action, about: spec))
  }
}
