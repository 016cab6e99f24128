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
  func `the password list's search ignores case and accents`(one: String, other: String) {
    #expect(SearchKey(one) == SearchKey(other))
    #expect(SearchKey("x\(one)y").contains(SearchKey(other)))
  }

  @Test(arguments: [("b", "a"), ("कि", "क"), ("日本", "日木"), ("Łódź", "Lodz")])
  func `the password list's search distinguishes different letters`(one: String, other: String) {
    #expect(SearchKey(one) != SearchKey(other))
  }

  @Test func `the password list's search finds each substring of a text and nothing else`() {
    let text = Array("Große Çedille αβγ 日本語 e\u{301}")
    for start in text.indices {
      for end in start..<text.endIndex {
        #expect(SearchKey(String(text)).contains(SearchKey(String(text[start...end]))))
      }
    }
    #expect(!SearchKey("abc").contains(SearchKey("ac")))
    #expect(!SearchKey("ab").contains(SearchKey("abc")))
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
  func `the password list's sorting does not depend on the previous order of the logins`(
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
  func `the filtered password list has exactly the matching logins, in the order of the whole list`(
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
}

extension SplitMix64 {
  fileprivate var byte: UInt8 {
    mutating get { UInt8(truncatingIfNeeded: next()) }
  }
}
