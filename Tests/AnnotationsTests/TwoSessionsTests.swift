import Annotations
import FluxTesting
import PlayheadFlux
import Testing

@Suite struct `Two sessions on one file` {
  @Test
  func
    `the annotations app undoes a change of an issue that another session deleted, with a notice`()
    async throws
  {
    try await withBoth { one, other, path in
      try await one.perform("issue Leak")
      try await other.perform("open \(path)")
      try await one.perform("delete 6")
      let before = try other.stored.annotations
      try await other.perform("status 6 closed")
      #expect(other.tape.names.suffix(2) == ["SetStatus", "ChangeNotSaved"])
      #expect(
        other.notices == [
          "#6 is as it was: another session has deleted it from the file; 'open \(path)' shows what "
            + "there is now"
        ])
      #expect(try other.stored.annotations == before)
      #expect(try one.database == one.stored)
      try await other.perform("open \(path)")
      #expect(try other.stored.annotations == one.stored.annotations)
    }
  }

  @Test
  func
    `the annotations app removes a new annotation whose number another session used, with a notice`()
    async throws
  {
    try await withBoth { one, other, path in
      // Its identity is another than that of the other's, of which the seed is the same.
      try await one.perform("status 1 closed", "issue Leak")
      try await other.perform("add text Keep out")
      #expect(
        other.notices == [
          "#6 was not made: another session has given this number to something else; 'open \(path)' "
            + "shows what there is now, and then it gets the next one"
        ])
      #expect(try one.database == one.stored)
      try await other.perform("open \(path)", "add text Keep out")
      #expect(try other.annotation(6).title == "Leak")
      #expect(try other.annotation(7).title == "Keep out")
      #expect(other.notices == [])
    }
  }

  private func withBoth(_ body: (Site, Site, String) async throws -> Void) async throws {
    try await withFile { path in
      let (one, other) = (try await Site(), try await Site())
      for site in [one, other] { try await site.perform("open \(path)") }
      try await body(one, other, path)
    }
  }
}
