import Foundation
import PlayheadInspector
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

/// Answers questions about a log for another process, by the stores of this one.
final class QuestionService {
  /// So often it tells how far it is: often enough to be seen to move, and not to be taken for a handler that never ends.
  private static let interval = Duration.milliseconds(50)
  /// So many events come between two looks at the clock.
  private static let stride = 64

  private let apps: Apps
  private let memory: SharedMemory?
  /// About the log that was asked about last.
  private var inspector: (about: WorkerTask, inspector: Inspector)?

  init(_ apps: Apps, _ memory: SharedMemory?) {
    (self.apps, self.memory) = (apps, memory)
    // Ctrl-C is for whoever asks.
    signal(SIGINT, SIG_IGN)
  }

  /// Answers the question of a number. Events and parts go to `tell`.
  func answer(
    _ bytes: Data, _ number: UInt64, about task: WorkerTask,
    _ tell: (WorkerAnswer) throws -> Void
  ) -> WorkerAnswer {
    do {
      let question = try CompactDecoder().decode(Question.self, from: bytes)
      let inspector = try inspector(about: task)
      let answer = try withoutActuallyEscaping(tell) { tell in
        inspector.onEvent = telling(number, tell)
        defer { inspector.onEvent = { _ in } }
        return try question.answer(from: inspector, [FixtureRequest.self]) { try tell(.part($0)) }
      }
      guard let answer else { throw WorkerError.misunderstood }
      return .answered(answer)
    } catch {
      if let fault = error as? IndexFault, fault.file != nil { inspector?.inspector.discardIndex() }
      let refusal = (try? CompactEncoder().encode(Refusal(error))) ?? Data()
      return .refused(refusal)
    }
  }

  private func inspector(about task: WorkerTask) throws -> Inspector {
    if let inspector, inspector.about == task { return inspector.inspector }
    inspector = nil
    let log =
      try task.bytes.map { try LogReader(bytes: [UInt8]($0), name: task.log) }
      ?? LogReader(path: task.log)
    if let mark = task.mark, try !log.goesOn(from: mark) {
      throw CommandFailure.logReplaced(path: log.name)
    }
    guard let app = apps.recorder(of: log) else { throw apps.unknownApp(of: log) }
    let made = try apps.explaining(log) { try Inspector(log, of: app, reading: task.reading) }
    inspector = (task, made)
    return made
  }

  /// Tells of events, of progress now and then, and stops the work where nobody wants it any more.
  private func telling(
    _ number: UInt64, _ tell: @escaping (WorkerAnswer) throws -> Void
  ) -> (InspectorEvent) throws -> Void {
    var (events, last) = (0, ContinuousClock.now)
    return { [memory] event in
      if memory?.cancelled == number { throw Interruption() }
      if case .progress = event {
        events += 1
        guard events % Self.stride == 0 || events == 1 else { return }
        let now = ContinuousClock.now
        guard now - last >= Self.interval else { return }
        last = now
      }
      try tell(.event(try CompactEncoder().encode(event)))
    }
  }
}

/// Why a question has no answer, on its way to whoever asked it.
enum Refusal: Error, Codable {
  /// It was not wanted any more.
  case interrupted
  /// There is nothing to answer.
  case inspector(InspectorError)
  /// A store is known to trap on the way.
  case traps(KnownTrap, ActionType?)
  /// The index in a file is damaged, and was taken away.
  case index(String, cause: String)
  /// Anything else, in a sentence.
  case other(StyledText, code: Int32)

  init(_ error: any Error) {
    switch error {
    case is Interruption: self = .interrupted
    case let error as InspectorError: self = .inspector(error)
    case ReplayError.traps(let trap, let type): self = .traps(trap, type)
    case let fault as IndexFault where fault.file != nil:
      self = .index(fault.file ?? "", cause: "\(fault.cause)")
    default:
      let code = (error as? any ErrorWithExitCode)?.exitCode ?? .unusable
      self = .other(sentence(of: error), code: code.rawValue)
    }
  }

  /// What is thrown where it was asked.
  var error: any Error {
    switch self {
    case .interrupted: Interruption()
    case .inspector(let error): error
    case .traps(let trap, let type): ReplayError.traps(trap, type)
    case .index, .other: self
    }
  }
}

extension Refusal: ErrorWithExitCode, ErrorInLines {
  var text: StyledText {
    switch self {
    case .other(let sentence, _): sentence
    case .index(let file, let cause):
      "the index '\(file)' was damaged (\(cause)); ask again, and it is made again"
    case .interrupted, .inspector, .traps: sentence(of: error)
    }
  }

  var exitCode: ExitCode {
    if case .other(_, let code) = self { ExitCode(rawValue: code) ?? .unusable } else { .badAnswer }
  }
}
