package import PlayheadReading
import PlayheadLog
package import PlayheadReplay
import PlayheadValues

extension ActionSource {
  /// What `condition` names and is not there, perhaps because it is misspelled: types without their modules, and
  /// paths that the replay's state lacks.
  package func unresolvedNames(in condition: Condition, _ replay: Replay?) -> [InspectorError] {
    shortTypes(in: condition) + (replay?.unresolvedNames(in: condition) ?? [])
  }

  /// The types that `condition` has in quotation marks without their modules or cases, for which it never holds.
  private func shortTypes(in condition: Condition) -> [InspectorError] {
    guard condition.columns.contains(.type) else { return [] }
    var known: Set<String> = []
    var found: [InspectorError] = []
    for type in types {
      for name in type.name.parts where name != type.name {
        // As a whole, or with a pattern of 'like' after it, which may hold for the beginning of a name.
        let ends = type.name.hasPrefix(name) ? ["'"] : ["'", "%", ".%"]
        guard ends.contains(where: { condition.text.contains("'\(name)\($0)") }),
          known.insert(name).inserted
        else { continue }
        let whole = type.name.through(name)
        let isEnum = types.filter { $0.name.hasPrefix("\(whole).") }.count > 1
        found.append(.shortType(name, meant: isEnum ? "\(whole).%" : type.name))
      }
    }
    return found
  }
}

extension Replay {
  /// The paths of `condition` that the current state lacks, with the nearest parts.
  fileprivate func unresolvedNames(in condition: Condition) -> [InspectorError] {
    guard position > log.initialStep, let state = try? state() else { return [] }
    return condition.paths.filter { state.value(at: $0) == nil }
      .map { state.missing($0, position) }
  }
}

extension String {
  /// The parts of a name with dots that follow one another: `a.b.c` has `a`, `a.b`, `a.b.c`, `b`, `b.c` and `c`.
  fileprivate var parts: [String] {
    let words = split(separator: ".")
    return words.indices.flatMap { start in
      words.indices[start...].map { words[start...$0].joined(separator: ".") }
    }
  }
}
