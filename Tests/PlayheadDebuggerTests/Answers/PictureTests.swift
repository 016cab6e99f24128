import Annotations
import ClipEditor
import FluxTesting
import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadPage
import PlayheadRecorder
import PlayheadReplay
import PlayheadTerminal
import PlayheadValues
import SampleReplay
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What an app shows: a text, a picture, both or neither.
@Suite struct PictureTests {
  /// A picture, as an action and as a state.
  enum Slide: Codable, Hashable {
    case none
    case svg(String)
    case png(Data)

    var picture: Picture? {
      switch self {
      case .none: nil
      case .svg(let text): .svg(text)
      case .png(let data): .png(data)
      }
    }
  }

  struct Show: Action {
    static let actionName = "Show"
    var slide: Slide
  }

  /// An app with a picture, and no text.
  struct Slides: ReplayableApp, ReplayDetails {
    static let appName = "slides"
    let dispatcher: Dispatcher
    let slide = Store("slide", Slide.none).on(Show.self) { $0 = $1.slide }

    init(inputs: SystemInputs) throws {
      dispatcher = Dispatcher(inputs: inputs)
      try dispatcher.register(slide)
    }

    var picture: Picture? { slide.state.picture }

    static func record(_ slides: [Slide], to path: String) throws {
      let app = try Slides(inputs: .seeded())
      let recording = try app.record(to: URL(filePath: path))
      for slide in slides { app.dispatcher.dispatch(Show(slide: slide)) }
      try recording.close()
    }
  }

  private static let large = String(repeating: "<g/>", count: 300_000)
  private static let slides: [Slide] = [
    .svg("<svg/>"), .svg("<svg/>"), .png(Data([0x89, 0, 0xFF])), .none, .none, .svg(large),
    .svg("no SVG </script>\u{0} \""), .svg("<svg/>"),
  ]
  private static let lines = [
    #"[1,{"svg":"<svg/>"}]"#, #"[3,{"png":"iQD/"}]"#, "[4,{}]", #"[6,{"bytes":1200000}]"#,
    #"[7,{"svg":"no SVG </script>\u0000 \""}]"#, #"[8,{"svg":"<svg/>"}]"#,
  ]

  private let desk: Desk

  init() throws {
    desk = try Desk()
    desk.apps += [Slides.self, Annotations.self, ClipEditor.self]
    try Slides.record(Self.slides, to: desk.path("s.playhead"))
  }

  private func inspector(_ entry: AppEntry = .app(Slides.self)) throws -> Inspector {
    try Inspector(URL(filePath: desk.path("s.playhead")), of: entry)
  }

  @Test func `a picture is given at each step at which it changed, unless it is too large`() throws
  {
    var found: [String] = []
    _ = try inspector().ask(ChangesRequest(in: 0...8, withViews: true)) { part in
      switch part {
      case .picture(let step, let picture): found.append("\(step) \(picture?.data.count ?? -1)")
      case .largePicture(let step, let size): found.append("\(step) \(size) bytes")
      case .view: Issue.record("\(part)")
      default: break
      }
    }
    #expect(found == ["1 6", "3 3", "4 -1", "6 1200000 bytes", "7 19", "8 6"])
  }

