/// The whole help as one page for `man`, in the macros of man(7).
struct ManualPage {
  let tool: CommandLineTool
  let commands: [any Command]

  var text: String {
    var page = Roff()
    page.macro("TH", [tool.name.uppercased(), "1", "", "\(tool.name) \(PlayheadCommand.version)"])
    page.macro("SH", ["NAME"])
    page.text(
      "\(tool.name) - \(tool.summary.prefix(1).lowercased())\(tool.summary.dropFirst().dropLast())")
    page.macro("SH", ["SYNOPSIS"])
    page.text(
      ([tool.name] + ToolParameters.all.map(\.usage) + ["COMMAND [ARGUMENTS]"]).joined(
        separator: " "))
    page.macro("SH", ["OPTIONS"])
    for spec in ToolParameters.all { page.item(spec.label, spec.help) }
    page.macro("SH", ["COMMANDS"])
    for command in commands { add(command, of: tool.name, to: &page) }
    if commands.contains(where: { $0 is DebugCommand }) { addDebugger(to: &page) }
    for topic in tool.topics {
      page.macro("SH", [topic.name == "exit" ? "EXIT STATUS" : topic.name.uppercased()])
      page.text(topic.summary)
      for entry in topic.entries { page.item(entry.term, entry.meaning) }
    }
    return page.lines.joined(separator: "\n") + "\n"
  }

  private func addDebugger(to page: inout Roff) {
    page.macro("SH", ["DEBUGGER COMMANDS"])
    page.text("The commands in a session of '\(tool.name) debug'.")
    for command in REPLCommands.all {
      add(command, of: nil, to: &page)
      guard !command.aliases.isEmpty else { continue }
      page.macro("PP")
      page.text("\(command.aliases.map { "'\($0)'" }.joined(separator: " or ")) means the same.")
    }
  }

  /// Adds the page of a command of `tool`, or of the debugger if that is nil.
  private func add(_ command: any DeclaredCommand, of tool: String?, to page: inout Roff) {
    func words(_ rest: [String]) -> String {
      ([tool].compactMap(\.self) + rest).joined(separator: " ")
    }
    let specs = (command.parameters + CommonParameters.declarations).map(\.spec)
    page.macro("SS", [command.name])
    page.text(words([command.name] + specs.map(\.usage)))
    for paragraph in [command.summary] + command.details {
      page.macro("PP")
      page.text(paragraph)
    }
    for spec in specs {
      let term = spec.isNamed ? Help.optionTerm(spec) : spec.name
      page.item(String(term.trimmingPrefix(while: \.isWhitespace)), spec.help)
    }
    for example in command.examples {
      page.item(words([example.words]), example.meaning)
    }
  }
}

private struct Roff {
  private(set) var lines: [String] = []

  mutating func macro(_ name: String, _ words: [String] = []) {
    lines.append(
      ([".\(name)"] + words.map { "\"\(escaped($0).replacing("\"", with: "\\(dq"))\"" }).joined(
        separator: " "))
  }

  mutating func text(_ text: String) {
    // roff takes a line that begins with one of these for a macro.
    let escaped = escaped(text)
    lines.append([".", "'"].contains(escaped.prefix(1)) ? "\\&" + escaped : escaped)
  }

  mutating func item(_ term: String, _ meaning: String) {
    macro("TP")
    macro("B", [term])
    text(meaning)
  }

  private func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\n", with: " ")
  }
}
