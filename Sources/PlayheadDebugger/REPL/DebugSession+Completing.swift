import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension DebugSession {
  /// The number of actions to search while you wait.
  private static let near = 4_096

  /// The completions of `line`, which ends at the cursor.
  func completion(of line: String) -> Completion {
    let (name, rest) = LineWords.parts(of: String(line.drop(while: \.isWhitespace)))
    let typed = rest.isEmpty ? name : String(LineWords.last(of: rest))
    let words = rest.isEmpty ? commandNames(name) : completions(of: typed, in: rest, name)
    // What follows a part of a word is up to you.
    let isWhole = words.count == 1 && words[0].last == " "
    return Completion(
      of: typed, words.map { $0.last == " " ? String($0.dropLast()) : $0 },
      end: isWhole ? " " : nil)
  }

  /// The commands, and an alias that is typed in full.
  private func commandNames(_ typed: String) -> [String] {
    let aliases = REPLCommands.all.flatMap(\.aliases).filter { $0 == typed }
    return (REPLCommands.all.map(\.name) + aliases).filter { $0.hasPrefix(typed) }.map { $0 + " " }
  }

  private func completions(of typed: String, in rest: Substring, _ name: String) -> [String] {
    guard let command = try? REPLCommands.named(name) else { return [] }
    return Completer { _ in self }.completions(
      of: typed, after: LineWords.split(rest.dropLast(typed.count)),
      for: (command.parameters + CommonParameters.declarations).map(\.spec))
  }

  /// The words of a kind that only a session has. `before` is the word before.
  func words(_ kind: CompletionKind, _ typed: String, _ before: String?) -> [String] {
    switch kind {
    case .command:
      (REPLCommands.all.map(\.name) + HelpREPLCommand.topics.map(\.name)).map { $0 + " " }
    case .breakpoint: (stopPoints.map { String($0.number) } + ["all"]).map { $0 + " " }
    case .appActionType: log.typeNames(appActionTypes, completing: typed).map { $0 + " " }
    case .payloadPath:
      currentPayload.map { payload in
        StatePath.completions(of: typed) { path, _ in payload.value(at: path)?.components ?? [] }
      } ?? []
    case .payloadValue: payloadText(at: before)
    case .payload: payloadText(ofType: before)
    default: []
    }
  }

  var currentPayload: Value? { try? currentAction()?.payload }

  /// The value at a path of the current action's payload, as JSON.
  private func payloadText(at place: String?) -> [String] {
    guard let path = place.flatMap({ try? StatePath($0) }) else { return [] }
    return [currentPayload?.value(at: path)?.json].compactMap(\.self)
  }

  /// The payload of the last action of a type, as JSON. Searches only the ``near`` last actions.
  func payloadText(ofType name: String?) -> [String] {
    guard let name else { return [] }
    var step = position
    for _ in 0..<Self.near {
      guard step > log.initialStep, let action = try? log.entry(at: step) else { return [] }
      if action.type.name == name || action.type.name.hasSuffix(".\(name)") {
        return [try? action.payload().json].compactMap(\.self)
      }
      step = Step(step.number - 1)
    }
    return []
  }

  /// The app's types, and the cases of its enums that the log has.
  private var appActionTypes: [String] {
    let types = (try? inspector.ask(AppRequest()))?.actionTypes ?? []
    return types
      + log.types.map(\.name).filter { name in types.contains { name.hasPrefix("\($0).") } }
  }
}
