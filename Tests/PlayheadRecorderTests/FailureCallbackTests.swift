import FluxTesting
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Who is told that nothing can be written may call the recorder.
@Suite struct FailureCallbackTests {
  @Test func `a flush after a close that failed to write neither hangs nor crashes`() async throws {
    await #expect(processExitsWith: .exitCode(7)) {
      let desk = try Desk()
      let recorder = try desk.record()
      try FileLimit.set(to: 4_096)
      var generator = SystemRandomNumberGenerator()
      for _ in 1...LogFormat.chunkActions {
        desk.dispatcher.dispatch(Add(amount: Int(generator.next() % 1_000_000)))
      }
      #expect(throws: LogError.self) { try recorder.close() }
      try? recorder.flush()
      exit(7)
    }
  }

  @Test func `an onFailure callback may call flush`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let desk = try Desk()
      let told = Box(0)
      let box = Box<Recording?>(nil)
      let recorder = try desk.record(
        RecordingOptions(onFailure: { _ in
          told.change { $0 += 1 }
          try? box.value?.flush()
        }))
      box.change { $0 = recorder }
      try FileLimit.set(to: 4_096)
      var generator = SystemRandomNumberGenerator()
      for _ in 1...(2 * LogFormat.chunkActions) {
        desk.dispatcher.dispatch(Add(amount: Int(generator.next() % 1_000_000)))
      }
      #expect(throws: LogError.self) { try recorder.close() }
      try #require(told.value == 1)
      exit(7)
    }
  }

  @Test func `an onFailure callback may close the recording, even if the app waits for the disk`()
    async
  {
    await #expect(processExitsWith: .exitCode(7)) {
      let desk = try Desk()
      let box = Box<Recording?>(nil)
      var options = RecordingOptions(onFailure: { _ in try? box.value?.close() })
      options.waits = true
      let recorder = try desk.record(options)
      box.change { $0 = recorder }
      try FileLimit.set(to: 4_096)
      // More than all pages have room for: the app waits until it is told that there is no room.
      let name = String(repeating: "x", count: TailFormat.pageLength / 2)
      for number in 0..<(4 * TailFormat.pageLimit) {
        desk.dispatcher.dispatch(Rename(name: "\(number)" + name))
      }
      #expect(throws: LogError.self) { try recorder.close() }
      exit(7)
    }
  }
}
