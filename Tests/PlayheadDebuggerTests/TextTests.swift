import PlayheadCoding
import Foundation
import PlayheadDebugger
import PlayheadValues
import TestSupport
import Testing

@Suite struct FormatTests {
  @Test(
    arguments: [
      (9_999, "9,999 B"), (10_000, "10.0 kB"), (12_350, "12.4 kB"), (999_949, "999.9 kB"),
      (999_950, "1.0 MB"), (24_000_000_000, "24.0 GB"),
      (UInt64.max, "18,446,744.1 TB"),
    ] as [(UInt64, String)])
  func `byte sizes are printed with one decimal in a unit from B to TB`(
    number: UInt64, text: String
  ) {
    #expect(Format.bytes(number) == text)
  }

  @Test(
    arguments: [
      (999, "999 ns"), (1_000, "1.0 µs"), (999_949, "999.9 µs"), (999_950, "1.0 ms"),
      (59_949_999_999, "59.9 s"), (59_950_000_000, "1 min 0 s"),
      (3_599_499_999_999, "59 min 59 s"), (3_599_500_000_000, "1 h 0 min"),
      (273_600_000_000_000, "3 d 4 h"), (-1_500, "-1.5 µs"),
      (Int64.min, "-106,751 d 23 h"),
    ] as [(Int64, String)])
  func `durations are printed with about three digits`(nanoseconds: Int64, text: String) {
    #expect(Format.duration(nanoseconds: nanoseconds) == text)
  }

  @Test func `the dates of 400 years are printed as Foundation prints them`() {
    let style = Date.ISO8601FormatStyle()
    let wrong = (-73_000...73_000).filter { day in
      let seconds = day * 86_400 + 4_321
      let date = Date(timeIntervalSince1970: Double(seconds))
      return Format.wallTime(nanoseconds: Int64(seconds) * 1_000_000_000) != date.formatted(style)
    }
    #expect(wrong.isEmpty)
  }
}

@Suite struct JSONTests {
  @Test func `Foundation reads every Unicode scalar back from a JSON string of Playhead`() throws {
    for plane in 0..<0x11 as Range<UInt32> {
      let scalars = (plane << 16..<(plane + 1) << 16).compactMap(Unicode.Scalar.init)
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      let bytes = Data(try JSON(text).text.utf8)
      let back = try JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)
      #expect((back as? String).map { Array($0.utf8) } == Array(text.utf8))
    }
  }
}

@Suite struct TableTests {
  @Test func `wide characters take two columns in a table`() {
    var table = Table([.left, .right])
    table.add(["漢字", "1"])
    table.add(["🙂é", "22"])
    table.add(["abcde", "3"])
    #expect(table.lines == ["漢字    1", "🙂é    22", "abcde   3"])
  }
}
