import Foundation
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import Testing
import crash_app

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite struct ForkTests {
  /// In a process of its own: what a fork does to the threads of the tests is nobody's business.
  @Test func `a forked child changes neither the log nor the tail, also of a paused recording`()
    async
  {
    await #expect(processExitsWith: .exitCode(7)) {
      for options in [RecordingOptions(), .exact] {
        let workshop = try Workshop()
        try workshop.record(on: SystemDisk(), options: options)
        workshop.tick(10)
        try workshop.recorder?.flush()
        workshop.tick(10)
        try workshop.forkUntouched()
        workshop.tick(10)
        try #require(workshop.close())
        try #require(workshop.problems(isWhole: true) == [])
        try #require(try LogReader(path: workshop.log).lastStep == 30)
      }
      let paused = try Workshop()
      try paused.record(on: SystemDisk(), options: RecordingOptions())
      paused.tick(10)
      paused.recorder?.pause()
      paused.tick(1)
      try paused.recorder?.flush()
      try paused.forkUntouched()
      paused.recorder?.resume()
      paused.tick(1)
      try #require(paused.close())
      try #require(try LogReader(path: paused.log).gaps().map(\.steps) == [11...11])
      exit(7)
    }
  }
}

extension Workshop {
  /// Lets a child go on, and holds that it left the files as they were.
  fileprivate func forkUntouched() throws {
    let files = try self.files()
    let child = try Fork.child { try goOn() }
    try #require(Fork.ending(of: child) == 0)
    try #require(try self.files() == files)
  }

  private func files() throws -> [Data] {
    try [log, log + ".tail"].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
  }

  /// What a child may do that does not know that its app was recorded.
  fileprivate func goOn() throws {
    // More than a page of the tail takes.
    tick(20_000)
    recorder?.mark("the child was here")
    try dispatcher.register(guest)
    recorder?.pause()
    tick(5)
    recorder?.resume()
    tick(5)
    try recorder?.flush()
    try recorder?.close()
    if sum.state != count * (count + 1) / 2 { throw CocoaError(.featureUnsupported) }
  }
}

/// Swift does not let `fork` be called by its name.
private enum Fork {
  /// Does `body` in a child, which ends with 0 if that succeeds.
  static func child(_ body: () throws -> Void) throws -> pid_t {
    typealias Function = @convention(c) () -> pid_t
    let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "fork"))
    let child = unsafeBitCast(symbol, to: Function.self)()
    guard child == 0 else { return child }
    // One that hangs is ended.
    alarm(60)
    _exit((try? body()) == nil ? 1 : 0)
  }

  static func ending(of child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
