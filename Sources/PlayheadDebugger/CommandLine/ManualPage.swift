/// The whole help as one page for `man`, in the macros of man(7).
struct ManualPage {
  private let tool: CommandLineTool
  private let commands: [any Command]

  init(of tool: CommandLineTool, _ commands: [any Command]) {
    (self.tool, self.commands) = (tool, commands)
  }

  var text: String {
    var page = Roff()
    page.macro("TH", [tool.name.uppercased(), "1", "", "\(tool.name) \(tool.version)"])
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
    for command in commands { add(command, to: &page) }
    for topic in tool.topics {
      page.macro("SH", [topic.name == "exit" ? "EXIT STATUS" : topic.name.uppercased()])
      page.text(topic.summary)
      for entry in topic.entries { page.item(entry.term, entry.meaning) }
    }
    return page.lines.joined(separator: "\n") + "\n"
  }

  private func add(_ command: any Command, to page: inout Roff) {
    let specs = (command.parameters + CommonParameters.declarations).map(\.spec)
    page.macro("SS", [command.name])
    page.text(([tool.name, command.name] + specs.map(\.usage)).joined(separator: " "))
    for paragraph in [command.summary] + command.details {
      page.macro("PP")
      page.text(paragraph)
    }
    for spec in specs {
      page.item(spec.isNamed ? Help.optionTerm(spec).trimmed : spec.name, spec.help)
    }
    for example in command.examples {
      page.item("\(tool.name) \(example.words)", example.meaning)
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

extension String {
  fileprivate var trimmed: String { String(drop(while: \.isWhitespace)) }
}
