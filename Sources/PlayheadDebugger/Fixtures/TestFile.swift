import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

/// A Swift file with the test of one fixture, beside the fixture's folder.
struct TestFile {
  private let fixture: Fixture
  private let app: AppEntry
  private let decoding: DecodingPolicy

  init(_ fixture: Fixture, _ app: AppEntry, _ decoding: DecodingPolicy = .careful) {
    (self.fixture, self.app, self.decoding) = (fixture, app, decoding)
  }

  /// `NegativeTotalTests.swift`.
  var path: String {
    let folder = URL(filePath: fixture.folder).standardizedFileURL.deletingLastPathComponent()
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Tests.swift"
    return folder.appending(path: name).path(percentEncoded: false)
  }

  var shownPath: String { Fixture(path: path).shownPath }

  var text: String {
    """
    import PlayheadTesting
    import Testing

    \(imports)

    // A session that shows a bug. The expectations are beside it, in
    // '\(expectationsPath.visible)'. Package.swift has to exclude them from this target.
    @Test func `\(words.joined(separator: " "))`() throws {
      try Fixture(\(logPath.debugDescription)).check(\(subject)\(policy)) { Attachment.record($0, named: $1) }
    }

    """
  }

  /// The file, before it gets its name.
  func file() throws(LogError) -> OutputFile {
    try OutputFile(text: text, at: shownPath, mode: .usual)
  }

  private var words: [String] { fixture.name.words }

  private var logPath: String { "\(fixtureFolder)/\(fixture.name)\(Fixture.logEnd)" }
  private var expectationsPath: String {
    "\(fixtureFolder)/\(fixture.name)\(Fixture.expectationsEnd)"
  }

  private var fixtureFolder: String {
    URL(filePath: fixture.folder).standardizedFileURL.lastPathComponent
  }

  /// What the test checks: the app's type, or an entry that the tests have to declare.
  private var subject: String {
    if let type = app.type { return "\(String(describing: type)).self" }
    return entryVariable
  }

  /// How the test reads the log, unless it does so as every fixture.
  private var policy: String { decoding == .careful ? "" : ", decoding: .\(decoding.rawValue)" }

  /// The name of a variable for the app's entry.
  private var entryVariable: String {
    let name = app.name.words
    return (name.prefix(1).map { $0.lowercased() } + name.dropFirst().map(\.capitalized)).joined()
  }

  /// The modules of the app's type and of its generic arguments.
  private var imports: String {
    guard let type = app.type else {
      return
        "// '\(entryVariable)' is the app's 'AppEntry': import the module that declares it, or declare it for the tests."
    }
    return modules(of: type).map { "@testable import \($0)" }.joined(separator: "\n")
  }

  private func modules(of type: any ReplayableApp.Type) -> [String] {
    let names = String(reflecting: type).split {
      !$0.isLetter && !$0.isNumber && !"_.".contains($0)
    }
    .compactMap { $0.split(separator: ".").first.map(String.init) }
    return Set(names).sorted()
  }
}
