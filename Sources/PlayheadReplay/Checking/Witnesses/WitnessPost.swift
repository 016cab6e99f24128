/// A place for a witness: where one has ended, or says nothing any more, another takes its place.
package final class WitnessPost: WitnessChannel {
  /// How long a witness here may say nothing while it is to answer; nil for as long as it takes.
  package var limit: Duration? { didSet { witness?.limit = limit } }

  private let hire: () throws -> any WitnessChannel
  private var witness: (any WitnessChannel)?
  /// Whether it can be asked about smaller sessions.
  private var isReady = false

  /// A post that nobody is at. `hire` gives a new witness each time.
  package init(limit: Duration? = nil, hire: @escaping () throws -> any WitnessChannel) {
    (self.limit, self.hire) = (limit, hire)
  }

  /// Makes sure that somebody is here; throws what hiring does.
  package func man() throws {
    guard witness == nil else { return }
    let witness = try hire()
    witness.limit = limit
    self.witness = witness
  }

  /// Sends whoever is here away: a witness that is not understood, or is to be another one.
  package func dismiss() { (witness, isReady) = (nil, false) }

  /// Makes sure that somebody is here who plays parts of the log of `task`; takes as long as it takes.
  func makeReady(for task: ShrinkTask) throws {
    try man()
    guard !isReady else { return }
    let limit = self.limit
    self.limit = nil
    defer { self.limit = limit }
    guard case .ready = try result(of: .shrink(task)) else { throw WitnessError.misunderstood }
    isReady = true
  }

  package func ask(_ request: WitnessRequest) throws {
    try dismissingWhoFails { try $0.ask(request) }
  }

  package func answer() throws -> WitnessAnswer {
    let answer = try dismissingWhoFails { try $0.answer() }
    // The process that goes on knows of no log.
    if case .trapped = answer { isReady = false }
    return answer
  }

  private func dismissingWhoFails<Result>(
    _ body: (any WitnessChannel) throws -> Result
  ) throws -> Result {
    guard let witness else { throw WitnessError.lost(reason: "it had ended before") }
    do {
      return try body(witness)
    } catch {
      dismiss()
      throw error
    }
  }
}
