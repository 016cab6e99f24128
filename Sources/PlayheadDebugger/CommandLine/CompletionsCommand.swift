import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `completions`: prints a shell script that completes the tool's words.
struct CompletionsCommand: Command {
  let name = "completions"
  let summary =
    "Prints a script that lets a shell complete commands, options, types, steps and paths."
  let details = [
    "Add the example for your shell to its startup file. Action types, steps and paths come from the log on the line."
  ]

  let shell = Parameter.argument(
    "SHELL", .name(of: "shell", among: Shell.allCases.map(\.rawValue)),
    "The shell: 'bash', 'zsh' or 'fish'.")
  var parameters: [any ParameterDeclaration] { [shell] }

  let examples = [
    Example("completions bash", "in '~/.bashrc': eval \"$(playhead completions bash)\""),
    Example(
      "completions zsh", "in '~/.zshrc', after 'compinit': eval \"$(playhead completions zsh)\""),
    Example(
      "completions fish", "in '~/.config/fish/config.fish': playhead completions fish | source"),
  ]

  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The script for a tool. The script calls the tool with `--complete`, the words before the cursor, and
    /// the word to complete, which may be empty. The tool prints a complete word with a space after it.
    func script(for tool: String) -> String {
      let function =
        "_" + tool.unicodeScalars.map { $0.isLetterOrDigit ? String($0) : "_" }.joined()
      return switch self {
      case .bash:
        #"""
        \#(function)() {
          local line=${COMP_LINE:0:COMP_POINT} word rest space quote= typed= count=0
          local -a words=()
          COMPREPLY=()
          # Joins what bash takes for several words, as in '-t=Un'; bash replaces only the last of these.
          for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
            rest=${line#"${line%%[![:space:]]*}"}
            if ((count)) && [[ $line && $rest == "$line" ]]; then
              typed=${words[count - 1]}
              words[count - 1]+=$word
              [[ $word != [=:] ]] || typed=${words[count - 1]}
            else
              words[count++]=$word typed=
            fi
            line=${rest#"$word"}
          done
          for ((count = 1; count < ${#words[@]}; count++)); do
            word=${words[count]} quote=
            case $word in
            [\"\']*) quote=${word:0:1} word=${word:1} word=${word%"$quote"} ;;
            *) word=${word//\\/} ;;
            esac
            words[count]=${word/#\~\//$HOME/}
          done
          typed=${typed//\\/}
          while IFS= read -r word; do
            space=
            [[ $word != *' ' || $quote ]] || space=' '
            word=${word% } word=${word#"$typed"}
            case $quote in
            \") word=$(sed 's/[\\"$`]/\\&/g' <<<"$word") ;;
            \') word=${word//\'/\'\\\'\'} ;;
            *) printf -v word %q "$word" ;;
            esac
            COMPREPLY+=("$word$space")
          done < <("${COMP_WORDS[0]}" --complete "${words[@]:1}" 2>/dev/null)
          if ((${#COMPREPLY[@]})); then compopt -o nospace; fi
        }
        complete -o default -F \#(function) \#(tool)
        """#
      case .zsh:
        #"""
        \#(function)() {
          local command=$words[1] word=${${(Q)PREFIX}#[\"\']}
          local -a words=("${(@)${(@Q)words[2,CURRENT-1]}/#\~\//$HOME/}" "$word") whole parts
          while IFS= read -r word; do
            if [[ $word == *' ' ]]; then whole+=("${word% }"); else parts+=("$word"); fi
          done < <("$command" --complete "$words[@]" 2>/dev/null)
          (( $#whole )) && compadd -- $whole
          (( $#parts )) && compadd -S '' -- $parts
          (( $#whole + $#parts )) || { compset -P '*='; _files }
        }
        compdef \#(function) \#(tool)
        """#
      case .fish:
        #"""
        function \#(function)
          set -l words (commandline -opc) (commandline -ct | string replace -r '^["\']' '' | string unescape)
          set -l found ($words[1] --complete (string replace -r '^~/' "$HOME/" -- $words[2..]) 2>/dev/null)
          if set -q found[1]
            string trim --right -- $found
          else
            __fish_complete_path $words[-1]
          end
        end
        complete -c \#(tool) -f -a '(\#(function))'
        """#
      }
    }
  }

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    guard let shell = Shell(rawValue: arguments[shell]) else { return .unusable }
    let script = shell.script(for: toolFileName)
    try console.show(["shell": shell.rawValue, "script": script]) {
      for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
        try console.print("\(String(line))")
      }
    }
    return .good
  }
}

/// Completes a shell's line.
struct ShellCompleter {
  /// The first argument of a call from a shell's script.
  static let word = "--complete"

  let tool: CommandLineTool
  let console: Console

  /// Prints the completions of the last of `words`, one per line. Prints nothing where the shell completes a
  /// file name.
  func complete(_ words: [String]) throws {
    let typed = words.last ?? ""
    for word in completions(of: typed, behind: words.dropLast()) where word.hasPrefix(typed) {
      try console.print("\(word)")
    }
  }

  private func completions(of typed: String, behind words: ArraySlice<String>) -> [String] {
    var words = words
    while let spec = ToolParameters.all.first(where: { $0.names.contains(words.first ?? "") }) {
      words = words.dropFirst()
      guard case .option = spec.place else { continue }
      guard !words.isEmpty else {
        return completions(of: typed, as: spec.completion, Line(specs: [], positional: []))
      }
      words = words.dropFirst()
    }
    let named = tool.commands.filter { words.starts(with: $0.nameWords) }
    guard let command = named.first else {
      let commands = tool.commands.map(\.nameWords)
      // The next word of a command's name.
      let names =
        commands + [["help"]] + commands.map { ["help"] + $0 }
        + REPLCommands.all.map { ["help", "debug", $0.name] }
      let next = names.filter { $0.starts(with: words) && $0.count > words.count }
        .map { $0[words.count] + " " }
      let options = words.isEmpty && typed.hasPrefix("-") ? ToolParameters.all : []
      if let values = values(in: typed, of: options, Line(specs: [], positional: [])) {
        return values
      }
      return unique(next) + options.flatMap(\.names).map { $0 + " " }
    }
    return completions(of: typed, behind: words.dropFirst(command.nameWords.count), of: command)
  }

  private func completions(
    of typed: String, behind words: ArraySlice<String>, of command: any Command
  ) -> [String] {
    let specs =
      (command.parameters + CommonParameters.declarations).map(\.spec)
      + [ToolParameters.color, ToolParameters.noPager]
    var positional: [String] = []
    var waiting: ParameterSpec?
    var isBehindDashes = false
    for word in words {
      if waiting != nil {
        waiting = nil
      } else if word == "--" {
        isBehindDashes = true
      } else if let spec = specs.first(where: { $0.names.contains(word) }) {
        if case .option = spec.place { waiting = spec }
      } else {
        positional.append(word)
      }
    }
    let line = Line(specs: specs, positional: positional)
    if let waiting { return completions(of: typed, as: waiting.completion, line) }
    if isBehindDashes {
      let spec = specs.first { $0.place == .behindDashes }
      return completions(of: typed, as: spec?.completion ?? .none, line)
    }
    if typed.hasPrefix("-") {
      return values(in: typed, of: specs, line) ?? specs.flatMap(\.names).map { $0 + " " }
    }
    let places = specs.filter { $0.place == .positional }
    guard let spec = places.dropFirst(positional.count).first ?? places.last else { return [] }
    return completions(of: typed, as: spec.completion, line)
  }

  /// The completions of `--option=value`; `nil` for other words.
  private func values(in typed: String, of specs: [ParameterSpec], _ line: Line) -> [String]? {
    guard let end = typed.firstIndex(of: "=") else { return nil }
    let spec = specs.first { $0.names.contains(String(typed[..<end])) }
    let value = String(typed[typed.index(after: end)...])
    return completions(of: value, as: spec?.completion ?? .none, line).map { typed[...end] + $0 }
  }

  /// The part of the line before the word.
  private struct Line {
    let specs: [ParameterSpec]
    let positional: [String]

    /// The word for the parameter with this kind of completion.
    func word(of kind: CompletionKind) -> String? {
      let places = specs.filter { $0.place == .positional }
      return zip(places, positional).first { $0.0.completion == kind }?.1
    }
  }

  private func completions(
    of typed: String, as kind: CompletionKind, _ line: Line
  ) -> [String] {
    // A pipe would wait for its writer.
    func log() -> LogReader? {
      line.word(of: .log).flatMap {
        (try? FileSource(regular: $0)) == nil ? nil : try? LogReader(path: $0)
      }
    }
    switch kind {
    case .words(let known): return known.map { $0 + " " }
    case .actionType:
      guard let log = log() else { return [] }
      return unique(log.typeNames(log.types.map(\.name), completing: typed).map { $0 + " " })
    case .step: return steps(of: log()).map { $0 + " " }
    case .rangeOrPath where !typed.contains(".."):
      return steps(of: log()) + completions(of: typed, as: .path, line)
    case .range, .rangeOrPath:
      let end = typed.ranges(of: "..").last.map { String(typed[..<$0.upperBound]) } ?? ""
      return steps(of: log()).map { end + $0 }
    case .path: return log().map { paths(for: typed, in: $0, line) } ?? []
    default: return []
    }
  }

  private func steps(of log: LogReader?) -> [String] {
    ["end"] + (log.map { ["\($0.initialStep)", "\($0.lastStep)"] } ?? [])
  }

  private func unique(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }

  /// The paths of the state at the step in the line, or at the end of the log.
  private func paths(for typed: String, in log: LogReader, _ line: Line) -> [String] {
    guard let apps = tool.apps, apps.recorder(of: log) != nil,
      let stores = try? apps.inspector(of: log, .usual, console)
    else { return [] }
    let step = line.word(of: .step).flatMap {
      try? StepExpression(parsing: $0).resolve(in: log.scope)
    }
    return stores.inspector.paths(
      for: typed, at: step ?? log.lastStep, stores.host, within: Self.completionLimit)
  }

  /// How long Tab may take in a shell, where a process has to start first.
  private static let completionLimit = Duration.seconds(1)
}
