import FluxTesting
import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// What a shell gets that asks how a line may go on.
@Suite struct ShellCompletionTests {
  private func completions(_ line: String) throws -> [String] {
    let desk = try Desk.forREPL()
    // What ends with a space goes on with an empty word.
    let words = desk.words(of: line) + (line.hasSuffix(" ") ? [""] : [])
    let terminal = MemoryTerminal()
    let tool = PlayheadCommand.tool(named: "playhead", apps: desk.apps)
    _ = tool.run(["--complete"] + words, Console(terminal))
    return terminal.outputText.split(separator: "\n").map(String.init)
  }

  @Test(
    arguments: [
      ("sta", ["state "]), ("fixture ", ["add ", "check ", "update "]),
      ("log likes.playhead -t Set", ["SetLike "]), ("log -t Li", []),
      ("log likes.playhead --fo", ["--follow "]), ("state likes.playhead e", ["end"]),
      ("log likes.playhead 3..e", ["3..end "]),
      ("state likes.playhead end feed.ti", ["feed.timeline"]),
      ("diff likes.playhead 3..4 feed.timeline.posts[3].au", ["feed.timeline.posts[3].author"]),
      ("log likes.playhead -- feed.timeline.posts[4].conf", ["feed.timeline.posts[4].confirmed"]),
      ("completions ", ["bash ", "zsh ", "fish "]), ("record fe", ["feed "]),
      ("state nothing.playhead end f", []), ("nonsense x", []),
      ("--memory 1GiB sta", ["state "]), ("--color al", ["always "]), ("help sta", ["state "]),
      ("log likes.playhead --type=SetL", ["--type=SetLike "]),
      ("blame likes.playhead feed.ti", ["feed.timeline"]), ("log ", []),
      // There the shell completes a file name.
      ("cut likes.playhead 1..2 -o ", []),
    ] as [(String, [String])])
  func `'--complete' offers the commands, options, steps and paths that can come next`(
    line: String, expected: [String]
  ) throws {
    #expect(try completions(line) == expected)
  }

  @Test(arguments: [
    ("log LOG --type=Set", "SetLike |"),
    (#"state "LOG" end "feed.ti"#, "feed.timeline|"),
    ("state 'LOG' end feed.timeline.posts[0].au", #"feed.timeline.posts\[0\].author|"#),
  ]) func `bash completes a line with the printed completion script`(call: String, expected: String)
    throws
  {
    let desk = try Desk.forREPL()
    let line = "\(Desk.tool) " + call.replacing("LOG", with: desk.path("likes.playhead"))
    #expect(try completionsInBash(of: line) == expected)
  }

  @Test func `bash completion quotes names from a log, so that the shell executes nothing in them`()
    throws
  {
    let offer = #"offer() { printf '%s\n' 'A$(id) ' 'B`id` ' 'C & *;w ' 'posts["a b"].' 'D '; }"#
    #expect(
      try completionsInBash(of: "offer log 'it.playhead' -t ", after: offer)
        == #"A\$\(id\) |B\`id\` |C\ \&\ \*\;w |posts\[\"a\ b\"\].|D |"#)
    #expect(
      try completionsInBash(of: #"offer log -t ""#, after: offer)
        == #"A\$(id)|B\`id\`|C & *;w|posts[\"a b\"].|D|"#)
  }

  /// What the script offers at the end of a line, of which bash makes words.
  private func completionsInBash(of line: String, after setup: String = "") throws -> String {
    let script = try Desk.forREPL().playhead("completions bash").output
    return try output(
      of: "/bin/bash",
      """
      \(script)
      \(setup)
      COMP_LINE=\(Self.quoted(line)) COMP_POINT=\(line.unicodeScalars.count)
      COMP_WORDS=(\(Self.words(of: line).map(Self.quoted).joined(separator: " ")))
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      compopt() { :; }
      _playhead
      printf '%s|' "${COMPREPLY[@]}"
      """)
  }

  private static let zsh = path(of: "zsh")
  private static let fish = path(of: "fish")

  private static func path(of shell: String) -> String? {
    ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + shell }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// What is offered by the scripts of all three shells.
  private static let lines = [
    ("fixture ", ["add", "check", "update"]), (#"state "LOG" end "feed.ti"#, ["feed.timeline"]),
  ]

  @Test(.enabled(if: zsh != nil, "there is no zsh"), arguments: lines)
  func `zsh completes a line with the printed completion script`(call: String, expected: [String])
    throws
  {
    let desk = try Desk.forREPL()
    let words =
      ["playhead"] + Self.words(of: call.replacing("LOG", with: desk.path("likes.playhead")))
    // The function is called as zsh calls it; what it adds is printed.
    let output = try output(
      of: try #require(Self.zsh),
      """
      compdef() { }
      compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -rl -- "$@" }
      \(desk.playhead("completions zsh").output)
      playhead() { \(Self.quoted(Desk.tool)) "$@" }
      words=(\(words.map(Self.quoted).joined(separator: " ")))
      CURRENT=$#words PREFIX=$words[-1]
      _playhead
      """)
    #expect(output.split(separator: "\n").map(String.init) == expected)
  }

  @Test(.enabled(if: fish != nil, "there is no fish"), arguments: lines)
  func `fish completes a line with the printed completion script`(call: String, expected: [String])
    throws
  {
    let desk = try Desk.forREPL()
    let line = "\(Desk.tool) " + call.replacing("LOG", with: desk.path("likes.playhead"))
    let output = try output(
      of: try #require(Self.fish),
      """
      \(desk.playhead("completions fish").output)
      complete -C \(Self.quoted(line))
      """)
    let offered = output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(offered.map { $0.trimmingPrefix("\"") } == expected.map { $0[...] })
  }

  private static func quoted(_ word: String) -> String {
    "'\(word.replacing("'", with: #"'\''"#))'"
  }

  /// The words of a line as bash has them: split at spaces, and around '='.
  private static func words(of line: String) -> [String] {
    line.split(separator: " ", omittingEmptySubsequences: false).flatMap { word in
      let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      return parts.count == 1 ? parts : [parts[0], "=", parts[1]]
    }
  }

  /// What a shell prints that runs a script.
  private func output(of shell: String, _ script: String) throws -> String {
    try FinishedProcess.run(URL(filePath: shell), ["-c", script]).output
  }
}
