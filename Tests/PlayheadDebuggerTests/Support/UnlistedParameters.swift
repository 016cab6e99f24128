@testable import PlayheadDebugger

/// The names of a command's parameters that it declares and does not list, which would stop it when
/// it asks for their values, and of those it lists twice.
func misplacedParameters(of command: any Command) -> [String] {
  let listed = command.parameters.map(\.spec.name)
  let declaring: Any = (command as? ShellCommand)?.command ?? command
  let declared = Mirror(reflecting: declaring).children
    .compactMap { ($0.value as? any ParameterDeclaration)?.spec.name }
  let twice = listed.filter { name in listed.count { $0 == name } > 1 }
  return declared.filter { !listed.contains($0) } + twice
}
