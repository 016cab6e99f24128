import FluxTesting
import Foundation
import PlayheadLog
import Testing
import crash_app

@Suite struct KillTests {
  @Test func `what the stores saw before an app is killed is in its log`() throws {
    let scene = try Scene()
    for count in [0, 100, 1_000] {
      let app = try scene.start(["--count", "100000", "--flushes", "90", "--guests", "70"])
      scene.waitUntil(app, saw: count)
      app.kill()
      #expect(app.wait() == .signal(SIGKILL))
      #expect(try scene.problems() == [])
    }
    #expect(try scene.run(["--count", "10"]).wait() == .exit(0))
    #expect(try scene.problemsAtEnd() == [])
  }
}
