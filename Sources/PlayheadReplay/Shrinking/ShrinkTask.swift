package import PlayheadCoding
package import PlayheadLog

/// A log whose sessions are to be made smaller.
package struct ShrinkTask: Codable, Sendable {
  /// What a worker tells of each session.
  package enum Question: Codable, Sendable, Hashable {
    /// Whether a condition holds at its end.
    case holds(String)
    /// What the state of a store is there.
    case state(of: String)
    /// The same, and what it is after encoding and decoding it.
    case renewedState(of: String)
    /// What the state of a store was before its last action, and what that very state is behind it.
    case formerState(of: String)
    /// Nothing: it is played only.
    case none
  }

  /// Where it is.
  package var log: WorkerTask
  /// The actions of which sessions are parts.
  package var run: ClosedRange<Step>
  package var question: Question

  /// A run of a log, and what is asked of parts of it.
  package init(_ log: WorkerTask, run: ClosedRange<Step>, _ question: Question) {
    (self.log, self.run, self.question) = (log, run, question)
  }
}

/// What the state of a store is at a session's end.
package struct SessionOutcome: Codable, Sendable, Hashable {
  package var state: Digest
  /// What should be the same; the state itself where only that was asked for.
  package var twin: Digest
}
