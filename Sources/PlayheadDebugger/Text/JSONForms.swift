package import PlayheadInspector
package import PlayheadLog
package import PlayheadReplay
package import PlayheadValues

// What answers have in common, as JSON. The members of an answer are the properties of its type.

extension Step: HasJSONForm {
  package var jsonForm: UInt64 { number }
}

private struct StepRange: Encodable {
  let first: Step
  let last: Step
}

extension ClosedRange: HasJSONForm where Bound == Step {
  package var jsonForm: some Encodable { StepRange(first: lowerBound, last: upperBound) }
}

extension Diff: HasJSONForm {
  /// A JSON Patch.
  package var jsonForm: Value { jsonPatch.value }
}

extension DiffRequest.Difference: HasJSONForm {
  package var jsonForm: Value { patch }
}

extension PlayheadReplay.Answer: HasJSONForm {
  /// The value of an expression. JSON has no numbers that are not finite.
  package var jsonForm: JSON {
    get throws {
      switch self {
      case .null: .text("null")
      case .integer(let number): try JSON(number)
      case .real(let number): number.isFinite ? try JSON(number) : .text("null")
      case .text(let text): try JSON(text)
      case .json(let text): .text(text)
      case .bytes(let bytes): try JSON(bytes)
      }
    }
  }
}

// MARK: - Parts of a log

/// An action of a log or a branch. One of a branch has its step in the recording, but no outcome, which is unknown.
private struct ActionAnswer: Encodable {
  let step: Step
  /// The step in the recording; `null` for an inserted action.
  @IfPresent var recorded: Step??
  let offset: Int64
  let time: String
  let type: String
  let version: Int
  let payload: Value
  let cause: Step?
  @IfPresent var handled: Bool?
  @IfPresent var changed: [String]?
  @IfPresent var nanoseconds: Int64?
  @IfPresent var mayHaveChanged: [String]?
  @IfPresent var edited: Bool?

  init(_ action: ActionRecord) {
    (step, offset, payload, cause) = (action.step, action.offset, action.payload, action.cause)
    time = Format.wallTime(nanoseconds: action.wallTime)
    (type, version) = (action.type.name, action.type.version)
    recorded = action.origin.map(\.action.step)
    edited = action.origin.map { $0.isEdited && $0.action.step != nil }
    let outcome = action.outcome
    handled = outcome?.isHandled
    changed = outcome?.changed
    nanoseconds = outcome?.nanoseconds
    mayHaveChanged = outcome.flatMap { $0.mayHaveChanged.isEmpty ? nil : $0.mayHaveChanged }
  }
}

extension ActionRecord: HasJSONForm {
  package var jsonForm: some Encodable { ActionAnswer(self) }
}

private struct NoteAnswer: Encodable {
  let note: String
  let step: Step
  let offset: Int64
  let time: String
}

extension NoteRecord: HasJSONForm {
  package var jsonForm: some Encodable {
    NoteAnswer(
      note: text, step: step, offset: offset, time: Format.wallTime(nanoseconds: wallTime))
  }
}

private struct GapAnswer: Encodable {
  let gap: String
  let first: Step
  let last: Step
  let detail: String
}

extension GapRecord: HasJSONForm {
  package var jsonForm: some Encodable {
    GapAnswer(gap: reason, first: steps.lowerBound, last: steps.upperBound, detail: detail)
  }
}

private struct ResumptionAnswer: Encodable {
  let resumption: String
  let step: Step
  let from: Step
}

extension ResumptionRecord: HasJSONForm {
  package var jsonForm: some Encodable {
    ResumptionAnswer(resumption: "earlierStep", step: step, from: origin)
  }
}

private struct StoreChangeAnswer: Encodable {
  struct Stores: Encodable {
    let added: [String]
    let removed: [String]
  }

  let stores: Stores
  let step: Step
}

extension StoreChange: HasJSONForm {
  package var jsonForm: some Encodable {
    StoreChangeAnswer(stores: .init(added: added, removed: removed), step: step)
  }
}

private struct UnshownAnswer: Encodable {
  let unshown: String
  let first: Step
  let last: Step
  let store: String
}

extension UnshownState: HasJSONForm {
  package var jsonForm: some Encodable {
    UnshownAnswer(
      unshown: reason, first: steps.lowerBound, last: steps.upperBound, store: store)
  }
}

// MARK: - What is wrong

/// A crash of a store, with the type of its action if that is known.
struct CrashAnswer: Encodable {
  let step: Step
  let action: String?
  let store: String?
  let kind: KnownCrash.Kind
  let reason: String
  let file: String?
  let line: Int?
  let function: String?

  init(_ crash: KnownCrash, _ type: ActionType?) {
    (step, action, store) = (crash.step, type?.name, crash.store)
    (kind, reason) = (crash.kind, crash.reason)
    (file, line, function) = (
      crash.location?.file, crash.location?.line, crash.location?.function
    )
  }

  /// The crash that an error is about; nil for other errors.
  init?(in error: any Error) {
    guard let known = knownCrash(in: error) else { return nil }
    self.init(known.crash, known.type)
  }
}

/// An error, of a command or of one log of several.
struct ErrorAnswer: Encodable {
  @IfPresent var log: String? = nil
  let error: String
  @IfPresent var code: Int32? = nil
  @IfPresent var crash: CrashAnswer? = nil
}
