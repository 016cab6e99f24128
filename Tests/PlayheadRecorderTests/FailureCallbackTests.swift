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
  @Test
  func
    `an onFailure callback may flush or close the recording, and so may the app after a failure`()
    async
  {
    await #expect(processExitsWith: .exitCode(7)) {
      // An app that waits for the disk waits until it is told that there is no room.
      for waits in [false, true] {
        let (desk, told, box) = (try Desk(), Box(0), Box<Recording?>(nil))
        var options = RecordingOptions(onFailure: { _ in
          told.change { $0 += 1 }
          if waits { try? box.value?.close() } else { try? box.value?.flush() }
        })
        options.waits = waits
        let recorder = try desk.record(options)
        box.change { $0 = recorder }
        try FileLimit.set(to: 4_096)
        // More than all pages have room for.
        let name = String(repeating: "x", count: TailFormat.pageLength / 2)
        for number in 0..<(4 * TailFormat.pageLimit) {
          desk.dispatcher.dispatch(Rename(name: "\(number)" + name))
        }
        #expect(throws: LogError.self) { try recorder.close() }
        try? recorder.flush()
        try #require(waits || told.value == 1)
        try FileLimit.lift()
      }
      exit(7)
    }
  }
}
