import Foundation
import PlayheadReplay
import PlayheadTesting
import Testing

@Suite struct FixturesTests {
  @Test func `Fixtures lists the logs of a folder and the expectations files without a log`() throws
  {
    let shelf = try Shelf()
    for name in ["b.playhead", "b.fixture.txt", "notes.txt", ".playhead"] {
      try shelf.write("", to: name)
    }
    try shelf.write("drawer.total = 1", to: "a.fixture.txt")
    #expect(Fixtures.all(in: shelf.path).map(\.name) == ["a", "b", "sale"])
    #expect(shelf.failure(of: "a")?.contains("there is no file 'a.playhead'") == true)
  }

  @Test func `a fixture whose log or expectations file is a pipe fails without waiting`() throws {
    let shelf = try Shelf("drawer.total = 17\n")
    #expect(mkfifo("\(shelf.path)/pipe.playhead", 0o600) == 0)
    let link = "\(shelf.path)/link.playhead"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "pipe.playhead")
    for name in ["pipe", "link"] {
      let message = try #require(shelf.failure(of: name))
      #expect(
        message.contains("\(name).playhead' is not a file, so it is not the log of"), "\(message)")
    }
    // Nor beside a log.
    try FileManager.default.removeItem(atPath: "\(shelf.path)/sale.fixture.txt")
    #expect(mkfifo("\(shelf.path)/sale.fixture.txt", 0o600) == 0)
    #expect(shelf.failure(of: "sale")?.contains("it is not a file") == true)
  }

  @Test func `the path of a Fixture is relative to the folder of the calling source file`() {
    #expect(
      Fixture("Sessions/a.playhead", beside: "/x/Tests/T.swift").path
        == "/x/Tests/Sessions/a.playhead")
    #expect(Fixture("../a.playhead", beside: "/x/Tests/T.swift").path == "/x/a.playhead")
    #expect(Fixture("/y/a.playhead", beside: "/x/Tests/T.swift").path == "/y/a.playhead")
    let here = URL(filePath: #filePath).deletingLastPathComponent().path(percentEncoded: false)
    #expect(Fixture("a.playhead").path == here + "a.playhead")
  }

  @Test(arguments: Fixtures.all(in: "Nowhere"))
  func `Fixtures of a missing folder are one test case with the folder's path`(fixture: Fixture) {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Nowhere")
    #expect(fixture.path == file.path(percentEncoded: false))
  }

  @Test func `Fixtures.check of a folder gives one message for each failing fixture`() throws {
    let shelf = try Shelf("drawer.total = 17\n")
    try shelf.record("free", [Sell(article: "mug", price: 0)])
    try shelf.write("drawer.total = 0\n", to: "free.fixture.txt")
    try shelf.record("other", [Sell(article: "mug", price: 1)])
    try shelf.write("drawer.total = 2\n", to: "other.fixture.txt")
    let failures = #expect(throws: FixtureFailures.self) {
      try Fixtures.check(Till.self, in: shelf.path, record: .never)
    }
    #expect(failures?.all.map(\.fixture.name) == ["other", "sale"])
    #expect(failures.map { "\($0)".components(separatedBy: "fails").count } == 3)
  }

  @Test func `Fixtures.check attaches an HTML page and the log only for a failing fixture`() throws
  {
    let shelf = try Shelf("drawer.total = 17\n")
    try shelf.record("free", [Sell(article: "mug", price: 0)])
    try shelf.write("drawer.total = 0\n", to: "free.fixture.txt")
    for app in [AppEntry.app(Till.self), .player(Till.appName) { try DispatcherPlayer(Till.self) }]
    {
      var attached: [String: [UInt8]] = [:]
      let attach = { (file: [UInt8], name: String) in attached[name] = file }
      #expect(throws: FixtureFailures.self) {
        try Fixtures.check(app, in: shelf.path, record: .never, attach: attach)
      }
      #expect(attached.keys.sorted() == ["sale.html", "sale.playhead"])
      let page = String(decoding: attached["sale.html"] ?? [], as: UTF8.self)
      #expect(page.contains("'drawer.total' is not as expected"))
      let log = try Data(contentsOf: URL(filePath: shelf.path).appending(path: "sale.playhead"))
      #expect(attached["sale.playhead"] == Array(log))
      let failure = #expect(throws: FixtureFailure.self) {
        try shelf.fixture().check(app, record: .never)
      }
      _ = try #require(failure).page(of: app)
      try shelf.fixture("free").check(app, record: .never, attach: attach)
      #expect(attached.count == 2)
    }
  }
}
