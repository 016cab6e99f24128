import Foundation
import ItemList
import PlayheadFlux
import Testing

@Suite struct `Searching` {
  @Test(arguments: [
    ("BÜCHER", "bucher"), ("cafe\u{301}", "café"), ("Straße", "STRASSE"), ("STRAẞE", "straße"),
    ("Όσος", "οσοσ"),
    ("İstanbul", "istanbul"), ("ŽIŽKOV", "zizkov"), ("Ёлка", "елка"), ("", ""),
  ])
  func `searching knows no case and no accents`(one: String, other: String) {
    #expect(SearchKey(one) == SearchKey(other))
    #expect(SearchKey("x\(one)y").contains(SearchKey(other)))
  }

  @Test(arguments: [("b", "a"), ("कि", "क"), ("日本", "日木"), ("Łódź", "Lodz")])
  func `searching tells apart what is another letter`(one: String, other: String) {
    #expect(SearchKey(one) != SearchKey(other))
  }

  @Test func `searching finds every part of a text, and nothing that is not in it`() {
    let text = Array("Große Çedille αβγ 日本語 e\u{301}")
    for start in text.indices {
      for end in start..<text.endIndex {
        #expect(SearchKey(String(text)).contains(SearchKey(String(text[start...end]))))
      }
    }
    #expect(!SearchKey("abc").contains(SearchKey("ac")))
    #expect(!SearchKey("ab").contains(SearchKey("abc")))
  }

  @Test func `searching treats plain letters alike beside others and alone`() {
    for value in 0..<0x80 as Range<UInt8> {
      let letter = String(Unicode.Scalar(value))
      #expect(SearchKey("日\(letter)本").contains(SearchKey(letter)))
      #expect(SearchKey(letter.uppercased()) == SearchKey(letter.lowercased()))
    }
  }

  @Test func `searching gives the same key of a key's text in any case`() {
    for text in ["Große", "ΌΣΟΣ", "ǰ İ ŉ ﬃ", "Łódź", "日本語"] {
      #expect(SearchKey(text.lowercased()) == SearchKey(text))
      #expect(SearchKey(text.decomposedStringWithCanonicalMapping) == SearchKey(text))
    }
  }
}

@Suite struct `A sorted and filtered list` {
  private static func items(seed: UInt64) -> [LoginItem] {
    var random = SplitMix64(seed: seed)
    let names = ["Ada", "ada", "ÄDA", "bob", "Bücher", "bucher", "z", "Łukasz", ""]
    return (0..<60).map { _ in
      LoginItem(
        id: UUID(
          uuid: (
            random.byte, random.byte, random.byte, random.byte, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
          )),
        hostname: names.randomElement(using: &random) ?? "",
        username: names.randomElement(using: &random) ?? "", password: "",
        lastUsed: Date(
          timeIntervalSinceReferenceDate: Double(Int.random(in: 0...5, using: &random))))
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64], ItemOrder.allCases)
  func `a sorted and filtered list is the same however the items were ordered before`(
    seed: UInt64, order: ItemOrder
  ) {
    let items = Self.items(seed: seed)
    var random = SplitMix64(seed: seed)
    let sorted = order.sorted(items)
    #expect(Set(sorted.map(\.id)) == Set(items.map(\.id)))
    for _ in 0..<5 { #expect(order.sorted(items.shuffled(using: &random)) == sorted) }
    #expect(order.sorted(sorted) == sorted)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a sorted and filtered list keeps the order of the whole list under every filter`(
    seed: UInt64
  ) {
    let logins = Logins(items: Self.items(seed: seed))
    let all = ItemListViewModel(logins, ItemListDisplay()).cells
    for text in ["a", "AD", "bü", "ü", "x", " "] {
      let found = ItemListViewModel(logins, ItemListDisplay(filteringText: text)).cells
      let ids = Set(found.map(\.id))
      #expect(found == all.filter { ids.contains($0.id) })
      for cell in all {
        let matches = [cell.title, cell.subtitle].contains {
          SearchKey($0).contains(SearchKey(text))
        }
        #expect(ids.contains(cell.id) == matches)
      }
    }
  }

  @Test func `a sorted and filtered list has the last used first when it is sorted by recent use`()
  {
    let dates = ItemOrder.recent.sorted(Self.items(seed: 4)).map(\.lastUsed)
    #expect(dates == dates.sorted(by: >))
  }
}

extension SplitMix64 {
  fileprivate var byte: UInt8 {
    mutating get { UInt8(truncatingIfNeeded: next()) }
  }
}
