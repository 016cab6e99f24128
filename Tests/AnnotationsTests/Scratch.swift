import Testing
import Annotations
import PlayheadFlux
import Foundation
@Test(arguments: ["filters.txt", "offline.txt", "issues.txt"]) func scratch(s: String) throws {
  let app = try Annotations(environment: .seeded())
  let tape = Tape(); app.dispatcher.attach(tape)
  try app.start(); app.finish()
  print(app.view)
  let root = "/work/h-annotations/fixtures/annotations/" + s
  for line in try String(contentsOfFile: root, encoding: .utf8).split(separator: "\n") {
    print("> \(line)"); let before = tape.entries.count
    try app.perform(String(line))
    if !line.hasPrefix("#") { for e in tape.entries.dropFirst(before) { print("    ", e.turn.number, e.name, "<-", e.cause?.number ?? 0) }; print(app.view) }
  }
}
