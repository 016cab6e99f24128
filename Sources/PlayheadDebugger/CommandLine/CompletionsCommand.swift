import PlayheadReading
import PlayheadInspector
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

  let examples = [
    Example("completions bash", "in '~/.bashrc': eval \"$(playhead completions bash)\""),
    Example(
      "completions zsh", "in '~/.zshrc', after 'compinit': eval \"$(playhead completions zsh)\""),
    Example(
      "completions fish", "in '~/.config/fish/config.fish': playhead completions fish | source"),
  ]

  enum Shell: String, CaseIterable, Encodable {
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
    try console.show(CompletionAnswer(shell: shell, script: script)) {
      for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
        try console.print("\(String(line))")
      }
    }
    return .good
  }
}

private struct CompletionAnswer: Encodable {
  let shell: CompletionsCommand.Shell
  let script: String
}

/// Completes a shell's line.
struct ShellCompleter {
  /// The first argument of a call from a shell's script.
  static let word = "--complete"

  let tool: CommandLineTool
  let console: Console

  /// Prints the completions of the last of `words`, one per line. Prints nothing where the shell completes a
  /// file name.
  func complete(_ words: ArraySlice<String>) throws {
    for word in try completions(of: words.last ?? "", after: words.dropLast()) {
      try console.print("\(word)")
    }
  }

  /// With '--app', the other executable does that.
  private func completions(of typed: String, after words: ArraySlice<String>) throws -> [String] {
    var words = words
    let completer = Completer(context: context)
    while let spec = ToolParameters.all.first(where: { $0.names.contains(words.first ?? "") }) {
      words = words.dropFirst()
      guard case .option = spec.place else { continue }
      guard let value = words.popFirst() else {
        return completer.words(spec.completion, typed)
      }
      if spec == ToolParameters.app {
        throw try AppExecutable.run([value, Self.word] + words + [typed], console)
      }
    }
    if let command = tool.commands.first(where: { words.starts(with: $0.nameWords) }) {
      return completer.completions(
        of: typed, after: words.dropFirst(command.nameWords.count),
        for: (command.parameters + CommonParameters.declarations).map(\.spec)
          + [ToolParameters.color, ToolParameters.noPager])
    }
    if words.isEmpty, typed.hasPrefix("-") {
      return completer.options(typed, ToolParameters.all)
    }
    return completer.words(.words(nextWords(ofNames: words)), typed)
  }

  /// The next words of commands' names that begin with these.
  private func nextWords(ofNames words: ArraySlice<String>) -> [String] {
    let commands = tool.commands.map(\.nameWords)
    let names =
      commands + [["help"]] + commands.map { ["help"] + $0 }
      + REPLCommands.all.map { ["help", "debug", $0.name] }
    return names.filter { $0.starts(with: words) && $0.count > words.count }
      .map { $0[words.count] }
  }

  private func context(of call: PartialCall) -> CommandContext? {
    // A pipe would wait for its writer.
    guard let path = call.word(of: .log), (try? FileSource(regular: path)) != nil,
      let log = try? LogReader(path: path)
    else { return nil }
    return CommandContext(log, tool.apps, .usual, console)
  }
}
