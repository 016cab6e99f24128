import PlayheadReplay
import Testing

@testable import PlayheadDebugger
@testable import PlayheadInspector

/// What a process wrote before it trapped: the app's own words, and why.
@Suite struct CapturedOutputTests {
  private static let backtrace = """
    *** Signal 4: Backtracing from 0x556d3e8e3e61... done ***

    *** Swift runtime failure: arithmetic overflow ***

    Thread 0 "shop" crashed:

      0 [inlined] [system] 0x0000556d Swift runtime failure: arithmetic overflow in shop at //<compiler-generated>
      1                    0x0000556d closure #3 in Cart.init(inputs:) + 257 in shop at /home/me/Shop/Cart.swift:24:65
    """

  @Test
  func `a crash of an optimized build takes its reason and its source line from Swift's backtrace`()
  {
    let output = "the app's own words\n" + Self.backtrace
    let crash = CapturedOutput.crash(in: output)
    #expect(crash.reason == "arithmetic overflow")
    #expect(
      crash.location
        == CodeLocation(
          function: "closure #3 in Cart.init(inputs:)", file: "Shop/Cart.swift", line: 24))
    #expect(CapturedOutput.otherWords(in: output) == "the app's own words\n")
  }

  private static let message =
    "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range\n"
  private static let report = """

    *** Signal 4: Backtracing from 0x7fd2ea36df7f... done ***

    *** Program crashed: Illegal instruction at 0x00007fd2ea36df7f ***

    Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))

    Thread 0 "shop" crashed:

      0               0x00007fd2ea36df7f _assertionFailure(_:_:file:line:flags:) + 623 in libswiftCore.so

    """

  /// The frame of the app in a backtrace, and what is known from it.
  private static let frames: [(frame: String, place: String?)] = [
    (
      "  3 [ra]          0x0000558533535321 closure #1 in Cart.take(_:) + 96 in shop at /home/me/Shop/Cart.swift:2:68",
      "Shop/Cart.swift:2"
    ),
    (
      "  3 [ra] [inlined] 0x0000558533535321 Cart.take(_:) in shop at /home/me/My Shop/Cart.swift:70:1",
      "My Shop/Cart.swift:70"
    ),
    ("  3 [ra] 0x0000558533535321 Cart.take(_:) + 132 in shop", "in 'Cart.take(_:)'"),
    ("  3 [ra] [thunk] 0x0000558533535321 Cart.take(_:) + 132 in shop at /a/b/Cart.swift:3:1", nil),
    ("  3 [ra]          0x00007fd2eaa15f65 Array.subscript.getter + 84 in libswiftCore.so", nil),
    ("  3      ...", nil),
  ]

  @Test(arguments: frames)
  func
    `a crash inside the standard library is reported at the app's innermost stack frame, if known`(
      frame: String, place: String?
    )
  {
    let crash = CapturedOutput.crash(in: Self.message + Self.report + frame + "\n")
    #expect(crash.reason == "Index out of range")
    #expect(crash.location?.description == place)
  }
}
