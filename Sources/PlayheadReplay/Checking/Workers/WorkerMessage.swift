package import Foundation
package import PlayheadCoding
package import PlayheadFiles
package import PlayheadLog
package import PlayheadValues

/// What a worker is asked. One request is answered before the next is sent.
///
/// It is written as JSON by whoever carries it: a field that the other side does not know is left out, and
/// a request that it does not know is answered by ``WorkerAnswer/Failure``, so that two builds of a tool
/// understand each other as far as they can.
package enum WorkerRequest: Codable, Sendable {
  /// Opens a log, in the place of the one before.
  case begin(WorkerTask)
  /// Goes on from the step `from`, where the worker is or whose state the log has, to `to`, and compares
  /// with others every so many steps.
  case advance(from: Step, to: Step, every: UInt64)
  /// What the states were at each comparison since the last `advance` began.
  case passed
  /// What the states are at a step since the last `advance` began.
  case digests(at: Step)
  /// The canonical form of the state of the store at this place.
  case state(of: Int, at: Step)
  /// Checks a log by two replays within the process: see ``DeterminismCheck``.
  case inspect(WorkerTask)
  /// Opens a log whose sessions are to be made smaller.
  case shrink(ShrinkTask)
  /// Plays a part of it.
  case tryOut(ShrunkSession)
  /// The canonical form of the state that the last part came to, or of what should be the same.
  case outcome(isTwin: Bool)
  /// Checks the fixture whose log is there.
  case fixture(path: String)
  /// Answers a question about a log, which is counted by whoever asks; both sides know its form.
  case question(Data, number: UInt64, about: WorkerTask)
  /// Lets go of the log.
  case end
}

/// A log, and how a worker replays it.
package struct WorkerTask: Codable, Hashable, Sendable {
  /// Where the log is, or what it is called if its bytes come along.
  package var log: String
  /// The log's bytes, where it has no file.
  package var bytes: Data?
  /// What becomes of actions that do not fit.
  package var reading: Reading
  /// What is other than in a usual replay.
  package var ways: Set<RunFactor>
  /// The stores that are compared, in this order; nil for all that the app has, in its own.
  package var stores: [String]?
  /// Whether the members of records are compared by name: another build may have them in another order. Nil is no.
  package var isByName: Bool?
  /// Whether observers hear of what is replayed, which may end the process as well; where states are all that matters
  /// it would only take time. Nil is no, unless that is how it is to differ from other replays.
  package var isObserved: Bool?
  /// By what the log is known again, if it is to be no other one.
  package var mark: LogMark?

  /// The log at a path, or with these bytes.
  package init(
    _ log: String, bytes: Data? = nil, reading: Reading, ways: Set<RunFactor> = []
  ) {
    (self.log, self.bytes, self.reading, self.ways) = (log, bytes, reading, ways)
  }
}

/// What a worker answers.
package enum WorkerAnswer: Codable, Sendable {
  /// The log is open; the stores, and the runs of steps that can be compared.
  case begun(stores: [String], runs: [ClosedRange<Step>])
  /// It comes to an answer later, and has done so many steps meanwhile.
  case working(UInt64)
  /// It is there: a digest of all digests on the way, how many bytes the states take, how many more the
  /// copies of those on the way, and the first action of the log so far that drew other values than were
  /// recorded.
  case reached(Digest, bytes: Int, kept: Int, strayDraw: StrayDraw? = nil)
  /// The digests of every store's state at these steps.
  case digests([StepDigests])
  /// A state's canonical form.
  case state(Data)
  /// What two replays within the process came to.
  case inspected(WorkerInspection)
  /// It is ready for smaller sessions.
  case ready
  /// Whether a condition holds at a session's end, and how many actions were played since it was ready.
  case holds(Bool, played: UInt64)
  /// What the state of a store is at a session's end; nil if it cannot be played.
  case came(to: SessionOutcome?)
  /// What a fixture comes to.
  case checked(FixtureVerdict)
  /// It let go of the log.
  case ended
  /// It cannot do that.
  case failed(Failure)
  /// Something that happened on the way to an answer.
  case event(Data)
  /// A part of an answer.
  case part(Data)
  /// All of it, or its end.
  case answered(Data)
  /// Why there is none.
  case refused(Data)
  /// A store trapped and took its process along, as is found out where it was asked; nil where it was not while it handled an
  /// action.
  case trapped(step: Step?, reason: String, store: String? = nil)

  /// Why a request was not done.
  package struct Failure: Codable, Sendable, Hashable {
    /// In a sentence, with the way out.
    package var sentence: String
    /// How a command ends that cannot do without.
    package var code: Int32
    /// The step that it is about, if it is about one.
    package var step: Step?
    /// Why, without what is another one in each log.
    package var reason: String?

    /// A sentence and the end of a command.
    package init(_ sentence: String, code: Int32, step: Step? = nil, reason: String? = nil) {
      (self.sentence, self.code, self.step, self.reason) = (sentence, code, step, reason)
    }
  }
}

/// What a fixture comes to, in words and as JSON.
package struct FixtureVerdict: Codable, Sendable {
  package var holds: Bool
  package var text: StyledText
  package var json: String

  package init(holds: Bool, text: StyledText, json: String) {
    (self.holds, self.text, self.json) = (holds, text, json)
  }
}

/// An action that drew other values than were recorded.
package struct StrayDraw: Codable, Sendable, Hashable {
  package var step: Step
  package var fault: DrawFault
}

/// What the states were at a step, store by store.
package struct StepDigests: Codable, Sendable, Hashable {
  package var step: Step
  package var stores: [Digest]
}

/// What ``DeterminismCheck`` found in a worker.
package struct WorkerInspection: Codable, Sendable {
  /// Actions of one type that were passed over.
  package struct Misfit: Codable, Sendable {
    package var type: ActionType
    package var step: Step
  }

  package var divergence: WorkerDivergence?
  package var misfits: [Misfit] = []
}

/// A ``Divergence`` on its way from one process to another.
package struct WorkerDivergence: Codable, Sendable {
  package var evidence: Divergence.Evidence
  package var step: Step
  package var action: ActionType
  package var store: String?
  /// Both canonical forms of the store's state, from which the path and the values come.
  package var states: [Data]

  package init(_ divergence: Divergence) {
    evidence = divergence.evidence
    (step, action, store) = (divergence.step, divergence.action, divergence.store)
    states = divergence.states.map { Data($0) }
  }

  /// The divergence with its path and values.
  package func divergence() throws -> Divergence {
    var divergence = Divergence(
      evidence: evidence, step: step, action: action, store: store, path: nil, values: (nil, nil))
    if states.count == 2, let store {
      try divergence.show([UInt8](states[0]), [UInt8](states[1]), in: store)
    }
    return divergence
  }
}
