import Foundation
import Testing

@testable import PlayheadLint

/// The compiler's JSON, whole and damaged.
@Suite struct SyntaxReaderTests {
  private static let tree = """
    {"_kind":"source_file","filename":"A.swift","items":[{"_kind":"func_decl","usr":"s:1A1fyyF",\
    "range":{"start":3,"end":9},"name":{"_kind":"decl_name","base_name":{"_kind":"base_name","name":"f"},\
    "args":["","to"]},"override":["s:1B1fyyF"],"unknown":{"a":[[1,-2.5],"\\"x"]},"static":true,\
    "body":{"_kind":"brace_stmt","elements":[{"_kind":"declref_expr","decl":{"_kind":"decl_ref",\
    "base_name":"g","decl_usr":"s:1A1gyyF"}}]}}]}
    """

  @Test func `what matters of a node is read, and the rest passed over`() throws {
    let file = try #require(SyntaxReader.read(Array(Self.tree.utf8)))
    let function = try #require(file.all("items").first)
    #expect(function.fullName == "f(_:to:)" && function.usr == "s:1A1fyyF")
    #expect((function.start, function.end) == (3, 9))
    #expect(function.overridden == ["s:1B1fyyF"] && function.marks.contains(.isStatic))
    let use = function.first("body")?.all("elements").first
    #expect(use?.reference == "s:1A1gyyF" && use?.referenceName == "g")
  }

  @Test func `damage gives no tree or another one, and no trap`() {
    let bytes = Array(Self.tree.utf8)
    for length in bytes.indices { #expect(SyntaxReader.read(Array(bytes[..<length])) == nil) }
    for place in bytes.indices {
      for byte in [0, 0x22, 0x2C, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0xFF] as [UInt8] {
        var damaged = bytes
        damaged[place] = byte
        _ = SyntaxReader.read(damaged)
      }
    }
  }

  @Test func `what is nested without end is refused`() async {
    let isRefused = await withCheckedContinuation { done in
      let thread = Thread {
        let deep = String(repeating: "{\"a\":", count: 100_000)
        done.resume(returning: SyntaxReader.read(Array(deep.utf8)) == nil)
      }
      // As 'Lint' has it.
      thread.stackSize = 256 << 20
      thread.start()
    }
    #expect(isRefused)
  }
}