  @Test func `a server's window of states begins with the picture at its start`() throws {
    func lines(from first: Int, to last: Int) throws -> [Substring] {
      let question = Data(#"{"first":\#(first),"last":\#(last)}"#.utf8)
      let request = try JSONDecoder().decode(PageStatesRequest.self, from: question)
      let answer = try JSONEncoder().encode(inspector().ask(request))
      let object = try JSONSerialization.jsonObject(with: answer) as? NSDictionary
      return try #require(object?["pictures"] as? String).split(separator: "\n")
    }
    #expect(try lines(from: 1, to: 8).map(String.init) == Self.lines)
    #expect(
      try lines(from: 3, to: 4).map(String.init) == [#"[2,{"svg":"<svg/>"}]"#] + Self.lines[1...2])
    #expect(try lines(from: 6, to: 6).map(String.init) == [Self.lines[3]])
  }

  @Test func `a page has a line for each picture that differs from the one before`() throws {
    #expect(desk.playhead("page s.playhead -o s.html").code == .good)
    let page = String(decoding: try desk.bytes("s.html"), as: UTF8.self)
    let text = page.part(#"<script type="application/json" id="session">"#, "</script>")
    let meta = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    let blocks = (meta?["blocks"] as? [NSDictionary] ?? [])
    #expect(meta?["hasViews"] as? Bool == true)
    #expect(blocks.contains { $0["kind"] as? String == "pictures" && $0["count"] as? Int == 6 })
    #expect(!blocks.contains { $0["kind"] as? String == "views" })
  }

  @Test func `'view -o' writes a picture of any size, and replaces no file`() throws {
    for (index, slide) in Self.slides.enumerated() {
      let step = index + 1
      let outcome = desk.playhead("view s.playhead \(step) -o \(step).txt")
      if let picture = slide.picture {
        #expect(try Data(desk.bytes("\(step).txt")) == picture.data, "\(outcome)")
        #expect(outcome.output.hasPrefix("step \(step) in '\(step).txt': "), "\(outcome)")
      } else {
        #expect(outcome.code == .unusable, "\(outcome)")
        #expect(outcome.error.contains("the app has no picture at step \(step); 'view' without"))
      }
    }
    let again = desk.playhead("view s.playhead 3 -o 1.txt")
    #expect(again.code == .unusable && again.error.contains("'1.txt'"), "\(again)")
    #expect(try desk.bytes("1.txt") == Array("<svg/>".utf8))
    let stream = desk.playhead("view s.playhead 1 -o -")
    #expect(stream.error.contains("a picture is written to a file"), "\(stream)")
    let json = desk.playhead("view s.playhead 3 -o j.txt --json")
    #expect(json.output.hasPrefix(#"{"step":3,"file":""#), "\(json)")
    #expect(json.output.hasSuffix("\",\"format\":\"png\"}\n"), "\(json)")
  }

  @Test func `'view' shows a text, or says how to see an app that has none`() async throws {
    let picture = desk.playhead("view s.playhead 3")
    #expect(picture.code == .unusable)
    #expect(
      picture.error
        == "playhead: the app shows a picture at step 3, and no text; '-o step-3.png' writes the picture to a file\n"
    )
    #expect(desk.playhead("view s.playhead 4").error.contains("has no text view to show"))
    try Raffle.record(to: desk.path("r.playhead"))
    #expect(desk.playhead("view r.playhead").error.contains("has no text view to show"))
    // Waits for effects.
    let recorded = await onOwnThread { desk.playhead("record annotations -o a.playhead -i -") }
    #expect(recorded.code == .good, "\(recorded)")
    #expect(desk.playhead("view a.playhead").output.hasPrefix("House at the Canal"))
    #expect(desk.playhead("view a.playhead end -o a.txt").code == .good)
    #expect(String(decoding: try desk.bytes("a.txt"), as: UTF8.self).hasPrefix("<svg "))
  }

  // MARK: Own stores

  private struct Window: Codable, Hashable { var title: String }

  @Test func `the picture of several own stores is drawn from the first open one of the type`()
    async throws
  {
    let url = URL(filePath: desk.path("own.playhead"))
    let recording = try Recording(to: url, app: "own")
    recording.addStore("count", 7)
    for name in ["window_1", "window_2"] {
      recording.addStore(name, Window(title: ""))
      recording.record(name, in: name) { Window(title: name) }
    }
    recording.removeStore("window_1")
    recording.record("renamed", in: "window_2") { Window(title: "renamed") }
    try recording.close()
    let entry = AppEntry.stores(
      "own", .store("count", initial: 0, action: Int.self) { $0 += $1 },
      .store("window_*", initial: Window(title: ""), action: String.self) { $0.title = $1 })
    func pictures(_ entry: AppEntry) throws -> [Picture?] {
      let inspector = try Inspector(url, of: entry)
      return try [0, 1, 2, 3].map { try inspector.ask(ViewRequest(of: $0)).picture }
    }
    let drawn = entry.picture(of: Window.self) { .svg($0.title) }
    let found = try pictures(drawn)
    // A store comes and goes right after the action before.
    #expect(found == [.svg(""), .svg("window_1"), .svg("window_2"), .svg("renamed")])
    let drawnThere = entry.picture(of: Window.self, on: MainActor.self) { .svg($0.title) }
    // Waits for the main thread, where other tests may wait for tasks.
    let foundThere = try await onOwnThread { try pictures(drawnThere) }
    #expect(foundThere == found)
    let few = entry.picture(of: Window.self) { $0.title == "renamed" ? .png(Data()) : nil }
    #expect(try pictures(few) == [nil, nil, nil, .png(Data())])
    #expect(try pictures(entry) == [nil, nil, nil, nil])
    #expect(try pictures(entry.picture(of: Slide.self, \.picture)) == [nil, nil, nil, nil])
  }

  @Test func `an entry's picture takes the place of the app's own`() throws {
    let entry = AppEntry.app(Slides.self).picture(of: Slide.self) { .svg("\($0)") }
    #expect(try inspector(entry).ask(ViewRequest(of: 4)).picture == .svg("none"))
  }

  // MARK: Samples

  @Test(arguments: ["annotations", "clip-editor"])
  func `each picture of a sample is an SVG document, whatever its state has in it`(app: String)
    async throws
  {
    let words = "<script>&\"'\u{7}]]>\u{FFFF}"
    let lines =
      app == "annotations"
      ? ["issue \(words)", "add text \(words)", "sheet 2"] + (0..<30).map { "issue \($0)" }
      : ["add clip 5 \(words)", "add text 2 \(words)", "add sticker 1 \(words)", "cover open"]
    let outcome = await onOwnThread {
      let terminal = MemoryTerminal(input: lines.joined(separator: "\n") + "\n")
      return desk.playhead("record \(app) -o r.playhead -i -", on: terminal)
    }
    let type: any ReplayableApp.Type = app == "annotations" ? Annotations.self : ClipEditor.self
    let inspector = try Inspector(URL(filePath: desk.path("r.playhead")), of: type)
    var count = 0
    for step in 0...(try inspector.ask(OverviewRequest()).lastStep.number) {
      guard let picture = try inspector.ask(ViewRequest(of: Step(step))).picture else { continue }
      count += 1
      let parser = XMLParser(data: picture.data)
      #expect(parser.parse(), "step \(step): \(String(describing: parser.parserError))")
    }
    #expect(count > 2, "\(outcome)")
  }
}
