import FluxTesting
import Foundation
import Testing

/// Apps that do not know Playhead, through every command.
@Suite(.timeLimit(.minutes(5))) struct OwnStoreTests {
  /// A folder with a session of an app of `todo-app`.
  private static func session(of app: String) throws -> Trapped {
    try Trapped("todo-app", "record-\(app)")
  }

  private func perform(_ app: String, _ words: String..., input: [String] = []) async throws
    -> Trapped.Ending
  {
    try await onOwnThread { try Self.session(of: app).perform(words, input: input) }
  }

  @Test
  func
    `'log' lists actions of protocol, generic and class types of an app that does not know Playhead`()
    async throws
  {
    let ending = try await perform("todo", "log", "s.playhead")
    #expect(
      ending.lines == [
        " 1 AddTodo (title: \"milk\") → todo?",
        " 2 AddTodo (title: \"bread\") → todo?",
        " 3 ToggleTodo (index: 0) → todo?",
        " 4 Show (filter: \"open\") → todo?",
        " ! step 5 is missing because an action could not be recorded (todo_app.Later is not Encodable)",
        " 6 Rename<Swift.String> (value: \"Ann\") → todo?",
        " 7 Retitle (index: 1, title: \"rye bread\") → todo?",
        " 8 Edit (index: 0) → todo?",
        " ! step 9 is missing because an action could not be recorded (todo_app.Later is not Encodable)",
        "10 ToggleTodo (index: 0) → todo?", "11 Show (filter: \"all\") → todo?", "",
      ])
  }

  @Test
  func
    `'state' gives the same values as the app's own reducer, for an app that does not know Playhead`()
    async throws
  {
    // What the app's own reducer gives, step by step.
    let wanted = [
      (4, "todo.todos.0.isDone", "true"), (5, "todo.owner", "\"!\""),
      (7, "todo.todos.1.title", "\"rye bread\""), (9, "todo.owner", "\"Ann!\""),
      (11, "todo.filter", "\"all\""),
    ]
    let found = try await onOwnThread {
      let session = try Self.session(of: "todo")
      return try wanted.map { step, path, _ in
        let path = path.replacing(#/\.([0-9]+)/#) { "[\($0.1)]" }
        return try session("state", "s.playhead", "\(step)", path).output
      }
    }
    #expect(found == wanted.map { "\($0.2)\n" })
  }

  /// The state after a gap is the recorded one.
  @Test
  func `'shrink' refuses a condition met only after a gap, and 'fixture add' warns about the gap`()
    async throws
  {
    let shrunk = try await perform(
      "todo", "shrink", "s.playhead", "--where", "state('todo.owner') = '!'", "-o", "x.playhead")
    #expect(shrunk.code == 1, "\(shrunk)")
    #expect(shrunk.error.contains("holds in the state of step 5 of 's.playhead', after a gap"))
    let added = try await perform("todo", "fixture", "add", "s.playhead", "--name", "kept")
    #expect(added.code == 0 && added.error.contains("warning: step 5 is missing"), "\(added)")
    #expect(added.error.contains("goes on with the recorded state of step 5"), "\(added)")
  }

  @Test(arguments: [
    ["history", "s.playhead", "filter"],
    ["shrink", "s.playhead", "--where", "state('filter') = 1", "-o", "x.playhead"],
    ["fixture", "add", "s.playhead", "--name", "a", "--expect", "filter=1"],
  ])
  func `commands suggest the path with its store for a path without one`(words: [String])
    async throws
  {
    let ending = try await onOwnThread { try Self.session(of: "todo").perform(words) }
    #expect(
      ending.error.contains("paths begin with the store, as in 'todo.filter'"), "\(ending)")
  }

  @Test func `commands treat each case of an action enum as an action type of its own`()
    async throws
  {
    let all = try await perform("door", "log", "s.playhead").lines
    #expect(all[0] == " 1 DoorEvent.knock () → door?")
    #expect(all[3] == " 4 DoorEvent.paint (color: \"red\") → door?")
    let filtered = try await perform("door", "log", "s.playhead", "-t", "DoorEvent.enter").lines
    #expect(filtered.map { $0.prefix(2) } == [" 3", " 6", ""], "\(filtered)")
    let short = try await perform("door", "log", "s.playhead", "--where", "type = 'paint'")
    #expect(
      short.error.contains(
        "no action has the type 'paint'; did you mean 'todo_app.DoorEvent.paint'?"),
      "\(short)")
    let whole = try await perform(
      "door", "log", "s.playhead", "--where", "type = 'todo_app.DoorEvent'")
    #expect(
      whole.error.contains("did you mean \"type like 'todo_app.DoorEvent.%'\"?"), "\(whole)")
    #expect(whole.error.components(separatedBy: "did you mean").count == 2, "\(whole)")
    let allCases = try await perform("door", "log", "s.playhead", "-t", "DoorEvent").lines
    #expect(allCases == all)
    let stops = try await perform(
      "door", "debug", "s.playhead", input: ["break DoorEvent", "goto 2", "c", "delete", "quit"])
    #expect(
      stops.output.contains("breakpoint 1: todo_app.DoorEvent\n 3 ")
        || stops.output.contains("breakpoint 1: todo_app.DoorEvent\n3 "), "\(stops)")
    #expect((stops.output + stops.error).contains("N|all is missing"), "\(stops)")
    let found = try await perform(
      "door", "bisect", "s.playhead", "--where",
      "type like '%.paint' and payload->>'color' = 'red'")
    #expect(found.output.hasPrefix("step 4 "), "\(found)")
  }

  @Test(arguments: ["todo", "engine"] + (Soak.isOn ? ["door"] : []))
  func `check, page, export and other commands work on a log of an app that does not know Playhead`(
    app: String
  )
    async throws
  {
    let (endings, groups) = try await onOwnThread {
      let session = try Self.session(of: app)
      let calls = [
        ["check", "s.playhead", "--runs", "2"], ["compat", "s.playhead"], ["info", "s.playhead"],
        ["blame", "s.playhead"], ["diff", "s.playhead", "7"],
        ["history", "s.playhead", app == "todo" ? "todo.filter" : "door.isOpen"],
        ["cut", "s.playhead", "3..", "-o", "c.playhead"], ["verify", "c.playhead"],
        ["check", "c.playhead", "--runs", "2"], ["fixture", "add", "s.playhead", "--name", "kept"],
        ["fixture", "check", "Fixtures"], ["page", "s.playhead", "-o", "s.html"],
        ["export", "s.playhead", "--as", "ndjson", "-o", "s.ndjson"],
        ["shrink", "s.playhead", "--where", "step = 8", "-o", "small.playhead"],
      ]
      let endings = try calls.map { ($0, try session.perform($0)) }
      return (endings, try session("compare", "s.playhead", "--with", session.program.path))
    }
    for (call, ending) in endings { #expect(ending.code == 0, "\(call): \(ending)") }
    #expect(groups.output == "1 session: the same in both builds\n", "\(groups)")
  }

  @Test func `'debug' inserts and edits actions in a branch of an app that does not know Playhead`()
    async throws
  {
    let ending = try await perform(
      "door", "debug", "s.playhead",
      input: [
        "goto 4", "insert DoorEvent.paint {\"color\":\"blue\"}", "insert enter \"Zed\"",
        "print door.guests", "edit _0 \"Zoe\"", "print door.guests", "break DoorEvent.close",
        "c",
        "insert DoorEvent.fly", "save b.playhead", "quit",
      ])
    let conversation = ending.conversation.joined(separator: "\n")
    #expect(
      conversation.contains("5 DoorEvent.paint (color: \"blue\") inserted"),
      "\(conversation)")
    #expect(
      conversation.contains("6 DoorEvent.enter (\"Zed\") inserted"), "\(conversation)")
    #expect(conversation.contains("[\"Ann\", \"Zoe\"]"), "\(conversation)")
    #expect(conversation.contains("breakpoint 1: todo_app.DoorEvent.close\n"), "\(conversation)")
    #expect(conversation.contains("16 actions in 'b.playhead'"), "\(conversation)")
  }

  @Test func `'debug' explains why it cannot use the typed payload or type of an action`()
    async throws
  {
    let ending = try await perform(
      "door", "debug", "s.playhead",
      input: [
        "goto 3", "edit (\"Bob\"", "edit {\"_0\":\"Bob\",\"name\":\"Zoe\"}", "insert DoorEvent",
        "insert DoorEvent.opne", "insert DoorEvent.fly", "insert enter (\"Bob\")",
        "insert DoorEvent {\"enter\":{\"_0\":\"Bob\"}}", "insert DoorEvent.ring", "edit {\"a\":1}",
        "edit 5",
        "insert fly", "leave",
      ])
    let said = ending.conversation.joined(separator: "\n")
    for sentence in [
      #"'("Bob"' is neither Swift nor JSON; write it as in '{"_0":"Ann"}'"#,
      "action 'todo_app.DoorEvent.enter' takes nothing at 'name'; name a part that it has",
      "'todo_app.DoorEvent' is an enum: add a case; the log has 'enter', 'open', 'alarm', ",
      "enum 'todo_app.DoorEvent' has no case 'opne'; did you mean 'open'?",
      "enum 'todo_app.DoorEvent' has no case 'fly'; the log has 'enter', 'open', 'alarm', ",
      "4 DoorEvent.enter (\"Bob\") inserted",
      "action 'todo_app.DoorEvent.ring' takes nothing at 'a'",
      "action 'todo_app.DoorEvent.ring' takes no payload; write '()'",
      "a case of an enum is written with its type, as in 'Event.fly'",
    ] {
      #expect(said.contains(sentence), "\(said)")
    }
  }

  @Test func `an app's tool lists only the commands that the app supports in its help`()
    async throws
  {
    let listed = try await perform("door", "help").lines.map { $0.split(separator: " ").first }
    #expect(listed.contains("log") && listed.contains("debug"), "\(listed)")
    #expect(!listed.contains("record"), "\(listed)")
    let view = try await perform("door", "view", "s.playhead", "3")
    #expect(view.error.contains("the app has no text view to show"), "\(view)")
  }

  @Test func `'list' in 'debug' shows where an action is handled, matched and created`()
    async throws
  {
    let ending = try await onOwnThread {
      let log = URL(filePath: #filePath).appending(path: "../../../fixtures/feed/likes.playhead")
      let trapped = try Trapped(files: [log.standardizedFileURL])
      trapped.program = Bundle.main.bundleURL.appending(path: "playhead")
      return try trapped.perform(["debug", "likes.playhead"], input: ["goto 5", "list", "quit"])
    }
    let said = ending.conversation.joined(separator: "\n")
    for place in [
      "feed Sources/Samples/Feed/Reducers/TimelineReducer.swift:",
      "matched by Sources/Samples/Feed/Middleware/LikeRequests.swift:",
      "made by Sources/Samples/Feed/App/Feed+Commands.swift:",
    ] {
      #expect(said.contains(place), "\(said)")
    }
  }

  @Test func `'log' of a saved branch says for each action whether it changed the state`()
    async throws
  {
    let (recorded, saved) = try await onOwnThread {
      let session = try Self.session(of: "door")
      _ = try session.perform(
        ["debug", "s.playhead"], input: ["goto 14", "insert DoorEvent.ring", "save b.playhead"])
      return (try session("log", "s.playhead"), try session("log", "b.playhead"))
    }
    let lines = saved.lines.filter { !$0.contains("note") && !$0.contains("DoorEvent.ring") }
    // A branch is replayed, which tells whether a state has changed.
    let certain = recorded.lines.map { $0.hasSuffix("?") ? String($0.dropLast()) : $0 }
    #expect(lines == certain.filter { !$0.contains("DoorEvent.ring") }, "\(saved)")
    #expect(saved.lines.contains { !$0.isEmpty && !$0.contains("→") }, "\(saved)")
  }

  @Test
  func
    `'insert' in 'debug' is an error with a sentence if the app's engine cannot make new actions`()
    async throws
  {
    let ending = try await perform(
      "engine", "debug", "s.playhead",
      input: ["goto 4", "insert DoorEvent.paint {}", "skip", "print door.color", "leave"])
    let conversation = ending.conversation.joined(separator: "\n")
    #expect(
      conversation.contains(
        "the app's own engine cannot make other actions; skip or move recorded actions"),
      "\(conversation)")
    #expect(conversation.contains("\"white\""), "\(conversation)")
  }
}
