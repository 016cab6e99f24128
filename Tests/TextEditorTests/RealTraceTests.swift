import Foundation
import PlayheadFlux
import PlayheadTerminal
import Testing
import TextEditor

/// Recordings of people writing; they are not part of the project. `PLAYHEAD_TRACES` names the
/// folder that their unpacked files are in.
/// Serialized, because it also says how fast each went.
@Suite(.serialized, .enabled(if: RealTrace.folder != nil, "PLAYHEAD_TRACES names no folder"))
struct `A real editing session` {
  @Test(arguments: RealTrace.all)
  func
    `the text editor ends a real editing trace with its text, also after undo and redo of everything`(
      trace: RealTrace
    ) throws
  {
    let session = try EditorSession()
    let input = try Data(contentsOf: trace.file)
    let reference = try EditingTrace(input)
    let script = try #require(try TextEditor.script(from: input))
    #expect(script.count == reference.transactions.reduce(0) { $0 + $1.patches.count })

    let clock = ContinuousClock()
    let time = clock.measure {
      for step in script { session.editor.dispatcher.dispatch(step.action) }
    }
    print(
      "\(trace): \(script.count) edits, \(Int(Double(script.count) / (time / .seconds(1)))) / s")

    #expect(session.text.utf8.elementsEqual(reference.endContent.utf8))
    #expect(session.statistics == session.recount)
    try undoAndRedo(in: session)
    #expect(session.text.utf8.elementsEqual(reference.endContent.utf8))
  }

  private func undoAndRedo(in session: EditorSession) throws {
    let groups = session.history.undoable.count
    #expect(groups > 0)
    for _ in 0..<groups { session.dispatch(Undo()) }
    #expect(session.history.undoable.isEmpty)
    #expect(session.statistics == session.recount)
    for _ in 0..<groups { session.dispatch(Redo()) }
  }
}

struct RealTrace: CustomTestStringConvertible, CustomStringConvertible, Sendable {
  let file: URL

  var description: String { file.deletingPathExtension().lastPathComponent }

  var testDescription: String { description }

  static let folder = ProcessInfo.processInfo.environment["PLAYHEAD_TRACES"]
    .map { URL(filePath: $0) }

  static var all: [RealTrace] {
    let files = folder.flatMap {
      try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
    }
    return (files ?? []).filter { $0.pathExtension == "json" }
      .sorted { $0.path < $1.path }.map { RealTrace(file: $0) }
  }
}
