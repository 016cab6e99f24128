import FluxTesting
import PlayheadDebugger
import PlayheadFlux
import PlayheadReplay
import TestSupport
import Testing

/// PlayheadFlux has another.
private typealias Outcome = TestSupport.Outcome

/// The shelf as it is called today: what was burnt is lost.
private struct RenamedShelf: ReplayDetails {
  struct Lose: Action { static let actionName = "Lose" }

  static let appName = Shelf.appName
  static var upgrades: [Upgrade] { [.renamed("Burn", to: Lose.self)] }
  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(
      Store("books", 0).on(Shelf.Before.Put.self) { count, _ in count += 1 }
        .on(Lose.self) { count, _ in count -= 1 }.on(Shelf.Before.Dust.self) { _, _ in })
  }
}

@Suite struct ActionsTests {
  private func desk(_ apps: any ReplayableApp.Type...) throws -> Desk {
    let desk = try Desk(apps: apps)
    try Shelf.Before.record(to: desk.path("s.playhead"))
    return desk
  }

  @Test func `an app's types have handlers in order`() throws {
    let page = """
      shelf: 4 action types, 2 stores (books, journal)

      Put (version 2)  → books, journal (any)
      Lend             → books, journal (any)
      Dust             → journal
      Print            → journal (any)

      """
    #expect(try desk(Shelf.self).playhead("actions shelf") == Outcome(output: page))
  }

  @Test func `programs learn of handlers, and a log's fields`() throws {
    let desk = try desk(Shelf.self)
    let type = desk.playhead("actions shelf --json").output.split(separator: "\n")[0]
    #expect(
      type == #"{"type":"Put","version":2,"handlers":"#
        + #"[{"store":"books","any":false},{"store":"journal","any":true}]}"#)
    let put = desk.playhead("actions s.playhead --json").output.split(separator: "\n")[1]
    let fields = #""fields":[{"name":"title","optional":false},{"name":"place","optional":true}]"#
    #expect(put.contains(fields), "\(put)")
  }

  private static let counts = """
    s.playhead: shelf, 7 actions of 3 types

    type  count  share   unchanged  first  last  mean time  changed
    Burn      4  57.1%   1 (25.0%)      5     8       0 ns  books (3)
    Put       2  28.6%                  1     3       0 ns  books
    Dust      1  14.3%  1 (100.0%)      2     2       0 ns

    type  caused by              causes
    Burn  Put 1, not recorded 1
    Put   Put 1                  Dust 1, Put 1, Burn 1
    Dust  Put 1

    type  fields
    Burn  ()
    Put   (title, place?)
    Dust  ()

    """

  @Test func `a log says how often types came, what they changed and caused`() throws {
    #expect(try desk().playhead("actions s.playhead") == Outcome(output: Self.counts))
  }

  @Test func `with the app it says what never came, and what it knows no more`() throws {
    let remarks = """

      never dispatched: Lend, Print
      unknown to the app: Burn

      """
    #expect(
      try desk(Shelf.self).playhead("actions s.playhead") == Outcome(output: Self.counts + remarks))
  }

  @Test func `a type that has another name today was dispatched under its old one`() throws {
    #expect(
      try desk(RenamedShelf.self).playhead("actions s.playhead") == Outcome(output: Self.counts))
  }

  @Test func `programs get a line per type, also of those that never came`() throws {
    let lines = try desk(Shelf.self).playhead("actions s.playhead --json").output
      .split(separator: "\n").map { try JSONDocument(parsing: String($0)) }
    let types = ["Burn", "Put", "Dust", "Lend", "Print"]
    #expect(try lines.map { $0["type"] } == types.map { try JSONDocument(parsing: "\"\($0)\"") })
    #expect(
      try lines.map { $0["count"] } == [4, 2, 1, 0, 0].map { try JSONDocument(parsing: "\($0)") })
    let known = ["false", "true", "true", "true", "true"]
    #expect(try lines.map { $0["known"] } == known.map { try JSONDocument(parsing: $0) })
    #expect(lines.map { $0["handlers"]?.elements.count } == [0, 2, 1, 2, 1] as [Int?])
  }

  @Test func `an app's name is the app, even where a file is called so`() async throws {
    let desk = try desk(Shelf.self)
    try desk.write("x".utf8, to: "shelf")
    let (app, file) = await onOwnThread {
      desk.inside { (desk.playhead("actions shelf"), desk.playhead("actions ./shelf")) }
    }
    #expect(app.output.hasPrefix("shelf: 4 action types"))
    #expect(file.error.hasPrefix("playhead: './shelf' is not a Playhead log"))
  }

  @Test func `a log comes through a pipe`() throws {
    let desk = try desk()
    let terminal = MemoryTerminal()
    terminal.input = try desk.bytes("s.playhead")
    let piped = desk.playhead("actions -", on: terminal).output
    #expect(piped == "standard input" + Self.counts.dropFirst("s.playhead".count))
  }
}
