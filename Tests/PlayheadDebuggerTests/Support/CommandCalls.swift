/// How each command of the tool is called about a log; a new command needs a line here.
enum CommandCalls {
  /// What the calls name.
  struct Files {
    let log: String
    /// What `record` reads.
    let input: String
    /// A file or a folder that is not there yet.
    let output: String
    /// The executable of another build.
    let build: String
    let app: String
  }

  /// The words of each call, behind those of the command's name.
  static let all: [String: @Sendable (Files) -> [String]] = [
    "record": { ["-i", $0.input, "-o", $0.output, "--", $0.app] },
    "info": { [$0.log] },
    "log": { [$0.log, "--print", "payload"] },
    "show": { [$0.log, "1"] },
    "state": { [$0.log, "end"] },
    "diff": { [$0.log, "0..3"] },
    "view": { [$0.log] },
    "history": { [$0.log, "caret"] },
    "blame": { [$0.log] },
    "bisect": { [$0.log, "--where", "step > 1"] },
    "check": { [$0.log] },
    "compare": { [$0.log, "--with", $0.build] },
    "compat": { [$0.log] },
    "verify": { [$0.log] },
    "recover": { [$0.log, "-o", $0.output] },
    "pack": { [$0.log, "-o", $0.output] },
    "cut": { [$0.log, "1..2", "-o", $0.output] },
    "shrink": { [$0.log, "--where", "step > 0", "-o", $0.output] },
    "debug": { [$0.log] },
    "page": { [$0.log, "-o", $0.output] },
    "serve": { [$0.log] },
    "live": { [$0.log] },
    "export": { [$0.log, "--as", "perfetto", "-o", $0.output] },
    "fixture add": { [$0.log, "--name", "kept", "--in", $0.output] },
    "fixture check": { [$0.log] },
    "fixture update": { [$0.log] },
    "corpus merge": { [$0.log] },
    "corpus pack": { [$0.log, "-o", $0.output] },
    "completions": { [$0.log] },
    "help": { [$0.log] },
  ]
}
