import PlayheadReading
import PlayheadReplay

#if os(Linux)
  import Feed
  import Foundation
  import Glibc
  import PlayheadDebugger
  import PlayheadLog
  import Testing

  /// A conversation through a terminal of the system, with libedit: each in a process of its own, which
  /// comes to its end only if every answer came. Serialized, because each takes a processor.
  @Suite(.serialized) struct RealTerminalTests {
    /// Whoever waits for an answer that does not come is ended after so many seconds.
    private static let patience: UInt32 = 60
    private static let lastWords = "== this is all that came =="

    /// Has a conversation about a session of `feed`: for each text, what is typed after it came.
    private static func converse(
      _ keys: [(after: String, keys: String)], state: URL, recordingTo path: String? = nil
    ) -> Never {
      Thread.detachNewThread {
        sleep(patience)
        FileHandle.standardError.write(Data("\n\(lastWords)\n".utf8))
        _exit(0)
      }
      setenv("TERM", "xterm", 1)
      setenv("LC_ALL", "C.UTF-8", 1)
      setenv("XDG_STATE_HOME", state.path, 1)
      // The conversation ends with the process.
      atexit {
        try? FileManager.default.removeItem(atPath: String(cString: getenv("XDG_STATE_HOME")))
      }
      unsetenv("NO_COLOR")
      guard let terminal = PseudoTerminal() else { exit(9) }
      // Shown with the failure, if it is one.
      terminal.type(keys) { FileHandle.standardError.write(Data($0.utf8)) }
      let likes = TranscriptTests.directory.appendingPathComponent("../feed/likes.playhead")
        .standardized
      let words = path.map { ["record", "feed", "-o", $0] } ?? ["debug", likes.path]
      let program = Bundle.main.bundleURL.appending(path: "playhead").path
      PlayheadCommand.main(
        apps: [Feed.self], words: ["playhead"] + words, programFile: program)
    }

    /// Writes a line of an earlier session as libedit does.
    private static func remember(_ line: String, in state: URL) {
      let folder = state.appendingPathComponent("playhead")
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let text = "_HiStOrY_V2_\n\(line.replacing(" ", with: #"\040"#))\n"
      try? Data(text.utf8).write(to: folder.appendingPathComponent("history"))
    }

    private static func temporary(_ name: String) -> URL {
      FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(getpid())")
    }

    /// Shows what was on the screen of a conversation that waited in vain.
    private func requireEnd(_ result: ExitTest.Result?) {
      let screen = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(!screen.contains(Self.lastWords), "\(screen.debugDescription)")
    }

    @Test(.timeLimit(.minutes(15)))
    func
      `'debug' on a real terminal edits and completes lines and recalls a line of an earlier session`()
      async
    {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let state = Self.temporary("terminal-state")
        Self.remember("goto 7", in: state)
        Self.converse(
          [
            // Up: the line of an earlier conversation.
            ("+1.145s>", "\u{1B}[A\r"),
            ("#7/28", "bre\tSetL\t\r"),
            ("breakpoint 1: SetLike", ""),
            ("#7/28", "contx\u{7F}\t\r"),
            ("#11/28", "\u{1B}[A\r"),
            // Ctrl-C takes the line away; Ctrl-A goes to its beginning, where 'p ' is missing.
            ("#16/28", "nonsense\u{3}"),
            ("^C", ""),
            ("#16/28", "feed.timeline.posts[3].au\u{1}p \u{5}\t\r"),
            ("\"Li\"", ""),
            ("#16/28", "ß\u{8}quit now\u{15}\u{4}"),
          ], state: state)
      }
      requireEnd(result)
    }

    @Test(.timeLimit(.minutes(15)))
    func `'record' on a real terminal edits typed lines but recalls none from an earlier session`()
      async throws
    {
      let path = Self.temporary("typed-\(UUID()).playhead").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let result = await #expect(
        processExitsWith: .exitCode(128 + SIGINT), observing: [\.standardErrorContent]
      ) { [path = path as String] in
        let state = Self.temporary("terminal-recording")
        Self.remember("nonsense", in: state)
        Self.converse(
          [
            // Up: there is no earlier line. What is typed before there is a prompt is not edited.
            ("feed>", "\u{1B}[A\r"), ("feed>", "wait\r"), ("sticker", ""),
            ("feed>", "lik 1\u{2}\u{2}e\r"), ("♥ 13", ""), ("feed>", "\u{1B}[A\u{1}un\r"),
            ("♡ 12", ""), ("feed>", "\u{3}"),
          ], state: state, recordingTo: path)
      }
      requireEnd(result)
      let log = try LogReader(path: path)
      var likes: [String] = []
      try log.forEachEntry(in: log.firstStep...log.lastStep) { entry in
        if entry.type.name == "SetLike" { likes.append(try entry.call()) }
      }
      #expect(likes == ["SetLike(post: 1, liked: true)", "SetLike(post: 1, liked: false)"])
    }

    @Test(.timeLimit(.minutes(15)))
    func
      `'debug' on a real terminal shows a long answer in the pager unless more is typed already`()
      async
    {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        // A pager that reads all and waits for a line from the terminal, as 'less' does for a key.
        setenv("PAGER", "sed 's/^/| /'; echo '-- the end --'; read line </dev/stdout", 1)
        Self.converse(
          [
            ("+1.145s>", "print feed\r"), ("| ", ""), ("shop", ""), ("-- the end --", "\r"),
            ("#28/28", "print feed.isSignedIn\r"), ("true", ""),
            // The pager would take the second line.
            ("#28/28", "print feed\rgoto 7\r"), ("#7/28", "quit\r"),
          ], state: Self.temporary("terminal-pages"))
      }
      requireEnd(result)
    }
  }
#endif
